package format

import (
	"encoding/binary"
	"fmt"
)

// The loops of rule 7. Each goes over one field of all rows of a piece, gathers
// violations without a branch, and reports only whether there was one. The rows are
// handled as 32-bit words: everything to check that is wider than 16 bits is aligned to
// words, and a row with such a field is a whole number of words. Each loop is bounded
// by the slice's own length, which spares the bounds check.

func wordsZero(w []uint32, off, stride uint, mask uint32) bool {
	acc := uint32(0)
	for i := off; i < uint(len(w)); i += stride {
		acc |= w[i]
	}
	return acc&mask == 0
}

// wordsBelow: v-n borrows, and so sets the highest bit, if and only if v < n.
func wordsBelow(w []uint32, off, stride uint, n uint64) bool {
	acc := ^uint64(0)
	for i := off; i < uint(len(w)); i += stride {
		acc &= uint64(w[i]) - n
	}
	return acc>>63 != 0
}

// partsBelow is wordsBelow for some bits of a word.
func partsBelow(w []uint32, off, stride uint, shift uint8, mask uint32, n uint64) bool {
	acc := ^uint64(0)
	for i := off; i < uint(len(w)); i += stride {
		acc &= uint64(w[i]>>(shift&31)&mask) - n
	}
	return acc>>63 != 0
}

func refsBelow(w []uint32, off, stride uint, n uint64) bool {
	acc, high := ^uint64(0), uint32(0)
	for i := off + 1; i < uint(len(w)); i += stride {
		high |= w[i]
		acc &= uint64(w[i-1]) - n
	}
	return acc>>63 != 0 && high == 0
}

// anysBelow checks each anyref against the rows of the table that it names. That table
// must be one of those allowed, which are a bit for each table and never table 0. Null is
// all zero.
func anysBelow(w []uint32, off, stride uint, allowed, total []uint64) bool {
	acc, high := ^uint64(0), uint32(0)
	for i := off + 2; i < uint(len(w)); i += stride {
		row, table := w[i-2], w[i] // the upper half of the word is a gap
		high |= w[i-1]
		if row == 0 {
			high |= table
			continue
		}
		if word := uint(table / 64); word >= uint(len(allowed)) || allowed[word]>>(table%64)&1 == 0 || uint(table) >= uint(len(total)) {
			return false
		}
		acc &= uint64(row) - total[table] - 1
	}
	return acc>>63 != 0 && high == 0
}

// spansFollow returns where the last span ends. The ends cannot overflow: each
// step adds less than 2^32.
func spansFollow(w []uint32, off, stride uint, end uint64) (uint64, bool) {
	acc := uint64(0)
	for i := off + 1; i < uint(len(w)); i += stride {
		acc |= uint64(w[i-1]) ^ end
		end += uint64(w[i])
	}
	return end, acc == 0
}

// floatsFinite: adding one to an exponent of all ones carries.
func floatsFinite(w []uint32, off, stride uint) bool {
	acc := uint32(0)
	for i := off; i < uint(len(w)); i += stride {
		acc |= w[i]>>23&0xff + 1
	}
	return acc>>8 == 0
}

func doublesFinite(w []uint32, off, stride uint) bool {
	acc := uint32(0)
	for i := off + 1; i < uint(len(w)); i += stride {
		acc |= w[i]>>20&0x7ff + 1
	}
	return acc>>11 == 0
}

// checkRows checks rule 7 on the rows of a block. held is what a scan of the block
// alone has found, or nil.
func (c *checker) checkRows(b *BlockInfo, data []byte, held *scanResult) error {
	p := &c.plan.rows[b.Table]
	if len(p.ops) == 0 {
		return nil
	}
	if held == nil {
		c.scan.look(c, b, data, nil)
		held = &c.scan.scanResult
	}
	if held.good > 0 {
		if err := c.followSpans(b, held.spans, data); err != nil || held.ok {
			return err
		}
	}
	tile := max(1, tileBytes/p.stride) * p.stride
	good := held.good
	if p.stride%4 != 0 {
		good -= good % tile // the tiles of the scan are others, and the first field that fails in a tile is named
	}
	for at := good; at < len(data); at += tile {
		if err := c.runAll(b, p, at, data[at:min(at+tile, len(data))]); err != nil {
			return err
		}
	}
	return c.fail(b, nil, held.good, ErrRange, "") // cannot happen: one of the rows failed
}

