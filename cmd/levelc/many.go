package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// job is one level of a call with several.
type job struct {
	source string
	spool  *source.File // standard input, which is read before the job begins
	out    string       // empty if the level is only to be checked
}

// outcome is what became of a job.
type outcome struct {
	list   *diag.List
	failed bool
}

// runJobs makes one level for each job, several at the same time. One that
// fails does not stop the others. The diagnostics are those of all of them, in
// an order that does not depend on who was first.
func (b *builder) runJobs(ctx context.Context, plan *compile.Plan, jobs []job) (list *diag.List, failed int, err error) {
	outcomes := make([]outcome, len(jobs))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(b.jobs, len(jobs)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(jobs) {
					return
				}
				outcomes[i] = b.do(ctx, plan, jobs[i])
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return nil, 0, errInterrupted
	}
	list = new(diag.List)
	for _, o := range outcomes {
		addAll(list, o.list)
		if o.failed {
			failed++
		}
	}
	return list, failed, nil
}

// do makes one level.
func (b *builder) do(ctx context.Context, plan *compile.Plan, j job) outcome {
	files, list := []*source.File{j.spool}, new(diag.List)
	if j.spool == nil {
		files, list = b.open([]string{j.source})
		defer closeAll(files)
	}
	if len(files) == 0 {
		return outcome{list, true}
	}
	if j.out != "" {
		if err := os.MkdirAll(filepath.Dir(j.out), 0o777); err != nil {
			list.Add(diag.Diagnostic{Message: cannotWrite(j.out, err).Error()})
			return outcome{list, true}
		}
	}
	found, err := b.build(ctx, plan, files, j.out)
	addAll(list, found)
	if err != nil && !errors.Is(err, compile.ErrLevel) {
		list.Add(diag.Diagnostic{Message: err.Error()})
	}
	return outcome{list, err != nil}
}

// addAll adds one list to another.
func addAll(to, from *diag.List) {
	if from == nil {
		return
	}
	kept := [2]int{}
	for _, d := range from.All() {
		to.Add(d)
		kept[d.Severity]++
	}
	for s, n := range kept {
		to.More(diag.Severity(s), from.Count(diag.Severity(s))-n)
	}
}

// planJobs makes the types ready for all jobs. If they are inferred, then from
// all sources that can be read; the others are the jobs' own to complain about.
func (b *builder) planJobs(ctx context.Context, jobs []job) (*compile.Plan, error) {
	if b.types != "" || b.schema != "" {
		return b.plan(ctx, nil)
	}
	var files []*source.File
	var opened []*source.File
	defer func() { closeAll(opened) }()
	wrong := new(diag.List)
	for _, j := range jobs {
		if j.spool != nil {
			files = append(files, j.spool)
			continue
		}
		f, list := b.open([]string{j.source})
		addAll(wrong, list)
		if len(jobs) > mostOpen && len(f) > 0 {
			f[0].Rest()
		}
		files, opened = append(files, f...), append(opened, f...)
	}
	for {
		if len(files) == 0 {
			return nil, &foundError{list: wrong}
		}
		plan, err := b.plan(ctx, files)
		var found *foundError
		if !errors.As(err, &found) {
			return plan, err
		}
		addAll(wrong, found.list)
		files = slices.DeleteFunc(files, func(f *source.File) bool { return slices.Contains(found.failed, f) })
	}
}

// summary says in one line what became of several levels.
func (b *builder) summary(done string, all, failed int) {
	text := fmt.Sprintf("levelc: %s %s", quantity(all-failed, "level"), done)
	if failed > 0 {
		text += fmt.Sprintf(", %d failed", failed)
	}
	fmt.Fprintln(b.err, text)
}
