//go:build !unix

package main

import "os"

// umask is a notion of Unix.
func umask() os.FileMode { return 0 }
