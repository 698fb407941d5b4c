package ldtk_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// FuzzTranslate takes any bytes for a project, beside which some files lie. What is
// translated without an error compiles without one, and is as long as the project
// lets it be.
func FuzzTranslate(f *testing.F) {
	for _, name := range []string{"lighthouse.ldtk", "islands.ldtk", "beach.ldtk", "islands/East_1.ldtkl"} {
		b, err := os.ReadFile(testdata(name))
		require.NoError(f, err)
		f.Add(b)
	}
	f.Add([]byte(one(crateWith("f", "Int", "1", "g", "Array<Point>", `[{"cx": 1, "cy": 2}, null]`))))
	f.Add([]byte(layer(`, "intGridCsv": [1, 2, 3, 4]`)))
	f.Add([]byte(layer(`, "intGrid": [{"coordId": 1, "v": 2}]`)))
	f.Add([]byte(level(`, "externalRelPath": "a.ldtkl"`)))
	f.Add([]byte(level(`, "externalRelPath": "p.ldtk"`)))
	seeds, err := filepath.Glob(filepath.Join("testdata", "fuzz", "FuzzTranslate", "*"))
	require.NoError(f, err)
	require.NotEmpty(f, seeds)

	tr := newTrial(f)
	f.Fuzz(func(t *testing.T, text []byte) { tr.try(t, text) })
}

// FuzzEdits makes a project of the lighthouse by putting odd values in the place of
// its own.
func FuzzEdits(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join("testdata", "fuzz", "FuzzEdits", "*"))
	require.NoError(f, err)
	require.NotEmpty(f, seeds)
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	tr := newTrial(f)
	f.Fuzz(func(t *testing.T, edits []byte) {
		if len(edits) > 0 && len(edits) <= 200 {
			tr.try(t, edited(t, edits))
		}
	})
}

// The same by chance, which is quicker than to look for new ways.
func TestRandomEdits(t *testing.T) {
	tr := newTrial(t)
	rng := rand.New(rand.NewPCG(1, 2))
	edits := make([]byte, 60)
	for range 150 {
		for i := range edits {
			edits[i] = byte(rng.Uint32())
		}
		tr.try(t, edited(t, edits[:1+rng.IntN(len(edits))]))
	}
}

// edited is one of testdata's projects after some edits.
func edited(t *testing.T, edits []byte) []byte {
	names := []string{"lighthouse.ldtk", "islands.ldtk", "beach.ldtk"}
	text, err := os.ReadFile(testdata(names[int(edits[0])%len(names)]))
	require.NoError(t, err)
	var root any
	require.NoError(t, json.Unmarshal(text, &root))
	e := editing{bytes: edits[1:]}
	for len(e.bytes) > 0 {
		e.edit(root)
	}
	text, err = json.Marshal(root)
	require.NoError(t, err)
	return text
}

// editing goes down a tree as some bytes say.
type editing struct{ bytes []byte }

func (e *editing) next(n int) int {
	if len(e.bytes) == 0 {
		return 0
	}
	b := int(e.bytes[0])
	e.bytes = e.bytes[1:]
	if n == 0 {
		return b
	}
	return b % n
}

var odd = []any{
	nil, true, 0.0, 1.0, -1.0, 2147483647.0, -2147483648.0, 1e300, 0.5, 65536.0, "", "x", " a ", "A", "#123456", "Int", "Array<Point>",
	"EntityRef", "Entities", "IntGrid", []any{}, []any{nil}, []any{1.0, 2.0}, []any{"a", "a"}, map[string]any{}, []any{map[string]any{"cx": 1.0, "cy": 2.0}, nil},
	map[string]any{"entityIid": "510000c8-0000-11f0-8000-0000000000c8"}, map[string]any{"tilesetUid": 1.0}, "Shore", "Shore/Ground", "Tile", "Array<Tile>", "Color", "LocalEnum.Item",
}

func (e *editing) edit(at any) {
	for depth := 0; ; depth++ {
		stop := e.next(8) == 0 || depth > 12
		switch v := at.(type) {
		case map[string]any:
			if len(v) == 0 {
				return
			}
			keys := slices.Sorted(maps.Keys(v))
			k := keys[e.next(len(keys))]
			if isDeep(v[k]) && !stop {
				at = v[k]
				continue
			}
			if n := e.next(len(odd) + 2); n < len(odd) {
				v[k] = fresh(odd[n])
			} else {
				delete(v, k)
			}
		case []any:
			if len(v) == 0 {
				return
			}
			i := e.next(len(v))
			if isDeep(v[i]) && !stop {
				at = v[i]
				continue
			}
			if n := e.next(len(odd) + 1); n < len(odd) {
				v[i] = fresh(odd[n])
			} else {
				v[i] = fresh(v[e.next(len(v))])
			}
		}
		return
	}
}

// fresh copies a value, so that editing one place does not change another.
func fresh(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k := range v {
			m[k] = fresh(v[k])
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = fresh(v[i])
		}
		return list
	}
	return v
}

// isDeep reports whether a value has others in it.
func isDeep(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
}

// trial is a folder and the schemas to compile for.
type trial struct {
	dir         string
	plan, other *compile.Plan
	schema      *format.Schema // of other
}

func newTrial(f testing.TB) *trial {
	tr := &trial{dir: f.TempDir()}
	a := `{"identifier": "A", "iid": "a", "layerInstances": [{"__identifier": "L", "__type": "Tiles", "gridTiles": [{"px": [0, 0]}]}]}`
	require.NoError(f, os.WriteFile(filepath.Join(tr.dir, "a.ldtkl"), []byte(a), 0o666))
	require.NoError(f, os.WriteFile(filepath.Join(tr.dir, "b.ldtkl"), []byte(`{"iid": "b", "layerInstances": `), 0o666))
	require.NoError(f, os.CopyFS(filepath.Join(tr.dir, "islands"), os.DirFS(testdata("islands"))))
	var err error
	tr.plan, err = compile.NewPlan(ldtk.Schema())
	require.NoError(f, err)
	tr.schema = schemaOf(f, new(game))
	tr.other, err = compile.NewPlan(tr.schema)
	require.NoError(f, err)
	return tr
}

// try translates a project and compiles what came of it, for the ready-made types
// and for those of a game.
func (tr *trial) try(t *testing.T, text []byte) {
	path := filepath.Join(tr.dir, "p.ldtk")
	require.NoError(t, os.WriteFile(path, text, 0o666))
	file, err := source.Open(path)
	require.NoError(t, err)
	defer file.Close()
	ldtk.Detect(file)
	for _, c := range []struct {
		schema *format.Schema
		plan   *compile.Plan
	}{{ldtk.Schema(), tr.plan}, {tr.schema, tr.other}} {
		level, err := editor.Translate(context.Background(), file, path, ldtk.Reader, editor.Options{Schema: c.schema})
		require.NoError(t, err)
		if level.Found.Count(diag.Error) == 0 {
			n, err := io.Copy(io.Discard, io.NewSectionReader(level.File, 0, math.MaxInt64))
			require.NoError(t, err)
			require.LessOrEqual(t, n, int64(1<<20)*4+int64(len(text))*100)
			var out format.Buffer
			found, _, err := c.plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, compile.Options{})
			if c.plan == tr.plan { // what a game's own kinds take is the compiler's to say
				require.NoError(t, err, "%v", found)
				require.Empty(t, found.Diagnostics.All())
			} else if err != nil {
				require.ErrorIs(t, err, compile.ErrLevel)
			}
		}
		level.Close()
	}
}
