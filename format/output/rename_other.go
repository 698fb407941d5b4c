//go:build !windows

package output

import "os"

// rename is os.Rename. An open file may lose its name.
func rename(from, to string) error { return os.Rename(from, to) }
