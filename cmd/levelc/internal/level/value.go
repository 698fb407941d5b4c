package level

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"

	"github.com/levelc/levelc/format"
)

// This file reads and writes single values of a row. b begins at the value; a row of a checked
// file has enough bytes.

// Ref returns the row that a value of a ref or anyref field names. ok is false for
// null.
func (l *Level) Ref(f *format.Field, b []byte) (table int, row uint32, ok bool) {
	v := binary.LittleEndian.Uint32(b)
	if v == 0 {
		return 0, 0, false
	}
	if f.Type == format.TypeAnyRef {
		return int(binary.LittleEndian.Uint16(b[8:])), v - 1, true
	}
	return l.Table(f.Target), v - 1, true
}

// Span returns the rows of the target table that a span names.
func Span(b []byte) (start, count uint32) {
	return binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
}

// Uint reads a value of an integer, bool, enum or flags field, as if it had no sign.
func Uint(t format.Type, b []byte) uint64 {
	switch t.Size() {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// Finite reports whether a value of a float field is a number.
func Finite(t format.Type, b []byte) bool {
	if t == format.TypeF32 {
		return binary.LittleEndian.Uint32(b)>>23&0xff != 0xff
	}
	return binary.LittleEndian.Uint64(b)>>52&0x7ff != 0x7ff
}

// AppendNumber appends a value of a number field: an integer in decimal, a float with
// the fewest digits that give the same bits.
func AppendNumber(to []byte, t format.Type, b []byte) []byte {
	switch t {
	case format.TypeF32:
		return appendFloat(to, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))), 32)
	case format.TypeF64:
		return appendFloat(to, math.Float64frombits(binary.LittleEndian.Uint64(b)), 64)
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		shift := 64 - 8*t.Size()
		return strconv.AppendInt(to, int64(Uint(t, b)<<shift)>>shift, 10)
	}
	return strconv.AppendUint(to, Uint(t, b), 10)
}

// appendFloat uses an exponent only if there would be many zeros.
func appendFloat(to []byte, v float64, bits int) []byte {
	form := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e15) {
		form = 'e'
	}
	return strconv.AppendFloat(to, v, form, -1, bits)
}

// Symbol returns the name of a value of an enum field. ok is false if it has none.
func Symbol(f *format.Field, b []byte) (name string, ok bool) {
	v := Uint(f.Type, b)
	if v >= uint64(len(f.Symbols)) {
		return "", false
	}
	return f.Symbols[v], true
}

// Flags calls yield for each flag that is set, with its name, which may be empty, and
// its bit.
func Flags(f *format.Field, b []byte, yield func(name string, bit int) bool) {
	for v := Uint(f.Type, b); v != 0; v &= v - 1 {
		bit, name := bits.TrailingZeros64(v), ""
		if bit < len(f.Symbols) {
			name = f.Symbols[bit]
		}
		if !yield(name, bit) {
			return
		}
	}
}

// AppendFlags appends the names of the flags that are set, as a source has them, or 0 if
// there are none. A flag without a name is bit and its number.
func AppendFlags(to []byte, f *format.Field, b []byte) []byte {
	start := len(to)
	Flags(f, b, func(name string, bit int) bool {
		if len(to) > start {
			to = append(to, '|')
		}
		if name == "" {
			name = "bit" + strconv.Itoa(bit)
		}
		to = append(to, name...)
		return true
	})
	if len(to) == start {
		return append(to, '0')
	}
	return to
}

// TypeName returns a field's type as the format's documentation writes it: f32 x 3.
func TypeName(f *format.Field) string {
	if f.Count == 1 {
		return f.Type.String()
	}
	return f.Type.String() + " x " + strconv.Itoa(int(f.Count))
}
