package loader

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/format"
)

// errNoFile is what stands where a file should be written, and is none.
var errNoFile = errors.New("is no file that could be replaced")

// saveFile writes level l, or the world where l is nil, to a file that is there
// whole or not at all. Its errors name that file and not the temporary ones,
// which nobody has heard of.
func (b *Binding) saveFile(ctx context.Context, l *Level, path string, o SaveOptions) error {
	place := path
	info, err := os.Stat(path)
	if err == nil {
		if !info.Mode().IsRegular() { // a rename would take its place
			return wrap("save", &fs.PathError{Op: "write", Path: path, Err: errNoFile})
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			place = real
		}
	}
	f, err := tempBeside(place)
	if err != nil {
		return wrap("save", atPath(path, err))
	}
	var spool string
	if o.Writer.Spool == nil {
		o.Writer.Spool = func() (format.Spool, error) {
			s, err := tempBeside(place)
			if err == nil {
				spool = s.Name()
			}
			return s, err
		}
	}
	_, err = b.save(ctx, l, f, o)
	if spool != "" {
		if e := os.Remove(spool); err == nil {
			err = e
		}
	}
	if err == nil {
		if info != nil {
			// Systems and disks that have no such permissions do without.
			_ = f.Chmod(info.Mode().Perm())
		}
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), place)
	}
	if err != nil {
		err = errors.Join(atPath(path, err), os.Remove(f.Name()))
	}
	return wrap("save", err)
}

// atPath is an error of a temporary file as one of the file that it was to become.
func atPath(path string, err error) error {
	var cause error
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		cause = pe.Err
	} else if le := (*os.LinkError)(nil); errors.As(err, &le) {
		cause = le.Err
	} else {
		return err
	}
	return &fs.PathError{Op: "write", Path: path, Err: cause}
}

// mostBase is how much of a file's name its temporary ones have: a name as long
// as file systems take has no room for more.
const mostBase = 64

// tempBeside creates a file of a new name in the folder of path. Unlike
// os.CreateTemp it leaves the permissions to the system.
func tempBeside(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	if len(base) > mostBase { // not within a character: there are systems that mind
		base = strings.ToValidUTF8(base[:mostBase], "")
	}
	for tries := 0; ; tries++ {
		name := fmt.Sprintf("%s%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || tries == 100 {
			return f, err
		}
	}
}
