package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExtendGrowsInPlaceOrMoves(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var a Array[uint32]
			require.NoError(t, a.Init(Backed(back)))
			defer a.Close()
			s, err := a.Extend(Span[uint32]{}, []uint32{1, 2})
			require.NoError(t, err)
			grown, err := a.Extend(s, []uint32{3})
			require.NoError(t, err)
			require.Equal(t, s.Start(), grown.Start(), "nothing stood behind it")
			wall, err := a.Append(9)
			require.NoError(t, err)
			moved, err := a.Extend(grown, []uint32{4})
			require.NoError(t, err)
			require.NotEqual(t, s.Start(), moved.Start())
			require.Equal(t, []uint32{1, 2, 3, 4}, a.Slice(moved))
			require.Equal(t, []uint32{9}, a.Slice(wall))
			hole, err := a.AppendRange([]uint32{5})
			require.NoError(t, err)
			require.Equal(t, s.Start(), hole.Start(), "the old place is used again")
			into, err := a.Extend(hole, []uint32{6, 7})
			require.NoError(t, err)
			require.Equal(t, hole.Start(), into.Start(), "free positions follow")
			_, err = a.Extend(Span[uint32]{400, 2}, []uint32{1})
			require.ErrorIs(t, err, ErrRange)
			require.NoError(t, a.Check())
			require.Equal(t, 8, a.Len())
		})
	}
}

// With blocks as well, a span that grows by one element at a time moves rarely, and takes
// a few times its length.
func TestOneSpanThatGrowsMovesRarely(t *testing.T) {
	for _, back := range backings {
		for _, block := range []int{256, 16 << 10} {
			if back == Geometric && block > 256 {
				continue
			}
			t.Run(fmt.Sprint(back, block), func(t *testing.T) {
				opts := []Option{Backed(back), BlockBytes(block)}
				if back == Geometric { // it has blocks of its own sizes
					opts = opts[:1]
				}
				a := initialised(new(Array[uint32]), opts...)
				defer a.Close()
				const n = 600_000 // longer than a slab
				var s Span[uint32]
				moves := 0
				for i := range uint32(n) {
					grown, err := a.Extend(s, []uint32{i})
					require.NoError(t, err)
					if grown.Start() != s.Start() {
						moves++
					}
					s = grown
				}
				for i, v := range a.Slice(s) {
					if uint32(i) != v {
						require.EqualValues(t, i, v)
					}
				}
				require.Less(t, moves, 40)
				require.LessOrEqual(t, a.Stats().Committed, 8*4*n+slabBytes)
				require.NoError(t, a.Check())
			})
		}
	}
}

// What is left of the limit ends the room behind a span that grows.
func TestASpanGrowsToTheLimit(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			const n = 20_000
			a := initialised(new(Array[uint32]), Backed(back), Limit(3*n))
			defer a.Close()
			s, err := a.AppendRange(make([]uint32, n))
			require.NoError(t, err)
			_, err = a.Append(1)
			require.NoError(t, err)
			for s.Len() < 3*n && err == nil {
				s, err = a.Extend(s, []uint32{1})
			}
			require.ErrorIs(t, err, ErrFull)
			require.Greater(t, s.Len(), n)
			require.NoError(t, a.Check())
		})
	}
}

// A range that was given back unfilled, in front of one that is still reserved, leaves free
// positions that may have no memory yet.
func TestExtendIntoPositionsWithoutMemory(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			a := initialised(new(Array[record]), Backed(back))
			defer a.Close()
			n := commitLeast / sizeOf[record]()
			s, err := a.AppendRange(make([]record, n)) // and the memory ends with it
			require.NoError(t, err)
			r, err := a.Reserve(10 * n)
			require.NoError(t, err)
			behind, err := a.Reserve(n)
			require.NoError(t, err)
			a.Release(r)
			s, err = a.Extend(s, []record{{ID: 5}})
			require.NoError(t, err)
			require.EqualValues(t, 5, a.Slice(s)[n].ID)
			require.NoError(t, a.Check())
			a.Release(behind)
			require.NoError(t, a.Check())
		})
	}
}

