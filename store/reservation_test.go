package store

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page can be a huge one only if all of it is usable when it is first touched.
func TestALargeRangeIsUsableByHugePages(t *testing.T) {
	if !canMap {
		t.Skip("no memory of the system's on this platform")
	}
	r, err := reserve(64 << 20)
	require.NoError(t, err)
	defer r.close()
	page := os.Getpagesize()
	require.NoError(t, r.commit(1)) // as a new store does
	require.Less(t, r.ready, hugeBytes)

	const end, piece = 6*hugeBytes + 3*hugeBytes/4, 100 << 10
	r.expect(8, end)
	require.Equal(t, 7*hugeBytes, r.huge, "more than half of the last one is filled")
	calls, ready := 0, 0
	for lo := 8; lo < end; lo += piece {
		hi := min(lo+piece, end)
		require.NoError(t, r.commitBulk(lo, hi))
		require.GreaterOrEqual(t, r.ready, hi)
		require.Zero(t, r.ready%hugeBytes)
		require.LessOrEqual(t, r.ready, max(2*hi, hi+hugeBytes), "no more than twice what is filled")
		if r.ready != ready {
			calls, ready = calls+1, r.ready
		}
		clear(r.mem[lo:hi])
	}
	require.Equal(t, 7*hugeBytes, r.ready)
	require.LessOrEqual(t, calls, 5)

	require.NoError(t, r.commitBulk(end, end+page), "a short piece takes small pages again")
	require.Equal(t, 7*hugeBytes, r.huge)
	require.Equal(t, 7*hugeBytes, r.ready)
	require.NoError(t, r.commit(r.ready+1))
	require.NotZero(t, r.ready%hugeBytes)
	require.ErrorIs(t, r.commit(len(r.mem)+1), ErrFull)
}

// Parts that no address space has room for are refused, where their sum would wrap too.
func TestPartsBeyondTheAddressSpace(t *testing.T) {
	var a, b reservation
	for _, n := range []int{math.MaxInt/2 + 1, math.MaxInt - 1} {
		all, err := reserveParts(want{&a, n}, want{&b, n})
		require.ErrorIs(t, err, ErrMemory)
		require.Nil(t, all)
	}
}
