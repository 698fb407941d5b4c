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
		{Out: `a\#`}, {Out: `a\:`}, {Out: `a\\$b`}, {Out: `a\`}, {Out: "a&"}, {Out: "a (1)"}, {Out: "a", Sources: []string{"b(c d)"}},
		{Out: "a "}, {Out: "a", Sources: []string{"b ", "c"}}, {Out: "a", Sources: []string{"define"}}, {Out: "a", Sources: []string{"undefine", "-"}},
		{Out: "a", Sources: []string{"b", "=c"}}, {Out: "a", Sources: []string{"b", "+=c"}}, {Out: "a", Sources: []string{"b", "!=c"}},
	} {
		if filepath.ToSlash(r.Out) != r.Out {
			continue // there it is no part of a name
		}
		_, err := Text([]Rule{r}, nil)
		require.ErrorContains(t, err, "cannot stand in a depfile", r)
	}
}

func TestDepfileRefusesAllNamesAtOnce(t *testing.T) {
	text, err := Text([]Rule{{Out: "a;b", Sources: []string{"c", "d*"}}, {Out: "e", Sources: []string{"d*"}}}, []string{"f?"})
	var wrong *NameError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, []string{"a;b", "d*", "f?"}, wrong.Names)
	require.Empty(t, text)
	require.EqualError(t, err, `the names "a;b", "d*", "f?" cannot stand in a depfile, as make or ninja would read them as something else`)
}

func TestMisreadFindsWhatOldNinjaSplits(t *testing.T) {
	rules := []Rule{{Out: "o/a&b", Sources: []string{"a&b", "c", "-"}}, {Out: "d", Sources: []string{"Bob's", "a&b"}}}
	require.Equal(t, []string{"a&b", "Bob's", `"`, "o/a&b"}, Misread(rules, []string{`"`, "e.go"}))
	require.Empty(t, Misread([]Rule{{Out: "d", Sources: []string{"a b", `x\ y#:$`}}}, []string{"e.go"}))
}

// ninja itself says which names it reads. A version that reads those of Misread is new.
func TestNinjaReadsTheDepfile(t *testing.T) {
	ninja, err := exec.LookPath("ninja")
	if err != nil || filepath.Separator != '/' {
		t.Skip("ninja is not there")
	}
	dir := t.TempDir()
	sources := []string{"plain.xml", "with space.xml", "hash#.xml", "dollar$x.xml", "per%cent.xml", "right].xml", "number (1).xml", "with:colon.xml", `back\slash.xml`, `back\ slash.xml`, "tilde~.xml", "a!b@c,d+e{f}.xml", "ä.xml"}
	text, err := Text([]Rule{{Out: "level.lvl", Sources: sources}}, nil)
	require.NoError(t, err)
	require.Empty(t, Misread([]Rule{{Out: "level.lvl", Sources: sources}}, nil))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "from.d"), []byte(text), 0o666))
	rule := "rule level\n  command = cp from.d level.d && touch level.lvl\n  depfile = level.d\n  deps = gcc\nbuild level.lvl: level\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "build.ninja"), []byte(rule), 0o666))
	out, err := exec.Command(ninja, "-C", dir).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(ninja, "-C", dir, "-t", "deps").Output()
	require.NoError(t, err)
	for _, s := range sources {
		require.Contains(t, string(out), "\n    "+s+"\n")
	}
}

// make itself says which of the files it takes a level to depend on.
func TestMakeReadsTheDepfile(t *testing.T) {
	mk, err := exec.LookPath("make")
	if err != nil {
		t.Skip("make is not there")
	}
	dir := t.TempDir()
	sources := []string{"define", "equals=sign.xml", "plain.xml", "undefine", "with space.xml", "hash#.xml", "dollar$x.xml", "per%cent.xml", "100%.xml", "two=signs=.xml", "tilde~.xml", "right].xml", "number(1).xml"}
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
