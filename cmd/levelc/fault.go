package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// errInterrupted takes the place of a context's error.
var errInterrupted = errors.New("interrupted")

// usageError is an error in the command line.
type usageError struct{ err error }

// usage says that an error is one in the command line.
func usage(err error) error { return usageError{err} }

// isUsage reports whether an error is one in the command line.
func isUsage(err error) bool { return errors.As(err, new(usageError)) }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

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

// plainCause returns an error without the path and the call that the system adds to it.
func plainCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// cannotWrite says what the user asked for, and not how it was done.
func cannotWrite(path string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}
