//go:build unix

package paired

import (
	"syscall"
	"time"
)

// CPU returns what the process has used on all processors, including the collector's
// work.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
