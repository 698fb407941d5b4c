package export

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// The names in an XML Schema. There is one scope for those of its types.

// isXMLName reports whether a name can be that of an element or attribute without a
// namespace. Of the characters that a name can have in XML it takes those which all
// validators know.
func isXMLName(s string) bool {
	for i, r := range s {
		switch {
		case unicode.IsLetter(r), r == '_':
		case i > 0 && (unicode.IsDigit(r) || r == '-' || r == '.' || r == 0xB7 || unicode.Is(unicode.Mn, r)):
		default:
			return false
		}
	}
	return source.IsName(s) && !strings.HasPrefix(strings.ToLower(s), "xmlns")
}

// typeName returns a name that XML Schema accepts, different for different names: other
// characters are their numbers between two underscores.
func typeName(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r != '_' && (isXMLName(string(r)) || r >= '0' && r <= '9' || r == '.' || r == '-') {
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
