package smallalloc

import (
	"reflect"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Typed is a pool as a source of values of one type. Like its pool it belongs to one
// goroutine at a time. For has checked the type, so its methods need not. The zero Typed
// has no pool, and its methods panic.
type Typed[T any] struct {
	p *Pool
}

// For makes a Typed. It fails with a *TypeError if T is larger than the pool's
// largest class, or holds Go pointers at any depth, which the garbage collector
// would not see in a pool.
func For[T any](p *Pool) (Typed[T], error) {
	t := reflect.TypeFor[T]()
	if err := p.admit(t); err != nil {
		return Typed[T]{}, err
	}
	if mem.Size[T]() >= len(p.bins) {
		return Typed[T]{}, &TypeError{Path: t.String(), Kind: t.Kind().String(), Err: ErrTooLarge}
	}
	return Typed[T]{p: p}, nil
}

// New returns a T of value zero: in the pool, or on the Go heap if its class is
// full.
func (t Typed[T]) New() *T {
	x := mem.Cast[T](t.p.alloc(mem.Size[T](), true))
	var zero T
	*x = zero
	return x
}

// TryNew is New without the Go heap: it returns nil and false if the class is full.
func (t Typed[T]) TryNew() (*T, bool) {
	b := t.p.alloc(mem.Size[T](), false)
	if b == nil {
		return nil, false
	}
	x := mem.Cast[T](b)
	var zero T
	*x = zero
	return x, true
}

// Free gives back what New or TryNew returned, as [Pool.Free] does.
func (t Typed[T]) Free(x *T) (bool, error) { return t.p.free(mem.AddrOf(x), mem.Size[T]()) }

// Ref returns the ref of x, or 0 if x does not lie in the pool.
func (t Typed[T]) Ref(x *T) Ref { return t.p.ref(mem.AddrOf(x)) }

// At returns the T at r, or nil if r is 0 or no T has room there. Only builds
// with the tag invariants check that it is a T in use.
func (t Typed[T]) At(r Ref) *T {
	off := r.offset()
	if r == 0 || off >= t.p.used || t.p.used-off < uintptr(mem.Size[T]()) {
		return nil
	}
	if checked {
		t.p.mustBeLive(r, mem.Size[T]())
	}
	return mem.At[T](&t.p.region, off)
}

// Make returns a T of value zero in the pool, or on the Go heap if its class is full.
// It fails as [For] does; the pool remembers the types that it has checked. Free it
// with [Free]. If one type is made often, For is faster.
func Make[T any](p *Pool) (*T, error) {
	t, err := For[T](p)
	if err != nil {
		return nil, err
	}
	return t.New(), nil
}

// Free gives back what [Make] returned, as [Pool.Free] does.
func Free[T any](p *Pool, x *T) (bool, error) { return p.free(mem.AddrOf(x), mem.Size[T]()) }

// TrySlice returns n values of T in one slot. The capacity is as many values as
// the slot holds, and their contents are what the slot's last owner left.
// TrySlice never uses the Go heap. It returns nil and false if the class is full,
// if n values are larger than the largest class, if n is negative, or if T has
// size 0 or holds Go pointers.
func TrySlice[T any](p *Pool, n int) ([]T, bool) {
	size := mem.Size[T]()
	if size == 0 || size > MaxSize || uint(n) > MaxSize || p.admit(reflect.TypeFor[T]()) != nil {
		return nil, false
	}
	b := p.alloc(n*size, false)
	if b == nil {
		return nil, false
	}
	return mem.CastSlice[T](b, n), true
}

// FreeSlice gives back what [TrySlice] returned, as [Pool.Free] does.
func FreeSlice[T any](p *Pool, s []T) (bool, error) {
	return p.free(mem.Addr(s), cap(s)*mem.Size[T]())
}

// OwnsSlice is [Pool.Owns] for what [TrySlice] returned.
func OwnsSlice[T any](p *Pool, s []T) bool { return p.region.Offset(mem.Addr(s)) < p.used }
