package watch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// readyWatcher returns a watcher that has a version ready which nobody has seen.
func readyWatcher(t *testing.T) (*Watcher, []byte) {
	t.Helper()
	w, err := format.NewWriter(&format.Schema{}, format.WriterOptions{})
	require.NoError(t, err)
	var file format.Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "level.lvl")
	watcher, err := File(path, Options{Settle: 10 * time.Millisecond})
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system does not tell of changed files: ", err)
	}
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path+".new", file, 0o666))
	require.NoError(t, os.Rename(path+".new", path)) // one event, and none to come
	end := time.After(10 * time.Second)
	for len(watcher.ready) == 0 {
		select {
		case <-end:
			require.Fail(t, "nothing was noticed")
		case <-time.After(time.Millisecond):
		}
	}
	return watcher, file
}

// An error of the watch that takes the place of a version which nobody has seen does
// not lose it: the file may not change again.
func TestAnErrorOfTheWatchLosesNoVersion(t *testing.T) {
	watcher, file := readyWatcher(t)
	end := time.After(10 * time.Second)
	watcher.notes.Errors <- os.ErrPermission
	watcher.notes.Errors <- os.ErrPermission // the first one has been dealt with now
	for {
		select {
		case v := <-watcher.Ready():
			if v.Err != nil {
				require.ErrorIs(t, v.Err, os.ErrPermission)
				continue
			}
			require.Equal(t, file, v.File)
			require.NoError(t, watcher.Close())
			return
		case <-end:
			require.Fail(t, "the version is lost")
		}
	}
}

// The system refuses to take back the watch of a folder that was moved and is gone by
// then. The version that is ready stays.
func TestAFolderThatIsMovedAndRemovedIsNoError(t *testing.T) {
	watcher, file := readyWatcher(t)
	for _, err := range []error{syscall.EINVAL, fs.ErrNotExist, fsnotify.ErrEventOverflow, syscall.EINVAL} {
		watcher.notes.Errors <- err
	}
	require.NoError(t, watcher.Close())
	v := <-watcher.Ready()
	require.NoError(t, v.Err)
	require.Equal(t, file, v.File)
	watcher.trail = nil
	require.ErrorIs(t, watcher.follow(), fsnotify.ErrClosed, "which run takes for the end")
}
