//go:build !race && !invariants

package loader_test

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
)

// tiles is a level of one layer with n cells, or more; one has the value plus.
func tiles(t testing.TB, n, more int, plus uint32) []byte {
	var w building
	b := bind(t, &w)
	cells, err := w.Cells.Make(n + more)
	require.NoError(t, err)
	for i := range n + more {
		w.Cells.Slice(cells)[i] = uint32(i) * 7 % 100
	}
	w.Cells.Slice(cells)[n/2] += plus
	name, err := w.Strings.Intern("ground")
	require.NoError(t, err)
	_, err = w.Layers.Insert(storey{Name: name, Cells: cells})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, b.Save(ctx, &out, loader.SaveOptions{}))
	require.NoError(t, b.Close())
	return out.Bytes()
}

// A reload of a long list needs its elements in memory, and next to nothing for each.
func TestAReloadNeedsLittleForAnElement(t *testing.T) {
	const n = 500000
	old := tiles(t, n, 0, 0)
	for _, test := range []struct {
		name     string
		now      []byte
		inStores int // bytes that stores may take from Go's heap
	}{
		{"nothing has changed", tiles(t, n, 0, 0), 0},
		{"a cell has changed", tiles(t, n, 0, 5), 0},
		{"there is one more", tiles(t, n, 1, 0), 5 * n},
	} {
		t.Run(test.name, func(t *testing.T) {
			var w building
			b := bind(t, &w, loader.Reloadable())
			defer b.Close()
			l, err := b.LoadBytes(ctx, old)
			require.NoError(t, err)
			var start, before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&start)
			for _, file := range [][]byte{test.now, old} {
				runtime.ReadMemStats(&before)
				_, err = l.Reload(ctx, bytes.NewReader(file))
				runtime.ReadMemStats(&after)
				require.NoError(t, err)
				require.Less(t, int(after.TotalAlloc-before.TotalAlloc), 7*n+test.inStores+1<<19, "bytes of a reload")
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			require.Less(t, int(after.HeapAlloc)-int(start.HeapAlloc), n+2*test.inStores, "bytes more than after the load")
		})
	}
}

// BenchmarkReloadList reloads a level that is one list: the same, with one element
// changed, or with one more. Beside it, how=load loads it into stores that are warm.
func BenchmarkReloadList(b *testing.B) {
	const n = 1000000
	files := map[string][]byte{"none": tiles(b, n, 0, 0), "element": tiles(b, n, 0, 5), "length": tiles(b, n, 1, 0)}
	b.Run("how=load", func(b *testing.B) {
		bd := bind(b, new(building), loader.Reloadable())
		for b.Loop() {
			l, err := bd.LoadBytes(ctx, files["none"])
			require.NoError(b, err)
			require.NoError(b, l.Unload())
		}
	})
	for _, change := range []string{"none", "element"} {
		b.Run(fmt.Sprintf("how=reload/change=%s", change), func(b *testing.B) {
			benchmarkReload(b, new(building), [2][]byte{tiles(b, n, 0, 0), files[change]})
		})
	}
	b.Run("how=reload/change=length", func(b *testing.B) {
		bd := bind(b, new(building), loader.Reloadable())
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			l, err := bd.LoadBytes(ctx, files["none"])
			require.NoError(b, err)
			b.StartTimer()
			_, err = l.Reload(ctx, bytes.NewReader(files["length"]))
			require.NoError(b, err)
			b.StopTimer()
			require.NoError(b, l.Unload())
			b.StartTimer()
		}
	})
}

// A reload of many small nodes needs them in memory, and what tells which are the same.
func TestAReloadNeedsLittleForANodeThatHasNotChanged(t *testing.T) {
	const n = 100000
	file := func(more uint32) []byte {
		return levelOf(t, func(w *pebbles) {
			for i := range n {
				v := uint32(i)
				if i == n/2 {
					v += more
				}
				_, err := w.Pebbles.Insert(plain{v})
				require.NoError(t, err)
			}
		})
	}
	old, now := file(0), file(n)
	b := bind(t, new(pebbles), loader.Reloadable())
	l, err := b.LoadBytes(ctx, old)
	require.NoError(t, err)
	var before, after runtime.MemStats
	for _, version := range [][]byte{now, old} {
		runtime.ReadMemStats(&before)
		changes, err := l.Reload(ctx, bytes.NewReader(version))
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		require.Len(t, changes, 1)
		require.Less(t, int(after.TotalAlloc-before.TotalAlloc), 50*n, "bytes of a reload")
	}
}
