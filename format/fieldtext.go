package format

import (
	"encoding/binary"
	"math"
	"strconv"
)

// AppendField appends the values of a field of a row as text, much as an XML attribute
// would have them: the values of an array separated by spaces, symbols by name, flags
// joined by '|', a reference as "body 3" or "null", a span as "2 from 5". Strings are
// quoted; with a nil strs they appear by number. It does not fail on values that the
// rules refuse. row is a row of the file, at least the table's stride long.
func AppendField(b []byte, s *Schema, f *Field, row []byte, strs *StringTable) []byte {
	size := int(f.Type.Size())
	for k := range int(f.Count) {
		if k > 0 {
			b = append(b, ' ')
		}
		at := int(f.Offset) + k*size
		b = appendValue(b, s, f, row[at:at+size], strs)
	}
	return b
}

func appendValue(b []byte, s *Schema, f *Field, v []byte, strs *StringTable) []byte {
	var wide [8]byte
	copy(wide[:], v)
	u := binary.LittleEndian.Uint64(wide[:])
	switch f.Type {
	case TypeI8:
		return strconv.AppendInt(b, int64(int8(u)), 10)
	case TypeI16:
		return strconv.AppendInt(b, int64(int16(u)), 10)
	case TypeI32:
		return strconv.AppendInt(b, int64(int32(u)), 10)
	case TypeI64:
		return strconv.AppendInt(b, int64(u), 10)
	case TypeF32:
		return strconv.AppendFloat(b, float64(math.Float32frombits(uint32(u))), 'g', -1, 32)
	case TypeF64:
		return strconv.AppendFloat(b, math.Float64frombits(u), 'g', -1, 64)
	case TypeBool:
		if u < 2 {
			return strconv.AppendBool(b, u == 1)
		}
	case TypeStr:
		if strs != nil && uint64(uint32(u)) < uint64(strs.Len()) {
			return appendQuoted(b, strs.Get(uint32(u)))
		}
		return strconv.AppendUint(append(b, '#'), u, 10)
	case TypeRef:
		return appendRef(b, f.Target, uint32(u))
	case TypeAnyRef:
		table := int(binary.LittleEndian.Uint16(v[8:]))
		if table < len(s.Tables) {
			return appendRef(b, s.Tables[table].Name, uint32(u))
		}
		return appendRef(b, "table "+strconv.Itoa(table), uint32(u))
	case TypeSpan:
		b = strconv.AppendUint(b, u>>32, 10)
		return strconv.AppendUint(append(b, " from "...), uint64(uint32(u)), 10)
	}
	if f.Type.IsEnum() && u < uint64(len(f.Symbols)) {
		return append(b, f.Symbols[u]...)
	}
	if f.Type.IsFlags() {
		return appendFlags(b, f, u)
	}
	return strconv.AppendUint(b, u, 10)
}

func appendRef(b []byte, table string, rowPlus1 uint32) []byte {
	if rowPlus1 == 0 {
		return append(b, "null"...)
	}
	return strconv.AppendUint(append(append(b, table...), ' '), uint64(rowPlus1)-1, 10)
}

func appendFlags(b []byte, f *Field, u uint64) []byte {
	first := true
	for i, name := range f.Symbols {
		if u>>i&1 != 0 {
			if !first {
				b = append(b, '|')
			}
			b, first = append(b, name...), false
		}
	}
	if rest := u &^ (1<<len(f.Symbols) - 1); rest != 0 {
		if !first {
			b = append(b, '|')
		}
		b = strconv.AppendUint(append(b, "0x"...), rest, 16)
	}
	return b
}
