package store

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
)

// Array holds arrays of arrays: each record elsewhere that owns a varying
// number of elements keeps a Span of them, and all elements share the Array's
// blocks. The elements of one span are always one contiguous slice. T must be
// pointer-free.
//
// With the backing Reserved all elements are contiguous anyway. With blocks, a
// span never crosses from one slab to the next: what is left of a slab is kept
// for shorter spans, and a span longer than a slab gets a slab of its length.
//
// A Span is not checked for being freed, as a Handle is: it belongs to its
// owner, and is freed with it. The zero Array is ready to use; an Array must
// not be copied. One goroutine may change an Array, or any number may read it.
//
// Invariants: every position below top is in free, in a hold, or in use; used
// counts the last; free holds none that touches top; with blocks, the last
// position of each slab is in none of them, so that no stretch goes over it.
type Array[T any] struct {
	// What Slice reads. With the backing Reserved, one holds all elements and
	// table is empty; else table has the address of each 1<<shift of them.
	one   base[T]
	table []base[T]
	top   uint32 // the first position never taken, or given back
	shift uint8
	mask  uint32

	state state
	opt   options
	end   uint32 // one behind the last position that the limit permits
	used  uint32
	free  extents

	mem    reservation
	slabs  slabs
	pieces []stretch // with blocks, the positions of each slab

	mu     sync.Mutex // holds what Bytes may change beside a reader
	holds  []hold
	ranges []Range // committed and not released, by First
	life   *life   // nil but under the tag invariants
}

// Init chooses options for an Array that has not been used yet: Backed, Limit
// and BlockBytes. Its errors are those of Bulk.Init.
func (a *Array[T]) Init(opts ...Option) error {
	if a.state != unused {
		return ErrInUse
	}
	o, err := collect(opts)
	if err != nil {
		return err
	}
	if o.policySet || o.skipperSet {
		return fmt.Errorf("store: an Array has neither a policy nor a skipper")
	}
	if err := checkRecord(reflect.TypeFor[T]()); err != nil {
		return err
	}
	a.opt = o
	size := sizeOf[T]()
	a.end = o.limit
	if o.backing == Reserved {
		n := uint64(o.limit)
		if n == maxRows {
			n = min(n, uint64(reserveBytes)/uint64(size))
		}
		if n <= uint64(math.MaxInt/size) {
			a.mem, err = reserve(int(n) * size)
		} else {
			err = ErrMemory
		}
		if err == nil {
			a.end = uint32(n)
			a.one = baseOf(as[T](a.mem.mem[:int(n)*size]))
			a.open()
			return nil
		}
		a.opt.backing = Blocks
	}
	a.shift = blockShift(o.blockBytes, size)
	if a.opt.backing == Geometric {
		a.shift = geometricShift
	}
	a.mask = 1<<a.shift - 1
	a.open()
	return nil
}

func (a *Array[T]) open() {
	a.state = open
	a.life = opened("Array", reflect.TypeFor[T](), a)
}

func (a *Array[T]) ready() error {
	switch a.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return a.Init()
}

// Slice returns the elements of s: the Array's own, to be read and written. It
// is nil for the empty span and for one that is not within the Array. It does
// not allocate.
func (a *Array[T]) Slice(s Span[T]) []T {
	if s.count == 0 || uint64(s.start)+uint64(s.count) > uint64(a.top) {
		return nil
	}
	if len(a.table) == 0 {
		return a.one.slice(s.start, s.count)[:s.count:s.count]
	}
	return a.sliceBlocks(s.start, s.count)
}

func (a *Array[T]) sliceBlocks(start, count uint32) []T {
	first, last := a.at(start), a.at(start+count-1)
	// A span that no Append returned might reach from one slab into another.
	if first.isNil() || last.isNil() || first.from(count-1) != last {
		return nil
	}
	return first.slice(0, count)[:count:count]
}

// at returns the address of an element of a block.
func (a *Array[T]) at(i uint32) base[T] {
	b := a.table[i>>a.shift]
	if b.isNil() {
		return b
	}
	return b.from(i & a.mask)
}

// Append adds one element and returns its span.
func (a *Array[T]) Append(v T) (Span[T], error) {
	i, err := a.take(1)
	if err != nil {
		return Span[T]{}, err
	}
	a.wake(i, 1)
	s := Span[T]{i, 1}
	a.Slice(s)[0] = v
	return s, nil
}

// AppendRange adds elements that stay together and returns their span. It
// takes the lowest free positions that fit, else new ones, and returns ErrFull
// or ErrMemory where there are none.
func (a *Array[T]) AppendRange(elems []T) (Span[T], error) {
	if len(elems) == 0 {
		return Span[T]{}, nil
	}
	s, err := a.Make(len(elems))
	if err == nil {
		copy(a.Slice(s), elems)
	}
	return s, err
}

