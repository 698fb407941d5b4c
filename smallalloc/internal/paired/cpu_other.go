//go:build !unix

package paired

import "time"

var started = time.Now()

// CPU returns elapsed time, because the system does not tell what the process has used.
func CPU() time.Duration { return time.Since(started) }
