// Package mem is the one place of smallalloc that imports unsafe. It turns
// addresses into offsets within a region of memory, offsets into slices and
// typed pointers, bytes into a string that shares them, and a key into the
// bits of a number.
//
// Nothing here checks that a type has no Go pointers in it: the region belongs
// to the garbage collector as a block of bytes, so a pointer stored in it does
// not keep its target alive. The callers check.
package mem

import "unsafe"

// Word is the unit of alignment: every region and every offset handed to At
// and Slice is a multiple of it, and no Go type asks for more.
const Word = 8

// Compile-time checks: a word holds the bits of every integer and every Go
// type without pointers is satisfied with word alignment.
var (
	_ [Word - unsafe.Sizeof(uint64(0))]struct{}
	_ [Word - unsafe.Alignof(uint64(0))]struct{}
	_ [Word - unsafe.Alignof(complex128(0))]struct{}
	_ [unsafe.Sizeof(uint64(0)) - unsafe.Sizeof(uintptr(0))]struct{}
)

// maxBytes is more than any slot has.
const maxBytes = 1 << 20

// Region is word-aligned memory. It is a plain Go slice underneath, so
// any pointer into it keeps the whole of it alive.
type Region struct {
	base unsafe.Pointer
	len  uintptr
}

// Make returns a region of n zero bytes from the Go heap.
func Make(n int) Region {
	if n == 0 {
		return Region{}
	}
	words := make([]uint64, (n+Word-1)/Word)
	p := unsafe.Pointer(unsafe.SliceData(words))
	if uintptr(p)%Word != 0 { // where a uint64 need not be aligned, as on 386
		r := Over(make([]byte, n+Word))
		return r.Part(0, n)
	}
	return Region{base: p, len: uintptr(n)}
}

// Over returns the region of the caller's memory: b without the bytes in front
// of its first word boundary.
func Over(b []byte) Region {
	p := unsafe.Pointer(unsafe.SliceData(b))
	skip := -uintptr(p) % Word
	if skip >= uintptr(len(b)) {
		return Region{}
	}
	return Region{base: unsafe.Add(p, skip), len: uintptr(len(b)) - skip}
}

// Len is the length of the region in bytes.
func (r *Region) Len() int { return int(r.len) }

// Part is n bytes of the region from off on, a word boundary within it.
func (r *Region) Part(off uintptr, n int) Region {
	return Region{base: unsafe.Add(r.base, off), len: uintptr(n)}
}

// Offset is how far address a lies behind the start of the region. An address
// in front of the region comes out as an offset far behind its end.
func (r *Region) Offset(a uintptr) uintptr { return a - uintptr(r.base) }

// Bytes is the region from off on: n bytes of c. The caller has made sure that
// off+c is not greater than the length and n not greater than c; c is not 0,
// or the slice might point behind the region.
func (r *Region) Bytes(off uintptr, n, c int) []byte {
	return (*[maxBytes]byte)(unsafe.Add(r.base, off))[:n:c]
}

// Words is n words of the region from off on.
func (r *Region) Words(off uintptr, n int) []uint64 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Add(r.base, off)), n)
}

// At is the T at off. The caller has made sure that T is pointer-free and that
// all of it lies in the region.
func At[T any](r *Region, off uintptr) *T { return (*T)(unsafe.Add(r.base, off)) }

// Cast is the T at the start of b. The caller has made sure that T is
// pointer-free, that b is at a word boundary and that its capacity holds a T,
// and is not 0.
func Cast[T any](b []byte) *T { return (*T)(unsafe.Pointer(unsafe.SliceData(b))) }

// CastSlice is n values of T at the start of b and as many more in the capacity
// as fit into that of b, under the conditions of Cast. T is not of size 0.
func CastSlice[T any](b []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), cap(b)/Size[T]())[:n]
}

// Addr is the address of the first byte of b. As a number it neither keeps b
// alive nor makes it escape.
func Addr[T any](b []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// AddrOf is the address p points to, as a number.
func AddrOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// Size is the number of bytes of a T. It does not make one, which would be on the
// heap if it is large.
func Size[T any]() int { return int(unsafe.Sizeof(*(*T)(nil))) }

// Fill sets every byte of s, whose type is pointer-free, to x.
func Fill[T any](s []T, x byte) {
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*Size[T]())
	for i := range b {
		b[i] = x
	}
}

// Text is b as a string that shares its bytes; it changes when b does.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bits is the bits of k, which must be of an integer kind, as a number.
func Bits[K any](k K) uint64 {
	switch unsafe.Sizeof(k) {
	case 8:
		return *(*uint64)(unsafe.Pointer(&k))
	case 4:
		return uint64(*(*uint32)(unsafe.Pointer(&k)))
	case 2:
		return uint64(*(*uint16)(unsafe.Pointer(&k)))
	case 1:
		return uint64(*(*uint8)(unsafe.Pointer(&k)))
	}
	return 0
}

// String is k, which must be of a string kind, as a string.
func String[K any](k K) string {
	if unsafe.Sizeof(k) != unsafe.Sizeof("") {
		return ""
	}
	return *(*string)(unsafe.Pointer(&k))
}
