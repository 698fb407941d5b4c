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
	switch {
	case ends(s, "children"):
		return s[:len(s)-3]
	case len(s) < 3, !ends(s, "s"), ends(s, "ss", "us", "is", "'s"), is(s, "lens", "series", "species"):
		return s
	case ends(s, "vertices", "indices"):
		return s[:len(s)-4] + "ex"
	case ends(s, "matrices"):
		return s[:len(s)-3] + "x"
	case ends(s, "ies") && len(s) > 4:
		return s[:len(s)-3] + "y"
	case ends(s, "sses", "xes", "ches", "shes"):
		return s[:len(s)-2]
	}
	return s[:len(s)-1]
}

// Plural returns the plural of an English word, or the word if it looks like one.
func Plural(s string) string {
	switch {
	case ends(s, "child"):
		return s + "ren"
	case ends(s, "vertex", "index"):
		return s[:len(s)-2] + "ices"
	case ends(s, "y") && len(s) > 1 && !ends(s, "ay", "ey", "iy", "oy", "uy"):
		return s[:len(s)-1] + "ies"
	case ends(s, "s") && !ends(s, "ss", "us", "is"), ends(s, "children"):
		return s // is one already
	case ends(s, "s", "x", "ch", "sh"):
		return s + "es"
	}
	return s + "s"
}

// is reports whether s is one of these words, in any case.
func is(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(s, w) })
}

// ends reports whether s ends with one of these, in any case. They are ASCII, so that as
// many bytes of s are what ends it, whatever letters it has besides.
func ends(s string, with ...string) bool {
	return slices.ContainsFunc(with, func(e string) bool {
		return len(s) >= len(e) && strings.EqualFold(s[len(s)-len(e):], e)
	})
}
