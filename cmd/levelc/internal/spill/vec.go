package spill

import (
	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// Vec is an [inline.Vec] with a site of its own. The zero Vec has no storage and no
// pool, and spills to the Go heap uncounted; Init gives it both.
type Vec[T any] struct {
	inline.Vec[T]
	site inline.Site
	own  int // elements that have room in its home
}

// Init empties v and makes home its storage, and p, which may be nil, its pool. The
// counts begin anew.
func (v *Vec[T]) Init(home []T, p *smallalloc.Pool) {
	v.Free()
	v.Vec = inline.Over(home)
	v.site, v.own = inline.Site{Pool: p}, len(home)
	v.SpillTo(&v.site)
}

// Rest empties v until it is needed again. A slot goes back to the pool. Heap storage
// of more than most elements is freed, because it was made for one huge value; smaller
// storage is kept.
func (v *Vec[T]) Rest(most int) {
	if v.Cap() > v.own && (v.Cap() > most || v.Where() == inline.Pool) {
		v.Free()
		return
	}
	v.Reset()
}

// Count returns the counts of v under a name for its contents.
func (v *Vec[T]) Count(place string) Count {
	return Count{Place: place, Own: v.own, Most: v.site.Most, ToPool: v.site.ToPool, ToHeap: v.site.ToHeap}
}

// Count says how often one container spilled since it was made.
type Count struct {
	Place  string // what it holds
	Own    int    // elements that have room in its own storage
	Most   int    // the largest capacity that it spilled for, in elements; 0 if it never did
	ToPool uint64 // times that it took storage from the pool
	ToHeap uint64 // times that it took storage from the Go heap
}

// Scratch returns a scratch of n elements from which nothing is taken: s, or a new one
// if there is none yet, or if one huge value has made it large.
func Scratch[T any](s *inline.Scratch[T], n int) *inline.Scratch[T] {
	if s == nil || s.Cap() > 4*n {
		return inline.NewScratch[T](n)
	}
	s.Release(inline.Mark{})
	return s
}

// Append appends to v what how makes of b, which is at most n bytes, and returns that.
// It is for functions of the append form that do not know v.
func Append(v *Vec[byte], n int, b []byte, how func(dst, b []byte) []byte) []byte {
	at := v.Len()
	text := how(v.Extend(n)[:0], b)
	v.Truncate(at + len(text))
	if len(text) > n { // append has allocated
		v.Truncate(at)
		v.Append(text...)
	}
	return text
}
