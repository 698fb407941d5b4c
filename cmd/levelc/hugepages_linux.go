package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A build of a large source fills a little more new memory than the source is long. In
// pages of 4 KiB, each of which the system makes when it is touched for the first time,
// that takes longer than much of the work that is done there: BenchmarkMemory counts
// them. Linux makes pages of 2 MiB where it has been asked to, and where the address
// space is there for all of one; the Go runtime does not ask.
//
// So it is asked here: a block is allocated that the heap has to grow for, huge pages
// are asked for in its place, and it is let go untouched. The wish stays with the
// addresses, and the heap comes to use them, since it takes the lowest ones that are
// free. Those that it does not come to use cost nothing.

// mostHuge is for how much of the heap huge pages are asked for at most.
const mostHuge = 128 << 20

// hugeHeap is for how much they have been.
var hugeHeap struct {
	sync.Mutex
	bytes int64
}

// useHugePages prepares the heap for the build of sources. Where the system has no
// such pages, all stays as it was.
func useHugePages(files []*source.File) {
	size := int64(0)
	for _, f := range files {
		size += f.Size()
	}
	hugePagesFor(size)
}

// hugePagesFor is useHugePages for so many bytes of source. On 32 bits addresses are
// scarce, and a limit of memory counts those that are asked for.
func hugePagesFor(size int64) {
	if size < source.AheadSize || strconv.IntSize < 64 || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	hugeHeap.Lock()
	defer hugeHeap.Unlock()
	if more := min(size+size/4, mostHuge) - hugeHeap.bytes; more > 0 && idle() < uint64(more) {
		hugeHeap.bytes += more
		adviseHuge(int(more))
		runtime.GC()
	}
}

// idle is how much the heap has that is not in use. A block of that would be cleared,
// and so touched, when it is allocated.
func idle() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() + sample[1].Value.Uint64()
}

// adviseHuge asks for huge pages for n bytes that the heap has not got yet. Nothing
// refers to them behind it.
func adviseHuge(n int) {
	_ = unix.Madvise(make([]byte, n), unix.MADV_HUGEPAGE)
}
