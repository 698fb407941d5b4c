package cache

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Under Unix the name of a file may be any bytes, but JSON has only UTF-8. So in the cache
// a byte that is not UTF-8 is a zero and two hexadecimal digits. No name of a file has a
// zero, and names in UTF-8 stay as they are.

// escape returns a name as it stands in the cache.
func escape(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if _, n := utf8.DecodeRuneInString(name[i:]); r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "\x00%02x", name[i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unescape is the reverse of escape. A zero that stands for no byte remains, and no file
// has such a name.
func unescape(name string) string {
	head, rest, ok := strings.Cut(name, "\x00")
	if !ok {
		return name
	}
	b := []byte(head)
	for ok {
		var part string
		part, rest, ok = strings.Cut(rest, "\x00")
		if c, err := strconv.ParseUint(part[:min(2, len(part))], 16, 8); err == nil && c >= utf8.RuneSelf {
			b = append(b, byte(c))
			part = part[2:]
		} else {
			b = append(b, 0)
		}
		b = append(b, part...)
	}
	return string(b)
}

// spelled returns a fact whose names are what spell makes of them. Messages are for people
// and stay as they are.
func (f fact) spelled(spell func(string) string) fact {
	all := func(names []string) []string {
		var to []string
		for _, name := range names {
			to = append(to, spell(name))
		}
		return to
	}
	if f.Level != nil {
		l := *f.Level
		l.Out, l.Source, l.Others, l.Places = spell(l.Out), spell(l.Source), all(l.Others), all(l.Places)
		f.Level = &l
	}
	if f.Seen != nil {
		s := *f.Seen
		s.Out = spell(s.Out)
		f.Seen = &s
	}
	if f.Types != nil {
		t := *f.Types
		t.Spec, t.Dir = spell(t.Spec), spell(t.Dir)
		t.Files, t.Folders, t.Depends = all(t.Files), all(t.Folders), all(t.Depends)
		f.Types = &t
	}
	return f
}
