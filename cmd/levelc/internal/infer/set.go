package infer

// set is the different values of a field in one level, as hashes. It is an open hash
// table. 0 marks an empty place, so a hash is never 0. A set that became too large
// holds nothing.
//
// Invariant: at most half of the places are taken.
type set struct {
	places []uint64
	n      int
	full   bool
}

const (
	mostValues    = 1 << 21 // of one set
	mostAllValues = 1 << 22 // of all sets of a level
)

// budget is how many more values the sets of a level may take.
type budget struct{ left int }

// add adds a value and reports whether it is new.
func (s *set) add(h uint64, b *budget) bool {
	if s.full {
		return true
	}
	if 2*s.n >= len(s.places) && !s.grow(b) {
		return true
	}
	i := s.find(h)
	if s.places[i] != 0 {
		return false
	}
	s.places[i] = h
	s.n++
	return true
}

// find returns the place of a value, or the empty place where it belongs.
func (s *set) find(h uint64) uint64 {
	mask := uint64(len(s.places) - 1)
	i := h & mask
	for s.places[i] != 0 && s.places[i] != h {
		i = (i + 1) & mask
	}
	return i
}

func (s *set) has(h uint64) bool { return s.n > 0 && s.places[s.find(h)] == h }

// used reports whether a value was ever added.
func (s *set) used() bool { return s.n > 0 || s.full }

func (s *set) grow(b *budget) bool {
	size := max(16, 2*len(s.places))
	if s.n >= mostValues || size-len(s.places) > 2*b.left {
		s.drop(b)
		s.full = true
		return false
	}
	b.left -= (size - len(s.places)) / 2
	old := s.places
	s.places = make([]uint64, size)
	for _, h := range old {
		if h != 0 {
			s.places[s.find(h)] = h
		}
	}
	return true
}

// drop empties the set and gives its places back.
func (s *set) drop(b *budget) {
	b.left += len(s.places) / 2
	s.places, s.n = nil, 0
}

// each calls f for all values until it returns false.
func (s *set) each(f func(h uint64) bool) bool {
	for _, h := range s.places {
		if h != 0 && !f(h) {
			return false
		}
	}
	return true
}
