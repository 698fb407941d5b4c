package loader_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A file that could not be written whole is not there, and the one that was
// there before still is.
func TestASavedFileIsWholeOrNotThere(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, bridge(t))
	dir := t.TempDir()
	path := filepath.Join(dir, "game.lvl")
	require.NoError(t, b.SaveFile(ctx, path, loader.SaveOptions{}))
	require.NoError(t, l.SaveFile(ctx, path, loader.SaveOptions{}))
	was, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, bridge(t), was)

	body, _ := w.Bodies.Get(handleOf(t, l, &w.Bodies, "plank1"))
	body.Motion = 99
	require.Error(t, b.SaveFile(ctx, path, loader.SaveOptions{}))
	body.Motion = 0
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, b.SaveFile(cancelled, path, loader.SaveOptions{}), context.Canceled)
	require.Error(t, b.SaveFile(ctx, filepath.Join(dir, "nowhere", "x"), loader.SaveOptions{}))
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, was, is)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left behind")

	full := errors.New("disk full")
	require.ErrorIs(t, b.Save(ctx, failingWriter{full}, loader.SaveOptions{}), full)
}

// spools hands out files in memory and keeps count.
type spools struct{ files []*spoolFile }

type spoolFile struct {
	format.Buffer
	closed bool
}

func (f *spoolFile) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(f.Buffer).ReadAt(p, off)
}

func (f *spoolFile) Close() error {
	f.closed = true
	return nil
}

func (s *spools) open() (format.Spool, error) {
	s.files = append(s.files, new(spoolFile))
	return s.files[len(s.files)-1], nil
}

// With a spool the rows of a world do not lie in memory beside it: all but
// Writer.Memory of them go there as they come, and the bytes are the same.
func TestASaveHoldsNoMoreRowsThanItMay(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	for range 30 {
		load(t, b, planks(t, 500))
	}
	want := saveWorld(t, b, loader.SaveOptions{})
	var s spools
	o := loader.SaveOptions{Writer: format.WriterOptions{Memory: 100_000, BlockBytes: 8192, Spool: s.open}}
	got := saveWorld(t, b, o)
	plain := saveWorld(t, b, loader.SaveOptions{Writer: format.WriterOptions{BlockBytes: 8192}})
	require.Equal(t, plain, got)
	require.Len(t, s.files, 2)
	require.Len(t, s.files[0].Buffer, len(got), "the file itself")
	const rows = 30 * 500 * (64 + 56 + 2*16) // bodies, shapes and vertices
	require.Greater(t, len(want), rows)
	require.Greater(t, len(s.files[1].Buffer), rows-200_000, "rows are held")
	for _, f := range s.files {
		require.True(t, f.closed)
	}
	path := filepath.Join(t.TempDir(), "game.lvl")
	taken := func(memory int64) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		require.NoError(t, b.SaveFile(ctx, path, loader.SaveOptions{Writer: format.WriterOptions{Memory: memory, BlockBytes: 8192}}))
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Greater(t, taken(1<<40), taken(100_000)+rows*3/4, "rows are held until all nodes have come")
	full := errors.New("disk full")
	o.Writer.Spool = func() (format.Spool, error) { return nil, full }
	require.ErrorIs(t, b.Save(ctx, io.Discard, o), full)
	o.Writer.Spool = func() (format.Spool, error) { return nil, nil }
	require.EqualError(t, b.Save(ctx, io.Discard, o), "save: WriterOptions.Spool has returned neither a Spool nor an error")
	require.ErrorContains(t, b.SaveFile(ctx, path, o), "WriterOptions.Spool has returned neither a Spool nor an error")
}

// A disk may tell only when the spool is closed that it has lost something.
func TestASpoolThatDoesNotCloseFailsTheSave(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, planks(t, 5))
	lost := errors.New("lost")
	o := loader.SaveOptions{Writer: format.WriterOptions{Spool: func() (format.Spool, error) {
		f, err := os.Create(filepath.Join(t.TempDir(), "spool"))
		return &badClose{f, lost}, err
	}}}
	require.ErrorIs(t, b.Save(ctx, io.Discard, o), lost)
}

// loud is a writer that panics.
type loud struct{}

func (loud) Write([]byte) (int, error) { panic("write") }

// What is called during a save may panic. The spools are closed, and the next save works.
func TestASaveThatPanicsClosesItsSpools(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, planks(t, 500))
	o := loader.SaveOptions{Writer: format.WriterOptions{Memory: 1000, BlockBytes: 1024}}
	want := saveWorld(t, b, o)
	var s spools
	o.Writer.Spool = func() (format.Spool, error) {
		if len(s.files) == 1 {
			panic("spool")
		}
		return s.open()
	}
	require.PanicsWithValue(t, "spool", func() { b.Save(ctx, io.Discard, o) })
	o.Writer.Spool = s.open
	require.PanicsWithValue(t, "write", func() { b.Save(ctx, loud{}, o) })
	for i, f := range s.files {
		require.True(t, f.closed, i)
	}
	require.Equal(t, want, saveWorld(t, b, o))
}

type badClose struct {
	*os.File
	err error
}

func (b *badClose) Close() error { return errors.Join(b.File.Close(), b.err) }

// SaveFile brings its own, beside the file, and takes it away.
func TestASavedFileLeavesNoSpool(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	for range 10 {
		load(t, b, planks(t, 500))
	}
	want := saveWorld(t, b, loader.SaveOptions{})
	dir := t.TempDir()
	path := filepath.Join(dir, "game.lvl")
	require.NoError(t, b.SaveFile(ctx, path, loader.SaveOptions{Writer: format.WriterOptions{Memory: 1}}))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, got)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
