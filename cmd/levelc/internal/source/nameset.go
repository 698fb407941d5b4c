package source

import (
	"bytes"
	"hash/maphash"
)

// fewNames is how many names are compared with each other rather than hashed.
const fewNames = 8

// nameSet finds a name among many, so that one that is given twice is found in time that
// grows only with their number. As the hash has a seed, no file can bring many names
// into one place. The zero value is ready for reset.
type nameSet struct {
	slots []nameSlot // an occupied one passes on to the next; half of them are free
	seed  maphash.Seed
}

// nameSlot has the number of a name.
type nameSlot struct {
	hash uint32 // other bits than those that choose the slot
	next int32  // the number after that of the name, or 0
}

// reset empties the set and makes room for n names.
func (s *nameSet) reset(n int) {
	if s.slots == nil {
		s.seed = maphash.MakeSeed()
	}
	size := 4 * fewNames
	for size < 2*n {
		size *= 2
	}
	if cap(s.slots) < size {
		s.slots = make([]nameSlot, size)
		return
	}
	s.slots = s.slots[:size]
	clear(s.slots)
}

// rest drops the storage if it is more than for n names.
func (s *nameSet) rest(n int) {
	if cap(s.slots) > 2*n {
		s.slots = nil
	}
}

// find returns the number of a name, or -1 and the slot for it. at returns the name with
// a number.
func (s *nameSet) find(name []byte, at func(int) []byte) (int, *nameSlot) {
	h := maphash.Bytes(s.seed, name)
	for i := h; ; i++ {
		slot := &s.slots[i&uint64(len(s.slots)-1)]
		switch {
		case slot.next == 0:
			slot.hash = uint32(h >> 32)
			return -1, slot
		case slot.hash == uint32(h>>32) && bytes.Equal(at(int(slot.next-1)), name):
			return int(slot.next - 1), slot
		}
	}
}

// add is find that gives a new name the number n.
func (s *nameSet) add(name []byte, n int, at func(int) []byte) int {
	was, slot := s.find(name, at)
	if was < 0 {
		slot.next = int32(n + 1)
	}
	return was
}

// nameBit returns a bit for a hash of a name. It only has to tell short lists of names
// apart, and that quickly.
func nameBit(n []byte) uint64 {
	k := len(n)
	if k == 0 {
		return 1
	}
	return 1 << ((uint(n[0])*7 + uint(n[k-1])*3 + uint(n[max(k-2, 0)])*27 + uint(k)) & 63)
}