// followSpans joins the spans of a block's rows to those before it.
func (c *checker) followSpans(b *BlockInfo, runs []spanRun, rows []byte) error {
	for _, r := range runs {
		if end := c.cursor[r.op.span]; r.start != end {
			e := c.fail(b, r.op, 0, ErrSpan, "").(*Error)
			e.Detail = c.spanDetail(r.op, r.start, end)
			return e
		}
		if r.end > c.have[r.op.target] {
			return c.failSpanEnd(b, r.op, 0, rows)
		}
		c.cursor[r.op.span] = r.end
	}
	return nil
}

func (c *checker) spanDetail(op *rowOp, start, end uint64) string {
	return fmt.Sprintf("starts at row %d of %s, the one before it ended at %d", uint32(start), c.plan.schema.Tables[op.target].Name, end)
}

// failSpanEnd finds the first of the rows, from byte at of the block on, whose span ends
// behind its target's rows.
func (c *checker) failSpanEnd(b *BlockInfo, op *rowOp, at int, rows []byte) error {
	end, stride := c.cursor[op.span], c.plan.rows[b.Table].stride
	for i := 0; i+stride <= len(rows); i += stride {
		if end += uint64(binary.LittleEndian.Uint32(rows[i+op.off+4:])); end > c.have[op.target] {
			return c.fail(b, op, at+i, ErrSpan, fmt.Sprintf("ends at row %d, the chunk's rows of %s at %d",
				end, c.plan.schema.Tables[op.target].Name, c.have[op.target]))
		}
	}
	return c.fail(b, op, at, ErrSpan, "") // cannot happen
}

// runAll runs the plain loops over rows that begin at byte at of the block, to find the
// one that fails.
func (c *checker) runAll(b *BlockInfo, p *rowPlan, at int, rows []byte) error {
	w := c.scan.words(rows, p.stride)
	for i := range p.ops {
		op := &p.ops[i]
		before := c.spanEnd(op)
		for k := range op.n {
			if !c.run(op, p.stride, op.off+k*op.step, rows, w) {
				c.setSpanEnd(op, before)
				return c.locate(b, p.stride, failedLoop{op: op, off: op.off + k*op.step, at: at, rows: rows, words: w})
			}
		}
		if op.kind == opSpan && c.cursor[op.span] > c.have[op.target] {
			c.setSpanEnd(op, before)
			return c.failSpanEnd(b, op, at, rows)
		}
	}
	return nil
}

// run runs one loop over the rows.
func (c *checker) run(op *rowOp, stride, off int, rows []byte, w []uint32) bool {
	if stride%4 != 0 {
		return runBytes(op, stride, off, rows)
	}
	o, s := uint(off)/4, uint(stride)/4
	switch op.kind {
	case opZero:
		return wordsZero(w, o, s, op.mask)
	case opStr:
		return wordsBelow(w, o, s, c.have[TableStr])
	case opRef:
		return refsBelow(w, o, s, c.total[op.target]+1)
	case opAny:
		return anysBelow(w, o, s, op.allowed, c.total)
	case opSpan:
		end, ok := spansFollow(w, o, s, c.cursor[op.span])
		c.cursor[op.span] = end
		return ok
	case opEnum:
		return partsBelow(w, o, s, uint8(off&3)*8, op.mask, op.limit)
	case opFinite32:
		return floatsFinite(w, o, s)
	case opFinite64:
		return doublesFinite(w, o, s)
	}
	return false
}

// runBytes is run for rows that do not consist of words. Such rows have values of 8 and
// 16 bits only.
func runBytes(op *rowOp, stride, off int, rows []byte) bool {
	switch op.kind {
	case opZeroIn:
		m := op.maskAt(off)
		for i := off; i < len(rows); i += stride {
			if rows[i]&m != 0 {
				return false
			}
		}
		return true
	case opEnum:
		if op.step == 1 {
			for i := off; i < len(rows); i += stride {
				if uint64(rows[i]) >= op.limit {
					return false
				}
			}
			return true
		}
		for i := off; i+1 < len(rows); i += stride {
			if uint64(binary.LittleEndian.Uint16(rows[i:])) >= op.limit {
				return false
			}
		}
		return true
	}
	return false
}

