package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A compiler's heap is mostly rows, strings and tables without pointers. It is quick to
// mark, and grows until the level is written. The collector's default suits neither
// small nor huge levels. A small level is collected every few megabytes, and meanwhile
// every store of a pointer costs more, which adds up to a fifth of a JSON build. A huge
// level may take twice the memory that it needs. So the heap gets a fixed headroom
// instead.

// headroom is how far the heap may exceed what was alive at the last collection. For a
// large heap it is half of that, so that the heap fits into memory. If much of the heap
// has pointers, as the nodes of an editor's level have, each collection goes through
// all of it, so the heap may grow by a part of that.
const (
	headroom = 24 << 20
	large    = 128 << 20
	scanned  = 3 // one part in this many
)

// Bounds of the headroom, in percent of the heap. Below the lower one, collections
// would follow each other too closely.
const (
	leastPercent = 3
	mostPercent  = 600 // of the 4 MiB that the runtime begins with
)

// KeepHeadroom sets the collector up until the process ends or the returned function is
// called. It looks at the size of the heap after each collection.
func KeepHeadroom() (stop func()) {
	before := debug.SetGCPercent(mostPercent)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
	done := make(chan struct{})
	collected := make(chan struct{}, 1)
	watch(collected, done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-collected:
				metrics.Read(sample)
				debug.SetGCPercent(percentFor(sample[0].Value.Uint64(), sample[1].Value.Uint64()))
			}
		}
	}()
	return func() {
		close(done)
		debug.SetGCPercent(before)
	}
}

// percentFor returns the headroom in percent for a heap of live bytes, scan of which
// may have pointers.
func percentFor(live, scan uint64) int {
	room := uint64(headroom)
	if live > large {
		room /= 2
	}
	room = max(room, scan/scanned)
	return int(min(max(room*100/max(live, 1), leastPercent), mostPercent))
}

// watch sends to collected after each collection, until done is closed. It uses an
// unreachable object, which a collection finds and which is then replaced.
func watch(collected chan<- struct{}, done <-chan struct{}) {
	runtime.AddCleanup(new([64]byte), func(struct{}) {
		select {
		case <-done:
			return
		case collected <- struct{}{}:
		default:
		}
		watch(collected, done)
	}, struct{}{})
}
