//go:build !windows

package cache

import "errors"

// noLocks reports whether err says that a disk has no locks.
func noLocks(err error) bool { return errors.Is(err, errors.ErrUnsupported) }

// inTheWay reports whether err says that somebody has a file to himself. Nobody can here.
func inTheWay(error) bool { return false }
