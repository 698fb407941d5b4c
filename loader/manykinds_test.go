package loader_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

type spoke struct {
	Name  store.Str           `level:"name,id"`
	Hub   store.Handle[named] `level:"hub,ref"`
	Parts store.Span[dot]     `level:"dot"`
	N     uint32              `level:"n"`
}

type dot struct {
	Hub store.Handle[named] `level:"hub,ref"`
}

// manyKinds is a world of n kinds that no level uses, behind which those stand that
// are used.
func manyKinds(t *testing.T, n int) (*loader.Binding, *store.Bulk[named], *store.Bulk[spoke], *store.Array[dot], *store.Strings) {
	hubs, spokes, dots, text := new(store.Bulk[named]), new(store.Bulk[spoke]), new(store.Array[dot]), new(store.Strings)
	var stores []loader.Named
	long := strings.Repeat("kind", 40)
	for i := range n {
		stores = append(stores, loader.Named{Tag: fmt.Sprint(long, i+100_000), Store: new(store.Bulk[plain])})
	}
	stores = append(stores, loader.Named{Tag: fmt.Sprint(long, 900_000), Store: hubs}, loader.Named{Tag: "spoke", Store: spokes}, loader.Named{Store: dots})
	b, err := loader.BindStores(text, stores, loader.Reloadable())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b, hubs, spokes, dots, text
}

// What a row costs in a reload does not depend on how many kinds the world has.
func TestReloadInAWorldOfManyKinds(t *testing.T) {
	kinds, rows := 2000, 20_000 // a tenth of a second; where kinds were looked for by name, row by row, it was 4
	if testing.Short() {
		rows = 2000 // the time is judged with all of them
	}
	took := func(kinds int) time.Duration {
		b, hubs, spokes, dots, text := manyKinds(t, kinds)
		name, err := text.Intern("hub")
		require.NoError(t, err)
		h, err := hubs.Insert(named{Name: name})
		require.NoError(t, err)
		for i := range rows {
			name, err := text.Intern(fmt.Sprint(i))
			require.NoError(t, err)
			parts, err := dots.AppendRange([]dot{{h}, {h}})
			require.NoError(t, err)
			_, err = spokes.Insert(spoke{Name: name, Hub: h, Parts: parts})
			require.NoError(t, err)
		}
		var before, after bytes.Buffer
		require.NoError(t, b.Save(ctx, &before, loader.SaveOptions{}))
		for _, s := range spokes.All() {
			s.N++
		}
		require.NoError(t, b.Save(ctx, &after, loader.SaveOptions{}))
		b, _, _, _, _ = manyKinds(t, kinds)
		l := load(t, b, before.Bytes())
		start := time.Now()
		changes, err := l.Reload(ctx, &after)
		require.NoError(t, err)
		require.Len(t, changes, rows)
		return time.Since(start)
	}
	few, many := took(1), took(kinds)
	require.Less(t, many, 5*few+time.Second, "a world of %d kinds; of one, %v", kinds, few)
}

// To find out what became of a kind that many others refer to takes one look at all
// kinds, and not one for each of those.
func TestARenamedKindAmongManyIsFoundOnce(t *testing.T) {
	const kinds = 1000
	schema := func(hub string, aliases ...string) *format.Schema {
		s := &format.Schema{Tables: []format.Table{{Name: hub, Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Aliases: aliases}}}}
		for i := range kinds {
			s.Tables = append(s.Tables, format.Table{Name: fmt.Sprint("spoke", i), Class: format.ClassNode, Stride: 8, Fields: []format.Field{
				{Name: "hub", Type: format.TypeRef, Count: 1, Target: hub}}})
		}
		return s
	}
	w, err := format.NewWriter(schema("hub"), format.WriterOptions{})
	require.NoError(t, err)
	row, err := w.Node(format.FixedTables+kinds, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(format.FixedTables+kinds, row, make([]byte, 8)))
	var file format.Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)
	b, ts, err := loader.BindSchema(schema("nave", "hub"))
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	load(t, b, file)
	runtime.ReadMemStats(&after)
	require.Less(t, after.Mallocs-before.Mallocs, uint64(100*kinds))
	require.Equal(t, 1, ts.Len(fmt.Sprint("spoke", kinds-1)))
	require.NoError(t, ts.Close())
}

// A level that is saved from among millions of others takes memory for itself.
func TestALevelIsSavedFromALargeWorld(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, bridge(t)) // in front of it
	r, err := w.Bodies.Reserve(4_000_000)
	require.NoError(t, err)
	l := load(t, b, bridge(t))
	w.Bodies.Release(r)
	save := func() { require.NoError(t, l.Save(ctx, io.Discard, loader.SaveOptions{})) }
	save()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	save()
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}
