package store

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPackedEndsWithClose(t *testing.T) {
	var p Packed[record]
	_, err := p.InsertRange(nil, make([]record, 10))
	require.NoError(t, err)
	require.NoError(t, p.Close())
	require.NoError(t, p.Close())
	_, err = p.Insert(record{})
	require.ErrorIs(t, err, ErrClosed)
}

func TestALoopOverPackedMayClearIt(t *testing.T) {
	var p Packed[record]
	defer p.Close()
	_, err := p.InsertRange(nil, make([]record, 3))
	require.NoError(t, err)
	n := 0
	for range p.All() {
		n++
		p.Clear()
	}
	require.Equal(t, 1, n)
}

func TestPackedStopsAtItsLimit(t *testing.T) {
	var p Packed[record]
	require.NoError(t, p.Init(Limit(2)))
	defer p.Close()
	hs, err := p.InsertRange(nil, make([]record, 3))
	require.ErrorIs(t, err, ErrFull)
	require.Len(t, hs, 2)
	require.NoError(t, p.Check())
	require.Error(t, new(Packed[record]).Init(Backed(Geometric)))
	require.Error(t, new(Packed[record]).Init(Reuse(FIFO)))
}

type vec3 struct{ X, Y, Z float32 }

type particle struct {
	Age      float32
	Pos, Vel vec3
	Kind     int32
	Tint     [2]uint32
}

func someParticle(i int) particle {
	f := float32(i)
	return particle{f, vec3{f, f + 1, f + 2}, vec3{-f, 1, 2}, int32(i), [2]uint32{uint32(i), 9}}
}

func TestGroupsRefuseWhatIsNoWord(t *testing.T) {
	err := noGroups[struct {
		A float32
		B struct{ C [2]float64 }
	}]()
	require.ErrorContains(t, err, "B.C[] is a float64")
	require.Error(t, new(Groups[particle]).Init(5))
	require.Error(t, new(Groups[struct{}]).Init(8))
	outside := new(float32)
	require.Panics(t, func() { ColumnOf(func(*particle) *float32 { return outside }) })
}

func TestCrunchWritesBackWhatItConverted(t *testing.T) {
	age := ColumnOf(func(p *particle) *float32 { return &p.Age })
	x := ColumnOf(func(p *particle) *float32 { return &p.Pos.X })
	tint := ColumnOf(func(p *particle) *uint32 { return &p.Tint[1] })
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var b Bulk[particle]
			require.NoError(t, b.Init(Backed(back)))
			want := map[Handle[particle]]particle{}
			for i := range 10000 {
				h, err := b.Insert(someParticle(i))
				require.NoError(t, err)
				if i%3 == 0 {
					require.True(t, b.Remove(h))
					continue
				}
				v := someParticle(i)
				v.Age, v.Tint[1] = v.Age+v.Pos.X, 4
				want[h] = v
			}
			var c Crunch[particle]
			require.NoError(t, c.Init(age, x, tint, age))
			n := 0
			c.Run(&b, func(g Group[particle]) {
				as, xs, ts := age.Of(g), x.Of(g), tint.Of(g)
				for i := range as {
					as[i] += xs[i]
					ts[i] = 4
				}
				n += g.Len()
				if g.Len() < g.Lanes() {
					require.Equal(t, float32(2), as[g.Len()])
				}
			})
			require.Equal(t, len(want), n)
			for h, p := range b.All() {
				require.Equal(t, want[h], *p)
			}
			other := ColumnOf(func(p *particle) *float32 { return &p.Vel.X })
			require.Panics(t, func() { c.Run(&b, func(g Group[particle]) { other.Of(g) }) })
			require.NoError(t, b.Close())
		})
	}
}

// Columns that the function only reads are not written: what stands in them by then stays.
func TestACrunchWritesNothingThatItsFunctionLeaves(t *testing.T) {
	age := ColumnOf(func(p *particle) *float32 { return &p.Age })
	x := ColumnOf(func(p *particle) *float32 { return &p.Pos.X })
	var b Bulk[particle]
	require.NoError(t, b.Init(Backed(Heap)))
	defer b.Close()
	for i := range 3000 {
		_, err := b.Insert(someParticle(i))
		require.NoError(t, err)
	}
	var c Crunch[particle]
	require.NoError(t, c.Init(age, x))
	c.Run(&b, func(g Group[particle]) {
		as, xs := age.Of(g), x.Of(g)
		for i := range as {
			as[i] += xs[i]
		}
		for _, p := range c.rows[:g.Len()] {
			p.Pos.X = -7
		}
	})
	for _, p := range b.All() {
		require.Equal(t, float32(-7), p.Pos.X)
	}
}

