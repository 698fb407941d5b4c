package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// The rows of a file name each other by position: row+1 of a table, a string id, the
// start of a span. Relocation adds to these where the ranges in the stores begin. Each
// loop does one field over one block, while the block is still in the cache that it was
// read into. Null is zero and stays zero without a branch.
//
// Rows with such fields are a whole number of 32-bit words and are handled as words.
// Each loop is bounded by the slice's own length, which spares the bounds check. The
// loops are not inlined: inside apply they would run out of registers.

// bases is where the rows of a level go, for each table of the file.
type bases struct {
	first []uint32
	gen   []uint32
	kind  []uint16
	below []uint32 // nodes of the kinds before it
	str   uint32   // id that string 1 of the file gets, minus 1
	more  uint32   // id of the first default
}

// handle returns the handle of a row of the file.
func (b *bases) handle(table int, row uint32) store.AnyHandle {
	return store.AnyFromBits(b.kind[table], uint64(b.gen[table])<<32|uint64(b.first[table]+row))
}

func (r *relocation) apply(w []uint32, stride uint, b *bases) {
	off := r.off
	for range r.count {
		switch r.kind {
		case format.TypeStr:
			relocateStr(w, off, stride, b.str)
			off++
		case format.TypeRef:
			relocateRef(w, off, stride, b.first[r.target]-1, b.gen[r.target])
			off += 2
		case format.TypeAnyRef:
			relocateAnyRef(w, off, stride, b)
			off += 3
		case format.TypeSpan:
			relocateSpan(w, off, stride, b.first[r.target])
		}
	}
}

// nonZero returns all ones for v > 0, else 0.
func nonZero(v uint32) uint32 { return uint32(-int64(v) >> 63) }

//go:noinline
func relocateStr(w []uint32, off, stride uint, add uint32) {
	for i := off; i < uint(len(w)); i += stride {
		v := w[i]
		w[i] = v + add&nonZero(v)
	}
}

//go:noinline
func relocateRef(w []uint32, off, stride uint, add, gen uint32) {
	for i := off + 1; i < uint(len(w)); i += stride {
		v := w[i-1]
		m := nonZero(v)
		w[i-1] = v + add&m
		w[i] = gen & m
	}
}

//go:noinline
func relocateSpan(w []uint32, off, stride uint, first uint32) {
	for i := off + 1; i < uint(len(w)); i += stride {
		w[i-1] = (w[i-1] + first) & nonZero(w[i])
	}
}

// relocateAnyRef: the first half of the third word is the table, the other half is
// zero.
func relocateAnyRef(w []uint32, off, stride uint, b *bases) {
	for i := off + 2; i < uint(len(w)); i += stride {
		v, t := w[i-2], kindIn(w[i])
		if v == 0 || uint(t) >= uint(len(b.first)) {
			continue
		}
		w[i-2] = (v - 1 + b.first[t]) & nonZero(b.gen[t]) // of a kind that the world lacks: nil
		w[i-1] = b.gen[t]
		w[i] = kindWord(b.kind[t])
	}
}

// relocateText moves the spans of $str, (start, length), and turns them from the file's
// byte order into the machine's.
func relocateText(data []byte, base uint32) {
	rows := format.FixedRows[format.StrRow](data)
	for ; len(rows) >= 2; rows = rows[2:] {
		relocateEntry(&rows[0], base)
		relocateEntry(&rows[1], base)
	}
	if len(rows) > 0 {
		relocateEntry(&rows[0], base)
	}
}

func relocateEntry(row *format.StrRow, base uint32) {
	start, n := row.Start(), row.Len()
	binary.NativeEndian.PutUint32(row[:4], start+base)
	binary.NativeEndian.PutUint32(row[4:], n)
}

// kindIn returns the 16-bit number at the start of an anyref's third word; the rest of
// the word is zero.
func kindIn(w uint32) uint32 {
	if format.LittleEndian {
		return w
	}
	return w >> 16
}

// kindWord returns the third word of an anyref.
func kindWord(kind uint16) uint32 {
	if format.LittleEndian {
		return uint32(kind)
	}
	return uint32(kind) << 16
}
