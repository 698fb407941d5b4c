package infer

import (
	"math/bits"
	"slices"
)

// set is the different values of a field in one level, as hashes. It is an open hash
// table in the order of the hashes, so that looking for all values of one set in another
// reads both from front to back. 0 marks an empty slot, so a hash is never 0. A set that
// became too large holds nothing.
//
// A large set is in no cache: each new value would wait for memory. So values are put in
// many at a time, and wait together.
//
// Invariant: at most half of the slots are taken. n and slots tell of all values that
// do not wait, and only a set of many slots has some that do.
type set struct {
	slots []uint64
	wait  []uint64
	n     int
	shift uint8 // a hash shifted by this is the number of its slot
	full  bool
	twice bool // a value was put that was there
}

const (
	mostValues    = 1 << 21 // of one set
	mostAllValues = 1 << 22 // of all sets of a level
	mostWaiting   = 32
	cached        = 1 << 12 // the slots up to which no value waits
)

// budget is how many more values the sets of a level may take.
type budget struct{ left int }

// put adds a value, at the latest when settle is called.
func (s *set) put(h uint64, b *budget) {
	if len(s.slots) <= cached {
		s.twice = !s.add(h, b) || s.twice
		return
	}
	if s.wait = append(s.wait, h); len(s.wait) == mostWaiting {
		s.settle(b)
	}
}

// settle adds the values that wait.
func (s *set) settle(b *budget) {
	for _, h := range s.wait {
		s.twice = !s.add(h, b) || s.twice
	}
	s.wait = s.wait[:0]
}

// add adds a value at once and reports whether it is new.
func (s *set) add(h uint64, b *budget) bool {
	if s.full {
		return true
	}
	if 2*s.n >= len(s.slots) && !s.grow(b) {
		return true
	}
	i := s.find(h)
	if s.slots[i] != 0 {
		return false
	}
	s.slots[i] = h
	s.n++
	return true
}

// find returns the slot of a value, or the empty slot where it belongs.
func (s *set) find(h uint64) uint64 {
	mask := uint64(len(s.slots) - 1)
	i := h >> (s.shift & 63)
	for s.slots[i] != 0 && s.slots[i] != h {
		i = (i + 1) & mask
	}
	return i
}

func (s *set) has(h uint64) bool { return s.n > 0 && s.slots[s.find(h)] == h }

// used reports whether a value was ever added.
func (s *set) used() bool { return s.n > 0 || s.full }

func (s *set) grow(b *budget) bool {
	size := max(16, 2*len(s.slots))
	if s.n >= mostValues || size-len(s.slots) > 2*b.left {
		s.drop(b)
		s.full = true
		return false
	}
	b.left -= (size - len(s.slots)) / 2
	old := s.slots
	s.slots, s.shift = make([]uint64, size), uint8(64-bits.TrailingZeros(uint(size)))
	for _, h := range old {
		if h != 0 {
			s.slots[s.find(h)] = h
		}
	}
	return true
}

// notIn returns how many of the values are in none of the others.
func (s *set) notIn(others []*set) uint64 {
	if len(others) == 0 {
		return uint64(s.n)
	}
	n := uint64(0)
	s.each(func(h uint64) bool {
		if !slices.ContainsFunc(others, func(o *set) bool { return o.has(h) }) {
			n++
		}
		return true
	})
	return n
}

// drop empties the set and gives its slots back.
func (s *set) drop(b *budget) {
	b.left += len(s.slots) / 2
	s.slots, s.wait, s.n = nil, nil, 0
}

// each calls f for all values until it returns false.
func (s *set) each(f func(h uint64) bool) bool {
	for _, h := range s.slots {
		if h != 0 && !f(h) {
			return false
		}
	}
	return true
}
