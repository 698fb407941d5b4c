package smallalloc

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/levelc/levelc/smallalloc/internal/mem"
	"github.com/levelc/levelc/smallalloc/internal/paired"
)

// tree of pointers that the collector has to walk, about 64 bytes each.
type ballast struct {
	next *ballast
	_    [7]uint64
}

func newBallast(megabytes int) (head *ballast) {
	for range megabytes << 20 / 64 {
		head = &ballast{next: head}
	}
	return head
}

// BenchmarkTotalCPU is the replacement of one of 12,672 objects of 48 bytes (99 %
// of 12,800 slots) at random, in nanoseconds of processor time over all threads,
// the collector's included, with nothing else and with 64 MB on the Go heap.
// The contenders take turns of eight million, each after a collection; the mean
// counts.
func BenchmarkTotalCPU(b *testing.B) {
	const live, turn = table * 99 / 100, 1 << 23
	order := make([]int32, 1<<16)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range order {
		order[i] = int32(r.IntN(live))
	}
	for _, megabytes := range []int{0, 64} {
		b.Run(fmt.Sprintf("heap=%dMB", megabytes), func(b *testing.B) {
			keep := newBallast(megabytes)
			names := []string{"new", "tree", "flat"}
			var turns [3]func()
			held := make([]*object, live)
			turns[0] = func() {
				for i := range turn {
					held[order[i%len(order)]] = new(object)
				}
			}
			for k, form := range []Bitmap{Tree, Flat} {
				p := newPool(b, form, Class{48, table})
				inUse := make([]*object, live)
				for i := range inUse {
					inUse[i] = mem.Cast[object](p.alloc(48, false))
				}
				r.Shuffle(live, func(i, j int) { inUse[i], inUse[j] = inUse[j], inUse[i] })
				turns[k+1] = func() {
					for i := range turn {
						x := &inUse[order[i%len(order)]]
						Free(p, *x)
						*x = mem.Cast[object](p.alloc(48, false))
					}
				}
			}
			var sum [3]time.Duration
			rounds := 0
			for ; b.Loop(); rounds++ {
				for k, run := range turns {
					runtime.GC()
					before := paired.CPU()
					run()
					sum[k] += paired.CPU() - before
				}
			}
			b.ReportMetric(0, "ns/op")
			for k, name := range names {
				b.ReportMetric(float64(sum[k])/float64(rounds)/turn, name+"-cpu-ns")
				if k > 0 {
					b.ReportMetric(float64(sum[k])/float64(sum[0]), name+"/new")
				}
			}
			runtime.KeepAlive(keep)
		})
	}
}
