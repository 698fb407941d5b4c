package main

import (
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// checkOne checks sources that are parts of one level.
func (run *Run) checkOne(ctx context.Context, targets []target, list *diag.List) (*diag.List, error) {
	if list.Count(diag.Error) > 0 {
		return list, nil
	}
	paths := make([]string, len(targets))
	for i, t := range targets {
		paths[i] = t.path
	}
	return run.oneLevel(ctx, paths, "")
}

// jobsToCheck returns a job for each source, and a function that ends what they hold.
// Standard input is read at once; if it cannot be, that becomes a diagnostic.
func (run *Run) jobsToCheck(targets []target, list *diag.List) (jobs []job, end func()) {
	jobs = make([]job, 0, len(targets))
	var spools []*source.File
	for _, t := range targets {
		j := job{sources: []string{t.path}}
		if t.path == "-" {
			var err error
			if j.spool, err = source.Spool(run.In, nameOf(t.path)); err != nil {
				list.Add(unreadable(err))
				continue
			}
			spools = append(spools, j.spool)
		}
		jobs = append(jobs, j)
	}
	return jobs, func() { closeAll(spools) }
}
