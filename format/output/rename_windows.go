package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// inUse is ERROR_SHARING_VIOLATION.
const inUse = syscall.Errno(32)

// errReadOnly stands for ERROR_ACCESS_DENIED where waiting does not help.
var errReadOnly = fmt.Errorf("%w: the file is read-only, and Windows does not replace such a file", fs.ErrPermission)

// rename is os.Rename with patience: it waits for a file that somebody has open, such
// as a game that is loading it, or a virus scanner.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		denied := errors.Is(err, syscall.ERROR_ACCESS_DENIED)
		if info, e := os.Stat(to); denied && e == nil && info.Mode().Perm()&0o200 == 0 {
			return &os.LinkError{Op: "rename", Old: from, New: to, Err: errReadOnly}
		}
		if held := denied || errors.Is(err, inUse); !held || wait > time.Second {
			return err
		}
		time.Sleep(wait)
	}
}
