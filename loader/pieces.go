package loader

import "iter"

// pieceLen is how many elements a piece has.
const pieceLen = 1 << pieceShift

// pieces is a list in pieces of memory. What it takes to add a block of a level depends on
// the block alone: nothing moves but the first piece, while it is short.
//
// What it does is functions and not methods, for Go compiles the methods of a generic type
// in each package that reaches it, as through a Binding.
//
// Invariant: every piece has pieceLen elements, but the first has fewer until it is full.
type pieces[T any] struct {
	list [][]T
	n    int
}

// piecesRoom returns memory for the next elements, at most n. They count when n of the list is
// raised.
func piecesRoom[T any](p *pieces[T], n int) []T {
	i, used := p.n>>pieceShift, p.n&(pieceLen-1)
	switch {
	case i == len(p.list) && i > 0:
		p.list = append(p.list, make([]T, pieceLen))
	case i == len(p.list):
		p.list = append(p.list, make([]T, min(n, pieceLen)))
	case i == 0 && used+n > len(p.list[0]) && len(p.list[0]) < pieceLen:
		longer := make([]T, min(max(used+n, 2*used), pieceLen))
		copy(longer, p.list[0][:used])
		p.list[0] = longer
	}
	free := p.list[i][used:]
	return free[:min(n, len(free))]
}

// piecesAdd appends elements.
func piecesAdd[T any](p *pieces[T], more []T) {
	for len(more) > 0 {
		n := copy(piecesRoom(p, len(more)), more)
		p.n, more = p.n+n, more[n:]
	}
}

// piecesAt returns the elements from a place to the end of the piece that it is in.
func piecesAt[T any](p *pieces[T], from int) []T {
	part := p.list[from>>pieceShift][from&(pieceLen-1):]
	return part[:min(len(part), p.n-from)]
}

// piecesBetween yields the elements from one place up to another, slice by slice.
func piecesBetween[T any](p *pieces[T], from, to int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for from < to {
			part := piecesAt(p, from)
			part = part[:min(len(part), to-from)]
			if !yield(part) {
				return
			}
			from += len(part)
		}
	}
}

// piecesLast returns the last element, or nil.
func piecesLast[T any](p *pieces[T]) *T {
	if p.n == 0 {
		return nil
	}
	return &piecesAt(p, p.n-1)[0]
}

// piecesJoin appends the next piece to all, which has those before it. The first time it
// makes room for all of them.
func piecesJoin[T any](all []T, p *pieces[T]) []T {
	if all == nil {
		all = make([]T, 0, p.n)
	}
	return append(all, piecesAt(p, len(all))...)
}
