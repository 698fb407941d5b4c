package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A compiler's heap is mostly rows, strings and tables without pointers, quick to
// mark, and grows until the level is written. What the collector's default
// makes of that is wrong at both ends: a small level is collected every few
// megabytes, and while that goes on every pointer that is stored costs more,
// which is a fifth of the time of a JSON build; a huge level may take twice the
// memory of what it needs. So the heap gets a fixed headroom instead.

// headroom is how far the heap may exceed what was alive at the last collection;
// a large one by half of that, as what counts there is to fit into memory. But where
// much of the heap has pointers, as the nodes of an editor's level, each collection
// goes through all of that, so it may grow by a part of it in between.
const (
	headroom = 24 << 20
	large    = 128 << 20
	scanned  = 3 // one part in so many
)

// The headroom in percent of the heap has these bounds: below the lower one
// collections would follow each other too closely.
const (
	leastPercent = 3
	mostPercent  = 600 // of the 4 MiB that the runtime begins with
)

// keepHeadroom sets the collector up, for the rest of the process or until the
// function that it returns is called. After each collection it looks how large
// the heap is.
func keepHeadroom() (stop func()) {
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

// percentFor is the headroom in percent of a heap of live bytes, of which scan may
// have pointers.
func percentFor(live, scan uint64) int {
	room := uint64(headroom)
	if live > large {
		room /= 2
	}
	room = max(room, scan/scanned)
	return int(min(max(room*100/max(live, 1), leastPercent), mostPercent))
}

// watch sends to collected after each collection until done is closed: what is
// reachable from nowhere is found by the first one, and replaced.
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
