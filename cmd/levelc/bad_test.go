package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

var update = flag.Bool("update", false, "write testdata/bad/index.txt anew, to be read before it is committed")

const badFolder = "../../testdata/bad"

// The index says, for each file of testdata/bad, all that is to be said about
// it: place, message and hint.
func TestBadLevelsGetTheirMessages(t *testing.T) {
	entries, err := os.ReadDir(badFolder)
	require.NoError(t, err)
	plan := gamePlan(t)
	var got strings.Builder
	files := 0
	for _, e := range entries {
		if e.Name() == "index.txt" {
			continue
		}
		said := complaints(t, plan, e.Name())
		require.NotEmpty(t, said, e.Name())
		got.WriteString(said)
		files++
	}
	require.Greater(t, files, 50)
	index := filepath.Join(badFolder, "index.txt")
	if *update {
		require.NoError(t, os.WriteFile(index, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(index)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

// complaints compiles a file and lists what is wrong with it.
func complaints(t *testing.T, plan *compile.Plan, name string) string {
	t.Helper()
	f, err := source.Open(filepath.Join(badFolder, name))
	require.NoError(t, err)
	defer f.Close()
	f.Name = name
	var out format.Buffer
	found, size, err := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, compile.Options{})
	require.ErrorIs(t, err, compile.ErrLevel)
	require.Zero(t, size)
	require.Empty(t, out, "nothing is written")
	var b strings.Builder
	for _, d := range found.Diagnostics.All() {
		fmt.Fprintf(&b, "%s:%d:%d: %s\n", d.File, d.Line, d.Col, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, "\t%s\n", d.Hint)
		}
	}
	return b.String()
}

// What is promised to come with a hint does.
func TestBadLevelsGetHints(t *testing.T) {
	plan := gamePlan(t)
	promised := []string{"truncated", "mismatched", "duplicate", "utf8", "nan", "huge", "overflow", "float32", "negative", "enum", "flag", "dangling",
		"kind", "ambiguous", "second-id", "second-root", "empty", "blank", "root", "attribute", "element", "bool", "fraction"}
	for _, name := range promised {
		for _, ext := range []string{".xml", ".json"} {
			said := strings.Split(complaints(t, plan, name+ext), "\n")
			for i, line := range said {
				if strings.HasPrefix(line, name) {
					require.True(t, strings.HasPrefix(said[i+1], "\t"), "no hint: %s", line)
				}
			}
		}
	}
}

// Each kind of mistake is there in XML and in JSON, unless one of them cannot
// have it.
func TestBadLevelsComeInBothFormats(t *testing.T) {
	alone := map[string]bool{
		"latin2.xml": true, "entity.xml": true, "doctype.xml": true, "text.xml": true,
		"scalar.json": true, "surrogate.json": true, "object.json": true, "list.json": true,
	}
	entries, err := os.ReadDir(badFolder)
	require.NoError(t, err)
	for _, e := range entries {
		name, ext := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())), filepath.Ext(e.Name())
		if ext == ".txt" || alone[e.Name()] {
			continue
		}
		other := map[string]string{".xml": ".json", ".json": ".xml"}[ext]
		require.FileExists(t, filepath.Join(badFolder, name+other))
	}
}

// What cannot be a file of the repository: no file at all, one that cannot be
// read, and one that is nested too deep.
func TestBadPathsAreNamed(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.xml")
	require.NoError(t, os.WriteFile(secret, []byte("<scene/>"), 0))
	if f, err := os.Open(secret); err == nil {
		f.Close()
		secret = filepath.Join(dir, "missing-too.xml") // root may read anything
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing.xml"), secret} {
		out := filepath.Join(dir, "out.lvl")
		code, stdout, stderr := levelc(nil, "build", "-types", "../../testdata/game.World", path, "-o", out)
		require.Equal(t, exitWrong, code)
		require.Empty(t, stdout)
		require.Contains(t, stderr, path)
		require.NoFileExists(t, out)
	}
}

func TestNestingPastTheLimitIsAnErrorWithAPlace(t *testing.T) {
	const depth = 300
	dir := t.TempDir()
	for name, text := range map[string]string{
		"deep.xml":  "<scene name=\"s\" title=\"T\">\n" + strings.Repeat("<group>\n", depth) + strings.Repeat("</group>\n", depth) + "</scene>\n",
		"deep.json": "{\"type\": \"scene\", \"name\": \"s\", \"title\": \"T\"" + strings.Repeat(",\n\"group\": {\"depth\": 0", depth) + strings.Repeat("}", depth) + "}\n",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		code, stdout, stderr := levelc(nil, "build", "-types", "../../testdata/game.World", path)
		require.Equal(t, exitWrong, code)
		require.Empty(t, stdout)
		require.Regexp(t, `deep\.(xml|json):25\d:\d+: .*256`, stderr)
	}
	require.NoFileExists(t, filepath.Join(dir, "deep.lvl"))
}

func TestAFailedBuildLeavesNothingBehind(t *testing.T) {
	for _, name := range []string{"mismatched.xml", "many.json", "empty.xml"} {
		dir := t.TempDir()
		t.Setenv("TMPDIR", dir)
		code, stdout, stderr := levelc(nil, "build", "-types", "../../testdata/game.World", filepath.Join(badFolder, name), "-o", filepath.Join(dir, "out.lvl"))
		require.Equal(t, exitWrong, code)
		require.Empty(t, stdout)
		require.Regexp(t, name+`:\d+:\d+: `, stderr)
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, entries)
	}
}
