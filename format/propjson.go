package format

import (
	"encoding/base64"
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends the properties as a JSON object, which may be empty.
func (p Props) AppendJSON(b []byte) []byte {
	if Value(p).Kind() != Map {
		return append(b, "{}"...)
	}
	return Value(p).AppendJSON(b)
}

// String returns the properties as [Props.AppendJSON] has them, for messages and logs.
func (p Props) String() string { return string(p.AppendJSON(nil)) }

// String returns the value for people, as in a message: a text as it is, no value as "",
// and anything else as JSON.
func (v Value) String() string {
	switch v.Kind() {
	case NoValue:
		return ""
	case String:
		text, _ := v.Text()
		return string(text)
	}
	return string(v.AppendJSON(nil))
}

// AppendJSON appends v as JSON. Bytes become a base64 string. A float that is not
// finite, and what is not msgpack, become null.
func (v Value) AppendJSON(b []byte) []byte { return v.appendJSON(b, 0) }

func (v Value) appendJSON(b []byte, depth int) []byte {
	if depth > MaxPropDepth {
		return append(b, "null"...)
	}
	switch v.Kind() {
	case Bool, Int, Uint, Float:
		return v.appendScalar(b)
	case String:
		s, _ := v.Text()
		return appendQuoted(b, s)
	case Bytes:
		raw, _ := v.Bytes()
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), raw), '"')
	case List:
		b = append(b, '[')
		for i, e := range v.All() {
			if i > 0 {
				b = append(b, ',')
			}
			b = e.appendJSON(b, depth+1)
		}
		return append(b, ']')
	case Map:
		b = append(b, '{')
		first := true
		for k, e := range Props(v).All() {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(appendQuoted(b, k), ':')
			b = e.appendJSON(b, depth+1)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

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
