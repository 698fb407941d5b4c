package watch_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/watch"
)

// link makes a symbolic link, as a whole and in the place of an older one.
func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name+".new"); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	require.NoError(t, os.Rename(name+".new", name))
}

// realDir is a fresh folder, by the name that has no links in it.
func realDir(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	return dir
}

func TestATrailHasEachLinkAndTheFile(t *testing.T) {
	dir := realDir(t)
	at := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	require.NoError(t, os.MkdirAll(at("v1", "deep"), 0o777))
	require.NoError(t, os.WriteFile(at("v1", "deep", "a.lvl"), nil, 0o666))
	link(t, "v1", at("now"))
	link(t, filepath.Join("now", "deep", "..", "deep", "a.lvl"), at("a.lvl"))
	link(t, at("a.lvl"), at("v1", "b.lvl"))
	rooted := func(path string) string { return path[len(filepath.VolumeName(path)):] }
	link(t, rooted(at("v1", "deep", "a.lvl")), at("rooted"))
	link(t, "loop", at("loop"))
	link(t, filepath.Join("gone", "a"), at("dangling"))
	for path, want := range map[string][]string{
		at("v1", "deep", "a.lvl"):        {at("v1", "deep", "a.lvl")},
		at("now", "deep", "a.lvl"):       {at("now"), at("v1", "deep", "a.lvl")},
		at("a.lvl"):                      {at("a.lvl"), at("now"), at("v1", "deep", "a.lvl")},
		at("v1", ".", "b.lvl"):           {at("v1", "b.lvl"), at("a.lvl"), at("now"), at("v1", "deep", "a.lvl")},
		at("rooted"):                     {at("rooted"), at("v1", "deep", "a.lvl")},
		at("nowhere", "x", "a.lvl"):      {at("nowhere")},
		at("dangling"):                   {at("dangling"), at("gone")},
		filepath.Join(dir, "v1", "deep"): {at("v1", "deep")},
	} {
		got, err := watch.Trail(path)
		require.NoError(t, err)
		require.Equal(t, want, got, path)
	}
	_, err := watch.Trail("")
	require.ErrorIs(t, err, os.ErrInvalid, "it is not the current folder")
	got, err := watch.Trail(at("loop"))
	require.NoError(t, err)
	require.NotEmpty(t, got)
	require.LessOrEqual(t, len(got), 100)
}

// deploys watches a level through links: level -> now/cave.lvl, now -> v1.
func deploys(t *testing.T) (dir string, s *scene) {
	dir = realDir(t)
	for i, v := range []string{"v1", "v2", "v3"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, v), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, v, "cave.lvl"), crates(t, 1, float32(2+i)), 0o666))
	}
	link(t, "v1", filepath.Join(dir, "now"))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "game"), 0o777))
	name := filepath.Join(dir, "game", "cave.lvl")
	link(t, filepath.Join("..", "now", "cave.lvl"), name)
	return dir, beginAt(t, name, watch.Options{})
}

func TestALinkThatIsSetToAnotherFileBringsAVersion(t *testing.T) {
	dir, s := deploys(t)
	expect := func(weight float32) {
		t.Helper()
		changes, err := s.frames()
		require.NoError(t, err)
		require.Len(t, changes, 1)
		require.Equal(t, loader.Changed, changes[0].What)
		require.Equal(t, weight, s.weight("2"))
	}
	link(t, "v2", filepath.Join(dir, "now")) // a folder on the way
	expect(3)
	link(t, filepath.Join("..", "v3", "cave.lvl"), s.path) // the link itself
	expect(4)
	// What it leads to now, in place and by another file.
	target := filepath.Join(dir, "v3", "cave.lvl")
	require.NoError(t, os.WriteFile(target, crates(t, 1, 10), 0o666))
	expect(10)
	require.NoError(t, os.WriteFile(target+".new", crates(t, 1, 11), 0o666))
	require.NoError(t, os.Rename(target+".new", target))
	expect(11)
	link(t, target, s.path) // the same file by another name
	link(t, filepath.Join(dir, "v2", "cave.lvl"), s.path)
	expect(3)
}

func TestALinkMayLeadNowhereForAWhile(t *testing.T) {
	dir, s := deploys(t)
	link(t, "v4", filepath.Join(dir, "now"))
	_, err := s.frames()
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "v4.new"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "v4.new", "cave.lvl"), crates(t, 1, 9), 0o666))
	require.NoError(t, os.Rename(filepath.Join(dir, "v4.new"), filepath.Join(dir, "v4")))
	changes, err := s.frames()
	require.NoError(t, err)
	require.Len(t, changes, 1)
	require.Equal(t, float32(9), s.weight("2"))
}
