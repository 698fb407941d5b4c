// Package noun turns the singular of English nouns into the plural and back, as far as
// their letters tell: levels call a list "bodies" and what is in it "body".
package noun

import (
	"slices"
	"strings"
)

// Singular returns the singular of an English word that looks like a plural, and any
// other word as it is.
func Singular(s string) string {
	low := strings.ToLower(s)
	switch {
	case len(s) < 3 || !strings.HasSuffix(low, "s"):
		if strings.HasSuffix(low, "children") {
			return s[:len(s)-3]
		}
		return s
	case strings.HasSuffix(low, "ss"), strings.HasSuffix(low, "us"), strings.HasSuffix(low, "is"), strings.HasSuffix(low, "'s"), low == "lens", low == "series", low == "species":
		return s
	case strings.HasSuffix(low, "vertices"), strings.HasSuffix(low, "indices"):
		return s[:len(s)-4] + "ex"
	case strings.HasSuffix(low, "matrices"):
		return s[:len(s)-3] + "x"
	case strings.HasSuffix(low, "ies") && len(s) > 4:
		return s[:len(s)-3] + "y"
	case strings.HasSuffix(low, "sses"), strings.HasSuffix(low, "xes"), strings.HasSuffix(low, "ches"), strings.HasSuffix(low, "shes"):
		return s[:len(s)-2]
	}
	return s[:len(s)-1]
}

// Plural returns the plural of an English word, or the word if it looks like one.
func Plural(s string) string {
	low := strings.ToLower(s)
	ends := func(with ...string) bool {
		return slices.ContainsFunc(with, func(e string) bool { return strings.HasSuffix(low, e) })
	}
	switch {
	case ends("child"):
		return s + "ren"
	case ends("vertex", "index"):
		return s[:len(s)-2] + "ices"
	case ends("y") && len(s) > 1 && !ends("ay", "ey", "iy", "oy", "uy"):
		return s[:len(s)-1] + "ies"
	case ends("s") && !ends("ss", "us", "is"), ends("children"):
		return s // is one already
	case ends("s", "x", "ch", "sh"):
		return s + "es"
	}
	return s + "s"
}
