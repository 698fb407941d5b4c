package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/levelc/levelc/format"
)

// File is a file that is there whole or not at all. It is written under a temporary
// name in the folder of its place. Commit gives it its name, when it is complete and on
// the disk. Whatever happens before that, Close leaves the folder as it was.
//
// Its errors are *fs.PathError with the path that was given to Create, not that of a
// temporary file, which the user does not know; only an empty path is an error of another
// type, and Close names the files that it could not remove. The zero File is no output: its
// methods return an error that wraps [fs.ErrInvalid], except for Close. A File is for one
// goroutine at a time, except for WriteAt and ReadAt, which are those of an *os.File.
type File struct {
	path   string // as it was given
	place  string // with links followed
	temp   *beside
	held   held      // what was written, while that is short
	spools []*beside // rows that do not fit in memory
	done   bool      // Commit has succeeded

	committed fs.FileInfo
}

// errNoFile is for a place with something that is no file: a rename would replace it.
var errNoFile = errors.New("no file that could be replaced")

// errNoPath is no *fs.PathError: there is no path that it could show.
var errNoPath = fmt.Errorf("the path to write to is empty: %w", fs.ErrInvalid)

// errNotCreated is for the zero File.
var errNotCreated = fmt.Errorf("the output was not made by Create: %w", fs.ErrInvalid)

var errManyLinks = errors.New("links that lead to no file")

// Create begins an output. A file that is there already stays as it is until Commit. If
// the path is a link, the output is the file that it leads to, whether that exists or
// not. Anything that is not a file, such as a folder or a device, is refused.
func Create(path string) (*File, error) {
	o := &File{path: path, place: path}
	if path == "" {
		return nil, errNoPath
	}
	info, err := os.Lstat(path)
	if isFile := err == nil && info.Mode().IsRegular(); !isFile && !errors.Is(err, fs.ErrNotExist) {
		if o.place, err = placeOf(path); err != nil {
			return nil, o.failed(err)
		}
	}
	if o.temp, err = newBeside(o); err != nil {
		if o.place != path {
			err = o.failed(fmt.Errorf("it leads to %s: %w", o.place, errors.Unwrap(err)))
		}
		return nil, err
	}
	return o, nil
}

// placeOf returns the file that a path leads to, if there is something other than a file
// at the path.
func placeOf(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return follow(path)
	}
	if !info.Mode().IsRegular() {
		return "", errNoFile
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	return path, nil
}

// mostLinks is how long a chain of links may be.
const mostLinks = 40

// follow returns where a chain of links leads to, if there is nothing at its end yet.
func follow(path string) (string, error) {
	for range mostLinks {
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // what is wrong with it shows when a file is made there
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		switch dir, _ := filepath.Split(path); {
		case filepath.IsAbs(to):
		case to != "" && os.IsPathSeparator(to[0]): // Windows: below the root of the link's drive
			to = filepath.VolumeName(path) + to
		default:
			to = dir + to
		}
		path = to
		// A ".." in it is that of the folder which is reached there.
		if dir, base := filepath.Split(to); dir != "" {
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				path = filepath.Join(real, base)
			}
		}
	}
	return "", errManyLinks
}

// WriteAt writes to the file that will be the output. A full disk may show only with a
// later write or with Commit.
func (o *File) WriteAt(p []byte, off int64) (int, error) {
	if o.temp == nil {
		return 0, errNotCreated
	}
	if o.held.write(p, off) {
		return len(p), nil
	}
	if err := o.held.release(o.temp); err != nil {
		return 0, err
	}
	return o.temp.WriteAt(p, off)
}

// ReadAt reads what was written.
func (o *File) ReadAt(p []byte, off int64) (int, error) {
	if o.temp == nil {
		return 0, errNotCreated
	}
	if n, ok, err := o.held.read(p, off); ok {
		return n, err
	}
	return o.temp.ReadAt(p, off)
}

// Spool is for format.WriterOptions: it makes a file for rows that do not fit in
// memory. The file is in the folder of the output, which needs the room anyway. Each call
// makes one, and Close removes all of them. After Commit or Close it makes none.
func (o *File) Spool() (format.Spool, error) {
	if o.temp == nil {
		return nil, errNotCreated
	}
	if o.done { // a Close that has been would not remove it
		return nil, o.failed(fs.ErrClosed)
	}
	f, err := newBeside(o)
	if err != nil {
		return nil, err
	}
	o.spools = append(o.spools, f)
	return f, nil
}

// Commit gives the output its name. It is called once, and nothing is written after it.
// The file gets the permissions of the file that it replaces, or else those of any new
// file. If another process holds that file, which matters on Windows only, Commit waits
// up to two seconds for it. After an error, Close leaves the folder as it was, except if
// the disk failed when the output had its name already. Commit waits for the disk; a
// [Group] waits once for many files.
func (o *File) Commit() error {
	if err := o.seal(); err != nil {
		return err
	}
	if err := o.temp.Sync(); err != nil {
		return o.failed(err)
	}
	p := fullPatience
	if err := o.publish(&p); err != nil {
		return err
	}
	return o.failed(syncFolder(filepath.Dir(o.place)))
}

// seal writes what has not been written yet.
func (o *File) seal() error {
	if o.temp == nil {
		return errNotCreated
	}
	if info, err := os.Stat(o.place); err == nil {
		// Some systems and disks have no such permissions.
		_ = o.temp.Chmod(info.Mode().Perm())
	}
	return o.held.release(o.temp)
}

// publish gives its name to a file that is sealed and on the disk.
func (o *File) publish(p *patience) error {
	return o.publishAs(func(from, to string) error { return rename(from, to, p) })
}

func (o *File) publishAs(rename func(from, to string) error) error {
	was, err := o.temp.Stat()
	if err != nil {
		return o.failed(err)
	}
	if err := o.temp.Close(); err != nil {
		return o.failed(err)
	}
	if err := rename(o.temp.Name(), o.place); err != nil {
		return o.failed(err)
	}
	o.done = true
	is, err := os.Stat(o.place)
	if err == nil && os.SameFile(was, is) && was.Size() == is.Size() && was.ModTime().Equal(is.ModTime()) {
		o.committed = is
	}
	return nil
}

// Committed returns what the system said of the output when it had just got its name,
// to find out later whether somebody has touched it. It is nil before Commit, and if
// another file had already taken the name.
func (o *File) Committed() fs.FileInfo { return o.committed }

// Close removes what Commit has not made the output, and the spools, which must not be
// in use any more. It may be called more than once.
func (o *File) Close() error {
	var errs []error
	p := fullPatience
	_ = o.held.release(nil) // writes nothing
	if !o.done && o.temp != nil {
		errs = append(errs, o.temp.remove(&p))
	}
	for _, f := range o.spools {
		errs = append(errs, f.remove(&p))
	}
	o.done, o.spools = true, nil
	return errors.Join(errs...)
}

// failed turns an error into one about the output.
func (o *File) failed(err error) error {
	if err == nil {
		return nil
	}
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		err = pe.Err
	} else if le := (*os.LinkError)(nil); errors.As(err, &le) {
		err = le.Err
	}
	return &fs.PathError{Op: "write", Path: o.path, Err: err}
}

// syncFolder makes a rename permanent. Some systems cannot sync a folder, and a folder
// may be one to write into and not to read; then the system does it in its own time.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	if err := d.Sync(); errors.Is(err, syscall.EIO) {
		return err
	}
	return nil
}
