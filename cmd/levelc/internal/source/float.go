package source

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// Conversion of decimals to floats, bit for bit what strconv.ParseFloat gives,
// so that a level means the same floats whether its source is XML or JSON.
//
// The fast way is Clinger's: a decimal mantissa below 2^53 and a power of ten up to
// 10^22 are both exact float64s, so one multiplication or division rounds once and
// correctly. A float32 is rounded from that float64. Rounding twice can go wrong only
// if the first result is exactly in the middle between two float32s, which a mask over
// its low bits detects. All other numbers go to strconv, in a form short enough that
// the conversion to a string stays on the stack.

// ParseFloat64 converts a number. A number that rounds to infinity is ErrRange; one
// that is too small becomes a denormal or zero. It allocates only for numbers of more
// than 19 significant digits that are within one unit of the 19th digit of a rounding
// boundary, or just above the range.
func ParseFloat64(b []byte) (float64, error) {
	var d decimal
	if !d.scan(b) {
		return 0, ErrNumber
	}
	if d.m < 1<<53 && !d.cut && d.small() {
		return d.scaled(), nil
	}
	if !d.cut && d.exp <= 0 && d.exp >= -mostTens && d.m != 0 {
		return d.divided(), nil
	}
	return d.slow(b, 64)
}

// ParseFloat32 is ParseFloat64 for float32.
func ParseFloat32(b []byte) (float32, error) {
	if n := uint(len(b)); n-1 < 8 && cap(b) >= 8 {
		if bits, ok := few32(binary.LittleEndian.Uint64(b[:8]), n); ok {
			return math.Float32frombits(bits), nil
		}
	}
	return parse32(b)
}

// parse32 is ParseFloat32 for numbers that short32 does not take.
func parse32(b []byte) (float32, error) {
	if f, ok := short32(b); ok {
		return f, nil
	}
	var d decimal
	if !d.scan(b) {
		return 0, ErrNumber
	}
	if d.small() {
		f := d.scaled()
		// A longer mantissa is rounded when it becomes a float64 and again by
		// the operation: f is then within two units of its last place.
		slack := uint64(0)
		if d.m >= 1<<53 || d.cut {
			slack = 3
		}
		normal := math.Float64bits(f)>>52&0x7ff-(1023-126) < 126+127 // and far from overflow
		if offMiddle(f, slack) && normal || d.m == 0 {
			return float32(f), nil
		}
	}
	f, err := d.slow(b, 32)
	return float32(f), err
}

// offMiddle reports whether f, as a normal float32, rounds like every number that is
// less than slack units of its last place away, and like f itself if slack is 0: it is
// not that near to the middle between two float32s.
func offMiddle(f float64, slack uint64) bool {
	const low = 1<<29 - 1 // the bits of a float64 mantissa that a float32 lacks
	return math.Float64bits(f)&low-(1<<28-slack) > 2*slack
}

// few32 converts the n lower bytes of x, 1 to 8, the first one lowest: a number as
// levels have them, of digits with at most one point among them and perhaps a '-' in
// front. It takes all bytes at once, without a branch for the sign, which would be
// unpredictable. It returns the bits of a float32. For any other number, and for what
// is no number, it returns false.
func few32(x uint64, n uint) (uint32, bool) {
	x ^= '0' * ones // a digit becomes its value
	minus := (x&0xff ^ ('-' ^ '0') - 1) >> 63
	x = (x ^ minus*('-'^'0')) << (8 * (8 - n) & 63) // with zeros in front
	marks, place, bad := minus, 7, uint64(0)
	if at := x & (0x10 * ones); at != 0 { // a bit that digits do not have, but the point has
		at &= -at
		place = bits.TrailingZeros64(at) >> 3
		at >>= 4
		x ^= at * ('.' ^ '0')
		bad = x & (at<<8 - at)
		before := x & (at - 1)
		x = x ^ before | before<<8
		marks++
	}
	if noDigit(x)|bad != 0 || uint64(n) == marks {
		return 0, false
	}
	m := eightDigits(x)
	// An integer is exact as a float64, so it is rounded once. Any other number m /
	// 10^k has m < 10^7 and k <= 7. A middle between two float32s is M / 2^s with M <
	// 2^25. The number is not one (that would need m >= 5 * 2^24), so it is at least 1
	// / (10^k * 2^s) away from the next one, which is 2^-49 of itself. The product is
	// within 2^-52 of itself.
	f := float64(int64(m)) * scale[place&7]
	return math.Float32bits(float32(f)) | uint32(minus)<<31, true
}

