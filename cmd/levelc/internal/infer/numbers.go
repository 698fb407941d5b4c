package infer

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// numbers is the range of the numbers that were seen.
type numbers struct {
	n        uint64
	fraction bool    // one is not an integer, or is -0
	beyond   bool    // an integer that neither int64 nor uint64 holds
	double   bool    // one that is not exact as a float32
	inexact  bool    // an integer that a float64 does not hold
	infinite bool    // beyond float64: JSON only
	min, max float64 // of all numbers; for messages, and for the type of floats
	low      int64   // least negative integer
	least    uint64  // least integer that is not negative, plus one; 0 is none
	high     uint64  // greatest integer that is not negative
}

// add counts a number.
func (r *numbers) add(b []byte) {
	if !r.addUsual(b) {
		r.addRare(b)
	}
}

// addUsual counts a number of the usual form: up to 15 digits, perhaps with a point
// among them. For any other number, and for what is no number, it does nothing and
// reports false.
func (r *numbers) addUsual(b []byte) bool {
	u, ok := parseUsual(b)
	if ok {
		r.addParsed(u)
	}
	return ok
}

// addParsed counts a number of the usual form.
func (r *numbers) addParsed(u usual) {
	f := float64(u.digits) / pow10[u.behind]
	if u.neg {
		f = -f
	}
	r.bound(f)
	switch {
	case u.behind > 0:
		r.fraction = true
		r.double = r.double || u.digits > exactDecimals && !u.apart(f) && !isFloat32(f)
		return
	case u.neg:
		r.low = min(r.low, -int64(u.digits))
	default:
		r.natural(u.digits)
	}
	if u.digits > exactInts {
		r.whole(f, true)
	}
}

// addList counts the numbers of a list as tools write it: usual numbers with a space, a
// comma or both between two. For any other text it reports false; then it has counted
// none, but knows those in front of what is unusual.
func (r *numbers) addList(b []byte) (n int, ok bool) {
	before := r.n
	for {
		u, k := frontUsual(b)
		if k == 0 || k < len(b) && b[k] != ' ' && b[k] != ',' {
			break
		}
		r.addParsed(u)
		n++
		if k == len(b) {
			return n, true
		}
		comma := b[k] == ','
		if b = b[k+1:]; comma && len(b) > 0 && b[0] == ' ' {
			b = b[1:]
		}
	}
	r.n = before
	return 0, false
}

// addRare counts any number.
func (r *numbers) addRare(b []byte) {
	f, err := source.ParseFloat64(b)
	if err != nil {
		r.infinite = true
		return
	}
	r.bound(f)
	if bytes.IndexByte(b, '.') >= 0 { // as almost all are
		r.fraction = true
		r.double = r.double || !isFloat32(f)
		return
	}
	if i, err := source.ParseInt(b, 64); err == nil && (i != 0 || !math.Signbit(f)) {
		if i < 0 {
			r.low = min(r.low, i)
		} else {
			r.natural(uint64(i))
		}
		if i < -exactInts || i > exactInts {
			r.whole(f, f < 1<<63 && int64(f) == i)
		}
		return
	}
	if u, err := source.ParseUint(b, 64); err == nil && u != 0 {
		r.natural(u)
		r.whole(f, f < 1<<64 && uint64(f) == u)
		return
	}
	if _, err := source.ParseInt(b, 64); err == source.ErrRange {
		r.beyond = true
		r.whole(f, false)
	}
	r.fraction = true
	r.double = r.double || !isFloat32(f)
}

func (r *numbers) bound(f float64) {
	if r.n == 0 {
		r.min, r.max = f, f
	}
	r.n++
	r.min, r.max = min(r.min, f), max(r.max, f)
}

// whole notes whether a float64 holds a large integer, and whether a float32
// does.
func (r *numbers) whole(f float64, exact bool) {
	r.inexact = r.inexact || !exact
	r.double = r.double || !exact || !isFloat32(f)
}

func (r *numbers) natural(u uint64) {
	r.high = max(r.high, u)
	if u++; u != 0 && (r.least == 0 || u < r.least) {
		r.least = u
	}
}

