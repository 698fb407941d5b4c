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
type Bulk[T any] struct{ slots slots }

// Init chooses options for a Bulk that has not been used yet. It returns ErrPointers,
// with the path of the field, for a record that holds a pointer, ErrInUse if the Bulk
// is in use, ErrClosed if it was closed, and an error for a record without size, such as
// struct{}.
func (b *Bulk[T]) Init(opts ...Option) error { return b.slots.init(reflect.TypeFor[T](), opts) }

// Insert adds a record and returns its handle. It returns ErrFull at the limit, and
// ErrMemory if the system has no more; the Bulk is then as before. It allocates nothing
// except, now and then, the next block.
func (b *Bulk[T]) Insert(v T) (Handle[T], error) {
	s := &b.slots
	i, w, other := s.top, int(s.hint.word), uint64(s.listed)|s.idle.total
	if n := s.recents; n > 0 {
		i = s.recent[n-1]
		s.recents = n - 1
		s.listed--
	} else if other|uint64(s.loose) == 0 && i < s.fresh {
		s.top = i + 1
		if s.armed != 0 {
			s.reachTo(i, s.top)
		} else if i >= s.reach { // which is known
			s.reach, s.known = s.top, s.top
		}
	} else if other == 0 && s.direct && w < len(s.free) && s.free[w] != 0 {
		v := s.free[w]
		s.free[w] = v & (v - 1)
		s.loose--
		i = uint32(w<<6 + bits.TrailingZeros64(v))
	} else {
		var err error
		if s.state != open {
			err = s.ready(reflect.TypeFor[T]())
		}
		if err == nil {
			i, err = s.take()
		}
		if err != nil {
			return Handle[T]{}, err
		}
	}
	s.wake(i)
	c, k := s.cell(i)
	*elemAt[T](c.rows, k) = v
	p := gensOf(c).at(k)
	g := s.nextGen(*p)
	*p = g
	if g > s.peak {
		s.peak = g
	}
	s.live[i>>6] |= 1 << (i & 63)
	s.count++
	return Handle[T]{i, g}, nil
}

// Remove removes the record that h refers to and reports whether there was
// one. All handles to it are dead from then on.
func (b *Bulk[T]) Remove(h Handle[T]) bool {
	s := &b.slots
	i := h.index
	if i >= s.reach || h.gen&1 == 0 {
		return false
	}
	gens, k := s.gensFrom(i)
	g := gens.at(k)
	if *g != h.gen {
		return false
	}
	s.live[i>>6] &^= 1 << (i & 63)
	s.count--
	s.gone++
	if guarded {
		c, k := s.cell(i)
		s.poison(c, k, 1)
	}
	if *g++; *g > s.opt.last {
		s.retired++
		return true
	}
	if n := s.recents; n < s.notes {
		s.recent[n] = i
		s.recents = n + 1
		s.listed++
		return true
	}
	s.put(i)
	return true
}

// At returns the record in slot i and true, or nil and false if none is alive there. It
// costs as much as Get; like Get, it takes no lock and may run beside other readers.
func (b *Bulk[T]) At(i uint32) (*T, bool) {
	s := &b.slots
	if i >= s.reach || s.live[i>>6]>>(i&63)&1 == 0 {
		return nil, false
	}
	c, k := s.cell(i)
	return elemAt[T](c.rows, k), true
}

// HandleAt returns the handle of the record in slot i, or nil if none is alive there. It
// costs what At does.
func (b *Bulk[T]) HandleAt(i uint32) Handle[T] {
	s := &b.slots
	if i >= s.reach || s.live[i>>6]>>(i&63)&1 == 0 {
		return Handle[T]{}
	}
	return Handle[T]{i, s.gen(i)}
}

// Explain says why h does not resolve: ErrNil, ErrPending, ErrDead, ErrForeign, or
// ErrClosed if the store is closed. It returns nil if h resolves. A handle is foreign
// if no record of this store ever had it: its index is out of reach or its generation
// is out of order.
func (b *Bulk[T]) Explain(h Handle[T]) error { return b.slots.explain(h.index, h.gen) }

// Any returns h as an AnyHandle of this store's kind.
func (b *Bulk[T]) Any(h Handle[T]) AnyHandle {
	return AnyHandle{index: h.index, gen: h.gen, kind: b.slots.kind}
}

// FromAny returns a as a Handle of this store and true, or nil and false if a is nil or
// of another kind. It does not check whether the record is alive.
func (b *Bulk[T]) FromAny(a AnyHandle) (Handle[T], bool) {
	if a.IsNil() || a.kind != b.slots.kind {
		return Handle[T]{}, false
	}
	return Handle[T]{a.index, a.gen}, true
}

// rowOf returns the row of slot i, alive or dead.
func rowOf[T any](s *slots, i uint32) *T {
	c, k := s.cell(i)
	return elemAt[T](c.rows, k)
}

// Record returns the type T.
func (b *Bulk[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Kind returns the number that tells this store's records apart in an
// AnyHandle.
func (b *Bulk[T]) Kind() uint16 { return b.slots.kind }

// SetKind sets what Kind returns. AnyHandles made before keep the old number.
func (b *Bulk[T]) SetKind(k uint16) { b.slots.kind = k }

// Len returns the number of records.
func (b *Bulk[T]) Len() int { return b.slots.count }

// Cap returns how many records fit into the memory that the store has taken
// from the system.
func (b *Bulk[T]) Cap() int { return b.slots.capacity() }

// Clear removes all records; their handles are dead from then on. The store keeps its
// memory, and reserved ranges stay reserved. Clear costs a pass over the generations of the
// slots that have been used since the last Clear, however many there were before.
func (b *Bulk[T]) Clear() { b.slots.clear() }

// Close gives all memory back, to the system or to the stores that are opened next; see the
// package page. Pointers into the store must not be used any more, and no iteration may be
// under way; handles resolve nowhere. Closing twice is harmless. While a range is reserved,
// as for a load that is under way, no memory is given back, ever: somebody may be writing
// to it. So release what is not committed first.
func (b *Bulk[T]) Close() error { return b.slots.close() }
