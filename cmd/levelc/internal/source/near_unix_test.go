//go:build unix

package source

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A pipe in the place of a folder is not opened, which would wait for a writer.
func TestAPipeIsNotSearched(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "maps"), 0o600))
	done := make(chan string)
	go func() {
		done <- Near(filepath.Join(dir, "maps", "cave.tmx")) + Near(filepath.Join(dir, "mapss", "cave.tmx"))
	}()
	select {
	case near := <-done:
		require.Empty(t, near)
	case <-time.After(time.Minute):
		require.Fail(t, "it waits for the pipe")
	}
}
