package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	for _, r := range []rule{
		{out: "a%.lvl", sources: []string{"a.xml"}}, {out: "a=b.lvl", sources: []string{"a.xml"}},
		{out: "a", sources: []string{"b=c.xml"}}, {out: "a", sources: []string{"-", "b=c.xml"}},
		{out: "a", sources: []string{"b;c.xml"}}, {out: "a", sources: []string{"b", "c|d"}}, {out: "a\nb"}, {out: "a;b"},
		{out: "~a"}, {out: "~/a"}, {out: ".//~a"}, {out: "a", sources: []string{"~root"}}, {out: "a*b"}, {out: "a?b"}, {out: "a[b]"}, {out: "a", sources: []string{"*"}}, {out: "a", sources: []string{"b", "c[1].xml"}},
		{out: "a\tb"}, {out: "a\x7f"}, {out: "a<b"}, {out: "a>b"}, {out: "a^b"}, {out: "a`b"},
		{out: `a\`}, {out: "a&"}, {out: "a (1)"}, {out: "a", sources: []string{"b(c d)"}},
	} {
		if filepath.ToSlash(r.out) != r.out {
			continue // there it is no part of a name
		}
		_, err := depfile([]rule{r}, nil)
		require.ErrorContains(t, err, "cannot stand in a depfile", r)
		require.ErrorContains(t, err, "rename the file", r)
	}
}

// make goes by times: a level that is left alone is not older than its sources,
// unless one of them was written after the build had begun.
func TestALevelThatIsLeftAloneIsFresh(t *testing.T) {
	dir, types := t.TempDir(), gameSchemaFile(t)
	out := filepath.Join(dir, "out")
	a := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 3)
	c := fileOf(t, dir, "c.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 4)
	now := time.Now().Truncate(time.Second)
	at := func(path string, ago time.Duration) {
		t.Helper()
		require.NoError(t, os.Chtimes(path, time.Time{}, now.Add(-ago)))
	}
	build := func(more ...string) {
		t.Helper()
		code, said := levelcRun(append([]string{"build", "--schema", types, a, c, "--outdir", out}, more...)...)
		require.Equal(t, 0, code, said)
	}
	age := func(name string) time.Duration {
		t.Helper()
		info, err := os.Stat(filepath.Join(out, name))
		require.NoError(t, err)
		return now.Sub(info.ModTime())
	}
	build()
	at(types, 10*time.Hour)
	at(filepath.Join(out, "a.lvl"), 8*time.Hour)
	at(filepath.Join(out, "c.lvl"), 8*time.Hour)
	at(a, time.Hour)
	at(c, 9*time.Hour)
	build()
	require.Equal(t, 8*time.Hour, age("a.lvl"), "nobody has asked for a depfile")
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, time.Hour, age("a.lvl"))
	require.Equal(t, 8*time.Hour, age("c.lvl"), "it is young enough")
	at(types, 2*time.Hour)
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, 2*time.Hour, age("c.lvl"))
	at(a, -time.Hour)
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, time.Hour, age("a.lvl"))
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
	text, err := depfile([]rule{{out: "level.lvl", sources: append(sources, "gone.xml", "-")}, {out: "other.lvl"}}, []string{"types.go"})
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
