package format

import (
	"math"
	"strconv"
	"unicode/utf8"
)

func (v Value) appendScalar(b []byte) []byte {
	switch v.Kind() {
	case Bool:
		x, _ := v.Bool()
		return strconv.AppendBool(b, x)
	case Int:
		x, _ := v.Int()
		return strconv.AppendInt(b, x, 10)
	case Uint:
		x, _ := v.Uint()
		return strconv.AppendUint(b, x, 10)
	}
	f, _ := v.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	size := 64
	if v[0] == 0xca { // the shortest decimal that gives the same 32-bit float
		size = 32
	}
	return strconv.AppendFloat(b, f, 'g', -1, size)
}

// appendQuoted appends s as a JSON string. Bytes that are not UTF-8 become
// U+FFFD.
func appendQuoted(b, s []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		switch {
		case r == utf8.RuneError && n == 1:
			b = utf8.AppendRune(b, utf8.RuneError)
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r == '\t':
			b = append(b, '\\', 't')
		case r < 0x20 || r == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = append(b, s[:n]...)
		}
		s = s[n:]
	}
	return append(b, '"')
}