// isFloat32 reports whether the shortest decimal of the float32 nearest to f gives f
// again.
func isFloat32(f float64) bool {
	g := float32(f)
	if math.IsInf(float64(g), 0) {
		return false
	}
	if float64(g) == f {
		return true
	}
	var buf [32]byte
	back, err := source.ParseFloat64(strconv.AppendFloat(buf[:0], float64(g), 'g', -1, 32))
	return err == nil && back == f
}

func (r *numbers) merge(o *numbers) {
	if o.n > 0 {
		if r.n == 0 {
			r.min, r.max = o.min, o.max
		}
		r.min, r.max = min(r.min, o.min), max(r.max, o.max)
	}
	r.n += o.n
	r.fraction = r.fraction || o.fraction
	r.beyond = r.beyond || o.beyond
	r.double = r.double || o.double
	r.inexact = r.inexact || o.inexact
	r.infinite = r.infinite || o.infinite
	r.low = min(r.low, o.low)
	r.high = max(r.high, o.high)
	if o.least != 0 && (r.least == 0 || o.least < r.least) {
		r.least = o.least
	}
}

// exactInts is the number up to which a float32 holds all integers.
const exactInts = 1 << 24

// usual is a number of at most 15 digits. Both the digits and the power of ten are
// exact as float64s, so one division gives the number.
type usual struct {
	digits uint64
	behind int // how many of the digits are behind the point
	neg    bool
}

var pow10 = [16]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// exactDecimals: decimals of up to six digits are further apart than float32s.
const exactDecimals = 999_999

// parseUsual returns the number that b is.
func parseUsual(b []byte) (u usual, ok bool) {
	u, k := frontUsual(b)
	return u, k > 0 && k == len(b)
}

// frontUsual returns the number that b begins with, and its length or 0. It does not
// accept exponents, signs other than '-', points at an end, -0, or leading zeros, with
// which a text is a code.
func frontUsual(b []byte) (u usual, k int) {
	i := 0
	if len(b) > 0 && b[0] == '-' {
		u.neg = true
		i++
	}
	first, point := i, -1
	for ; i < len(b); i++ {
		if d := uint64(b[i] - '0'); d <= 9 {
			u.digits = u.digits*10 + d
		} else if b[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	n := i - first
	if point >= 0 {
		u.behind = i - 1 - point
		n--
	}
	if n == 0 || n > 15 || point == first || point == i-1 || u.neg && u.digits == 0 || b[first] == '0' && n > 1 && point != first+1 {
		return u, 0
	}
	return u, i
}

// apart reports whether decimals with as many digits behind the point as u, which is f,
// are further apart than float32s are there. Then no other decimal of that length, and
// no shorter one, rounds to the same float32, so that float32 is exact in the sense of
// [isFloat32].
func (u *usual) apart(f float64) bool {
	const exponent = 0xff << 23
	ulp := float64(math.Float32frombits(math.Float32bits(float32(f))&exponent)) * 0x1p-23
	return ulp*pow10[u.behind] < 1
}

// isPlainNumber reports whether a text that is kept as a number loses nothing but
// trailing zeros. "007" is a code.
func isPlainNumber(b []byte) bool {
	if !source.IsNumber(b) {
		return false
	}
	if b[0] == '-' || b[0] == '+' {
		b = b[1:]
	}
	if len(b) > 1 && b[0] == '0' && b[1]-'0' <= 9 {
		return false
	}
	_, err := source.ParseFloat64(b)
	return err == nil
}

// typ returns the smallest number type that holds all. text says that a string is
// possible too, so numbers that no type holds exactly need not become numbers.
func (r *numbers) typ(text bool) (t format.Type, lossy string) {
	switch {
	case r.fraction || r.beyond || r.low < 0 && r.high > math.MaxInt64:
		if !r.double {
			return format.TypeF32, ""
		}
		if r.inexact && text {
			return format.TypeStr, ""
		}
		if r.inexact {
			lossy = "integers that a float64 does not hold exactly"
		}
		return format.TypeF64, lossy
	case r.low < 0:
		types := [...]format.Type{format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64}
		return types[widthOf(bits.Len64(max(uint64(-(r.low+1)), r.high))+1)], ""
	}
	types := [...]format.Type{format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64}
	return types[widthOf(bits.Len64(r.high))], ""
}

// widthOf returns the first of the widths 8, 16, 32 and 64 that has n bits, by its number.
func widthOf(n int) int {
	k := 0
	for n > 8<<k {
		k++
	}
	return k
}
