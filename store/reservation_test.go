package store

import (
	"fmt"
	"math"
	"os"
	"strconv"
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
		clear(r.bytes(lo, hi))
	}
	require.Equal(t, 7*hugeBytes, r.ready)
	require.LessOrEqual(t, calls, 5)

	require.NoError(t, r.commitBulk(end, end+page), "a short piece takes small pages again")
	require.Equal(t, 7*hugeBytes, r.huge)
	require.Equal(t, 7*hugeBytes, r.ready)
	require.NoError(t, r.commit(r.ready+1))
	require.NotZero(t, r.ready%hugeBytes)
	require.ErrorIs(t, r.commit(r.size()+1), ErrFull)
	require.EqualError(t, r.commit(r.size()+1), fmt.Sprintf("store: full: %d bytes in a reservation of %d", r.size()+1, r.size()))
}

// Ranges that follow one another get huge pages as the one they make together would,
// once the store is large; what does not follow, and single rows, do not begin one.
func TestRangesInPiecesTakeHugePages(t *testing.T) {
	if !canMap {
		t.Skip("no memory of the system's on this platform")
	}
	r, err := reserve(64 << 20)
	require.NoError(t, err)
	defer r.close()
	const piece, end = 100 << 10, 20*hugeBytes - hugeBytes/2
	first := 0
	for lo := 0; lo < end; lo += piece {
		hi := min(lo+piece, end)
		require.NoError(t, r.commitBulk(lo, hi))
		clear(r.bytes(lo, hi))
		if first == 0 {
			first = r.huge
		}
		if r.huge > 0 {
			require.Equal(t, roundUp(hi, hugeBytes), r.huge)
			require.GreaterOrEqual(t, r.ready, r.huge)
		}
	}
	require.Equal(t, followFront+hugeBytes, first)
	last := r.huge

	require.NoError(t, r.commitBulk(last-8, last+followLeast-9), "short")
	require.NoError(t, r.commitBulk(last+2*followLeast, last+4*followLeast), "behind a gap")
	require.NoError(t, r.commit(last+hugeBytes+8), "a row")
	require.Equal(t, last, r.huge)

	end2 := r.size()
	require.NoError(t, r.commitBulk(r.warm, end2-hugeBytes/2))
	huge := r.huge
	require.NoError(t, r.commitBulk(r.warm, end2), "no whole page is left")
	require.LessOrEqual(t, r.huge, end2)
	require.GreaterOrEqual(t, r.huge, huge)
	clear(r.mem.all())
}

// Parts that no address space has room for are refused, where their sum would wrap too.
func TestPartsBeyondTheAddressSpace(t *testing.T) {
	var a, b reservation
	for _, n := range []int{math.MaxInt/2 + 1, math.MaxInt - 1} {
		all, err := reserveParts(want{&a, n}, want{&b, n})
		require.ErrorIs(t, err, ErrMemory)
		require.Zero(t, all)
	}
}

// What is closed can be set up again.
func TestClosedMemoryIsForgotten(t *testing.T) {
	if !canMap {
		t.Skip("no memory of the system's on this platform")
	}
	var m memory
	var err error
	m.all, err = reserveParts(want{&m.rows, 100}, want{&m.live, 100})
	require.NoError(t, err)
	require.NoError(t, m.rows.commit(1))
	require.NoError(t, m.live.commit(1))
	require.NoError(t, m.close())
	require.Equal(t, memory{}, m)
	require.NoError(t, m.close())
}

// Sizes that an int does not hold are an error, whatever asks for them. On 64 bits
// there are none within the limits.
func TestBlocksBeyondTheAddressSpace(t *testing.T) {
	if strconv.IntSize == 64 {
		t.Skip("an address space of 64 bits has room")
	}
	for _, backing := range []Backing{Reserved, Blocks, Geometric, Heap} {
		var a Array[page]
		require.NoError(t, a.Init(Backed(backing)))
		for _, n := range []int{1 << 19, 1<<20 - 8, 1 << 20, 1<<20 + 100, 1 << 21} {
			_, err := a.Make(n)
			require.ErrorIs(t, err, ErrMemory, "%v %d", backing, n)
		}
		_, err := a.Append(page{})
		require.NoError(t, err)
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
	var b Bulk[page]
	require.NoError(t, b.Init(Backed(Geometric)))
	r, err := b.Reserve(1 << 20)
	require.NoError(t, err)
	_, err = b.Bytes(r, 1<<20-1, 1)
	require.ErrorIs(t, err, ErrMemory)
	b.Release(r)
	require.NoError(t, b.Close())

	var bytes Bulk[uint8] // of which the generations alone are too many
	require.NoError(t, bytes.Init(Backed(Reserved), Limit(1<<29)))
	for range 100_000 {
		_, err := bytes.Insert(1)
		require.NoError(t, err)
	}
	require.NoError(t, bytes.Check())
	require.NoError(t, bytes.Close())
}
