package heap

import (
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// They are asked for once, and not in place of memory that is there already, which
// would be cleared; nor where there is a limit of memory.
func TestHugePagesAreAskedForOnce(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64)) // there may be one for all tests
	if strconv.IntSize < 64 {
		hugePagesFor(1 << 40)
		require.Zero(t, hugeHeap.bytes)
		return
	}
	was := hugeHeap.bytes
	defer func() { hugeHeap.bytes = was }()
	hugeHeap.bytes = 0
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	debug.FreeOSMemory()
	debug.SetMemoryLimit(1 << 40)
	hugePagesFor(1 << 40)
	require.Zero(t, hugeHeap.bytes, "there is a limit of memory")
	debug.SetMemoryLimit(math.MaxInt64)
	UseHugePagesForLevels(hugeLevels - 1)
	require.Zero(t, hugeHeap.bytes, "a few small levels need little")
	if idle() < headroom {
		UseHugePagesForLevels(hugeLevels)
		require.EqualValues(t, headroom+headroom/4, hugeHeap.bytes)
		hugeHeap.bytes = 0
	}
	for _, c := range []struct{ size, then int64 }{{1 << 20, 0}, {80 << 20, 100 << 20}, {70 << 20, 100 << 20}} {
		if idle() < uint64(c.then) {
			hugePagesFor(c.size)
			require.Equal(t, c.then, hugeHeap.bytes, c.size)
		}
	}
	room := make([]byte, mostHuge+mostHuge/4)
	runtime.KeepAlive(room)
	debug.FreeOSMemory()
	before := hugeHeap.bytes
	hugePagesFor(1 << 40)
	require.Equal(t, before, hugeHeap.bytes, "the heap has room for it")
}
