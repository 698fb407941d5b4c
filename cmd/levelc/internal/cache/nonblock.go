//go:build unix || windows

package cache

import "syscall"

// nonBlock is for os.OpenFile. Regular files ignore it, but without it package os would
// set it and take it back, which is most of the cost of reading a small file.
const nonBlock = syscall.O_NONBLOCK
