package store

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// eachLimit calls f for all backings and some sizes of blocks.
func eachLimit(t *testing.T, f func(t *testing.T, limit int, opts ...Option)) {
	for _, back := range backings {
		for _, bytes := range []int{1, 64, 1000, 16 << 10, 1 << 20} {
			if back == Geometric && bytes != 16<<10 {
				continue
			}
			for _, limit := range []int{1, 2, 15, 16, 17, 100, 1000, 9000} {
				t.Run(fmt.Sprintf("%v/%d/limit=%d", back, bytes, limit), func(t *testing.T) {
					opts := []Option{Backed(back), Limit(limit)}
					if back != Geometric {
						opts = append(opts, BlockBytes(bytes))
					}
					f(t, limit, opts...)
				})
			}
		}
	}
}

// fillUp adds step elements at a time and then one at a time, until there is no room.
func fillUp(t *testing.T, a *Array[pair], step int) {
	var err error
	for v := make([]pair, step); err == nil; {
		_, err = a.AppendRange(v)
	}
	for err = nil; err == nil; {
		_, err = a.Append(pair{})
	}
	require.ErrorIs(t, err, ErrFull)
	require.ErrorContains(t, err, fmt.Sprintf("behind %d of at most %[1]d", a.Len()))
	require.NoError(t, a.Check())
}

// An Array holds as many elements as its Limit says, and again after all went, and when
// it comes from a snapshot of another backing.
func TestAnArrayHoldsItsLimit(t *testing.T) {
	eachLimit(t, func(t *testing.T, limit int, opts ...Option) {
		for _, step := range []int{1, 10, 1000} {
			var a Array[pair]
			require.NoError(t, a.Init(opts...))
			fillUp(t, &a, step)
			require.Equal(t, limit, a.Len())
			var saved bytes.Buffer
			require.NoError(t, a.Save(&saved))
			for _, back := range backings {
				var b Array[pair]
				require.NoError(t, b.Init(Backed(back), Limit(limit)))
				require.NoError(t, b.Load(bytes.NewReader(saved.Bytes())))
				require.Equal(t, limit, b.Len())
				require.NoError(t, b.Check())
				_, err := b.Append(pair{})
				require.ErrorIs(t, err, ErrFull)
				b.Clear()
				fillUp(t, &b, 1)
				require.Equal(t, limit, b.Len())
				require.NoError(t, b.Close())
			}
			a.Clear()
			require.NoError(t, a.Check())
			fillUp(t, &a, 1)
			require.Equal(t, limit, a.Len())
			require.NoError(t, a.Close())
		}
		var a Array[pair]
		require.NoError(t, a.Init(opts...))
		r, err := a.Reserve(limit)
		require.NoError(t, err)
		require.EqualValues(t, limit, r.Len)
		_, err = a.Append(pair{})
		require.ErrorIs(t, err, ErrFull)
		a.Release(r)
		fillUp(t, &a, 7)
		require.Equal(t, limit, a.Len())
		require.NoError(t, a.Close())
	})
}

// Places that were lost between slabs are free in a store that loads them. They are not for
// more elements than its Limit, whichever way these come, and those that are reserved count.
func TestLostPlacesAreNotForMoreThanTheLimit(t *testing.T) {
	const limit = 700
	from := initialised(new(Array[record]), Backed(Heap), BlockBytes(1), Limit(limit))
	var spans []Span[record]
	for range limit - 1 {
		s, err := from.Append(record{})
		require.NoError(t, err)
		spans = append(spans, s)
	}
	page := slices.IndexFunc(spans, func(s Span[record]) bool { return s.start > 0 && s.start%perPages(from.spans.size) == 0 })
	var saved bytes.Buffer
	require.NoError(t, from.Save(&saved))
	require.NoError(t, from.Close())
	ways := map[string]func(a *Array[record]) error{
		"append":        func(a *Array[record]) error { _, err := a.Append(record{}); return err },
		"extend":        func(a *Array[record]) error { _, err := a.Extend(spans[0], make([]record, 1)); return err },
		"reserve":       func(a *Array[record]) error { _, err := a.Reserve(1); return err },
		"reserve pages": func(a *Array[record]) error { _, err := a.ReservePages(1, 0); return err },
	}
	for _, back := range backings {
		for name, add := range ways {
			a := initialised(new(Array[record]), Backed(back), Limit(limit))
			require.NoError(t, a.Load(bytes.NewReader(saved.Bytes())))
			held := 1
			if page >= 0 { // a place at the start of a page
				require.NoError(t, a.Free(spans[page]))
				held++
			}
			for range held {
				_, err := a.Reserve(1)
				require.NoError(t, err)
			}
			require.ErrorIs(t, add(a), ErrFull, "%v, %s", back, name)
			require.NoError(t, a.Check())
			require.NoError(t, a.Close())
		}
	}
}

