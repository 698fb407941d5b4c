package format

import "slices"

// pieces is a list that only grows, in pieces of a fixed size. Nothing moves, so
// millions of elements take just their own memory and leave no garbage. The first piece
// starts small.
//
// Invariant: the pieces before element n are full, those behind it are empty.
type pieces[T any] struct {
	list [][]T
	n    int
}

// pieceLen is how many elements a piece has.
const pieceLen = 1 << 12

// push appends an element and returns it, to be filled in place: copying a whole
// element would wait for the stores to its parts.
func (p *pieces[T]) push() *T {
	k := uint(p.n) / pieceLen
	if p.n%pieceLen == 0 {
		p.begin(int(k))
	}
	p.n++
	last := &p.list[k]
	n := len(*last)
	*last = slices.Grow(*last, 1)[:n+1]
	return &(*last)[n]
}

// begin makes piece k, unless an earlier file has left one.
func (p *pieces[T]) begin(k int) {
	if k < len(p.list) {
		return
	}
	p.list = append(p.list, nil)
	if k > 0 {
		p.list[k] = make([]T, 0, pieceLen)
	}
}

// last returns the element that came last, or nil.
func (p *pieces[T]) last() *T {
	if p.n == 0 {
		return nil
	}
	return p.at(p.n - 1)
}

// at returns element i.
func (p *pieces[T]) at(i int) *T { return &p.list[uint(i)/pieceLen][uint(i)%pieceLen] }

// join returns the elements in one slice, and leaves none in p. The slice is p's first
// piece if that has all of them, and p will use it again. Otherwise it is room, or
// larger memory.
func (p *pieces[T]) join(room []T) []T {
	var all []T
	if p.n > pieceLen {
		all = sized(room, p.n)[:0]
		drop := p.large()
		for i, piece := range p.list {
			all = append(all, piece...)
			if drop {
				p.list[i] = nil
			}
		}
	} else if p.n > 0 {
		all = p.list[0]
	}
	p.clear()
	return all
}

// large reports whether the elements take more memory than is kept while Finish goes
// on.
func (p *pieces[T]) large() bool { return p.n > keepList/sizeOf[T]() }

// clear removes the elements. It keeps the memory if it is little.
func (p *pieces[T]) clear() {
	if p.large() {
		*p = pieces[T]{}
		return
	}
	left := keepBesideRows
	p.keep(&left)
}

// keep removes the elements, and keeps memory as the function keep does.
func (p *pieces[T]) keep(left *int) {
	for i := range p.list {
		if keep(left, &p.list[i]); p.list[i] == nil {
			p.list = slices.Clone(p.list[:i])
			break
		}
	}
	p.n = 0
}