func TestCompactMovesSpansTogether(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			for seed := range uint64(10) {
				rng := rand.New(rand.NewPCG(seed, 9))
				var a Array[uint32]
				require.NoError(t, a.Init(Backed(back)))
				var spans []Span[uint32]
				var want [][]uint32
				var pinned Range
				for i := range 400 {
					v := make([]uint32, rng.Uint32()%60)
					for j := range v {
						v[j] = rng.Uint32()
					}
					s, err := a.AppendRange(v)
					require.NoError(t, err)
					spans, want = append(spans, s), append(want, v)
					if i == 200 {
						pinned, err = a.Reserve(77)
						require.NoError(t, err)
						_, err = a.Bytes(pinned, 0, 77)
						require.NoError(t, err)
						a.Commit(pinned)
					}
				}
				for i := len(spans) - 1; i >= 0; i-- {
					if rng.Uint32()%2 == 0 {
						require.NoError(t, a.Free(spans[i]))
						spans, want = slices.Delete(spans, i, i+1), slices.Delete(want, i, i+1)
					}
				}
				from := spans[0].Len() / 4
				part := spans[0].Sub(from, 3*from) // overlaps
				all := []*Span[uint32]{&part}
				for i := range spans {
					all = append(all, &spans[i])
				}
				rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
				used, top := a.Len(), a.spans.top
				moved, err := a.Compact(slices.Values(all))
				require.NoError(t, err)
				require.NotZero(t, moved)
				require.NoError(t, a.Check())
				require.Equal(t, used, a.Len())
				require.LessOrEqual(t, a.spans.top, top)
				for i, s := range spans {
					require.True(t, slices.Equal(want[i], a.Slice(s)))
				}
				require.True(t, slices.Equal(want[0][from:3*from], a.Slice(part)))
				_, err = a.Compact(slices.Values([]*Span[uint32]{{a.spans.top + 5, 3}}))
				require.ErrorIs(t, err, ErrRange)
				a.Release(pinned)
				_, err = a.Compact(slices.Values(all))
				require.NoError(t, err)
				require.NoError(t, a.Check())
				for i, s := range spans {
					require.True(t, slices.Equal(want[i], a.Slice(s)), fmt.Sprint(s))
				}
				require.NoError(t, a.Close())
			}
		})
	}
}

func TestCompactSetsASpanOnceThatIsNamedTwice(t *testing.T) {
	var a Array[uint32]
	defer a.Close()
	gap, err := a.AppendRange([]uint32{1, 2, 3})
	require.NoError(t, err)
	var spans [2]Span[uint32]
	for i := range spans {
		spans[i], err = a.AppendRange([]uint32{10, 11})
		require.NoError(t, err)
	}
	require.NoError(t, a.Free(gap))
	moved, err := a.Compact(slices.Values([]*Span[uint32]{&spans[0], &spans[1], &spans[0], &spans[1]}))
	require.NoError(t, err)
	require.Equal(t, 4, moved)
	require.Equal(t, [2]Span[uint32]{{0, 2}, {2, 2}}, spans)
	require.NoError(t, a.Check())
}

// branch is a node of a tree, in the Array that has all others too.
type branch struct {
	N    int
	Kids Span[branch]
}

