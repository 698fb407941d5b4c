package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The benchmarks measure ratios: each store stands beside its peers in one
// run. Names are key=value. With -large they take 16 million records too.
var large = flag.Bool("large", false, "benchmark 16 million records too")

// words is a record of so many bytes.
type words interface {
	[1]uint64 | [4]uint64 | [8]uint64 | [32]uint64
}

type (
	rec8   = [1]uint64
	rec32  = [4]uint64
	rec64  = [8]uint64
	rec256 = [32]uint64
)

// row32 is the record of the benchmarks that insert. As a struct, unlike an
// array, it comes to Insert in registers.
type row32 struct {
	ID      uint64
	X, Y, Z float64
}

var sink uint64

func sizes() []int {
	if testing.Short() {
		return []int{1e3, 64e3}
	}
	if *large {
		return []int{1e3, 64e3, 1e6, 16e6}
	}
	return []int{1e3, 64e3, 1e6}
}

// million is how many records the benchmarks of one large store have.
func million() int {
	if testing.Short() {
		return 64e3
	}
	return 1e6
}

// perRecord reports the time of one of n.
func perRecord(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/record")
}

// touched returns n records in memory of their own: what was never written is
// one page of zeros, as often as it is mapped.
func touched[T words](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = *new(T)
		s[i][0] = uint64(i)
	}
	return s
}

// erased returns a Bulk of n records, of which holes of a hundred, chosen at
// random, were removed.
func erased[T any](tb testing.TB, n, holes int, opts ...Option) *Bulk[T] {
	b := new(Bulk[T])
	require.NoError(tb, b.Init(opts...))
	hs := make([]Handle[T], n)
	for i := range hs {
		hs[i].gen = 1 // so that its pages do not lie between those of the records
	}
	for i := range hs {
		h, err := b.Insert(*new(T))
		require.NoError(tb, err)
		hs[i] = h
	}
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(n, func(i, j int) { hs[i], hs[j] = hs[j], hs[i] })
	for _, h := range hs[:n*holes/100] {
		b.Remove(h)
	}
	tb.Cleanup(func() { b.Close() })
	return b
}

func BenchmarkIterate(b *testing.B) {
	iterate(b, 8, sum8)
	iterate(b, 32, sum32)
	iterate(b, 64, sum64)
	iterate(b, 256, sum256)
}

// sums is the loops over one type of record, written out for it: a generic
// function would measure the compiler's dictionaries.
type sums[T words] struct {
	slice  func([]T) uint64
	raw    func(*Bulk[T]) uint64
	seq    func(*Bulk[T]) uint64
	runs   func(*Bulk[T]) uint64
	cursor func(*Bulk[T]) uint64
}

