package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format/output"
)

// job is one level of a call with several.
type job struct {
	sources []string     // parts of one level
	spool   *source.File // standard input, which is read before the jobs begin
	out     string       // empty if the level is only to be checked

	learn func(result) // if not nil, it is told the result
}

// result is what a job has come to.
type result struct {
	files  []*source.File // its sources, as far as they could be opened
	made   *made          // what was written
	found  *diag.List     // the warnings
	failed bool
}

// outcome is the result of a job.
type outcome struct {
	list   *diag.List
	failed bool
}

// atOnce calls do for each i below n, as many at a time as -j says.
func (run *Run) atOnce(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(run.jobs, n) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
	if ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

// runJobs makes one level for each job, several at a time. A job that fails does not
// stop the others. The diagnostics are those of all jobs, in an order that does not
// depend on who was first.
func (run *Run) runJobs(ctx context.Context, plan *compile.Plan, jobs []job) (list *diag.List, failed int, err error) {
	outcomes := make([]outcome, len(jobs))
	useHugePagesForLevels(len(jobs))
	if len(jobs) > 1 {
		run.shelves = new(shelves)
		defer func() {
			run.shelves.close()
			run.shelves = nil
		}()
	}
	p := run.progress(len(jobs))
	var outs *output.Group // with -j 1 each level gets its name before the next is begun
	if run.jobs > 1 {
		outs = output.NewGroup()
	}
	err = run.atOnce(ctx, len(jobs), func(i int) {
		p.begin(jobs[i].sources[0])
		run.runJob(ctx, plan, jobs[i], outs, func(o outcome) {
			outcomes[i] = o
			p.end()
		})
	})
	if outs != nil {
		outs.Close()
	}
	p.stop()
	if err != nil {
		return nil, 0, err
	}
	run.sayEditors()
	list = new(diag.List)
	for _, o := range outcomes {
		list.AddAll(o.list)
		if o.failed {
			failed++
		}
	}
	return list, failed, nil
}

// runJob makes one level. It calls done when the level has its name, or has failed.
func (run *Run) runJob(ctx context.Context, plan *compile.Plan, j job, outs *output.Group, done func(outcome)) {
	files, list := []*source.File{j.spool}, new(diag.List)
	if j.spool == nil {
		files, list = openSources(ctx, run.In, j.sources)
	}
	defer closeAll(files)
	if list.Count(diag.Error) > 0 {
		j.tell(result{files: files, failed: true})
		done(outcome{list, true})
		return
	}
	end := func(m *made, err error) {
		switch {
		case err == nil:
			j.tell(result{files: files, made: m, found: list})
		case errors.Is(err, compile.ErrLevel): // a diagnostic has said it already
			j.tell(result{files: files, failed: true})
		case run.history.failures.isNew(j.out, err):
			list.Add(diag.Diagnostic{Message: err.Error()})
		}
		done(outcome{list, err != nil})
	}
	if j.out != "" && run.Each {
		if err := os.MkdirAll(filepath.Dir(j.out), 0o777); err != nil {
			end(nil, cannotWrite(j.out, err))
			return
		}
	}
	found, w, err := run.build(ctx, plan, files, j.out)
	list.AddAll(found)
	var m *made
	if err == nil && j.learn != nil {
		m, err = w.made()
	}
	if err != nil || w == nil {
		end(m, err)
		return
	}
	w.commitTo(outs, func(err error) {
		if m != nil {
			m.info = w.out.Committed()
		}
		end(m, err)
	})
}

func (j *job) tell(r result) {
	if j.learn != nil {
		j.learn(r)
	}
}

// makeAll makes the levels that are out of date, and adds what it finds to list.
func (run *Run) makeAll(ctx context.Context, jobs []job, list *diag.List) (t tally, err error) {
	todo := jobs
	var inc *incremental
	if run.store != nil {
		defer func() { err = cmp.Or(err, run.closeCache(inc)) }()
		if inc, todo, err = run.judge(ctx, jobs, list); err != nil {
			return tally{}, err
		}
	}
	if err := run.notTheSchema(todo); err != nil {
		return tally{}, err
	}
	if err := run.notThroughLinks(jobs, todo); err != nil {
		return tally{}, err
	}
	var found *diag.List
	if len(todo) > 0 {
		plan := run.planned
		if plan == nil {
			if plan, err = run.planJobs(ctx, jobs); err != nil {
				return tally{}, err
			}
		}
		if inc != nil && run.resolved != nil {
			inc.schema = run.resolved.sum // sources from which it was inferred may have changed
		}
		if found, t.failed, err = run.runJobs(ctx, plan, todo); err != nil {
			return tally{}, err
		}
		list.AddAll(found)
	}
	t.made = len(todo) - t.failed
	t.same = len(jobs) - len(todo)
	if inc != nil {
		inc.finish(t.failed)
		t.same -= inc.again
		t.failed += inc.again
	}
	return t, nil
}

// progress shows the progress of n levels if somebody can see it: standard error is a
// terminal that understands escapes, and neither --quiet, NO_COLOR nor another --format
// forbids it.
func (run *Run) progress(n int) *progress {
	f, ok := run.Err.(*os.File)
	if !ok || n < 2 || run.quiet || run.form != diag.Text || !diag.Terminal(f) {
		return nil
	}
	return startProgress(f, n, func() int {
		w, _, err := term.GetSize(int(f.Fd()))
		if err != nil || w <= 0 {
			return 80
		}
		return w
	})
}
