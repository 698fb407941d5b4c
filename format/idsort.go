package format

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
)

// idKey is an entry of $id that is being sorted, with the prefix of its string.
type idKey struct {
	idPrefix
	at uint32 // index into Writer.ids
}

// sortIDs sorts the ids by the bytes of their strings, then by table. It refuses one that
// two rows of a table have.
func (f *finish) sortIDs() error {
	came := &f.Writer.ids
	f.keys = sized(f.keys, came.n)
	keys := f.keys
	for i := range keys {
		keys[i] = idKey{prefix(f.strs.get(piecesAt(came, i).str)), uint32(i)}
	}
	f.room = sized(f.room, min(len(keys), mostRoom))
	sortKeys(keys, f.room, 0)
	for i := 0; i < len(keys); { // equal first bytes
		n := i + 1
		for n < len(keys) && keys[n].idPrefix == keys[i].idPrefix {
			n++
		}
		if n-i > 1 {
			slices.SortFunc(keys[i:n], func(a, b idKey) int { return f.compareIDs(piecesAt(came, int(a.at)), piecesAt(came, int(b.at))) })
		}
		i = n
	}
	f.ids = sized(f.ids, len(keys))
	for i := range keys {
		f.ids[i] = *piecesAt(came, int(keys[i].at))
	}
	piecesClear(came)
	if bytesOf(keys) > keepList {
		f.keys, f.room = nil, nil
	}
	for i := 1; i < len(f.ids); i++ {
		if a, b := &f.ids[i-1], &f.ids[i]; a.str == b.str && a.table == b.table {
			return misuse("%q is the id of two rows of %s, %d and %d", clipBytes(f.strs.get(a.str)),
				f.tables[a.table].name, min(a.row, b.row), max(a.row, b.row))
		}
	}
	return nil
}

const (
	// fewKeys is the most keys that are sorted by insertion.
	fewKeys = 24
	// mostRoom is the most keys for which there is memory a second time: 6 MB.
	mostRoom = 1 << 18
)

// sortKeys sorts keys that are equal in their first depth bytes by the other bytes. It
// distributes them by one byte after another, which takes a fifth of the time of
// comparing them. Ids tend to begin alike, so it looks for the next byte in which they
// differ.
func sortKeys(keys, room []idKey, depth int) {
	for len(keys) > fewKeys && depth < 16 {
		var ends [256]uint32
		var high, low uint64 // the bits in which they differ
		for _, k := range keys {
			ends[k.byte(depth)]++
			high |= k.high ^ keys[0].high
			low |= k.low ^ keys[0].low
		}
		if int(ends[keys[0].byte(depth)]) == len(keys) {
			depth = bits.LeadingZeros64(high) / 8
			if high == 0 {
				depth += bits.LeadingZeros64(low) / 8
			}
			continue
		}
		if len(keys) <= len(room) {
			dealKeys(keys, room, depth, &ends)
		} else {
			swapKeys(keys, depth, &ends)
		}
		at := uint32(0)
		for _, end := range &ends {
			if end > at {
				sortKeys(keys[at:end], room, depth+1)
				at = end
			}
		}
		return
	}
	if depth == 16 {
		return
	}
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		n := i
		for ; n > 0 && keys[n-1].after(k.idPrefix); n-- {
			keys[n] = keys[n-1]
		}
		keys[n] = k
	}
}

// dealKeys orders keys by one byte. ends counts the keys with each value, and becomes
// their ends. Equal keys keep their order: ids with numbers in them tend to arrive in
// that order, which saves half the work.
func dealKeys(keys, room []idKey, depth int, ends *[256]uint32) {
	at := uint32(0)
	for c, n := range ends {
		ends[c] = at
		at += n
	}
	for _, k := range keys {
		to := &ends[k.byte(depth)]
		room[*to] = k
		*to++
	}
	copy(keys, room)
}

// swapKeys is dealKeys without extra memory.
func swapKeys(keys []idKey, depth int, ends *[256]uint32) {
	var next [256]uint32
	at := uint32(0)
	for c, n := range ends {
		next[c] = at
		at += n
		ends[c] = at
	}
	for c := range next {
		for next[c] < ends[c] {
			k := keys[next[c]]
			for {
				to := k.byte(depth)
				if int(to) == c {
					break
				}
				keys[next[to]], k = k, keys[next[to]]
				next[to]++
			}
			keys[next[c]] = k
			next[c]++
		}
	}
}

// compareIDs compares ids whose first bytes are equal.
func (f *finish) compareIDs(a, b *idEntry) int {
	if a.str == b.str {
		return cmp.Compare(a.table, b.table)
	}
	return bytes.Compare(f.strs.get(a.str), f.strs.get(b.str))
}
