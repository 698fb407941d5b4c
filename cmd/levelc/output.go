package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/format/output"
)

// notStandardOutput refuses -o - for a level.
func notStandardOutput(out string) error {
	if out == "-" {
		return usage(errors.New("-o -: a level is not written to standard output; name a file, or ./- for one of this name"))
	}
	return nil
}

// create begins an output.
func create(path string) (*output.File, error) {
	out, err := output.Create(path)
	if err == nil {
		return out, nil
	}
	if noPlace := checkPlace(path); noPlace != nil {
		return nil, noPlace
	}
	return nil, cannotWrite(path, err)
}

// checkPlace says why a path cannot be written, as far as that is known beforehand. So
// a large source is not read in vain.
func checkPlace(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return folderError(path)
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s cannot be written: the folder %s does not exist", path, dir)
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s cannot be written: %s is not a folder", path, dir)
	}
	return nil
}

// folderError is a path at which a file cannot be written, for it is a folder.
type folderError string

func (e folderError) Error() string {
	return string(e) + " is a directory; name a file in it with -o"
}

// commit gives an output its name.
func commit(path string, out *output.File) error {
	if err := out.Commit(); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// write writes text to standard output, or to a file, whole or not at all.
func write(stdout io.Writer, path string, text []byte) (err error) {
	if path == "" || path == "-" {
		_, err := stdout.Write(text)
		return err
	}
	out, err := create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := out.WriteAt(text, 0); err != nil {
		return cannotWrite(path, err)
	}
	return commit(path, out)
}

// replace writes a file, whole or not at all.
func replace(ctx context.Context, path string, fill func(*output.File) error) (err error) {
	out, err := create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := fill(out); err != nil {
		if pe := (*fs.PathError)(nil); errors.As(err, &pe) && pe.Op == "write" { // fill writes to no other file
			return cannotWrite(path, err)
		}
		return err
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return commit(path, out)
}

// notOver refuses to write over the file that is read.
func notOver(out, in string) error {
	if out != "" && out != "-" && sameFile(in, out) {
		return usage(fmt.Errorf("-o %s would write over what is read", out))
	}
	return nil
}
