//go:build unix

package main

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// umask is what the user takes from the permissions of new files. It can only
// be read by setting it, which the process does once.
var umask = sync.OnceValue(func() os.FileMode {
	old := unix.Umask(0o077)
	unix.Umask(old)
	return os.FileMode(old)
})
