package loader

import "github.com/levelc/levelc/store"

// fill copies rows to reserved memory, which a store hands out in pieces: those of n rows
// from row on, or as many of them as are in one piece.
func fill(row, stride int, rows []byte, memory func(row, n int) ([]byte, error)) error {
	for len(rows) > 0 {
		dst, err := memory(row, len(rows)/stride)
		if err != nil {
			return err
		}
		n := copy(dst, rows)
		row, rows = row+n/stride, rows[n:]
	}
	return nil
}

func fillRows(st store.Rows, r store.Range, row, stride int, rows []byte) error {
	return fill(row, stride, rows, func(row, n int) ([]byte, error) { return st.Bytes(r, row, n) })
}

func (b *Binding) fillText(r store.StringRange, off int, text []byte) error {
	return fill(off, 1, text, func(off, n int) ([]byte, error) { return b.strings.TextBytes(r, off, n) })
}

func (b *Binding) fillEntries(r store.StringRange, row int, entries []byte) error {
	return fill(row, 8, entries, func(row, n int) ([]byte, error) { return b.strings.EntryBytes(r, row, n) })
}
