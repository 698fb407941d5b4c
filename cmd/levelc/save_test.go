package main

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/rebuild"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// withoutSources is a level as it would have been built without the positions
// in its source, which a world does not have.
func withoutSources(t *testing.T, file []byte) []byte {
	t.Helper()
	l, err := level.Read(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	var out format.Buffer
	_, err = rebuild.Write(&out, l, rebuild.Options{Drop: rebuild.Sources})
	require.NoError(t, err)
	return out
}

// What a world without Go types saves is the file that it loaded, byte for byte,
// whatever its schema, chunks, properties and metadata; and it comes second.
func TestASavedLevelIsTheFileThatWasLoaded(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 25
	}
	for seed := range n {
		l, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed, Nameless: seed%2 == 0, Extras: seed%3 != 0})
		require.NoError(t, err)
		other, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed + 1, Extras: true})
		require.NoError(t, err)
		b, tables, err := loader.BindSchema(l.Schema, loader.KeepNodes())
		require.NoError(t, err)
		first, err := b.Load(context.Background(), bytes.NewReader(other.File))
		require.NoError(t, err)
		lvl, err := b.Load(context.Background(), bytes.NewReader(l.File))
		require.NoError(t, err)
		require.NoError(t, first.Unload())
		want := withoutSources(t, l.File)
		var out bytes.Buffer
		require.NoError(t, lvl.Save(context.Background(), &out, loader.SaveOptions{Strict: true}))
		require.True(t, bytes.Equal(want, out.Bytes()), "seed %d: the level", seed)
		out.Reset()
		require.NoError(t, b.Save(context.Background(), &out, loader.SaveOptions{Strict: true}))
		require.True(t, bytes.Equal(want, out.Bytes()), "seed %d: the world", seed)
		require.NoError(t, tables.Close())
	}
}

// A level of the game, compiled, loaded and saved, is the same to levelc diff.
func TestASavedGameIsTheSameToDiff(t *testing.T) {
	for name, sources := range levels(t) {
		t.Run(name, func(t *testing.T) {
			file := compiled(t, sources[0])
			w := reflect.New(game.WorldType).Interface().(interface{ Push(x float32) })
			b, err := loader.Bind(w, loader.KeepNodes())
			require.NoError(t, err)
			lvl, err := b.Load(context.Background(), bytes.NewReader(file))
			require.NoError(t, err)
			w.Push(5) // changes no field of a level
			path := t.TempDir() + "/save.lvl"
			require.NoError(t, lvl.SaveFile(context.Background(), path, loader.SaveOptions{Strict: true}))
			saved, err := os.ReadFile(path)
			require.NoError(t, err)
			was, err := level.Read(bytes.NewReader(file), format.Options{})
			require.NoError(t, err)
			is, err := level.Read(bytes.NewReader(saved), format.Options{})
			require.NoError(t, err)
			sum := diff.Levels(was, is, func(c diff.Change) { t.Error(c) })
			require.True(t, sum.Same(), sum)
		})
	}
}

// A level that is reloaded again and again, from one random version to the
// next, is each time what the file says: saved, it is that file. Nodes of one
// kind and id keep their handles.
func TestAReloadedLevelIsTheNewFile(t *testing.T) {
	n := uint64(40)
	if testing.Short() {
		n = 8
	}
	kept := make(map[loader.ChangeKind]int)
	for seed := range n {
		var versions [][]byte
		var schema *format.Schema
		for change := range uint64(4) {
			l, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed + change/3, Change: change % 3, Nameless: true, Extras: true})
			require.NoError(t, err)
			versions, schema = append(versions, l.File), l.Schema
		}
		b, tables, err := loader.BindSchema(schema, loader.Reloadable())
		require.NoError(t, err)
		lvl, err := b.Load(context.Background(), bytes.NewReader(versions[0]))
		require.NoError(t, err)
		for i, file := range versions {
			was := handles(t, lvl, versions[max(i-1, 0)])
			changes, err := lvl.Reload(context.Background(), bytes.NewReader(file))
			require.NoError(t, err)
			for _, c := range changes {
				kept[c.What]++
			}
			if i == 0 {
				require.Empty(t, changes, "seed %d: the same file changes nothing", seed)
			}
			var out bytes.Buffer
			require.NoError(t, lvl.Save(context.Background(), &out, loader.SaveOptions{Strict: true}))
			require.True(t, bytes.Equal(withoutSources(t, file), out.Bytes()), "seed %d, version %d", seed, i)
			for id, h := range handles(t, lvl, file) {
				if old, ok := was[id]; ok {
					require.Equal(t, old, h, "seed %d: %s", seed, id)
				}
			}
		}
		require.NoError(t, lvl.Unload())
		for i := range schema.Tables {
			if schema.Tables[i].Class != format.ClassFixed {
				require.LessOrEqual(t, tables.Len(schema.Tables[i].Name), 0)
			}
		}
		require.NoError(t, tables.Close())
	}
	t.Log("changes:", kept)
	require.Len(t, kept, 3, "some of each kind")
}

// handles is the handles of a level by kind and id, where an id is of one kind
// only.
func handles(t *testing.T, lvl *loader.Level, file []byte) map[string]string {
	t.Helper()
	l, err := level.Read(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	count := make(map[string]int)
	kind := make(map[string]int)
	for b := l.Data(format.TableIDs); len(b) > 0; b = b[12:] {
		id := string(l.Text(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16))
		count[id]++
		kind[id] = int(b[8])
	}
	out := make(map[string]string)
	for id, n := range count {
		if h, ok := lvl.Find(id); ok && n == 1 {
			out[l.Schema.Tables[kind[id]].Name+" "+id] = h.String()
		}
	}
	return out
}
