package loader

import "math/bits"

// hashLists finds lists of nodes by their hash. It takes one slot more than twice as many
// as there are nodes, once for all families of siblings up to that size.
//
// Invariant: at least half of the slots are empty.
type hashLists struct{ slots []alike }

// alike is the nodes with the same hash, by their places in a list. first is -1 if none
// are left.
type alike struct {
	hash        uint64
	used        bool
	first, last int32
}

// start empties the table and makes room for n lists.
func (h *hashLists) start(n int) {
	if n = 1 << bits.Len(uint(2*n-1)); n > cap(h.slots) {
		h.slots = make([]alike, n)
		return
	}
	h.slots = h.slots[:n]
	clear(h.slots)
}

// slot returns where the list of a hash is, or would be.
func (h *hashLists) slot(hash uint64) *alike {
	mask := uint64(len(h.slots) - 1)
	for i := hash >> 32 & mask; ; i = (i + 1) & mask {
		if l := &h.slots[i]; !l.used || l.hash == hash {
			return l
		}
	}
}

// list returns the list of a hash, which is empty if it is new.
func (h *hashLists) list(hash uint64) *alike {
	l := h.slot(hash)
	if !l.used {
		*l = alike{hash: hash, used: true, first: -1, last: -1}
	}
	return l
}

// find returns the list of a hash, or nil.
func (h *hashLists) find(hash uint64) *alike {
	if l := h.slot(hash); l.used {
		return l
	}
	return nil
}
