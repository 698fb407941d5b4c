package source

import (
	"errors"
	"math"
)

// Errors of the number and bool functions. They contain no text of the input, so that
// failing costs nothing; the caller has the bytes and the place.
var (
	// ErrNumber: the bytes are not a number as the grammar has it.
	ErrNumber = errors.New("not a number")
	// ErrFraction: the number has a fraction or an exponent, but an integer is needed.
	// "1.0" and "1e2" count as such: accepting them would make the type of a field
	// depend on how a tool prints its numbers.
	ErrFraction = errors.New("not an integer")
	// ErrRange: the number does not fit the type.
	ErrRange = errors.New("out of range")
	// ErrBool: the bytes are not true, false, 1 or 0.
	ErrBool = errors.New("not a bool")
)

// One grammar serves both formats, and it is that of XML Schema's xs:float
// without INF and NaN:
//
//	number  = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
//	integer = [ "+" | "-" ] digits
//
// Leading zeros are allowed and mean nothing: 010 is ten. White space,
// underscores, hexadecimal, NaN and Inf are not numbers. JSON's numbers are a
// subset, which the JSON reader has checked before anyone converts them.

// ParseInt converts an integer that fits bits (8, 16, 32 or 64). It does not
// allocate.
func ParseInt(b []byte, bits int) (int64, error) {
	m, neg, err := integer(b)
	if err != nil {
		return 0, err
	}
	limit := uint64(1) << (bits - 1)
	if neg {
		if m > limit {
			return 0, ErrRange
		}
		return -int64(m), nil
	}
	if m >= limit {
		return 0, ErrRange
	}
	return int64(m), nil
}

// ParseUint converts an integer that fits bits (8, 16, 32 or 64). A negative
// number is out of range, -0 is 0. It does not allocate.
func ParseUint(b []byte, bits int) (uint64, error) {
	m, neg, err := integer(b)
	if err != nil {
		return 0, err
	}
	if neg && m != 0 || m > math.MaxUint64>>(64-bits) {
		return 0, ErrRange
	}
	return m, nil
}

// ParseBool converts true, false, 1 and 0, and also True and TRUE, which some tools
// write.
func ParseBool(b []byte) (bool, error) {
	switch string(b) {
	case "true", "1", "True", "TRUE":
		return true, nil
	case "false", "0", "False", "FALSE":
		return false, nil
	}
	return false, ErrBool
}

// integer reads a sign and digits. On anything else it says whether the bytes
// are a number at all.
func integer(b []byte) (m uint64, neg bool, err error) {
	i := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		i = 1
	}
	if i == len(b) {
		return 0, false, ErrNumber
	}
	for ; i < len(b); i++ {
		c := uint64(b[i] - '0')
		if c > 9 || m > math.MaxUint64/10 || m == math.MaxUint64/10 && c > math.MaxUint64%10 {
			return 0, false, notInteger(b, i)
		}
		m = m*10 + c
	}
	return m, neg, nil
}

// notInteger says why the integer in b cannot go on at i.
func notInteger(b []byte, i int) error {
	switch {
	case digits(b[i:]) == len(b)-i:
		return ErrRange
	case IsNumber(b):
		return ErrFraction
	}
	return ErrNumber
}

// IsNumber reports whether b is a number by the grammar above.
func IsNumber(b []byte) bool { return new(decimal).scan(b) }

// IsJSONNumber reports whether b would be a number in JSON: the grammar above
// without "+", leading zeros, and a point without digits on both sides.
func IsJSONNumber(b []byte) bool { return len(b) <= mostNumber && jsonNumber(b) }

// digits returns how many digits b begins with.
func digits(b []byte) int {
	for i, c := range b {
		if c-'0' > 9 {
			return i
		}
	}
	return len(b)
}
