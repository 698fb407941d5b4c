package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// run builds one level.
func (b *builder) run(ctx context.Context, paths []string) error {
	jobs, _, err := b.jobsOf(ctx, paths)
	if err != nil {
		return err
	}
	out := jobs[0].out
	if err := checkPlace(out); err != nil {
		return b.conclude(nil, err)
	}
	list, err := b.oneLevel(ctx, paths, out)
	if err == nil {
		err = b.writeDepfile(ctx, rulesOf(jobs))
	}
	return b.conclude(list, err)
}

// oneLevel compiles sources into one level and returns what it found.
func (b *builder) oneLevel(ctx context.Context, paths []string, out string) (*diag.List, error) {
	files, list := b.open(ctx, paths)
	defer closeAll(files)
	if list.Count(diag.Error) > 0 {
		return list, compile.ErrLevel
	}
	var plan *compile.Plan
	var err error
	if b.isTyped() || len(b.plainOnes(files)) == len(files) {
		if plan, err = b.plan(ctx, files); err != nil {
			return nil, err
		}
	}
	defer b.sayEditors()
	found, w, err := b.build(ctx, plan, files, out)
	if err == nil {
		err = w.commit()
	}
	return found, err
}

// plan makes the plan for sources from the types.
func (b *builder) plan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	of, from, err := b.schemaOf(ctx, files)
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	if err := b.checkChunks(plan); err != nil {
		return nil, err
	}
	if b.store != nil && b.resolved == nil {
		if b.resolved, err = resolvedOf(of); err != nil {
			return nil, err
		}
	}
	return plan, nil
}

// checkChunks refuses values of --chunk-by that are no kinds of the types.
func (b *builder) checkChunks(plan *compile.Plan) error {
	if err := plan.CheckChunks(b.chunkBy); err != nil {
		return usageError{fmt.Errorf("--chunk-by: %w", err)}
	}
	return nil
}

// inferPlan infers a plan for the sources of one level. Several levels may be
// planned at the same time.
func (b *builder) inferPlan(ctx context.Context, files []*source.File) (*compile.Plan, error) {
	r, err := inferFrom(ctx, files, infer.Options{Source: b.sourceOptions(), OneLevel: !b.each})
	if err != nil {
		return nil, err
	}
	plan, err := compile.NewPlan(r.Schema)
	if err != nil {
		return nil, fmt.Errorf("the inferred schema: %w", err)
	}
	return plan, b.checkChunks(plan)
}

// build writes the level of open sources to path, under a temporary name. If path is
// empty, it only checks them. In a build without types, plan is for sources that no
// editor wrote.
func (b *builder) build(ctx context.Context, plan *compile.Plan, files []*source.File, path string) (list *diag.List, w *written, err error) {
	if !b.isTyped() {
		own, err := b.untyped(files)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case own != nil:
			plan = own
		case plan == nil: // an editor is writing its file just now, or there is nothing to infer from
			if plan, err = b.inferPlan(ctx, files); err != nil {
				if list, err = withList(new(diag.List), err); err == nil {
					err = compile.ErrLevel
				}
				return list, nil, err
			}
		}
	}
	t, err := b.translate(ctx, files, plan.Schema())
	if err != nil {
		return nil, nil, b.notTranslated(ctx, files[0].Name, err)
	}
	defer t.close()
	b.others.set(path, t.others)
	if err := b.notAnOther(path, t.others.paths); err != nil {
		return nil, nil, err
	}
	if !t.whole {
		return &t.found, nil, compile.ErrLevel
	}
	list = &t.found
	if list.Count(diag.Error) > 0 {
		path = "" // only to find what else is wrong
	}
	found, w, err := b.compile(ctx, plan, t.files, path)
	addAll(list, found)
	if err == nil && list.Count(diag.Error) > 0 {
		err = compile.ErrLevel
	}
	if errors.Is(err, compile.ErrLevel) {
		b.notePlain(files, plan.Schema())
	}
	return list, w, err
}

// rowsInMemory returns how many bytes of rows a build of files holds before it writes them
// to a temporary file, to be read again. Those of a source of 50 MB fit. Much larger
// sources need the file anyway, and memory for other things (BenchmarkMemory).
func rowsInMemory(files []*source.File) int64 {
	size := int64(0)
	for _, f := range files {
		size += f.Size()
	}
	if size > 64<<20 {
		return 8 << 20
	}
	return 32 << 20
}

// compile is build for sources that are levelc's own XML or JSON.
func (b *builder) compile(ctx context.Context, plan *compile.Plan, files []*source.File, path string) (list *diag.List, w *written, err error) {
	var to io.WriterAt = discard{}
	writer := format.WriterOptions{Codec: b.codec.Codec, Small: b.best, Align: int(b.align), Memory: rowsInMemory(files)}
	var out *output.File
	if path != "" {
		if out, err = create(path); err != nil {
			return nil, nil, b.inTheWay(files[0].Name, err)
		}
		defer func() {
			if w == nil {
				err = errors.Join(err, out.Close())
			}
		}()
		to, writer.Spool = out, out.Spool
	} else {
		spool := new(tempSpool)
		defer func() { err = errors.Join(err, spool.close()) }()
		writer.Spool = spool.open
	}
	o := compile.Options{Unknown: b.unknown.policy, Keep: b.mostKept(), Source: b.sourceOptions(), Places: b.places, ChunkBy: b.chunkBy}
	if b.shelves == nil || b.jobs == 1 { // no other level is built at the same time
		o.Source.Ahead = source.AheadSize
	}
	found, size, err := plan.Build(ctx, files, to, writer, o)
	if found != nil {
		list = &found.Diagnostics
	}
	switch {
	case errors.Is(err, compile.ErrLevel):
		return list, nil, err
	case ctx.Err() != nil:
		return list, nil, errInterrupted
	case err != nil && path != "":
		return list, nil, cannotWrite(path, err)
	case err != nil:
		return list, nil, cannotCheck(files[0].Name, err)
	case path == "":
		return list, nil, nil
	}
	return list, &written{path, out, size}, nil
}

// mostKept returns how many errors and warnings of one level are kept for printing.
func (b *builder) mostKept() int {
	if b.maxErrors == 0 {
		return math.MaxInt
	}
	return b.maxErrors
}

// inTheWay says which source the level is of that cannot be written for a folder. With
// --outdir, nobody has named the level.
func (b *builder) inTheWay(source string, err error) error {
	if folder := folderError(""); b.each && errors.As(err, &folder) {
		return fmt.Errorf("%s is a directory, where the level of %s belongs; remove it, or rename the source", string(folder), source)
	}
	return err
}
