package store

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// appended returns the handles of n records, appended as a range.
func appended(t *testing.T, b *Bulk[record], n int) (Range, []Handle[record]) {
	rows := make([]record, n)
	for i := range rows {
		rows[i].ID = uint64(i)
	}
	r, err := b.AppendRange(rows)
	require.NoError(t, err)
	return r, handlesIn(b, r)
}

func handlesIn(b *Bulk[record], r Range) []Handle[record] {
	handles := make([]Handle[record], r.Len)
	for i := range handles {
		handles[i] = b.HandleIn(r, i)
	}
	return handles
}

// requireDead holds that handles are dead, and that nobody can guess those of the next
// records of their slots.
func requireDead(t *testing.T, b *Bulk[record], handles []Handle[record]) {
	require.NoError(t, b.Check())
	for _, h := range handles {
		if p, ok := b.Get(h); ok || p != nil || b.Explain(h) != ErrDead {
			require.Fail(t, "a dead handle came alive", "%v: %v", h, b.Explain(h))
		}
		if _, ok := b.At(h.index); ok {
			continue // the slot has another record
		}
		for gen := h.gen; gen < h.gen+9; gen++ {
			g := Handle[record]{h.index, gen}
			if _, ok := b.Get(g); ok || b.RowBytes(g.index, g.gen) != nil || b.Remove(g) || b.Explain(g) == nil {
				require.Fail(t, "a guess hits", "%v of %v", g, h)
			}
		}
		if b.GenAt(h.index) != 0 || !b.HandleAt(h.index).IsNil() {
			require.Fail(t, "a dead slot has a handle", "%v: %v", h, b.HandleAt(h.index))
		}
	}
}

func requireAlive(t *testing.T, b *Bulk[record], handles []Handle[record]) {
	require.NoError(t, b.Check())
	for i, h := range handles {
		if p, ok := b.Get(h); !ok || p.ID != uint64(i) || b.Explain(h) != nil {
			require.Fail(t, "a handle does not resolve", "%v: %v", h, b.Explain(h))
		}
	}
}

func TestARangeTakesThePlaceOfOneThatWasReleased(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		var dead []Handle[record]
		for _, n := range []int{3000, 3000, 4000, 700, 5000, 1, 5000} {
			r, handles := appended(t, &b, n)
			require.Equal(t, uint32(1), r.First)
			requireAlive(t, &b, handles)
			requireDead(t, &b, dead)
			b.Release(r)
			dead = append(dead, handles...)
			requireDead(t, &b, dead)
			if n >= 3000 { // a shorter one is in front of others that stay armed
				require.Equal(t, uint32(1), b.slots.reach)
			}
		}
		for range 6000 {
			_, err := b.Insert(record{})
			require.NoError(t, err)
		}
		requireDead(t, &b, dead)
		require.Zero(t, b.slots.armed)
		require.NoError(t, b.Close())
	})
}

func TestRangesReleasedInAnyOrderArmTheTail(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}} {
			var b Bulk[record]
			require.NoError(t, b.Init(opts...))
			var dead []Handle[record]
			for range 3 {
				var rs [3]Range
				for k := range rs {
					r, handles := appended(t, &b, 1000+k)
					rs[k], dead = r, append(dead, handles...)
				}
				for _, k := range order {
					b.Release(rs[k])
				}
				requireDead(t, &b, dead)
				require.Equal(t, uint32(1), b.slots.top)
				require.Equal(t, uint32(1), b.slots.reach)
			}
			require.NoError(t, b.Close())
		}
	})
}

