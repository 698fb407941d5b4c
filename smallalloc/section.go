package smallalloc

import (
	"encoding/binary"
	"math/bits"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// sectionSlots is the most slots of one section: what three levels of 64 cover. A
// larger class has several sections in a row.
const sectionSlots = 64 * 64 * 64

// section is consecutive slots of one size and the bits that say which of them
// are free.
//
//	top          1 word                bit i: sum[i] is not 0
//	sum          up to 64 words        bit j of sum[i]: leaf i*64+j is not 0
//	leaf, tail   1 bit a slot          set: the slot is free
//
// The leaves are all that the allocator needs for each slot, and are in the region; sum
// and top are of fixed size and are here. A leaf word of which the region holds only
// some bytes (1,000 slots have 125 bytes of bits) is the tail.
//
// Invariants: sum and top say of the leaves what the drawing says (tree form),
// or no leaf in front of hint has a bit set (flat form); live is the number of
// bits of real slots that are clear; bits behind the last slot are clear.
type section struct {
	top   uint64
	leaf  []uint64
	start uintptr // offset of the first slot in the region
	size  uintptr // of a slot
	recip uint64  // 2^64/size rounded up: a multiplication finds the slot of an offset
	live  int
	peak  int
	hint  int // flat form
	sum   [64]uint64

	tail  []byte
	end   uintptr // offset behind the last slot
	slots int
	scan  int      // the most words one search for a free slot has read
	class int      // index in Pool.classes
	next  *section // of the same class
}

// words returns the number of leaves, including the tail.
func (s *section) words() int { return (s.slots + 63) / 64 }

// word returns leaf k.
func (s *section) word(k int) uint64 {
	if k < len(s.leaf) {
		return s.leaf[k]
	}
	var w [8]byte
	copy(w[:], s.tail)
	return binary.LittleEndian.Uint64(w[:])
}

// setWord stores leaf k. The bytes of a tail word that the region does not hold
// are behind the last slot and always zero.
func (s *section) setWord(k int, x uint64) {
	if k < len(s.leaf) {
		s.leaf[k] = x
		return
	}
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], x)
	copy(s.tail, w[:])
}

// whole returns leaf k with all its slots free.
func (s *section) whole(k int) uint64 {
	if rest := s.slots - k*64; rest < 64 {
		return 1<<rest - 1
	}
	return ^uint64(0)
}

// reset frees all slots.
func (s *section) reset() {
	s.top, s.sum = 0, [64]uint64{}
	for k := range s.words() {
		s.setWord(k, s.whole(k))
		s.sum[k>>6] |= 1 << (k & 63)
		s.top |= 1 << (k >> 6)
	}
	s.live, s.hint = 0, 0
}

// isLive reports whether slot i is in use.
func (s *section) isLive(i int) bool { return s.word(i>>6)&(1<<(i&63)) == 0 }

// offset returns where slot i starts in the region.
func (s *section) offset(i int) uintptr { return s.start + uintptr(i)*s.size }

// bytes returns slot i.
func (s *section) bytes(r *mem.Region, i int) []byte {
	return r.Bytes(s.offset(i), int(s.size), int(s.size))
}

// roomy returns the first section behind s, of the same class, that has a free slot
// in the tree form, or nil.
func (s *section) roomy() *section {
	read := 1 + treeReads
	for s = s.next; s != nil; s = s.next {
		if s.top != 0 {
			s.scan = max(s.scan, read)
			return s
		}
		read++
	}
	return nil
}

// treeReads is how many words a search of one section reads in the tree form:
// top, one word of sum, one leaf.
const treeReads = 3

// search takes the lowest free slot in the flat form, from s or from the first section
// of the same class behind it that has one. It returns nil if none has.
func (s *section) search() (*section, int) {
	read := 0
	for ; s != nil; s = s.next {
		if s.live == s.slots {
			continue
		}
		k := s.hint
		for k < len(s.leaf) && s.leaf[k] == 0 {
			k++
		}
		read += k - s.hint + 1
		s.scan = max(s.scan, read)
		s.hint = k
		w := s.word(k)
		s.setWord(k, w&(w-1))
		return s, k<<6 | bits.TrailingZeros64(w)
	}
	return nil, 0
}

// takeTail takes the lowest slot of the tail word, which has a free one, in the
// tree form.
func (s *section) takeTail() int {
	k := len(s.leaf)
	w := s.word(k)
	s.setWord(k, w&(w-1))
	if w&(w-1) == 0 {
		s.sum[k>>6] &^= 1 << (k & 63)
		if s.sum[k>>6] == 0 {
			s.top &^= 1 << (k >> 6)
		}
	}
	return k<<6 | bits.TrailingZeros64(w)
}

// putTail frees the slot of the tail word that bit stands for. It reports false if that
// slot is free already.
func (s *section) putTail(bit uint64) bool {
	k := len(s.leaf)
	w := s.word(k)
	if w&bit != 0 {
		return false
	}
	s.setWord(k, w|bit)
	return true
}
