package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestBars holds the ratios that the package promises, with -bars only: it
// alternates each structure with its peer in short turns, takes the thread's
// processor time, and compares the best turns, so that a busy machine disturbs
// it as little as can be. It prints the table of README.md.
var bars = flag.Bool("bars", false, "hold the promised ratios and print them")

// cpuTime is the processor time of this thread.
func cpuTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// turns runs each function in turn and returns the shortest time of each.
func turns(rounds int, fs ...func()) []float64 {
	best := make([]float64, len(fs))
	for range rounds {
		for k, f := range fs {
			start := cpuTime()
			f()
			if d := float64(cpuTime() - start); best[k] == 0 || d < best[k] {
				best[k] = d
			}
		}
	}
	return best
}

// coldTurns is turns with a heap that has given its free memory back before
// each.
func coldTurns(rounds int, fs ...func()) []float64 {
	for k, f := range fs {
		fs[k] = func() {
			debug.FreeOSMemory()
			start := cpuTime()
			f()
			cold = float64(cpuTime() - start)
		}
	}
	best := make([]float64, len(fs))
	for range rounds {
		for k, f := range fs {
			if f(); best[k] == 0 || cold < best[k] {
				best[k] = cold
			}
		}
	}
	return best
}

var cold float64

func TestBars(t *testing.T) {
	if !*bars {
		t.Skip("measures only with -bars")
	}
	report := func(what string, n int, times []float64, limit float64) {
		ratio := times[0] / times[1]
		verdict := "met"
		if ratio > limit {
			verdict = "MISSED"
		}
		fmt.Printf("| %s | %.2f | %.2f | %.2f | %.2f | %s |\n", what, times[0]/float64(n), times[1]/float64(n), ratio, limit, verdict)
	}
	fmt.Printf("| what | ns | peer's ns | ratio | at most | |\n|---|---|---|---|---|---|\n")
	for name, bar := range map[string]func(*testing.T){
		"iterate8":   func(t *testing.T) { barIterate(t, 8, sum8, report) },
		"iterate32":  func(t *testing.T) { barIterate(t, 32, sum32, report) },
		"iterate64":  func(t *testing.T) { barIterate(t, 64, sum64, report) },
		"iterate256": func(t *testing.T) { barIterate(t, 256, sum256, report) },
		"get":        func(t *testing.T) { barGet(t, report) },
		"append":     func(t *testing.T) { barAppend(t, report) },
		"range":      func(t *testing.T) { barRange(t, report) },
		"refill":     barRefill,
		"churn":      barChurn,
		"worst":      barWorst,
	} {
		t.Run(name, bar)
	}
}

type reporter func(what string, n int, times []float64, limit float64)

func barIterate[T words](t *testing.T, size int, f sums[T], report reporter) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, n := range []int{1000, 64000, 1000000} {
		if size*n > 64<<20 {
			continue
		}
		reps := max(1, 64000/n)
		rounds := max(20, 400/max(1, n*size/1000000))
		again := func(sum func() uint64) func() {
			return func() {
				for range reps {
					sink += sum()
				}
			}
		}
		for _, holes := range []int{0, 25, 50, 75, 90, 99} {
			live := n - n*holes/100
			b := erased[T](t, n, holes)
			packed := touched[T](live)
			ts := turns(rounds, again(func() uint64 { return f.seq(b) }), again(func() uint64 { return f.slice(packed) }),
				again(func() uint64 { return f.raw(b) }), again(func() uint64 { return f.runs(b) }), again(func() uint64 { return f.cursor(b) }))
			what := fmt.Sprintf("record=%d n=%d holes=%d", size, n, holes)
			if holes == 0 {
				report(what+" seq to slice", live*reps, ts[:2], 1.25)
				report(what+" runs to slice", live*reps, []float64{ts[3], ts[1]}, 1.25)
			}
			report(what+" seq to raw", live*reps, []float64{ts[0], ts[2]}, 1.25)
			fmt.Printf("| %s | slice %.2f, raw %.2f, seq %.2f, runs %.2f, cursor %.2f |\n", what, ts[1]/float64(live*reps), ts[2]/float64(live*reps), ts[0]/float64(live*reps), ts[3]/float64(live*reps), ts[4]/float64(live*reps))
			require.NoError(t, b.Close())
		}
	}
}

