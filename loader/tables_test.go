package loader_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// What reloads have removed from one level becomes the place of another: of each
// the rows are its own.
func TestTablesWhoseLevelsShareSlots(t *testing.T) {
	var w game.World
	b, ts, err := loader.BindSchema(bind(t, &w).Schema(), loader.Reloadable())
	require.NoError(t, err)
	defer ts.Close()
	first := load(t, b, planks(t, 200))
	_, err = first.Reload(ctx, bytes.NewReader(planks(t, 50)))
	require.NoError(t, err)
	require.Equal(t, 50, ts.Len("body"))
	second := load(t, b, planks(t, 300))
	_, err = second.Reload(ctx, bytes.NewReader(planks(t, 100)))
	require.NoError(t, err)
	require.NoError(t, second.Unload())
	require.Equal(t, 50, ts.Len("body"))

	third := load(t, b, bridge(t))
	for _, x := range []struct {
		lvl  *loader.Level
		file []byte
	}{{first, planks(t, 50)}, {third, bridge(t)}} {
		var out bytes.Buffer
		require.NoError(t, x.lvl.Save(ctx, &out, loader.SaveOptions{Strict: true}))
		require.True(t, bytes.Equal(x.file, out.Bytes()))
	}
	require.NoError(t, first.Unload())
	require.NoError(t, third.Unload())
	require.Zero(t, ts.Len("body"))
}

// What it takes to save a row does not depend on how many levels there are.
func TestTablesOfManyLevels(t *testing.T) {
	levels, rows := 12_000, 5 // where rows were looked for level by level it was 3 seconds
	if testing.Short() {
		levels = 1000 // the time is judged with all of them
	}
	took := func(levels, rows int) time.Duration {
		var w game.World
		b, ts, err := loader.BindSchema(bind(t, &w).Schema())
		require.NoError(t, err)
		defer ts.Close()
		file := planks(t, rows)
		for range levels {
			load(t, b, file)
		}
		start := time.Now()
		require.NoError(t, b.Save(ctx, io.Discard, loader.SaveOptions{Strict: true}))
		require.Equal(t, levels*rows, ts.Len("body"))
		return time.Since(start)
	}
	one, many := took(1, rows*levels), took(levels, rows)
	require.Less(t, many, 5*one+time.Second, "as one level it took %v", one)
}

// A load that is under way writes to the tables, whoever closes them.
func TestTablesCloseAsTheirBindingDoes(t *testing.T) {
	var w game.World
	b, ts, err := loader.BindSchema(bind(t, &w).Schema())
	require.NoError(t, err)
	ld := b.Start(bytes.NewReader(planks(t, 5)))
	for range 2 { // the head, and then a block
		require.False(t, ld.Step(time.Nanosecond))
	}
	require.ErrorIs(t, ts.Close(), store.ErrInUse)
	_, err = ld.Finish()
	require.NoError(t, err)
	require.Equal(t, 5, ts.Len("body"))

	require.NoError(t, ts.Close())
	_, err = b.Load(ctx, bytes.NewReader(planks(t, 5)))
	require.ErrorIs(t, err, store.ErrClosed)
	require.NoError(t, b.Close())
	require.NoError(t, ts.Close())
	require.NoError(t, new(loader.Tables).Close())
	require.Equal(t, -1, new(loader.Tables).Len("body"))
}

// A schema without Go types has to be right where types have to be.
func TestBindSchemaChecksAsBindDoes(t *testing.T) {
	schema := func(edit func(*format.Table)) *format.Schema {
		kind := format.Table{Name: "k", Class: format.ClassNode, Stride: 1,
			Fields: []format.Field{{Name: "n", Type: format.TypeU8, Count: 1}}, Attr: format.TableAttr{Names: []string{"k"}}}
		edit(&kind)
		return &format.Schema{Tables: []format.Table{kind}}
	}
	_, _, err := loader.BindSchema(schema(func(k *format.Table) {
		k.Fields[0].Attr.HasDefault, k.Fields[0].Attr.Default = true, "300"
	}))
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "300")
	_, _, err = loader.BindSchema(schema(func(k *format.Table) {
		k.Attr.Names = make([]string, 257)
	}))
	require.ErrorContains(t, err, "257 names of one kind; at most 256")
}
