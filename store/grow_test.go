package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Also where Trim has taken the memory of free slots, and for ranges that were
// reserved, skipped and given back without having had any.
func TestGrowGivesFreeSlotsTheirMemoryToo(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		first, err := b.AppendRange(make([]record, 10000))
		require.NoError(t, err)
		idle, err := b.Reserve(8000)
		require.NoError(t, err)
		_, err = b.AppendRange(make([]record, 10))
		require.NoError(t, err)
		b.Release(first)
		b.Release(idle)
		_, err = b.Trim()
		require.NoError(t, err)
		const n = 20000 // the free ones and some behind them
		require.NoError(t, b.Grow(n))
		require.NoError(t, b.Check())
		before := b.Stats().Committed
		allocs := testing.AllocsPerRun(3, func() { // a stray one of the runtime's does not count
			for range n / 4 { // it runs four times
				if _, err := b.Insert(record{}); err != nil {
					t.Fatal(err)
				}
			}
		})
		if !raceEnabled { // the race detector allocates
			require.Zero(t, allocs)
		}
		require.Equal(t, before, b.Stats().Committed)
		require.NoError(t, b.Check())
	})
}

func TestGrowCountsFreeSlots(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, Limit(100))...))
		defer b.Close()
		idle, err := b.Reserve(10) // of which some will have lain idle
		require.NoError(t, err)
		var hs [70]Handle[record]
		for i := range hs {
			hs[i], err = b.Insert(record{})
			require.NoError(t, err)
		}
		for _, h := range hs[10:30] {
			require.True(t, b.Remove(h))
		}
		b.Release(idle)
		require.NoError(t, b.Grow(50), "20 that were removed, 10 that are idle, 20 that never were")
		require.ErrorIs(t, b.Grow(51), ErrFull)
		require.NoError(t, b.Check())
		_, err = b.InsertRange(nil, make([]record, 50))
		require.NoError(t, err)
		require.NoError(t, b.Grow(0))
		require.ErrorIs(t, b.Grow(1), ErrFull)
	})
}
