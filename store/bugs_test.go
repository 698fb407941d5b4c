package store

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each test of this file holds a mistake that another library, or one of the
// two texts that this package follows, once had.

func TestTheHeaderIsLinkedToItselfBeforeTheFirstInsertion(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		require.NoError(t, b.Check())
		h, err := b.Insert(record{})
		require.NoError(t, err)
		require.Equal(t, uint32(1), h.Index())
		require.NoError(t, b.Close())
	})
}

func TestDoubleRemovalDoesNotLoopTheList(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		h, err := b.Insert(record{})
		require.NoError(t, err)
		require.True(t, b.Remove(h))
		require.False(t, b.Remove(h))
		x, err := b.Insert(record{ID: 1})
		require.NoError(t, err)
		y, err := b.Insert(record{ID: 2})
		require.NoError(t, err)
		require.NotEqual(t, x.Index(), y.Index())
		require.NoError(t, b.Check())
		require.NoError(t, b.Close())
	})
}

func TestReuseDoesNotUseUpFreshSlots(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, Limit(10))...))
		for range 1000 {
			h, err := b.Insert(record{})
			require.NoError(t, err)
			require.True(t, b.Remove(h))
		}
		require.LessOrEqual(t, b.slots.top, uint32(2))
		require.NoError(t, b.Close())
	})
}

// HopSlotMap up to 1.0.5 followed the jump of a hole in the middle of a run
// when the loop's body had removed records.
func TestRemovingAroundTheRecordAtHand(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, reach := range []int{1, 2, 5, 70} {
			var b Bulk[record]
			require.NoError(t, b.Init(opts...))
			var hs []Handle[record]
			for i := range 500 {
				h, err := b.Insert(record{ID: uint64(i)})
				require.NoError(t, err)
				hs = append(hs, h)
			}
			visited := 0
			for h, p := range b.All() {
				require.Equal(t, uint64(h.Index()-1), p.ID)
				visited++
				at := int(h.Index()) - 1
				for k := max(0, at-reach); k <= min(len(hs)-1, at+reach); k++ {
					b.Remove(hs[k])
				}
			}
			require.Equal(t, (500+reach)/(reach+1), visited)
			require.Zero(t, b.Len())
			require.NoError(t, b.Check())
			require.NoError(t, b.Close())
		}
	})
}

// plf::hive had wrong jumps after a range was erased and another filled in.
func TestRangesErasedAndFilledInTurn(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		rng := rand.New(rand.NewPCG(4, 4))
		var ranges []Range
		for range 300 {
			r, err := b.AppendRange(make([]record, 1+rng.Uint32()%90))
			require.NoError(t, err)
			ranges = append(ranges, r)
			b.RemoveRange(rng.Uint32()%b.slots.known, rng.Uint32()%b.slots.known)
			if k := int(rng.Uint32()>>1) % len(ranges); rng.Uint32()%2 == 0 {
				b.Release(ranges[k])
			}
			require.NoError(t, b.Check())
			n := 0
			for range b.All() {
				n++
			}
			require.Equal(t, b.Len(), n)
		}
		require.NoError(t, b.Close())
	})
}

// plf::hive: iterating backwards over, trimming, or taking apart nothing.
func TestEmptyAndSingle(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		for n := range 2 {
			count := 0
			for range b.All() {
				count++
			}
			for range b.Runs() {
				count++
			}
			c := b.Cursor()
			for c.Next() {
				count++
			}
			require.Equal(t, 3*n, count)
			_, err := b.Trim()
			require.NoError(t, err)
			require.Zero(t, b.RemoveRange(0, 0))
			b.Release(Range{})
			b.Release(Range{First: 1, Len: 1, Gen: 1})
			b.Release(Range{First: 9, Len: 9, Gen: 9})
			r, err := b.AppendRange(nil)
			require.NoError(t, err)
			require.Zero(t, r)
			require.NoError(t, b.Check())
			require.Equal(t, n, b.Len())
			_, err = b.Insert(record{})
			require.NoError(t, err)
		}
		b.Clear()
		b.Clear()
		require.Zero(t, b.Len())
		require.NoError(t, b.Close())
	})
	var zero Bulk[record]
	for range zero.All() {
		t.Fatal("a record in nothing")
	}
	for range zero.Runs() {
		t.Fatal("a run in nothing")
	}
	require.False(t, zero.Remove(Handle[record]{1, 1}))
	zero.Clear()
	require.NoError(t, zero.Check())
	require.NoError(t, zero.Close())
}

