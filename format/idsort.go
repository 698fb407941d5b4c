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
func (f *finish) sortIDs() {
	came := &f.Writer.ids
	keys := make([]idKey, came.n)
	for i := range keys {
		k := &keys[i]
		k.high, k.low = prefix(f.strs.get(came.at(i).str))
		k.at = uint32(i)
	}
	slices.SortFunc(keys, func(a, b idKey) int {
		if a.high != b.high {
			return cmp.Compare(a.high, b.high)
		}
		if a.low != b.low {
			return cmp.Compare(a.low, b.low)
		}
		return f.compareIDs(came.at(int(a.at)), came.at(int(b.at)))
	})
	f.ids = make([]idEntry, len(keys))
	for i := range keys {
		f.ids[i] = *came.at(int(keys[i].at))
	}
	*came = pieces[idEntry]{}
}

// compareIDs compares ids whose first bytes are equal.
func (f *finish) compareIDs(a, b *idEntry) int {
	if a.str == b.str {
		return cmp.Compare(a.table, b.table)
	}
	return bytes.Compare(f.strs.get(a.str), f.strs.get(b.str))
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
