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
// closes them.
func Open(ctx context.Context, stdin io.Reader, paths []string) ([]*source.File, *diag.List) {
	var files []*source.File
	list := new(diag.List)
	most := mostSources(openLimit())
	for _, p := range paths {
		var f *source.File
		var err error
		if p == "-" {
			f, err = source.Spool(stdin, operand.Name(p))
		} else {
			f, err = interrupt.OpenSource(ctx, p)
		}
		if err == nil && len(paths) > most {
			f.Rest()
		}
		if err != nil {
			d := unreadable(err)
			if info, serr := os.Stat(p); serr == nil && info.IsDir() {
				d.Hint = "levelc build --outdir DIR makes a level of each source in a folder; levelc check takes folders as they are"
			}
			list.Add(d)
			continue
		}
		files = append(files, f)
	}
	heap.UseHugePages(files)
	return files, list
}

// unreadable returns the diagnostic of a source that could not be opened.
func unreadable(err error) diag.Diagnostic {
	if errors.Is(err, fault.ErrInterrupted) { // nothing is wrong with the source
		return diag.Diagnostic{Message: fault.ErrInterrupted.Error()}
	}
	return (*source.File)(nil).Diagnose(err)
}

// CloseAll closes sources.
func CloseAll(files []*source.File) {
	for _, f := range files {
		f.Close() // they were only read
	}
}
