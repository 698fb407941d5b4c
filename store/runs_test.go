package store

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// perforated returns a Bulk of n records in which long holes and dense stretches take
// turns, and the slots that live.
func perforated(tb testing.TB, n, longest int, opts ...Option) (*Bulk[rec32], []uint32) {
	b := new(Bulk[rec32])
	require.NoError(tb, b.Init(opts...))
	tb.Cleanup(func() { b.Close() })
	hs := make([]Handle[rec32], n)
	for i := range hs {
		h, err := b.Insert(rec32{})
		noError(tb, err)
		hs[i] = h
	}
	rng := rand.New(rand.NewPCG(4, uint64(longest)))
	var live []uint32
	for at := 0; at < n; {
		for k := min(n, at+1+rng.IntN(longest)); at < k; at++ {
			live = append(live, hs[at].index)
		}
		for k := min(n-1, at+1+rng.IntN(longest)); at < k; at++ {
			isTrue(tb, b.Remove(hs[at]))
		}
	}
	return b, live
}

// All ways through a store see the same records, whatever the lengths of its holes.
func TestHolesOfAllLengthsAreSkipped(t *testing.T) {
	backs, n := []Backing{Reserved, Blocks, Geometric, Heap}, 40_000
	if testing.Short() {
		backs, n = backs[1:3], 20_000
	}
	for _, back := range backs {
		for k := range 6 {
			policy, skip := Policy(k%3), Skipper(k/3)
			for _, longest := range []int{5, 200, 9000} {
				t.Run(fmt.Sprintf("%v/%v/%v/%d", back, policy, skip, longest), func(t *testing.T) {
					b, live := perforated(t, n, longest, Backed(back), Reuse(policy), Skip(skip))
					require.NoError(t, b.Check())
					var all, runs, cursor []uint32
					for h := range b.All() {
						all = append(all, h.index)
					}
					for i, rows := range b.Runs() {
						for k := range rows {
							runs = append(runs, i+uint32(k))
						}
					}
					for c := b.Cursor(); c.Next(); {
						cursor = append(cursor, c.Handle().index)
					}
					require.Equal(t, live, all)
					require.Equal(t, live, runs)
					require.Equal(t, live, cursor)
					// The body of a loop makes the hole that it is in, behind it and in front.
					visited := 0
					for h := range b.All() {
						visited++
						for d := -2000; d <= 3000; d++ {
							if i := int(h.index) + d; d != 0 && i > 0 && i < int(b.slots.reach) {
								b.RemoveRow(uint32(i), b.slots.gen(uint32(i)))
							}
						}
					}
					require.NoError(t, b.Check())
					require.Equal(t, visited, b.Len())
				})
			}
		}
	}
}

// Where a long hole is noted, an iteration does not read the bits in it.
func TestLongHolesAreNotRead(t *testing.T) {
	b := new(Bulk[rec32])
	require.NoError(t, b.Init(Skip(RunLength)))
	defer b.Close()
	_, err := b.AppendRange(make([]rec32, 20_000))
	require.NoError(t, err)
	for i := uint32(100); i < 19_900; i++ {
		b.RemoveRow(i, b.slots.gen(i))
	}
	b.slots.live[200] = 1
	n := 0
	for range b.All() {
		n++
	}
	for _, rows := range b.Runs() {
		n += len(rows)
	}
	b.slots.live[200] = 0
	require.Equal(t, 2*200, n)
}
