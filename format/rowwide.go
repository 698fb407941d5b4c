package format

import (
	"cmp"
	"slices"
)

// Nearly all of rule 7 looks at a value alone: bits that must be zero, floats
// that must be finite, and numbers that must stay below a limit. Each of these
// says "some bits of (v & and) + add are zero":
//
//	finite     the exponent plus one does not carry into the sign's place
//	below n    v plus 2^k-n does not reach bit k, and v has no bit from k on
//	zero       v has none of these bits
//
// So where rows are made of words, one loop over a column of 64-bit words does
// all of them at once: two floats, a string id and a float, an enum and a gap.
// Rows that are no whole number of such words are taken two, four or eight at a
// time. Values do not disturb each other: a sum leaves its place only if its value
// fails anyway. Only if a column fails do the plain loops run, to say which field it
// was.

// column is a 64-bit word of each row, or of each few rows.
type column struct {
	word           uint
	and, add, test uint64
	zero           uint64
}

// ceiling is a limit that is known only when a file is read. It applies to the 32 bits
// of a column from shift on.
type ceiling struct {
	column, shift int
	op            int // whose limit it is
}

const (
	exponent32 = 0x7f800000
	lowest32   = 0x00800000
	exponent64 = 0x7ff0000000000000
	lowest64   = 0x0010000000000000
)

// widestRow and mostColumns limit what columns cost: a schema of 70 KB can declare 4096
// tables of 64 KiB each.
const (
	widestRow   = 1 << 10
	mostColumns = 1 << 17 // of all tables, 5 MiB
)

// columns turns ops into columns if the rows allow it and there are no more than most, and
// marks those ops. It returns how many columns there are.
func (p *schemaPlan) columns(r *rowPlan, most int) int {
	period := r.stride
	for period%8 != 0 {
		period *= 2
	}
	if r.stride > widestRow || period/8 > most {
		return 0
	}
	r.period = period
	p.cols = zeroed(p.cols, r.period/8)
	cols, used := p.cols, 0
	for i := range r.ops {
		op := &r.ops[i]
		if op.wide = r.hasColumn(op); !op.wide {
			continue
		}
		for row := 0; row < r.period; row += r.stride {
			for k := range op.n {
				r.addColumn(cols, i, row+op.off+k*op.step)
			}
		}
	}
	for i := range cols {
		if cols[i].test|cols[i].zero != 0 {
			used++
		}
	}
	if used == 0 {
		return 0
	}
	r.wide = make([]column, 0, used)
	for i := range cols {
		if c := &cols[i]; c.test|c.zero != 0 {
			c.word = uint(i)
			r.wide = append(r.wide, *c)
		}
	}
	for i := range r.ceilings { // whose columns are in use
		c := &r.ceilings[i]
		c.column, _ = slices.BinarySearchFunc(r.wide, uint(c.column), func(w column, word uint) int { return cmp.Compare(w.word, word) })
	}
	return used
}

// hasColumn reports whether columns can do an op.
func (r *rowPlan) hasColumn(op *rowOp) bool {
	switch op.kind {
	case opZero, opZeroIn, opFinite32, opStr, opRef:
		return true
	case opFinite64:
		return op.off%8 == 0 && r.stride%8 == 0
	case opEnum:
		return op.limit <= 1<<(8*op.step-1)
	}
	return false
}

// addColumn adds the check of the value at an offset of the row.
func (r *rowPlan) addColumn(cols []column, i, off int) {
	op, c, shift := &r.ops[i], &cols[off/8], 8*(off%8)
	below := func(bits int, limit uint64) {
		half := uint64(1) << (bits - 1)
		c.and |= (half<<1 - 1) << shift
		c.add |= (half - limit) << shift
		c.test |= half << shift
		c.zero |= half << shift
	}
	switch op.kind {
	case opZero:
		c.zero |= uint64(op.mask) << shift
	case opZeroIn:
		c.zero |= uint64(op.maskAt(off%r.stride)) << shift
	case opFinite32:
		c.and |= exponent32 << shift
		c.add |= lowest32 << shift
		c.test |= 1 << 31 << shift
	case opFinite64:
		c.and, c.add, c.test = exponent64, lowest64, 1<<63
	case opEnum:
		below(8*op.step, op.limit)
	case opStr, opRef:
		below(32, 1<<31) // columnCheck.prepare sets the limit, which depends on the file
		r.ceilings = append(r.ceilings, ceiling{column: off / 8, shift: shift, op: i})
		if op.kind == opRef {
			cols[(off+4)/8].zero |= (1<<32 - 1) << (8 * ((off + 4) % 8))
		}
	}
}
