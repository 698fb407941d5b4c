package loader_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

func TestBytesAreLoadedInPlaceAndNotWritten(t *testing.T) {
	for name, file := range map[string][]byte{"small": bridge(t), "large": planks(t, 6000)} {
		before := bytes.Clone(file)
		var streamed, inPlace game.World
		load(t, bind(t, &streamed), file)
		_, err := bind(t, &inPlace).LoadBytes(ctx, file)
		require.NoError(t, err, name)
		require.Equal(t, contentOf(t, &streamed), contentOf(t, &inPlace), name)
		require.Equal(t, before, file, name)
	}
}

func TestBytesOfAnyAlignmentLoad(t *testing.T) {
	file := bridge(t)
	room := make([]byte, len(file)+16)
	var w game.World
	b := bind(t, &w)
	for at := range 9 {
		copy(room[at:], file)
		l, err := b.LoadBytes(ctx, room[at:at+len(file)])
		require.NoError(t, err)
		requireBridge(t, &w, l)
		require.NoError(t, l.Unload())
	}
}

func TestFilesOfAFileSystemLoad(t *testing.T) {
	files := fstest.MapFS{"levels/bridge.lvl": {Data: bridge(t)}}
	var w game.World
	b := bind(t, &w)
	l, err := b.LoadFS(ctx, files, "levels/bridge.lvl")
	require.NoError(t, err)
	requireBridge(t, &w, l)
	_, err = b.LoadFS(ctx, files, "levels/tunnel.lvl")
	require.ErrorIs(t, err, fs.ErrNotExist)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	files["levels/cut.lvl"] = &fstest.MapFile{Data: bridge(t)[:100]}
	_, err = b.LoadFS(ctx, files, "levels/cut.lvl")
	require.EqualError(t, err, "load levels/cut.lvl: lvl: offset 100: the file ends early")
	require.ErrorIs(t, err, format.ErrTruncated)
}

// A hook's error may name another file, which is not the level.
func TestAnErrorOfTheHookNamesTheLevelToo(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error {
		return &fs.PathError{Op: "open", Path: "art/crate.png", Err: fs.ErrNotExist}
	}))
	_, err := b.LoadFS(ctx, fstest.MapFS{"levels/cave.lvl": {Data: bridge(t)}}, "levels/cave.lvl")
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.EqualError(t, err, "load levels/cave.lvl: table scene: open art/crate.png: file does not exist")
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "levels/cave.lvl", e.File)

	_, err = b.LoadFS(ctx, fstest.MapFS{}, "levels/cave.lvl")
	require.EqualError(t, err, "load: open levels/cave.lvl: file does not exist", "which names it once")
}

// A level that is opened by hand is named in errors as one of a file system is.
func TestErrorsNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cave.lvl")
	whole := bridge(t)
	require.NoError(t, os.WriteFile(name, whole[:len(whole)-1], 0o666))
	var w game.World
	b := bind(t, &w)
	for op, do := range map[string]func(f *os.File) error{
		"load":   func(f *os.File) error { _, err := b.Load(ctx, f); return err },
		"mapped": func(f *os.File) error { _, err := b.LoadMapped(ctx, f); return err },
		"step": func(f *os.File) error {
			ld := b.Start(f)
			_, err := ld.Finish()
			_, again := ld.Finish()
			require.Equal(t, err, again)
			return err
		},
		"open": func(f *os.File) error { _, err := b.Open(ctx, f, int64(len(whole)-1)); return err },
		"walk": func(f *os.File) error {
			for _, err := range loader.Walk(f) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"reload": func(f *os.File) error {
			var other game.World
			_, err := load(t, bind(t, &other, loader.Reloadable()), whole).Reload(ctx, f)
			return err
		},
	} {
		f, err := os.Open(name)
		require.NoError(t, err)
		err = do(f)
		var e *loader.Error
		require.ErrorAs(t, err, &e, op)
		require.Equal(t, name, e.File, op)
		require.ErrorContains(t, err, e.Op+" "+name+": lvl: ", op)
		require.NoError(t, f.Close())
		err = do(f)
		require.Equal(t, 1, strings.Count(err.Error(), name), "an error of the system names it: %v", err)
	}
	_, err := b.Load(ctx, (*os.File)(nil))
	require.ErrorIs(t, err, os.ErrInvalid)
}

// brokenSource fails as a source would that reads another level with the loader.
type brokenSource struct{ err error }

func (s brokenSource) Read([]byte) (int, error) { return 0, s.err }

// An error of the loader's within that of a source is the source's.
func TestAnErrorOfTheSourceIsNotThatOfTheLoad(t *testing.T) {
	cause := fmt.Errorf("the pack: %w", &loader.Error{Op: "walk", File: "pack.lvl", Err: fs.ErrClosed})
	_, err := bind(t, newGame(t)).Load(ctx, brokenSource{cause})
	require.ErrorIs(t, err, fs.ErrClosed)
	e, ok := err.(*loader.Error)
	require.True(t, ok, "%T", err)
	require.Equal(t, "load", e.Op)
	require.Empty(t, e.File)
}
