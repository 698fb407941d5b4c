package smallalloc_test

import (
	"runtime"
	"testing"

	"github.com/levelc/levelc/smallalloc/internal/paired"
)

// BenchmarkLevel is the reading of a 500 KB level, about 11,000 nodes: the time, the
// processor time with the collector's in it, allocations, cycles of the collector
// in a hundred levels, and the memory that the tree takes beyond the bytes of
// its objects ("overhead-%"; the collector's own bitmaps are not counted).
func BenchmarkLevel(b *testing.B) {
	data := level(500_000)
	want := stream(data)
	b.Run("tree=new", func(b *testing.B) {
		var keep *heapNode
		run(b, func() {
			keep = buildOnHeap(data)
			var sum totals
			sum.addHeap(keep)
			if sum != want {
				b.Fatal("wrong totals")
			}
		})
		runtime.KeepAlive(keep)
		// 6 words a node, 3 an attribute, 2 a string.
		reportMemory(b, heapBytes(data), 8*(want.nodes*8+want.attributes*7)+want.bytes)
	})
	b.Run("tree=pool", func(b *testing.B) {
		tree := newPoolTree(b, planned(b, data))
		run(b, func() {
			var sum totals
			if !tree.build(data) {
				b.Fatal("pool too small")
			}
			tree.add(&sum, tree.root)
			if sum != want || tree.free(tree.root) != 0 {
				b.Fatal("wrong totals")
			}
		})
		if !tree.build(data) {
			b.Fatal("pool too small")
		}
		slots := 0
		for _, k := range tree.pool.Stats().Classes {
			slots += k.Live*k.Size + (k.Live+7)/8
		}
		reportMemory(b, slots, want.nodes*28+want.attributes*20+want.bytes)
	})
	b.Run("tree=none", func(b *testing.B) {
		run(b, func() {
			if stream(data) != want {
				b.Fatal("wrong totals")
			}
		})
	})
}

func run(b *testing.B, read func()) {
	read()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, n := paired.CPU(), 0
	for b.Loop() {
		read()
		n++
	}
	cpu := paired.CPU() - start
	runtime.ReadMemStats(&after)
	b.ReportMetric(cpu.Seconds()*1e3/float64(n), "cpu-ms")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(n), "allocs/level")
	b.ReportMetric(100*float64(after.NumGC-before.NumGC)/float64(n), "gc/100levels")
}

// heapBytes is what a tree takes of the Go heap.
func heapBytes(data []byte) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	root := buildOnHeap(data)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(root)
	return int(after.HeapAlloc - before.HeapAlloc)
}

// reportMemory reports the bytes that a tree takes, and by how much that is more
// than the bytes of its objects.
func reportMemory(b *testing.B, bytes, payload int) {
	b.ReportMetric(float64(bytes)/1024, "KiB")
	b.ReportMetric(100*(float64(bytes)/float64(payload)-1), "overhead-%")
}
