package store

import (
	"bytes"
	"fmt"
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

// There are runs that begin in one zone and end in another, the next or a far one, and such
// as are too long to be told apart.
func TestFreeRunInManyChunks(t *testing.T) {
	const slots = 70 << zoneShift
	seeds := uint64(6)
	if testing.Short() || raceEnabled {
		seeds = 2
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b Bulk[uint32]
		opts := [][]Option{{Reuse(Lowest)}, {}, {Reuse(Lowest), Backed(Blocks)}}[seed%3]
		require.NoError(t, b.Init(opts...))
		_, err := b.AppendRange(make([]uint32, slots))
		require.NoError(t, err)
		// near is a length or a place near the border of a word, a zone, or the bound.
		near := func(most uint32) uint32 {
			unit := []uint32{1, 64, 1 << zoneShift, mostRun}[rng.IntN(4)]
			return min(max(rng.Uint32N(most/unit+1)*unit+rng.Uint32N(5), 3)-2, most)
		}
		var ranges []Range
		for round := range 60 {
			for range rng.IntN(4) {
				lo := near(slots)
				b.RemoveRange(lo, lo+near([]uint32{70, 3 << zoneShift, mostRun + 70}[min(rng.IntN(9)/4, 2)]))
			}
			for range rng.IntN(20) {
				b.Remove(b.HandleAt(near(slots)))
			}
			for range rng.IntN(4) {
				_, err := b.Insert(1)
				require.NoError(t, err)
			}
			if round%20 == 19 {
				_, err = b.Trim() // what was removed one by one gets together
				require.NoError(t, err)
			}
			for range rng.IntN(4) {
				n := near([]uint32{130, 3 << zoneShift, mostRun + 70}[rng.IntN(3)])
				require.Equal(t, plainRun(&b.slots, n), b.slots.freeRun(n), "seed %d: %d slots", seed, n)
				if rng.IntN(2) == 0 {
					r, err := b.Reserve(int(n))
					require.NoError(t, err)
					ranges = append(ranges, r)
				}
			}
			require.NoError(t, b.Check())
			if len(ranges) > 6 {
				k := rng.IntN(len(ranges))
				b.Release(ranges[k])
				ranges[k] = ranges[0]
				ranges = ranges[1:]
			}
		}
		require.NoError(t, b.Close())
	}
}

// A search looks only at zones where something has changed: the others may say what they
// like.
func TestFreeRunLooksAtWhatChanged(t *testing.T) {
	var b Bulk[uint32]
	require.NoError(t, b.Init(Reuse(Lowest)))
	r, err := b.AppendRange(make([]uint32, 20<<zoneShift))
	require.NoError(t, err)
	for i := 0; i < int(r.Len); i += 2 {
		require.True(t, b.Remove(b.HandleIn(r, i)))
	}
	s := &b.slots
	require.Zero(t, s.freeRun(2))
	s.free[5<<6+7] |= 7 // without a word to anybody
	require.Zero(t, s.freeRun(2), "it looked there again")
	s.free[5<<6+7] &^= 2
	require.True(t, b.Remove(b.HandleIn(r, 9<<zoneShift+1)))
	require.EqualValues(t, 9<<zoneShift+1, s.freeRun(2))
	require.NoError(t, b.Close())
}

// BenchmarkFreeRun is a range of 8 that comes and goes: where there is room for it behind
// many records, and beside as many holes that are too short.
func BenchmarkFreeRun(b *testing.B) {
	for _, n := range []int{1000, 100_000, 10_000_000} {
		for _, holes := range []bool{false, true} {
			for _, removes := range []bool{false, true} {
				b.Run(fmt.Sprintf("n=%d/holes=%v/removes=%v", n, holes, removes), func(b *testing.B) {
					var s Bulk[uint32]
					defer s.Close()
					if err := s.Init(Reuse(Lowest)); err != nil {
						b.Fatal(err)
					}
					all, err := s.AppendRange(make([]uint32, n))
					if err != nil {
						b.Fatal(err)
					}
					for i := 0; holes && i < n; i += 2 {
						s.Remove(s.HandleIn(all, i))
					}
					one := make([]uint32, 8)
					first, err := s.AppendRange(one)
					if err != nil {
						b.Fatal(err)
					}
					last, err := s.AppendRange(one[:2]) // so that the room behind is no tail
					if err != nil || last.First < uint32(n) {
						b.Fatal(err, last)
					}
					s.Release(first)
					rng := rand.New(rand.NewPCG(1, 1))
					for b.Loop() {
						r, err := s.AppendRange(one)
						if err != nil {
							b.Fatal(err)
						}
						if removes {
							h := s.HandleIn(all, rng.IntN(n)|1)
							if s.Remove(h); holes {
								s.Insert(0)
							}
						}
						s.Release(r)
					}
				})
			}
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
			isTrue(t, b.Remove(b.HandleIn(r, i)))
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
