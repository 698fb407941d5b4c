package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/depfile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

func rulesOf(jobs []Job) []depfile.Rule {
	rules := make([]depfile.Rule, len(jobs))
	for i, j := range jobs {
		rules[i] = depfile.Rule{Out: j.Out, Sources: j.sources}
	}
	return rules
}

// withOthers adds to the sources of levels the other files that they were made of.
func (run *Run) withOthers(rules []depfile.Rule) []depfile.Rule {
	all := make([]depfile.Rule, len(rules))
	for i, r := range rules {
		r.Sources = append(slices.Clip(r.Sources), run.history.others.of(r.Out).paths...)
		all[i] = r
	}
	return all
}

// dependencies is what levels were made of, and how a depfile says it.
type dependencies struct {
	rules  []depfile.Rule
	common []string // of all levels, except those that are apart
	text   string
}

// WriteDepfile writes the file of --depfile, if there is one, after the levels of the jobs
// are made. With --outdir it has rules also for those that failed: without them, make would
// not know when to build the others again. The depfile of one level that failed stays as it
// was, as compilers have it. Levels that were left alone get the time that make expects. What
// the user should know goes to list.
func (run *Run) WriteDepfile(ctx context.Context, jobs []Job, list *diag.List) error {
	return run.RenewDepfile(ctx, jobs, true, list)
}

// RenewDepfile is WriteDepfile for levelc watch. It writes if levels were made, or if the
// depfile would not be what it is. Writing it each time would be a change, where it is in
// a folder that is watched.
func (run *Run) RenewDepfile(ctx context.Context, jobs []Job, made bool, list *diag.List) error {
	if run.Depfile == "" || !run.Each && len(run.failed) > 0 {
		return nil
	}
	d, err := run.dependsOn(ctx, rulesOf(jobs))
	if err != nil {
		return err
	}
	run.warnOfMisread(d, list)
	if made || run.oldDepfile() != d.text {
		err := outfile.Write(ctx, run.Streams.Out, run.Depfile, []byte(d.text))
		if folder := outfile.FolderError(""); errors.As(err, &folder) {
			return fmt.Errorf("--depfile %s is a directory; name a file in it", string(folder))
		}
		if err != nil {
			return err
		}
	}
	run.history.depfile = d.text
	run.freshen(d)
	return nil
}

func (run *Run) oldDepfile() string {
	if run.Depfile == "-" {
		return run.history.depfile
	}
	if info, err := os.Stat(run.Depfile); err != nil || !info.Mode().IsRegular() { // a pipe may have no writer
		return ""
	}
	old, _ := os.ReadFile(run.Depfile) // if it cannot be read, it may still be written
	return string(old)
}

// dependsOn finds what levels were made of.
func (run *Run) dependsOn(ctx context.Context, rules []depfile.Rule) (*dependencies, error) {
	var common []string
	switch {
	case run.resolved != nil && run.resolved.depends != nil:
		common = run.resolved.depends
	case run.Types != "":
		files, err := schema.Files(ctx, run.Types, schema.Options{})
		if err != nil {
			return nil, err
		}
		common = files
	case run.Schema != "" && run.Schema != "-":
		common = []string{run.Schema}
	case run.Schema == "" && len(rules) > 1: // inferred from all sources that no editor wrote
		rules = slices.Clone(rules)
		for i := range rules {
			r := &rules[i]
			if r.Apart = run.readerAt(r.Sources[0]) != nil; !r.Apart {
				common = append(common, r.Sources...)
			}
		}
	}
	rules = run.withOthers(rules)
	if err := run.notAnOther("", run.history.others.all()); err != nil {
		return nil, err
	}
	text, err := depfile.Text(rules, common)
	return &dependencies{rules, common, text}, misnamed(err, rules)
}

// clockStep is how far a file's time may be behind the clock.
const clockStep = 20 * time.Millisecond

// freshen gives a level that was left alone the time of the youngest file that it
// depends on, if it is older. levelc compares contents, but make compares times, and
// would build such a level again and again. A file written after the build began is not
// what the level was made of, so it stays younger than the level. A level that failed is
// made of older files than those that are there.
func (run *Run) freshen(d *dependencies) {
	last := latest(d.common)
	for _, r := range d.rules {
		if run.failed[r.Out] {
			continue
		}
		newest := latest(r.Sources)
		if !r.Apart {
			newest = later(newest, last)
		}
		if newest.After(run.begun.Add(-clockStep)) {
			continue
		}
		newest = later(newest, run.latestFolder(r.Out))
		if info, err := os.Stat(r.Out); err == nil && info.ModTime().Before(newest) {
			_ = os.Chtimes(r.Out, time.Time{}, newest) // an old time does no harm to the level
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

// notADepfile refuses a depfile that would be written over a file that it lists. A new one
// with the name of a Go file would be taken for one.
func (run *Run) notADepfile(rules []depfile.Rule) error {
	if run.Depfile == "" || run.Depfile == "-" {
		return nil
	}
	if strings.HasSuffix(run.Depfile, ".go") {
		return fault.Usage(fmt.Errorf("--depfile %s has the name of a Go file", run.Depfile))
	}
	files := run.inputs()
	for _, r := range rules {
		files = append(append(files, named{"a level", r.Out}), asSources(r.Sources)...)
	}
	what := leadsTo(run.Depfile, files)
	if end, _ := samefile.NewEnds().Of(run.Depfile); what == "" && outfile.IsGoCode(end) {
		what = "Go code"
	}
	if what != "" {
		return fault.Usage(fmt.Errorf("--depfile %s would be written over %s", run.Depfile, what))
	}
	return nil
}
