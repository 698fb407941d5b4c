package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A block of many cells is set up piece by piece, for insertions and for
// ranges, and goes back to the system whole.
func TestLargeGeometricBlocks(t *testing.T) {
	const n = 5 << 16
	var b Bulk[uint32]
	require.NoError(t, b.Init(Backed(Geometric)))
	defer b.Close()
	var hs []Handle[uint32]
	for i := range uint32(n) {
		h, err := b.Insert(i)
		if err != nil {
			require.NoError(t, err)
		}
		hs = append(hs, h)
	}
	require.NoError(t, b.Check())
	for i, h := range hs {
		if p, ok := b.Get(h); !ok || *p != uint32(i) {
			require.Fail(t, "another record", "%d", i)
		}
	}
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	r, err := b.AppendRange(rows)
	require.NoError(t, err)
	for i := range rows {
		if p, ok := b.Get(b.HandleIn(r, i)); !ok || *p != uint32(i) {
			require.Fail(t, "another record", "%d of the range", i)
		}
	}
	require.Greater(t, b.Stats().Committed, 8*2*n)

	// All behind the first piece of the block from 2^18-16 on goes.
	b.Release(r)
	require.Equal(t, n+1-1<<18, b.RemoveRange(1<<18, b.slots.known))
	given, err := b.Trim()
	require.NoError(t, err)
	require.Positive(t, given)
	require.NoError(t, b.Check())
	for i := range uint32(n) {
		_, err := b.Insert(i)
		require.NoError(t, err)
	}
	require.NoError(t, b.Check())
	count := 0
	for range b.All() {
		count++
	}
	require.Equal(t, 1<<18-1+n, count)
}

// Once Bytes has returned all rows, Commit needs nothing more from the system. So a
// load that gets no memory fails before anything is in use.
func TestBytesTakesAllThatCommitNeeds(t *testing.T) {
	var b Bulk[uint32]
	require.NoError(t, b.Init(Backed(Geometric)))
	defer b.Close()
	if !b.slots.mem.live.taken() {
		t.Skip("no memory of the system's on this platform")
	}
	const n = 1 << 22
	r, err := b.Reserve(n)
	require.NoError(t, err)
	for row := 0; row < n; {
		p, err := b.Bytes(r, row, n-row)
		require.NoError(t, err)
		row += len(p) / 4
	}
	require.GreaterOrEqual(t, b.slots.mem.bits(), int(r.First)+n)
	b.Commit(r)
	require.NoError(t, b.Check())
}
