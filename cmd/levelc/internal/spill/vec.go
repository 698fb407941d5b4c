package spill

import (
	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// Vec is an [inline.Vec] with a site of its own. The zero Vec has no storage
// and no pool, and spills to the Go heap uncounted; Init gives it both.
type Vec[T any] struct {
	inline.Vec[T]
	site inline.Site
	own  int // elements that have room in its home
}

// Init empties v and makes home its storage, and p, which may be nil, what it
// spills to. The account begins anew.
func (v *Vec[T]) Init(home []T, p *smallalloc.Pool) {
	v.Free()
	v.Vec = inline.Over(home)
	v.site, v.own = inline.Site{Pool: p}, len(home)
	v.SpillTo(&v.site)
}

// Rest empties v for the time until it is needed again. A slot goes back to
// the pool, and so does heap storage of more than most elements to the heap: it
// was made for one huge value. Smaller one is kept.
func (v *Vec[T]) Rest(most int) {
	if v.Cap() > v.own && (v.Cap() > most || v.Where() == inline.Pool) {
		v.Free()
		return
	}
	v.Reset()
}

// Count returns the account of v under a name for what it holds.
func (v *Vec[T]) Count(place string) Count {
	return Count{Place: place, Own: v.own, Most: v.site.Most, ToPool: v.site.ToPool, ToHeap: v.site.ToHeap}
}

// Count is how often one container spilled, since it was made.
type Count struct {
	Place  string // what it holds
	Own    int    // elements that have room in its own storage
	Most   int    // the largest capacity that it spilled for, in elements; 0 if it never did
	ToPool uint64 // times that it took storage from the pool
	ToHeap uint64 // times that it took storage from the Go heap
}

// Scratch returns a scratch of n elements without any spans taken: s, or a new
// one where there is none yet or where one huge value has made it large.
func Scratch[T any](s *inline.Scratch[T], n int) *inline.Scratch[T] {
	if s == nil || s.Cap() > 4*n {
		return inline.NewScratch[T](n)
	}
	s.Release(inline.Mark{})
	return s
}

// Append appends to v what how makes of b, which is at most n bytes, and
// returns that. It is the append idiom for functions that know nothing of v.
func Append(v *Vec[byte], n int, b []byte, how func(dst, b []byte) []byte) []byte {
	at := v.Len()
	text := how(v.Extend(n)[:0], b)
	v.Truncate(at + len(text))
	if len(text) > n { // append has taken storage of its own
		v.Truncate(at)
		v.Append(text...)
	}
	return text
}
