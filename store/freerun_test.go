package store

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// plainRun is freeRun, slot by slot.
func plainRun(b *slots, n uint32) uint32 {
	run := uint32(0)
	for i := range min(uint64(b.top), 64*uint64(len(b.free))) {
		if b.free[i>>6]>>(i&63)&1 == 0 {
			run = 0
		} else if run++; run == n {
			return uint32(i) - n + 1
		}
	}
	return 0
}

func TestFreeRunIsTheLowest(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 4
	}
	for _, skip := range []Skipper{Bitmap, RunLength} {
		for seed := range seeds {
			rng := rand.New(rand.NewPCG(seed, 0))
			var b Bulk[record]
			require.NoError(t, b.Init(Reuse(Lowest), Skip(skip)))
			_, err := b.AppendRange(make([]record, 2000))
			require.NoError(t, err)
			var ranges []Range
			for range 500 {
				switch lo := rng.Uint32N(2000); rng.IntN(5) {
				case 0:
					b.RemoveRange(lo, lo+rng.Uint32N(200))
				case 1:
					b.Remove(b.HandleAt(lo))
				case 2:
					if len(ranges) > 0 {
						b.Release(ranges[0])
						ranges = ranges[1:]
					}
				}
				for range rng.IntN(4) {
					n := 1 + rng.Uint32N([]uint32{3, 60, 70, 300}[rng.IntN(4)])
					require.Equal(t, plainRun(&b.slots, n), b.slots.freeRun(n), "seed %d: %d slots", seed, n)
					if rng.IntN(3) > 0 {
						continue
					}
					r, err := b.Reserve(int(n))
					require.NoError(t, err)
					ranges = append(ranges, r)
				}
				require.NoError(t, b.Check())
			}
			require.NoError(t, b.Close())
		}
	}
}

// Ranges for which there is no room among holes do not look at all of them each time.
func TestRangesAmongHoles(t *testing.T) {
	took := func(slots int) time.Duration {
		var b Bulk[uint32]
		require.NoError(t, b.Init(Reuse(Lowest)))
		defer b.Close()
		r, err := b.AppendRange(make([]uint32, slots))
		require.NoError(t, err)
		for i := 0; i < slots; i += 2 {
			require.True(t, b.Remove(b.HandleIn(r, i)))
		}
		start := time.Now()
		for i := range 2000 {
			_, err := b.AppendRange(make([]uint32, 2+i&7))
			require.NoError(t, err)
		}
		return time.Since(start)
	}
	few, many := took(1<<10), took(1<<20)
	require.Less(t, many, 10*few+time.Second, "among 1024 slots it took %v", few)
}

// A store with large blocks of small cells does not take the memory for a snapshot of many
// slots in small steps.
func TestLoadIntoLargeBlocks(t *testing.T) {
	took := func(o Option) time.Duration {
		var b, c Bulk[uint32]
		require.NoError(t, b.Init(o))
		require.NoError(t, c.Init(o))
		defer b.Close()
		defer c.Close()
		_, err := b.AppendRange(make([]uint32, 4<<20))
		require.NoError(t, err)
		b.RemoveRange(10, 4<<20-10)
		var file bytes.Buffer
		require.NoError(t, b.Save(&file))
		start := time.Now()
		require.NoError(t, c.Load(&file))
		require.Equal(t, b.Len(), c.Len())
		return time.Since(start)
	}
	heap, geometric := took(Backed(Heap)), took(Backed(Geometric))
	require.Less(t, geometric, 10*heap+time.Second, "from Go's heap it took %v", heap)
}
