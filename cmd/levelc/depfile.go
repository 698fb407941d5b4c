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
func (run *Run) withOthers(rules []rule) []rule {
	all := make([]rule, len(rules))
	for i, r := range rules {
		r.sources = append(slices.Clip(r.sources), run.history.others.of(r.out).paths...)
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
func (run *Run) writeDepfile(ctx context.Context, jobs []job) error {
	if run.depfile == "" {
		return nil
	}
	d, err := run.dependsOn(ctx, rulesOf(jobs))
	if err != nil {
		return err
	}
	if err := run.putDepfile(d); err != nil {
		return err
	}
	run.freshen(d)
	return nil
}

// renewDepfile is writeDepfile for levelc watch. It writes if levels were made, or if the
// depfile would not be what it is. Writing it each time would be a change, where it is in
// a folder that is watched.
func (run *Run) renewDepfile(ctx context.Context, jobs []job, made bool) error {
	if run.depfile == "" {
		return nil
	}
	d, err := run.dependsOn(ctx, rulesOf(jobs))
	if err != nil {
		return err
	}
	old := []byte(run.history.written)
	if run.depfile != "-" {
		old, _ = os.ReadFile(run.depfile) // if it cannot be read, it may still be written
	}
	if made || string(old) != d.text {
		if err := run.putDepfile(d); err != nil {
			return err
		}
	}
	run.history.written = d.text
	run.freshen(d)
	return nil
}

func (run *Run) putDepfile(d *dependencies) error {
	err := write(run.Streams.Out, run.depfile, []byte(d.text))
	if folder := folderError(""); errors.As(err, &folder) {
		return fmt.Errorf("--depfile %s is a directory; name a file in it", string(folder))
	}
	return err
}

// dependsOn finds what levels were made of.
func (run *Run) dependsOn(ctx context.Context, rules []rule) (*dependencies, error) {
	var common []string
	switch {
	case run.resolved != nil && run.resolved.depends != nil:
		common = run.resolved.depends
	case run.types != "":
		files, err := schema.Files(ctx, run.types, schema.Options{})
		if err != nil {
			return nil, err
		}
		common = files
	case run.schema != "" && run.schema != "-":
		common = []string{run.schema}
	case run.schema == "" && len(rules) > 1: // inferred from all sources that no editor wrote
		rules = slices.Clone(rules)
		for i := range rules {
			r := &rules[i]
			if r.apart = run.readerAt(r.sources[0]) != nil; !r.apart {
				common = append(common, r.sources...)
			}
		}
	}
	rules = run.withOthers(rules)
	if err := run.notAnOther("", run.history.others.all()); err != nil {
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
func (run *Run) freshen(d *dependencies) {
	last := latest(d.common)
	for _, r := range d.rules {
		newest := latest(r.sources)
		if !r.apart {
			newest = later(newest, last)
		}
		if newest.After(run.begun.Add(-clockStep)) {
			continue
		}
		newest = later(newest, run.latestFolder(r.out))
		if info, err := os.Stat(r.out); err == nil && info.ModTime().Before(newest) {
			_ = os.Chtimes(r.out, time.Time{}, newest) // an old time does no harm to the level
		}
	}
}

// latestFolder returns when the youngest of the folders changed whose names a level was
// made of. It counts them only if they still have the same names. Writing a level or a
// depfile into such a folder changes the folder, and would make it younger than every
// level that is built.
func (run *Run) latestFolder(out string) time.Time {
	of := run.history.others.of(out)
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
func (run *Run) notADepfile(rules []rule) error {
	if run.depfile == "" || run.depfile == "-" {
		return nil
	}
	over := func(what string) error {
		return usage(fmt.Errorf("--depfile %s would be written over %s", run.depfile, what))
	}
	dep := pathTo(run.depfile)
	if strings.HasSuffix(run.depfile, ".go") {
		return usage(fmt.Errorf("--depfile %s has the name of a Go file", run.depfile))
	}
	if run.schema != "" && dep.is(run.schema) {
		return over("the schema")
	}
	if run.project != "" && dep.is(run.project) {
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
