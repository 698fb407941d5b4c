package export

import (
	"fmt"
	"strings"
	"unicode"
)

// The names of an XML Schema's types. There is one scope for all of them.

// typeName returns a name that XML Schema accepts, different for different names: other
// characters are their numbers between two underscores.
func typeName(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '-') || r >= 0x80 && unicode.IsLetter(r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "_%x_", r)
	}
	return b.String()
}

// innerType returns the name of the type of an element in an element of the type outer. A
// dot would not divide the two, because names of kinds and elements may have dots.
func innerType(outer, name string) string { return outer + "__" + typeName(name) }
