package cache

import (
	"errors"
	"syscall"
)

// invalidFunction is ERROR_INVALID_FUNCTION. Shared folders of virtual machines and of
// WSL say so if they are asked for a lock.
const invalidFunction = syscall.Errno(1)

// noLocks reports whether err says that a disk has no locks.
func noLocks(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, invalidFunction)
}
