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
		if l.Schema.Tables[i].Class != format.ClassNode {
			continue
		}
		out[i] = repeated(h.table(i))
		h.sums[i] = nil // nobody owns these elements
	}
	for i, sums := range h.sums {
		if sums != nil {
			out[i] = repeated(sums)
		}
	}
	return out
}

// repeated counts the numbers that are equal to another one, which is not counted
// itself. It sorts them.
func repeated(sums []uint64) (n int) {
	slices.Sort(sums)
	for i := 1; i < len(sums); i++ {
		if sums[i] == sums[i-1] {
			n++
		}
	}
	return n
}

type hasher struct {
	l    *level.Level
	sums [][]uint64 // by array table, by row
	row  []byte
}

// table hashes each row of a table, and those of the tables that it owns.
func (h *hasher) table(table int) []uint64 {
	t := &h.l.Schema.Tables[table]
	var spans []*format.Field
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Type == format.TypeSpan {
			spans = append(spans, f)
			h.table(h.l.Table(f.Target))
		}
	}
	sums := make([]uint64, h.l.Rows(table))
	for i := range sums {
		row := h.l.Row(table, uint32(i))
		if len(spans) > 0 {
			row = h.inline(row, spans)
		}
		sums[i] = xxh3.Hash(row)
	}
	h.sums[table] = sums
	return sums
}

// inline replaces the spans in a row by the hashes of their elements.
func (h *hasher) inline(row []byte, spans []*format.Field) []byte {
	h.row = append(h.row[:0], row...)
	for _, f := range spans {
		start, n := level.Span(row[f.Offset:])
		clear(h.row[f.Offset : f.Offset+4])
		for _, s := range h.sums[h.l.Table(f.Target)][start : start+n] {
			h.row = binary.LittleEndian.AppendUint64(h.row, s)
		}
	}
	return h.row
}
