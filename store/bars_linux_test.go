package store

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
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
// processor time, and holds the median of the turns' ratios, so that a busy
// machine disturbs it as little as can be. It prints the table of README.md.
var bars = flag.Bool("bars", false, "hold the promised ratios and print them")

// pin keeps the goroutine on one processor until it is undone: from one to another
// a thread's processor time may jump, backwards too.
func pin(t *testing.T) (undo func()) {
	runtime.LockOSThread()
	var before, one unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &before))
	for cpu := 0; one.Count() == 0; cpu++ {
		if before.IsSet(cpu) {
			one.Set(cpu)
		}
	}
	require.NoError(t, unix.SchedSetaffinity(0, &one))
	return func() {
		require.NoError(t, unix.SchedSetaffinity(0, &before))
		runtime.UnlockOSThread()
	}
}

// cpuTime is the processor time of this thread.
func cpuTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// turns runs each function in turn and returns the times of each round.
func turns(rounds int, fs ...func()) [][]float64 {
	times := make([][]float64, rounds)
	for k := range times {
		times[k] = make([]float64, len(fs))
		for j, f := range fs {
			start := cpuTime()
			f()
			times[k][j] = float64(cpuTime() - start)
		}
	}
	return times
}

// coldTurns is turns with a heap that has given its free memory back before
// each, and without anything of closed stores.
func coldTurns(rounds int, fs ...func()) [][]float64 {
	for k, f := range fs {
		fs[k] = func() {
			debug.FreeOSMemory()
			TrimClosed()
			start := cpuTime()
			f()
			cold = float64(cpuTime() - start)
		}
	}
	times := make([][]float64, rounds)
	for k := range times {
		times[k] = make([]float64, len(fs))
		for j, f := range fs {
			f()
			times[k][j] = cold
		}
	}
	return times
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
		"collect":    func(t *testing.T) { barCollect(t, report) },
	} {
		t.Run(name, bar)
	}
}

// barSizes are the numbers of records; the largest needs -large.
func barSizes() []int {
	if *large {
		return []int{1000, 64000, 1000000, 16000000}
	}
	return []int{1000, 64000, 1000000}
}

type reporter func(what string, n int, times []float64, limit float64)

func barIterate[T words](t *testing.T, size int, f sums[T], report reporter) {
	defer pin(t)()
	for _, n := range barSizes() {
		if size*n > 1<<30 || size*n > 64<<20 && n < 16000000 {
			continue
		}
		reps := max(1, 64000/n)
		rounds := max(5, 400/max(1, n*size/1000000))
		again := func(sum func() uint64) func() {
			return func() {
				for range reps {
					sink += sum()
				}
			}
		}
		for _, holes := range []int{0, 25, 50, 75, 90, 99} {
			live := n - n*holes/100
			var halves [2][][]float64
			for k := range halves {
				b, packed := placed[T](t, k, n, holes)
				halves[k] = turns(rounds, again(func() uint64 { return f.seq(b) }), again(func() uint64 { return f.slice(packed) }),
					again(func() uint64 { return f.raw(b) }), again(func() uint64 { return f.runs(b) }), again(func() uint64 { return f.cursor(b) }))
				require.NoError(t, b.Close())
			}
			per := func(x int) float64 { return meanMedians(halves, x, x)[0] / float64(live*reps) }
			what := fmt.Sprintf("record=%d n=%d holes=%d", size, n, holes)
			if holes == 0 {
				report(what+" seq to slice", live*reps, meanMedians(halves, 0, 1), 1.25)
				report(what+" runs to slice", live*reps, meanMedians(halves, 3, 1), 1.25)
			}
			report(what+" seq to raw", live*reps, meanMedians(halves, 0, 2), 1.25)
			fmt.Printf("| %s | slice %.2f, raw %.2f, seq %.2f, runs %.2f, cursor %.2f |\n", what, per(1), per(2), per(0), per(3), per(4))
		}
	}
}

