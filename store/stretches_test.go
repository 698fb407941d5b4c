package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Thousands of ranges, some of which touch, are committed and released in any order, beside
// spans in the room that is left.
func TestManyRangesAgreeWithAList(t *testing.T) {
	for _, back := range backings {
		var a Array[uint32]
		require.NoError(t, a.Init(Backed(back)))
		rng := rand.New(rand.NewPCG(4, uint64(back)))
		var in []Range
		check := func() {
			require.NoError(t, a.Check())
			want := slices.Clone(in)
			slices.SortFunc(want, func(r, s Range) int { return int(r.First) - int(s.First) })
			got := slices.Collect(a.spans.ranges.all())
			require.Len(t, got, len(want))
			for i, r := range want {
				if want := (stretch{r.First, r.Len}); got[i] != want {
					require.Equal(t, want, got[i])
				}
			}
		}
		for step := range 24_000 {
			if grows := step%12_000 < 6_000; grows || len(in) > 0 && rng.IntN(8) == 0 {
				r, err := a.Reserve(1 + rng.IntN(9))
				require.NoError(t, err)
				_, err = a.Bytes(r, 0, int(r.Len))
				require.NoError(t, err)
				a.Commit(r)
				in = append(in, r)
				own := Span[uint32]{r.First, r.Len}
				require.NoError(t, a.Free(own), "it is the range's, and stays")
				require.ErrorIs(t, a.Free(Span[uint32]{r.First, r.Len + 1}), ErrRange)
			} else if len(in) > 0 {
				k := rng.IntN(len(in))
				r := in[k]
				a.Release(Range{First: r.First, Len: r.Len + 1})
				a.Release(Range{First: r.First, Len: r.Len, Gen: 1})
				a.Release(r)
				a.Release(r)
				in[k] = in[len(in)-1]
				in = in[:len(in)-1]
			}
			if step%1024 == 0 {
				check()
			}
		}
		check()
		require.NoError(t, a.Close())
	}
}

// BenchmarkManyRanges is a range that comes and goes at any place among n others.
func BenchmarkManyRanges(b *testing.B) {
	for _, n := range []int{1, 8, 1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var a Array[uint32]
			defer a.Close()
			ranges := make([]Range, n)
			commit := func(k int) {
				r, err := a.Reserve(8)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := a.Bytes(r, 0, 8); err != nil {
					b.Fatal(err)
				}
				a.Commit(r)
				ranges[k] = r
			}
			for k := range ranges {
				commit(k)
			}
			rng := rand.New(rand.NewPCG(5, 5))
			for b.Loop() {
				k := rng.IntN(n)
				a.Release(ranges[k])
				commit(k)
			}
		})
	}
}
