//go:build !unix

package paired

import "time"

var started = time.Now()

// CPU returns the time gone by, where the system does not tell what the process
// has used.
func CPU() time.Duration { return time.Since(started) }
