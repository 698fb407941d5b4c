package build

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/heap"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Open opens sources, and prepares for large ones. Standard input is stdin. A
// source that cannot be read becomes a diagnostic, and is not among the files. The caller
// closes them. The error is fault.ErrInterrupted; then there are no files.
func Open(ctx context.Context, stdin io.Reader, paths []string) ([]*source.File, *diag.List, error) {
	return openEach(paths, func(p string) (*source.File, error) { return openOne(ctx, stdin, p) })
}

// open is Open for a build. In one of levelc watch, what cannot be watched cannot be read.
func (run *Run) open(ctx context.Context, paths []string) ([]*source.File, *diag.List, error) {
	if !run.history.forWatch {
		return Open(ctx, run.In, paths)
	}
	return openEach(paths, func(p string) (*source.File, error) {
		if err := unwatchable(p); err != nil {
			return nil, err
		}
		return openOne(ctx, run.In, p)
	})
}

func openEach(paths []string, open func(path string) (*source.File, error)) ([]*source.File, *diag.List, error) {
	var files []*source.File
	list := new(diag.List)
	most := mostSources(openLimit())
	for _, p := range paths {
		f, err := open(p)
		switch {
		case errors.Is(err, fault.ErrInterrupted): // nothing is wrong with the source
			CloseAll(files)
			return nil, nil, fault.ErrInterrupted
		case err != nil:
			d := unreadable(err)
			if info, serr := os.Stat(p); serr == nil && info.IsDir() {
				d.Hint = "levelc build --outdir DIR makes a level of each source in a folder; levelc check takes folders as they are"
			} else if serr != nil && operand.IsPattern(p) { // Windows calls it a wrong name
				d.Hint = "levelc build --outdir DIR makes a level of each source that a pattern fits; levelc check takes patterns as they are"
			}
			list.Add(d)
			continue
		case len(paths) > most:
			f.Rest()
		}
		files = append(files, f)
	}
	heap.UseHugePages(files)
	return files, list, nil
}

func openOne(ctx context.Context, stdin io.Reader, path string) (*source.File, error) {
	if path == "-" {
		return source.Spool(stdin, operand.Name(path))
	}
	return interrupt.OpenSource(ctx, path)
}

// unreadable returns the diagnostic of a source that could not be opened.
func unreadable(err error) diag.Diagnostic { return (*source.File)(nil).Diagnose(err) }

// CloseAll closes sources.
func CloseAll(files []*source.File) {
	for _, f := range files {
		f.Close() // they were only read
	}
}
