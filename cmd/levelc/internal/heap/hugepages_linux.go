package heap

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

// A build of a large source fills a little more new memory than the source is long. The
// system makes each page when it is first touched. With pages of 4 KiB that takes
// longer than much of the work on them: BenchmarkMemory of levelc counts them. Linux makes pages
// of 2 MiB if it is asked to, and if the address space of a whole one is there. The Go
// runtime does not ask.
//
// So levelc asks: it allocates a block for which the heap has to grow, asks for huge
// pages at its addresses, and frees it untouched. The advice stays with the addresses.
// The heap comes to use them, because it takes the lowest free ones. Addresses that it
// never uses cost nothing.

// mostHuge is the most bytes of the heap for which huge pages are asked. A heap that is
// larger than that gives memory back piece by piece, and keeps more of it if the pages are
// huge: with twice as many, BenchmarkMemory of levelc is over 400 MB at 1 GB.
const mostHuge = 256 << 20

// hugeHeap knows for how many bytes they have been asked.
var hugeHeap struct {
	sync.Mutex
	bytes int64
}

// UseHugePages prepares the heap for the build of sources. If the system has no huge
// pages, it changes nothing.
func UseHugePages(files []*source.File) {
	size := int64(0)
	for _, f := range files {
		size += f.Size()
	}
	hugePagesFor(size)
}

// hugeLevels are enough that the heap grows by much of its headroom, and that the pages
// saved are worth a collection.
const hugeLevels = 64

// UseHugePagesForLevels prepares the heap for the build of n levels, small ones as well:
// what they leave behind is collected when it fills the headroom.
func UseHugePagesForLevels(n int) {
	if n >= hugeLevels {
		hugePagesFor(headroom)
	}
}

// hugePagesFor is UseHugePages for a number of bytes of source. On 32 bits, addresses
// are scarce. A memory limit counts reserved addresses too.
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

// idle returns how much of the heap is not in use. A block allocated from that would be
// cleared, and so touched.
func idle() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() + sample[1].Value.Uint64()
}

// adviseHuge asks for huge pages for n bytes by which the heap grows. Nothing refers to
// them afterwards.
func adviseHuge(n int) {
	_ = unix.Madvise(make([]byte, n), unix.MADV_HUGEPAGE)
}
