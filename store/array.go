package store

import "reflect"

// Array holds arrays of arrays. A record elsewhere that owns a varying number of
// elements keeps a Span of them, and all elements share the blocks of the Array.
// The elements of one span are always one contiguous slice. T must be
// pointer-free.
//
// With the backing Reserved all elements are contiguous. With blocks, a span
// never crosses from one slab to the next: what is left of a slab is kept for
// shorter spans, and a span longer than a slab gets a slab of its own length,
// or half as long again if it comes from Extend.
//
// A Span belongs to its owner and is freed with it. Unlike a Handle, it is not
// checked for being freed. The zero Array is ready to use; an Array must not be
// copied. One goroutine may change an Array, or any number may read it.
type Array[T any] struct{ spans spans }

// Init chooses options for an Array that has not been used yet: Backed, Limit
// and BlockBytes. Its errors are those of Bulk.Init.
func (a *Array[T]) Init(opts ...Option) error { return a.spans.init(reflect.TypeFor[T](), opts) }

// Slice returns the elements of s, which are the Array's own memory and may be read and
// written. It returns nil for the empty span and for one that is not within the Array.
// It does not allocate.
func (a *Array[T]) Slice(s Span[T]) []T { return sliceOf[T](&a.spans, s.start, s.count) }

// sliceOf is Slice for what knows the type of the elements.
func sliceOf[T any](a *spans, start, count uint32) []T {
	if count == 0 || uint64(start)+uint64(count) > uint64(a.top) {
		return nil
	}
	if len(a.table) == 0 {
		return elemsOf[T](a.one, start, count)[:count:count]
	}
	at := a.locateBlocks(start, count)
	if at.isNil() {
		return nil
	}
	return elemsOf[T](at, 0, count)[:count:count]
}

// Append adds one element and returns its span.
func (a *Array[T]) Append(v T) (Span[T], error) {
	s, err := a.Make(1)
	if err == nil {
		a.Slice(s)[0] = v
	}
	return s, err
}

// AppendRange adds elements that stay together and returns their span. It takes the
// lowest free positions that fit, or new ones. If there are none, it returns ErrFull or
// ErrMemory.
func (a *Array[T]) AppendRange(elems []T) (Span[T], error) {
	s, err := a.Make(len(elems))
	if err == nil {
		copyRows(asBytes(a.Slice(s)), asBytes(elems))
	}
	return s, err
}

// Make adds n elements that stay together and returns their span. Their values are
// undefined. Like all methods that add elements, it allocates nothing except, now and
// then, a block or room to note a hole.
func (a *Array[T]) Make(n int) (Span[T], error) {
	if i, ok := a.spans.next(uint64(n)); ok {
		a.spans.wake(i, uint32(n))
		return Span[T]{i, uint32(n)}, nil
	}
	s, err := a.spans.makeSlow(reflect.TypeFor[T](), n, 0)
	return Span[T]{s.first, s.n}, err
}

// Free gives the elements of s back; s and all spans of them must not be used any more.
// Elements of a committed range are given back only with the whole range. If s is not
// in use, Free does nothing and returns ErrRange.
func (a *Array[T]) Free(s Span[T]) error {
	if s.count == 0 {
		return nil
	}
	return a.spans.freeSpan(s.start, s.count)
}

// Extend adds elements to the end of s and returns the span of all. If the
// positions behind s are free, s grows in place. Otherwise its elements move, and
// s and all spans of it must not be used any more. Elements of a committed range
// are copied, and also stay where they are.
//
// A span has no room to spare, unlike what append returns. If many owners extend their
// spans in turns, each call moves all elements of its span. Gather the elements of one
// owner first, in an inline.Vec for example, and add them at once.
func (a *Array[T]) Extend(s Span[T], elems []T) (Span[T], error) {
	all, err := a.spans.extendSpan(reflect.TypeFor[T](), stretch{s.start, s.count}, asBytes(elems), len(elems))
	return Span[T]{all.first, all.n}, err
}

// Record returns the type T.
func (a *Array[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Len returns the number of elements in use.
func (a *Array[T]) Len() int { return int(a.spans.used) }

// Clear gives all elements back, including those of committed ranges. Reserved ranges
// stay reserved.
func (a *Array[T]) Clear() { a.spans.clear() }

// Close gives all memory back, as that of a Bulk does; slices of the Array must not be
// used any more. Closing twice is harmless.
func (a *Array[T]) Close() error { return a.spans.close() }
