package depfile

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Rule says what a level was made of.
type Rule struct {
	Out     string   // the level
	Sources []string // its files; - is standard input, and left out
	Apart   bool     // it does not depend on what the others have in common
}

// Text writes rules in the form that compilers use, for make's include and for
// ninja. What all levels have in common is written once, in a rule for all of them.
// Every source is also a target without sources, so that make goes on when a source is
// removed. Sources that make would not read as such a target are left out. The error is a
// *NameError.
func Text(rules []Rule, common []string) (string, error) {
	var d depWriter
	var outs, all []string
	for _, r := range rules {
		d.rule([]string{r.Out}, r.Sources)
		if all = append(all, r.Sources...); !r.Apart {
			outs = append(outs, r.Out)
		}
	}
	if len(common) > 0 {
		d.rule(outs, common)
	}
	seen := map[string]bool{"-": true}
	for _, s := range append(all, common...) {
		if !seen[s] && !strings.ContainsAny(s, noTarget) {
			seen[s] = true
			d.text.WriteByte('\n')
			d.rule([]string{s}, nil)
		}
	}
	if d.refused != nil {
		return "", &NameError{d.refused}
	}
	return d.text.String(), nil
}

// depWriter collects rules and the names that cannot stand in them.
type depWriter struct {
	text    strings.Builder
	refused []string
}

// noTarget is what turns a target into a pattern or a variable. make has escapes for
// these, but ninja takes the escapes for a part of the name.
const noTarget = "%="

func (d *depWriter) rule(outs, sources []string) {
	for i, out := range outs {
		if i > 0 {
			d.text.WriteString(" \\\n")
		}
		if strings.ContainsAny(out, noTarget) {
			d.refuse(out)
		}
		d.name(out)
	}
	d.text.WriteByte(':')
	first := slices.IndexFunc(sources, func(s string) bool { return s != "-" && !setsVariable(s) })
	if first > 0 {
		sources = slices.Concat(sources[first:first+1], sources[:first], sources[first+1:])
	}
	for _, s := range sources {
		if first < 0 && s != "-" {
			d.refuse(s)
		}
		if s != "-" { // make cannot look at standard input
			d.text.WriteString(" \\\n ")
			d.name(s)
		}
	}
	d.text.WriteString("\n")
}

// setsVariable reports whether make takes a rule for one that sets a variable if its first
// source has this name.
func setsVariable(source string) bool {
	return strings.Contains(source, "=") || source == "define" || source == "undefine"
}

func (d *depWriter) name(path string) {
	s, ok := makeName(path)
	if !ok {
		d.refuse(path)
	}
	d.text.WriteString(s)
}

func (d *depWriter) refuse(path string) {
	if !slices.Contains(d.refused, path) {
		d.refused = append(d.refused, path)
	}
}

// makeName writes a path as make and ninja read it in a rule: a space, a # and a colon
// get a backslash, backslashes before them are doubled, and so is $. The colon of a
// Windows drive stays as it is, because both know it. It reports false for names that
// make and ninja have no common way to write.
func makeName(path string) (string, bool) {
	var b strings.Builder
	slashes := 0
	drive := len(filepath.VolumeName(path))
	path = filepath.ToSlash(path)
	if noName(path) {
		return "", false
	}
	for i, c := range []byte(path) {
		switch c {
		case ' ', '#', ':':
			if c != ':' || i >= drive {
				b.WriteString(strings.Repeat(`\`, slashes+1))
			}
		case '$':
			b.WriteByte('$')
		}
		if slashes++; c != '\\' {
			slashes = 0
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// noName reports whether make or ninja reads a name as something else, however it is
// written. Some characters separate names, begin a command, or make a pattern. make has
// escapes for a pattern of files, but ninja takes these for a part of the name, and so
// does make while there is no such file. A ~ in front is somebody's home, behind a ./ as
// well, which make takes away first. A sign of assignment in front makes a variable of the
// name before. At the end of a name, a space, a backslash and an & belong to what follows, and
// a parenthesis closes a member of an archive. Of the backslashes before a # or a colon, ninja
// keeps more than make, and before a $ it takes none for its own.
func noName(name string) bool {
	return strings.ContainsAny(name, ";|*?[<>^`") || strings.HasPrefix(path.Clean(name), "~") ||
		strings.Contains(name, `\#`) || strings.Contains(name, `\:`) || strings.Contains(name, `\$`) ||
		strings.HasPrefix(name, "=") || strings.HasPrefix(name, "+=") || strings.HasPrefix(name, "!=") || strings.HasSuffix(name, " ") ||
		strings.HasSuffix(name, `\`) || strings.HasSuffix(name, "&") || strings.Contains(name, "(") && strings.HasSuffix(name, ")") ||
		strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\x7f' })
}
