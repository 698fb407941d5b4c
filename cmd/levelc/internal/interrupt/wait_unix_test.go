//go:build unix

package interrupt

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// What the system says of a pipe is an error about the source, as it is of a file.
func TestAPipeThatCannotBeOpened(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may open anything")
	}
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0))
	_, err := OpenSource(t.Context(), path)
	var e *source.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, path, e.Path)
	require.Equal(t, "cannot be read: permission denied", e.Msg)
}

// Nobody has to come to the other end of a pipe, or to write into it.
func TestAnInterruptEndsTheWaitForAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	soon := func() context.Context {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		return ctx
	}
	_, err := Open(soon(), path)
	require.ErrorIs(t, err, fault.ErrInterrupted)
	_, err = OpenSource(soon(), path)
	require.ErrorIs(t, err, fault.ErrInterrupted)

	both, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer both.Close()
	f, err := Open(soon(), path)
	require.NoError(t, err)
	_, err = f.Read(make([]byte, 1))
	require.ErrorIs(t, err, fault.ErrInterrupted)
	require.NoError(t, f.Close())
}
