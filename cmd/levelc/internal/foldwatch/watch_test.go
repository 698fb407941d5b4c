package foldwatch

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func watcher(t *testing.T) *Watcher {
	t.Helper()
	t.TempDir() // goes after the watch: not every disk of Windows removes a folder that is open
	w, err := New()
	if err != nil {
		t.Skip("this system does not tell about changes: ", err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
}

// wakes waits for a change, far longer than one can take.
func wakes(t *testing.T, w *Watcher) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	require.NoError(t, w.Wait(ctx), "nothing was noticed")
}

func TestEveryWayOfSavingIsNoticed(t *testing.T) {
	for name, save := range map[string]func(t *testing.T, path string){
		"in place": func(t *testing.T, path string) { write(t, path, "new") },
		"by renaming another over it": func(t *testing.T, path string) {
			write(t, path+".tmp", "new")
			require.NoError(t, os.Rename(path+".tmp", path))
		},
		"by renaming it away first": func(t *testing.T, path string) {
			require.NoError(t, os.Rename(path, path+"~"))
			write(t, path, "new")
		},
		"by removing it first": func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			write(t, path, "new")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := watcher(t)
			path := filepath.Join(t.TempDir(), "a.xml")
			write(t, path, "old")
			for range 3 { // a watch that is lost with the first save is no use
				require.NoError(t, w.Set([]string{filepath.Dir(path)}, nil))
				save(t, path)
				wakes(t, w)
			}
		})
	}
}

func TestAFolderThatGoesAndComesBackIsWatched(t *testing.T) {
	w := watcher(t)
	root := t.TempDir()
	dir := filepath.Join(root, "deep", "er")
	wakeBy := func(change func()) {
		t.Helper()
		require.NoError(t, w.Set([]string{dir}, nil))
		change()
		wakes(t, w)
	}
	wakeBy(func() { require.NoError(t, os.Mkdir(filepath.Dir(dir), 0o777)) })
	wakeBy(func() { require.NoError(t, os.Mkdir(dir, 0o777)) })
	wakeBy(func() { write(t, filepath.Join(dir, "a"), "1") })
	if runtime.GOOS != "windows" { // which does not tell a folder of its own new name
		wakeBy(func() { require.NoError(t, os.Rename(dir, dir+"2")) })
		require.NoError(t, os.Mkdir(dir, 0o777))
	}
	wakeBy(func() { write(t, filepath.Join(dir, "a"), "2") })
	wakeBy(func() { require.NoError(t, os.RemoveAll(filepath.Dir(dir))) })
	require.NoError(t, os.MkdirAll(dir, 0o777))
	wakeBy(func() { write(t, filepath.Join(dir, "a"), "3") })
}

// The system refuses to take back the watch of a folder that was moved and is gone by
// then. That is a change like others.
func TestAFolderThatIsMovedAndRemovedIsAChange(t *testing.T) {
	w := watcher(t)
	dir := filepath.Join(t.TempDir(), "dir")
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, w.Set([]string{dir}, nil))
	write(t, filepath.Join(dir, "a"), "1") // until somebody waits, no later event is looked at
	require.NoError(t, os.Rename(dir, dir+"2"))
	require.NoError(t, os.RemoveAll(dir+"2"))
	wakes(t, w)
	require.NoError(t, w.Set([]string{dir}, nil))
	require.NoError(t, os.Mkdir(dir, 0o777))
	wakes(t, w)
	require.NoError(t, w.Set([]string{dir}, nil))
	write(t, filepath.Join(dir, "a"), "2")
	wakes(t, w)
}

func TestWhatIsIgnoredWakesNobody(t *testing.T) {
	w := watcher(t)
	dir := t.TempDir()
	seen := make(chan string, 100)
	require.NoError(t, w.Set([]string{dir}, func(path string) bool {
		if filepath.Base(path) == "level.lvl" {
			seen <- path
			return true
		}
		return false
	}))
	ctx, cancel := context.WithCancel(t.Context())
	write(t, filepath.Join(dir, "level.lvl"), "x")
	go func() {
		<-seen
		cancel()
	}()
	require.ErrorIs(t, w.Wait(ctx), context.Canceled)
	write(t, filepath.Join(dir, "level.xml"), "x")
	wakes(t, w)
}

func TestAnEndedContextEndsTheWait(t *testing.T) {
	w := watcher(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Wait(ctx), context.Canceled)
	require.NoError(t, w.Close())
	require.Error(t, w.Wait(t.Context()))
}