// placed returns a store and a slice, of which k says the one that gets its memory
// first: of a large one that alone makes the very same loop up to 1.4 times as
// fast, whichever of the two it is.
func placed[T words](t *testing.T, k, n, holes int) (b *Bulk[T], packed []T) {
	debug.FreeOSMemory()
	live := n - n*holes/100
	if k == 0 {
		b = erased[T](t, n, holes)
		return b, touched[T](live)
	}
	packed = touched[T](live)
	return erased[T](t, n, holes), packed
}

// meanMedians is medians of both halves, and the geometric mean of their ratios.
func meanMedians(halves [2][][]float64, x, y int) []float64 {
	a, b := medians(halves[0], x, y), medians(halves[1], x, y)
	mean := (a[0] + b[0]) / 2
	return []float64{mean, mean / math.Sqrt(a[0]/a[1]*b[0]/b[1])}
}

func barGet(t *testing.T, report reporter) {
	defer pin(t)()
	for _, n := range barSizes() {
		b := erased[rec32](t, n, 0)
		p := &plainArena{rows: touched[rec32](n + 1), gens: make([]uint32, n+1)}
		rng := rand.New(rand.NewPCG(2, 2))
		hs := make([]Handle[rec32], 1<<15)
		for i := range hs {
			hs[i] = b.HandleAt(1 + rng.Uint32N(uint32(n)))
			p.gens[hs[i].index] = hs[i].gen
		}
		ts := turns(300, func() { sink += sumHandles(b, hs) }, func() { sink += sumPlain(p, hs) })
		report(fmt.Sprintf("Get n=%d", n), len(hs), medians(ts, 0, 1), 1.3)
		require.NoError(t, b.Close())
	}
}

