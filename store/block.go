package store

import (
	"encoding/binary"
	"math"
	"math/bits"
	"runtime"
	"unsafe"
)

// This file is the only one of the package that imports unsafe. Here the memory of
// blocks, which comes as bytes, becomes rows.
//
// It is safe for these reasons: rows are pointer-free (record.go), so they may be in
// memory that the collector does not scan; each piece of memory is reached from its
// base by unsafe.Add alone, never through a uintptr that is kept; a slot is reached
// only after its index was compared with the number of slots that have memory.

// cell is a stretch of slots whose rows are in one piece of memory: a block, or the
// whole reservation.
type cell struct {
	rows raw            // nil while the block has no memory
	gens unsafe.Pointer // the slots' generations, uint32
}

// prefetch prefetches the cache lines of n slots from first on: the records, of size
// bytes, and the generations.
func (c cell) prefetch(first, n uint32, size int) {
	prefetchLines(uintptr(c.rows.from(first, size).p), uintptr(n)*uintptr(size))
	prefetchLines(uintptr(unsafe.Add(c.gens, 4*uintptr(first))), 4*uintptr(n))
}

// prefetchPages prefetches the beginnings of the pages of n slots from first on, with
// records of size bytes. The slots need not exist.
func (c cell) prefetchPages(first, n uint32, size int) {
	at := uintptr(c.rows.p) + uintptr(first)*uintptr(size)
	prefetchPages((at+prefetchPage-1)&^(prefetchPage-1), uintptr(n)*uintptr(size))
}

const prefetchPage = 4096 // also in assembly

// The records of handles and spans have the same size in memory and in a
// level's rows.
const (
	_ = uint(8-unsafe.Sizeof(Handle[int32]{})) + uint(unsafe.Sizeof(Handle[int32]{})-8)
	_ = uint(12-unsafe.Sizeof(AnyHandle{})) + uint(unsafe.Sizeof(AnyHandle{})-12)
	_ = uint(8-unsafe.Sizeof(Span[int32]{})) + uint(unsafe.Sizeof(Span[int32]{})-8)
)

// stretchOf views a span without its element type.
func stretchOf[T any](s *Span[T]) *stretch { return (*stretch)(unsafe.Pointer(s)) }

const _ = uint(8-unsafe.Sizeof(stretch{})) + uint(unsafe.Sizeof(stretch{})-8)

const _ = uint(4-unsafe.Sizeof(Str{})) + uint(unsafe.Sizeof(Str{})-4)

// raw is the address of elements whose type and number the caller knows. Code that
// handles elements as such names the type; all other code counts in bytes.
type raw struct{ p unsafe.Pointer }

func rawOf(mem []byte) raw { return raw{unsafe.Pointer(unsafe.SliceData(mem))} }

func (r raw) isNil() bool { return r.p == nil }

// from returns the address of element k, if each has size bytes.
func (r raw) from(k uint32, size int) raw {
	return raw{unsafe.Add(r.p, uintptr(k)*uintptr(size))}
}

// leadsTo reports whether element k is at o, which it need not be: so no address is made
// of it.
func (r raw) leadsTo(o raw, k uint32, size int) bool {
	return uintptr(r.p)+uintptr(k)*uintptr(size) == uintptr(o.p)
}

// bytes returns the memory of the n elements from k on.
func (r raw) bytes(k, n uint32, size int) []byte {
	return unsafe.Slice((*byte)(r.from(k, size).p), int(n)*size)
}

// tract is memory by its address and length. It is not a []byte because whatever prints
// or compares a store walks that, and most of a reservation must not be touched. Nor is
// it a *byte, which some printers follow.
type tract struct {
	p unsafe.Pointer
	n int
}

func tractOf(mem []byte) tract { return tract{unsafe.Pointer(unsafe.SliceData(mem)), len(mem)} }

func (t tract) isNil() bool { return t.p == nil }

// all returns the memory.
func (t tract) all() []byte { return unsafe.Slice((*byte)(t.p), t.n) }

// mostHeap is more bytes than any machine has, and few enough that make does not panic.
var mostHeap = func() uint64 {
	switch { // where an int has more bits than an address
	case runtime.GOARCH == "wasm":
		return 1 << 31
	case runtime.GOOS == "ios":
		return 1 << 39
	}
	return math.MaxInt >> (16 * (bits.UintSize / 64))
}()

// heapBytes takes n bytes of Go's heap, aligned for any record. They are at most mostHeap.
func heapBytes(n int) []byte { return asBytes(make([]uint64, (n+7)/8)) }

// elemAt returns element k. What handles elements are functions: all methods of a generic
// type would be compiled for each type of record that a game has.
func elemAt[E any](r raw, k uint32) *E {
	return (*E)(unsafe.Add(r.p, uintptr(k)*unsafe.Sizeof(*new(E))))
}

