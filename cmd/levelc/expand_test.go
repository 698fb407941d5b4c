package main

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

func TestExpandNamesEachFileOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, p := range []string{"l/a.xml", "l/s/b.json", "l/s/c.txt", "l/.h/d.xml", "l/[x].xml", "game.json"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o777))
		require.NoError(t, os.WriteFile(p, nil, 0o666))
	}
	got, list, err := expand([]string{"l/a.xml", "l", "l/**/*.json", "l/[x].xml", "game.json", "."}, "game.json")
	require.NoError(t, err)
	require.Empty(t, list.All())
	require.Equal(t, []target{
		{"l/a.xml", "a.xml"}, {filepath.Join("l", "[x].xml"), "[x].xml"}, {filepath.Join("l", "s", "b.json"), filepath.Join("s", "b.json")},
		{"game.json", "game.json"}, // it was named
	}, got)

	_, list, err = expand([]string{"l/*.json", "nowhere"}, "")
	require.NoError(t, err)
	require.Len(t, list.All(), 1) // nowhere is for whoever opens it
	_, _, err = expand([]string{"l/[a"}, "")
	require.ErrorContains(t, err, "l/[a is no pattern")
}