func TestCompactSetsSpansThatAreInItsOwnElements(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			a := initialised(new(Array[branch]), Backed(back))
			defer a.Close()
			rng := rand.New(rand.NewPCG(1, 2))
			var junk []Span[branch]
			count := 0
			var grow func(deep int) Span[branch]
			grow = func(deep int) Span[branch] {
				gap, err := a.Make(1 + rng.IntN(9))
				require.NoError(t, err)
				junk = append(junk, gap)
				kids := make([]branch, 1+rng.IntN(5))
				s := Span[branch]{}
				if rng.IntN(2) == 0 { // in front of those below, or behind them
					s, err = a.Make(len(kids))
					require.NoError(t, err)
				}
				for i := range kids {
					count++
					if kids[i].N = count; deep > 0 {
						kids[i].Kids = grow(deep - 1)
					}
				}
				if s.Len() == 0 {
					s, err = a.Make(len(kids))
					require.NoError(t, err)
				}
				copy(a.Slice(s), kids)
				return s
			}
			pinned, err := a.Reserve(1)
			require.NoError(t, err)
			_, err = a.Bytes(pinned, 0, 1)
			require.NoError(t, err)
			a.Commit(pinned)
			root := &a.Slice(Span[branch]{pinned.First, 1})[0]
			*root = branch{Kids: grow(4)}
			for _, s := range junk {
				require.NoError(t, a.Free(s))
			}
			var numbers func(b *branch) []int
			numbers = func(b *branch) []int {
				all := []int{b.N}
				for i := range a.Slice(b.Kids) {
					all = append(all, numbers(&a.Slice(b.Kids)[i])...)
				}
				return all
			}
			want := numbers(root)
			require.Len(t, want, count+1)
			var walk func(b *branch, yield func(*Span[branch]) bool) bool
			walk = func(b *branch, yield func(*Span[branch]) bool) bool {
				for i := range a.Slice(b.Kids) {
					if !walk(&a.Slice(b.Kids)[i], yield) {
						return false
					}
				}
				return yield(&b.Kids)
			}
			moved, err := a.Compact(func(yield func(*Span[branch]) bool) { walk(root, yield) })
			require.NoError(t, err)
			require.NotZero(t, moved)
			require.NoError(t, a.Check())
			require.True(t, slices.Equal(want, numbers(root)), "a node is lost")
			require.Equal(t, count+1, a.Len())
		})
	}
}

func TestCompactRefusesASpanThatBeginsInACommittedRangeAndLeavesIt(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			a := initialised(new(Array[uint32]), Backed(back))
			defer a.Close()
			gap, err := a.Make(4)
			require.NoError(t, err)
			level, err := a.Reserve(3)
			require.NoError(t, err)
			_, err = a.Bytes(level, 0, 3)
			require.NoError(t, err)
			a.Commit(level)
			own, err := a.AppendRange([]uint32{1, 2, 3})
			require.NoError(t, err)
			require.NoError(t, a.Free(gap))
			for _, n := range []uint32{4, 6, 100} { // as a stale one of a longer level
				of, was := own, Span[uint32]{level.First + 1, n}
				bad := was
				moved, err := a.Compact(slices.Values([]*Span[uint32]{&of, &bad}))
				require.ErrorIs(t, err, ErrRange, n)
				require.Zero(t, moved)
				require.Equal(t, was, bad)
				require.Equal(t, own, of)
			}
			whole := Span[uint32]{level.First, level.Len}
			moved, err := a.Compact(slices.Values([]*Span[uint32]{&own, &whole}))
			require.NoError(t, err)
			require.Equal(t, 3, moved)
			require.Equal(t, []uint32{1, 2, 3}, a.Slice(own))
			require.NoError(t, a.Check())
		})
	}
}

// The places of a snapshot may be further behind than the limit lets new ones be.
func TestCompactAfterALoadWithALimit(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var a Array[uint32]
			defer a.Close()
			pin := func() {
				r, err := a.Reserve(1)
				require.NoError(t, err)
				_, err = a.Bytes(r, 0, 1)
				require.NoError(t, err)
				a.Commit(r)
			}
			pin()
			gap, err := a.Make(4)
			require.NoError(t, err)
			pin()
			own, err := a.AppendRange([]uint32{1, 2, 3, 4, 5, 6})
			require.NoError(t, err)
			require.NoError(t, a.Free(gap))
			var file bytes.Buffer
			require.NoError(t, a.Save(&file))
			l := initialised(new(Array[uint32]), Backed(back), Limit(8))
			defer l.Close()
			require.NoError(t, l.Load(&file))
			moved, err := l.Compact(slices.Values([]*Span[uint32]{&own}))
			require.NoError(t, err)
			require.Zero(t, moved)
			require.Equal(t, []uint32{1, 2, 3, 4, 5, 6}, l.Slice(own))
			require.NoError(t, l.Check())
			_, err = l.Make(1)
			require.ErrorIs(t, err, ErrFull)
		})
	}
}