// scale is the factor for an eight-digit integer if the point was at that place: a
// power of a tenth, to within half a unit of its last place.
var scale = [8]float64{1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0}

// short32 converts a number of digits with at most one point among them and perhaps a
// '-' in front, up to 15 bytes in all. m is then exact as a float64, and everything
// stays in registers. It reports false for anything else, for numbers in the middle
// between two float32s, and for those that are no normal float32.
func short32(b []byte) (float32, bool) {
	if len(b) > 15 || len(b) == 0 {
		return 0, false
	}
	sign := uint32(0)
	if b[0] == '-' {
		sign = 1 << 31
		b = b[1:]
	}
	m, behind := uint64(0), -1 // behind the point
	for i, c := range b {
		if d := uint64(c - '0'); d <= 9 {
			m = m*10 + d
		} else if c == '.' && behind < 0 {
			behind = len(b) - 1 - i
		} else {
			return 0, false
		}
	}
	f := float64(int64(m)) / pow10[max(behind, 0)&15]
	// f is 0, or 10^-14 <= f < 10^15, so a normal float32.
	if m == 0 || !offMiddle(f, 0) {
		return 0, false
	}
	return math.Float32frombits(math.Float32bits(float32(f)) | sign), true
}

// decimal is m * 10^exp, negated if neg. If cut is set, there were more than 19
// significant digits, and the true value is between m and m+1.
type decimal struct {
	m   uint64
	exp int
	neg bool
	cut bool
}

// scan reads a number by the grammar of number.go and reports whether b is one.
func (d *decimal) scan(b []byte) bool {
	i := 0
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		d.neg = b[0] == '-'
		i = 1
	}
	start := i
	var m uint64
	for i < len(b) && b[i]-'0' <= 9 {
		m = m*10 + uint64(b[i]-'0')
		i++
	}
	n, point := i-start, i
	if i < len(b) && b[i] == '.' {
		i++
		for i < len(b) && b[i]-'0' <= 9 {
			m = m*10 + uint64(b[i]-'0')
			i++
		}
		n += i - point - 1
		d.exp = point + 1 - i
	}
	if n == 0 {
		return false
	}
	end := i
	if i < len(b) {
		e, ok := exponent(b[i:])
		if !ok {
			return false
		}
		d.exp += e
	}
	if n > 19 {
		d.long(b[start:end])
		return true
	}
	d.m = m
	return true
}

// exponent reads "e-12" to the end of b. It clips absurd exponents: no text of an
// allowed size can compensate for them.
func exponent(b []byte) (e int, ok bool) {
	if len(b) < 2 || b[0]|0x20 != 'e' {
		return 0, false
	}
	b = b[1:]
	neg := false
	if b[0] == '-' || b[0] == '+' {
		neg = b[0] == '-'
		b = b[1:]
	}
	if len(b) == 0 {
		return 0, false
	}
	for _, c := range b {
		if c-'0' > 9 {
			return 0, false
		}
		if e < 1<<26 {
			e = e*10 + int(c-'0')
		}
	}
	if neg {
		e = -e
	}
	return e, true
}

