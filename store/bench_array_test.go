package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkArray frees half of the spans at random and makes as many of other
// lengths, beside slices of the same lengths from Go's heap.
func BenchmarkArray(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		for _, longest := range []int{8, 200} {
			churnArray(b, n, longest)
			churnSlices(b, n, longest)
		}
	}
}

// BenchmarkArrayAppend adds spans of four elements where nothing is free, after all were
// given back, and puts down where each is, beside one slice that they are appended to.
func BenchmarkArrayAppend(b *testing.B) {
	const n = 1000
	elems := []uint64{1, 2, 3, 4}
	spans := make([]Span[uint64], n)
	for _, back := range []Backing{Reserved, Blocks} {
		b.Run("how="+back.String(), func(b *testing.B) {
			var a Array[uint64]
			if err := a.Init(Backed(back)); err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			for b.Loop() {
				a.Clear()
				for k := range spans {
					spans[k] = must[Span[uint64]](b)(a.AppendRange(elems))
				}
			}
			perRecord(b, n)
		})
	}
	b.Run("how=slice", func(b *testing.B) {
		var flat []uint64
		for b.Loop() {
			flat = flat[:0]
			for k := range spans {
				spans[k] = Span[uint64]{uint32(len(flat)), uint32(len(elems))}
				flat = append(flat, elems...)
			}
		}
		perRecord(b, n)
	})
}

// churn calls change for half of n places, with a length for each.
func churn(rng *rand.Rand, n, longest int, drop func(k int), fill func(k, length int)) {
	picks := rng.Perm(n)[:n/2]
	for _, k := range picks {
		drop(k)
	}
	for _, k := range picks {
		fill(k, 1+rng.IntN(longest))
	}
}

func churnArray(b *testing.B, n, longest int) {
	for _, back := range []Backing{Reserved, Blocks} {
		b.Run(fmt.Sprintf("do=churn/n=%d/longest=%d/how=%v", n, longest, back), func(b *testing.B) {
			var a Array[uint64]
			if err := a.Init(Backed(back)); err != nil {
				b.Fatal(err)
			}
			defer a.Close()
			rng := rand.New(rand.NewPCG(1, 1))
			spans := make([]Span[uint64], n)
			fill := func(k, length int) {
				s, err := a.Make(length)
				if err != nil {
					b.Fatal(err)
				}
				clear(a.Slice(s))
				spans[k] = s
			}
			for k := range spans {
				fill(k, 1+rng.IntN(longest))
			}
			for b.Loop() {
				churn(rng, n, longest, func(k int) {
					if err := a.Free(spans[k]); err != nil {
						b.Fatal(err)
					}
				}, fill)
			}
			perRecord(b, n/2)
			s := a.Stats()
			b.ReportMetric(100*float64(s.Holes)/float64(s.Live+s.Holes), "%free")
		})
	}
	b.Run(fmt.Sprintf("do=compact/n=%d/longest=%d", n, longest), func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			b.StopTimer()
			var a Array[uint64]
			var spans []Span[uint64]
			for range n {
				s, err := a.Make(1 + rng.IntN(longest))
				if err != nil {
					b.Fatal(err)
				}
				spans = append(spans, s)
			}
			rng.Shuffle(n, func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
			for _, s := range spans[n/2:] {
				if err := a.Free(s); err != nil {
					b.Fatal(err)
				}
			}
			b.StartTimer()
			if _, err := a.Compact(func(yield func(*Span[uint64]) bool) {
				for i := range spans[:n/2] {
					if !yield(&spans[i]) {
						return
					}
				}
			}); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			if a.Stats().Holes != 0 {
				b.Fatal("holes are left")
			}
			a.Close()
			b.StartTimer()
		}
		perRecord(b, n/2)
	})
}

func churnSlices(b *testing.B, n, longest int) {
	b.Run(fmt.Sprintf("do=churn/n=%d/longest=%d/how=slices", n, longest), func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 1))
		spans := make([][]uint64, n)
		fill := func(k, length int) { spans[k] = make([]uint64, length) }
		for k := range spans {
			fill(k, 1+rng.IntN(longest))
		}
		for b.Loop() {
			churn(rng, n, longest, func(k int) { spans[k] = nil }, fill)
		}
		perRecord(b, n/2)
	})
}
