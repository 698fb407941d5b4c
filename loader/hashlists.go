package loader

import "math/bits"

// hashLists finds lists of nodes by their hash. It makes its table once for all families of
// siblings up to a size, with two to four slots for each node.
//
// Invariant: at least half of the slots are empty.
type hashLists struct{ slots []hashList }

// hashList is the nodes with one hash, by their places in a list plus one. Of an empty
// list first is 0, of an empty slot last is as well.
type hashList struct {
	hash        uint64
	first, last int32
}

// start empties the table and makes room for n lists.
func (h *hashLists) start(n int) {
	if n = 1 << bits.Len(uint(2*n-1)); n > cap(h.slots) {
		h.slots = make([]hashList, n)
		return
	}
	h.slots = h.slots[:n]
	clear(h.slots)
}

// slot returns where the list of a hash is, or would be.
func (h *hashLists) slot(hash uint64) *hashList {
	mask := uint64(len(h.slots) - 1)
	for i := hash >> 32 & mask; ; i = (i + 1) & mask {
		if l := &h.slots[i]; l.last == 0 || l.hash == hash {
			return l
		}
	}
}

// add appends the node at place k to the list of its hash. next has, by place, the next
// place in a list, or 0.
func (h *hashLists) add(hash uint64, k int32, next []int32) {
	l := h.slot(hash)
	if next[k] = 0; l.last == 0 {
		*l = hashList{hash: hash, first: k + 1}
	} else {
		next[l.last-1] = k + 1
	}
	l.last = k + 1
}

// take removes the first node from the list of a hash and returns its place.
func (h *hashLists) take(hash uint64, next []int32) (k int32, ok bool) {
	l := h.slot(hash)
	if l.first == 0 {
		return 0, false
	}
	k = l.first - 1
	l.first = next[k]
	return k, true
}
