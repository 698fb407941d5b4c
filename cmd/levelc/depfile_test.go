package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDepfileEscapesWhatMakeWouldTake(t *testing.T) {
	for path, want := range map[string]string{
		"a.xml":   "a.xml",
		"a b.xml": `a\ b.xml`,
		"a#1":     `a\#1`,
		"$a$":     "$$a$$",
		`a\ b`:    `a\\\ b`,
		`a\b`:     `a\b`,
		"ä":       "ä",
		"a:b.xml": `a\:b.xml`,
		`a\:`:     `a\\\:`,
	} {
		if filepath.Separator == '\\' && path != filepath.ToSlash(path) {
			continue // there it is no part of a name
		}
		got, err := makeName(path)
		require.NoError(t, err)
		require.Equal(t, want, got, path)
	}
	_, err := makeName("a\nb")
	require.ErrorContains(t, err, "cannot stand in a depfile")
}

// make itself says which of the files it takes a level to depend on.
func TestMakeReadsTheDepfile(t *testing.T) {
	mk, err := exec.LookPath("make")
	if err != nil {
		t.Skip("make is not there")
	}
	dir := t.TempDir()
	sources := []string{"plain.xml", "with space.xml", "hash#.xml", "dollar$x.xml"}
	for _, s := range sources {
		require.NoError(t, os.WriteFile(filepath.Join(dir, s), nil, 0o666))
	}
	if filepath.Separator == '/' {
		sources = append(sources, "with:colon.xml")
	}
	text, err := depfile([]rule{{"level.lvl", append(sources, "gone.xml", "-")}, {"other.lvl", nil}}, []string{"types.go"})
	require.NoError(t, err)
	text += "level.lvl: ; @printf '%s\\n' $(foreach f,$^,'$f')\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Makefile"), []byte(text), 0o666))
	cmd := exec.Command(mk, "-C", dir, "--no-print-directory", "level.lvl")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	for _, s := range append(sources, "gone.xml", "types.go") {
		for word := range strings.FieldsSeq(s) {
			require.Contains(t, string(out), word)
		}
	}
}
