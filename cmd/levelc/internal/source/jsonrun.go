package source

import (
	"encoding/binary"
	"math/bits"
)

// Runs: the numbers that an array begins with are held back as well, if they are many.
// The decoder sees one null in their place:
//
//	file     "data":[1,2,3, ... ,999],
//	decoder  "data":[null],
//
// A run that is longer than the window goes on behind the next comma. What is no number
// of JSON ends it, and goes to the decoder.

const (
	leastRun   = 16   // numbers
	longestOne = 40   // bytes of a number in a run
	mostLooked = 1024 // bytes that are looked at for leastRun numbers, before the window moves on
)

// run notes an array that may begin with many numbers: at is the index behind its
// bracket.
func (s *sieve) run(b []byte, at int) {
	if s.small < 0 { // nothing is held back
		return
	}
	if at+32 <= len(b) {
		few := uint64(0)
		for i := at; i < at+32; i += 8 {
			few |= zero(binary.LittleEndian.Uint64(b[i:]) ^ ']'*ones)
		}
		if few != 0 { // as in a vector
			return
		}
	}
	s.runs = append(s.runs, s.win.off(at))
}

// mayRun reports whether a run may begin with c.
func mayRun(c byte) bool { return c-'0' <= 9 || c == '-' || c <= ' ' }

// nextRun returns the index of the next place in the window where a run may begin, or
// -1.
func (s *sieve) nextRun() int {
	for ; s.atRun < len(s.runs); s.atRun++ {
		if i := int(s.runs[s.atRun] - s.win.base); i >= s.win.pos {
			return i // others were in objects that have been held back
		}
	}
	if s.atRun > 0 {
		s.runs, s.atRun = s.runs[:0], 0
	}
	return -1
}

// holdRun holds back the numbers at the window's position, if there are enough of them.
// It reports false if the window has to move on before that is known.
func (s *sieve) holdRun(p []byte, n *int) bool {
	w := &s.win
	b := w.buf[w.pos:s.scan]
	end, nums, open := numberRun(b)
	if open && nums < leastRun && len(b) < mostLooked && w.err == nil && !s.blind {
		return false
	}
	s.atRun++
	if nums < leastRun {
		return true
	}
	*n = s.hold(p, *n, w.pos+end, nums)
	if open {
		s.atRun--
		s.runs[s.atRun] = w.off(w.pos + 1) // behind the comma
	}
	return true
}

// numberRun passes numbers of an array with commas between, from behind its bracket or a
// comma. The run ends behind a number that a comma or the closing bracket follows. open
// says that b ended before anything else than a number came: then a comma follows.
func numberRun(b []byte) (end, nums int, open bool) {
	i := space(b, 0)
	for {
		k := 0
		if i+8 < len(b) {
			x := binary.LittleEndian.Uint64(b[i:]) ^ '0'*ones
			k = bits.TrailingZeros64(noDigit(x)) >> 3 // digits
			if k > 1 && b[i] == '0' {
				k = 0
			}
		}
		if k == 0 || k == 8 || b[i+k] != ',' {
			if k = numberEnd(b[i:]); i+k == len(b) {
				return end, nums, true
			}
			if k > longestOne || !jsonNumber(b[i:i+k]) {
				return end, nums, false
			}
		}
		last := i + k
		i = space(b, last)
		switch {
		case i == len(b):
			return end, nums, true
		case b[i] == ']':
			return last, nums + 1, false
		case b[i] != ',':
			return end, nums, false
		}
		end, nums = last, nums+1
		if i = space(b, i+1); i == len(b) {
			return end, nums, true
		}
	}
}

// numberEnd returns how many bytes b begins with that can be in a number.
func numberEnd(b []byte) int {
	i := 0
	for i < len(b) && numberChar(b[i]) {
		i++
	}
	return i
}

// packRun writes the numbers of a run to dst, with commas between and nothing else, and
// returns how long that is. dst is at least as long as raw.
func packRun(dst, raw []byte) int {
	n := 0
	for _, c := range raw {
		dst[n] = c
		if c > ' ' {
			n++
		}
	}
	return n
}
