//go:build !unix

package openfiles

import "math"

// Limit returns how many files this process may have open: as many as it likes.
func Limit() int { return math.MaxInt }
