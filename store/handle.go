package store

import "reflect"

// Handle is a weak reference to a record of type T in one store: the slot and
// the generation that the slot had when the record was inserted. The zero
// Handle is nil. Once the record is removed the handle is dead for ever; it
// never resolves to the slot's next owner.
type Handle[T any] struct {
	index uint32
	gen   uint32 // generation ^ the store's salt; 0 in a file
}

// Record returns the type T.
func (Handle[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// AnyHandle is a Handle whose record type is known at run time only: the kind
// is the number that a loader gave to the store (see Bulk.Kind).
type AnyHandle struct {
	index uint32
	gen   uint32
	kind  uint16
	_     uint16
}

// Span is consecutive elements of an Array[T]. The zero Span is empty.
type Span[T any] struct {
	start uint32
	count uint32
}

// Record returns the type T.
func (Span[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Str is a string of a Strings. The zero Str is the empty string.
type Str struct{ id uint32 }
