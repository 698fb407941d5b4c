package gen

import "strconv"

// random is SplitMix64 (Steele, Lea and Flood, 2014). The generator is written
// out here because the sequences of math/rand may change between versions of
// Go, and with them the levels.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The bias of the remainder is of no
// importance here.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// between returns a number from lo to hi, both included.
func (r *random) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// percent is true p times in a hundred.
func (r *random) percent(p int) bool { return r.below(100) < p }

// one returns one of the words.
func (r *random) one(words []string) string { return words[r.below(len(words))] }

// decimal returns a number from lo to hi in the way a tool writes it: up to
// digits places after the point, no zeros at the end.
func (r *random) decimal(lo, hi, digits int) string {
	scale := 1
	for range digits {
		scale *= 10
	}
	return decimal(r.between(lo*scale, hi*scale), scale)
}

// decimal writes n/scale; scale is a power of ten.
func decimal(n, scale int) string {
	var b []byte
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, int64(n/scale), 10)
	if n %= scale; n == 0 {
		return string(b)
	}
	b = append(b, '.')
	for n > 0 {
		scale /= 10
		b = append(b, byte('0'+n/scale))
		n %= scale
	}
	return string(b)
}
