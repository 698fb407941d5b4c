package cache

import (
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASharedFolderWithoutLocksIsKnownByItsErrors(t *testing.T) {
	for errno, none := range map[syscall.Errno]bool{
		invalidFunction:             true,
		50:                          true, // ERROR_NOT_SUPPORTED
		120:                         true, // ERROR_CALL_NOT_IMPLEMENTED
		syscall.ERROR_ACCESS_DENIED: false,
		33:                          false, // ERROR_LOCK_VIOLATION
	} {
		require.Equal(t, none, noLocks(&fs.PathError{Op: "Lock", Path: "cache", Err: errno}), "%v", errno)
	}
}