// Strings holds as many strings, with the empty one, and as many bytes.
func TestAStringsHoldsItsLimit(t *testing.T) {
	eachLimit(t, func(t *testing.T, limit int, opts ...Option) {
		var s Strings
		require.NoError(t, s.Init(opts...))
		var err error
		for err == nil && s.Len() < 200 {
			_, err = s.Intern(string(rune('0' + s.Len())))
		}
		if limit < 70 { // bytes of one each
			require.ErrorIs(t, err, ErrFull)
			require.Equal(t, limit-1, s.Len())
		}
		require.NoError(t, s.Check())
		require.NoError(t, s.Close())
	})
}

// What a store with a small Limit maps is not much more than it may need.
func TestALimitMakesSlabsSmall(t *testing.T) {
	if !canMap {
		t.Skip("no mappings")
	}
	page := os.Getpagesize()
	for _, limit := range []int{1, 100, 10_000, 400_000} {
		for _, bytes := range []int{64, 16 << 10} {
			var b Bulk[pair]
			require.NoError(t, b.Init(Backed(Blocks), Limit(limit), BlockBytes(bytes)))
			_, err := b.Insert(pair{})
			require.NoError(t, err)
			var a Array[pair]
			require.NoError(t, a.Init(Backed(Blocks), Limit(limit), BlockBytes(bytes)))
			_, err = a.Append(pair{})
			require.NoError(t, err)
			most := min(slabBytes, 8*(limit+1)+bytes+page)
			require.LessOrEqual(t, b.slots.mem.slabs.size(), most)
			require.LessOrEqual(t, a.spans.slabs.size(), most)
			for err = nil; err == nil; {
				_, err = b.Insert(pair{})
			}
			require.ErrorIs(t, err, ErrFull)
			require.Equal(t, limit, b.Len())
			fillUp(t, &a, 1)
			if limit <= 10_000 {
				require.Len(t, b.slots.mem.slabs.all, 1)
				require.Len(t, a.spans.slabs.all, 1)
			}
			require.NoError(t, b.Close())
			require.NoError(t, a.Close())
		}
	}
}

// A snapshot keeps the slots of dead handles, which the limit must have room for.
func TestASnapshotBeyondTheLimitSaysSo(t *testing.T) {
	var p Packed[record]
	defer p.Close()
	var hs []Handle[record]
	for range 103 {
		h, err := p.Insert(record{})
		require.NoError(t, err)
		hs = append(hs, h)
	}
	for _, h := range hs[:93] {
		p.Remove(h)
	}
	var saved bytes.Buffer
	require.NoError(t, p.Save(&saved))
	var q Packed[record]
	require.NoError(t, q.Init(Limit(64)))
	defer q.Close()
	err := q.Load(bytes.NewReader(saved.Bytes()))
	require.ErrorIs(t, err, ErrFull)
	require.ErrorContains(t, err, "103 slots for store.record, with those of dead handles, at most 64; raise the Limit")
	var r Packed[record]
	require.NoError(t, r.Init(Limit(103)))
	defer r.Close()
	require.NoError(t, r.Load(&saved))
}

// An Arena comes back with its room, as far as that is not a mere claim.
func TestAnArenaKeepsItsRoom(t *testing.T) {
	for used, room := range map[int]int{0: 1000, 10: 1000, 1000: 1000} {
		var a, b Arena[pair]
		require.NoError(t, a.Grow(room))
		for range used {
			_, err := a.Insert(pair{})
			require.NoError(t, err)
		}
		var saved bytes.Buffer
		require.NoError(t, a.Save(&saved))
		require.NoError(t, b.Load(&saved))
		require.NoError(t, b.Check())
		require.Equal(t, room, b.Cap())
		for range room - used {
			_, err := b.Insert(pair{})
			require.NoError(t, err)
		}
		_, err := b.Insert(pair{})
		require.ErrorIs(t, err, ErrFull)
	}
	var saved bytes.Buffer
	h := headOf(reflect.TypeFor[pair](), snapshotArena)
	h.born, h.last, h.parts = 1, lastGeneration, maxRows
	s, err := startSnapshot(&saved, &h)
	require.NoError(t, err)
	require.NoError(t, s.end())
	require.NoError(t, s.end())
	var c Arena[pair]
	require.NoError(t, c.Load(&saved))
	require.Equal(t, arenaRoom/16, c.Cap())
}

// BlockBytes is refused where there are no such blocks.
func TestBlockBytesOfWhatHasNone(t *testing.T) {
	for want, err := range map[string]error{
		"Packed is one piece": new(Packed[record]).Init(BlockBytes(77)),
		"Groups is one piece": new(Groups[pair]).Init(0, BlockBytes(77)),
		"geometric has":       new(Bulk[record]).Init(BlockBytes(77), Backed(Geometric)),
		"geometric has block": new(Array[record]).Init(Backed(Geometric), BlockBytes(77)),
	} {
		require.ErrorContains(t, err, want)
	}
}
