package corpus_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/gen"
)

// requireSameByAllWays loads a level in every way there is into stores of its
// schema and requires that a save of each is the same, and that Walk meets as
// many nodes of each kind.
func requireSameByAllWays(t *testing.T, name string, file []byte) {
	t.Helper()
	ctx := context.Background()
	head, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err, name)
	path := filepath.Join(t.TempDir(), "level.lvl")
	require.NoError(t, os.WriteFile(path, file, 0o600))
	nodes := map[string]int{}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err, name)
		nodes[n.Kind()]++
	}
	var want bytes.Buffer
	ordered := true
	for k, load := range []func(b *loader.Binding) error{
		func(b *loader.Binding) error { _, err := b.Load(ctx, bytes.NewReader(file)); return err },
		func(b *loader.Binding) error { _, err := b.LoadBytes(ctx, file); return err },
		func(b *loader.Binding) error {
			ld := b.Start(bytes.NewReader(file))
			for !ld.Step(0) {
			}
			_, err := ld.Finish()
			return err
		},
		func(b *loader.Binding) error {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = b.LoadMapped(ctx, f)
			return err
		},
		func(b *loader.Binding) error {
			f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
			if err != nil {
				return err
			}
			// Chunks that share a label come together, so their rows lie in
			// another order than the file's.
			ordered = len(f.Chunks()) == len(head.Chunks())
			for _, c := range f.Chunks() {
				if err := f.Load(ctx, c.Label); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		b, tables, err := loader.BindSchema(head.Schema())
		require.NoError(t, err)
		require.NoError(t, load(b), "%s by way %d", name, k)
		for kind, n := range nodes {
			require.Equal(t, n, tables.Len(kind), "%s by way %d: %s", name, k, kind)
		}
		var got bytes.Buffer
		require.NoError(t, b.Save(ctx, &got, loader.SaveOptions{Strict: true}))
		require.NoError(t, tables.Close())
		if k == 0 {
			want = got
		}
		require.True(t, !ordered || bytes.Equal(want.Bytes(), got.Bytes()), "%s by way %d is not what Load gives", name, k)
	}
}

// Random levels have chunks, properties and references of every kind.
func TestRandomLevelsAreTheSameByAllWays(t *testing.T) {
	n := uint64(60)
	if testing.Short() {
		n = 15
	}
	for seed := range n {
		l, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed + 1, Nameless: seed%2 == 0, Extras: seed%3 > 0})
		require.NoError(t, err)
		requireSameByAllWays(t, fmt.Sprint("random level ", seed), l.File)
	}
}

func TestGeneratedLevelsAreTheSameByAllWays(t *testing.T) {
	for _, format := range []gen.Format{gen.XML, gen.JSON} {
		path := filepath.Join(t.TempDir(), "level."+format.String())
		f, err := os.Create(path)
		require.NoError(t, err)
		_, err = gen.Write(f, gen.Options{Format: format, Bytes: 100 << 10, Seed: 3})
		require.NoError(t, err)
		require.NoError(t, f.Close())
		load(t, reflect.New(game.WorldType).Interface(), path)
	}
}
