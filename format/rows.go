package format

import (
	"errors"
	"reflect"
	"sync"
	"unsafe"
)

// This is the package's only file that imports unsafe: rows of a game's type
// seen as the bytes of a file, and the other way round.

// What RowsOf refuses.
var (
	ErrRowSize  = errors.New("lvl: the bytes are not a whole number of rows")
	ErrRowAlign = errors.New("lvl: the bytes are not aligned for the row's type")
	ErrRowType  = errors.New("lvl: a row's type may not hold pointers and must have a size")
)

// LittleEndian reports whether this machine has the byte order of the file. If not,
// rows are read through a Plan, which swaps bytes.
const LittleEndian = littleEndian

// BytesOf returns the memory of rows as bytes; both share it. The caller must make sure
// that T has no pointers; RowsOf checks that.
func BytesOf[T any](rows []T) []byte {
	if len(rows) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(rows))), len(rows)*int(unsafe.Sizeof(rows[0])))
}

// RowsOf returns b as rows of T; both share their memory. It refuses a T that holds
// pointers, bytes that are not a whole number of rows, and bytes that are not aligned
// for T. It does not look at the values: a bool that is neither 0 nor 1 must have been
// refused before (rule 7). It allocates nothing after the first call for a T.
func RowsOf[T any](b []byte) ([]T, error) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if size == 0 || holdsPointers(reflect.TypeFor[T]()) {
		return nil, ErrRowType
	}
	if len(b)%size != 0 {
		return nil, ErrRowSize
	}
	if len(b) == 0 {
		return nil, nil
	}
	p := unsafe.Pointer(unsafe.SliceData(b))
	if uintptr(p)%unsafe.Alignof(zero) != 0 {
		return nil, ErrRowAlign
	}
	return unsafe.Slice((*T)(p), len(b)/size), nil
}

// FixedRows returns b as rows of a table of the format, for example of the Data of a
// Block; both share their memory. It leaves out bytes at the end that are no whole row,
// which a block does not have. It never allocates.
func FixedRows[R FixedRow](b []byte) []R {
	var zero R
	return unsafe.Slice((*R)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(zero)))
}

// stringOf returns b as a string; both share their memory, which must not be written to.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// alignedForRows reports whether the blocks of a file in this memory are aligned for
// rows of every type. Blocks begin at multiples of 64 bytes in it.
func alignedForRows(file []byte) bool {
	return len(file) > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(file)))%8 == 0
}

// words32 returns b as 32-bit numbers in this machine's byte order. It returns nil if b
// is not aligned or its length is no multiple of 4.
func words32(b []byte) []uint32 {
	p := unsafe.Pointer(unsafe.SliceData(b))
	if len(b) == 0 || len(b)%4 != 0 || uintptr(p)%4 != 0 {
		return nil
	}
	return unsafe.Slice((*uint32)(p), len(b)/4)
}

// words64 is words32 for 64-bit numbers.
func words64(b []byte) []uint64 {
	p := unsafe.Pointer(unsafe.SliceData(b))
	if len(b) == 0 || len(b)%8 != 0 || uintptr(p)%8 != 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(p), len(b)/8)
}

// pointerFree remembers which types hold no pointers.
var pointerFree sync.Map // reflect.Type -> struct{}

// moveFour moves four words of each of n rows. It uses unsafe because Go's checked
// loops run out of registers and take twice as long (BenchmarkPlan). What they would
// check for each row is checked once: all rows are there, and the words are within a
// row.
func moveFour(d, s []uint32, n int, m *[4]wordMove, dstStride, srcStride int) {
	for i := range m {
		if int(m[i].dst) >= dstStride || int(m[i].src) >= srcStride {
			return
		}
	}
	if n <= 0 || n > len(d)/dstStride || n > len(s)/srcStride {
		return
	}
	d0, d1, d2, d3 := 4*uintptr(m[0].dst), 4*uintptr(m[1].dst), 4*uintptr(m[2].dst), 4*uintptr(m[3].dst)
	s0, s1, s2, s3 := 4*uintptr(m[0].src), 4*uintptr(m[1].src), 4*uintptr(m[2].src), 4*uintptr(m[3].src)
	to, from := unsafe.Pointer(unsafe.SliceData(d)), unsafe.Pointer(unsafe.SliceData(s))
	for {
		*(*uint32)(unsafe.Add(to, d0)) = *(*uint32)(unsafe.Add(from, s0))
		*(*uint32)(unsafe.Add(to, d1)) = *(*uint32)(unsafe.Add(from, s1))
		*(*uint32)(unsafe.Add(to, d2)) = *(*uint32)(unsafe.Add(from, s2))
		*(*uint32)(unsafe.Add(to, d3)) = *(*uint32)(unsafe.Add(from, s3))
		if n--; n == 0 {
			return
		}
		to, from = unsafe.Add(to, 4*dstStride), unsafe.Add(from, 4*srcStride)
	}
}

func holdsPointers(t reflect.Type) bool {
	if _, ok := pointerFree.Load(t); ok {
		return false
	}
	if findPointers(t) {
		return true
	}
	pointerFree.Store(t, struct{}{})
	return false
}

func findPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	case reflect.Array:
		return t.Len() > 0 && findPointers(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if findPointers(field.Type) {
				return true
			}
		}
		return false
	}
	return true
}

// Sizes that words32, words64 and moveFour rely on. If one differs, the constant is
// negative and does not compile.
const (
	_ = -uint(unsafe.Sizeof(uint32(0)) ^ 4)
	_ = -uint(unsafe.Sizeof(uint64(0)) ^ 8)
	_ = -uint(unsafe.Sizeof(wordMove{}) ^ 4)
	_ = -uint(unsafe.Sizeof(byte(0)) ^ 1)
)
