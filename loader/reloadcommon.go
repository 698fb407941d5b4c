package loader

import "bytes"

// common is how many rows of a table are the same bytes at the beginning and at the end of
// both versions. A change at one place leaves nearly all of them so, and to know it spares
// looking at each row or span. It is 0 where equal bytes may mean different things.
type common struct {
	head, tail uint32
	old, more  uint32 // rows of the old version; how many more the new one has
	known      bool
}

// commonOf returns what the versions of a table have in common.
func (r *reload) commonOf(table int) *common {
	c := &r.common[table]
	if c.known {
		return c
	}
	old, new := r.old.tables[table], r.new.tables[table]
	*c = common{old: old.used, more: new.used - old.used, known: true}
	if t := &r.shapes[table]; !t.solid || len(t.stretches) == 0 || t.texts && r.renamed {
		return c
	}
	n := min(old.used, new.used)
	c.head = r.commonRows(table, n, func(k, _ uint32) (uint32, uint32) { return k, k })
	c.tail = r.commonRows(table, n-c.head, func(k, size uint32) (uint32, uint32) { return old.used - k - size, new.used - k - size })
	return c
}

// has reports whether n rows, from first in the old version and from to in the new one, are
// known to be the same.
func (c *common) has(first, to, n uint32) bool {
	end := uint64(first) + uint64(n)
	return first == to && end <= uint64(c.head) || to-first == c.more && first >= c.old-c.tail && end <= uint64(c.old)
}

// commonPiece is how many bytes are compared at a time.
const commonPiece = 4096

// commonRows returns how many rows are the same, at most n. at says where the size rows are
// that come after k of them.
func (r *reload) commonRows(table int, n uint32, at func(k, size uint32) (old, new uint32)) (k uint32) {
	piece := max(1, uint32(commonPiece/r.shapes[table].stride))
	for k < n {
		size := min(piece, n-k)
		switch first, to := at(k, size); {
		case r.sameBytes(table, first, to, size):
			k += size
		case size == 1:
			return k
		default: // it is among these
			piece = size / 2
		}
	}
	return k
}

// sameBytes compares n rows.
func (r *reload) sameBytes(table int, first, to, n uint32) bool {
	for n > 0 {
		a, b := r.both(table, first, to, n)
		if !bytes.Equal(a, b) {
			return false
		}
		k := uint32(len(a) / r.shapes[table].stride)
		first, to, n = first+k, to+k, n-k
	}
	return true
}
