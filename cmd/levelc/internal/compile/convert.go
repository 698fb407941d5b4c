package compile

import (
	"encoding/binary"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// This file converts values of the source to bytes of a row, for the types that depend
// only on the value: numbers, bool, enums and flags. Strings and references depend on
// the build (see value.go).

// plain reports whether scalar converts the type.
func plain(t format.Type) bool { return t != format.TypeStr && t != format.TypeSpan && !t.IsRef() }

// scalar writes one value. dst must have the value's size.
func scalar(f *field, dst []byte, kind source.ValueKind, b []byte) fault {
	if kind == source.Text && len(b) > 0 && (b[0] <= ' ' || b[len(b)-1] <= ' ') {
		b = source.Trim(b)
	}
	switch t := f.Type; {
	case t.IsNumber():
		if kind != source.Text && kind != source.Number {
			return wrongKind
		}
		return number(t, dst, b)
	case t == format.TypeBool:
		return boolean(dst, kind, b)
	case kind != source.Text && kind != source.String:
		return wrongKind
	case t.IsFlags():
		return flags(f, dst, b)
	}
	i := f.symbols.find(b)
	if i < 0 {
		return noSymbol
	}
	putUint(dst, uint64(i))
	return fine
}

// boolean accepts 0 and 1 in both syntaxes, because many level formats use them.
func boolean(dst []byte, kind source.ValueKind, b []byte) fault {
	if kind != source.Text && kind != source.Bool && kind != source.Number {
		return wrongKind
	}
	v, err := source.ParseBool(b)
	if err != nil {
		return notBool
	}
	dst[0] = 0
	if v {
		dst[0] = 1
	}
	return fine
}

func number(t format.Type, dst []byte, b []byte) fault {
	switch t {
	case format.TypeF32:
		v, err := source.ParseFloat32(b)
		if err != nil {
			return faultOf(err)
		}
		binary.LittleEndian.PutUint32(dst, math.Float32bits(v))
	case format.TypeF64:
		v, err := source.ParseFloat64(b)
		if err != nil {
			return faultOf(err)
		}
		binary.LittleEndian.PutUint64(dst, math.Float64bits(v))
	case format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64:
		v, err := source.ParseUint(b, 8*len(dst))
		if err != nil {
			return faultOf(err)
		}
		putUint(dst, v)
	default:
		v, err := source.ParseInt(b, 8*len(dst))
		if err != nil {
			return faultOf(err)
		}
		putUint(dst, uint64(v))
	}
	return fine
}

func faultOf(err error) fault {
	switch err {
	case source.ErrRange:
		return outOfRange
	case source.ErrFraction:
		return notWhole
	}
	return notNumber
}

// putUint stores the low bytes of v, as many as dst has.
func putUint(dst []byte, v uint64) {
	switch len(dst) {
	case 1:
		dst[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(dst, v)
	}
}

func getUint32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// flags converts names divided by "|", commas or white space. No names mean no flags.
func flags(f *field, dst []byte, b []byte) fault {
	v := uint64(0)
	for from, to := nextFlag(b, 0); from < to; from, to = nextFlag(b, to) {
		bit := f.symbols.find(b[from:to])
		if bit < 0 {
			return noSymbol
		}
		v |= 1 << bit
	}
	putUint(dst, v)
	return fine
}

// nextFlag returns the place of the first name in b[at:], or of nothing at its end.
func nextFlag(b []byte, at int) (from, to int) {
	divides := func(c byte) bool { return c == '|' || c == ',' || source.IsSpace(c) }
	for from = at; from < len(b) && divides(b[from]); from++ {
	}
	for to = from; to < len(b) && !divides(b[to]); to++ {
	}
	return from, to
}