func barAppend(t *testing.T, report reporter) {
	defer pin(t)()
	n, rounds := 1000000, 9
	if *large {
		n, rounds = 16000000, 3
	}
	for _, back := range []Backing{Reserved, Blocks} {
		ts := coldTurns(rounds, func() {
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
		report(fmt.Sprintf("cold append n=%d, %v", n, back), n, medians(ts, 0, 1), 0.35)
	}
	const piece = 4096
	src := touched[rec32](n)
	ts := coldTurns(rounds, func() {
		var b Bulk[rec32]
		require.NoError(t, b.Init())
		for rows := range slices.Chunk(src, piece) {
			_, _ = b.AppendRange(rows)
		}
		require.NoError(t, b.Close())
	}, func() {
		var s []rec32
		for rows := range slices.Chunk(src, piece) {
			s = append(s, rows...)
		}
		sink += s[n-1][0]
	})
	report(fmt.Sprintf("cold append n=%d by %d", n, piece), n, medians(ts, 0, 1), 0.35)
}

func barRange(t *testing.T, report reporter) {
	defer pin(t)()
	for _, n := range append([]int{4096}, barSizes()[1:]...) {
		barRangeOf(t, report, n, n)
		if n > 4096 {
			barRangeOf(t, report, n, 4096)
		}
	}
}

// barRangeOf appends n rows in ranges of at most piece.
func barRangeOf(t *testing.T, report reporter, n, piece int) {
	var b Bulk[rec32]
	require.NoError(t, b.Init())
	src, dst := touched[rec32](n), touched[rec32](n)
	// Each way has a destination of its own: all come back to it after the same number
	// of bytes.
	other, gens := touched[rec32](n), make([]uint32, n)
	ranges := make([]Range, 0, n/piece+1)
	times := make([][]float64, max(9, min(50, 200000000/n), 20000000/n))
	for k := range times {
		times[k] = make([]float64, 3)
		start := cpuTime()
		for rows := range slices.Chunk(src, piece) {
			r, _ := b.AppendRange(rows)
			ranges = append(ranges, r)
		}
		times[k][0] = float64(cpuTime() - start)
		for _, r := range ranges {
			b.Release(r)
		}
		ranges = ranges[:0]
		start = cpuTime()
		for at := 0; at < n; at += piece {
			copy(dst[at:], src[at:min(n, at+piece)])
		}
		times[k][1] = float64(cpuTime() - start)
		start = cpuTime()
		for at := 0; at < n; at += piece {
			end := min(n, at+piece)
			copy(other[at:], src[at:end])
			fillGens(gens[at:end], uint32(k))
		}
		times[k][2] = float64(cpuTime() - start)
	}
	what := fmt.Sprintf("range append n=%d", n)
	if piece < n {
		what += fmt.Sprintf(" by %d", piece)
	}
	report(what+" to a copy", n, medians(times, 0, 1), 1.1)
	report(what+" to a copy and the generations", n, medians(times, 0, 2), 1.1)
	floor := medians(times, 2, 1)
	fmt.Printf("| %s: a copy and the generations to a copy | %.2f |\n", what, floor[0]/floor[1])
	require.NoError(t, b.Close())
}

// medians returns the median time of x, and what of y gives the median of
// their ratios.
func medians(times [][]float64, x, y int) []float64 {
	ratios, xs := make([]float64, len(times)), make([]float64, len(times))
	for k, v := range times {
		ratios[k], xs[k] = v[x]/v[y], v[x]
	}
	slices.Sort(ratios)
	slices.Sort(xs)
	m := len(times) / 2
	return []float64{xs[m], xs[m] / ratios[m]}
}

func barRefill(t *testing.T) {
	defer pin(t)()
	const n = 1000000
	rows := make([]row32, n/2)
	handles := make([]Handle[row32], 0, n)
	cases := []struct {
		how    string
		policy Policy
		fill   func(b *Bulk[row32])
	}{
		{"Insert, LIFO", LIFO, func(b *Bulk[row32]) {
			for i := range n / 2 {
				_, _ = b.Insert(row32{ID: uint64(i)})
			}
		}},
		{"Insert, Lowest", Lowest, func(b *Bulk[row32]) {
			for i := range n / 2 {
				_, _ = b.Insert(row32{ID: uint64(i)})
			}
		}},
		{"InsertRange, Lowest", Lowest, func(b *Bulk[row32]) { handles, _ = b.InsertRange(handles[:0], rows) }},
		{"nothing but writing the rows and the generations", Lowest, func(b *Bulk[row32]) {
			dst, gens := b.slots.one.rows, gensOf(b.slots.one)
			for w, v := range b.slots.free {
				for ; v != 0; v &= v - 1 {
					i := uint32(w<<6 + bits.TrailingZeros64(v))
					*elemAt[row32](dst, i) = row32{ID: uint64(i)}
					*gens.at(i)++
				}
			}
		}},
	}
	times := make([][]float64, 9)
	for k := range times {
		for _, c := range cases {
			b := erased[row32](t, n, 50, Reuse(c.policy))
			runtime.GC() // so that it does not run beside what is measured
			start := cpuTime()
			c.fill(b)
			times[k] = append(times[k], float64(cpuTime()-start))
			require.NoError(t, b.Close())
		}
	}
	for j, c := range cases {
		m := medians(times, j, len(cases)-1)
		fmt.Printf("| refill after 50 %% random removals, %s | median %.2f ns, %.2f x nothing but writing |\n", c.how, m[0]/(n/2), m[0]/m[1])
	}
}

// barChurn removes and inserts 1 % of a million records in each frame, in the
// store and in slices with a stack of free indices, turn by turn: how far the
// worst frames of plain slices are from their mean is what the machine does.
func barChurn(t *testing.T) {
	defer pin(t)()
	const n, frames = 1000000, 1500
	for _, policy := range policies {
		b := erased[row32](t, n, 0, Reuse(policy))
		p := churnArena{rows: make([]row32, n+1), gens: make([]uint32, n+1)}
		hs, ps := make([]Handle[row32], 0, n), make([]Handle[row32], 0, n)
		for h := range b.All() {
			hs = append(hs, h)
			p.free = append(p.free, h.index)
		}
		for i := range n {
			ps = append(ps, p.insert(row32{ID: uint64(i)}))
		}
		rng := rand.New(rand.NewPCG(3, 3))
		picks := make([]uint32, n/100)
		took := [2][]float64{}
		for range frames {
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
			took[0] = append(took[0], float64(cpuTime()-start))
			start = cpuTime()
			for _, k := range picks {
				p.remove(ps[k])
			}
			for _, k := range picks {
				if p.gens[ps[k].index] != ps[k].gen {
					ps[k] = p.insert(row32{ID: uint64(k)})
				}
			}
			took[1] = append(took[1], float64(cpuTime()-start))
		}
		for k, who := range []string{policy.String(), "slices beside it"} {
			slices.Sort(took[k])
			mean := 0.0
			for _, d := range took[k] {
				mean += d / frames
			}
			fmt.Printf("| churn of 1 %% a frame, %s | %.1f ns a pair, p99 frame %.2f, p99.9 frame %.2f x the mean |\n",
				who, mean/(n/100), took[k][frames*99/100]/mean, took[k][frames*999/1000]/mean)
		}
		require.NoError(t, b.Close())
	}
}

// churnArena is slices with a stack of free indices.
type churnArena struct {
	rows []row32
	gens []uint32
	free []uint32
}

func (p *churnArena) insert(v row32) Handle[row32] {
	i := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.rows[i] = v
	p.gens[i]++
	return Handle[row32]{i, p.gens[i]}
}

func (p *churnArena) remove(h Handle[row32]) {
	if p.gens[h.index] == h.gen {
		p.gens[h.index]++
		p.free = append(p.free, h.index)
	}
}

// barWorst is the longest insertion on the way to 16 million records: the median
// of three ways, as of 16 million moments the machine has some milliseconds in one
// now and then.
func barWorst(t *testing.T) {
	const n, ways = 16000000, 3
	worst := func(insert func(i int)) (w time.Duration) {
		defer pin(t)()
		debug.FreeOSMemory()
		for i := range n {
			start := cpuTime()
			insert(i)
			w = max(w, cpuTime()-start)
		}
		return w
	}
	median := func(once func() time.Duration) time.Duration {
		var ws [ways]time.Duration
		for k := range ws {
			ws[k] = once()
		}
		slices.Sort(ws[:])
		return ws[ways/2]
	}
	plain := median(func() time.Duration {
		var s []row32
		w := worst(func(i int) { s = append(s, row32{ID: uint64(i)}) })
		sink += s[n-1].ID
		return w
	})
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			w := median(func() time.Duration {
				var b Bulk[row32]
				require.NoError(t, b.Init(Backed(back)))
				w := worst(func(i int) { _, _ = b.Insert(row32{ID: uint64(i)}) })
				require.NoError(t, b.Close())
				return w
			})
			verdict := "met"
			if 100*w > plain {
				verdict = "MISSED"
			}
			fmt.Printf("| worst of 16 million insertions, %v | %v, append %v, 1/%.0f | 1/100 | %s |\n", back, w, plain, float64(plain)/float64(w), verdict)
		})
	}
}

// barCollect compares a run of the collector with 8 million records alive to one
// with none, turn by turn: both take a quarter of a millisecond, which the machine
// changes by more than a store could.
func barCollect(t *testing.T, report reporter) {
	const n, runs = 8_000_000, 40
	collect := func() float64 {
		times := make([]float64, runs)
		for i := range times {
			start := time.Now()
			runtime.GC()
			times[i] = float64(time.Since(start))
		}
		slices.Sort(times)
		return times[runs/2]
	}
	rows := make([]row32, 80_000)
	times := make([][]float64, 15)
	for k := range times {
		debug.FreeOSMemory()
		collect()
		none := collect()
		b := new(Bulk[row32])
		require.NoError(t, b.Init())
		for range n / len(rows) {
			_, err := b.AppendRange(rows)
			require.NoError(t, err)
		}
		collect()
		times[k] = []float64{collect(), none}
		require.Equal(t, n, b.Len())
		require.NoError(t, b.Close())
	}
	report("a run of the collector with 8 M records to one with none", 1, medians(times, 0, 1), 1.2)
}
