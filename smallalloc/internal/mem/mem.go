// Package mem is the one place of smallalloc that imports unsafe. It turns
// addresses into offsets within a region of memory, offsets into slices and
// typed pointers, bytes into a string that shares them, and keys into numbers.
//
// Nothing here checks that a type has no Go pointers in it: the region belongs
// to the garbage collector as a block of bytes, so a pointer stored in it does
// not keep its target alive. The callers check.
package mem

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Word is the unit of alignment: every region and every offset handed to At
// and Slice is a multiple of it, and no Go type asks for more.
const Word = 8

// Compile-time checks: a word holds the bits of every integer, and every Go type
// without pointers is aligned enough at a word boundary.
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

// Len returns the length of the region in bytes.
func (r *Region) Len() int { return int(r.len) }

// Part returns n bytes of the region from off on. off is a word boundary within it.
func (r *Region) Part(off uintptr, n int) Region {
	return Region{base: unsafe.Add(r.base, off), len: uintptr(n)}
}

// Offset returns how far address a lies behind the start of the region. An address
// in front of the region comes out as an offset far behind its end.
func (r *Region) Offset(a uintptr) uintptr { return a - uintptr(r.base) }

// Bytes returns the region from off on: n bytes of c. The caller has made sure that
// off+c is not greater than the length and n not greater than c; c is not 0,
// or the slice might point behind the region.
func (r *Region) Bytes(off uintptr, n, c int) []byte {
	return (*[maxBytes]byte)(unsafe.Add(r.base, off))[:n:c]
}

// Words returns n words of the region from off on.
func (r *Region) Words(off uintptr, n int) []uint64 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Add(r.base, off)), n)
}

// At returns the T at off. The caller has made sure that T is pointer-free and that
// all of it lies in the region.
func At[T any](r *Region, off uintptr) *T { return (*T)(unsafe.Add(r.base, off)) }

// Cast returns the T at the start of b. The caller has made sure that T is
// pointer-free, that b is at a word boundary and that its capacity holds a T,
// and is not 0.
func Cast[T any](b []byte) *T { return (*T)(unsafe.Pointer(unsafe.SliceData(b))) }

// CastSlice returns n values of T at the start of b, with as much capacity as that of b
// has room for, under the conditions of Cast. T does not have size 0.
func CastSlice[T any](b []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), cap(b)/Size[T]())[:n]
}

// Addr returns the address of the first byte of b. As a number it neither keeps b
// alive nor makes it escape.
func Addr[T any](b []T) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// AddrOf returns the address p points to, as a number.
func AddrOf[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// Size returns the number of bytes of a T. It does not make one, which would be on the
// heap if it is large.
func Size[T any]() int { return int(unsafe.Sizeof(*(*T)(nil))) }

// Fill sets every byte of s, whose type is pointer-free, to x.
func Fill[T any](s []T, x byte) {
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*Size[T]())
	for i := range b {
		b[i] = x
	}
}

// Text returns b as a string that shares its bytes. It changes when b does.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Bits returns the bits of k, which must be of an integer kind, as a number.
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

// String returns k, which must be of a string kind, as a string.
func String[K any](k K) string {
	if unsafe.Sizeof(k) != unsafe.Sizeof("") {
		return ""
	}
	return *(*string)(unsafe.Pointer(&k))
}

// Key is two secret numbers, neither of them 0, that a hash starts from.
type Key [2]uint64

// Hash returns a hash of s under a secret key, of the kind of wyhash (Wang Yi, 2019):
// 16 bytes at a time are multiplied to 128 bits, whose halves are folded. Without the
// key, nobody can choose strings that collide.
func Hash(s string, key Key) uint64 {
	p, n := unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s))
	h := key[1]
	var a, b uint64
	switch {
	case n > 16:
		for i := uintptr(0); i+16 < n; i += 16 {
			h = fold(load64(p, i)^key[0], load64(p, i+8)^h)
		}
		a, b = load64(p, n-16), load64(p, n-8)
	case n >= 8:
		a, b = load64(p, 0), load64(p, n-8)
	case n >= 4:
		a, b = load32(p, 0), load32(p, n-4)
	case n > 0:
		a = uint64(s[0]) | uint64(s[n>>1])<<8 | uint64(s[n-1])<<16
	}
	return fold(fold(a^key[0], b^h)^uint64(n), key[1])
}

// HashWord is Hash for one number.
func HashWord(x uint64, key Key) uint64 { return fold(fold(x^key[0], key[1]), key[0]) }

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// load64 and load32 put bytes together. The compiler makes that one load on machines
// that can load from any address.
func load64(p unsafe.Pointer, off uintptr) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, off))[:])
}

func load32(p unsafe.Pointer, off uintptr) uint64 {
	return uint64(binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(p, off))[:]))
}
