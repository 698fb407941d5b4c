package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// idKey is an entry of $id while it is sorted. The first bytes of its string
// come with it, as two numbers that compare as they do, so that nearly no
// comparison has to go and fetch the string.
type idKey struct {
	high, low uint64
	at        uint32 // in Writer.ids
}

// sortIDs sorts the ids by the bytes of their strings, then by table.
func (w *Writer) sortIDs() {
	keys := make([]idKey, len(w.ids))
	for i := range w.ids {
		high, low := prefix(w.strs.get(w.ids[i].str))
		keys[i] = idKey{high, low, uint32(i)}
	}
	slices.SortFunc(keys, func(a, b idKey) int {
		if a.high != b.high {
			return cmp.Compare(a.high, b.high)
		}
		if a.low != b.low {
			return cmp.Compare(a.low, b.low)
		}
		return w.compareIDs(&w.ids[a.at], &w.ids[b.at])
	})
	sorted := make([]idEntry, len(w.ids))
	for i := range keys {
		sorted[i] = w.ids[keys[i].at]
	}
	w.ids = sorted
}

// compareIDs compares ids whose first bytes are equal.
func (w *Writer) compareIDs(a, b *idEntry) int {
	if a.str == b.str {
		return cmp.Compare(a.table, b.table)
	}
	return bytes.Compare(w.strs.get(a.str), w.strs.get(b.str))
}

// prefix is the first 16 bytes of a string, zeros where it is shorter.
func prefix(s []byte) (high, low uint64) {
	if len(s) >= 16 {
		return binary.BigEndian.Uint64(s), binary.BigEndian.Uint64(s[8:])
	}
	var p [16]byte
	copy(p[:], s)
	return binary.BigEndian.Uint64(p[:]), binary.BigEndian.Uint64(p[8:])
}