func iterate[T words](b *testing.B, size int, f sums[T]) {
	for _, n := range sizes() {
		if size*n > 1<<30 {
			continue
		}
		for _, holes := range []int{0, 25, 50, 75, 90, 99} {
			live := n - n*holes/100
			store := erased[T](b, n, holes)
			packed := touched[T](live)
			run := func(how string, sum func() uint64) {
				b.Run(fmt.Sprintf("record=%d/n=%d/holes=%d/how=%s", size, n, holes, how), func(b *testing.B) {
					for b.Loop() {
						sink += sum()
					}
					perRecord(b, live)
				})
			}
			run("slice", func() uint64 { return f.slice(packed) })
			run("raw", func() uint64 { return f.raw(store) })
			run("seq", func() uint64 { return f.seq(store) })
			run("runs", func() uint64 { return f.runs(store) })
			run("cursor", func() uint64 { return f.cursor(store) })
			if err := store.Close(); err != nil {
				b.Fatal(err)
			}
			if size >= 16 {
				store = erased[T](b, n, holes, Skip(RunLength))
				run("runlength", func() uint64 { return f.seq(store) })
				if err := store.Close(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

func BenchmarkGet(b *testing.B) {
	for _, n := range sizes() {
		store := erased[rec32](b, n, 0)
		rng := rand.New(rand.NewPCG(2, 2))
		hs := make([]Handle[rec32], 1<<16)
		plain := make([]Handle[rec32], len(hs))
		p := &plainArena{rows: touched[rec32](n + 1), gens: make([]uint32, n+1)}
		for i := range hs {
			at := 1 + rng.Uint32N(uint32(n))
			hs[i] = store.HandleAt(at)
			plain[i] = hs[i]
			p.gens[at] = hs[i].gen
		}
		run := func(how string, sum func() uint64) {
			b.Run(fmt.Sprintf("record=32/n=%d/how=%s", n, how), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					sink += sum()
				}
				perRecord(b, len(hs))
			})
		}
		run("slice", func() uint64 { return sumPlain(p, plain) })
		run("handle", func() uint64 { return sumHandles(store, hs) })
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		blocks := erased[rec32](b, n, 0, Backed(Blocks))
		for i := range hs {
			hs[i] = blocks.HandleAt(hs[i].index)
		}
		run("blocks", func() uint64 { return sumHandles(blocks, hs) })
		if err := blocks.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// plainArena is what a Go program without this package would write: slices,
// bounds-checked, with a generation compare.
type plainArena struct {
	rows []rec32
	gens []uint32
}

func (p *plainArena) Get(h Handle[rec32]) (*rec32, bool) {
	if i := int(h.index); i < len(p.gens) && p.gens[i] == h.gen {
		return &p.rows[i], true
	}
	return nil, false
}

func sumPlain(p *plainArena, hs []Handle[rec32]) (sum uint64) {
	for _, h := range hs {
		if r, ok := p.Get(h); ok {
			sum += r[0]
		}
	}
	return sum
}

func sumHandles(b *Bulk[rec32], hs []Handle[rec32]) (sum uint64) {
	for _, h := range hs {
		if r, ok := b.Get(h); ok {
			sum += r[0]
		}
	}
	return sum
}

// BenchmarkAppend inserts one by one into a store without memory, page faults
// and all.
func BenchmarkAppend(b *testing.B) {
	for _, n := range sizes() {
		b.Run(fmt.Sprintf("record=32/n=%d/how=append", n), func(b *testing.B) {
			for b.Loop() {
				var s []row32
				for i := range n {
					s = append(s, row32{ID: uint64(i)})
				}
				sink += s[n-1].ID
			}
			perRecord(b, n)
		})
		for _, back := range []Backing{Reserved, Blocks, Geometric, Heap} {
			b.Run(fmt.Sprintf("record=32/n=%d/how=%v", n, back), func(b *testing.B) {
				for b.Loop() {
					var s Bulk[row32]
					if err := s.Init(Backed(back)); err != nil {
						b.Fatal(err)
					}
					for i := range n {
						if _, err := s.Insert(row32{ID: uint64(i)}); err != nil {
							b.Fatal(err)
						}
					}
					if err := s.Close(); err != nil {
						b.Fatal(err)
					}
				}
				perRecord(b, n)
			})
		}
	}
}

// BenchmarkRange inserts ranges into warm memory, as a level that is loaded
// again, beside the copy of the same bytes.
func BenchmarkRange(b *testing.B) {
	for _, n := range sizes() {
		src, dst := touched[rec32](n), touched[rec32](n)
		b.Run(fmt.Sprintf("record=32/n=%d/how=copy", n), func(b *testing.B) {
			for b.Loop() {
				copy(dst, src)
			}
			perRecord(b, n)
		})
		for _, back := range []Backing{Reserved, Blocks} {
			b.Run(fmt.Sprintf("record=32/n=%d/how=%v", n, back), func(b *testing.B) {
				var s Bulk[rec32]
				if err := s.Init(Backed(back)); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					r, err := s.AppendRange(src)
					if err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					s.Release(r)
					b.StartTimer()
				}
				perRecord(b, n)
				s.Close()
			})
		}
	}
}

// BenchmarkClear clears a store: one that was filled by one range, and one that a third
// was removed from and inserted again, so that its generations differ.
func BenchmarkClear(b *testing.B) {
	for _, n := range sizes() {
		rows := make([]rec32, n)
		for _, how := range []string{"range", "mixed"} {
			b.Run(fmt.Sprintf("record=32/n=%d/how=%s", n, how), func(b *testing.B) {
				var s Bulk[rec32]
				if err := s.Init(); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					r, err := s.AppendRange(rows)
					if err != nil {
						b.Fatal(err)
					}
					for i := 0; how == "mixed" && i < n; i += 3 {
						s.Remove(s.HandleIn(r, i))
					}
					for i := 0; how == "mixed" && i < n; i += 3 {
						if _, err := s.Insert(rec32{}); err != nil {
							b.Fatal(err)
						}
					}
					b.StartTimer()
					s.Clear()
				}
				perRecord(b, n)
				s.Close()
			})
		}
	}
}

// BenchmarkFill fills a store again after Clear, keeping all handles, one by one, by
// InsertRange, and by AppendRange, whose range stands for the handles.
func BenchmarkFill(b *testing.B) {
	const n = 64_000
	rows, handles := make([]row32, n), make([]Handle[row32], 0, n)
	for _, how := range []string{"insert", "insertrange", "appendrange"} {
		for _, back := range []Backing{Reserved, Blocks} {
			b.Run(fmt.Sprintf("record=32/n=%d/back=%v/how=%s", n, back, how), func(b *testing.B) {
				var s Bulk[row32]
				if err := s.Init(Backed(back)); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					s.Clear()
					handles = handles[:0]
					var err error
					switch how {
					case "insertrange":
						handles, err = s.InsertRange(handles, rows)
					case "appendrange":
						_, err = s.AppendRange(rows)
					default:
						for i := range rows {
							h, e := s.Insert(rows[i])
							if handles = append(handles, h); e != nil {
								err = e
							}
						}
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				perRecord(b, n)
				s.Close()
			})
		}
	}
}

// BenchmarkRefill fills a store up again after half of it was removed at
// random.
func BenchmarkRefill(b *testing.B) {
	n := million()
	for _, policy := range policies {
		for _, skip := range []Skipper{Bitmap, RunLength} {
			b.Run(fmt.Sprintf("record=32/n=%d/holes=50/policy=%v/skip=%v", n, policy, skip), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					s := erased[row32](b, n, 50, Reuse(policy), Skip(skip))
					b.StartTimer()
					for i := range n / 2 {
						if _, err := s.Insert(row32{ID: uint64(i)}); err != nil {
							b.Fatal(err)
						}
					}
					b.StopTimer()
					s.Close()
					b.StartTimer()
				}
				perRecord(b, n/2)
			})
		}
	}
}

// BenchmarkChurn removes and inserts 1 % of a million records in each frame.
func BenchmarkChurn(b *testing.B) {
	n := million()
	frames := 2000
	if testing.Short() {
		frames = 20
	}
	for k := range 6 {
		policy, skip := Policy(k%3), Skipper(k/3)
		b.Run(fmt.Sprintf("record=32/n=%d/share=1/policy=%v/skip=%v", n, policy, skip), func(b *testing.B) {
			s := erased[row32](b, n, 0, Reuse(policy), Skip(skip))
			hs := make([]Handle[row32], 0, n)
			for h := range s.All() {
				hs = append(hs, h)
			}
			rng := rand.New(rand.NewPCG(3, 3))
			picks := make([]uint32, n/100)
			for b.Loop() {
				took := make([]float64, 0, frames)
				for range frames {
					for i := range picks {
						picks[i] = rng.Uint32N(uint32(n))
					}
					start := time.Now()
					for _, k := range picks {
						s.Remove(hs[k])
					}
					for _, k := range picks {
						if _, ok := s.Get(hs[k]); !ok {
							h, err := s.Insert(row32{ID: uint64(k)})
							if err != nil {
								b.Fatal(err)
							}
							hs[k] = h
						}
					}
					took = append(took, float64(time.Since(start).Nanoseconds()))
				}
				slices.Sort(took)
				mean := 0.0
				for _, t := range took {
					mean += t / float64(frames)
				}
				b.ReportMetric(mean/float64(n/100), "ns/pair")
				b.ReportMetric(took[frames*999/1000]/mean, "p99.9/mean")
			}
		})
	}
}

// BenchmarkWorstInsert reports the longest single insertion on the way to n
// records.
func BenchmarkWorstInsert(b *testing.B) {
	n := million()
	if *large {
		n = 16_000_000
	}
	b.Run(fmt.Sprintf("record=32/n=%d/how=append", n), func(b *testing.B) {
		for b.Loop() {
			var s []row32
			worst := time.Duration(0)
			for i := range n {
				start := time.Now()
				s = append(s, row32{ID: uint64(i)})
				worst = max(worst, time.Since(start))
			}
			sink += s[n-1].ID
			b.ReportMetric(float64(worst.Nanoseconds())/1e3, "us/worst")
		}
	})
	for _, back := range backings {
		b.Run(fmt.Sprintf("record=32/n=%d/how=%v", n, back), func(b *testing.B) {
			for b.Loop() {
				var s Bulk[row32]
				if err := s.Init(Backed(back)); err != nil {
					b.Fatal(err)
				}
				worst := time.Duration(0)
				for i := range n {
					start := time.Now()
					if _, err := s.Insert(row32{ID: uint64(i)}); err != nil {
						b.Fatal(err)
					}
					worst = max(worst, time.Since(start))
				}
				b.ReportMetric(float64(worst.Nanoseconds())/1e3, "us/worst")
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCollect is one run of the collector with 8 million records alive.
func BenchmarkCollect(b *testing.B) {
	n := million()
	if *large {
		n = 8_000_000
	}
	collect := func(how string, fill func() any) {
		b.Run(fmt.Sprintf("record=32/n=%d/how=%s", n, how), func(b *testing.B) {
			keep := fill()
			runtime.GC()
			for b.Loop() {
				runtime.GC()
			}
			runtime.KeepAlive(keep)
		})
	}
	collect("empty", func() any { return nil })
	collect("bulk", func() any { return erased[rec32](b, n, 0) })
	collect("heap", func() any { return erased[rec32](b, n, 0, Backed(Heap)) })
	collect("slice", func() any { return touched[rec32](n) })
	collect("pointers", func() any {
		s := make([]*rec32, n)
		for i := range s {
			s[i] = new(rec32)
		}
		return s
	})
	collect("map", func() any {
		m := make(map[uint32]*rec32, n)
		for i := range n {
			m[uint32(i)] = new(rec32)
		}
		return m
	})
}
