package cache

import (
	"errors"
	"syscall"
)

// invalidFunction is ERROR_INVALID_FUNCTION. Shared folders of virtual machines and of
// WSL say so if they are asked for a lock.
const invalidFunction = syscall.Errno(1)

// sharingViolation is ERROR_SHARING_VIOLATION. A file cannot be opened while another
// levelc renames it into place, nor while a virus scanner has it to itself.
const sharingViolation = syscall.Errno(32)

// noLocks reports whether err says that a disk has no locks.
func noLocks(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, invalidFunction)
}

// inTheWay reports whether err says that somebody has a file to himself.
func inTheWay(err error) bool { return errors.Is(err, sharingViolation) }
