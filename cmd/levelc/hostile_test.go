package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// fileOf writes head, then body n times, then tail to a file, and never has all
// of it in memory.
func fileOf(t *testing.T, dir, name, head, body, tail string, n int) string {
	t.Helper()
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	require.NoError(t, err)
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString(head)
	for range n {
		w.WriteString(body)
	}
	w.WriteString(tail)
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return path
}

// levelcRun runs one command line and returns its exit code and what it said.
func levelcRun(args ...string) (code int, said string) {
	var out, err bytes.Buffer
	code = run(args, streams{strings.NewReader(""), &out, &err})
	return code, err.String()
}

// gameSchemaFile is a level of no nodes of interest, for its schema.
func gameSchemaFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "types.lvl")
	var out format.Buffer
	w, err := format.NewWriter(gamePlan(t).Schema(), format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, out, 0o666))
	return path
}

// What is meant to do harm is an error that says where, at once, and leaves
// nothing behind.
func TestHostileSourcesLeaveNothing(t *testing.T) {
	types := gameSchemaFile(t)
	million, mega := 1_000_000, 64
	if testing.Short() {
		million, mega = 100_000, 40
	}
	bomb := `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "` + strings.Repeat("&lol;", 10) + `">]>`
	for _, c := range []struct {
		name             string
		head, body, tail string
		n                int
		want             string
	}{
		{"deep.xml", "<scene title=\"T\">\n", "<group>", "", 100_000, "deep.xml:2:1787: elements are nested more than 256 deep\n"},
		{"unknown.xml", "<scene title=\"T\">\n", "<nobody>", "", 100_000, "unknown.xml:2:2042: elements are nested more than 256 deep\n"},
		{"brackets.json", "", "[", "", 8 * million, "brackets.json:1:257: "},
		{"objects.json", "", `{"a":`, "", 8 * million / 5, "objects.json:1:1281: "},
		{"attribute.xml", "<scene title=\"", strings.Repeat("x", 1<<10), "\"/>", mega << 10, "attribute.xml:1:1: a tag of more than 16777216 bytes\n"},
		{"text.json", `{"type":"scene","title":"`, strings.Repeat("x", 1<<10), `"}`, mega << 10, "text.json:1:24: a value of more than 16777216 bytes\n"},
		{"bomb.xml", bomb, "<a>&lol1;</a>", "", 1, "bomb.xml:1:37: a document type declaration with declarations in it is not read\n"},
		{"reference.xml", "<scene title=\"&lol;\"/>", "", "", 0, "reference.xml:1:15: the entity &lol; is not known\n"},
		{"properties.xml", "<scene title=\"T\">\n", "<thing note=\"x\"/>\n", "</scene>", 200_000, "more than 1 MiB of unknown names in one scene\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := fileOf(t, dir, c.name, c.head, c.body, c.tail, c.n)
			out := filepath.Join(dir, "out")
			require.NoError(t, os.Mkdir(out, 0o777))
			begin := time.Now()
			code, said := levelcRun("build", "--schema", types, "--unknown=keep", path, "-o", filepath.Join(out, "a.lvl"))
			require.Equal(t, 1, code, said)
			require.Contains(t, said, c.want)
			require.Less(t, len(said), 4000)
			require.Less(t, time.Since(begin), time.Minute)
			requireEmpty(t, out)
		})
	}
}

func requireEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// Two at the same time in one folder: every level is there, whole, and nothing
// else but what the folder has anyway.
func TestTwoBuildsInOneFolderDoNotDisturbEachOther(t *testing.T) {
	types, dir := gameSchemaFile(t), t.TempDir()
	in := filepath.Join(dir, "in")
	require.NoError(t, os.Mkdir(in, 0o777))
	const n = 30
	for i := range n {
		fileOf(t, in, strconv.Itoa(i)+".xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 100+i)
	}
	out := filepath.Join(dir, "out")
	var both sync.WaitGroup
	codes, said := [2]int{}, [2]string{}
	for k := range codes {
		both.Go(func() { codes[k], said[k] = levelcRun("build", "--schema", types, in, "--outdir", out, "-j", "2") })
	}
	both.Wait()
	require.Equal(t, [2]int{}, codes, said)
	for i := range n {
		level, err := os.ReadFile(filepath.Join(out, strconv.Itoa(i)+".lvl"))
		require.NoError(t, err)
		require.NoError(t, format.Verify(bytes.NewReader(level), format.Options{}))
	}
	left, err := filepath.Glob(filepath.Join(out, "*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
	left, err = filepath.Glob(filepath.Join(out, ".*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}
