package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func openReserved(t *testing.T, opts ...Option) *Bulk[record] {
	b := new(Bulk[record])
	require.NoError(t, b.Init(append(opts, Backed(Reserved))...))
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	if b.slots.opt.backing != Reserved {
		t.Skip("this system reserves no memory")
	}
	return b
}

func TestASmallStoreHasAllInFrontOfItsRows(t *testing.T) {
	b := openReserved(t)
	r, err := b.AppendRange(make([]record, starterSlots-1))
	require.NoError(t, err)
	m := &b.slots.mem
	require.True(t, m.starter)
	require.Zero(t, m.gens.ready+m.live.ready+m.free.ready)
	require.NoError(t, b.Check())
	b.Release(r)
	require.True(t, m.starter)
	require.NoError(t, b.Check())
}

// What is alive, dead and free is the same when generations and bits move, and an
// iteration under way goes on.
func TestGenerationsAndBitsMoveOnce(t *testing.T) {
	for _, policy := range policies {
		for _, skipper := range []Skipper{Bitmap, RunLength} {
			b := openReserved(t, Reuse(policy), Skip(skipper))
			live, dead := map[Handle[record]]uint64{}, []Handle[record]{}
			for i := range uint64(starterSlots - 1) {
				h, err := b.Insert(record{ID: i})
				require.NoError(t, err)
				live[h] = i
			}
			for h, id := range live {
				if id%3 == 0 {
					require.True(t, b.Remove(h))
					delete(live, h)
					dead = append(dead, h)
				}
			}
			require.True(t, b.slots.mem.starter)
			seen, added := 0, uint64(1e6)
			for h, p := range b.All() {
				if p.ID < 1e6 {
					require.Equal(t, live[h], p.ID)
					seen++
				}
				if seen == 100 {
					for b.slots.mem.starter {
						h, err := b.Insert(record{ID: added})
						require.NoError(t, err)
						live[h] = added
						added++
					}
				}
				if seen > 100 && seen%7 == 0 && p.ID < 1e6 {
					require.True(t, b.Remove(h))
					delete(live, h)
					dead = append(dead, h)
				}
			}
			require.Equal(t, (starterSlots-1)*2/3, seen)
			require.False(t, b.slots.mem.starter)
			require.NoError(t, b.Check())
			require.Equal(t, len(live), b.Len())
			for h, id := range live {
				p, ok := b.Get(h)
				require.True(t, ok)
				require.Equal(t, id, p.ID)
			}
			for _, h := range dead {
				_, ok := b.Get(h)
				require.False(t, ok)
				require.ErrorIs(t, b.Explain(h), ErrDead)
			}
		}
	}
}

// An iteration that was under way when they moved looks at the bits that are left
// behind no more once something was removed.
func TestWhatIsRemovedBehindTheMoveIsNotVisited(t *testing.T) {
	for _, skipper := range []Skipper{Bitmap, RunLength} {
		b := openReserved(t, Skip(skipper))
		var all []Handle[record]
		for i := range uint64(starterSlots - 1) {
			h, err := b.Insert(record{ID: i})
			require.NoError(t, err)
			all = append(all, h)
		}
		first := true
		for h := range b.All() {
			_, ok := b.Get(h)
			require.True(t, ok)
			if !first {
				continue
			}
			first = false
			for b.slots.mem.starter {
				_, err := b.Insert(record{})
				require.NoError(t, err)
			}
			for _, h := range all[1:400] {
				require.True(t, b.Remove(h))
			}
		}
	}
}

// A store whose generations and bits cannot move, as there is no memory, stays where it is.
func TestGenerationsStayWhereThereIsNoMemory(t *testing.T) {
	b := openReserved(t)
	first, err := b.AppendRange(make([]record, 500))
	require.NoError(t, err)
	d := startDrought(t)
	for after := range 3 {
		d.again(t, after, func() error {
			r, err := b.AppendRange(make([]record, 3000))
			if err == nil {
				b.Release(r)
			}
			return err
		}, func() {
			require.NoError(t, b.Check())
			require.Equal(t, 500, b.Len())
			_, ok := b.Get(b.HandleIn(first, 499))
			require.True(t, ok)
		})
		require.NoError(t, b.slots.mem.close())
		b.slots = slots{}
		require.NoError(t, b.Init(Backed(Reserved)))
		first, err = b.AppendRange(make([]record, 500))
		require.NoError(t, err)
	}
}
