package cache

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/stretchr/testify/require"
)

// Another process may have been stopped while it held the cache. That is said, and the
// context ends the waiting.
func TestTheContextEndsTheWaitingForALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := Open(ctx, path, nil)
	require.NoError(t, err)
	require.NoError(t, s.PutLevel(Level{Out: "a"}))
	require.NoError(t, s.Close())

	other, err := lockedfile.Edit(path)
	require.NoError(t, err)
	said := make(chan bool, 1)
	failed := make(chan error, 1)
	go func() {
		_, err := Open(ctx, path, func() { said <- true })
		failed <- err
	}()
	<-said
	require.Empty(t, failed)
	cancel()
	require.ErrorIs(t, <-failed, context.Canceled)
	require.ErrorIs(t, s.PutLevel(Level{Out: "b"}), context.Canceled)
	require.ErrorIs(t, s.Forget([]string{"a"}), context.Canceled)

	// Nobody is left behind who would take it.
	require.NoError(t, other.Close())
	time.Sleep(10 * time.Millisecond)
	other, err = lockedfile.Edit(path)
	require.NoError(t, err)
	require.NoError(t, other.Close())
}

// What an interrupted build has made is written down all the same, if nobody is in the
// way.
func TestAFreeLockIsTakenAfterTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache")
	ctx, cancel := context.WithCancel(context.Background())
	s, err := Open(ctx, path, nil)
	require.NoError(t, err)
	cancel()
	require.NoError(t, s.PutLevel(Level{Out: "a"}))
	require.NoError(t, s.Close())
	s, err = Open(ctx, path, nil)
	require.NoError(t, err)
	require.Len(t, s.Levels(), 1)
}

func TestAFileThatCannotBeOpenedHasNoLock(t *testing.T) {
	j := journal{path: filepath.Join(t.TempDir(), "no", "cache"), ctx: context.Background()}
	f, err := j.lock(0)
	require.True(t, errors.Is(err, fs.ErrNotExist) && f == nil)
}

func TestADiskWithoutLocksIsKnownByItsErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		none bool
	}{
		{nil, false},
		{fs.ErrPermission, false},
		{errors.ErrUnsupported, true},
		{&fs.PathError{Op: "Lock", Path: "cache", Err: errors.ErrUnsupported}, true},
	} {
		require.Equal(t, c.none, noLocks(c.err), "%v", c.err)
	}
}

// Who has waited for a cache that another replaced holds a file that nobody finds.
func TestACacheThatWasReplacedIsNotStillThere(t *testing.T) {
	dir := t.TempDir()
	j := journal{path: filepath.Join(dir, "cache")}
	f, err := os.Create(filepath.Join(dir, "other"))
	require.NoError(t, err)
	defer f.Close()
	require.False(t, j.isStill(f), "there is none of the name")
	require.NoError(t, os.WriteFile(j.path, nil, 0o666))
	require.False(t, j.isStill(f), "the name is another's")
	g, err := os.Open(j.path)
	require.NoError(t, err)
	defer g.Close()
	require.True(t, j.isStill(g))
}