func barGet(t *testing.T, report reporter) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, n := range []int{1000, 64000, 1000000} {
		b := erased[rec32](t, n, 0)
		p := &plainArena{rows: touched[rec32](n + 1), gens: make([]uint32, n+1)}
		rng := rand.New(rand.NewPCG(2, 2))
		hs := make([]Handle[rec32], 1<<15)
		for i := range hs {
			hs[i] = b.HandleAt(1 + rng.Uint32N(uint32(n)))
			p.gens[hs[i].index] = hs[i].gen
		}
		ts := turns(300, func() { sink += sumHandles(b, hs) }, func() { sink += sumPlain(p, hs) })
		report(fmt.Sprintf("Get n=%d", n), len(hs), ts, 1.3)
		require.NoError(t, b.Close())
	}
}

func barAppend(t *testing.T, report reporter) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const n = 1000000
	for _, back := range []Backing{Reserved, Blocks} {
		ts := coldTurns(15, func() {
			var b Bulk[row32]
			require.NoError(t, b.Init(Backed(back)))
			for i := range n {
				_, _ = b.Insert(row32{ID: uint64(i)})
			}
			require.NoError(t, b.Close())
		}, func() {
			var s []row32
			for i := range n {
				s = append(s, row32{ID: uint64(i)})
			}
			sink += s[n-1].ID
		})
		report(fmt.Sprintf("cold append, %v", back), n, ts, 0.35)
	}
}

func barRange(t *testing.T, report reporter) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, n := range []int{4096, 64000, 1000000} {
		var b Bulk[rec32]
		require.NoError(t, b.Init())
		src, dst := touched[rec32](n), touched[rec32](n)
		var r Range
		insert, plain := 1e18, 1e18
		for range max(20, 20000000/n) {
			start := cpuTime()
			r, _ = b.AppendRange(src)
			insert = min(insert, float64(cpuTime()-start))
			b.Release(r)
			start = cpuTime()
			copy(dst, src)
			plain = min(plain, float64(cpuTime()-start))
		}
		report(fmt.Sprintf("range append n=%d", n), n, []float64{insert, plain}, 1.1)
		require.NoError(t, b.Close())
	}
}

func barRefill(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const n = 1000000
	for _, policy := range []Policy{LIFO, Lowest} {
		best := 1e18
		for range 7 {
			b := erased[row32](t, n, 50, Reuse(policy))
			start := cpuTime()
			for i := range n / 2 {
				_, _ = b.Insert(row32{ID: uint64(i)})
			}
			best = min(best, float64(cpuTime()-start))
			require.NoError(t, b.Close())
		}
		fmt.Printf("| refill after 50 %% random removals, %v | %.2f ns |\n", policy, best/(n/2))
	}
}

// barChurn removes and inserts 1 % of a million records in each frame.
func barChurn(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const n, frames = 1000000, 3000
	for _, policy := range []Policy{LIFO, FIFO, Lowest} {
		b := erased[row32](t, n, 0, Reuse(policy))
		hs := make([]Handle[row32], 0, n)
		for h := range b.All() {
			hs = append(hs, h)
		}
		rng := rand.New(rand.NewPCG(3, 3))
		picks := make([]uint32, n/100)
		took := make([]float64, frames)
		mean := 0.0
		for f := range took {
			for i := range picks {
				picks[i] = rng.Uint32N(n)
			}
			start := cpuTime()
			for _, k := range picks {
				b.Remove(hs[k])
			}
			for _, k := range picks {
				if _, ok := b.Get(hs[k]); !ok {
					hs[k], _ = b.Insert(row32{ID: uint64(k)})
				}
			}
			took[f] = float64(cpuTime() - start)
			mean += took[f] / frames
		}
		slices.Sort(took)
		fmt.Printf("| churn of 1 %% a frame, %v | %.1f ns a pair, p99.9 frame %.2f x the mean |\n", policy, mean/(n/100), took[frames*999/1000]/mean)
		require.NoError(t, b.Close())
	}
}

// barWorst is the longest insertion on the way to 16 million records.
func barWorst(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const n = 16000000
	worst := func(insert func(i int)) (w time.Duration) {
		debug.FreeOSMemory()
		for i := range n {
			start := cpuTime()
			insert(i)
			w = max(w, cpuTime()-start)
		}
		return w
	}
	var s []row32
	plain := worst(func(i int) { s = append(s, row32{ID: uint64(i)}) })
	sink += s[n-1].ID
	s = nil
	for _, back := range backings {
		var b Bulk[row32]
		require.NoError(t, b.Init(Backed(back)))
		w := worst(func(i int) { _, _ = b.Insert(row32{ID: uint64(i)}) })
		fmt.Printf("| worst of 16 million insertions, %v | %v, append %v, 1/%.0f |\n", back, w, plain, float64(plain)/float64(w))
		require.NoError(t, b.Close())
	}
}
