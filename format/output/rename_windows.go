package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"
)

// inUse is what Windows says of a file that somebody has open or mapped, besides
// ERROR_ACCESS_DENIED, which has other causes too.
var inUse = []syscall.Errno{
	32,   // ERROR_SHARING_VIOLATION
	33,   // ERROR_LOCK_VIOLATION
	303,  // ERROR_DELETE_PENDING
	1224, // ERROR_USER_MAPPED_FILE
}

// errReadOnly stands for ERROR_ACCESS_DENIED where waiting does not help.
var errReadOnly = fmt.Errorf("%w: the file is read-only, and Windows does not replace such a file", fs.ErrPermission)

// rename is os.Rename with patience: it waits for a file that somebody has open, such
// as a game that is loading it, or a virus scanner.
func rename(from, to string, p *patience) error {
	err := p.try(to, func() error { return os.Rename(from, to) })
	le := (*os.LinkError)(nil)
	if !errors.As(err, &le) {
		return err
	}
	switch {
	case busy(to, le.Err):
		le.Err = fmt.Errorf("%w (a program may have the file open or mapped, such as a game, an editor or a virus scanner)", le.Err)
	case errors.Is(le.Err, syscall.ERROR_ACCESS_DENIED) && readOnly(to):
		le.Err = errReadOnly
	}
	return le
}

// remove is os.Remove with patience for a virus scanner.
func remove(path string, p *patience) error {
	return p.try(path, func() error { return os.Remove(path) })
}

// try repeats an action on a file while somebody has the file.
func (p *patience) try(path string, action func() error) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := action()
		if err == nil || !busy(path, err) || !p.wait(wait) {
			return err
		}
	}
}

// busy reports whether waiting may help against an error of an action on a file.
func busy(path string, err error) bool {
	errno, _ := errors.AsType[syscall.Errno](err)
	if errno != syscall.ERROR_ACCESS_DENIED {
		return slices.Contains(inUse, errno)
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() && !readOnly(path)
}

func readOnly(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o200 == 0
}
