package main

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// Exit codes, as aboutOutput lists them.
const (
	exitDone  = 0
	exitWrong = 1
	exitUsage = 2

	exitSignal = 128 // plus the number of the signal that interrupted the command
)

// errReported means that diagnostics have told the user already.
var errReported = errors.New("diagnostics were printed")

// errInterrupted takes the place of a context's error.
var errInterrupted = errors.New("interrupted")

// usageError is an error in the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage), errors.Is(err, schema.ErrSpec):
		return exitUsage
	}
	return exitWrong
}
