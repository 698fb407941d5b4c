package cache

import (
	"context"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
	"time"

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

// A rename holds the file for a moment, and nobody can open it meanwhile.
func TestAFileThatIsHeldForAMomentIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache")
	s := open(t, path)
	require.NoError(t, s.PutLevel(Level{Out: "a"}))
	require.NoError(t, s.Close())
	hold := func() func() {
		name, err := syscall.UTF16PtrFromString(path)
		require.NoError(t, err)
		h, err := syscall.CreateFile(name, syscall.GENERIC_READ, 0, nil, syscall.OPEN_EXISTING, 0, 0)
		require.NoError(t, err)
		return func() { syscall.CloseHandle(h) }
	}
	time.AfterFunc(50*time.Millisecond, hold())
	s, err := Open(context.Background(), path, nil)
	require.NoError(t, err)
	require.Len(t, s.Levels(), 1)
	time.AfterFunc(50*time.Millisecond, hold())
	require.NoError(t, s.PutLevel(Level{Out: "b"}))
	require.NoError(t, s.Close())
	require.Len(t, open(t, path).Levels(), 2)

	release := hold()
	defer release()
	_, err = Open(context.Background(), path, nil)
	require.ErrorIs(t, err, sharingViolation, "but not for ever")
}
