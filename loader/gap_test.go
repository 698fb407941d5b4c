package loader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// oldHill is what hill was before levels had all of its fields.
type oldHill struct {
	Groves  standin.Bulk[plain]   `level:"grove"`
	Trees   standin.Bulk[oldTree] `level:"tree"`
	Stones  standin.Bulk[oldTree] `level:"stone"`
	Strings store.Strings
}

type oldTree struct {
	N uint32
	_ [2]uint32 // where there is a handle now, or a string
}

type hill struct {
	Groves store.Bulk[plain] `level:"grove"`
	Trees  store.Bulk[struct {
		N  uint32
		In store.Handle[plain] `level:",parent,ref=grove"`
	}] `level:"tree"`
	Stones store.Bulk[struct {
		N    uint32
		Kind store.Str `level:",default=granite"`
		_    uint32
	}] `level:"stone"`
	Strings store.Strings
}

// Where a level has a gap, there may be a field since. Its rows are then those of the world,
// byte for byte, and lack the field all the same.
func TestAFieldWhereALevelHasAGap(t *testing.T) {
	const n = 12000 // enough to be mapped
	a := newAuthor(t, oldHill{}, format.WriterOptions{Align: 16 << 10})
	for i := range 4 {
		a.node("grove", 0, "", fields{"n": i})
		for k := range n / 4 {
			a.node("tree", 1, "", fields{"n": i})
			a.node("stone", 1, "", fields{"n": k})
		}
	}
	file := a.file()
	for name, way := range ways {
		var w hill
		b := bind(t, &w)
		gone, err := way(t, b, file)
		require.NoError(t, err, name)
		require.Equal(t, n, w.Trees.Len())
		for h, tree := range w.Trees.All() {
			if grove, ok := w.Groves.Get(tree.In); !ok || grove.N != tree.N {
				require.Fail(t, "another parent", "%s: %v: %v", name, h, tree.In)
			}
		}
		require.Equal(t, n, w.Stones.Len())
		for h, stone := range w.Stones.All() {
			if kind := w.Strings.Get(stone.Kind); kind != "granite" {
				require.Fail(t, "another default", "%s: %v: %q", name, h, kind)
			}
		}
		require.NoError(t, gone())
		require.Zero(t, w.Strings.Len(), name)
		require.NoError(t, b.Close())
	}
}