// generational-arena's clear and drain left the generations as they were;
// ark's Reset starts them anew.
func TestStaleHandlesStayDeadAfterClear(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		var dead []Handle[record]
		for range 4 {
			for range 100 {
				h, err := b.Insert(record{})
				require.NoError(t, err)
				dead = append(dead, h)
			}
			b.Clear()
			for range 100 {
				_, err := b.Insert(record{ID: 7})
				require.NoError(t, err)
			}
			for _, h := range dead {
				_, ok := b.Get(h)
				require.False(t, ok)
				require.False(t, b.Remove(h))
			}
			require.NoError(t, b.Check())
			b.Clear()
		}
		require.NoError(t, b.Close())
	})
}

// slab held an index against its capacity, not its length.
func TestHandlesIntoTheCapacityAreRefused(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, generations(1, 9))...))
		h, err := b.Insert(record{})
		require.NoError(t, err)
		require.NoError(t, b.Grow(1000))
		require.GreaterOrEqual(t, b.Cap(), 1000)
		for i := range uint32(1100) {
			for g := range uint32(4) {
				_, ok := b.Get(Handle[record]{i, g})
				require.Equal(t, i == h.index && g == h.gen, ok)
			}
		}
		require.NoError(t, b.Close())
	})
}

// tokio's slab gave the wrong page back when it compacted.
func TestTrimKeepsWhatLives(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 3000
	}
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, every := range []int{0, n / 4, 700} {
			var b Bulk[record]
			require.NoError(t, b.Init(opts...))
			hs := make([]Handle[record], n)
			for i := range hs {
				h, err := b.Insert(record{ID: uint64(i)})
				noError(t, err)
				hs[i] = h
			}
			for i, h := range hs {
				if (every == 0 || i%every != 0) && !b.Remove(h) {
					require.Fail(t, "not removed", "%v", h)
				}
			}
			_, err := b.Trim()
			require.NoError(t, err)
			require.NoError(t, b.Check())
			for i, h := range hs {
				p, ok := b.Get(h)
				if ok != (every != 0 && i%every == 0) || ok && p.ID != uint64(i) {
					require.Fail(t, "a wrong record", "%v: %v", h, ok)
				}
			}
			for i := range n + n/4 {
				_, err := b.Insert(record{ID: uint64(i)})
				noError(t, err)
			}
			for _, h := range hs[1:600] {
				_, ok := b.Get(h)
				isTrue(t, !ok)
			}
			require.NoError(t, b.Check())
			require.NoError(t, b.Close())
		}
	})
}

// EnTT and others let a slot's generation wrap, silently.
func TestSlotsRetireWhenTheirGenerationsAreUsedUp(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, generations(1, 5), Limit(20))...))
		seen := map[Handle[record]]bool{}
		for {
			h, err := b.Insert(record{})
			if err != nil {
				require.ErrorIs(t, err, ErrFull)
				break
			}
			require.False(t, seen[h], "%v came twice", h)
			seen[h] = true
			require.True(t, b.Remove(h))
		}
		require.Len(t, seen, 20*3)
		require.Equal(t, 20, b.Stats().Retired)
		_, err := b.Reserve(1)
		require.ErrorIs(t, err, ErrFull)
		b.Clear()
		require.NoError(t, b.Check())
		_, err = b.Insert(record{})
		require.ErrorIs(t, err, ErrFull)
		require.NoError(t, b.Close())
	})
}

func TestRangesRetireTogether(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, generations(1, 5), Limit(20))...))
		for range 3 {
			r, err := b.AppendRange(make([]record, 20))
			require.NoError(t, err)
			require.NoError(t, b.Check())
			b.Release(r)
			require.NoError(t, b.Check())
		}
		require.Equal(t, 20, b.Stats().Retired)
		_, err := b.AppendRange(make([]record, 1))
		require.ErrorIs(t, err, ErrFull)
		require.NoError(t, b.Close())
	})
}

