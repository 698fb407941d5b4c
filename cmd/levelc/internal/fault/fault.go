package fault

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// ErrInterrupted takes the place of a context's error.
var ErrInterrupted = errors.New("interrupted")

// usageError is an error in the command line.
type usageError struct{ err error }

// Usage says that an error is one in the command line.
func Usage(err error) error { return usageError{err} }

// IsUsage reports whether an error is one in the command line.
func IsUsage(err error) bool { return errors.As(err, new(usageError)) }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// CannotRead says that a path names nothing, or why it cannot be read.
func CannotRead(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		hint := ""
		if near := source.Near(path); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return absentError{path + ": does not exist" + hint, err}
	}
	return fmt.Errorf("%s: cannot be read: %w", path, PlainCause(err))
}

// absentError is that a path names nothing, without the system's words for it.
type absentError struct {
	msg   string
	cause error
}

func (e absentError) Error() string { return e.msg }
func (e absentError) Unwrap() error { return e.cause }

// PlainCause returns an error without the path and the call that the system adds to it.
func PlainCause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// CannotWrite says what the user asked for, and not how it was done.
func CannotWrite(path string, err error) error {
	return fmt.Errorf("%s cannot be written: %w", path, PlainCause(err))
}
