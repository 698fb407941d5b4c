package build

import (
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// CheckOne checks sources that are parts of one level. list has what is wrong with the
// arguments; if there is an error in it, nothing is checked. It returns what MakeOne does.
func (run *Run) CheckOne(ctx context.Context, targets []operand.Target, list *diag.List) (*diag.List, error) {
	if list.Count(diag.Error) > 0 {
		return list, nil
	}
	jobs, err := run.levelsOf(ctx, jobsOf(targets), list)
	if err != nil || len(jobs) == 0 {
		return list, err
	}
	paths := pathsOf(jobs)
	if err := onceEach(paths); err != nil {
		return nil, err
	}
	return run.oneLevel(ctx, paths, "")
}

// JobsToCheck returns a job for each source, and a function that ends what they hold.
// Standard input is read at once; if it cannot be, that becomes a diagnostic.
func (run *Run) JobsToCheck(ctx context.Context, targets []operand.Target, list *diag.List) (jobs []Job, end func(), err error) {
	jobs = make([]Job, 0, len(targets))
	var spools []*source.File
	end = func() { CloseAll(spools) }
	for _, t := range targets {
		j := jobOf(t)
		if t.Path == "-" {
			files, wrong, err := Open(ctx, run.In, []string{t.Path})
			if err != nil {
				return nil, end, err
			}
			list.AddAll(wrong)
			if len(files) == 0 {
				continue
			}
			j.spool = files[0]
			spools = append(spools, files...)
		}
		jobs = append(jobs, j)
	}
	jobs, err = run.levelsOf(ctx, jobs, list)
	return jobs, end, err
}
