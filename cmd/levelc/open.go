package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// openFile opens a file that a verb reads. Its errors have the same words as those
// about sources.
func openFile(path string) (*os.File, error) {
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
