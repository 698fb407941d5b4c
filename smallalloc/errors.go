package smallalloc

import (
	"errors"
	"fmt"
)

var (
	// ErrClass is a list of classes that no pool can have.
	ErrClass = errors.New("class not possible")
	// ErrMemory is memory too small for the classes.
	ErrMemory = errors.New("memory too small for the classes")
	// ErrPointers is a type with Go pointers in it, asked of a pool.
	ErrPointers = errors.New("type holds Go pointers")
	// ErrTooLarge is a type larger than the largest class.
	ErrTooLarge = errors.New("type larger than the largest class")
	// ErrDoubleFree is the free of a slot that is not in use: freed already, or
	// never allocated.
	ErrDoubleFree = errors.New("slot is not in use")
	// ErrInterior is the free of an address inside the pool's region at which no
	// slot begins.
	ErrInterior = errors.New("address is not the start of a slot")
)

// FreeError is what [Pool.Free] returns for a slice that cannot be freed. The
// pool is as it was before the call.
type FreeError struct {
	Offset int   // of the address, from the start of the region, in bytes
	Size   int   // of the class at that place; 0 where the pool keeps its bits
	Err    error // ErrDoubleFree or ErrInterior
}

func (e *FreeError) Error() string {
	return fmt.Sprintf("smallalloc: free at offset %d, class %d: %v", e.Offset, e.Size, e.Err)
}

func (e *FreeError) Unwrap() error { return e.Err }

// TypeError is a type that cannot live in a pool.
type TypeError struct {
	Path string // the type, and the fields down to the offending one: "Node.Attrs[4].Name"
	Kind string // what stands there: "string"
	Err  error  // ErrPointers or ErrTooLarge
}

func (e *TypeError) Error() string {
	return fmt.Sprintf("smallalloc: %s (%s): %v", e.Path, e.Kind, e.Err)
}

func (e *TypeError) Unwrap() error { return e.Err }