func (c *checker) spanEnd(op *rowOp) uint64 {
	if op.kind != opSpan {
		return 0
	}
	return c.cursor[op.span]
}

func (c *checker) setSpanEnd(op *rowOp, end uint64) {
	if op.kind == opSpan {
		c.cursor[op.span] = end
	}
}

// failedLoop is a loop that found that one of the rows breaks rule 7.
type failedLoop struct {
	op    *rowOp
	off   int // of the value in a row: in an array, not that of the op
	at    int // of the rows in the block
	rows  []byte
	words []uint32 // the same rows, or nil
}

// locate runs a failed loop again, row by row.
func (c *checker) locate(b *BlockInfo, stride int, l failedLoop) error {
	for i := 0; i+stride <= len(l.rows); i += stride {
		row := l.rows[i : i+stride]
		var w []uint32
		if l.words != nil {
			w = l.words[i/4 : (i+stride)/4]
		}
		end := c.spanEnd(l.op)
		if !c.run(l.op, stride, l.off, row, w) {
			return c.failValue(b, &l, i, end)
		}
	}
	return c.fail(b, l.op, l.at, ErrRange, "") // cannot happen: the loop failed on some row
}

// failValue says what the failing value in the row at byte i of a loop's rows is, and what
// it may be. If it is a span, the one before it ended at end.
func (c *checker) failValue(b *BlockInfo, l *failedLoop, i int, end uint64) error {
	op, off := l.op, l.off
	p := &c.plan.rows[b.Table]
	row := l.rows[i : i+p.stride]
	v := littleNumber(row[off:min(off+8, len(row))])
	name := func(t int) string { return c.plan.schema.Tables[t].Name }
	e := c.fail(b, op, l.at+i, ErrRange, "").(*Error)
	at := off // of what is wrong
	switch op.kind {
	case opZero, opZeroIn:
		for op.kind == opZero && row[at]&op.maskAt(at) == 0 { // of a whole word
			at++
		}
		e.Field, e.Err = p.fieldAt(at)
		e.Detail = fmt.Sprintf("byte %d of the row is %#02x", at, row[at])
	case opStr:
		e.Detail = fmt.Sprintf("string %d of %d", uint32(v), c.have[TableStr])
	case opRef:
		e.Detail = fmt.Sprintf("row+1 is %d, %s has %d rows, the second word is %d", uint32(v), name(op.target), c.total[op.target], v>>32)
	case opAny:
		t := binary.LittleEndian.Uint32(row[off+8:])
		e.Detail = fmt.Sprintf("row+1 is %d, the second word %d, table %d", uint32(v), v>>32, t)
		if uint64(t) < uint64(len(c.total)) {
			e.Detail += fmt.Sprintf(" (%s, %d rows)", name(int(t)), c.total[t])
		}
	case opSpan:
		e.Err = ErrSpan
		e.Detail = c.spanDetail(op, v, end)
	case opEnum:
		e.Detail = fmt.Sprintf("symbol %d of %d", littleNumber(row[off:off+op.step]), op.limit)
	case opFinite32, opFinite64:
		e.Err = ErrFinite
	}
	if b.Codec == CodecNone {
		e.Offset += int64(at - op.off)
	}
	return e
}

// fail returns an error about the row that begins at byte at of a block's rows. The
// offset is that of the value if the block is not compressed, and otherwise that of the
// block.
func (c *checker) fail(b *BlockInfo, op *rowOp, at int, sentinel error, detail string) error {
	t := &c.plan.schema.Tables[b.Table]
	e := &Error{Rule: 7, Offset: b.Offset, Table: t.Name, Row: int64(b.First) + int64(at/int(t.Stride)), Err: sentinel, Detail: detail}
	if op != nil {
		if op.field >= 0 {
			e.Field = t.Fields[op.field].Name
		}
		if b.Codec == CodecNone {
			e.Offset += int64(at + op.off)
		}
	} else if b.Codec == CodecNone {
		e.Offset += int64(at)
	}
	return e
}
