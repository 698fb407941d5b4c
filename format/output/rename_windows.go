package output

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// inUse is ERROR_SHARING_VIOLATION.
const inUse = syscall.Errno(32)

// rename is os.Rename with patience: it waits for a file that somebody has open, such
// as a game that is loading it, or a virus scanner.
func rename(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		held := errors.Is(err, syscall.ERROR_ACCESS_DENIED) || errors.Is(err, inUse)
		if !held || wait > time.Second {
			return err
		}
		time.Sleep(wait)
	}
}
