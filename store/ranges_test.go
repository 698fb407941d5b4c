package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// stateOf describes all of a store that a program can tell apart.
func stateOf(t *testing.T, b *Bulk[record]) string {
	require.NoError(t, b.Check())
	gens := []uint32{}
	for p := range b.slots.parts(0, b.slots.known) {
		gens = append(gens, p.gens...)
	}
	list := slices.Clone(b.slots.recent[:b.slots.recents])
	if b.slots.listed > 0 {
		for i := b.slots.hole(0).get(0); i != 0; i = b.slots.hole(i).get(0) {
			list = append(list, i)
			for k := range b.slots.notes {
				list = append(list, b.slots.hole(i).get(1+uintptr(k)))
			}
		}
	}
	free := []uint32{}
	for lo, hi := b.slots.nextFree(1); lo < hi; lo, hi = b.slots.nextFree(hi) {
		free = append(free, lo, hi)
	}
	live := []record{}
	for _, p := range b.All() {
		live = append(live, *p)
	}
	idle := slices.Collect(b.slots.idle.all())
	return fmt.Sprint(b.Len(), b.slots.top, b.slots.known, gens, list, free, idle, live, b.slots.tail, b.slots.retired)
}

func TestAFailedLoadLeavesNoTrace(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		rng := rand.New(rand.NewPCG(8, 8))
		rounds := 60
		if testing.Short() {
			rounds = 15
		}
		for round := range rounds {
			b, _, _ := populated(t, round*7, append(opts, generations(1, 9))...)
			if round%3 == 0 {
				r, err := b.AppendRange(make([]record, 50))
				require.NoError(t, err)
				_, err = b.Insert(record{})
				require.NoError(t, err)
				b.Release(r)
			}
			before := stateOf(t, b)
			var held []Range
			for range 1 + rng.Uint32()%4 {
				r, err := b.Reserve(int(1 + rng.Uint32()%70))
				require.NoError(t, err)
				held = append(held, r)
				for row := 0; row < int(r.Len); {
					mem, err := b.Bytes(r, row, int(r.Len))
					require.NoError(t, err)
					for i := range mem {
						mem[i] = byte(rng.Uint32())
					}
					row += len(mem) / sizeOf[record]()
					if rng.Uint32()%4 == 0 {
						break
					}
				}
			}
			rng.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
			for _, r := range held {
				b.Release(r)
				b.Release(r)
			}
			require.Equal(t, before, stateOf(t, b))
			require.NoError(t, b.Close())
		}
	})
}

func TestLoadAndUnloadCyclesDoNotGrow(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		var bullets []Handle[record]
		rng := rand.New(rand.NewPCG(8, 8))
		peak := uint32(0)
		for cycle := range 300 {
			r, err := b.AppendRange(make([]record, 1000))
			require.NoError(t, err)
			for range 5 { // the game removes some of the level's, and shoots
				b.Remove(b.HandleIn(r, int(rng.Uint32()%1000)))
				h, err := b.Insert(record{})
				require.NoError(t, err)
				bullets = append(bullets, h)
			}
			b.Release(r)
			for len(bullets) > 20 {
				require.True(t, b.Remove(bullets[0]))
				bullets = bullets[1:]
			}
			require.Equal(t, len(bullets), b.Len())
			if cycle == 50 {
				peak = b.slots.top
			}
		}
		require.NoError(t, b.Check())
		require.LessOrEqual(t, b.slots.top, 2*peak+2000, "the store grows with each level")
		for _, h := range bullets {
			require.True(t, b.Remove(h))
		}
	})
}

func TestReleaseLeavesOthersAlone(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		r, err := b.AppendRange(make([]record, 10))
		require.NoError(t, err)
		require.True(t, b.Remove(b.HandleIn(r, 4)))
		other, err := b.Insert(record{ID: 99})
		require.NoError(t, err)
		require.Equal(t, r.First+4, other.Index())
		require.True(t, b.Remove(b.HandleIn(r, 7)))
		b.Release(r)
		require.Equal(t, 1, b.Len())
		p, ok := b.Get(other)
		require.True(t, ok)
		require.Equal(t, uint64(99), p.ID)
		b.Release(r)
		require.Equal(t, 1, b.Len())
		require.NoError(t, b.Check())
	})
}

// A generation that no live row has names nothing.
func TestReleaseOfAMadeUpGenerationDoesNothing(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		r, err := b.AppendRange(make([]record, 100))
		require.NoError(t, err)
		behind, err := b.AppendRange(make([]record, 10))
		require.NoError(t, err)
		for _, gen := range []uint32{0, r.Gen + 1, r.Gen + 2} {
			b.Release(Range{r.First, r.Len, gen})
			require.NoError(t, b.Check())
			require.Equal(t, 110, b.Len())
		}
		b.Release(r)
		for _, gen := range []uint32{0, r.Gen - 1, r.Gen, r.Gen + 1} {
			b.Release(Range{r.First, r.Len, gen})
			require.NoError(t, b.Check())
			require.Equal(t, 10, b.Len())
		}
		b.Release(Range{0, behind.First + behind.Len, behind.Gen})
		require.Equal(t, 10, b.Len())
		h, err := b.Insert(record{ID: 7})
		require.NoError(t, err)
		v, ok := b.Get(h)
		require.True(t, ok)
		require.Equal(t, uint64(7), v.ID)
		require.NoError(t, b.Check())
	})
}

