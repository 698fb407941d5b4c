//go:build !windows

package cache

import "errors"

// noLocks reports whether err says that a disk has no locks.
func noLocks(err error) bool { return errors.Is(err, errors.ErrUnsupported) }
