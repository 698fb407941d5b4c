//go:build !windows

package output

import "os"

// rename is os.Rename: a file that somebody has open may lose its name.
func rename(from, to string) error { return os.Rename(from, to) }
