package main

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/schema"
)

// Exit codes, as doc.go lists them.
const (
	exitDone  = 0
	exitWrong = 1
	exitUsage = 2

	exitSignal = 128 // and the number of the signal that interrupted the command
)

// errReported says that the user has been told already, by diagnostics.
var errReported = errors.New("diagnostics were printed")

// errInterrupted is said in place of a context's error.
var errInterrupted = errors.New("interrupted")

// usageError is a command line that asks for something that there is not.
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
