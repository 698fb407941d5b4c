//go:build !unix

package build

import "math"

// fileLimit returns how many files this process may have open: as many as it likes.
func fileLimit() int { return math.MaxInt }
