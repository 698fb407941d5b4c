package depfile

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
		"ab:c":    `ab\:c`,
		`a\:`:     `a\\\:`,
		"a/~":     "a/~",
		"a]":      "a]",
		"a (1).x": `a\ (1).x`,
		"a&b's":   "a&b's",
	} {
		if filepath.VolumeName(path) != "" || path != filepath.ToSlash(path) {
			continue // there it is no part of a name
		}
		got, ok := makeName(path)
		require.True(t, ok)
		require.Equal(t, want, got, path)
	}
}

// Each of these names would be something else to make or ninja: a pattern, a variable, a
// command, two names, a home, a member of an archive.
func TestDepfileRefusesWhatMakeWouldMisread(t *testing.T) {
	for _, r := range []Rule{
		{Out: "a%.lvl", Sources: []string{"a.xml"}}, {Out: "a=b.lvl", Sources: []string{"a.xml"}},
		{Out: "a", Sources: []string{"b=c.xml"}}, {Out: "a", Sources: []string{"-", "b=c.xml"}},
		{Out: "a", Sources: []string{"b;c.xml"}}, {Out: "a", Sources: []string{"b", "c|d"}}, {Out: "a\nb"}, {Out: "a;b"},
		{Out: "~a"}, {Out: "~/a"}, {Out: ".//~a"}, {Out: "a", Sources: []string{"~root"}}, {Out: "a*b"}, {Out: "a?b"}, {Out: "a[b]"}, {Out: "a", Sources: []string{"*"}}, {Out: "a", Sources: []string{"b", "c[1].xml"}},
		{Out: "a\tb"}, {Out: "a\x7f"}, {Out: "a<b"}, {Out: "a>b"}, {Out: "a^b"}, {Out: "a`b"},
		{Out: `a\`}, {Out: "a&"}, {Out: "a (1)"}, {Out: "a", Sources: []string{"b(c d)"}},
	} {
		if filepath.ToSlash(r.Out) != r.Out {
			continue // there it is no part of a name
		}
		_, err := Text([]Rule{r}, nil)
		require.ErrorContains(t, err, "cannot stand in a depfile", r)
		require.ErrorContains(t, err, "rename the file", r)
	}
}

// make itself says which of the files it takes a level to depend on.
func TestMakeReadsTheDepfile(t *testing.T) {
	mk, err := exec.LookPath("make")
	if err != nil {
		t.Skip("make is not there")
	}
	dir := t.TempDir()
	sources := []string{"equals=sign.xml", "plain.xml", "with space.xml", "hash#.xml", "dollar$x.xml", "per%cent.xml", "100%.xml", "two=signs=.xml", "tilde~.xml", "right].xml", "number(1).xml"}
	for _, s := range sources {
		require.NoError(t, os.WriteFile(filepath.Join(dir, s), nil, 0o666))
	}
	if filepath.Separator == '/' {
		sources = append(sources, "with:colon.xml")
	}
	text, err := Text([]Rule{{Out: "level.lvl", Sources: append(sources, "gone.xml", "-")}, {Out: "other.lvl"}}, []string{"types.go"})
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
