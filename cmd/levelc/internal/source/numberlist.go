package source

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Runs: the cells of a map and the heights of a terrain are lists of millions of
// numbers. These functions convert the front of such a list, as far as it is written as
// tools write it: short numbers with one space or comma right behind each. They stop
// before any other number, right or wrong, and before the last ones; the rest begins
// with a number. used is how many bytes of b they have converted.

// aroundItem is how many bytes of a list must follow from an item on.
const aroundItem = 24

// UintRun converts numbers of digits only, each up to most, and stores them in dst as
// little-endian integers of size bytes (1, 2, 4 or 8).
func UintRun(dst []byte, size int, most uint64, b []byte) (n, used int) {
	i := 0
	for ; len(b)-i >= aroundItem && len(dst) >= size; n++ {
		v, k := someDigits(b[i : i+aroundItem])
		if k == 0 || v > most || listByte[b[i+k]] == 0 {
			break
		}
		if (uint64(b[i]^'0')-1)&uint64(1-k)>>63 != 0 { // '0' before more digits
			break
		}
		next := space(b, i+k+1) // such as the end of a line
		if next == len(b) || b[next]-'0' > 9 {
			break
		}
		switch size {
		case 1:
			dst[0] = byte(v)
		case 2:
			binary.LittleEndian.PutUint16(dst, uint16(v))
		case 4:
			binary.LittleEndian.PutUint32(dst, uint32(v))
		default:
			binary.LittleEndian.PutUint64(dst, v)
		}
		dst, i = dst[size:], next
	}
	return n, i
}

// someDigits returns the number that b begins with, and how many digits it has, from 1
// to 18, or 0 if there are none.
func someDigits(b []byte) (v uint64, k int) {
	x := binary.LittleEndian.Uint64(b) ^ '0'*ones // a digit becomes its value
	m := noDigit(x)
	if m == 0 { // at least eight digits
		for k < 18 && b[k]-'0' <= 9 {
			v = v*10 + uint64(b[k]-'0')
			k++
		}
		return v, k
	}
	k = bits.TrailingZeros64(m) >> 3
	if k == 0 {
		return 0, 0
	}
	return eightDigits(x << (8 * (8 - k) & 63)), k // with zeros in front
}

// Float32Run converts numbers of up to seven characters and stores them in dst as
// little-endian float32s.
func Float32Run(dst, b []byte) (n, used int) {
	i := 0
	for ; len(b)-i >= aroundItem && len(dst) >= 4; n++ {
		x := binary.LittleEndian.Uint64(b[i:])
		m := zero(x^' '*ones) | zero(x^','*ones)
		k := bits.TrailingZeros64(m) >> 3
		if m == 0 || k == 0 {
			break
		}
		next := space(b, i+k+1)
		if next == len(b) || listByte[b[next]] != 0 {
			break
		}
		f, ok := few32(x, uint(k))
		if !ok {
			break
		}
		binary.LittleEndian.PutUint32(dst, f)
		dst, i = dst[4:], next
	}
	return n, i
}

// Short lists, such as a position or a colour, are converted as a whole.

// Floats32 converts a list of numbers as tools write them, with one space or comma
// between two, and up to fifteen characters each. It stores them in dst as little-endian
// float32s. It reports false for any other list, right or wrong, and if there are not as
// many numbers as dst has room for; then the contents of dst are undefined.
func Floats32(dst, b []byte) bool {
	for len(dst) >= 4 {
		if cap(b) < 8 || len(b) == 0 {
			return false
		}
		x, n := binary.LittleEndian.Uint64(b[:8]), 8
		if m := zero(x^' '*ones) | zero(x^','*ones); m != 0 {
			n = bits.TrailingZeros64(m) >> 3
		}
		if n = min(n, len(b)); n == 0 {
			return false
		}
		f, ok := few32(x, uint(n))
		if n < len(b) && listByte[b[n]] == 0 { // it is longer
			for n < len(b) && listByte[b[n]] == 0 {
				n++
			}
			var long float32
			long, ok = short32(b[:n])
			f = math.Float32bits(long)
		}
		if !ok {
			return false
		}
		binary.LittleEndian.PutUint32(dst, f)
		dst = dst[4:]
		if n == len(b) {
			return len(dst) == 0
		}
		b = b[n+1:]
	}
	return false
}

// Uints8 is Floats32 for bytes: numbers of up to three digits, as colours are.
func Uints8(dst, b []byte) bool {
	for n := range dst {
		v, i := uint(0), 0
		for i < len(b) && i < 3 && b[i]-'0' <= 9 {
			v = v*10 + uint(b[i]-'0')
			i++
		}
		if i == 0 || v > 0xFF {
			return false
		}
		dst[n] = byte(v)
		if i == len(b) {
			return n == len(dst)-1
		}
		if listByte[b[i]] == 0 {
			return false
		}
		b = b[i+1:]
	}
	return false
}
