package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPackedAgreesWithAMap(t *testing.T) {
	for _, back := range []Backing{Reserved, Heap} {
		t.Run(back.String(), func(t *testing.T) {
			var p Packed[record]
			require.NoError(t, p.Init(Backed(back), generations(1, 9)))
			live := map[Handle[record]]record{}
			var order, dead []Handle[record]
			rng := rand.New(rand.NewPCG(1, 2))
			for i := range 20000 {
				switch x := rng.Uint32(); {
				case x%5 < 3 && len(order) < 500:
					v := record{ID: uint64(i)}
					h, err := p.Insert(v)
					require.NoError(t, err)
					require.NotContains(t, live, h)
					live[h] = v
					order = append(order, h)
				case len(order) > 0:
					k := int(x>>8) % len(order)
					h := order[k]
					require.True(t, p.Remove(h))
					require.False(t, p.Remove(h))
					order = slices.Delete(order, k, k+1)
					delete(live, h)
					dead = append(dead, h)
				}
				if i%500 == 0 {
					require.NoError(t, p.Check())
					require.Len(t, p.Rows(), len(live))
					for i, v := range p.Rows() {
						require.Equal(t, live[p.HandleAt(i)], v)
					}
					for h, v := range live {
						got, ok := p.Get(h)
						require.True(t, ok)
						require.Equal(t, v, *got)
					}
					for _, h := range dead {
						if p.Explain(h) != ErrDead {
							require.Fail(t, "a dead handle came alive")
						}
					}
				}
			}
			n := p.Len()
			for h, v := range p.All() {
				require.Equal(t, live[h], *v)
				require.True(t, p.Remove(h))
				n--
			}
			require.Zero(t, n)
			require.Zero(t, p.Len())
			_, err := p.InsertRange(nil, make([]record, 10))
			require.NoError(t, err)
			p.Clear()
			require.Zero(t, p.Len())
			require.NoError(t, p.Check())
			require.NoError(t, p.Close())
			require.NoError(t, p.Close())
			_, err = p.Insert(record{})
			require.ErrorIs(t, err, ErrClosed)
		})
	}
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

func TestGroupsAgreeWithAMap(t *testing.T) {
	age := ColumnOf(func(p *particle) *float32 { return &p.Age })
	velY := ColumnOf(func(p *particle) *float32 { return &p.Vel.Y })
	kind := ColumnOf(func(p *particle) *int32 { return &p.Kind })
	for _, lanes := range []int{8, 16, 0} {
		for _, back := range []Backing{Reserved, Heap} {
			t.Run(fmt.Sprintf("%d/%v", lanes, back), func(t *testing.T) {
				var g Groups[particle]
				require.NoError(t, g.Init(lanes, Backed(back), generations(1, 9)))
				live := map[Handle[particle]]particle{}
				var order []Handle[particle]
				rng := rand.New(rand.NewPCG(1, 2))
				for i := range 6000 {
					x := rng.Uint32()
					if x%5 < 3 {
						v := someParticle(i)
						h, err := g.Insert(v)
						require.NoError(t, err)
						live[h] = v
						order = append(order, h)
					} else if len(order) > 0 {
						k := int(x>>8) % len(order)
						h := order[k]
						require.True(t, g.Remove(h))
						require.False(t, g.Remove(h))
						require.ErrorIs(t, g.Explain(h), ErrDead)
						order = slices.Delete(order, k, k+1)
						delete(live, h)
					}
					if i%200 != 0 {
						continue
					}
					require.NoError(t, g.Check())
					n := 0
					for gr := range g.All() {
						ages, vels, kinds := age.Of(gr), velY.Of(gr), kind.Of(gr)
						require.Len(t, ages, gr.Lanes())
						for j := range ages {
							if j >= gr.Len() {
								require.Equal(t, float32(1), ages[j])
								require.Equal(t, int32(1), kinds[j])
								ages[j] = 0 // the next pass starts safe again
								continue
							}
							v := live[g.HandleAt(n)]
							require.Equal(t, v.Age, ages[j])
							require.Equal(t, v.Vel.Y, vels[j])
							require.Equal(t, v.Kind, kinds[j])
							n++
						}
					}
					require.Equal(t, len(live), n)
				}
				for h, v := range live {
					got, ok := g.Get(h)
					require.True(t, ok)
					require.Equal(t, v, got)
					gr, lane, ok := g.Find(h)
					require.True(t, ok)
					age.Of(gr)[lane] = 77
					got, _ = g.Get(h)
					require.Equal(t, float32(77), got.Age)
					require.True(t, g.Set(h, v))
				}
				g.Clear()
				require.NoError(t, g.Check())
				require.NoError(t, g.Close())
			})
		}
	}
}

func TestGroupsRefuseWhatIsNoWord(t *testing.T) {
	err := new(Groups[struct {
		A float32
		B struct{ C [2]float64 }
	}]).Init(8)
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
	var a Arena[int]
	require.NoError(t, a.Grow(1))
	a.born, a.last = 1, 5
	seen := map[Handle[int]]bool{}
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
