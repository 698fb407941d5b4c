package build

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// MakeOne makes the level of a call with one, and its depfile. It returns what is wrong with
// the sources; then the error is compile.ErrLevel or a FoundError.
func (run *Run) MakeOne(ctx context.Context, j Job) (*diag.List, error) {
	if err := outfile.CheckPlace(j.Out); err != nil {
		return nil, err
	}
	list, err := run.oneLevel(ctx, j.sources, j.Out)
	if err == nil {
		err = run.WriteDepfile(ctx, []Job{j}, list)
	}
	return list, err
}

// oneLevel compiles sources into one level and returns what it found.
func (run *Run) oneLevel(ctx context.Context, paths []string, out string) (*diag.List, error) {
	files, list, err := run.open(ctx, paths)
	if err != nil {
		return nil, err
	}
	defer CloseAll(files)
	if list.Count(diag.Error) > 0 {
		return list, compile.ErrLevel
	}
	var plan *compile.Plan
	if run.IsTyped() || len(run.plainOnes(files)) == len(files) {
		if plan, err = run.plan(ctx, files); err != nil {
			return nil, err
		}
	}
	if run.IsTyped() && run.Reader.One == nil { // else the reader says it, or the one who infers
		run.tellOfParts(files, plan.Schema())
	}
	defer run.sayEditors()
	found, w, err := run.build(ctx, plan, files, out)
	if err == nil {
		err = w.commit()
	}
	return found, err
}

// build writes the level of open sources to path, under a temporary name. If path is
// empty, it only checks them. In a build without types, plan is for sources that no
// editor wrote.
func (run *Run) build(ctx context.Context, plan *compile.Plan, files []*source.File, path string) (list *diag.List, w *written, err error) {
	if !run.IsTyped() {
		own, err := run.untyped(files)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case own != nil:
			plan = own
		case plan == nil: // an editor is writing its file just now, or there is nothing to infer from
			if plan, err = run.inferPlan(ctx, files); err != nil {
				if found := (*FoundError)(nil); errors.As(err, &found) {
					return found.List, nil, compile.ErrLevel
				}
				return nil, nil, err
			}
		}
	}
	t, err := run.Translate(ctx, files, plan.Schema())
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	run.history.others.set(path, t.others)
	if err := run.notAnOther(path, t.others.paths); err != nil {
		return nil, nil, err
	}
	if !t.whole {
		return &t.Found, nil, compile.ErrLevel
	}
	list = &t.Found
	if list.Count(diag.Error) > 0 {
		path = "" // only to find what else is wrong
	}
	found, w, err := run.compile(ctx, plan, t, path)
	list.AddAll(found)
	if err == nil && list.Count(diag.Error) > 0 {
		err = compile.ErrLevel
	}
	if errors.Is(err, compile.ErrLevel) {
		run.notePlain(files, plan.Schema())
	}
	return list, w, err
}

// RowsInMemory returns how many bytes of rows a build of files holds before it writes them
// to a temporary file, to be read again. Those of a source of 50 MB fit. Much larger
// sources need the file anyway, and memory for other things (BenchmarkMemory of levelc).
func RowsInMemory(files []*source.File) int64 {
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
func (run *Run) compile(ctx context.Context, plan *compile.Plan, t *Translated, path string) (list *diag.List, w *written, err error) {
	files := t.Files
	var to io.WriterAt = discard{}
	writer := format.WriterOptions{Codec: run.Codec, Small: run.Best, Align: run.Align, Memory: RowsInMemory(files)}
	var out *output.File
	if path != "" {
		if out, err = outfile.Create(path); err != nil {
			return nil, nil, run.inTheWay(files[0].Name, err)
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
	o := run.CompileOptions()
	o.Lost = t.Lost
	if run.shelves == nil || run.Jobs == 1 { // no other level is built at the same time
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
		return list, nil, fault.ErrInterrupted
	case err != nil && path != "":
		return list, nil, fault.CannotWrite(path, err)
	case err != nil:
		return list, nil, cannotCheck(files[0].Name, err)
	case path == "":
		return list, nil, nil
	}
	return list, &written{path, out, size}, nil
}

// inTheWay says which source the level is of that cannot be written for a folder. With
// --outdir, nobody has named the level.
func (run *Run) inTheWay(source string, err error) error {
	if folder := outfile.FolderError(""); run.Each && errors.As(err, &folder) {
		return fmt.Errorf("%s is a directory, where the level of %s belongs; remove it, or rename the source", string(folder), source)
	}
	return err
}
