package output

import (
	"os"
	"syscall"
)

// syncFiles flushes files to the disk and returns the error of each. Here fsync hands a
// file to its disk, and Sync makes the disk write everything that it has. That takes
// long, and once for each disk is enough.
func syncFiles(files []*os.File) []error {
	errs := make([]error, len(files))
	disks := make([]int32, len(files))
	last := map[int32]*os.File{}
	for i, f := range files {
		var st syscall.Stat_t
		if errs[i] = syscall.Fstat(int(f.Fd()), &st); errs[i] != nil {
			continue
		}
		disks[i] = st.Dev
		if errs[i] = syscall.Fsync(int(f.Fd())); errs[i] == nil {
			last[st.Dev] = f
		}
	}
	became := make(map[int32]error, len(last))
	for disk, f := range last {
		became[disk] = f.Sync()
	}
	for i := range errs {
		if errs[i] == nil {
			errs[i] = became[disks[i]]
		}
	}
	return errs
}
