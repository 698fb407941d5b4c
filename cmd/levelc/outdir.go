package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// jobsOf returns the jobs that the arguments of build ask for.
func (run *Run) jobsOf(ctx context.Context, args []string) ([]job, *diag.List, error) {
	if run.Each {
		return run.jobsBelow(ctx, args)
	}
	if err := cmp.Or(run.check(), onceStandardInput(run.schema, args)); err != nil {
		return nil, nil, err
	}
	out, err := run.outputPath(args)
	if err != nil {
		return nil, nil, err
	}
	if err := notGoCode(out); err != nil {
		return nil, nil, err
	}
	if err := run.notAnInput(out, args); err != nil {
		return nil, nil, err
	}
	jobs := []job{{sources: args, out: out}}
	return jobs, new(diag.List), run.notADepfile(rulesOf(jobs))
}

// jobsBelow returns the jobs of --outdir, and diagnostics about the arguments. It opens
// the cache.
func (run *Run) jobsBelow(ctx context.Context, args []string) ([]job, *diag.List, error) {
	if err := run.check(); err != nil {
		return nil, nil, err
	}
	switch {
	case run.output != "":
		return nil, nil, usage(errors.New("name either -o, for one level, or --outdir, for many"))
	case run.outdir == "":
		return nil, nil, usage(errors.New("--outdir is empty; . is the current folder"))
	}
	if info, err := os.Stat(run.outdir); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("--outdir %s: is not a folder", run.outdir)
	}
	targets, list, err := expand(args, run.schema)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := place(targets, run.outdir)
	if err != nil {
		return nil, nil, err
	}
	if run.schema != "" {
		schema := pathTo(run.schema)
		for _, j := range jobs {
			if schema.isNamed(j.out) {
				return nil, nil, usage(fmt.Errorf("%s would be written over the schema", j.out))
			}
		}
	}
	if err := run.notADepfile(rulesOf(jobs)); err != nil {
		return nil, nil, err
	}
	return jobs, list, run.remember(ctx, rulesOf(jobs))
}

// notTheSchema refuses to write a level over the schema through a link. That takes a
// look at the disk for each level, so levels that are left alone are not checked.
func (run *Run) notTheSchema(todo []job) error {
	if run.schema == "" || len(todo) == 0 {
		return nil
	}
	schema := pathTo(run.schema)
	for _, j := range todo {
		if schema.is(j.out) {
			return fmt.Errorf("%s is a link to the schema, which would be written over", j.out)
		}
	}
	return nil
}

// place decides where the level of each source goes: into the folder, by the source's
// path below the folder or pattern by which it was found.
func place(targets []target, outdir string) ([]job, error) {
	jobs := make([]job, 0, len(targets))
	from := make(map[string]string, len(targets)) // the source that is written there
	sources := make(map[string]bool, len(targets))
	here := currentFolder()
	for _, t := range targets {
		if t.path == "-" {
			return nil, usage(errors.New("standard input has no name that a level in --outdir could get; use -o"))
		}
		sources[here.key(t.path)] = true
	}
	for _, t := range targets {
		out := filepath.Join(outdir, strings.TrimSuffix(t.rel, filepath.Ext(t.rel))+".lvl")
		key := here.key(out)
		if other, taken := from[key]; taken {
			return nil, usage(fmt.Errorf("%s and %s would both be written to %s; %s", other, t.path, out, apart(other, t.path)))
		}
		if sources[key] {
			return nil, usage(fmt.Errorf("%s would be written over a source", out))
		}
		from[key] = t.path
		jobs = append(jobs, job{sources: []string{t.path}, out: out})
	}
	return jobs, nil
}

// apart says what to do about two sources whose levels would have the same name.
func apart(a, b string) string {
	if filepath.Dir(a) == filepath.Dir(b) {
		return "rename one, or name a pattern that only one of them fits"
	}
	return "where they differ by folder, name a folder above both"
}
