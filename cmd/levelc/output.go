package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/format"
)

// output is a file that is there whole or not at all: it is written under a
// temporary name in the folder of its place and takes its name when it is
// complete and on the disk. Whatever happens before that, close leaves the
// folder as it was.
type output struct {
	path  string
	temp  *os.File
	spool *os.File // rows that did not fit in memory
}

// create begins an output. A file that is there already stays as it is until
// commit.
func create(path string) (*output, error) {
	if path == "-" {
		return nil, usageError{errors.New("-o -: a level is not written to standard output; name a file, or ./- for one of this name")}
	}
	switch info, err := os.Stat(path); {
	case err != nil:
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory; name a file in it with -o", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file that could be replaced", path)
	default: // behind links, if it is one
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	temp, err := tempBeside(path)
	if err != nil {
		return nil, cannotWrite(path, err)
	}
	return &output{path: path, temp: temp}, nil
}

// mostBase is how much of an output's name its temporary files have: a name as
// long as file systems take has no room for more.
const mostBase = 64

// tempBeside makes a new file in the folder of path. Unlike those of
// os.CreateTemp it has the permissions that the user gives to new files.
func tempBeside(path string) (*os.File, error) {
	base := filepath.Base(path)
	if len(base) > mostBase { // not within a character: there are systems that mind
		base = strings.ToValidUTF8(base[:mostBase], "")
	}
	for tries := 0; ; tries++ {
		name := fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || tries == 100 {
			return f, err
		}
	}
}

// cannotWrite says what the user asked for and not which temporary file failed.
func cannotWrite(path string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s cannot be written: %w", path, pe.Err)
	}
	return fmt.Errorf("%s cannot be written: %w", path, err)
}

// WriteAt writes to the file that will be the output.
func (o *output) WriteAt(p []byte, off int64) (int, error) { return o.temp.WriteAt(p, off) }

// openSpool makes the file that a format.Writer puts rows in when they are too
// many for the memory. It lies where the output will, which has to have the
// room anyway.
func (o *output) openSpool() (format.Spool, error) {
	f, err := tempBeside(o.path)
	if err != nil {
		return nil, cannotWrite(o.path, err)
	}
	o.spool = f
	return f, nil
}

// commit gives the output its name. It has the permissions of the file that it
// replaces, else those of any new file.
func (o *output) commit() error {
	if err := o.finish(); err != nil {
		return cannotWrite(o.path, err)
	}
	return nil
}

func (o *output) finish() error {
	if info, err := os.Stat(o.path); err == nil {
		// Systems and disks that have no such permissions do without.
		_ = o.temp.Chmod(info.Mode().Perm())
	}
	if err := o.temp.Sync(); err != nil {
		return err
	}
	if err := o.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(o.temp.Name(), o.path); err != nil {
		return err
	}
	o.temp = nil
	return syncFolder(filepath.Dir(o.path))
}

// syncFolder makes a rename last. Systems that cannot sync a folder do without.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	_ = d.Sync()
	return d.Close()
}

// close removes what commit has not made the output.
func (o *output) close() error {
	var errs []error
	for _, f := range []*os.File{o.temp, o.spool} {
		if f == nil {
			continue
		}
		f.Close() // it may be closed already
		errs = append(errs, os.Remove(f.Name()))
	}
	o.temp, o.spool = nil, nil
	return errors.Join(errs...)
}

var _ io.WriterAt = (*output)(nil)