// Loads of several levels commit their ranges in any order, and some fail.
func TestHeldRangesOfAnArmedTail(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, clear := range []bool{false, true} {
			m := newModel(t, opts...)
			b := &m.b
			r, dead := appended(t, b, 4000)
			if clear {
				b.Clear()
			} else {
				b.Release(r)
			}
			var rs [4]Range
			for k := range rs {
				var err error
				rs[k], err = b.Reserve(500)
				require.NoError(t, err)
			}
			commit := func(k int) []Handle[record] {
				for i, v := range m.fill(rs[k], 500) {
					m.add(b.HandleIn(rs[k], i), v)
				}
				b.Commit(rs[k])
				m.compare()
				return handlesIn(b, rs[k])
			}
			dead = append(dead, commit(2)...)
			requireDead(t, b, dead[:1000])
			b.Release(rs[0])
			dead = append(dead, commit(1)...)
			dead = append(dead, commit(3)...)
			m.insert()
			h := m.order[len(m.order)-1]
			require.Equal(t, uint32(1), h.Index())
			m.compare()
			for k := len(m.order) - 1; k >= 0; k-- {
				m.kill(k)
			}
			for k := range rs[1:] {
				b.Release(rs[1+k])
			}
			require.True(t, b.Remove(h))
			requireDead(t, b, append(dead, h))
			_, err := b.Trim()
			require.NoError(t, err)
			_, handles := appended(t, b, 4000)
			requireAlive(t, b, handles)
			requireDead(t, b, dead)
			require.NoError(t, b.Close())
		}
	})
}

func TestASnapshotOfAnArmedStoreKeepsTheDeadDead(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b, c Bulk[record]
		require.NoError(t, b.Init(opts...))
		require.NoError(t, c.Init(opts...))
		_, handles := appended(t, &b, 10)
		r, dead := appended(t, &b, 3000)
		b.Release(r)
		var file bytes.Buffer
		require.NoError(t, b.Save(&file))
		require.NoError(t, c.Load(&file))
		requireAlive(t, &c, handles)
		requireDead(t, &c, dead)
		for _, s := range []*Bulk[record]{&b, &c} {
			_, next := appended(t, s, 3000)
			requireAlive(t, s, next)
			requireDead(t, s, dead)
			require.NoError(t, s.Close())
		}
	})
}

// The blocks of a load that failed early have no generations.
func TestBlocksThatWereNeverFilledAreNotArmed(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, n := range []int{20000, 20 * 1024} { // within a block, and up to its end
			for _, clear := range []bool{false, true} {
				var b Bulk[record]
				require.NoError(t, b.Init(opts...))
				first, dead := appended(t, &b, 1023) // the first block has some
				failed, err := b.Reserve(n)
				require.NoError(t, err)
				r, handles := appended(t, &b, 20000)
				dead = append(dead, handles...)
				b.Release(first)
				b.Release(failed)
				b.Release(r)
				require.Equal(t, uint32(1), b.slots.top)
				if clear {
					b.Clear()
				}
				requireDead(t, &b, dead)
				_, handles = appended(t, &b, 2*n)
				requireAlive(t, &b, handles)
				requireDead(t, &b, dead)
				require.NoError(t, b.Close())
			}
		}
	})
}

// Rows of a range that have died one by one may be out of reach when the rest is released.
func TestReleaseOfARangeWhoseEndIsArmed(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(opts...))
		first, dead := appended(t, &b, 100)
		require.Equal(t, 60, b.RemoveRange(41, 101))
		_, err := b.Trim() // forgets the list
		require.NoError(t, err)
		second, handles := appended(t, &b, 60)
		require.Equal(t, uint32(41), second.First)
		b.Release(second)
		require.Equal(t, uint32(41), b.slots.reach)
		requireAlive(t, &b, dead[:40])
		b.Release(first)
		require.Zero(t, b.Len())
		requireDead(t, &b, append(dead, handles...))
		_, handles = appended(t, &b, 100)
		requireAlive(t, &b, handles)
		requireDead(t, &b, dead)
		require.NoError(t, b.Close())
	})
}

func TestOnlyATailIsArmed(t *testing.T) {
	for name, c := range map[string]func(b *Bulk[record], r Range){
		"released below a hold":          func(b *Bulk[record], r Range) { _, _ = b.Reserve(5); b.Release(r) },
		"cleared below a hold":           func(b *Bulk[record], r Range) { _, _ = b.Reserve(5); b.Clear() },
		"released below what is removed": func(b *Bulk[record], r Range) { removeTail(b); b.Release(r) },
		"released without one":           func(b *Bulk[record], r Range) { b.Remove(b.HandleIn(r, 50)); b.Release(r) },
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, opts ...Option) {
				var b Bulk[record]
				require.NoError(t, b.Init(opts...))
				r, dead := appended(t, &b, 100)
				c(&b, r)
				require.Zero(t, b.slots.armed)
				requireDead(t, &b, dead)
				_, handles := appended(t, &b, 200)
				requireAlive(t, &b, handles)
				requireDead(t, &b, dead)
				require.NoError(t, b.Close())
			})
		})
	}
}

