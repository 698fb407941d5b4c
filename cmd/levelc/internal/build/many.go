package build

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/term"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/heap"
	"github.com/levelc/levelc/cmd/levelc/internal/progress"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format/output"
)

// Job is one level to be made.
type Job struct {
	sources []string     // parts of one level
	spool   *source.File // standard input, which is read before the jobs begin
	Out     string       // empty if the level is only to be checked
	below   string       // its path below the folder by which the source was found; empty if it was named

	learn func(result) // if not nil, it is told the result
}

// result is what a job has come to, for the cache.
type result struct {
	files  []*source.File // its sources, as far as they could be opened
	made   *made          // what was written
	found  *diag.List     // the warnings
	failed bool
}

// outcome is what a job has come to, for the tally and the messages.
type outcome struct {
	list     *diag.List
	failed   bool
	changing bool // a source was written to meanwhile, and watch will see it again
}

// atOnce calls do for each i below n, as many at a time as -j says.
func (run *Run) atOnce(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(run.Jobs, n) {
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
		return fault.ErrInterrupted
	}
	return nil
}

// runJobs makes one level for each job, several at a time. A job that fails does not
// stop the others. The diagnostics are those of all jobs, in an order that does not
// depend on who was first. Of the tally, Failed and Changing are set.
func (run *Run) runJobs(ctx context.Context, plan *compile.Plan, jobs []Job) (list *diag.List, t Tally, err error) {
	outcomes := make([]outcome, len(jobs))
	heap.UseHugePagesForLevels(len(jobs))
	if len(jobs) > 1 {
		run.shelves = new(shelves)
		defer func() {
			run.shelves.close()
			run.shelves = nil
		}()
	}
	p := run.progress(len(jobs))
	var outs *output.Group // with -j 1 each level gets its name before the next is begun
	if run.Jobs > 1 {
		outs = output.NewGroup()
	}
	err = run.atOnce(ctx, len(jobs), func(i int) {
		p.Begin(jobs[i].sources[0])
		run.runJob(ctx, plan, jobs[i], outs, func(o outcome) {
			outcomes[i] = o
			p.End()
		})
	})
	if outs != nil {
		outs.Close()
	}
	p.Stop()
	if err != nil {
		return nil, Tally{}, err
	}
	run.sayEditors()
	list = new(diag.List)
	for i, o := range outcomes {
		list.AddAll(o.list)
		if o.failed || o.changing {
			run.fail(&jobs[i])
		}
		switch {
		case o.changing:
			t.Changing++
		case o.failed:
			t.Failed++
		}
	}
	return list, t, nil
}

// fail notes that the level of a job is not what its sources are now.
func (run *Run) fail(j *Job) {
	if run.failed == nil {
		run.failed = map[string]bool{}
	}
	run.failed[j.Out] = true
}

// runJob makes one level. It calls done when the level has its name, or has failed.
func (run *Run) runJob(ctx context.Context, plan *compile.Plan, j Job, outs *output.Group, done func(outcome)) {
	files, list := []*source.File{j.spool}, new(diag.List)
	if j.spool == nil {
		var err error
		if files, list, err = run.open(ctx, j.sources); err != nil { // as atOnce will say
			done(outcome{failed: true})
			return
		}
	}
	defer CloseAll(files)
	if list.Count(diag.Error) > 0 {
		run.history.others.set(j.Out, summed{}) // what it refers to is not known
		j.tell(result{files: files, failed: true})
		done(outcome{list: list, failed: true})
		return
	}
	end := func(m *made, err error) {
		switch {
		case err != nil && run.history.forWatch && !areSame(files):
			done(outcome{changing: true}) // what it said is about half a file
			return
		case err == nil:
			j.tell(result{files: files, made: m, found: list})
		case errors.Is(err, compile.ErrLevel): // a diagnostic has said it already
			j.tell(result{files: files, failed: true})
		case run.history.failures.isNew(j.Out, err):
			addError(list, err)
		}
		done(outcome{list: list, failed: err != nil})
	}
	if j.Out != "" && run.Each {
		if err := os.MkdirAll(filepath.Dir(j.Out), 0o777); err != nil {
			end(nil, fault.CannotWrite(j.Out, err))
			return
		}
	}
	found, w, err := run.build(ctx, plan, files, j.Out)
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

// addError adds an error that is not about a place in a source, or each of several that are
// joined in it.
func addError(list *diag.List, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		list.Add(diag.Diagnostic{Message: line})
	}
}

// areSame reports whether the files are still what was opened.
func areSame(files []*source.File) bool {
	for _, f := range files {
		if !f.IsSame() {
			return false
		}
	}
	return true
}

func (j *Job) tell(r result) {
	if j.learn != nil {
		j.learn(r)
	}
}

// MakeAll makes the levels that are out of date, or checks those that have no output, and adds
// what it finds to list: errors of levels that failed, warnings also of those that are up to
// date. A level that fails does not stop the others, and is no error here. An error is a
// FoundError, or one that keeps all levels from being made; then the tally is zero.
func (run *Run) MakeAll(ctx context.Context, jobs []Job, list *diag.List) (t Tally, err error) {
	todo := jobs
	var inc *incremental
	if run.store != nil {
		defer func() { err = cmp.Or(err, run.closeCache(inc)) }()
		if inc, todo, err = run.judge(ctx, jobs, list); err != nil {
			return Tally{}, err
		}
	}
	if err := run.notTheSchema(todo); err != nil {
		return Tally{}, err
	}
	if err := run.notThroughLinks(jobs, todo); err != nil {
		return Tally{}, err
	}
	var found *diag.List
	if len(todo) > 0 {
		plan := run.planned
		if plan == nil {
			if plan, err = run.planJobs(ctx, jobs); err != nil {
				return Tally{}, err
			}
		}
		if inc != nil && run.resolved != nil {
			inc.schema = run.resolved.sum // sources from which it was inferred may have changed
		}
		if found, t, err = run.runJobs(ctx, plan, todo); err != nil {
			return Tally{}, err
		}
		list.AddAll(found)
	}
	t.Made = len(todo) - t.Failed - t.Changing
	t.Same = len(jobs) - len(todo)
	if inc != nil {
		inc.finish(t.Failed + t.Changing)
		t.Same -= inc.again
		t.Failed += inc.again
	}
	return t, nil
}

// progress shows the progress of n levels if somebody can see it: standard error is a
// terminal that understands escapes, and neither --quiet, NO_COLOR nor another --format
// forbids it.
func (run *Run) progress(n int) *progress.Line {
	f, ok := run.Err.(*os.File)
	if !ok || n < 2 || run.Quiet || run.Form != diag.Text || !diag.Terminal(f) {
		return nil
	}
	return progress.Start(f, n, func() int {
		w, _, err := term.GetSize(int(f.Fd()))
		if err != nil || w <= 0 {
			return 80
		}
		return w
	})
}
