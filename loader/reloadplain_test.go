package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type speck struct {
	Pos, Speed [3]float32
	Life       [6]uint32
}

type specks struct {
	Specks store.Bulk[speck] `level:"speck"`
}

// manySpecks is a level of n nodes without ids. In each one that has changed, a number is
// another.
func manySpecks(t testing.TB, n int, changed func(i int) bool) []byte {
	var w specks
	b := bind(t, &w)
	for i := range n {
		s := speck{Pos: [3]float32{float32(i)}}
		if changed(i) {
			s.Life[0] = 1
		}
		_, err := w.Specks.Insert(s)
		require.NoError(t, err)
	}
	var out bytes.Buffer
	require.NoError(t, b.Save(ctx, &out, loader.SaveOptions{}))
	require.NoError(t, b.Close())
	return out.Bytes()
}

// BenchmarkReloadPlain reloads small nodes of plain numbers without ids, which a load takes
// the least time for: the same, with one changed, or with all of them. Beside it, how=load
// loads them into stores that are warm.
func BenchmarkReloadPlain(b *testing.B) {
	const n = 100000
	none := manySpecks(b, n, func(int) bool { return false })
	b.Run("how=load", func(b *testing.B) {
		bd := bind(b, new(specks), loader.Reloadable())
		for b.Loop() {
			l, err := bd.LoadBytes(ctx, none)
			require.NoError(b, err)
			require.NoError(b, l.Unload())
		}
	})
	for _, c := range []struct {
		change string
		is     func(i int) bool
	}{
		{"none", func(int) bool { return false }},
		{"one", func(i int) bool { return i == n/2 }},
		{"all", func(int) bool { return true }},
	} {
		b.Run("how=reload/change="+c.change, func(b *testing.B) {
			benchmarkReload(b, new(specks), [2][]byte{none, manySpecks(b, n, c.is)})
		})
	}
}
