package inline

import (
	"reflect"

	"github.com/levelc/levelc/smallalloc"
)

// Scratch hands out short-lived spans and takes them back in the reverse order,
// all of those since a mark at once. It is what the other containers cannot be:
// storage for code that calls an interface or a callback, where Go moves
// everything it is given to the heap, and for spans that are too large for the
// stack. It lives on the heap itself, in a long-lived struct, and belongs
// to one goroutine at a time.
//
//	m := s.Mark()
//	defer s.Release(m)
//	tmp := s.Take(4096)
//
// Nothing guards a span against use after its release: it is then part of the
// next one. In builds with the tag invariants released spans are overwritten.
//
// The zero Scratch is ready to use: its first chunk comes with the first Take. It must not be
// copied, which go vet reports.
//
// Invariants: free is the rest of chunks[at]; the chunks behind at are unused.
type Scratch[T any] struct {
	_        noCopy
	free     []T
	chunks   [][]T
	at       int
	pointers bool // released spans are cleared, or they would keep their targets alive
	marks    marks
}

// NewScratch returns a Scratch with room for n elements; it takes as much again
// and more from the Go heap when they are in use.
func NewScratch[T any](n int) *Scratch[T] {
	s := new(Scratch[T])
	s.begin(n)
	return s
}

// begin makes the first chunk.
func (s *Scratch[T]) begin(n int) {
	first := make([]T, max(n, 1))
	s.free, s.chunks = first, [][]T{first}
	s.pointers = !smallalloc.PointerFree(reflect.TypeFor[T]())
}

// Take returns a span of n elements, none if n is negative. The contents are whatever
// the last owner left, or zero if T holds pointers. Its capacity is its length; spans
// do not move. Take(64)[:0] is for the append idiom, and Over(s.Take(64)) for a Vec. It
// allocates if no chunk has room. If n is more than there can be, it panics as make
// does, and the scratch is as before.
func (s *Scratch[T]) Take(n int) []T {
	if uint(n) > uint(len(s.free)) {
		return s.takeNext(n)
	}
	span := s.free[:n:n]
	s.free = s.free[n:]
	return span
}

// takeNext is Take from the next chunk.
func (s *Scratch[T]) takeNext(n int) []T {
	if n <= 0 {
		return nil
	}
	if s.chunks == nil {
		s.begin(n)
		return s.Take(n)
	}
	next := s.at + 1
	var chunk []T
	if next < len(s.chunks) {
		chunk = s.chunks[next]
	}
	if len(chunk) < n { // nothing is changed before make, which may panic
		chunk = make([]T, max(n, 2*len(s.chunks[s.at])))
	}
	if next == len(s.chunks) {
		s.chunks = append(s.chunks, nil)
	}
	s.at, s.chunks[next], s.free = next, chunk, chunk
	return s.Take(n)
}

// Mark returns the present state.
func (s *Scratch[T]) Mark() Mark { return s.marks.at(s.place()) }

func (s *Scratch[T]) place() place {
	if s.chunks == nil {
		return place{}
	}
	return place{chunk: s.at, used: len(s.chunks[s.at]) - len(s.free)}
}

// Release takes back all spans since m. The chunks stay for the next ones. A mark that
// an earlier Release has gone back behind does nothing; in builds with the tag
// invariants it panics. Release allocates a few words when marks nest deeper than before.
func (s *Scratch[T]) Release(m Mark) {
	now := s.place()
	if now.before(m.place) || s.marks.stale(m) {
		if checked {
			panic("inline: release of a mark that has been released")
		}
		return
	}
	if s.chunks == nil {
		return
	}
	s.marks.goBack(m.place)
	for i := m.chunk; i <= now.chunk; i++ {
		span := s.chunks[i]
		if i == now.chunk {
			span = span[:now.used]
		}
		if i == m.chunk {
			span = span[m.used:]
		}
		if s.pointers {
			clear(span)
		} else if checked {
			overwrite(span)
		}
	}
	s.at = m.chunk
	s.free = s.chunks[m.chunk][m.used:]
}

// Cap returns the number of elements of all chunks together. A first chunk of that size
// would have been enough.
func (s *Scratch[T]) Cap() int {
	n := 0
	for _, c := range s.chunks {
		n += len(c)
	}
	return n
}
