//go:build !darwin && (!linux || arm)

package output

import "os"

// syncFiles flushes files to the disk and returns the error of each. (Package syscall
// has no SyncFileRange for linux/arm.)
func syncFiles(files []*os.File) []error {
	errs := make([]error, len(files))
	for i, f := range files {
		errs[i] = f.Sync()
	}
	return errs
}
