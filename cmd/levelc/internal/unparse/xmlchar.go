package unparse

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// How texts look in XML.

// trimmed reports whether a text has no white space at its ends.
func trimmed(b []byte) bool {
	return len(source.Trim(b)) == len(b)
}

// item reports whether a text can be one of a list.
func item(b []byte) bool {
	for _, c := range b {
		if c == ',' || source.IsSpace(c) {
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
func blank(b []byte) bool { return len(source.Trim(b)) == 0 }