// Make adds n elements that stay together and returns their span. What stands
// in them is undefined.
func (a *Array[T]) Make(n int) (Span[T], error) {
	if n < 0 || uint64(n) > maxRows {
		return Span[T]{}, fmt.Errorf("%w: %d elements", ErrFull, n)
	}
	if n == 0 {
		return Span[T]{}, nil
	}
	i, err := a.take(uint32(n))
	if err != nil {
		return Span[T]{}, err
	}
	a.wake(i, uint32(n))
	return Span[T]{i, uint32(n)}, nil
}

// take finds n positions and their memory, and counts them as used.
func (a *Array[T]) take(n uint32) (uint32, error) {
	if err := a.ready(); err != nil {
		return 0, err
	}
	i, err := a.find(n)
	if err != nil {
		return 0, err
	}
	a.mu.Lock()
	err = a.back(i, n, false)
	a.mu.Unlock()
	if err != nil {
		a.giveBack(i, n)
		return 0, err
	}
	a.used += n
	return i, nil
}

// Free gives the elements of s back; s and all spans of them must not be used
// any more. Elements of a range that Commit made alive come back with the
// whole range only. It returns ErrRange, and does nothing, where s is not in
// use.
func (a *Array[T]) Free(s Span[T]) error {
	if s.count == 0 {
		return nil
	}
	if a.state != open || !a.inUse(s) {
		return fmt.Errorf("%w: span %v", ErrRange, s)
	}
	if a.inRange(s.start) {
		return nil
	}
	a.used -= s.count
	a.poison(s.start, s.count)
	a.giveBack(s.start, s.count)
	return nil
}

// Extend adds elements to the end of s and returns the span of all. Where the
// positions behind s are free, s grows in place; else its elements move, and s
// and all spans of it must not be used any more. Elements of a committed range
// are copied and stay where they are too.
func (a *Array[T]) Extend(s Span[T], elems []T) (Span[T], error) {
	if len(elems) == 0 {
		return s, nil
	}
	if s.count == 0 {
		return a.AppendRange(elems)
	}
	if !a.inUse(s) {
		return s, fmt.Errorf("%w: span %v", ErrRange, s)
	}
	n := uint32(min(uint64(len(elems)), maxRows))
	if !a.inRange(s.start) && a.stretchTo(s, n) {
		copy(a.Slice(Span[T]{s.start + s.count, n}), elems)
		return Span[T]{s.start, s.count + n}, nil
	}
	all, err := a.Make(s.Len() + len(elems))
	if err != nil {
		return s, err
	}
	dst := a.Slice(all)
	copy(dst[copy(dst, a.Slice(s)):], elems)
	return all, a.Free(s)
}

// stretchTo takes the n positions behind s, where they are free or new.
func (a *Array[T]) stretchTo(s Span[T], n uint32) bool {
	end := s.start + s.count
	if end == a.top {
		most := a.end
		if a.opt.backing != Reserved {
			most = a.edge()
		}
		if uint64(end)+uint64(n) > uint64(most) {
			return false
		}
		a.mu.Lock()
		err := a.back(end, n, false)
		a.mu.Unlock()
		if err != nil {
			return false
		}
		a.top += n
		a.used += n
		a.wake(end, n)
		return true
	}
	if uint64(end)+uint64(n) > uint64(a.top) || a.free.has(end, n) != n {
		return false
	}
	a.free.cut(end, n)
	a.used += n
	a.wake(end, n)
	return true
}

// Len returns the number of elements in use.
func (a *Array[T]) Len() int { return int(a.used) }

// Record returns the type T.
func (a *Array[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Clear gives all elements back, those of committed ranges included; ranges
// that are reserved stay reserved.
func (a *Array[T]) Clear() {
	if a.state != open {
		return
	}
	a.ranges, a.used = nil, 0
	keep := make([]stretch, len(a.holds))
	for k, h := range a.holds {
		keep[k] = stretch{h.First, h.Len}
	}
	top := a.top
	a.keepOnly(keep)
	a.poisonFree(top)
}

// Close gives all memory back to the system; slices of the Array must not be
// used any more. Closing twice is harmless.
func (a *Array[T]) Close() error {
	if a.state == closed {
		return nil
	}
	mem, slabs := a.mem, a.slabs
	a.life.end()
	*a = Array[T]{state: closed}
	err := mem.close()
	if err2 := slabs.close(); err == nil {
		err = err2
	}
	return err
}

// inUse reports whether s is neither free nor held, and of one piece.
func (a *Array[T]) inUse(s Span[T]) bool {
	if len(a.Slice(s)) == 0 || a.free.has(s.start, s.count) > 0 {
		return false
	}
	for _, h := range a.holds {
		if h.First < s.start+s.count && s.start < h.First+h.Len {
			return false
		}
	}
	return true
}

// inRange reports whether position i is of a committed range.
func (a *Array[T]) inRange(i uint32) bool {
	k, ok := slices.BinarySearchFunc(a.ranges, i, func(r Range, i uint32) int {
		switch {
		case r.First+r.Len <= i:
			return -1
		case r.First > i:
			return 1
		}
		return 0
	})
	return ok && k < len(a.ranges)
}
