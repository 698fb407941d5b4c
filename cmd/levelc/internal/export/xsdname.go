package export

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// The names in an XML Schema. There is one scope for those of its types.

// isXMLName reports whether a name can be that of an element or attribute without a
// namespace. It takes the characters that all validators know, because most refuse a whole
// schema for one that they do not: those of XML since its first edition.
func isXMLName(s string) bool {
	return source.IsName(s) && !strings.Contains(s, ":") && !strings.HasPrefix(strings.ToLower(s), "xmlns") && isOldName(s)
}

// isOldName reports whether XML's first four editions have a name, by which package
// encoding/xml goes.
func isOldName(s string) bool {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return true
	}
	_, err := xml.NewDecoder(strings.NewReader("<" + s + "/>")).RawToken()
	return err == nil
}

// typeName returns a name that XML Schema accepts, different for different names: other
// characters are their numbers between two underscores.
func typeName(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r != '_' && isXMLName("x"+string(r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "_%x_", r)
		}
	}
	return b.String()
}

// innerType returns the name of the type of an element in an element of the type outer. A
// dot would not divide the two, because names of kinds and elements may have dots.
func innerType(outer, name string) string { return outer + "__" + typeName(name) }
