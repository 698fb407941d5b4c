package loader

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/levelc/levelc/format"
)

// Value is a field of a row. A field with a count above one, such as a vector, has that
// many values; i counts them from 0. Reading past the end or as another type gives zero.
type Value struct {
	w    *Walker
	f    *format.Field
	data []byte
}

// Type returns what the field holds. It is TypeInvalid for the zero Value, which
// Row.Field returns for a name that does not exist.
func (v Value) Type() format.Type {
	if v.f == nil {
		return format.TypeInvalid
	}
	return v.f.Type
}

// Len returns how many values there are: the field's count, or a span's length. In a file
// that is read with format.CheckNone or CheckSums, a damaged or hostile span may say that it
// has billions, more than there are rows: allocate nothing by that number.
func (v Value) Len() int {
	switch v.Type() {
	case format.TypeInvalid:
		return 0
	case format.TypeSpan:
		return int(min(binary.LittleEndian.Uint32(v.data[4:]), math.MaxInt32)) // a file that is not checked may say more
	}
	return int(v.f.Count)
}

func (v Value) at(i, size int) []byte {
	if uint(i) >= uint(v.f.Count) {
		return zero[:size]
	}
	return v.data[i*size : (i+1)*size]
}

var zero [16]byte

// Int returns value i of an integer, bool, enum or flags field. Of a u64 beyond the largest
// int64 it returns the same bits, as a negative number; see Uint.
func (v Value) Int(i int) int64 {
	le := binary.LittleEndian
	switch v.Type() {
	case format.TypeI8:
		return int64(int8(v.at(i, 1)[0]))
	case format.TypeU8, format.TypeBool, format.TypeEnum8, format.TypeFlags8:
		return int64(v.at(i, 1)[0])
	case format.TypeI16:
		return int64(int16(le.Uint16(v.at(i, 2))))
	case format.TypeU16, format.TypeEnum16, format.TypeFlags16:
		return int64(le.Uint16(v.at(i, 2)))
	case format.TypeI32:
		return int64(int32(le.Uint32(v.at(i, 4))))
	case format.TypeU32, format.TypeEnum32, format.TypeFlags32:
		return int64(le.Uint32(v.at(i, 4)))
	case format.TypeU64, format.TypeI64, format.TypeFlags64:
		return int64(le.Uint64(v.at(i, 8)))
	}
	return 0
}

// Uint returns the bits of Int as a uint64, for u64 fields and flags. A negative number is
// then a large one.
func (v Value) Uint(i int) uint64 { return uint64(v.Int(i)) }

// Bool returns value i of a bool field. A bool whose values have names in its tag, as in
// enum=off|on, is an enum in a level: read it by Int, which is 0 or 1, or Symbol.
func (v Value) Bool(i int) bool { return v.Type() == format.TypeBool && v.Int(i) != 0 }

// Float returns value i of a float field, or of one that Int reads, converted. That of a
// u64 is never negative.
func (v Value) Float(i int) float64 {
	switch v.Type() {
	case format.TypeF32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(v.at(i, 4))))
	case format.TypeF64:
		return math.Float64frombits(binary.LittleEndian.Uint64(v.at(i, 8)))
	case format.TypeU64, format.TypeFlags64:
		return float64(v.Uint(i))
	}
	return float64(v.Int(i))
}

// Text returns value i of a string field. The bytes belong to the walk: copy what must
// outlive the node.
func (v Value) Text(i int) []byte {
	if v.Type() != format.TypeStr {
		return nil
	}
	return v.w.str(binary.LittleEndian.Uint32(v.at(i, 4)))
}

// Symbol returns the name of value i of an enum field.
func (v Value) Symbol(i int) string {
	switch v.Type() {
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		if uint(i) >= uint(v.f.Count) {
			return "" // 0 has a name too
		}
		if n := v.Uint(i); n < uint64(len(v.f.Symbols)) { // a file that is not checked may say more
			return v.f.Symbols[n]
		}
	}
	return ""
}

// Ref returns what value i of a reference names: a kind, and the row of its node
// (Row.Index). For null, past the end and for a field of another type, kind is empty, row
// is -1 and ok is false.
func (v Value) Ref(i int) (kind string, row int, ok bool) {
	le := binary.LittleEndian
	switch v.Type() {
	case format.TypeRef:
		if n := le.Uint32(v.at(i, 8)); n != 0 {
			return v.f.Target, int(n) - 1, true
		}
	case format.TypeAnyRef:
		p := v.at(i, 12)
		t := int(le.Uint16(p[8:]))
		if n := le.Uint32(p); n != 0 && t < len(v.w.schema.Tables) { // a file that is not checked may name no table
			return v.w.schema.Tables[t].Name, int(n) - 1, true
		}
	}
	return "", -1, false
}

// String returns the value for people, as in a message: a text as it is, several values
// with spaces between them, an enum and flags by name, a reference as "body[3]" or
// "nil", a span as the number of its elements.
func (v Value) String() string {
	switch v.Type() {
	case format.TypeInvalid:
		return ""
	case format.TypeSpan:
		return fmt.Sprintf("%d of %s", v.Len(), v.f.Target)
	}
	var b []byte
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ' ')
		}
		b = v.append(b, i)
	}
	return string(b)
}

// append appends value i.
func (v Value) append(b []byte, i int) []byte {
	switch v.Type() {
	case format.TypeStr:
		return append(b, v.Text(i)...)
	case format.TypeBool:
		return strconv.AppendBool(b, v.Bool(i))
	case format.TypeF32:
		return strconv.AppendFloat(b, v.Float(i), 'g', -1, 32)
	case format.TypeF64:
		return strconv.AppendFloat(b, v.Float(i), 'g', -1, 64)
	case format.TypeU64:
		return strconv.AppendUint(b, v.Uint(i), 10)
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		return append(b, v.Symbol(i)...)
	case format.TypeFlags8, format.TypeFlags16, format.TypeFlags32, format.TypeFlags64:
		return v.appendFlags(b, v.Uint(i))
	case format.TypeRef, format.TypeAnyRef:
		kind, row, ok := v.Ref(i)
		if !ok {
			return append(b, "nil"...)
		}
		return fmt.Appendf(b, "%s[%d]", kind, row)
	}
	return strconv.AppendInt(b, v.Int(i), 10)
}

// appendFlags appends the names of the bits that are set, as in "a|b".
func (v Value) appendFlags(b []byte, bits uint64) []byte {
	sep := ""
	for k, name := range v.f.Symbols {
		if bits>>k&1 != 0 {
			b = append(append(b, sep...), name...)
			sep = "|"
		}
	}
	return b
}

// Element returns element i of a span. If the elements are no structs but numbers, strings
// or references, each has one field, "value". ok is false past the end of the span, and for
// a parent in an earlier chunk.
func (v Value) Element(i int) (r Row, ok bool) {
	if v.Type() != format.TypeSpan || uint(i) >= uint(v.Len()) {
		return Row{}, false
	}
	r = Row{w: v.w, table: v.w.index[v.f.Target], row: binary.LittleEndian.Uint32(v.data) + uint32(i)}
	return r, v.w.here(r.table, r.row) != nil
}
