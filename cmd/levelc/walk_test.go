package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// compiledWith builds a level of the test game from texts, which are files named
// 0.xml and so on.
func compiledWith(t testing.TB, o compile.Options, texts ...string) []byte {
	t.Helper()
	t.Chdir(t.TempDir())
	var files []*source.File
	for i, text := range texts {
		name := string(rune('0'+i)) + ".xml"
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		f, err := source.Open(filepath.Clean(name))
		require.NoError(t, err)
		defer f.Close()
		files = append(files, f)
	}
	var out format.Buffer
	found, _, err := gamePlan(t).Build(context.Background(), files, &out, format.WriterOptions{}, o)
	if found != nil {
		require.Empty(t, found.Diagnostics.All())
	}
	require.NoError(t, err)
	return out
}

func TestAWalkReadsKeptNamesWithoutAllocating(t *testing.T) {
	level := compiledWith(t, compile.Options{Unknown: compile.UnknownKeep},
		`<scene title="T"><body pos="1 2" loot="gold" rolls="3"><drop chance="0.5"/><drop chance="1"/></body><body pos="1 2"/></scene>`)
	seen := 0
	for n, err := range loader.Walk(bytes.NewReader(level)) {
		require.NoError(t, err)
		if n.Kind() != "body" || n.Index() != 0 {
			require.Zero(t, n.Props().Len())
			continue
		}
		seen++
		require.Zero(t, testing.AllocsPerRun(100, func() {
			p := n.Props()
			loot, ok1 := p.Get("loot").Text()
			rolls, ok2 := p.Get("rolls").Int()
			sum := 0.0
			for _, drop := range p.Get("drop").All() {
				m, _ := drop.Map()
				chance, _ := m.Get("chance").Float()
				sum += chance
			}
			if !ok1 || !ok2 || string(loot) != "gold" || rolls != 3 || sum != 1.5 {
				panic("other properties")
			}
		}))
	}
	require.Equal(t, 1, seen)
}

// The place of each node, in the source that it is from.
func TestAWalkTellsWhereNodesStand(t *testing.T) {
	level := compiledWith(t, compile.Options{Places: true},
		"<scene title=\"T\">\n\n <body pos=\"1 2\"/></scene>", "<w><body pos=\"1 2\"/>\n<body pos=\"1 2\"/></w>")
	var got []string
	for n, err := range loader.Walk(bytes.NewReader(level)) {
		require.NoError(t, err)
		file, line, col, ok := n.Source()
		require.True(t, ok)
		got = append(got, fmt.Sprintf("%s %s:%d:%d", n.Kind(), file, line, col))
	}
	require.Equal(t, []string{"scene 0.xml:1:2", "body 0.xml:3:3", "body 1.xml:1:5", "body 1.xml:2:2"}, got)
}

// One chunk is found by its label and read alone.
func TestAChunkIsReadWithoutTheOthers(t *testing.T) {
	level := compiledWith(t, compile.Options{ChunkBy: []string{"body"}},
		`<scene title="T"><body name="a" pos="1 2"/><light pos="1 2 3"/><body name="b" pos="3 4"/></scene>`)
	f, err := format.OpenFile(bytes.NewReader(level), int64(len(level)), format.Options{})
	require.NoError(t, err)
	var labels []string
	for i := range f.Chunks() {
		label, err := f.Label(i)
		require.NoError(t, err)
		labels = append(labels, label)
	}
	require.Equal(t, []string{"", "a", "", "b"}, labels)
	var c format.ChunkReader
	require.NoError(t, c.Reset(f, 3))
	body := 0
	for {
		b, err := c.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if b.Table == f.Schema().Table("body") {
			body += int(b.Rows)
			require.EqualValues(t, 1, b.First)
		}
	}
	require.Equal(t, 1, body)
}
