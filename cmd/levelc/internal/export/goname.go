package export

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
)

// goName turns a name in a level into an exported Go name: anchor-a becomes AnchorA, id
// becomes ID, TOOL_ARMOR becomes ToolArmor, 3d becomes N3d.
func goName(s string) string {
	var b strings.Builder
	for _, w := range goWords(unshouted(s)) {
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

// unshouted writes in small letters those names of a path that have capitals only, unless
// they are so short that they may be initials.
func unshouted(path string) string {
	parts := strings.Split(path, ".")
	for i, p := range parts {
		capitals := 0
		for _, r := range p {
			if unicode.IsUpper(r) {
				capitals++
			}
		}
		if capitals > 3 && strings.ToUpper(p) == p {
			parts[i] = strings.ToLower(p)
		}
	}
	return strings.Join(parts, ".")
}

// shortPath leaves out of the path to a span what tells a reader nothing: the kind whose
// nodes have no key, and that a map has entries. The elements of
// root.animations.entries.bones.entries are animation.bone, those of root.entries entry.
func shortPath(path, unkeyed string) string {
	var parts []string
	last := "entries" // of nothing, or of a map in a map
	for part := range strings.SplitSeq(strings.TrimPrefix(path, unkeyed+"."), ".") {
		switch {
		case part != "entries":
			parts = append(parts, part)
		case last == "entries":
			parts = append(parts, "entry")
		default:
			parts[len(parts)-1] = noun.Singular(last)
		}
		last = part
	}
	return strings.Join(parts, ".")
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

// scope is the names that are taken, each with the number to try next for others that
// would like it.
type scope map[string]int

// has reports whether a name is taken.
func (s scope) has(name string) bool { return s[name] > 0 }

// take returns a free name, wish or wish with a number, and takes it.
func (s scope) take(wish string) string {
	name, bar := wish, ""
	if last := wish[len(wish)-1]; last >= '0' && last <= '9' {
		bar = "_"
	}
	for i := max(2, s[wish]); s.has(name); i++ {
		name = fmt.Sprint(wish, bar, i)
		s[wish] = i + 1
	}
	s[name] = 2
	return name
}

// store takes a name for the store of a record: its plural, unless that is another's,
// as where there are both material and materials.
func (s scope) store(rec string) string {
	name := noun.Plural(rec)
	if s.has(name) {
		name = rec + "Store"
	}
	return s.take(name)
}
