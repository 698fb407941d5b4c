package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/levelc/levelc/format/output"
)

// notStandardOutput refuses a -o by which a level would be written there.
func notStandardOutput(out string) error {
	if out == "-" {
		return usageError{errors.New("-o -: a level is not written to standard output; name a file, or ./- for one of this name")}
	}
	return nil
}

// create begins an output of the command.
func create(path string) (*output.File, error) {
	out, err := output.Create(path)
	if err == nil {
		return out, nil
	}
	if info, serr := os.Stat(path); serr == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory; name a file in it with -o", path)
	}
	return nil, cannotWrite(path, err)
}

// commit gives an output its name.
func commit(path string, out *output.File) error {
	if err := out.Commit(); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// cannotWrite says what the user asked for and not how it was done.
func cannotWrite(path string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}
