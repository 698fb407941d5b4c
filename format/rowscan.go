package format

import "encoding/binary"

// rowScan looks at the rows of one block for themselves, which several
// goroutines may do at once for different blocks of a chunk, each with a scan
// of its own. What is left is to join the spans to those of other blocks.
type rowScan struct {
	scanResult
	cols columnCheck
	swap []uint32 // see words
}

// scanResult is what has been found.
type scanResult struct {
	ok      bool // rule 7 holds within the block
	settled bool // so a Placer says of all rows of it
	good    int  // bytes of rows in front of those that it does not hold for
	spans   []spanRun
}

// spanRun is where the spans of a block start and end, in rows of their target;
// those of the rows that are good.
type spanRun struct {
	op         *rowOp
	start, end uint64
	next       uint64 // end, with the rows at hand
}

// tileBytes is what a block's rows are checked in, so that the loops after the
// first find them in the first-level cache.
const tileBytes = 16 << 10

// look checks the rows of a block, and has place settle those that hold, while
// they are in the cache; without place they stay as they are. It changes nothing
// else but the scan, and reads of the checker what stays the same through a
// chunk.
func (s *rowScan) look(c *checker, b *BlockInfo, data []byte, place Placer) {
	p := &c.plan.rows[b.Table]
	wide := s.cols.prepare(p, c.have[TableStr], c.total, data)
	unit := max(p.stride, p.period)
	tile := max(1, tileBytes/unit) * unit
	if len(p.ops) == 1 && p.ops[0].n == 1 && littleEndian && place == nil {
		tile = len(data)
	}
	s.spans = s.spans[:0]
	s.ok, s.settled, s.good = true, place != nil, 0
	for at := 0; at < len(data); at += tile {
		rows := data[at:min(at+tile, len(data))]
		known := 0 // bytes of which the columns hold
		if wide {
			known = len(rows) / p.period * p.period
			s.ok = s.cols.hold(rows[:known])
		}
		if s.ok = s.ok && s.runAll(c, p, rows, known); !s.ok {
			s.settled = false
			return
		}
		for i := range s.spans {
			s.spans[i].end = s.spans[i].next
		}
		s.settled = s.settled && place.Settle(b.Table, rows)
		s.good = at + len(rows)
	}
}

// runAll runs the plain loops, and those that the columns have done over what
// these have left.
func (s *rowScan) runAll(c *checker, p *rowPlan, rows []byte, known int) bool {
	w := s.words(rows, p.stride)
	spans := 0
	for i := range p.ops {
		op := &p.ops[i]
		if op.kind == opSpan {
			if !s.follow(op, w, uint(p.stride)/4, spans) {
				return false
			}
			spans++
			continue
		}
		rows, w := rows, w
		if op.wide && known > 0 {
			if known == len(rows) {
				continue
			}
			rows, w = rows[known:], w[known/4:]
		}
		for k := range op.n {
			if !c.run(op, p.stride, op.off+k*op.step, rows, w) {
				return false
			}
		}
	}
	return true
}

// follow checks that the spans of a field, the i-th of the table, follow each
// other.
func (s *rowScan) follow(op *rowOp, w []uint32, stride uint, i int) bool {
	off := uint(op.off) / 4
	if i == len(s.spans) {
		start := uint64(w[off])
		s.spans = append(s.spans, spanRun{op: op, start: start, end: start})
	}
	end, ok := spansFollow(w, off, stride, s.spans[i].end)
	s.spans[i].next = end
	return ok
}

// words sees rows as the loops want them. Where the machine's byte order or an
// alignment stand against it, it copies.
func (s *rowScan) words(rows []byte, stride int) []uint32 {
	if stride%4 != 0 {
		return nil
	}
	if littleEndian {
		if w := words32(rows); w != nil {
			return w
		}
	}
	s.swap = s.swap[:0]
	for i := 0; i+4 <= len(rows); i += 4 {
		s.swap = append(s.swap, binary.LittleEndian.Uint32(rows[i:]))
	}
	return s.swap
}
