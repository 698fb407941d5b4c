package watch

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// An error of the watch that takes the place of a version which nobody has seen does
// not lose it: the file may not change again.
func TestAnErrorOfTheWatchLosesNoVersion(t *testing.T) {
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
	watcher.notes.Errors <- os.ErrPermission
	watcher.notes.Errors <- os.ErrPermission // the first one has been dealt with now
	for {
		select {
		case v := <-watcher.Ready():
			if v.Err != nil {
				require.ErrorIs(t, v.Err, os.ErrPermission)
				continue
			}
			require.Equal(t, []byte(file), v.File)
			require.NoError(t, watcher.Close())
			return
		case <-end:
			require.Fail(t, "the version is lost")
		}
	}
}
