package store

import (
	"fmt"
	"reflect"
)

// Span is consecutive elements of an Array[T]. The zero Span is empty.
type Span[T any] struct {
	start uint32
	count uint32
}

// Record returns the type T.
func (Span[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Len returns the number of elements.
func (s Span[T]) Len() int { return int(s.count) }

// Start returns the position of the first element in its Array.
func (s Span[T]) Start() uint32 { return s.start }

// Sub returns the elements from i up to but not including j, as slicing does. Like
// slicing, it panics if they are not within s.
func (s Span[T]) Sub(i, j int) Span[T] {
	if i < 0 || j < i || uint64(j) > uint64(s.count) {
		panic(fmt.Sprintf("store: span bounds [%d:%d] with length %d", i, j, s.count))
	}
	return Span[T]{s.start + uint32(i), uint32(j - i)}
}

// String returns "start+count".
func (s Span[T]) String() string { return fmt.Sprintf("%d+%d", s.start, s.count) }

// MarshalText returns an error: a Span alone is not its elements. Array.Slice has these, and
// Array.Save keeps their places.
func (s Span[T]) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("store: Span %v is a place in its Array; write the elements that Slice returns", s)
}
