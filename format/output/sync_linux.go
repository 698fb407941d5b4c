//go:build !arm

package output

import (
	"os"
	"syscall"
)

// syncFiles flushes files to the disk and returns the error of each. It starts writing
// all of them before it waits for any, so that the file system writes one journal.
func syncFiles(files []*os.File) []error {
	if len(files) > 1 {
		const begin = 2 // SYNC_FILE_RANGE_WRITE
		for _, f := range files {
			// Sync reports what this cannot start, or fails to write.
			_ = syscall.SyncFileRange(int(f.Fd()), 0, 0, begin)
		}
	}
	errs := make([]error, len(files))
	for i, f := range files {
		errs[i] = f.Sync()
	}
	return errs
}
