package format

import "slices"

// pieces is a list that only grows, in pieces of a fixed size. Nothing moves, so
// millions of elements take just their own memory and leave no garbage. The first piece
// starts small.
//
// What it does is functions and not methods, for Go compiles the methods of a generic type
// in each package that reaches it, as through a Writer.
//
// Invariant: the pieces before element n are full, those behind it are empty.
type pieces[T any] struct {
	list [][]T
	n    int
}

// pieceLen is how many elements a piece has.
const pieceLen = 1 << 12

// piecesPush appends an element and returns it, to be filled in place: copying a whole
// element would wait for the stores to its parts.
func piecesPush[T any](p *pieces[T]) *T {
	k := uint(p.n) / pieceLen
	if p.n%pieceLen == 0 {
		piecesBegin(p, int(k))
	}
	p.n++
	last := &p.list[k]
	n := len(*last)
	*last = slices.Grow(*last, 1)[:n+1]
	return &(*last)[n]
}

// piecesBegin makes piece k, unless an earlier file has left one.
func piecesBegin[T any](p *pieces[T], k int) {
	if k < len(p.list) {
		return
	}
	p.list = append(p.list, nil)
	if k > 0 {
		p.list[k] = make([]T, 0, pieceLen)
	}
}

// piecesLast returns the element that came last, or nil.
func piecesLast[T any](p *pieces[T]) *T {
	if p.n == 0 {
		return nil
	}
	return piecesAt(p, p.n-1)
}

// piecesAt returns element i.
func piecesAt[T any](p *pieces[T], i int) *T { return &p.list[uint(i)/pieceLen][uint(i)%pieceLen] }

// piecesJoin returns the elements in one slice, and leaves none in p. The slice is p's first
// piece if that has all of them, and p will use it again. Otherwise it is room, or
// larger memory.
func piecesJoin[T any](p *pieces[T], room []T) []T {
	var all []T
	if p.n > pieceLen {
		all = sized(room, p.n)[:0]
		drop := piecesLarge(p)
		for i, piece := range p.list {
			all = append(all, piece...)
			if drop {
				p.list[i] = nil
			}
		}
	} else if p.n > 0 {
		all = p.list[0]
	}
	piecesClear(p)
	return all
}

// piecesLarge reports whether the elements take more memory than is kept while Finish goes
// on.
func piecesLarge[T any](p *pieces[T]) bool { return p.n > keepList/sizeOf[T]() }

// piecesClear removes the elements. It keeps the memory if it is little.
func piecesClear[T any](p *pieces[T]) {
	if piecesLarge(p) {
		*p = pieces[T]{}
		return
	}
	left := keepBesideRows
	piecesKeep(p, &left)
}

// piecesKeep removes the elements, and keeps memory as keep does.
func piecesKeep[T any](p *pieces[T], left *int) {
	for i := range p.list {
		if keep(left, &p.list[i]); p.list[i] == nil {
			p.list = slices.Clone(p.list[:i])
			break
		}
	}
	p.n = 0
}
