package source

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Pure functions over bytes of JSON, for the sieve and the walk.

// stringRun passes plain characters of a string. It stops at '"', '\\', control
// characters and bytes beyond ASCII.
func stringRun(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if m := odd(x) | zero(x^'"'*ones) | zero(x^'\\'*ones); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(b) && b[i] != '"' && b[i] != '\\' && b[i] >= 0x20 && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// jsonString passes a string, from behind its opening quotation mark to behind its
// closing one. The status is done, short or badChar.
func jsonString(b []byte, i int) (int, status) {
	for {
		i = stringRun(b, i)
		if i >= len(b) {
			return i, short
		}
		n := 0
		switch c := b[i]; {
		case c == '"':
			return i + 1, done
		case c == '\\':
			n = escapeLen(b[i:])
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(b[i:])
			if n = size; r == utf8.RuneError && size <= 1 {
				if !utf8.FullRune(b[i:]) {
					return i, short
				}
				n = 0
			}
		}
		if n == 0 {
			return i, badChar
		}
		if i += n; i > len(b) {
			return len(b), short
		}
	}
}

// escapeLen returns the length of the escape at the start of b, a '\\': 2, 6, or 12 for
// a surrogate pair. It returns more than the length of b if b is too short to tell, and
// 0 if there is no escape.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 2
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) < 6 {
			return 6
		}
		r, n := hex4(b)
		if n == 0 || r&0xFC00 == 0xDC00 {
			return 0
		}
		if r&0xFC00 != 0xD800 {
			return 6
		}
		if len(b) < 12 {
			return 12
		}
		if low, n := hex4(b[6:]); n == 0 || low&0xFC00 != 0xDC00 {
			return 0
		}
		return 12
	}
	return 0
}

// hex4 reads \uXXXX; n is 6, or 0 if there is none.
func hex4(s []byte) (r uint32, n int) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	for _, c := range s[2:6] {
		switch {
		case c-'0' <= 9:
			r = r<<4 | uint32(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | uint32(c|0x20-'a'+10)
		default:
			return 0, 0
		}
	}
	return r, 6
}

// structureRun passes what is between strings and brackets. It may also stop at a
// letter, because it ignores three bits in which the four brackets differ. It is for
// what blocks leaves over.
func structureRun(b []byte, i int) int {
	for i < len(b) && b[i] != '"' && b[i]|0x26 != 0x7F {
		i++
	}
	return i
}

// jsonNumber reports whether b is a number of RFC 8259, section 6.
func jsonNumber(b []byte) bool {
	i := 0
	if len(b) > 0 && b[0] == '-' {
		i = 1
	}
	if i == len(b) || b[i]-'0' > 9 {
		return false
	}
	zero := b[i] == '0'
	i++
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		if zero {
			return false
		}
	}
	if i < len(b) && b[i] == '.' {
		first := i + 1
		for i++; i < len(b) && b[i]-'0' <= 9; i++ {
		}
		if i == first {
			return false
		}
	}
	if i == len(b) {
		return true
	}
	_, ok := exponent(b[i:])
	return ok
}
