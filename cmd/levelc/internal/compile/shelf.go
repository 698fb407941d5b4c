package compile

import "slices"

// shelf is a list that only grows. It grows by pieces of a fixed size, so what
// is on it stays where it is, and nothing is copied or thrown away on the way
// to millions: a slice that doubles leaves as much garbage as it holds. The
// first piece begins small, for most levels are.
//
// Invariant: the pieces in front of element n are full or left, those behind it
// empty.
type shelf[T any] struct {
	pieces [][]T
	n      int
}

// pieceLen is how many elements a piece has.
const pieceLen = 1 << 10

// push appends an element and returns it, to be filled in where it lies: a copy of
// a whole one would wait for the stores to its parts.
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

// leave lets go of the pieces in front of element i, which nobody asks for any
// more, if rest would not keep them.
func (s *shelf[T]) leave(i int) {
	if k := i / pieceLen; k > 0 && i%pieceLen == 0 && s.n > keepMost {
		s.pieces[k-1] = nil
	}
}

// at is element i, of which there must be more than i.
func (s *shelf[T]) at(i int) *T { return &s.pieces[uint(i)/pieceLen][uint(i)%pieceLen] }

// rest empties the shelf. The pieces stay for the next build unless they are
// many.
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
