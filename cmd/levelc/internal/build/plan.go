package build

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// PlanOf returns the plan of sources that are open, and says whose types they get. It is the
// plan that a build of just these has.
func (run *Run) PlanOf(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	if !run.IsTyped() {
		own, err := run.untyped(files)
		run.sayEditors()
		if err != nil || own != nil {
			return own, err
		}
	}
	return run.plan(ctx, files)
}

// plan makes the plan for sources from the types.
func (run *Run) plan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	of, from, err := run.schemaOf(ctx, files)
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	if run.resolved != nil && run.resolved.ofLevel {
		plan.OfLevel()
	}
	if err := run.checkChunks(plan); err != nil {
		return nil, err
	}
	if run.store != nil && run.resolved == nil {
		if run.resolved, err = resolvedOf(of); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// checkChunks refuses values of --chunk-by that are no kinds of the types.
func (run *Run) checkChunks(plan *compile.Plan) error {
	if err := plan.CheckChunks(run.ChunkBy); err != nil {
		return fault.Usage(fmt.Errorf("--chunk-by: %w", err))
	}
	return nil
}

// inferPlan infers a plan for the sources of one level. Several levels may be
// planned at the same time.
func (run *Run) inferPlan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	r, err := InferFrom(ctx, files, infer.Options{Source: run.sourceOptions(), OneLevel: !run.Each})
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(r.Schema)
	if err != nil {
		return nil, fmt.Errorf("the inferred schema: %w", err)
	}
	return plan, run.checkChunks(plan)
}

// planJobs makes the plan for all jobs. If types are inferred, they are inferred from
// all sources that can be read; the jobs report the others. The plan is nil if an
// editor wrote all sources.
func (run *Run) planJobs(ctx context.Context, jobs []Job) (*compile.Plan, error) {
	if run.IsTyped() {
		return run.plan(ctx, nil)
	}
	var files []*source.File
	var opened []*source.File
	defer func() { CloseAll(opened) }()
	wrong := new(diag.List)
	most := mostSources(openLimit())
	for i, j := range jobs {
		if j.spool != nil {
			files = append(files, j.spool)
			continue
		}
		f, list, err := run.open(ctx, j.sources)
		if err != nil {
			return nil, err
		}
		wrong.AddAll(list)
		if len(f) == 1 && len(j.sources) == 1 && f[0].IsSpooled() { // a pipe cannot be read again
			jobs[i].spool, files = f[0], append(files, f[0])
			continue
		}
		if len(jobs) > most && len(f) > 0 {
			f[0].Rest()
		}
		files, opened = append(files, f...), append(opened, f...)
	}
	all := len(files)
	files = run.plainOnes(files)
	byEditors := len(files) < all
	for {
		switch {
		case len(files) == 0 && byEditors:
			return nil, nil // their types are known
		case len(files) == 0:
			return nil, &FoundError{List: wrong}
		}
		plan, err := run.plan(ctx, files)
		var found *FoundError
		if !errors.As(err, &found) {
			return plan, err
		}
		wrong.AddAll(found.List)
		files = slices.DeleteFunc(files, func(f *source.File) bool { return slices.Contains(found.failed, f) })
	}
}
