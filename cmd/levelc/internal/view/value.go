package view

import (
	"encoding/binary"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// appendValue writes one value of a field. The bytes begin at the value; the
// schema has been checked, so there are enough.
func (r *rows) appendValue(b []byte, f *format.Field, v []byte) []byte {
	le := binary.LittleEndian
	switch t := f.Type; {
	case t.IsNumber():
		return level.AppendNumber(b, t, v)
	case t == format.TypeBool:
		return strconv.AppendBool(b, v[0] != 0)
	case t == format.TypeStr:
		return r.appendString(b, le.Uint32(v))
	case t == format.TypeRef:
		return r.appendTarget(b, r.index[f.Target], le.Uint32(v))
	case t == format.TypeAnyRef:
		return r.appendTarget(b, int(le.Uint16(v[8:])), le.Uint32(v))
	case t == format.TypeSpan:
		start, n := level.Span(v)
		return appendRange(append(b, f.Target...), uint64(start), uint64(start)+uint64(n))
	case t.IsFlags():
		return level.AppendFlags(b, f, v)
	}
	if name, ok := level.Symbol(f, v); ok { // it is an enum
		return append(b, name...)
	}
	return strconv.AppendUint(b, level.Uint(f.Type, v), 10)
}

// appendRange writes [start:end].
func appendRange(b []byte, start, end uint64) []byte {
	b = append(b, '[')
	b = strconv.AppendUint(b, start, 10)
	b = append(b, ':')
	b = strconv.AppendUint(b, end, 10)
	return append(b, ']')
}
