package watch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/watch"
	"github.com/levelc/levelc/store"
)

var ctx = context.Background()

type crate struct {
	Number uint32 `level:"number,id"`
	Weight float32
}

type world struct {
	Crates  store.Bulk[crate] `level:"crate"`
	Strings store.Strings     // of the ids
}

// crates is a level of one crate for each weight, numbered from 1.
func crates(t testing.TB, weights ...float32) []byte {
	var w world
	for i, weight := range weights {
		_, err := w.Crates.Insert(crate{Number: uint32(i + 1), Weight: weight})
		require.NoError(t, err)
	}
	var out bytes.Buffer
	require.NoError(t, loader.Save(ctx, &out, &w, loader.SaveOptions{}))
	require.NoError(t, w.Crates.Close())
	return out.Bytes()
}

// scene is a game whose level is watched.
type scene struct {
	t    *testing.T
	path string
	w    world
	lvl  *loader.Level
	*watch.Watcher
}

func begin(t *testing.T, o watch.Options) *scene {
	path := filepath.Join(t.TempDir(), "cave.lvl")
	require.NoError(t, os.WriteFile(path, crates(t, 1, 2), 0o666))
	return beginAt(t, path, o)
}

func beginAt(t *testing.T, path string, o watch.Options) *scene {
	s := &scene{t: t, path: path}
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	if o.Settle == 0 {
		o.Settle = 20 * time.Millisecond
	}
	s.Watcher, err = watch.File(s.path, o)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("this system does not tell of changed files: ", err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	b, err := loader.Bind(&s.w, loader.Reloadable())
	require.NoError(t, err)
	s.lvl, err = b.Load(ctx, bytes.NewReader(file))
	require.NoError(t, err)
	return s
}

// frames draws until a reload has happened or failed.
func (s *scene) frames() ([]loader.Change, error) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		for range s.w.Crates.All() { // the race detector sees a goroutine that writes here
		}
		if changes, err := s.Reload(ctx, s.lvl); changes != nil || err != nil {
			return changes, err
		}
	}
	require.Fail(s.t, "nothing was noticed")
	return nil, nil
}

// write replaces the file as editors do that want it whole.
func (s *scene) write(file []byte) {
	temp := s.path + ".new"
	require.NoError(s.t, os.WriteFile(temp, file, 0o666))
	require.NoError(s.t, os.Rename(temp, s.path))
}

func (s *scene) weight(number string) float32 {
	h, ok := loader.Find(s.lvl, &s.w.Crates, number)
	require.True(s.t, ok)
	c, ok := s.w.Crates.Get(h)
	require.True(s.t, ok)
	return c.Weight
}

func TestAChangedFileIsReloaded(t *testing.T) {
	s := begin(t, watch.Options{})
	changes, err := s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Nil(t, changes, "nothing has changed yet")
	for i := range 4 {
		if i%2 == 0 {
			s.write(crates(t, 1, float32(10+i)))
		} else {
			require.NoError(t, os.WriteFile(s.path, crates(t, 1, float32(10+i)), 0o666)) // in place
		}
		changes, err := s.frames()
		require.NoError(t, err)
		require.Len(t, changes, 1)
		require.Equal(t, []string{"weight"}, changes[0].Fields)
		require.Equal(t, float32(10+i), s.weight("2"))
	}
}

func TestOnlyTheLastOfManyWritesCounts(t *testing.T) {
	s := begin(t, watch.Options{Settle: 150 * time.Millisecond})
	var files [5][]byte // made before, for nothing but the writing may take long
	for i := range files {
		files[i] = crates(t, 1, float32(i))
	}
	for _, file := range files {
		s.write(file)
	}
	changes, err := s.frames()
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.Equal(t, float32(4), s.weight("2"))
	select {
	case v := <-s.Ready():
		require.Fail(t, "a second version", v.Err)
	case <-time.After(250 * time.Millisecond):
	}
}

// What cannot be loaded is an error for the game; the watch goes on.
func TestErrorsAreDeliveredAndTheWatchGoesOn(t *testing.T) {
	s := begin(t, watch.Options{MaxBytes: 64 << 10})
	s.write([]byte("this is no level"))
	_, err := s.frames()
	require.Error(t, err)
	s.write(make([]byte, 100<<10))
	_, err = s.frames()
	require.ErrorIs(t, err, watch.ErrTooLarge)
	require.Equal(t, 1, strings.Count(err.Error(), "watch: "), err)
	require.NoError(t, os.Remove(s.path))
	_, err = s.frames()
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.Equal(t, float32(2), s.weight("2"), "the level is what it was")
	var other struct {
		Stones store.Bulk[struct{ Size uint32 }] `level:"stone"`
	}
	var foreign bytes.Buffer
	require.NoError(t, loader.Save(ctx, &foreign, &other, loader.SaveOptions{}))
	s.write(foreign.Bytes())
	_, err = s.frames()
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.Equal(t, []string{"reload", "cave.lvl"}, []string{e.Op, filepath.Base(e.File)}, "the error names what was read, and what for")
	s.write(crates(t, 1))
	changes, err := s.frames()
	require.NoError(t, err)
	require.Equal(t, "[removed]", fmt.Sprint([]loader.ChangeKind{changes[0].What}))
}

