package export

import (
	"slices"
	"strings"
)

// Regular expressions for texts, in the dialects of JSON Schema and of XML Schema.

// quotePattern returns a pattern for the text itself.
func quotePattern(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '$':
			b.WriteString("[$]")
			continue
		case strings.ContainsRune(`\.*+?()|[]{}^`, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// flagsPattern returns a regular expression for a list of the symbols, in the dialects
// of JSON Schema and of XML Schema. sep is the class of characters between them.
func flagsPattern(symbols []string, sep string) string {
	if len(undivided(symbols)) == 0 {
		return sep + "*"
	}
	one := word(undivided(symbols))
	return sep + "*(" + one + "(" + sep + "+" + one + ")*" + sep + "*)?"
}

// undivided returns the symbols that a text of several can have: white space and commas
// divide it.
func undivided(symbols []string) []string {
	return slices.DeleteFunc(slices.Clone(symbols), func(s string) bool { return strings.ContainsAny(s, " \t\n\r,") })
}

// word returns a pattern for one of the symbols. Longer ones come first, for engines
// that take the first alternative that fits.
func word(symbols []string) string {
	sorted := slices.Clone(symbols)
	slices.SortStableFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	for i, s := range sorted {
		sorted[i] = quotePattern(s)
	}
	return "(" + strings.Join(sorted, "|") + ")"
}
