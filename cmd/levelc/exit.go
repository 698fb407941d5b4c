package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
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

func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case fault.IsUsage(err), errors.Is(err, schema.ErrSpec):
		return exitUsage
	}
	return exitWrong
}

// note prints a note of one line, in which names may have characters that a terminal obeys.
func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "levelc: note: %s\n", diag.Printable(fmt.Sprintf(format, args...)))
}

// printJSON prints v as one JSON object.
func (s streams) printJSON(v any) error {
	e := json.NewEncoder(s.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
