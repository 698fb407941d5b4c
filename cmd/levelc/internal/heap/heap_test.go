package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheHeapHasTheSameHeadroomHoweverLargeItIs(t *testing.T) {
	require.Equal(t, mostPercent, percentFor(0, 0))
	require.Equal(t, mostPercent, percentFor(4<<20, 0))
	require.Equal(t, 100, percentFor(headroom, headroom))
	require.Equal(t, 50, percentFor(2*headroom, headroom))
	require.Equal(t, leastPercent, percentFor(1<<40, 0))
	require.Equal(t, 100/scanned, percentFor(1<<30, 1<<30), "what has pointers is not gone through for a few bytes")
}

func TestTheHeadroomFollowsTheHeapUntilItIsStopped(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	stop := KeepHeadroom()
	percent := func() int {
		p := debug.SetGCPercent(mostPercent)
		debug.SetGCPercent(p)
		return p
	}
	large := make([]byte, 4*headroom)
	for i := 0; i < 100 && percent() > 25; i++ {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	require.LessOrEqual(t, percent(), 25)
	runtime.KeepAlive(large)
	stop()
	require.Equal(t, 100, percent())
}
