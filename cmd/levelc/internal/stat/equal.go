package stat

import (
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// equalRows counts, for each table, the rows that are equal to an earlier one.
func equalRows(l *level.Level) []int {
	h := hasher{l: l, sums: make([][]uint64, len(l.Schema.Tables))}
	out := make([]int, len(l.Schema.Tables))
	for i := range l.Schema.Tables {
		switch t := &l.Schema.Tables[i]; {
		case t.Class == format.ClassFixed:
		case !hasSpans(t):
			out[i] = repeatedRows(l.Data(i), int(t.Stride))
		case t.Class == format.ClassNode:
			out[i] = repeated(h.table(i)) // nobody owns these rows
		default:
			h.sums[i] = h.of(i)
		}
	}
	for i, sums := range h.sums { // when their owners have been hashed: it sorts them
		if sums != nil {
			out[i] = repeated(sums)
		}
	}
	return out
}

// repeated counts the numbers that are equal to another one, which is not counted
// itself. It sorts them.
func repeated[T uint32 | uint64](sums []T) (n int) {
	slices.Sort(sums)
	for i := 1; i < len(sums); i++ {
		if sums[i] == sums[i-1] {
			n++
		}
	}
	return n
}

// repeatedRows is repeated for rows without spans. Small rows are compared themselves,
// because of them there may be very many: hashes would take a multiple of the level.
func repeatedRows(rows []byte, stride int) int {
	n := len(rows) / stride
	switch {
	case stride <= 2:
		var seen [1 << 16]bool
		for ; len(rows) > 0; rows = rows[stride:] {
			if v := small(rows[:stride]); !seen[v] {
				seen[v] = true
				n--
			}
		}
		return n
	case stride <= 4:
		list := make([]uint32, n)
		for i := range list {
			list[i] = uint32(small(rows[i*stride:][:stride]))
		}
		return repeated(list)
	}
	list := make([]uint64, n)
	for i := range list {
		if row := rows[i*stride:][:stride]; stride <= 8 {
			list[i] = small(row)
		} else {
			list[i] = xxh3.Hash(row)
		}
	}
	return repeated(list)
}

// small returns a number for a row of at most 8 bytes, which no other row has.
func small(row []byte) (v uint64) {
	for i, b := range row {
		v |= uint64(b) << (8 * i)
	}
	return v
}

func hasSpans(t *format.Table) bool {
	return slices.ContainsFunc(t.Fields, func(f format.Field) bool { return f.Type == format.TypeSpan })
}

// hasher hashes rows with spans.
type hasher struct {
	l    *level.Level
	sums [][]uint64 // by array table, by row; only for elements that have spans
	all  xxh3.Hasher
}

// span is a field whose elements are in a table.
type span struct {
	at, stride uint32
	rows       []byte
	sums       []uint64 // nil if the elements have no spans
}

// of returns the hashes of the elements of an array table, which are kept.
func (h *hasher) of(table int) []uint64 {
	if h.sums[table] == nil {
		h.sums[table] = h.table(table)
	}
	return h.sums[table]
}

// table hashes each row of a table.
func (h *hasher) table(table int) []uint64 {
	var spans []span
	for i := range h.l.Schema.Tables[table].Fields {
		f := &h.l.Schema.Tables[table].Fields[i]
		if f.Type != format.TypeSpan {
			continue
		}
		in := h.l.Table(f.Target)
		s := span{at: f.Offset, stride: h.l.Schema.Tables[in].Stride, rows: h.l.Data(in)}
		if hasSpans(&h.l.Schema.Tables[in]) {
			s.sums = h.of(in)
		}
		spans = append(spans, s)
	}
	sums := make([]uint64, h.l.Rows(table))
	var row []byte
	for i := range sums {
		row = append(row[:0], h.l.Row(table, uint32(i))...)
		for j := range spans {
			// Instead of where the elements stand, what they are. Their number stays.
			s := &spans[j]
			start, n := level.Span(row[s.at:])
			clear(row[s.at : s.at+4])
			row = binary.LittleEndian.AppendUint64(row, h.elements(s, start, n))
		}
		sums[i] = xxh3.Hash(row)
	}
	return sums
}

// elements hashes elements, which stand side by side.
func (h *hasher) elements(s *span, start, n uint32) uint64 {
	if s.sums == nil {
		return xxh3.Hash(s.rows[uint64(start)*uint64(s.stride):][:uint64(n)*uint64(s.stride)])
	}
	h.all.Reset()
	var b [8]byte
	for _, sum := range s.sums[start:][:n] {
		binary.LittleEndian.PutUint64(b[:], sum)
		h.all.Write(b[:])
	}
	return h.all.Sum64()
}