func removeTail(b *Bulk[record]) {
	r, _ := b.AppendRange(make([]record, 100))
	b.RemoveRange(r.First, r.First+r.Len)
}

func TestTheLastGenerationsOfATail(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[record]
		require.NoError(t, b.Init(append(opts, generations(1, 7), Limit(100))...))
		var dead []Handle[record]
		for k := range 4 {
			r, handles := appended(t, &b, 100)
			requireAlive(t, &b, handles)
			if k == 2 {
				b.Clear()
			} else {
				b.Release(r)
			}
			dead = append(dead, handles...)
			for _, h := range dead {
				_, ok := b.Get(h)
				require.False(t, ok)
			}
			require.NoError(t, b.Check())
		}
		require.Equal(t, 100, b.Stats().Retired)
		_, err := b.Insert(record{})
		require.ErrorIs(t, err, ErrFull)
		b.Clear()
		require.NoError(t, b.Check())
		require.Equal(t, 100, b.Stats().Retired)
		require.NoError(t, b.Close())
	})
}

func TestCheckOfAnArmedStore(t *testing.T) {
	for name, harm := range map[string]func(s *slots){
		"another generation":   func(s *slots) { gens, k := s.gensFrom(150); *gens.at(k) = s.armed - 1 },
		"a record":             func(s *slots) { s.live[150>>6] |= 1 << (150 & 63) },
		"within reach":         func(s *slots) { s.reach = 150 },
		"a generation of dead": func(s *slots) { s.armed-- },
		"nothing armed":        func(s *slots) { s.armed = 0 },
		"behind the known":     func(s *slots) { s.reach = s.known + 1 },
	} {
		t.Run(name, func(t *testing.T) {
			var b Bulk[record]
			require.NoError(t, b.Init())
			_, _ = appended(t, &b, 100)
			r, _ := appended(t, &b, 100)
			b.Release(r)
			require.NoError(t, b.Check())
			harm(&b.slots)
			require.ErrorIs(t, b.Check(), ErrCorrupt)
		})
	}
}

// A range that is appended to an armed tail writes no generations, which is what arming
// is for.
func TestTheArmedAreNotWrittenAgain(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init())
	r, _ := appended(t, &b, 1000)
	b.Release(r)
	gen := b.slots.armed
	for p := range b.slots.parts(1, b.slots.known) {
		clear(p.gens) // what is written again is no longer zero
	}
	_, err := b.AppendRange(make([]record, 1000))
	require.NoError(t, err)
	for p := range b.slots.parts(1, b.slots.known) {
		require.Equal(t, make([]uint32, 1000), p.gens)
		fillGens(p.gens, gen)
	}
	require.NoError(t, b.Check())
	require.NoError(t, b.Close())
}

// What a store held before the last Clear does not make the next one write more.
func TestClearAfterAPeakLooksAtWhatIsUsed(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		const peak = 20_000
		m := newModel(t, opts...)
		b := &m.b
		clear := func() {
			b.Clear()
			for k := len(m.order) - 1; k >= 0; k-- {
				m.kill(k)
			}
			require.Equal(t, uint32(1), b.slots.top)
		}
		_, dead := appended(t, b, peak)
		clear()
		far := b.slots.gen(peak)
		for n := range 30 {
			for range n {
				m.insert()
			}
			require.Equal(t, far, b.slots.gen(peak), "generations that nobody needs were written")
			m.visit(rand.New(rand.NewPCG(uint64(n), 1)), singleChanges)
			clear()
		}
		requireDead(t, b, dead[:50])
		requireDead(t, b, dead[peak-50:])
		m.compare()
		r, handles := appended(t, b, peak/armAgain+1)
		requireAlive(t, b, handles)
		clear()
		require.Equal(t, uint32(1), b.slots.reach, "so many used ones arm all again")
		require.NotEqual(t, far, b.slots.gen(peak))
		requireDead(t, b, append(dead[peak-50:], handlesIn(b, r)...))
		require.NoError(t, b.Close())
	})
}
