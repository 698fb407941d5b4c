package format

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

func (p *pieces[T]) push(v T) {
	k := len(p.list) - 1
	if p.n%pieceLen == 0 {
		p.list = append(p.list, nil)
		if k++; k > 0 {
			p.list[k] = make([]T, 0, pieceLen)
		}
	}
	p.list[k] = append(p.list[k], v)
	p.n++
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
