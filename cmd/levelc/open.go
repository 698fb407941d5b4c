package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// openFile opens a file that a verb reads: an *os.File, unless it has to be waited for.
// Its errors have the same words as those about sources.
func openFile(ctx context.Context, path string) (io.ReadCloser, error) {
	if mayWait(path) {
		f, err := openAwaited(ctx, path)
		switch {
		case errors.Is(err, errInterrupted):
			return nil, err
		case err != nil:
			return nil, cannotRead(path, err)
		}
		return awaitedFile{awaited(ctx, f), f}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() // nothing was read
		return nil, fmt.Errorf("%s: is a directory", path)
	}
	return f, nil
}

type awaitedFile struct {
	io.Reader
	io.Closer
}

// cannotRead says that a path names nothing, or why it cannot be read.
func cannotRead(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		hint := ""
		if near := source.Near(path); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("%s: does not exist%s", path, hint)
	}
	return fmt.Errorf("%s: cannot be read: %w", path, plainCause(err))
}

func plainCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