// Another engine's packed handle of the largest index and the largest
// generation was its invalid value.
func TestTheLargestHandleIsNotNil(t *testing.T) {
	h := Handle[record]{maxRows, lastGeneration}
	require.False(t, h.IsNil())
	require.NotEqual(t, FromBits[record](0), h)
	require.Equal(t, h, FromBits[record](h.Bits()))
}

// Asking for more than any heap can hold is an error and not a panic.
func TestAnArenaDoesNotGrowBeyondAnyHeap(t *testing.T) {
	var a Arena[[1 << 20]byte]
	require.ErrorIs(t, a.Grow(math.MaxInt32), ErrMemory)
	require.Zero(t, a.Cap())
	require.NoError(t, a.Grow(2))
	require.Equal(t, 2, a.Cap())
}

// So is asking an Array for more together.
func TestAnArrayDoesNotGrowBeyondAnyHeap(t *testing.T) {
	for _, back := range []Backing{Geometric, Heap} {
		a := initialised(new(Array[[1 << 20]byte]), Backed(back))
		_, err := a.Make(math.MaxInt32)
		require.ErrorIs(t, err, ErrMemory)
		_, err = a.Reserve(math.MaxInt32)
		require.ErrorIs(t, err, ErrMemory)
		require.NoError(t, a.Check())
		require.Zero(t, a.Stats())
		_, err = a.Make(2)
		require.NoError(t, err)
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
}

// A slot takes eight bytes beside its record, which on 32 bits is more than there
// is of either.
func TestAnArenaOfSmallRecordsDoesNotGrowBeyondAnyHeap(t *testing.T) {
	if mostHeap > 1<<32 {
		t.Skip("all slots that there may be fit 64 bits of address")
	}
	var a Arena[byte]
	require.ErrorIs(t, a.Grow(math.MaxInt32), ErrMemory)
	require.ErrorIs(t, a.Grow(1<<30), ErrMemory)
	var none Arena[struct{}]
	require.ErrorIs(t, none.Grow(math.MaxInt32), ErrMemory)
	require.NoError(t, a.Grow(10))
	require.NoError(t, a.Check())
}

func TestACrunchWithoutInitSaysSo(t *testing.T) {
	var b Bulk[particle]
	defer b.Close()
	_, err := b.Insert(particle{Age: 1})
	require.NoError(t, err)
	var c Crunch[particle]
	require.PanicsWithValue(t, "store: Run of a Crunch without Init", func() { c.Run(&b, func(Group[particle]) {}) })
}

// Before the first record and behind the last one, a Cursor has no record: not the
// header of the list of holes either.
func TestACursorBehindTheLastRecordHasNone(t *testing.T) {
	var b Bulk[particle]
	defer b.Close()
	h, err := b.Insert(particle{Age: 1})
	require.NoError(t, err)
	c := b.Cursor()
	require.True(t, c.Row() == nil) // where the compiler sees it, as require.Nil does not
	require.True(t, c.Next())
	require.True(t, c.Row() != nil)
	require.Equal(t, h, c.Handle())
	b.Remove(h)
	for range 3 {
		require.False(t, c.Next())
		require.True(t, c.Row() == nil)
	}
}

func TestALoopEndsWhenItsBodyClosesTheStore(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for name, loop := range map[string]func(b *Bulk[record], body func()){
			"All": func(b *Bulk[record], body func()) {
				for range b.All() {
					body()
				}
			},
			"Runs": func(b *Bulk[record], body func()) {
				for range b.Runs() {
					body()
				}
			},
			"RunBytes": func(b *Bulk[record], body func()) {
				for range b.RunBytes() {
					body()
				}
			},
			"Cursor": func(b *Bulk[record], body func()) {
				for c := b.Cursor(); c.Next(); {
					body()
				}
			},
		} {
			var b Bulk[record]
			require.NoError(t, b.Init(opts...))
			for i := range 3000 {
				h, err := b.Insert(record{})
				require.NoError(t, err)
				if i%700 == 5 { // several runs
					b.Remove(h)
					_, err := b.Reserve(1)
					require.NoError(t, err)
				}
			}
			turns := 0
			require.NotPanics(t, func() {
				loop(&b, func() {
					turns++
					require.NoError(t, b.Close())
				})
			}, name)
			require.Equal(t, 1, turns, name)
		}
	})
}
