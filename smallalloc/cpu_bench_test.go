package smallalloc

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

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
// The contenders take turns of a million; the median turn counts.
func BenchmarkTotalCPU(b *testing.B) {
	const live, turn = table * 99 / 100, 1 << 20
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
			var times [3][]float64
			for b.Loop() {
				for k, run := range turns {
					before := paired.CPU()
					run()
					times[k] = append(times[k], float64(paired.CPU()-before)/turn)
				}
			}
			b.ReportMetric(0, "ns/op")
			for k, name := range names {
				slices.Sort(times[k])
				b.ReportMetric(times[k][len(times[k])/2], name+"-cpu-ns")
				if k > 0 {
					b.ReportMetric(times[k][len(times[k])/2]/times[0][len(times[0])/2], name+"/new")
				}
			}
			runtime.KeepAlive(keep)
		})
	}
}