func TestArenaMendsWhatItFollows(t *testing.T) {
	type enemy struct {
		Name   *string
		Health int
	}
	var a Arena[enemy]
	_, err := a.Insert(enemy{})
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, a.Grow(1))
	_, ok := a.Get(Handle[enemy]{})
	require.False(t, ok, "the zero handle is nil")
	for range 1000 { // each reuse used to cost an index of its own
		h, err := a.Insert(enemy{Health: 3})
		require.NoError(t, err)
		_, err = a.Insert(enemy{})
		require.ErrorIs(t, err, ErrFull)
		require.True(t, a.Remove(h))
		require.False(t, a.Remove(h), "twice")
		_, ok := a.Get(h)
		require.False(t, ok)
		require.ErrorIs(t, a.Explain(h), ErrDead)
	}
	old, err := a.Insert(enemy{})
	require.NoError(t, err)
	a.Remove(old)
	fresh, err := a.Insert(enemy{Health: 9})
	require.NoError(t, err)
	require.Equal(t, old.Index(), fresh.Index())
	require.False(t, a.Remove(old), "a stale handle must not kill the new owner")
	p, ok := a.Get(fresh)
	require.True(t, ok)
	require.Equal(t, 9, p.Health)

	var b Arena[enemy]
	require.NoError(t, b.Grow(4))
	_, err = b.Insert(enemy{})
	require.NoError(t, err)
	_, ok = b.Get(fresh)
	require.False(t, ok, "another arena's handle")
	require.ErrorIs(t, b.Explain(Handle[enemy]{9, 3}), ErrForeign)
	require.ErrorIs(t, b.Explain(Handle[enemy]{}), ErrNil)

	require.NoError(t, a.Grow(2))
	p, ok = a.Get(fresh)
	require.True(t, ok)
	require.Equal(t, 9, p.Health)
	require.Equal(t, 3, a.Cap())
	a.Clear()
	require.Zero(t, a.Len())
	require.ErrorIs(t, a.Explain(fresh), ErrDead)
}

func TestArenaRetiresSlots(t *testing.T) {
	var a Arena[uint64]
	require.NoError(t, a.Grow(1))
	a.born, a.last = 1, 5
	seen := map[Handle[uint64]]bool{}
	for range 3 {
		h, err := a.Insert(1)
		require.NoError(t, err)
		require.False(t, seen[h])
		seen[h] = true
		require.True(t, a.Remove(h))
	}
	_, err := a.Insert(1)
	require.ErrorIs(t, err, ErrFull)
}

// Clear and All cost what has been used since the Arena was empty, and fill it from the
// first slot on again.
func TestAnEmptyArenaBeginsAgain(t *testing.T) {
	for _, clears := range []bool{true, false} {
		var a Arena[record]
		require.NoError(t, a.Grow(1000))
		var dead []Handle[record]
		for _, n := range []int{1000, 10, 10, 20, 1000} {
			var hs []Handle[record]
			for i := range n {
				h, err := a.Insert(record{ID: uint64(i)})
				require.NoError(t, err)
				require.Equal(t, uint32(i+1), h.Index())
				hs = append(hs, h)
			}
			require.Equal(t, uint32(n), a.used)
			require.True(t, a.Remove(hs[n/2]))
			require.NoError(t, a.Check())
			require.Equal(t, 1, a.Stats().Holes)
			if clears {
				a.Clear()
			} else {
				for _, h := range hs {
					a.Remove(h)
				}
			}
			dead = append(dead, hs...)
			require.Zero(t, a.Len())
			require.Zero(t, a.used)
			require.NoError(t, a.Check())
			var file bytes.Buffer
			require.NoError(t, a.Save(&file))
			var b Arena[record]
			require.NoError(t, b.Load(&file))
			require.NoError(t, b.Check())
			require.ErrorIs(t, a.Load(&file), ErrInUse)
			for range 3 { // for the first slots
				_, err := b.Insert(record{})
				require.NoError(t, err)
			}
			for _, h := range dead {
				_, ok := a.Get(h)
				_, again := b.Get(h)
				require.False(t, ok || again)
				require.ErrorIs(t, a.Explain(h), ErrDead)
			}
		}
	}
}

// An insertion passes over retired slots, also if there is nothing else.
func TestAnEmptyArenaOfRetiredSlotsIsFull(t *testing.T) {
	var a Arena[uint64]
	require.NoError(t, a.Grow(2))
	a.born, a.last = 1, 1
	for range 2 {
		h, err := a.Insert(1)
		require.NoError(t, err)
		require.True(t, a.Remove(h))
		require.NoError(t, a.Check())
	}
	_, err := a.Insert(1)
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, a.Check())
	require.Equal(t, 2, a.Stats().Retired)
	require.NoError(t, a.Grow(1))
	h, err := a.Insert(1)
	require.NoError(t, err)
	require.Equal(t, uint32(3), h.Index())
	require.NoError(t, a.Check())
}
