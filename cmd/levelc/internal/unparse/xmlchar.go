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

// What stands in XML for a byte of a text, or of an attribute's value.
var (
	inText = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '\r': "&#13;"}
	inAttr = [256]string{'&': "&amp;", '<': "&lt;", '"': "&quot;", '\t': "&#9;", '\n': "&#10;", '\r': "&#13;"}
)

func appendEscaped(to, b []byte, escapes *[256]string) []byte {
	for _, c := range b {
		if s := escapes[c]; s != "" {
			to = append(to, s...)
		} else {
			to = append(to, c)
		}
	}
	return to
}

// blank reports whether a text is nothing but white space.
func blank(b []byte) bool { return len(source.Trim(b)) == 0 }
