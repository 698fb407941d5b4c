//go:build !arm

package output

import (
	"os"
	"syscall"
)

// syncFiles puts files on the disk; the errors are those of each. All are on their
// way before any is waited for, so that the file system has one journal to write.
func syncFiles(files []*os.File) []error {
	if len(files) > 1 {
		const begin = 2 // SYNC_FILE_RANGE_WRITE
		for _, f := range files {
			// What it cannot begin, or fails to write, Sync tells of.
			_ = syscall.SyncFileRange(int(f.Fd()), 0, 0, begin)
		}
	}
	errs := make([]error, len(files))
	for i, f := range files {
		errs[i] = f.Sync()
	}
	return errs
}