// elemNth is elemAt with an index of the machine's word size, which makes faster loops.
func elemNth[E any](r raw, k uint) *E {
	return (*E)(unsafe.Add(r.p, uintptr(k)*unsafe.Sizeof(*new(E))))
}

// elemsOf returns the n elements from first on.
func elemsOf[E any](r raw, first, n uint32) []E { return unsafe.Slice(elemAt[E](r, first), int(n)) }

// uint32s is the address of an array whose length the caller knows.
type uint32s struct{ p unsafe.Pointer }

func uint32sOf(s []uint32) uint32s { return uint32s{unsafe.Pointer(unsafe.SliceData(s))} }

func (u uint32s) at(i uint32) *uint32 { return (*uint32)(unsafe.Add(u.p, uintptr(i)*4)) }
func (u uint32s) nth(i uint) *uint32  { return (*uint32)(unsafe.Add(u.p, uintptr(i)*4)) }

func (u uint32s) slice(first, n uint32) []uint32 { return unsafe.Slice(u.at(first), int(n)) }

// as views memory as an array of E. The memory must be aligned for E and hold
// a whole number of them.
func as[E any](mem []byte) []E {
	if len(mem) == 0 {
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Pointer(unsafe.SliceData(mem))), len(mem)/int(unsafe.Sizeof(*new(E))))
}

// asBytes views pointer-free elements as their bytes.
func asBytes[E any](s []E) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(E))))
}

// asString views bytes that do not change any more as a string.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// lane is what one word of a record holds.
type lane interface{ ~float32 | ~int32 | ~uint32 }

// wordOf returns the number of the word of a T that pick points at.
func wordOf[T any, E lane](pick func(*T) *E) (int, bool) {
	var t T
	at := uintptr(unsafe.Pointer(pick(&t))) - uintptr(unsafe.Pointer(&t))
	return int(at / 4), at%4 == 0 && at < unsafe.Sizeof(t)
}

// wordsOf views a record as its words; T is aligned to four bytes and holds a
// whole number of words.
func wordsOf[T any](row *T) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(row)), unsafe.Sizeof(*row)/4)
}

func wordAt[T any](row *T, w int) *uint32 {
	return (*uint32)(unsafe.Add(unsafe.Pointer(row), uintptr(w)*4))
}

func sizeOf[E any]() int { return int(unsafe.Sizeof(*new(E))) }

// addressOf returns an address as a number, for alignment and for system calls.
func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// pointerTo returns a pointer to b, for system calls.
func pointerTo(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// bytesAt returns the memory at an address that the system gave as a number. It is
// outside Go's heap.
func bytesAt(at uintptr, n int) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), n)
}

func gensOf(c cell) uint32s { return uint32s{c.gens} }

// cellsIn views memory that the collector does not scan as cells. Their pointers keep
// nothing alive.
func cellsIn(mem []byte) []cell { return as[cell](mem) }

func tableOf(cells []cell) *cell { return unsafe.SliceData(cells) }

// hasRows reports whether the cell's rows have memory.
func (c cell) hasRows() bool { return !c.rows.isNil() }

// bytes returns the memory of the n rows of size bytes from row k on.
func (c cell) bytes(k, n uint32, size int) []byte {
	return c.rows.bytes(k, n, size)
}

func (c *cell) setRows(mem []byte)    { c.rows = rawOf(mem) }
func (c *cell) setGens(gens []uint32) { c.gens = unsafe.Pointer(unsafe.SliceData(gens)) }

// hole is the memory of a dead row, as the store uses it. Rows may be aligned to a byte
// only, so it is read and written by bytes, which compiles to one move.
type hole struct{ p unsafe.Pointer }

func (c cell) hole(k uint32, size int) hole {
	return hole{c.rows.from(k, size).p}
}

func (h hole) get(word uintptr) uint32 {
	return binary.NativeEndian.Uint32((*[4]byte)(unsafe.Add(h.p, word*4))[:])
}

func (h hole) set(word uintptr, v uint32) {
	binary.NativeEndian.PutUint32((*[4]byte)(unsafe.Add(h.p, word*4))[:], v)
}

// Get returns the record that h refers to and true. It returns nil and false if the
// record was removed, if h is nil, or if h belongs to another store; Explain tells
// which. The pointer stays good until the record is removed. Get costs two dependent
// loads, does not allocate and inlines.
func (b *Bulk[T]) Get(h Handle[T]) (*T, bool) {
	s := &b.slots
	if h.index < s.reach && h.gen&1 != 0 {
		c, i := &s.one, uintptr(h.index)
		if s.table != nil {
			c = (*cell)(unsafe.Add(unsafe.Pointer(s.table), uintptr(uint64(i)*s.scale>>32)*unsafe.Sizeof(cell{})))
			i &= uintptr(s.mask)
		}
		if *(*uint32)(unsafe.Add(c.gens, i*4)) == h.gen {
			return (*T)(unsafe.Add(c.rows.p, i*unsafe.Sizeof(*new(T)))), true
		}
	}
	return nil, false
}
