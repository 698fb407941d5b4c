package loader

import "github.com/levelc/levelc/format"

// convertBytes is how much of a block is converted at a time. It fits the first-level
// cache together with its input.
const convertBytes = 32 << 10

// scratch returns memory for n converted bytes, aligned for any row.
func (ln *lane) scratch(n int) []byte {
	if words := (n + 7) / 8; words > len(ln.words) {
		ln.words = make([]uint64, words)
	}
	return format.BytesOf(ln.words)[:n]
}

// convert yields the rows of a table of the file in the layout of the store, a piece at a
// time. row is the number of the first one; a piece comes with that of its first one. The
// memory of a piece is that of the next one.
func (ln *lane) convert(table, row int, data []byte, yield func(row int, rows []byte) error) error {
	tp, from := &ln.plan.tables[table], int(ln.plan.schema.Tables[table].Stride)
	for piece := max(1, convertBytes/max(from, tp.stride)); len(data) > 0; {
		n := min(piece, len(data)/from)
		out := ln.scratch(n * tp.stride)
		if err := tp.convert.Convert(out, data[:n*from], n); err != nil {
			return err
		}
		if err := yield(row, out); err != nil {
			return err
		}
		row, data = row+n, data[n*from:]
	}
	return nil
}
