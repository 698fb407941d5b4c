package store

import (
	"math/bits"
	"reflect"
)

// Bulk is bulk data: an array of records with holes. A record never moves, so
// pointers to it stay good until it is removed, and a Handle to it dies with
// it. T must be pointer-free.
//
// The zero Bulk is ready to use with the default options; a Bulk must not be
// copied. One goroutine may change a Bulk, or any number may read it; see the
// package's notes on concurrency.
type Bulk[T any] struct{ slots }

// Init chooses options for a Bulk that has not been used yet. It returns
// ErrPointers, with the path of the field, for a record that holds a pointer,
// and ErrInUse where the Bulk is in use.
func (b *Bulk[T]) Init(opts ...Option) error { return b.init(reflect.TypeFor[T](), opts) }

// ready makes the zero Bulk one with the default options.
func (b *Bulk[T]) ready() error {
	switch b.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return b.Init()
}

// Insert adds a record and returns its handle. It returns ErrFull at the
// limit and ErrMemory where the system has no more; the Bulk is as before
// then. It allocates nothing but, now and then, the next block.
func (b *Bulk[T]) Insert(v T) (Handle[T], error) {
	i := b.top
	if b.listed|b.loose == 0 && b.idle.total == 0 && i < b.fresh {
		b.top = i + 1
		b.known = max(b.known, i+1)
	} else if w := b.hint.word; b.listed == 0 && b.direct && b.idle.total == 0 && w < uint32(len(b.free)) && b.free[w] != 0 {
		v := b.free[w]
		b.free[w] = v & (v - 1)
		b.loose--
		i = w<<6 + uint32(bits.TrailingZeros64(v))
	} else {
		err := b.ready()
		if err == nil {
			i, err = b.take()
		}
		if err != nil {
			return Handle[T]{}, err
		}
	}
	b.wake(i)
	c, k := b.cell(i)
	*rowsOf[T](c).at(k) = v
	p := gensOf(c).at(k)
	g := b.nextGen(*p)
	*p = g
	b.peak = max(b.peak, g)
	b.live[i>>6] |= 1 << (i & 63)
	b.count++
	return Handle[T]{i, g}, nil
}

// Remove removes the record that h refers to and reports whether there was
// one. All handles to it are dead from then on.
func (b *Bulk[T]) Remove(h Handle[T]) bool {
	i := h.index
	if i >= b.known || h.gen&1 == 0 {
		return false
	}
	c, k := b.cell(i)
	g := gensOf(c).at(k)
	if *g != h.gen {
		return false
	}
	b.live[i>>6] &^= 1 << (i & 63)
	b.count--
	b.gone++
	b.poison(c, k, 1)
	if *g++; *g > b.opt.last {
		b.retired++
		return true
	}
	b.put(i)
	return true
}

// At returns the record in slot i and true where one is alive there.
func (b *Bulk[T]) At(i uint32) (*T, bool) {
	if i >= b.known || b.live[i>>6]>>(i&63)&1 == 0 {
		return nil, false
	}
	c, k := b.cell(i)
	return rowsOf[T](c).at(k), true
}

// HandleAt returns the handle of the record in slot i, nil where none is
// alive there.
func (b *Bulk[T]) HandleAt(i uint32) Handle[T] {
	if i >= b.known || b.live[i>>6]>>(i&63)&1 == 0 {
		return Handle[T]{}
	}
	return Handle[T]{i, b.gen(i)}
}

// Explain says why h does not resolve: ErrNil, ErrPending, ErrDead or
// ErrForeign; nil where it does. Foreign is what no record of this store ever
// had: an index out of reach or a generation out of order.
func (b *Bulk[T]) Explain(h Handle[T]) error { return b.explain(h.index, h.gen) }

// Any returns h as an AnyHandle of this store's kind.
func (b *Bulk[T]) Any(h Handle[T]) AnyHandle {
	return AnyHandle{index: h.index, gen: h.gen, kind: b.kind}
}

// FromAny returns a as a Handle of this store and true, or nil and false where
// a is nil or of another kind. It does not ask whether the record lives.
func (b *Bulk[T]) FromAny(a AnyHandle) (Handle[T], bool) {
	if a.IsNil() || a.kind != b.kind {
		return Handle[T]{}, false
	}
	return Handle[T]{a.index, a.gen}, true
}

// row returns the row of slot i, alive or dead.
func (b *Bulk[T]) row(i uint32) *T {
	c, k := b.cell(i)
	return rowsOf[T](c).at(k)
}

// Record returns the type T.
func (b *Bulk[T]) Record() reflect.Type { return reflect.TypeFor[T]() }
