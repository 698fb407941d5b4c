//go:build !race && !invariants

package loader_test

import (
	"bytes"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// version is a level of n bodies with a shape each, which stand at x, and whose shapes
// have no ids and are told apart by y.
func version(t require.TestingT, ids string, n int, x, y float64) []byte {
	a := gameAuthor(t)
	a.node("group", 0, "g", fields{"name": "g"})
	for i := range n {
		name := ids + strconv.Itoa(i)
		body := a.node("body", 1, name, fields{"name": name, "group": ref(0), "pos": []float64{float64(i) + x, 1}})
		a.node("shape", 2, "", fields{"body": ref(body), "vertex": []fields{{"x": 1}, {"y": float64(i) + y}}})
	}
	return a.file()
}

// A reload allocates as often for a large level as for a small one, whatever it finds,
// and what it leaves behind for each node is little.
func TestAReloadAllocatesNothingPerNode(t *testing.T) {
	tests := []struct {
		name    string
		now     func(n int) []byte
		changes int // for each body
		bytes   int // for each body, with a shape and two vertices
	}{
		{"nothing has changed", func(n int) []byte { return version(t, "b", n, 0, 0) }, 0, 700},
		{"fields of all have changed", func(n int) []byte { return version(t, "b", n, .5, .5) }, 2, 1000},
		{"more of them", func(n int) []byte { return version(t, "b", 2*n, 0, 0) }, 2, 1600},
		{"others", func(n int) []byte { return version(t, "c", n, .5, .5) }, 4, 1500},
		{"other ids", func(n int) []byte { return version(t, "c", n, 0, 0) }, 1, 1000},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var counts []uint64
			for _, n := range []int{100, 10000} {
				old, now := version(t, "b", n, 0, 0), test.now(n)
				least, room := ^uint64(0), ^uint64(0)
				for range 3 {
					var w game.World
					b := bind(t, &w, loader.Reloadable())
					lvl, err := b.LoadBytes(ctx, old)
					require.NoError(t, err)
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					changes, err := lvl.Reload(ctx, bytes.NewReader(now))
					runtime.ReadMemStats(&after)
					require.NoError(t, err)
					require.Equal(t, test.changes*n, len(changes))
					least, room = min(least, after.Mallocs-before.Mallocs), min(room, after.TotalAlloc-before.TotalAlloc)
					require.NoError(t, b.Close())
				}
				counts = append(counts, least)
				if n == 10000 {
					t.Log("allocations of a reload with 100 and 10000 bodies:", counts, "bytes a body:", room/uint64(n))
					require.Less(t, room/uint64(n), uint64(test.bytes))
				}
			}
			more := uint64(80) // lists that double
			if runtime.GOOS == "js" || strconv.IntSize == 32 {
				more += 10000 / 20 // stores take blocks from Go's heap: one for every hundred nodes or so
			}
			require.Less(t, counts[1], counts[0]+more)
		})
	}
}