func TestReservedRowsAreDead(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		r, err := b.Reserve(500)
		require.NoError(t, err)
		h, err := b.Insert(record{ID: 5})
		require.NoError(t, err)
		for row := 0; row < 500; {
			mem, err := b.Bytes(r, row, 500)
			require.NoError(t, err)
			copy(mem, bytes.Repeat([]byte{1}, len(mem)))
			row += len(mem) / sizeOf[record]()
		}
		_, ok := b.Get(b.HandleIn(r, 3))
		require.False(t, ok)
		require.False(t, b.Remove(b.HandleIn(r, 3)))
		n := 0
		for got := range b.All() {
			require.Equal(t, h, got)
			n++
		}
		require.Equal(t, 1, n)
		_, err = b.Bytes(r, 500, 1)
		require.ErrorIs(t, err, ErrRange)
		_, err = b.Bytes(r, 0, 0)
		require.ErrorIs(t, err, ErrRange)
		_, err = b.Bytes(Range{r.First, r.Len - 1, r.Gen}, 0, 1)
		require.ErrorIs(t, err, ErrRange)
		b.Commit(r)
		require.Equal(t, 501, b.Len())
		_, ok = b.Get(b.HandleIn(r, 3))
		require.True(t, ok)
		require.Panics(t, func() { b.Commit(r) })
		require.Panics(t, func() { b.HandleIn(r, 500) })
		_, err = b.Reserve(-1)
		require.ErrorIs(t, err, ErrRange)
	})
}

func TestADeclaredCountTakesNoMemory(t *testing.T) {
	for _, back := range backings {
		var b Bulk[record]
		require.NoError(t, b.Init(Backed(back)))
		before := b.Stats().Committed
		r, err := b.Reserve(10_000_000)
		require.NoError(t, err)
		// A table of cells is all that a reservation costs: a cell for each
		// block, with Geometric for each 16 rows.
		cells := b.Stats().Committed - before
		require.LessOrEqual(t, cells, 2*10_000_000, "%v", back)
		require.True(t, back == Geometric || cells < 10_000_000/20, "%v: %d", back, cells)
		b.Release(r)
		require.NoError(t, b.Close())
	}
}

func TestRowsOfAllStoresKeepTheContract(t *testing.T) {
	var bulk Bulk[record]
	var array Array[record]
	for _, s := range []Rows{&bulk, &array} {
		require.Equal(t, "record", s.Record().Name())
		r, err := s.Reserve(10)
		require.NoError(t, err)
		mem, err := s.Bytes(r, 2, 3)
		require.NoError(t, err)
		require.Len(t, mem, 3*16)
		s.Release(r)
		_, err = s.Bytes(r, 2, 3)
		require.ErrorIs(t, err, ErrRange)
		again, err := s.Reserve(10)
		require.NoError(t, err)
		require.Equal(t, r, again)
		_, err = s.Bytes(again, 0, 10)
		require.NoError(t, err)
		s.Commit(again)
		s.Release(again)
	}
	require.NoError(t, bulk.Close())
	require.NoError(t, array.Close())
}

// Slots that went one by one are room for a range, where there is no other.
func TestRangesFindTheirPlaceInAFullStore(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, Limit(100))...))
		defer b.Close()
		var hs [100]Handle[record]
		for i := range hs {
			var err error
			hs[i], err = b.Insert(record{ID: uint64(i)})
			require.NoError(t, err)
		}
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(100) {
			if i != 40 {
				require.True(t, b.Remove(hs[i]))
			}
		}
		_, err := b.AppendRange(make([]record, 60))
		require.ErrorIs(t, err, ErrFull, "slot 41 lives")
		require.NoError(t, b.Check())
		r, err := b.AppendRange(make([]record, 59))
		require.NoError(t, err)
		require.Equal(t, hs[41].Index(), r.First)
		r, err = b.Reserve(40)
		require.NoError(t, err)
		b.Release(r)
		p, ok := b.Get(hs[40])
		require.True(t, ok)
		require.Equal(t, uint64(40), p.ID)
		require.NoError(t, b.Check())
		_, err = b.InsertRange(nil, make([]record, 40))
		require.NoError(t, err)
		require.Equal(t, 100, b.Len())
	})
}

// The records of a range may go one by one, and nobody need release the range then: the
// next ones take the slots. Also where others live, and where ranges are reserved.
func TestRangesRemovedOneByOneDoNotGrow(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, others := range []int{0, 300} {
			for _, reserves := range []bool{false, true} {
				m := newModel(t, opts...)
				for range others {
					m.insert()
				}
				for round := range 400 {
					var r Range
					if reserves {
						var err error
						r, err = m.b.Reserve(100)
						require.NoError(t, err)
						m.fill(r, 100)
						m.b.Commit(r)
					} else {
						r, _ = appended(t, &m.b, 100)
					}
					for k := range 100 {
						isTrue(t, m.b.Remove(m.b.HandleIn(r, (k*37+round)%100)))
					}
				}
				require.LessOrEqual(t, m.b.slots.top, uint32(3*(others+200)), "reserves: %v", reserves)
				m.compare()
				require.NoError(t, m.b.Close())
			}
		}
	})
}

// A store with many holes is not swept for each small range.
func TestFewRangesForgetTheOrderOfManyHoles(t *testing.T) {
	var b Bulk[record]
	defer b.Close()
	_, handles := appended(t, &b, 1<<20)
	for _, h := range handles[:len(handles)-1] {
		isTrue(t, b.Remove(h))
	}
	sweeps, swept := 0, b.slots.swept
	for range 5000 {
		_, hs := appended(t, &b, 1)
		require.True(t, b.Remove(hs[0]))
		if b.slots.swept != swept {
			sweeps, swept = sweeps+1, b.slots.swept
		}
	}
	require.LessOrEqual(t, sweeps, 2+5000/1024)
	require.Less(t, b.slots.top, uint32(1<<20+2000))
	require.NoError(t, b.Check())
}
