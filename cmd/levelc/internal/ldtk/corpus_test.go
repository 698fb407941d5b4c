package ldtk_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
)

// compared counts what the corpus test has held against the oracle.
var compared struct{ files, layers, entities, fields int }

func TestMain(m *testing.M) {
	code := m.Run()
	if compared.files > 0 {
		fmt.Printf("corpus: LDtk: %d projects compiled and loaded, %d layers as the oracle has them, %d entities and %d values of fields as encoding/json\n",
			compared.files, compared.layers, compared.entities, compared.fields)
	}
	os.Exit(code)
}

// TestCorpus compiles every project of the corpus and holds the layers against
// what another decoder found in them.
func TestCorpus(t *testing.T) {
	dir := corpus.Folder(t, "levels")
	for file, want := range oracle(t, dir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var w ldtk.World
			res := build(t, schemaOf(t, nil), filepath.Join(dir, file), compile.Options{})
			require.Zero(t, res.errors, res.found)
			load(t, &w, res.level)
			got := summary(&w)
			require.Equal(t, want, got)
			compared.files++
			compared.layers += len(got)
		})
	}
}

// oracle reads ORACLE.tsv: for each project, lines of layer, kind, count and hash.
func oracle(t *testing.T, dir string) map[string][]string {
	f, err := os.Open(filepath.Join(dir, "ORACLE.tsv"))
	require.NoError(t, err)
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	require.NoError(t, err)
	files := map[string][]string{}
	for _, row := range rows {
		if strings.HasSuffix(row[0], ".ldtk") {
			files[row[0]] = append(files[row[0]], strings.Join(row[1:], " "))
		}
	}
	require.NotEmpty(t, files)
	for _, lines := range files {
		slices.Sort(lines)
	}
	return files
}

// summary says of a world what the oracle says of its file.
func summary(w *ldtk.World) []string {
	var out []string
	entities := map[uint32]int{}
	for _, e := range w.Entities.All() {
		entities[e.Layer.Index()]++
	}
	for h, l := range w.Layers.All() {
		level, _ := w.Levels.Get(l.Level)
		name := w.Strings.Get(l.ID)
		if w.Worlds.Len() > 1 {
			world, _ := w.Worlds.Get(level.World)
			name = w.Strings.Get(world.Identifier) + "/" + name
		}
		if l.Type == ldtk.Entities {
			out = append(out, fmt.Sprintf("%s entities %d ", name, entities[h.Index()]))
			continue
		}
		var lines [][3]int32
		for _, t := range w.Tiles.Slice(l.Tiles) {
			lines = append(lines, [3]int32{t.Px.X, t.Px.Y, t.ID*4 + int32(t.Flip)})
		}
		kind := [...]string{"IntGrid", "Entities", "Tiles", "AutoLayer"}[l.Type]
		out = append(out, fmt.Sprintf("%s %s %d %s", name, kind, len(lines), hash(lines)))
		if l.Type == ldtk.IntGrid {
			lines = lines[:0]
			for y := range l.Size.Y {
				for x := range l.Size.X {
					if v := w.Value(l, ldtk.Vec{X: x, Y: y}); v != 0 {
						lines = append(lines, [3]int32{x, y, int32(v)})
					}
				}
			}
			out = append(out, fmt.Sprintf("%s intgrid %d %s", name, len(lines), hash(lines)))
		}
	}
	slices.Sort(out)
	return out
}

func hash(lines [][3]int32) string {
	slices.SortFunc(lines, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
	sum := sha256.New()
	for _, l := range lines {
		fmt.Fprintf(sum, "%d,%d,%d\n", l[0], l[1], l[2])
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// load loads a level into a world.
func load(t testing.TB, world any, level []byte) *loader.Level {
	t.Helper()
	b, err := loader.Bind(world)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	l, err := b.Load(context.Background(), bytes.NewReader(level))
	require.NoError(t, err)
	return l
}
