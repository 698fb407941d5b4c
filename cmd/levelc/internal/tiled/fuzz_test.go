package tiled_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// door is a kind of a game's own.
type door struct {
	tiled.Placed
	Locked bool                  `level:"locked"`
	Leads  store.Handle[door]    `level:"leads,ref"`
	Mood   uint8                 `level:"mood,enum=calm|angry|sad"`
	Traits uint8                 `level:"traits,flags=big|loud|red"`
	Paint  [4]uint8              `level:"paint"`
	Keys   store.Span[store.Str] `level:"keys"`
	Sound  struct {
		File   store.Str `level:"file"`
		Volume float32   `level:"volume,default=1"`
	} `level:"sound"`
	Corners store.Span[tiled.Point] `level:"point"`
	_       [4]byte                 // the same on all machines
}

// lamp has no id.
type lamp struct {
	Pos    [2]float32 `level:"pos"`
	Size   [2]float32 `level:"size"`
	Radius float32    `level:"radius"`
}

// npc is known by its name.
type npc struct {
	X, Y   float64
	Name   store.Str       `level:"name,id"`
	Friend store.AnyHandle `level:"friend,ref=npc|door|object"`
}

type game struct {
	tiled.World
	Doors store.Bulk[door] `level:"door"`
	Lamps store.Bulk[lamp] `level:"lamp"`
	NPCs  store.Bulk[npc]  `level:"npc"`
	Words store.Array[store.Str]
}

func gameSchema(t testing.TB) *format.Schema {
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[game]()))
	require.NoError(t, err)
	return w.Schema
}

// Whatever the level is, and whatever files it refers to, nothing panics; and what the
// reader finds nothing wrong with, the compiler finds nothing wrong with.
func FuzzTranslate(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join("testdata", "seeds", "*"))
	require.NoError(f, err)
	require.NotEmpty(f, seeds)
	dir := f.TempDir()
	for _, seed := range seeds {
		b, err := os.ReadFile(seed)
		require.NoError(f, err)
		f.Add(b)
		require.NoError(f, os.WriteFile(filepath.Join(dir, filepath.Base(seed)), b, 0o666))
	}
	own := gameSchema(f)
	plan, err := compile.NewPlan(reader.Schema())
	require.NoError(f, err)
	ownPlan, err := compile.NewPlan(own)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		main, err := source.Spool(bytes.NewReader(data), "fuzz.tmx")
		require.NoError(t, err)
		defer main.Close()
		reader.Detect(main)
		for _, with := range []struct {
			schema  *format.Schema
			plan    *compile.Plan
			project string
		}{{reader.Schema(), plan, ""}, {own, ownPlan, filepath.Join(dir, "types.tiled-project")}} {
			level, err := editor.Translate(context.Background(), main, filepath.Join(dir, "fuzz.tmx"), reader.Reader,
				editor.Options{Schema: with.schema, Project: with.project, Missing: diag.Warning})
			require.NoError(t, err)
			if level.File != nil && level.Found.Count(diag.Error) == 0 {
				var out format.Buffer
				found, _, err := with.plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, compile.Options{})
				if with.plan == plan {
					var said strings.Builder
					if found != nil {
						require.NoError(t, diag.Write(&said, &found.Diagnostics, diag.Options{}))
					}
					require.NoError(t, err, said.String())
				}
			}
			level.Close()
		}
	})
}

// FuzzOthers is FuzzTranslate for the files that a map refers to, and the project.
func FuzzOthers(f *testing.F) {
	seeds := filepath.Join("testdata", "seeds")
	names := []string{"ground.tsx", "door.tx", "types.tiled-project"}
	for i, name := range names {
		b, err := os.ReadFile(filepath.Join(seeds, name))
		require.NoError(f, err)
		f.Add(b, uint8(i))
	}
	for i, name := range []string{"ground.tsj", "door.tj"} {
		b, err := os.ReadFile(filepath.Join(seeds, name))
		require.NoError(f, err)
		f.Add(b, uint8(i))
	}
	main, err := os.ReadFile(filepath.Join(seeds, "all.tmx"))
	require.NoError(f, err)
	plan, err := compile.NewPlan(reader.Schema())
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		files := []string{"m.tmx", string(main)}
		for i, name := range names {
			text := string(data)
			if int(which)%len(names) != i {
				b, err := os.ReadFile(filepath.Join(seeds, name))
				require.NoError(t, err)
				text = string(b)
			}
			files = append(files, name, text)
		}
		path := write(t, files...)
		f, err := source.Open(path)
		require.NoError(t, err)
		defer f.Close()
		level, err := editor.Translate(context.Background(), f, path, reader.Reader,
			editor.Options{Schema: reader.Schema(), Project: filepath.Join(filepath.Dir(path), names[2])})
		require.NoError(t, err)
		defer level.Close()
		if level.File == nil || level.Found.Count(diag.Error) > 0 {
			return
		}
		var out format.Buffer
		found, _, err := plan.Build(context.Background(), []*source.File{level.File}, &out, format.WriterOptions{}, compile.Options{})
		var said strings.Builder
		if found != nil {
			require.NoError(t, diag.Write(&said, &found.Diagnostics, diag.Options{}))
		}
		require.NoError(t, err, said.String())
	})
}
