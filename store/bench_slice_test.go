package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkSlice sums short spans in random order, beside a slice of slices.
func BenchmarkSlice(b *testing.B) {
	for _, n := range []int{1000, 64_000, 1_000_000} {
		rng := rand.New(rand.NewPCG(1, 1))
		order := rng.Perm(n)
		for _, back := range []Backing{Reserved, Blocks} {
			var a Array[uint32]
			if err := a.Init(Backed(back)); err != nil {
				b.Fatal(err)
			}
			spans := make([]Span[uint32], n)
			for k := range spans {
				s, err := a.Make(1 + k%8)
				if err != nil {
					b.Fatal(err)
				}
				spans[k] = s
				clear(a.Slice(s))
			}
			b.Run(fmt.Sprintf("n=%d/how=%v", n, back), func(b *testing.B) {
				sum := uint32(0)
				for b.Loop() {
					for _, k := range order {
						for _, v := range a.Slice(spans[k]) {
							sum += v
						}
					}
				}
				sink += uint64(sum)
				perRecord(b, n)
			})
			a.Close()
		}
		lists := make([][]uint32, n)
		for k := range lists {
			lists[k] = make([]uint32, 1+k%8)
		}
		b.Run(fmt.Sprintf("n=%d/how=slices", n), func(b *testing.B) {
			sum := uint32(0)
			for b.Loop() {
				for _, k := range order {
					for _, v := range lists[k] {
						sum += v
					}
				}
			}
			sink += uint64(sum)
			perRecord(b, n)
		})
	}
}
