package loader

import (
	"bytes"
	"hash/maphash"
	"math/bits"

	"github.com/levelc/levelc/format"
)

// stringSet finds the strings of a file by their text. It copies none of them. Two
// versions of a level have most of their strings in the same order, so it first looks
// behind the last find, and makes a hash table only if that fails.
type stringSet struct {
	strs  *format.StringTable
	next  uint32   // the string behind the last find
	slots []uint32 // by hash: a string, or 0; at least half of the slots are empty
	seed  maphash.Seed
}

func stringsOf(strs *format.StringTable) stringSet { return stringSet{strs: strs, next: 1} }

// find returns the number of a string, 0 for "" and for a text that is not there.
func (s *stringSet) find(text []byte) uint32 {
	if int(s.next) >= s.strs.Len() || !bytes.Equal(s.strs.Get(s.next), text) {
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
	s.slots = make([]uint32, 1<<bits.Len(uint(2*s.strs.Len())))
	for id := uint32(1); int(id) < s.strs.Len(); id++ {
		s.slots[s.slot(s.strs.Get(id))] = id
	}
}

// slot returns the slot of a string, or the empty slot where it would be.
func (s *stringSet) slot(text []byte) uint64 {
	mask := uint64(len(s.slots) - 1)
	i := maphash.Bytes(s.seed, text) & mask
	for s.slots[i] != 0 && !bytes.Equal(s.strs.Get(s.slots[i]), text) {
		i = (i + 1) & mask
	}
	return i
}
