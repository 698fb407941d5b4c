package compile

import "slices"

// shelf is a list that only grows, in pieces of a fixed size. So its elements stay
// where they are, and nothing is copied or thrown away on the way to millions: a slice
// that doubles leaves as much garbage as it holds. The first piece starts small,
// because most levels are small.
//
// Invariant: the pieces before element n are full or left, those behind it are empty.
type shelf[T any] struct {
	pieces [][]T
	n      int
}

// pieceLen is how many elements a piece has.
const pieceLen = 1 << 10

// push appends an element and returns it, to be filled in place: copying a whole
// element would wait for the stores to its parts.
func (s *shelf[T]) push() *T {
	k := uint(s.n) / pieceLen
	if s.n%pieceLen == 0 && int(k) == len(s.pieces) {
		s.pieces = append(s.pieces, nil)
		if k > 0 {
			s.pieces[k] = make([]T, 0, pieceLen)
		}
	}
	s.n++
	p := &s.pieces[k]
	n := len(*p)
	*p = slices.Grow(*p, 1)[:n+1]
	return &(*p)[n]
}

// leave frees the pieces before element i, which are not needed any more, unless rest
// will keep them.
func (s *shelf[T]) leave(i int) {
	if k := i / pieceLen; k > 0 && i%pieceLen == 0 && s.n > keepMost {
		s.pieces[k-1] = nil
	}
}

// at returns element i, which must exist.
func (s *shelf[T]) at(i int) *T { return &s.pieces[uint(i)/pieceLen][uint(i)%pieceLen] }

// rest empties the shelf. It keeps the pieces for the next build, unless they are many.
func (s *shelf[T]) rest() {
	if len(s.pieces) > keepMost/pieceLen {
		*s = shelf[T]{}
		return
	}
	for i := range s.pieces {
		s.pieces[i] = s.pieces[i][:0]
	}
	s.n = 0
}
