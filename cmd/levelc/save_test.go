package main

import (
	"bytes"
	"context"
	"os"
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
	var out fileInMemory
	_, err = rebuild.Write(&out, l, rebuild.Options{Drop: rebuild.Sources})
	require.NoError(t, err)
	return out
}

type fileInMemory []byte

func (f *fileInMemory) WriteAt(p []byte, at int64) (int, error) {
	if end := int(at) + len(p); end > len(*f) {
		*f = append(*f, make([]byte, end-len(*f))...)
	}
	return copy((*f)[at:], p), nil
}

// What a world without Go types saves is the file that it loaded, byte for byte,
// whatever its schema, chunks, properties and metadata; and it comes second.
func TestASavedLevelIsTheFileThatWasLoaded(t *testing.T) {
	n := uint64(300)
	if testing.Short() {
		n = 40
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
			var w game.World
			b, err := loader.Bind(&w, loader.KeepNodes())
			require.NoError(t, err)
			lvl, err := b.Load(context.Background(), bytes.NewReader(file))
			require.NoError(t, err)
			for _, body := range w.Bodies.All() {
				body.Velocity.X = 5 // no field of a level
			}
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
