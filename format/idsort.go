package format

import (
	"bytes"
	"cmp"
	"math/bits"
	"runtime"
	"slices"
)

// idKey is an entry of $id that is being sorted, with the prefix of its string.
type idKey struct {
	idPrefix
	at uint32 // index into Writer.ids
}

// idsForTwo is how many ids are worth a second core; a variable for tests.
var idsForTwo = 1 << 14

// sortIDs sorts the ids by the bytes of their strings, then by table. It refuses one that
// two rows of a table have.
func (f *finish) sortIDs() error {
	came := &f.Writer.ids
	f.keys = sized(f.keys, came.n)
	f.room = sized(f.room, min(came.n, mostRoom))
	f.ids = sized(f.ids, came.n)
	if came.n >= idsForTwo && runtime.GOMAXPROCS(0) > 1 {
		f.sortOnTwo()
	} else {
		f.sortFrom(0, f.keys, f.room)
		f.mergeUp(f.ids, f.keys, nil)
	}
	piecesClear(came)
	if bytesOf(f.keys) > keepList {
		f.keys, f.room = nil, nil
	}
	for i := 1; i < len(f.ids); i++ {
		if a, b := &f.ids[i-1], &f.ids[i]; a.str == b.str && a.table == b.table {
			return misuse("%q is the id of two rows of %s, %d and %d", clipBytes(f.strs.get(a.str)),
				f.tables[a.table].name, a.row, b.row)
		}
	}
	return nil
}

// sortOnTwo sorts the two halves of the ids on two cores, and merges them from both ends.
func (f *finish) sortOnTwo() {
	half, room := len(f.keys)/2, len(f.room)/2
	a, b := f.keys[:half], f.keys[half:]
	onTwo(func() { f.sortFrom(0, a, f.room[:room]) }, func() { f.sortFrom(half, b, f.room[room:]) })
	onTwo(func() { f.mergeUp(f.ids[:half], a, b) }, func() { f.mergeDown(f.ids[half:], a, b) })
}

// onTwo returns when both functions have.
func onTwo(a, b func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		b()
	}()
	a()
	<-done
}

// sortFrom makes the keys of the ids from first on, as many as there is memory for, and
// sorts them.
func (f *finish) sortFrom(first int, keys, room []idKey) {
	came := &f.Writer.ids
	for i := range keys {
		keys[i] = idKey{prefix(f.strs.get(piecesAt(came, first+i).str)), uint32(first + i)}
	}
	sortKeys(keys, room, 0)
	for i := 0; i < len(keys); { // equal first bytes
		n := i + 1
		for n < len(keys) && keys[n].idPrefix == keys[i].idPrefix {
			n++
		}
		if n-i > 1 {
			slices.SortFunc(keys[i:n], f.compareKeys)
		}
		i = n
	}
}

// mergeUp fills to with the first ids of two sorted lists.
func (f *finish) mergeUp(to []idEntry, a, b []idKey) {
	for i := range to {
		var k idKey
		if len(b) == 0 || len(a) > 0 && f.compareKeys(a[0], b[0]) <= 0 {
			k, a = a[0], a[1:]
		} else {
			k, b = b[0], b[1:]
		}
		to[i] = *piecesAt(&f.Writer.ids, int(k.at))
	}
}

// mergeDown fills to with the last ids of two sorted lists: those that mergeUp leaves.
func (f *finish) mergeDown(to []idEntry, a, b []idKey) {
	for i := len(to) - 1; i >= 0; i-- {
		var k idKey
		if last := len(b) - 1; len(a) == 0 || last >= 0 && f.compareKeys(a[len(a)-1], b[last]) <= 0 {
			k, b = b[last], b[:last]
		} else {
			k, a = a[len(a)-1], a[:len(a)-1]
		}
		to[i] = *piecesAt(&f.Writer.ids, int(k.at))
	}
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

// compareKeys compares the ids of two keys, if need be by their strings.
func (f *finish) compareKeys(a, b idKey) int {
	if a.idPrefix != b.idPrefix {
		if a.after(b.idPrefix) {
			return 1
		}
		return -1
	}
	x, y := piecesAt(&f.Writer.ids, int(a.at)), piecesAt(&f.Writer.ids, int(b.at))
	if x.str == y.str {
		return cmp.Or(cmp.Compare(x.table, y.table), cmp.Compare(x.row, y.row)) // rows, so that one core and two refuse the same ones
	}
	return bytes.Compare(f.strs.get(x.str), f.strs.get(y.str))
}
