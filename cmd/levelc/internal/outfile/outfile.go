package outfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
	"github.com/levelc/levelc/format/output"
)

// NotStandardOutput refuses -o - for a level.
func NotStandardOutput(out string) error {
	if out == "-" {
		return fault.Usage(errors.New("-o -: a level is not written to standard output; name a file, or ./- for one of this name"))
	}
	return nil
}

// Create begins an output. The caller closes it, and commits it before if all is written.
// The error is a FolderError if the path is that of a folder.
func Create(path string) (*output.File, error) {
	out, err := output.Create(path)
	if err == nil {
		return out, nil
	}
	if noPlace := CheckPlace(path); noPlace != nil {
		return nil, noPlace
	}
	return nil, fault.CannotWrite(path, err)
}

// CheckPlace says why a path cannot be written, as far as that is known beforehand. So
// a large source is not read in vain.
func CheckPlace(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return FolderError(path)
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

// FolderError is a path at which a file cannot be written, for it is a folder.
type FolderError string

func (e FolderError) Error() string {
	return string(e) + " is a directory; name a file in it with -o"
}

// Write replaces a file by text, or writes this to stdout if the path is empty or -.
func Write(ctx context.Context, stdout io.Writer, path string, text []byte) error {
	if path == "" || path == "-" {
		_, err := stdout.Write(text)
		return err
	}
	return Replace(ctx, path, func(out *output.File) error {
		_, err := out.WriteAt(text, 0)
		return err
	})
}

// Replace writes what fill writes to a file, whole or not at all. If ctx has ended by then,
// the file stays as it was, and the error is fault.ErrInterrupted.
func Replace(ctx context.Context, path string, fill func(*output.File) error) (err error) {
	out, err := Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := fill(out); err != nil {
		if pe := (*fs.PathError)(nil); errors.As(err, &pe) && pe.Op == "write" { // fill writes to no other file
			return fault.CannotWrite(path, err)
		}
		return err
	}
	if ctx.Err() != nil {
		return fault.ErrInterrupted
	}
	if err := out.Commit(); err != nil {
		return fault.CannotWrite(path, err)
	}
	return nil
}

// NotOver refuses to write over the file that is read.
func NotOver(out, in string) error {
	if out != "" && out != "-" && samefile.Same(in, out) {
		return fault.Usage(fmt.Errorf("-o %s would write over what is read", out))
	}
	return nil
}

// NotOverGoCode refuses to write over Go code, which may be that of the types.
func NotOverGoCode(out string) error {
	if end, _ := samefile.NewEnds().Of(out); IsGoCode(end) {
		return fault.Usage(fmt.Errorf("-o %s would write over Go code", out))
	}
	return nil
}

// IsGoCode reports whether there is a file that has the name of Go code.
func IsGoCode(path string) bool {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (filepath.Ext(name) == ".go" || name == "go.mod" || name == "go.sum" || name == "go.work")
}
