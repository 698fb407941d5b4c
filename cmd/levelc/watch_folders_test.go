package main

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
)

// fullSystem is changes where no more folders can be watched.
type fullSystem struct{ ticks }

func (fullSystem) Set([]string, func(string) bool) error { return syscall.ENOSPC }

func TestWatchNamesPollWhereNoMoreFoldersCanBeWatched(t *testing.T) {
	w := &watching{history: build.NewHistory(), args: []string{t.TempDir()}}
	_, err := w.once(context.Background(), fullSystem{})
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, "; use --poll 1s")
}

// A folder that is renamed and made again is noticed in the folder that it is in.
func TestWatchLooksAboveEachFolder(t *testing.T) {
	root := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	for arg, want := range map[string][]string{
		at("lv", "*.xml"):      {root, at("lv")},
		at("lv", "*", "a.xml"): {root, at("lv"), at("lv", "deep")},
		at("lv"):               {root, at("lv"), at("lv", "deep")},
	} {
		t.Chdir(root)
		putEmpty(t, "lv/deep/a.xml")
		w := &watching{history: build.NewHistory(), args: []string{arg}}
		require.Subset(t, w.folders(), want, arg)
	}
	w := &watching{history: build.NewHistory()}
	w.history.Inputs.Folders = []string{at("game", "world")}
	putEmpty(t, "game/world/a.go")
	w.Types = "./game/world.World"
	require.Subset(t, w.folders(), []string{at("game"), at("game", "world")})
	w.history.Inputs.Folders = []string{at("gone", "world")}
	require.NotContains(t, w.folders(), at("gone"), "what cannot be read cannot be watched")
}

// The current folder is not above sources that are beside it.
func TestWatchOverlooksWhatIsBesideALevel(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "here"), 0o777))
	t.Chdir(filepath.Join(root, "here"))
	putEmpty(t, "../levels/a.xml", "out.lvl", "note.txt")
	w := &watching{history: build.NewHistory(), args: []string{filepath.Join("..", "levels", "a.xml")}}
	w.paths.setWritten("", []build.Job{{Out: "out.lvl"}})
	require.Contains(t, w.folders(), ".")
	require.True(t, w.paths.ignore("note.txt"))
	require.False(t, w.paths.ignore(filepath.Join("..", "levels", "a.xml")))
	require.NoError(t, os.Remove("out.lvl"))
	require.False(t, w.paths.ignore("out.lvl"))
}

func putEmpty(t *testing.T, paths ...string) {
	t.Helper()
	for _, p := range paths {
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o777))
		require.NoError(t, os.WriteFile(p, nil, 0o666))
	}
}