func TestOtherFilesDoNotCount(t *testing.T) {
	s := begin(t, watch.Options{})
	require.NoError(t, os.WriteFile(s.path+"2", crates(t, 5), 0o666))
	select {
	case v := <-s.Ready():
		require.Fail(t, "a version of another file", v.Err)
	case <-time.After(100 * time.Millisecond):
	}
}

// A build that makes its folder anew renames it into place.
func TestAFolderMayBeReplacedByAnother(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder that is watched, and so open, cannot be renamed")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	fill := func(name string, file []byte) {
		require.NoError(t, os.Mkdir(name, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(name, "cave.lvl"), file, 0o666))
	}
	fill(out, crates(t, 1, 2))
	s := beginAt(t, filepath.Join(out, "cave.lvl"), watch.Options{})
	for i := range 3 {
		fill(out+".new", crates(t, 1, float32(3+i)))
		if i < 2 {
			require.NoError(t, os.Rename(out, fmt.Sprint(out, i)))
		} else {
			require.NoError(t, os.RemoveAll(out))
		}
		require.NoError(t, os.Rename(out+".new", out))
		changes, err := s.frames()
		for errors.Is(err, fs.ErrNotExist) { // a slow machine takes longer than Settle between the two
			changes, err = s.frames()
		}
		require.NoError(t, err)
		require.Len(t, changes, 1)
		require.Equal(t, float32(3+i), s.weight("2"))
	}
}

func TestMaxBytesMayBeTheGreatest(t *testing.T) {
	s := begin(t, watch.Options{MaxBytes: math.MaxInt64})
	s.write(crates(t, 1, 3))
	_, err := s.frames()
	require.NoError(t, err)
	require.Equal(t, float32(3), s.weight("2"))
}

func TestClosing(t *testing.T) {
	s := begin(t, watch.Options{})
	require.NoError(t, s.Close())
	require.NoError(t, s.Close())
	_, open := <-s.Ready()
	require.False(t, open)
	changes, err := s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Nil(t, changes)
	_, err = watch.File(filepath.Join(t.TempDir(), "nowhere", "x.lvl"), watch.Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// A frame that has no time for a version does not lose it: the file may not change
// again.
func TestACancelledReloadIsMadeUpFor(t *testing.T) {
	s := begin(t, watch.Options{})
	gone, cancel := context.WithCancel(ctx)
	cancel()
	cutShort := func() {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			changes, err := s.Reload(gone, s.lvl)
			require.Nil(t, changes)
			if err != nil {
				require.ErrorIs(t, err, context.Canceled)
				return
			}
			require.True(t, time.Now().Before(end), "nothing was noticed")
		}
	}
	s.write(crates(t, 1, 5))
	cutShort()
	cutShort()
	require.EqualValues(t, 2, s.weight("2"))
	changes, err := s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.EqualValues(t, 5, s.weight("2"))
	changes, err = s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Nil(t, changes)

	s.write(crates(t, 1, 6))
	cutShort()
	s.write(crates(t, 1, 7))
	for s.weight("2") != 7 { // the newer one may take a while to come
		_, err := s.frames()
		require.NoError(t, err)
	}
	s.write(crates(t, 1, 8))
	cutShort()
	require.NoError(t, s.Close())
	cutShort()
	changes, err = s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.EqualValues(t, 8, s.weight("2"), "Close takes no version back")
	changes, err = s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Nil(t, changes)
}

// A version that is ready when the watch ends can still be had.
func TestAVersionIsThereAfterClose(t *testing.T) {
	s := begin(t, watch.Options{})
	s.write(crates(t, 1, 5))
	for end := time.Now().Add(10 * time.Second); len(s.Ready()) == 0; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(end), "nothing was noticed")
	}
	require.NoError(t, s.Close())
	changes, err := s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.EqualValues(t, 5, s.weight("2"))
	changes, err = s.Reload(ctx, s.lvl)
	require.NoError(t, err)
	require.Nil(t, changes)
}

func TestWhatIsNoFileIsNotWatched(t *testing.T) {
	dir := t.TempDir()
	_, err := watch.File(dir, watch.Options{})
	require.ErrorIs(t, err, fs.ErrInvalid)
	require.ErrorContains(t, err, dir)
	_, err = watch.File("", watch.Options{})
	require.ErrorIs(t, err, fs.ErrInvalid)
}

func TestTheZeroWatcherWatchesNothing(t *testing.T) {
	var w watch.Watcher
	changes, err := w.Reload(context.Background(), nil)
	require.NoError(t, err)
	require.Empty(t, changes)
	require.NoError(t, w.Close())
	require.NoError(t, (*watch.Watcher)(nil).Close())
}
