//go:build !windows

package output

import "os"

// rename is os.Rename. An open file may lose its name.
func rename(from, to string, _ *patience) error { return os.Rename(from, to) }

// remove is os.Remove.
func remove(path string, _ *patience) error { return os.Remove(path) }
