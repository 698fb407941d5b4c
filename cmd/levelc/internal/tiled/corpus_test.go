package tiled_test

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/loader/tiled"
)

// table reads a table with tabs and one line of headings.
func table(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	require.NoError(t, err)
	return rows[1:]
}

// isTiled reports whether a file of the corpus is a map of Tiled's or a .world.
func isTiled(name string) bool {
	switch path.Ext(name) {
	case ".tmx", ".world":
		return true
	case ".json":
		return !strings.Contains(name, "o3de")
	}
	return false
}

// What an independent decoder has found in each layer is there after compiling and
// loading, and nothing else.
func TestRealMapsHaveWhatAnotherDecoderFound(t *testing.T) {
	root := corpus.Folder(t, "levels")
	want := map[string][]string{}
	for _, row := range table(t, filepath.Join(root, "ORACLE.tsv")) {
		if isTiled(row[0]) && !strings.HasPrefix(row[2], "?") {
			want[row[0]] = append(want[row[0]], strings.Join(row[1:], " "))
		}
	}
	files, layers, cells := 0, 0, 0
	for _, row := range table(t, filepath.Join(root, "MANIFEST.tsv")) {
		name, role := row[0], row[5]
		if role != "level" && role != "negative" || !isTiled(name) || name == "go-tiled/assets/invalid.tmx" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var w tiled.World
			b := build(t, filepath.Join(root, filepath.FromSlash(name)), editor.Options{})
			load(t, b, &w)
			if b.messages != "" {
				t.Log(b.messages)
			}
			var got []string
			for _, l := range w.Layers.All() {
				line, n := describe(&w, l)
				got = append(got, line)
				cells += n
			}
			slices.Sort(got)
			slices.Sort(want[name])
			require.Equal(t, want[name], got)
			files, layers = files+1, layers+len(got)
			delete(want, name)
		})
	}
	require.Empty(t, want, "rows of files that were not compared")
	fmt.Printf("corpus: Tiled: %d files, %d layers and %d cells are as another decoder found them\n", files, layers, cells)
}

// describe is a layer as a row of ORACLE.tsv, and how many cells it has.
func describe(w *tiled.World, l *tiled.Layer) (string, int) {
	name := w.Strings.Get(l.Name)
	for g := l.Group; !g.IsNil(); {
		group, _ := w.Layers.Get(g)
		name, g = w.Strings.Get(group.Name)+"/"+name, group.Group
	}
	var found [][3]int64
	n, sum := 0, ""
	switch l.Type {
	case tiled.TileLayer:
		for _, ref := range w.ChunkRefs.Slice(l.Chunks) {
			c, _ := w.Chunks.Get(ref.Chunk)
			for i, gid := range w.Cells.Slice(c.Cells) {
				if !gid.Empty() {
					found = append(found, [3]int64{int64(c.X) + int64(i)%int64(c.Width), int64(c.Y) + int64(i)/int64(c.Width), int64(gid)})
				}
			}
		}
		slices.SortFunc(found, func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
		hash := sha256.New()
		for _, c := range found {
			fmt.Fprintf(hash, "%d,%d,%d\n", c[0], c[1], c[2])
		}
		n, sum = len(found), hex.EncodeToString(hash.Sum(nil))[:16]
	case tiled.ObjectLayer:
		for _, o := range w.Objects.All() {
			if owner, ok := w.Layers.Get(o.Layer); ok && owner == l {
				n++
			}
		}
	}
	kind := []string{"tile", "object", "image", "group"}[l.Type]
	cells := 0
	if l.Type == tiled.TileLayer {
		cells = n
	}
	return strings.Join([]string{name, kind, strconv.Itoa(n), sum}, " "), cells
}

func TestRealWorldsHaveTheirMaps(t *testing.T) {
	root := corpus.Folder(t, "levels")
	for name, want := range map[string]map[string][2]int32{
		"pytiled_parser/tests/test_data/world_tests/both/world.world": {"map_manual_one": {-160, 0}, "map_p0-n0": {0, 0}, "map_p0-n1": {0, 160}},
		"tiled/examples/sticker-knight/sticker-knight.world":          {"sandbox2": {1824, 0}, "sandbox": {0, -1792}, "title": {-1760, -1408}},
	} {
		var w tiled.World
		load(t, build(t, filepath.Join(root, filepath.FromSlash(name)), editor.Options{}), &w)
		got := map[string][2]int32{}
		for _, m := range w.Maps.All() {
			got[w.Strings.Get(m.ID)] = [2]int32{m.WorldX, m.WorldY}
			require.False(t, m.World.IsNil())
		}
		require.Equal(t, want, got)
	}
}

// Nothing else in the corpus is taken for a map.
func TestRealLevelsOfOthersAreNotDetected(t *testing.T) {
	root := corpus.Folder(t, "levels")
	for _, row := range table(t, filepath.Join(root, "MANIFEST.tsv")) {
		f, err := source.Open(filepath.Join(root, filepath.FromSlash(row[0])))
		require.NoError(t, err)
		want := isTiled(row[0]) && row[5] != "dep"
		require.Equal(t, want, reader.Detect(f), row[0])
		f.Close()
	}
}

// What is no map, or one of a later version, is refused or read without what is not
// known.
func TestRealMapsThatAreWrong(t *testing.T) {
	root := corpus.Folder(t, "levels")
	b := build(t, filepath.Join(root, "go-tiled", "assets", "invalid.tmx"), editor.Options{})
	require.Equal(t, 1, b.errors)
	require.Regexp(t, `invalid\.tmx:\d+:\d+: `, b.messages)
	b = build(t, filepath.Join(root, "pytiled_parser", "tests", "test_data", "layer_tests", "unknown_type", "map.json"), editor.Options{})
	require.Zero(t, b.errors)
	require.Contains(t, b.messages, `warning: the layer type "faketype" is not known`)
}
