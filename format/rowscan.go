package format

import "encoding/binary"

// rowScan checks the rows of one block alone. Several goroutines may do that at once,
// for different blocks of a chunk, each with its own rowScan. What remains is to join
// the spans to those of other blocks.
type rowScan struct {
	scanResult
	cols columnCheck
	swap []uint32 // see words
	gap  []byte   // see Reader.fill
}

// scanResult is what a scan has found.
type scanResult struct {
	ok      bool // rule 7 holds within the block
	settled bool // the Placer has settled all of them
	good    int  // bytes of rows before the first that breaks rule 7
	spans   []spanRun
}

// spanRun is where the spans of a block's good rows start and end, in rows of their
// target.
type spanRun struct {
	op         *rowOp
	start, end uint64
	next       uint64 // end, with the rows at hand
}

// tileBytes is how much of a block is checked at a time, so that the loops after the
// first find the rows in the first-level cache.
const tileBytes = 16 << 10

// look checks the rows of a block. It has place settle the good ones while they are in
// the cache; with a nil place they stay as they are. It changes nothing but the scan
// and these rows, and reads only what stays the same in the checker through a chunk.
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
		known := 0 // bytes that the columns have checked
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

// runAll runs the plain loops. Those that columns cover run only over what the columns
// have left.
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
			rows = rows[known:]
			if w != nil {
				w = w[known/4:]
			}
		}
		for k := range op.n {
			if !c.run(op, p.stride, op.off+k*op.step, rows, w) {
				return false
			}
		}
	}
	return true
}

// follow checks that the spans of the table's i-th span field follow each other.
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

// words returns rows as words, for the loops. If the machine's byte order or the
// alignment does not fit, it copies them.
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
