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

// A loop over an Arena that makes room gets the records where they are then.
func TestAnArenaGrowsInALoop(t *testing.T) {
	var a Arena[uint64]
	require.NoError(t, a.Grow(10))
	for i := range uint64(10) {
		_, err := a.Insert(i)
		require.NoError(t, err)
	}
	require.True(t, a.Remove(Handle[uint64]{index: 4, gen: a.slots[4].gen}))
	visited := 0
	for h, r := range a.All() {
		at, ok := a.Get(h)
		require.True(t, ok)
		require.Same(t, at, r)
		require.Equal(t, uint64(h.Index()-1), *r)
		require.NoError(t, a.Grow(visited%3))
		visited++
	}
	require.Equal(t, 9, visited)
	at, ok := a.Get(Handle[uint64]{index: 1, gen: a.slots[1].gen})
	require.True(t, ok)
	require.NoError(t, a.Grow(0))
	again, _ := a.Get(Handle[uint64]{index: 1, gen: a.slots[1].gen})
	require.Same(t, at, again, "no room, no move")
}
