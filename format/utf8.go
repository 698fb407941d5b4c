package format

import (
	"encoding/binary"
	"unicode/utf8"
)

// checkText reports whether text is plain ASCII, and whether it is valid UTF-8 by the
// rules of package unicode/utf8. That takes twice as long for long texts in ASCII, and more
// than ten times as long for others (BenchmarkCheckText).
func checkText(s []byte) (ascii, ok bool) {
	if vectors && len(s) >= textVectors {
		if ascii, ok = checkTextVectors(s, &utf8Pairs); !ok || ascii {
			return ascii, ok
		}
		end := len(s) - 1
		for s[end]&0xc0 == 0x80 { // at most three times, because ok
			end--
		}
		return false, utf8.Valid(s[end:]) // the last rune has its end
	}
	at := asciiEnd(s)
	return at == len(s), validSteps(s[at:])
}

// textVectors is the least length for checkTextVectors: its last vector needs three
// bytes in front of it.
const textVectors = 32 + 3

// valid is utf8.Valid for strings that are mostly short.
func valid(s []byte) bool {
	if n := len(s); 4 <= n && n <= 16 {
		if a, b := ends(s); (a|b)&high == 0 {
			return true
		}
	}
	_, ok := checkText(s)
	return ok
}

// high has the bits that no byte of ASCII has.
const high = 0x8080808080808080

// asciiEnd returns where the first bytes of s that are plain ASCII end, to a few bytes
// less unless all of s is.
func asciiEnd(s []byte) int {
	le, b := binary.LittleEndian, s
	for ; len(b) >= 32; b = b[32:] {
		if (le.Uint64(b)|le.Uint64(b[8:])|le.Uint64(b[16:])|le.Uint64(b[24:]))&high != 0 {
			break
		}
	}
	for ; len(b) >= 8; b = b[8:] {
		if le.Uint64(b)&high != 0 {
			return len(s) - len(b)
		}
	}
	for i, x := range b {
		if x >= utf8.RuneSelf {
			return len(s) - len(b) + i
		}
	}
	return len(s)
}

// The states of validSteps: how many bytes the rune still needs, and what the next one
// may be. Each is the place of its six bits in a step.
const (
	runeStart = 6 * iota
	runeBad
	need1
	need2
	need3
	needA0 // after 0xe0: less would be too long a form
	need9F // after 0xed: more would be a surrogate
	need90 // after 0xf0: less would be too long a form
	need8F // after 0xf4: more would be above the last rune
)

// utf8Steps has for each byte the states that follow the states, six bits for each. So
// a step takes no branch, and what it costs does not depend on the text.
var utf8Steps = func() (steps [256]uint64) {
	set := func(from, to byte, state, next uint64) {
		for b := int(from); b <= int(to); b++ {
			steps[b] = steps[b]&^(63<<state) | next<<state
		}
	}
	for state := uint64(0); state <= need8F; state += 6 {
		set(0, 0xff, state, runeBad)
	}
	set(0, 0x7f, runeStart, runeStart)
	set(0xc2, 0xdf, runeStart, need1)
	set(0xe0, 0xef, runeStart, need2)
	set(0xe0, 0xe0, runeStart, needA0)
	set(0xed, 0xed, runeStart, need9F)
	set(0xf0, 0xf0, runeStart, need90)
	set(0xf1, 0xf3, runeStart, need3)
	set(0xf4, 0xf4, runeStart, need8F)
	set(0x80, 0xbf, need1, runeStart)
	set(0x80, 0xbf, need2, need1)
	set(0x80, 0xbf, need3, need2)
	set(0xa0, 0xbf, needA0, need1)
	set(0x80, 0x9f, need9F, need1)
	set(0x90, 0xbf, need90, need2)
	set(0x80, 0x8f, need8F, need2)
	return steps
}()

// validSteps is utf8.Valid.
func validSteps(s []byte) bool {
	state, le := uint64(runeStart), binary.LittleEndian
	for ; len(s) >= 8; s = s[8:] {
		w := le.Uint64(s)
		if state&63 == runeStart && w&high == 0 {
			continue
		}
		state = utf8Steps[w&0xff] >> (state & 63)
		state = utf8Steps[w>>8&0xff] >> (state & 63)
		state = utf8Steps[w>>16&0xff] >> (state & 63)
		state = utf8Steps[w>>24&0xff] >> (state & 63)
		state = utf8Steps[w>>32&0xff] >> (state & 63)
		state = utf8Steps[w>>40&0xff] >> (state & 63)
		state = utf8Steps[w>>48&0xff] >> (state & 63)
		state = utf8Steps[w>>56] >> (state & 63)
	}
	for _, b := range s {
		state = utf8Steps[b] >> (state & 63)
	}
	return state&63 == runeStart
}
