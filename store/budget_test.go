package store

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// restrict leaves stores n bytes of address space for the time of a test.
func restrict(t *testing.T, n int64) {
	if !canMap || strconv.IntSize < 64 {
		t.Skip("no large reservations here")
	}
	most := addresses.most
	t.Cleanup(func() { addresses.most = most })
	addresses.most = addresses.taken.Load() + n
}

// What stores reserve together is limited, also if many are opened at once. Others are
// as they are without virtual memory, until some are closed.
func TestReservationsHaveABudget(t *testing.T) {
	const room = 3*reserveBytes + 8*reserveBytes/10 // three stores, with their generations and bits
	restrict(t, room)
	before := addresses.taken.Load()
	stores := make([]Bulk[[4]uint64], 12)
	var all sync.WaitGroup
	for i := range stores {
		all.Go(func() {
			b := &stores[i]
			err := b.Init(Backed(Reserved))
			if err == nil {
				_, err = b.Insert([4]uint64{uint64(i)})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, addresses.taken.Load(), addresses.most)
	reserved := 0
	for i := range stores {
		b := &stores[i]
		require.Contains(t, []Backing{Reserved, Blocks}, b.slots.opt.backing)
		if b.slots.opt.backing == Reserved {
			reserved++
		}
		require.NoError(t, b.Check())
		require.Equal(t, 1, b.Len())
	}
	require.Equal(t, 3, reserved)

	var p Packed[uint64]
	require.NoError(t, p.Init(Backed(Reserved)))
	_, err := p.Insert(1)
	require.NoError(t, err)
	require.False(t, p.rows.mem.taken())
	var a Array[uint64]
	require.NoError(t, a.Init(Backed(Reserved)))
	require.Equal(t, Blocks, a.spans.opt.backing)
	var small Bulk[uint64]
	require.NoError(t, small.Init(Backed(Reserved), Limit(1000)))
	require.Equal(t, Reserved, small.slots.opt.backing, "with a limit there is room")

	for i := range stores {
		require.NoError(t, stores[i].Close())
		require.NoError(t, stores[i].Close(), "twice gives back once")
	}
	require.NoError(t, p.Close())
	require.NoError(t, a.Close())
	require.NoError(t, small.Close())
	require.Equal(t, before, addresses.taken.Load())
	var again Bulk[uint64]
	require.NoError(t, again.Init(Backed(Reserved)))
	require.Equal(t, Reserved, again.slots.opt.backing)
	require.NoError(t, again.Close())
}

// A reservation that the system refuses is not counted.
func TestTheBudgetCountsWhatTheSystemGives(t *testing.T) {
	d := startDrought(t)
	before := addresses.taken.Load()
	require.ErrorIs(t, d.during(0, func() error { _, err := reserve(1 << 20); return err }), errDry)
	require.Equal(t, before, addresses.taken.Load())
	r, err := reserve(1 << 20)
	require.NoError(t, err)
	require.GreaterOrEqual(t, addresses.taken.Load(), before+1<<20)
	require.NoError(t, r.close())
	require.Equal(t, before, addresses.taken.Load())

	var b budget
	require.Error(t, b.take(1))
	require.Error(t, b.take(-1))
	require.NoError(t, b.take(0))
}
