package loader

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// Where the processor has vectors of 16 words, one vector relocates the strings,
// references to one kind and spans within 16 words of a row, or of as many short rows
// as fit. The loops of relocate.go take one field at a time and do the same.
//
// In a vector each word has a lane. To a string and to the row of a reference, the
// lane's number is added unless they are zero. A generation becomes the lane's number
// if the word before it is not zero. To the start of a span the lane's number is added
// if the word after it, the count, is not zero. All other results are zero.

// vectorPlan says how vectors relocate the rows of a table.
//
// Invariant: no word is in two pieces, or in a piece and in rest.
type vectorPlan struct {
	rows   uint // rows that one vector takes
	pieces []vectorPiece
	rest   []relocation // what is left to the loops
}

// vectorPiece is the work of one vector.
type vectorPiece struct {
	lanes vectorLanes
	adds  []laneAdd
}

// vectorLanes says what the lanes of a vector hold, one bit each.
type vectorLanes struct {
	off   uint32 // of the first lane, in bytes of a row
	load  uint32 // what is read: all but generations
	own   uint32 // added to unless it is zero itself
	after uint32 // set unless the word before it is zero
	start uint32 // added to unless the word after it is zero
	store uint32 // what is written: all of own, after and start
}

// laneAdd says what the number of a lane is.
type laneAdd struct {
	lane   uint
	kind   laneKind
	target int // table of the file; rows, generations and starts
}

type laneKind uint8

const (
	laneStr laneKind = iota
	laneRow
	laneGen
	laneStart
)

// vectorCode is a vectorPiece with the numbers of one load.
type vectorCode struct {
	add   [vectorWords]uint32
	lanes vectorLanes
}

const vectorWords = 16

// vectorFrom is the least number of rows of a table for which making the code pays.
const vectorFrom = 64

// leastParts is the least number of parts for which a vector is faster than the loops
// (BenchmarkRelocate).
const leastParts = 3

// mostParts bounds the code of a table, whatever its schema says. The loops do what is
// more than that.
const mostParts = 256

// part is one or two words of a row that are relocated together.
type part struct {
	off, words uint
	kind       format.Type
	target     int
}

// planVectors plans rows of stride words. It returns nil if the loops are as fast.
func planVectors(reloc []relocation, stride uint) *vectorPlan {
	if !canVector {
		return nil
	}
	p := &vectorPlan{rows: 1}
	var parts []part
	for _, r := range reloc {
		words := uint(2)
		switch r.kind {
		case format.TypeAnyRef:
			p.rest = append(p.rest, r)
			continue
		case format.TypeStr:
			words = 1
		}
		n := min(r.count, mostParts-len(parts))
		for k := range uint(n) {
			parts = append(parts, part{r.off + k*words, words, r.kind, r.target})
		}
		if n < r.count {
			p.rest = append(p.rest, relocation{kind: r.kind, off: r.off + uint(n)*words, count: r.count - n, target: r.target})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	slices.SortFunc(parts, func(a, b part) int { return int(a.off) - int(b.off) })
	last := parts[len(parts)-1]
	if extent := last.off + last.words - parts[0].off; extent <= vectorWords {
		p.rows += (vectorWords - extent) / stride
	}
	for len(parts) > 0 {
		n, from := 1, parts[0].off
		for n < len(parts) && parts[n].off+parts[n].words-from <= vectorWords {
			n++
		}
		if uint(n)*p.rows < leastParts {
			for _, x := range parts[:n] {
				p.rest = append(p.rest, relocation{kind: x.kind, off: x.off, count: 1, target: x.target})
			}
		} else {
			p.pieces = append(p.pieces, newPiece(parts[:n], p.rows, stride))
		}
		parts = parts[n:]
	}
	if len(p.pieces) == 0 {
		return nil
	}
	return p
}

// newPiece makes the piece that relocates some parts of a few rows.
func newPiece(parts []part, rows, stride uint) (p vectorPiece) {
	from := parts[0].off
	l := &p.lanes
	l.off = 4 * uint32(from)
	for row := range rows {
		for _, x := range parts {
			lane := row*stride + x.off - from
			bit := uint32(1) << lane
			switch x.kind {
			case format.TypeStr:
				l.load, l.own = l.load|bit, l.own|bit
				p.adds = append(p.adds, laneAdd{lane, laneStr, -1})
			case format.TypeRef:
				l.load, l.own, l.after = l.load|bit, l.own|bit, l.after|bit<<1
				p.adds = append(p.adds, laneAdd{lane, laneRow, x.target}, laneAdd{lane + 1, laneGen, x.target})
			case format.TypeSpan:
				l.load, l.start = l.load|3*bit, l.start|bit
				p.adds = append(p.adds, laneAdd{lane, laneStart, x.target})
			}
		}
	}
	l.store = l.own | l.after | l.start
	return p
}

// code makes the code of a piece from the places of a level's rows.
func (p *vectorPiece) code(b *bases) vectorCode {
	c := vectorCode{lanes: p.lanes}
	for _, a := range p.adds {
		add := &c.add[a.lane&(vectorWords-1)]
		switch a.kind {
		case laneStr:
			*add = b.str
		case laneRow:
			*add = b.first[a.target] - 1
		case laneGen:
			*add = b.gen[a.target]
		case laneStart:
			*add = b.first[a.target]
		}
	}
	return c
}

// prepareVectors makes the code of all tables. Their rows must have been reserved.
func (ld *load) prepareVectors() {
	ld.codes, ld.code = ld.codes[:0], zeroed(ld.code, len(ld.plan.tables))
	for t := range ld.plan.tables {
		tp := &ld.plan.tables[t]
		if tp.vectors == nil || ld.reader.Rows(t) < vectorFrom {
			continue
		}
		from := len(ld.codes)
		for i := range tp.vectors.pieces {
			ld.codes = append(ld.codes, tp.vectors.pieces[i].code(&ld.at))
		}
		ld.code[t] = codeRange{from, len(ld.codes)}
	}
}

// codeRange is the code of one table, among that of all; it may be empty.
type codeRange struct{ from, to int }

// relocate relocates as many rows as fill whole vectors, and returns the others. The
// fields in rest are left to the caller for all rows.
func (p *vectorPlan) relocate(words []uint32, stride uint, codes []vectorCode) (others []uint32) {
	step := p.rows * stride
	n := uint(len(words)) / step
	if n > 0 {
		for i := range codes {
			relocateRows(words, &codes[i], int(n), int(4*step))
		}
	}
	return words[n*step:]
}
