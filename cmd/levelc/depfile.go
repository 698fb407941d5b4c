package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// rule says what a level was made of.
type rule struct {
	out     string
	sources []string
	apart   bool // it does not depend on what the others have in common
}

func rulesOf(jobs []job) []rule {
	rules := make([]rule, len(jobs))
	for i, j := range jobs {
		rules[i] = rule{out: j.out, sources: j.sources}
	}
	return rules
}

// withOthers adds to the sources of levels the other files that they were made of.
func (b *builder) withOthers(rules []rule) []rule {
	all := make([]rule, len(rules))
	for i, r := range rules {
		r.sources = append(slices.Clip(r.sources), b.others.of(r.out).paths...)
		all[i] = r
	}
	return all
}

// dependencies is what levels were made of, and how a depfile says it.
type dependencies struct {
	rules  []rule
	common []string // of all levels, except those that are apart
	text   string
}

// writeDepfile writes the file of --depfile, if there is one.
func (b *builder) writeDepfile(ctx context.Context, rules []rule) error {
	if b.depfile == "" {
		return nil
	}
	d, err := b.dependsOn(ctx, rules)
	if err != nil {
		return err
	}
	if err := b.putDepfile(d); err != nil {
		return err
	}
	b.freshen(d)
	return nil
}

func (b *builder) putDepfile(d *dependencies) error {
	err := write(b.streams, b.depfile, []byte(d.text))
	if folder := folderError(""); errors.As(err, &folder) {
		return fmt.Errorf("--depfile %s is a directory; name a file in it", string(folder))
	}
	return err
}

// dependsOn finds what levels were made of.
func (b *builder) dependsOn(ctx context.Context, rules []rule) (*dependencies, error) {
	var common []string
	switch {
	case b.resolved != nil && b.resolved.depends != nil:
		common = b.resolved.depends
	case b.types != "":
		files, err := schema.Files(ctx, b.types, schema.Options{})
		if err != nil {
			return nil, err
		}
		common = files
	case b.schema != "" && b.schema != "-":
		common = []string{b.schema}
	case b.schema == "" && len(rules) > 1: // inferred from all sources that no editor wrote
		rules = slices.Clone(rules)
		for i := range rules {
			r := &rules[i]
			if r.apart = b.readerAt(r.sources[0]) != nil; !r.apart {
				common = append(common, r.sources...)
			}
		}
	}
	rules = b.withOthers(rules)
	if err := b.notAnOther("", b.others.all()); err != nil {
		return nil, err
	}
	text, err := depfile(rules, common)
	return &dependencies{rules, common, text}, err
}

// clockStep is how far a file's time may be behind the clock.
const clockStep = 20 * time.Millisecond

// freshen gives a level that was left alone the time of the youngest file that it
// depends on, if it is older. levelc compares contents, but make compares times, and
// would build such a level again and again. A file written after the build began is not
// what the level was made of, so it stays younger than the level.
func (b *builder) freshen(d *dependencies) {
	last := latest(d.common)
	for _, r := range d.rules {
		newest := latest(r.sources)
		if !r.apart {
			newest = later(newest, last)
		}
		if newest.After(b.begun.Add(-clockStep)) {
			continue
		}
		newest = later(newest, b.latestFolder(r.out))
		if info, err := os.Stat(r.out); err == nil && info.ModTime().Before(newest) {
			_ = os.Chtimes(r.out, time.Time{}, newest) // an old time does no harm to the level
		}
	}
}

// latestFolder returns when the youngest of the folders changed whose names a level was
// made of. It counts them only if they still have the same names. Writing a level or a
// depfile into such a folder changes the folder, and would make it younger than every
// level that is built.
func (b *builder) latestFolder(out string) time.Time {
	of := b.others.of(out)
	var t time.Time
	for _, p := range of.paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			t = later(t, info.ModTime())
		}
	}
	if t.IsZero() || of.now() != of.sum {
		return time.Time{}
	}
	return t
}

// latest returns when the youngest of the files was written. It ignores folders.
func latest(paths []string) time.Time {
	var t time.Time
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && !info.IsDir() {
			t = later(t, info.ModTime())
		}
	}
	return t
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// notADepfile refuses a depfile that would be written over a file that it lists. It
// cannot hit the types' Go files, because its name would have to end in .go.
func (b *builder) notADepfile(rules []rule) error {
	if b.depfile == "" || b.depfile == "-" {
		return nil
	}
	over := func(what string) error {
		return usageError{fmt.Errorf("--depfile %s would be written over %s", b.depfile, what)}
	}
	dep := pathTo(b.depfile)
	if strings.HasSuffix(b.depfile, ".go") {
		return usageError{fmt.Errorf("--depfile %s has the name of a Go file", b.depfile)}
	}
	if b.schema != "" && dep.is(b.schema) {
		return over("the schema")
	}
	if b.project != "" && dep.is(b.project) {
		return over("the project")
	}
	for _, r := range rules {
		if dep.is(r.out) {
			return over("a level")
		}
		for _, s := range r.sources {
			if s != "-" && dep.is(s) {
				return over("a source")
			}
		}
	}
	return nil
}

// depfile writes rules in the form that compilers use, for make's include and for
// ninja. What all levels have in common is written once, in a rule for all of them.
// Every source is also a target without sources, so that make goes on when a source is
// removed. Sources that make would not read as such a target are left out.
func depfile(rules []rule, common []string) (string, error) {
	var d depWriter
	var outs, all []string
	for _, r := range rules {
		d.rule([]string{r.out}, r.sources)
		if all = append(all, r.sources...); !r.apart {
			outs = append(outs, r.out)
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
	return d.text.String(), d.err
}

// depWriter collects rules and the first error.
type depWriter struct {
	text strings.Builder
	err  error
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
	first := slices.IndexFunc(sources, func(s string) bool { return s != "-" && !strings.Contains(s, "=") })
	if first > 0 { // make would take the first one for a variable
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

func (d *depWriter) name(path string) {
	s, ok := makeName(path)
	if !ok {
		d.refuse(path)
	}
	d.text.WriteString(s)
}

// refuse keeps the first name that make or ninja would misread.
func (d *depWriter) refuse(path string) {
	if d.err == nil {
		d.err = fmt.Errorf("the name %q cannot stand in a depfile, as make or ninja would read it as something else; rename the file", path)
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
// well, which make takes away first. At the end of a name, a backslash and an & belong to
// what follows, and a parenthesis closes a member of an archive.
func noName(name string) bool {
	return strings.ContainsAny(name, ";|*?[<>^`") || strings.HasPrefix(path.Clean(name), "~") ||
		strings.HasSuffix(name, `\`) || strings.HasSuffix(name, "&") || strings.Contains(name, "(") && strings.HasSuffix(name, ")") ||
		strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '\x7f' })
}
