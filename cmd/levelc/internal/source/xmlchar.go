package source

import "unicode/utf8"

// Classes of bytes in XML. Of the bytes from 0x80 on, only whole characters
// can tell; see nameStart and nameChar.
const (
	nameByte  = 1 << iota // may stand in a name
	startByte             // may begin a name
	spaceByte             // S [3]
	ctrlByte              // not a Char [2]
)

// class has a byte's classes.
var class = func() (t [256]uint8) {
	for c := range 0x20 {
		t[c] = ctrlByte
	}
	for _, c := range "\t\n\r " {
		t[c] = spaceByte
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c] = nameByte | startByte
		t[c-'a'+'A'] = nameByte | startByte
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = nameByte
	}
	t['_'], t[':'] = nameByte|startByte, nameByte|startByte
	t['-'], t['.'] = nameByte, nameByte
	return t
}()

// IsSpace reports whether a byte is white space in XML and in JSON.
func IsSpace(c byte) bool { return class[c]&spaceByte != 0 }

type runes struct{ lo, hi rune }

// Beyond ASCII: NameStartChar [4] and what NameChar [4a] has besides, of XML
// 1.0, fifth edition.
var (
	nameStarts = []runes{{0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF},
		{0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF},
		{0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}}
	nameRest = []runes{{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}
)

func within(r rune, t []runes) bool {
	for _, x := range t {
		if r <= x.hi {
			return r >= x.lo
		}
	}
	return false
}

func nameStart(r rune) bool {
	if r < utf8.RuneSelf {
		return class[r]&startByte != 0
	}
	return within(r, nameStarts)
}

func nameChar(r rune) bool {
	if r < utf8.RuneSelf {
		return class[r]&nameByte != 0
	}
	return within(r, nameStarts) || within(r, nameRest)
}

// isChar is production [2], Char, for any code point.
func isChar(r rune) bool {
	switch {
	case r < 0x20:
		return r == '\t' || r == '\n' || r == '\r'
	case r < 0xD800:
		return true
	}
	return r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 && r <= 0x10FFFF
}

// IsText reports whether XML can have a text: it is UTF-8, and each character is a Char.
func IsText(b []byte) bool {
	_, st := chars(b)
	return st == done
}

// OddIn returns what of a text XML cannot have, as a message shows it, or "".
func OddIn(b []byte) string {
	if i, st := chars(b); st != done {
		return char(b[i:])
	}
	return ""
}

// IsName reports whether XML can have an element or an attribute of that name.
func IsName(s string) bool {
	for i, r := range s {
		if !nameChar(r) || i == 0 && !nameStart(r) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}
