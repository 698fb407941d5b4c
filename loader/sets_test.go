package loader

import (
	"context"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func heapHeld() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// A small level does not keep the lists of a large one that was there before it.
func TestASmallLevelKeepsNoListsOfALargeOne(t *testing.T) {
	const levels = 10
	kinds := 500
	if strconv.IntSize < 64 {
		kinds = 200 // each takes 2 MiB of addresses
	}
	s, large := kindsAndLevel(t, kinds, kinds)
	_, small := kindsAndLevel(t, kinds, 1)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	ctx := context.Background()
	once := func(file []byte) *Level {
		l, err := b.LoadBytes(ctx, file)
		require.NoError(t, err)
		return l
	}
	require.NoError(t, once(large).Unload())
	before := heapHeld()
	var all []*Level
	for range levels {
		l := once(large)
		require.NoError(t, l.Unload())
		all = append(all, once(small))
	}
	require.Less(t, (heapHeld()-before)/levels, 4<<10, "bytes a level of 1 node")
	for _, l := range all {
		require.NoError(t, l.Unload())
	}
	require.LessOrEqual(t, len(b.sets), maxFreeSets)
}

// However many levels there were at once, what they leave behind is that of a few.
func TestUnloadedLevelsLeaveFewSets(t *testing.T) {
	s, file := kindsAndLevel(t, 100, 100)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	var all []*Level
	for range 10 * maxFreeSets {
		l, err := b.LoadBytes(context.Background(), file)
		require.NoError(t, err)
		all = append(all, l)
	}
	for _, l := range all {
		require.NoError(t, l.Unload())
	}
	require.Equal(t, maxFreeSets, len(b.sets))
}

// A set that is too large for a level stays for larger ones, until it is in the way.
func TestLevelsFindSetsOfTheirSize(t *testing.T) {
	var b Binding
	b.useOwnStorage()
	ids := func(n int) setSize { return setSize{ids: n} }
	take := func(n int) *rangeSet {
		s := b.takeSet(ids(n))
		require.Empty(t, s.ids.rows)
		require.True(t, ids(n).fits(s))
		s.ids.expect(n)
		return s
	}
	large, small := take(100000), take(10)
	b.giveSet(large)
	require.NotSame(t, large, take(10))
	b.giveSet(small)
	for range 3 { // whichever was unloaded last
		require.Same(t, small, take(10))
		require.Same(t, large, take(100000))
		b.giveSet(small)
		b.giveSet(large)
	}
	for len(b.sets) < maxFreeSets {
		b.giveSet(&rangeSet{ids: levelIDs{rows: make([]idRow, 0, 100000)}})
	}
	require.Same(t, small, take(10))
	b.giveSet(large)
	for range maxFreeSets {
		require.Less(t, cap(take(10).ids.rows), 100)
	}
}
