package unparse

import "unicode/utf8"

// What XML 1.0, fifth edition, allows where.

// xmlText reports whether XML has all characters of a text.
func xmlText(b []byte) bool {
	for i := 0; i < len(b); {
		if c := b[i]; c < utf8.RuneSelf {
			if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || r == 0xFFFE || r == 0xFFFF {
			return false
		}
		i += n
	}
	return true
}

// xmlName reports whether a text is a Name [5].
func xmlName(s string) bool {
	for i, r := range s {
		if !nameStart(r) && (i == 0 || !nameRest(r)) {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}

// nameStart reports whether r is a NameStartChar [4].
func nameStart(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return 'a' <= r|0x20 && r|0x20 <= 'z' || r == '_' || r == ':'
	case r < 0x300:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7
	case r < 0x2000:
		return r >= 0x370 && r != 0x37E
	case r < 0x3001:
		return r == 0x200C || r == 0x200D || 0x2070 <= r && r <= 0x218F || 0x2C00 <= r && r <= 0x2FEF
	case r < 0xFFFE:
		return r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r
	}
	return 0x10000 <= r && r <= 0xEFFFF
}

// nameRest reports whether r is a NameChar [4a], but no NameStartChar.
func nameRest(r rune) bool {
	return '0' <= r && r <= '9' || r == '-' || r == '.' || r == 0xB7 || 0x300 <= r && r <= 0x36F || r == 0x203F || r == 0x2040
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// trimmed reports whether a text has no white space at its ends.
func trimmed(b []byte) bool {
	return len(b) == 0 || !isSpace(b[0]) && !isSpace(b[len(b)-1])
}

// item reports whether a text can be one of a list.
func item(b []byte) bool {
	for _, c := range b {
		if c == ',' || isSpace(c) {
			return false
		}
	}
	return len(b) > 0
}

// appendAttr appends the value of an attribute.
func appendAttr(to, b []byte) []byte {
	for _, c := range b {
		switch c {
		case '&':
			to = append(to, "&amp;"...)
		case '<':
			to = append(to, "&lt;"...)
		case '"':
			to = append(to, "&quot;"...)
		case '\t':
			to = append(to, "&#9;"...)
		case '\n':
			to = append(to, "&#10;"...)
		case '\r':
			to = append(to, "&#13;"...)
		default:
			to = append(to, c)
		}
	}
	return to
}

// appendText appends an element's text.
func appendText(to, b []byte) []byte {
	for _, c := range b {
		switch c {
		case '&':
			to = append(to, "&amp;"...)
		case '<':
			to = append(to, "&lt;"...)
		case '>':
			to = append(to, "&gt;"...)
		case '\r':
			to = append(to, "&#13;"...)
		default:
			to = append(to, c)
		}
	}
	return to
}

// blank reports whether a text is nothing but white space.
func blank(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}
