package source

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Pure functions over bytes, the lowest layer of the XML scanner. Each takes the bytes
// at hand and an index to begin at, and returns an index and a status: done (the index
// is behind what was recognised), short (there are too few bytes to tell; call again
// with more), or what is wrong at the index. The order is spaces, names, runs of plain
// characters, references.

type status uint8

const (
	done status = iota
	short
	badUTF8
	badChar
	badName
	badRef
	badCharRef
	unknownRef
	lessInValue
	cdataEnd // "]]>" in text
	needSpace
	needEquals
	needQuote
	badTagEnd
	dupAttr
	manyAttrs
	longName
	badComment
	badPI
	lateDecl
	badDecl
	badVersion
	badDoctype
	innerSubset
	badMarkup
)

// space returns the index of the first byte from i on that is not white space,
// or len(b).
func space(b []byte, i int) int {
	for i < len(b) && IsSpace(b[i]) {
		i++
	}
	return i
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// name passes a Name [5]. At the end of b it is short, because the name may go on.
func name(b []byte, i int) (int, status) {
	start := i
	if i < len(b) && class[b[i]]&startByte != 0 {
		i++
		for i < len(b) && class[b[i]]&nameByte != 0 {
			i++
		}
		if i < len(b) && b[i] < utf8.RuneSelf {
			return i, done
		}
	}
	for i < len(b) {
		if b[i] < utf8.RuneSelf && class[b[i]]&nameByte == 0 {
			if i == start {
				return i, badName
			}
			return i, done
		}
		r, n, st := char1(b, i)
		if st != done {
			return i, st
		}
		if !nameChar(r) || i == start && !nameStart(r) {
			return i, badName
		}
		i += n
	}
	return i, short
}

// char1 decodes the character at b[i], which must exist.
func char1(b []byte, i int) (r rune, n int, st status) {
	if c := b[i]; c < utf8.RuneSelf {
		if class[c]&ctrlByte != 0 {
			return 0, 0, badChar
		}
		return rune(c), 1, done
	}
	r, n = utf8.DecodeRune(b[i:])
	if r == utf8.RuneError && n <= 1 {
		if !utf8.FullRune(b[i:]) {
			return 0, 0, short
		}
		return 0, 0, badUTF8
	}
	if !isChar(r) {
		return 0, 0, badChar
	}
	return r, n, done
}

// valueEnd marks the bytes of x at which valueRun stops in a value in '"'.
func valueEnd(x uint64) uint64 {
	return odd(x) | zero((x|0x04*ones)^'&'*ones) | zero(x^'<'*ones)
}

// valueRun passes plain characters of an attribute value in quotes q: it stops
// at q, '<', '&' (and, harmlessly, at the other quote mark or '>'), at control
// characters, white space but for ' ', and bytes beyond ASCII.
func valueRun(b []byte, i int, q byte) int {
	// '"' and '&' differ in bit 2 alone, '\'' and '&' in bit 0: one test for both.
	merge := uint64(0x04 * ones)
	if q == '\'' {
		merge = 0x01 * ones
	}
	quote := merge | '&'*ones
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if m := odd(x) | zero((x|merge)^quote) | zero(x^'<'*ones); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(b) {
		c := b[i]
		if c == q || c == '<' || c == '&' || c < 0x20 || c >= utf8.RuneSelf {
			break
		}
		i++
	}
	return i
}

// textRun passes plain characters of text: it stops at '<', '>', '&', control
// characters, white space but for ' ', and bytes beyond ASCII.
func textRun(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if m := odd(x) | zero((x|0x02*ones)^'>'*ones) | zero(x^'&'*ones); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(b) {
		c := b[i]
		if c|2 == '>' || c == '&' || c < 0x20 || c >= utf8.RuneSelf {
			break
		}
		i++
	}
	return i
}

// chars checks that b holds nothing but Chars [2]. The index is that of the
// first one that is not.
func chars(b []byte) (int, status) {
	for i := 0; i < len(b); {
		if i+8 <= len(b) && odd(binary.LittleEndian.Uint64(b[i:])) == 0 {
			i += 8
			continue
		}
		_, n, st := char1(b, i)
		if st == short {
			st = badUTF8
		}
		if st != done {
			return i, st
		}
		i += n
	}
	return len(b), done
}

// ref reads a reference at b[i], an '&': one of the five predefined entities
// [68] or a character reference [66].
func ref(b []byte, i int) (r rune, end int, st status) {
	if i+1 >= len(b) {
		return 0, i, short
	}
	if b[i+1] == '#' {
		return charRef(b, i)
	}
	end, st = name(b, i+1)
	switch {
	case st == short:
		return 0, i, short
	case st != done:
		return 0, i, badRef
	case b[end] != ';':
		return 0, i, badRef
	}
	switch string(b[i+1 : end]) {
	case "lt":
		r = '<'
	case "gt":
		r = '>'
	case "amp":
		r = '&'
	case "quot":
		r = '"'
	case "apos":
		r = '\''
	default:
		return 0, i, unknownRef
	}
	return r, end + 1, done
}

func charRef(b []byte, i int) (r rune, end int, st status) {
	end = i + 2
	base := rune(10)
	if end < len(b) && b[end] == 'x' {
		base = 16
		end++
	}
	first := end
	for ; end < len(b); end++ {
		c := rune(b[end])
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case base == 16 && c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		case c == ';' && end > first:
			if !isChar(r) {
				return 0, i, badCharRef
			}
			return r, end + 1, done
		default:
			return 0, i, badRef
		}
		if r <= utf8.MaxRune {
			r = r*base + c
		}
	}
	return 0, i, short
}
