package format

import "slices"

// gather is the part of a Plan that moves whole words: copies, zero extensions to
// words, and constants. It makes eight words of a row at a time, out of vectors of the
// source row:
//
//	word = (some word of the source >> shift) & mask | constant
//
// Other words it sets to zero, so it comes before all other steps.
type gather struct {
	code           []uint32 // a gatherStep for each vector of the source that is used
	dstEnd, srcEnd int      // bytes from a row's start up to which it writes and reads
	srcMax         int      // the word at which the source's last vector begins
}

// Parts of a step in gather.code, in words. The last two are byte offsets in the row.
// gatherOn is set if further steps add to the same words.
const (
	gatherIndex = 8 * iota
	gatherShift
	gatherMask
	gatherConst
	gatherSrc
	gatherDst  = gatherSrc + 1
	gatherStep = 40
	gatherOn   = ^uint32(0)
)

// gatherMost is the most steps for a row; a plan with more of them is done word by
// word.
const gatherMost = 64

// gathered says where a word of the reader's row comes from.
type gathered struct {
	known       bool
	src         int // a word, or -1 for a constant
	shift, mask uint32
	value       uint32
}

// gather makes the plan's gather and marks the operations that it covers.
func (p *Plan) gather() {
	if !vectors || p.from%4 != 0 || p.to%4 != 0 {
		return
	}
	words := make([]gathered, p.to/4)
	var did []int
	for i := range p.ops {
		if p.ops[i].gather(words) {
			did = append(did, i)
		}
	}
	g := gather{srcMax: max(p.from/4-8, 0)}
	made := 0
	for at := 0; at < len(words); at += 8 {
		made += g.vector(words, min(at, max(len(words)-8, 0)))
	}
	steps := len(g.code) / gatherStep
	if steps == 0 || steps > gatherMost || 3*steps > made {
		return // the loops are as fast
	}
	p.vec = g
	for _, i := range did {
		p.ops[i].gathered = true
	}
}

// gather notes which words the operation makes. It reports false if they are not whole
// words.
func (op *planOp) gather(words []gathered) bool {
	c := &op.conv
	switch {
	case op.kind == planCopy && (op.src|op.dst|op.n)&3 == 0:
		for k := range op.n / 4 {
			words[op.dst/4+k] = gathered{known: true, src: op.src/4 + k, mask: ^uint32(0)}
		}
	case op.kind == planConst && (op.dst|op.n)&3 == 0:
		for k := range op.n / 4 {
			words[op.dst/4+k] = gathered{known: true, src: -1, value: uint32(littleNumber(op.data[4*k:][:4]))}
		}
	case op.kind == planValue && c.step == stepNone && c.from <= 4 && c.to >= 4:
		for k := range op.n {
			src, dst := op.src+k*int(c.from), op.dst+k*int(c.to)
			words[dst/4] = gathered{known: true, src: src / 4, shift: uint32(8 * (src & 3)), mask: ^uint32(0) >> (32 - 8*c.from)}
			if c.to == 8 {
				words[dst/4+1] = gathered{known: true, src: -1}
			}
		}
	default:
		return false
	}
	return true
}

// vector adds the steps that make the eight words from at on. It returns how many of
// these words they make.
func (g *gather) vector(words []gathered, at int) (made int) {
	lanes := words[at:min(at+8, len(words))]
	var from []int
	for i := range lanes {
		if lanes[i].known {
			made++
			if lanes[i].src >= 0 {
				from = append(from, lanes[i].src)
			}
		}
	}
	slices.Sort(from)
	if len(from) == 0 {
		from = []int{0} // one step for the constants
	}
	for first := true; len(from) > 0; first = false {
		src := min(from[0], g.srcMax)
		for len(from) > 0 && from[0] < src+8 {
			from = from[1:]
		}
		step := make([]uint32, gatherStep)
		for i, l := range lanes {
			if l.known && l.src >= src && l.src < src+8 {
				step[gatherIndex+i], step[gatherShift+i], step[gatherMask+i] = uint32(l.src-src), l.shift, l.mask
			}
			if first {
				step[gatherConst+i] = l.value
			}
		}
		step[gatherSrc], step[gatherDst] = uint32(4*src), gatherOn
		g.srcEnd = max(g.srcEnd, 4*src+32)
		g.code = append(g.code, step...)
	}
	g.code[len(g.code)-gatherStep+gatherDst] = uint32(4 * at)
	g.dstEnd = max(g.dstEnd, 4*at+32)
	return made
}

// run makes the words of at most n rows and returns for how many: vectors reach past
// the end of short rows, and nothing follows the last rows. It may overwrite the rows
// behind those that it made.
func (g *gather) run(dst, src []byte, n, to, from int) int {
	if len(g.code) == 0 || len(dst) < g.dstEnd || len(src) < g.srcEnd {
		return 0
	}
	n = min(n, (len(dst)-g.dstEnd)/to+1, (len(src)-g.srcEnd)/from+1)
	gatherRows(dst, src, g.code, n, to, from)
	return n
}
