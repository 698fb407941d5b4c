//go:build unix && !js

package watch_test

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/watch"
)

// A pipe where the file should be is told of, and nothing waits for its other end.
func TestAPipeIsNoLevel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	w, err := watch.File(path, watch.Options{})
	require.NoError(t, err)
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	v := <-w.Ready()
	require.ErrorIs(t, v.Err, fs.ErrInvalid)
	require.NoError(t, w.Close())
}
