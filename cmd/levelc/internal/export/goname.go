package export

import (
	"fmt"
	"strings"
	"unicode"
)

// goName turns a name in a level into an exported Go name: anchor-a becomes AnchorA, id
// becomes ID, 3d becomes N3d.
func goName(s string) string {
	var b strings.Builder
	for _, w := range goWords(s) {
		if up := strings.ToUpper(w); initialism[up] {
			b.WriteString(up)
			continue
		}
		r := []rune(w)
		b.WriteRune(unicode.ToUpper(r[0]))
		b.WriteString(string(r[1:]))
	}
	name := b.String()
	switch first := []rune(name + " ")[0]; {
	case unicode.IsDigit(first):
		return "N" + name
	case !unicode.IsUpper(first):
		return "X" + strings.TrimSpace(name)
	}
	return name
}

// initialism is the words that Go writes in capitals.
var initialism = map[string]bool{"ID": true, "UID": true, "IID": true, "GUID": true, "UUID": true, "URL": true, "URI": true, "XML": true, "JSON": true, "HTML": true, "RGB": true, "RGBA": true, "GID": true, "AI": true, "UI": true, "UV": true, "XYZ": true, "HP": true, "FPS": true}

// goWords divides a name at characters that a Go name cannot have, and before capitals.
func goWords(s string) []string {
	var words []string
	var w []rune
	end := func() {
		if len(w) > 0 {
			words = append(words, string(w))
			w = nil
		}
	}
	last := rune(0)
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			last = 0
			continue
		}
		if unicode.IsUpper(r) && last != 0 && !unicode.IsUpper(last) {
			end()
		}
		w = append(w, r)
		last = r
	}
	end()
	return words
}

// scope is the Go names that are taken.
type scope map[string]bool

// take returns a free name, wish or wish with a number, and takes it.
func (s scope) take(wish string) string {
	name := wish
	for i := 2; s[name]; i++ {
		name = fmt.Sprint(wish, i)
		if last := wish[len(wish)-1]; last >= '0' && last <= '9' {
			name = fmt.Sprint(wish, "_", i)
		}
	}
	s[name] = true
	return name
}

// store takes a name for the store of a record: its plural, unless that is another's,
// as where there are both material and materials.
func (s scope) store(rec string) string {
	name := plural(rec)
	if s[name] {
		name = rec + "Store"
	}
	return s.take(name)
}

// plural makes the name of a store from that of its records.
func plural(s string) string {
	low := strings.ToLower(s)
	n := len(low)
	vowel := func(i int) bool { return i >= 0 && strings.IndexByte("aeiou", low[i]) >= 0 }
	switch {
	case strings.HasSuffix(low, "vertex"), strings.HasSuffix(low, "index"):
		return s[:n-2] + "ices"
	case strings.HasSuffix(low, "y") && n > 1 && !vowel(n-2):
		return s[:n-1] + "ies"
	case strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "us") && !strings.HasSuffix(low, "is"):
		return s // is one already
	case strings.HasSuffix(low, "s"), strings.HasSuffix(low, "x"), strings.HasSuffix(low, "ch"), strings.HasSuffix(low, "sh"):
		return s + "es"
	}
	return s + "s"
}