// long reads the digits of b again, without leading zeros, up to 19 of them; what
// follows counts only for the exponent. The exponent that scan found assumes that m has
// all digits.
func (d *decimal) long(b []byte) {
	d.m = 0
	n := 0
	for _, c := range b {
		if c == '.' {
			continue
		}
		switch {
		case n == 0 && c == '0':
		case n < 19:
			d.m = d.m*10 + uint64(c-'0')
			n++
		default:
			d.exp++
			d.cut = d.cut || c != '0'
		}
	}
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// small reports whether one operation is enough for scaled.
func (d *decimal) small() bool { return d.exp >= -22 && d.exp <= 22 || d.m == 0 }

// scaled returns the value of a small d. It is correctly rounded if m is exact as a
// float64.
func (d *decimal) scaled() float64 {
	f := float64(d.m)
	switch {
	case d.m == 0:
	case d.exp < 0:
		f /= pow10[-d.exp]
	case d.exp > 0:
		f *= pow10[d.exp]
	}
	if d.neg {
		f = -f
	}
	return f
}

// tens are the powers of ten that 64 bits hold.
var tens = [mostTens + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
	1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

const mostTens = 19

// divided returns the value of a d that is not 0, correctly rounded, if exp is from
// -mostTens to 0. Both m and the power of ten are shifted up to the highest bit, so that
// the quotient has 64 bits, or is halved to have as many. It is rounded to 53 bits; what
// the remainder would add decides where it seems to be in the middle. The exponent is
// small, so the result is no denormal.
func (d *decimal) divided() float64 {
	ten := tens[-d.exp]
	up, down := bits.LeadingZeros64(d.m), bits.LeadingZeros64(ten)
	x, y := d.m<<up, ten<<down
	exp := down - up // the value is x / y * 2^exp
	hi, lo := x, uint64(0)
	if x >= y {
		hi, lo = x>>1, x<<63
		exp++
	}
	q, rest := bits.Div64(hi, lo, y) // and now q / 2^64 * 2^exp
	const cut = 64 - 53
	m, low := q>>cut, q&(1<<cut-1)
	if low > 1<<(cut-1) || low == 1<<(cut-1) && (rest != 0 || m&1 == 1) {
		m++
	}
	sign := uint64(0)
	if d.neg {
		sign = 1 << 63
	}
	return math.Float64frombits(sign | (uint64(exp+1023-2)<<52 + m)) // m has the bit that is implied, or one more if it was rounded up to that
}

// slow asks strconv. It passes b itself if that is short enough to become a string on
// the stack. Otherwise there are more than 19 digits; m and m+1 usually round to the
// same float, and the other digits do not matter.
func (d *decimal) slow(b []byte, bits int) (float64, error) {
	if f, err, ok := d.far(bits); ok {
		return f, err
	}
	var f float64
	var err error
	if len(b) <= 32 {
		f, err = strconv.ParseFloat(string(b), bits)
	} else if f, err = d.short(d.m, bits); d.cut {
		g, err2 := d.short(d.m+1, bits)
		if f != g || (err == nil) != (err2 == nil) {
			f, err = strconv.ParseFloat(string(b), bits)
		}
	}
	if err != nil {
		return 0, ErrRange
	}
	return f, nil
}

// mostDigits is the most that decimal.m has.
const mostDigits = 20

// far handles numbers that are far out of range or far below the least denormal,
// because an error of strconv would be an allocation.
func (d *decimal) far(bits int) (f float64, err error, ok bool) {
	if d.m != 0 && d.exp >= -400 && d.exp+mostDigits <= 39 { // as almost all are
		return 0, nil, false
	}
	top := d.exp // the value is below 10^top
	for m := d.m; m > 0; m /= 10 {
		top++
	}
	switch {
	case d.m != 0 && (top > 309 || bits == 32 && top > 39):
		return 0, ErrRange, true
	case d.m == 0 || top < -400:
		if d.neg {
			f = math.Copysign(0, -1)
		}
		return f, nil, true
	}
	return 0, nil, false
}

// short converts m in a form that stays on the stack.
func (d *decimal) short(m uint64, bits int) (float64, error) {
	var a [32]byte
	t := a[:0]
	if d.neg {
		t = append(t, '-')
	}
	t = strconv.AppendUint(t, m, 10)
	t = append(t, 'e')
	t = strconv.AppendInt(t, int64(d.exp), 10)
	return strconv.ParseFloat(string(t), bits)
}
