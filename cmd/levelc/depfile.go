package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

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
