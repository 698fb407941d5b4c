package infer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// coordinates are words for numbers that are used together, so they get one type.
var coordinates = [][]string{
	{"x", "y", "z", "w", "h"}, {"u", "v"}, {"r", "g", "b", "a"}, {"width", "height"}, {"min", "max"}, {"lower", "upper"},
	{"lat", "lon", "lng"}, {"latitude", "longitude"}, {"left", "right", "top", "bottom"}, {"start", "end"}, {"near", "far"},
}

// joined are those of the words that are found without a capital or a hyphen too:
// "minx", "tilewidth".
var joined = []string{"min", "max", "lower", "upper", "latitude", "longitude", "lat", "lon", "lng", "width", "height", "x", "y", "z"}

// alignCoordinates gives coordinates the type that holds all of their numbers.
func (r *record) alignCoordinates() {
	alike := map[string][]*column{}
	for _, c := range r.cols {
		if c.num != nil && c.typ.IsNumber() {
			if family := coordinateFamily(c.name); family != "" {
				alike[family] = append(alike[family], c)
			}
		}
	}
	for _, cols := range alike {
		var all numbers
		for _, c := range cols {
			all.merge(c.num)
		}
		typ, lossy := all.typ(false)
		for _, c := range cols {
			if lossy == "" {
				c.typ = typ
			}
		}
	}
}

// coordinateFamily returns what coordinates that belong together have in common: the same
// for "minX" and "maxY". It returns "" for other names.
func coordinateFamily(name string) string {
	var family []byte
	found := false
	for _, word := range nameWords(name) {
		before := len(family)
		if family = appendFamily(family, word); slices.ContainsFunc(family[before:], isFamily) {
			found = true
		} else if found && word[0]-'0' <= 9 {
			family = append(family[:before], '#') // x1 and x2 are of one family, and x of another
		}
		family = append(family, ' ')
	}
	if !found {
		return ""
	}
	return string(family)
}

// isFamily reports whether a byte stands for the words of a list in coordinates. There is
// none like it in a name.
func isFamily(b byte) bool { return b < byte(len(coordinates)) }

// appendFamily appends a word with a byte in place of what is in coordinates.
func appendFamily(family []byte, word string) []byte {
	for i, like := range coordinates {
		if slices.Contains(like, word) {
			return append(family, byte(i))
		}
	}
	for _, w := range joined {
		if rest, ok := strings.CutPrefix(word, w); ok && len(w) > 1 {
			return appendFamily(appendFamily(family, w), rest)
		}
		if rest, ok := strings.CutSuffix(word, w); ok {
			return appendFamily(appendFamily(family, rest), w)
		}
	}
	return append(family, word...)
}

// nameWords splits a name where a capital or a number begins, and at what is neither
// letter nor digit: "min", "lane", "x" and "2" of "min_laneX2".
func nameWords(name string) []string {
	var out []string
	start, last := 0, rune(-1)
	cut := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i, size := 0, 0; i < len(name); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(name[i:])
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + size
		case unicode.IsUpper(r) && !unicode.IsUpper(last), unicode.IsDigit(r) != unicode.IsDigit(last):
			cut(i)
		}
		last = r
	}
	cut(len(name))
	return out
}
