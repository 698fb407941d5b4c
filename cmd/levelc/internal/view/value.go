package view

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"

	"github.com/levelc/levelc/format"
)

// appendValue writes one value of a field. The bytes begin at the value; the
// schema has been checked, so there are enough.
func (r *rows) appendValue(b []byte, f *format.Field, v []byte) []byte {
	le := binary.LittleEndian
	switch f.Type {
	case format.TypeF32:
		return strconv.AppendFloat(b, float64(math.Float32frombits(le.Uint32(v))), 'g', -1, 32)
	case format.TypeF64:
		return strconv.AppendFloat(b, math.Float64frombits(le.Uint64(v)), 'g', -1, 64)
	case format.TypeI8:
		return strconv.AppendInt(b, int64(int8(v[0])), 10)
	case format.TypeI16:
		return strconv.AppendInt(b, int64(int16(le.Uint16(v))), 10)
	case format.TypeI32:
		return strconv.AppendInt(b, int64(int32(le.Uint32(v))), 10)
	case format.TypeI64:
		return strconv.AppendInt(b, int64(le.Uint64(v)), 10)
	case format.TypeBool:
		return strconv.AppendBool(b, v[0] != 0)
	case format.TypeStr:
		return r.appendString(b, le.Uint32(v))
	case format.TypeRef:
		return r.appendTarget(b, r.table(f.Target), le.Uint32(v))
	case format.TypeAnyRef:
		return r.appendTarget(b, int(le.Uint16(v[8:])), le.Uint32(v))
	case format.TypeSpan:
		start := uint64(le.Uint32(v))
		return appendRange(append(b, f.Target...), start, start+uint64(le.Uint32(v[4:])))
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		return appendSymbol(b, f.Symbols, unsigned(f.Type, v))
	case format.TypeFlags8, format.TypeFlags16, format.TypeFlags32, format.TypeFlags64:
		return appendFlags(b, f.Symbols, unsigned(f.Type, v))
	}
	return strconv.AppendUint(b, unsigned(f.Type, v), 10)
}

// table returns the index of a table, or -1.
func (r *rows) table(name string) int {
	if i, ok := r.index[name]; ok {
		return i
	}
	return -1
}

func unsigned(t format.Type, v []byte) uint64 {
	switch t.Size() {
	case 1:
		return uint64(v[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(v))
	case 4:
		return uint64(binary.LittleEndian.Uint32(v))
	}
	return binary.LittleEndian.Uint64(v)
}

func appendSymbol(b []byte, symbols []string, i uint64) []byte {
	if i < uint64(len(symbols)) {
		return append(b, symbols[i]...)
	}
	return strconv.AppendUint(b, i, 10)
}

// appendFlags writes the names of the bits that are set, as a source would, or 0 if
// there are none.
func appendFlags(b []byte, symbols []string, set uint64) []byte {
	if set == 0 {
		return append(b, '0')
	}
	for first := true; set != 0; first = false {
		if !first {
			b = append(b, '|')
		}
		bit := bits.TrailingZeros64(set)
		set &= set - 1
		if bit < len(symbols) {
			b = append(b, symbols[bit]...)
			continue
		}
		b = append(b, "bit"...)
		b = strconv.AppendInt(b, int64(bit), 10)
	}
	return b
}

// appendRange writes [start:end].
func appendRange(b []byte, start, end uint64) []byte {
	b = append(b, '[')
	b = strconv.AppendUint(b, start, 10)
	b = append(b, ':')
	b = strconv.AppendUint(b, end, 10)
	return append(b, ']')
}
