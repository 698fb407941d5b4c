//go:build unix

package build

import (
	"math"
	"syscall"
)

// fileLimit returns how many files this process may have open, as ulimit -n says it. The Go
// runtime has raised it as far as it may.
func fileLimit() int {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r); err != nil {
		return math.MaxInt
	}
	return int(min(uint64(r.Cur), math.MaxInt)) // of another type on some systems
}
