package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// JobsOf returns the jobs that the arguments of build ask for, and diagnostics about those
// that name nothing. It checks the options and, with Options.Each, opens the cache. Without,
// there is one job. It refuses, with an error of usage, what would write over an input.
func (run *Run) JobsOf(ctx context.Context, args []string) ([]Job, *diag.List, error) {
	if run.Each {
		return run.jobsBelow(ctx, args)
	}
	if err := cmp.Or(run.Check(), operand.OnceStandardInput(run.Schema, args), onceEach(args)); err != nil {
		return nil, nil, err
	}
	out, err := run.outputPath(args)
	if err != nil {
		return nil, nil, err
	}
	if err := run.notAnInput(out, args); err != nil {
		return nil, nil, err
	}
	jobs := []Job{{sources: args, Out: out}}
	return jobs, new(diag.List), cmp.Or(run.notADepfile(rulesOf(jobs)), run.canDepend(jobs))
}

// jobsBelow returns the jobs of --outdir, and diagnostics about the arguments. It opens
// the cache.
func (run *Run) jobsBelow(ctx context.Context, args []string) ([]Job, *diag.List, error) {
	if err := run.Check(); err != nil {
		return nil, nil, err
	}
	switch {
	case run.Output != "":
		return nil, nil, fault.Usage(errors.New("name either -o, for one level, or --outdir, for many"))
	case run.Outdir == "":
		return nil, nil, fault.Usage(errors.New("--outdir is empty; . is the current folder"))
	}
	if info, err := os.Stat(run.Outdir); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("--outdir %s: is not a folder", run.Outdir)
	}
	targets, list, err := operand.Expand(args, run.Schema)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := place(targets, run.Outdir)
	if err != nil {
		return nil, nil, err
	}
	clash := clashOf(jobs)
	if clash != nil { // with what is no level, perhaps
		if jobs, err = run.levelsOf(ctx, jobs, list); err == nil {
			err = clashOf(jobs)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if run.Schema != "" {
		schema := samefile.To(run.Schema)
		for _, j := range jobs {
			if schema.IsNamed(j.Out) {
				return nil, nil, fault.Usage(fmt.Errorf("%s would be written over the schema", j.Out))
			}
		}
	}
	if err := run.notADepfile(rulesOf(jobs)); err != nil {
		return nil, nil, err
	}
	if err = run.remember(ctx, rulesOf(jobs)); err != nil {
		return nil, nil, err
	}
	if clash == nil {
		jobs, err = run.levelsOf(ctx, jobs, list)
	}
	if err == nil {
		err = run.canDepend(jobs)
	}
	if err != nil {
		return nil, nil, errors.Join(err, run.closeCache(nil))
	}
	return jobs, list, nil
}

// notTheSchema refuses to write a level over the schema through a link. That takes a
// look at the disk for each level, so levels that are left alone are not checked.
func (run *Run) notTheSchema(todo []Job) error {
	if run.Schema == "" || len(todo) == 0 {
		return nil
	}
	schema := samefile.To(run.Schema)
	for _, j := range todo {
		if schema.Is(j.Out) {
			return fmt.Errorf("%s is a link to the schema, which would be written over", j.Out)
		}
	}
	return nil
}

// place decides where the level of each source goes: into the folder, by the source's
// path below the folder or pattern by which it was found. Two may have the same place, see
// clashOf.
func place(targets []operand.Target, outdir string) ([]Job, error) {
	jobs := make([]Job, 0, len(targets))
	sources := make(map[string]bool, len(targets))
	here := samefile.Here()
	for _, t := range targets {
		if t.Path == "-" {
			return nil, fault.Usage(errors.New("standard input has no name that a level in --outdir could get; use -o"))
		}
		sources[here.Key(t.Path)] = true
	}
	for _, t := range targets {
		j := jobOf(t)
		j.Out = filepath.Join(outdir, strings.TrimSuffix(t.Rel, filepath.Ext(t.Rel))+".lvl")
		if sources[here.Key(j.Out)] {
			return nil, fault.Usage(fmt.Errorf("%s would be written over a source", j.Out))
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// clashOf refuses two levels that would have the same name.
func clashOf(jobs []Job) error {
	from := make(map[string]string, len(jobs)) // the source that is written there
	here := samefile.Here()
	for i := range jobs {
		path, out := jobs[i].sources[0], jobs[i].Out
		key := here.Key(out)
		if other, taken := from[key]; taken {
			return fault.Usage(fmt.Errorf("%s and %s would both be written to %s; %s", other, path, out, apart(other, path)))
		}
		from[key] = path
	}
	return nil
}

// apart says what to do about two sources whose levels would have the same name.
func apart(a, b string) string {
	if filepath.Dir(a) == filepath.Dir(b) {
		return "rename one, or name a pattern that only one of them fits"
	}
	return "where they differ by folder, name a folder above both"
}
