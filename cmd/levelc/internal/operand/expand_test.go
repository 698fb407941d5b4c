package operand

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatternsMatchAnyNumberOfFolders(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"*.xml", "a.xml", true},
		{"*.xml", "a/b.xml", false},
		{"**/*.xml", "a.xml", true},
		{"**/*.xml", "a/b/c.xml", true},
		{"**/b/*.xml", "a/b/c.xml", true},
		{"**/**/b/**", "a/b/c/d.xml", true},
		{"**", "a/b", true},
		{"a/**", "b/a", false},
		{"a/**/c.xml", "a/c.xml", true},
		{"a/**/c.xml", "a/b/d.xml", false},
		{"[ab].xml", "b.xml", true},
	} {
		require.Equal(t, c.want, matches(strings.Split(c.pattern, "/"), strings.Split(c.path, "/")), "%s of %s", c.pattern, c.path)
	}
}

// A link to a folder stands for the folder, under its own name. Links below are not followed.
func TestExpandFollowsALinkToAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	touch(t, "real/s/a.xml", "real/.h/b.xml", "away/c.xml")
	for _, l := range [][2]string{{"real", "link"}, {"link", ".twice"}, {"../away", "real/away"}} {
		if err := os.Symlink(l[0], l[1]); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	in := func(dir string) []Target {
		return []Target{{filepath.Join(dir, "s", "a.xml"), filepath.Join("s", "a.xml"), true}}
	}
	for arg, want := range map[string][]Target{
		"link": in("link"), "./link/": in("link"), ".twice": in(".twice"), ".twice/**/*.xml": in(".twice"),
		filepath.Join("real", "..", "link"): in("link"),
	} {
		got, list, err := Expand([]string{arg}, "")
		require.NoError(t, err)
		require.Empty(t, list.All())
		require.Equal(t, want, got, arg)
	}
}

// Where the disk takes other capitals for a name, one file in two spellings is one level, and
// the schema is none. A link stands for such a disk where there is none.
func TestExpandTellsSpellingsOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	touch(t, "l/a.xml", "l/game.json")
	for name, other := range map[string]string{"l/a.xml": "l/A.xml", "l/game.json": "l/Game.json"} {
		if err := os.Link(name, other); err != nil && !os.IsExist(err) {
			t.Skip("no links here: ", err)
		}
	}
	got, list, err := newExpander(true).expand([]string{"l/A.xml", "l/a.xml", "l"}, "l/Game.json")
	require.NoError(t, err)
	require.Empty(t, list.All())
	require.Equal(t, []Target{{"l/A.xml", "A.xml", false}}, got)

	got, _, err = newExpander(false).expand([]string{"l/A.xml", "l/a.xml"}, "")
	require.NoError(t, err)
	require.Len(t, got, 2, "a folder that tells capitals apart has both for a reason")
}

// A folder whose name has brackets, which cannot be escaped on Windows, is found by it.
func TestAFolderThatExistsIsNoWildcard(t *testing.T) {
	t.Chdir(t.TempDir())
	touch(t, "br[1]/[x]/a.json", "br1/[x]/b.json", "b2/c.json")
	for pattern, want := range map[string][]Target{
		"br[1]/[x]/*.json": {{filepath.Join("br[1]", "[x]", "a.json"), "a.json", true}},
		"br[1]/*/*.json":   {{filepath.Join("br[1]", "[x]", "a.json"), filepath.Join("[x]", "a.json"), true}},
		"b[2]/*.json":      {{filepath.Join("b2", "c.json"), filepath.Join("b2", "c.json"), true}},
	} {
		got, list, err := Expand([]string{pattern}, "")
		require.NoError(t, err)
		require.Empty(t, list.All(), pattern)
		require.Equal(t, want, got, pattern)
	}
}

func touch(t *testing.T, paths ...string) {
	t.Helper()
	for _, p := range paths {
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o777))
		require.NoError(t, os.WriteFile(p, nil, 0o666))
	}
}

func TestExpandNamesEachFileOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	touch(t, "l/a.xml", "l/s/b.json", "l/s/c.txt", "l/.h/d.xml", "l/[x].xml", "game.json")
	got, list, err := Expand([]string{"l/a.xml", "l", "l/**/*.json", "l/[x].xml", "game.json", "."}, "game.json")
	require.NoError(t, err)
	require.Empty(t, list.All())
	require.Equal(t, []Target{
		{"l/a.xml", "a.xml", false}, {filepath.Join("l", "[x].xml"), "[x].xml", false}, // they were named
		{filepath.Join("l", "s", "b.json"), filepath.Join("s", "b.json"), true},
		{"game.json", "game.json", false},
	}, got)

	_, list, err = Expand([]string{"l/*.json", "nowhere"}, "")
	require.NoError(t, err)
	require.Len(t, list.All(), 1) // nowhere is for whoever opens it
	_, _, err = Expand([]string{"l/[a"}, "")
	require.ErrorContains(t, err, "l/[a is no pattern")
}
