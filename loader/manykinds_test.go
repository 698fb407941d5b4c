package loader_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type hub struct {
	Name store.Str `level:"name,id"`
}

type spoke struct {
	Name  store.Str         `level:"name,id"`
	Hub   store.Handle[hub] `level:"hub,ref"`
	Parts store.Span[dot]   `level:"dot"`
	N     uint32            `level:"n"`
}

type dot struct {
	Hub store.Handle[hub] `level:"hub,ref"`
}

// manyKinds is a world of n kinds that no level uses, behind which those stand that
// are used.
func manyKinds(t *testing.T, n int) (*loader.Binding, *store.Bulk[hub], *store.Bulk[spoke], *store.Array[dot], *store.Strings) {
	hubs, spokes, dots, text := new(store.Bulk[hub]), new(store.Bulk[spoke]), new(store.Array[dot]), new(store.Strings)
	var stores []loader.Named
	long := strings.Repeat("kind", 40)
	for i := range n {
		stores = append(stores, loader.Named{Tag: fmt.Sprint(long, i+100_000), Store: new(store.Bulk[struct{ X uint32 }])})
	}
	stores = append(stores, loader.Named{Tag: fmt.Sprint(long, 900_000), Store: hubs}, loader.Named{Tag: "spoke", Store: spokes}, loader.Named{Store: dots})
	b, err := loader.BindStores(text, stores, loader.Reloadable())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b, hubs, spokes, dots, text
}

// What a row costs in a reload does not depend on how many kinds the world has.
func TestReloadInAWorldOfManyKinds(t *testing.T) {
	const kinds, rows = 2000, 20_000 // a tenth of a second; where kinds were looked for by name, row by row, it was 4
	took := func(kinds int) time.Duration {
		b, hubs, spokes, dots, text := manyKinds(t, kinds)
		name, err := text.Intern("hub")
		require.NoError(t, err)
		h, err := hubs.Insert(hub{Name: name})
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
