package ldtk

import (
	"regexp"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// LDtk makes identifiers of the values of the enums that it imports, in the style that its
// project asks for. It also numbers those that are the same then, which nobody can take
// back.

// styles are the styles of identifiers in LDtk: Capitalize, which is usual, Uppercase,
// Lowercase and Free.
var styles = [...]func(string) string{capitalize, strings.ToUpper, strings.ToLower, func(s string) string { return s }}

var (
	notInIdentifiers = regexp.MustCompile(`[^A-Za-z0-9_]+`)
	firstDigits      = regexp.MustCompile(`^[0-9]+`)
	underscores      = regexp.MustCompile(`__+`)
	firstSmall       = regexp.MustCompile(`^_*[a-z]`)
)

// Identifier returns what LDtk makes of a name, in its usual style.
func Identifier(name string) string { return capitalize(clean(name)) }

// Alike returns the symbols that LDtk may make the same identifier of, two at a time.
func Alike(symbols []string) (pairs [][2]string) {
	first := map[string]string{}
	for _, s := range symbols {
		id := strings.ToLower(clean(s)) // what is the same in any style is the same in this
		if other, met := first[id]; met {
			pairs = append(pairs, [2]string{other, s})
			continue
		}
		first[id] = s
	}
	return pairs
}

// clean returns an identifier of no style.
func clean(name string) string {
	id := notInIdentifiers.ReplaceAllString(strings.Trim(name, " \t\n\v\f\r"), "_")
	id = underscores.ReplaceAllString(firstDigits.ReplaceAllString(id, "_"), "_")
	if id == "_" {
		return "Unnamed"
	}
	return id
}

func capitalize(id string) string {
	n := len(firstSmall.FindString(id))
	return strings.ToUpper(id[:n]) + id[n:]
}

// symbolOf returns the symbol of a field that a value of an enum in LDtk stands for. If
// there is none, or are several, it returns the value.
func (r *reader) symbolOf(f *format.Field, value string) string {
	if f == nil || len(f.Symbols) == 0 || slices.Contains(f.Symbols, value) {
		return value
	}
	known := r.symbols[f]
	if known == nil {
		known = symbolsByIdentifier(f.Symbols)
		r.symbols[f] = known
	}
	if symbol := known[value]; symbol != "" {
		return symbol
	}
	return value
}

// symbolsByIdentifier returns the symbols by what LDtk makes of them; "" is for what it
// makes of several.
func symbolsByIdentifier(symbols []string) map[string]string {
	known := map[string]string{}
	for _, s := range symbols {
		id := clean(s)
		for _, style := range styles {
			if other, met := known[style(id)]; met && other != s {
				known[style(id)] = ""
			} else {
				known[style(id)] = s
			}
		}
	}
	return known
}
