package loader

import (
	"hash/maphash"
	"math/bits"
)

// stringSet finds the strings of an image by their text. It copies none of them. Two
// versions of a level have most of their strings in the same order, so it first looks
// behind the last find, and makes a hash table only if that fails.
type stringSet struct {
	in    *image
	next  uint32   // the string behind the last find
	slots []uint32 // by hash: a string, or 0; at least half of the slots are empty
	seed  maphash.Seed
}

func stringsOf(im *image) stringSet { return stringSet{in: im, next: 1} }

// find returns the number of a string, 0 for "" and for a text that is not there.
func (s *stringSet) find(text string) uint32 {
	if int(s.next) >= s.in.strings() || s.in.text(s.next) != text {
		if s.slots == nil {
			s.index()
		}
		id := s.slots[s.slot(text)]
		if id == 0 {
			return 0
		}
		s.next = id
	}
	s.next++
	return s.next - 1
}

func (s *stringSet) index() {
	s.seed = maphash.MakeSeed()
	s.slots = make([]uint32, 1<<bits.Len(uint(2*s.in.strings())))
	for id := uint32(s.in.strings() - 1); id > 0; id-- { // of equal ones, the first stays
		s.slots[s.slot(s.in.text(id))] = id
	}
}

// slot returns the slot of a string, or the empty slot where it would be.
func (s *stringSet) slot(text string) uint64 {
	mask := uint64(len(s.slots) - 1)
	i := maphash.String(s.seed, text) & mask
	for s.slots[i] != 0 && s.in.text(s.slots[i]) != text {
		i = (i + 1) & mask
	}
	return i
}
