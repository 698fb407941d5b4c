package operand

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// OnceStandardInput refuses a call that names standard input more than once, for it can
// be read only once.
func OnceStandardInput(schema string, sources []string) error {
	n := 0
	if schema == "-" {
		n++
	}
	for _, s := range sources {
		if s == "-" {
			n++
		}
	}
	if n > 1 {
		return fault.Usage(errors.New("standard input is named more than once, but can be read only once"))
	}
	return nil
}

// Name returns what a file is called in messages.
func Name(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}
