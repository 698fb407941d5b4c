package smallalloc

import "github.com/levelc/levelc/smallalloc/internal/mem"

// Ref is the place of a slot in its pool: a link of 4 bytes from one slot to
// another, where a Go pointer would be invisible to the garbage collector. The
// zero Ref is nil. A Ref does not keep the pool alive and says nothing about
// the slot's being in use.
type Ref uint32

// refUnit is the unit of Refs.
const refUnit = mem.Word

// offset returns the place of r in the region. If 32 bits cannot address it, the result
// is behind every pool.
func (r Ref) offset() uintptr {
	if off := uint64(r-1) * refUnit; off <= uint64(^uintptr(0)) {
		return uintptr(off)
	}
	return ^uintptr(0)
}

// Ref returns the ref of the slot that b begins at, or 0 if no slot of the pool begins
// there: a block of the Go heap has no ref, which is why linked structures are
// built with TryAlloc.
func (p *Pool) Ref(b []byte) Ref { return p.ref(mem.Addr(b)) }

func (p *Pool) ref(addr uintptr) Ref {
	off := p.region.Offset(addr)
	if off >= p.used || off%refUnit != 0 {
		return 0
	}
	return Ref(off/refUnit) + 1
}

// At returns n bytes from r on, or nil if r is 0 or not all of them lie in the
// pool's slots. Only builds with the tag invariants check that r is a slot in use
// and has n bytes.
func (p *Pool) At(r Ref, n int) []byte {
	off := r.offset()
	if r == 0 || uint(n) > MaxSize || off >= p.used || p.used-off < uintptr(n) {
		return nil
	}
	if checked {
		p.mustBeLive(r, n)
	}
	return p.region.Bytes(off, n, n)
}
