package format

import "slices"

// pieces is a list that only grows, by pieces of a fixed size: nothing moves, so
// millions of elements cost what they are, and no garbage on the way. The first
// piece begins small.
//
// Invariant: all pieces but the last are full.
type pieces[T any] struct {
	list [][]T
	n    int
}

// pieceLen is how many elements a piece has.
const pieceLen = 1 << 12

// push appends an element and returns it, to be filled in where it lies: a copy of
// a whole one would wait for the stores to its parts.
func (p *pieces[T]) push() *T {
	k := len(p.list) - 1
	if p.n%pieceLen == 0 {
		p.list = append(p.list, nil)
		if k++; k > 0 {
			p.list[k] = make([]T, 0, pieceLen)
		}
	}
	p.n++
	last := &p.list[k]
	n := len(*last)
	*last = slices.Grow(*last, 1)[:n+1]
	return &(*last)[n]
}

// last is the element that came last, or nil.
func (p *pieces[T]) last() *T {
	if p.n == 0 {
		return nil
	}
	return p.at(p.n - 1)
}

// at is element i.
func (p *pieces[T]) at(i int) *T { return &p.list[uint(i)/pieceLen][uint(i)%pieceLen] }

// join is the elements in one piece. It leaves none in p.
func (p *pieces[T]) join() []T {
	if len(p.list) == 1 {
		one := p.list[0]
		*p = pieces[T]{}
		return one
	}
	all := make([]T, 0, p.n)
	for i, piece := range p.list {
		all = append(all, piece...)
		p.list[i] = nil
	}
	*p = pieces[T]{}
	return all
}
