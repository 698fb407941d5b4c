package store

import (
	"bytes"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// kept is what Packed, Groups and Arena have in common.
type kept[T any] interface {
	Insert(T) (Handle[T], error)
	Remove(Handle[T]) bool
	Explain(Handle[T]) error
	Len() int
	Clear()
	Check() error
	Save(io.Writer) error
}

// handleModel runs a program of commands against a store and a map, and holds
// the one against the other. Bulk, which can do more, has a model of its own.
type handleModel[T comparable] struct {
	t     *testing.T
	s     kept[T]
	fresh func(serial int) T
	get   func(Handle[T]) (T, bool)
	set   func(Handle[T], T) bool
	visit func(x uint32)          // iterates, each store in its own way
	own   func(x uint32)          // a command that only this store has
	load  func(io.Reader) kept[T] // a new store from a snapshot
	end   func()

	room    int    // places, retired ones counted
	last    uint32 // generation
	live    map[Handle[T]]T
	order   []Handle[T]
	dead    []Handle[T]
	gone    map[Handle[T]]bool // the dead ones
	retired int
	serial  int
}

func (m *handleModel[T]) record() T {
	m.serial++
	return m.fresh(m.serial)
}

func (m *handleModel[T]) full() bool { return len(m.live)+m.retired >= m.room }

func (m *handleModel[T]) insert() {
	v := m.record()
	h, err := m.s.Insert(v)
	if m.full() {
		require.ErrorIs(m.t, err, ErrFull)
		return
	}
	noError(m.t, err)
	m.add(h, v)
}

func (m *handleModel[T]) add(h Handle[T], v T) {
	if _, ok := m.live[h]; ok || m.gone[h] {
		require.Fail(m.t, "a handle that was given out before", "%v", h)
	}
	m.live[h] = v
	m.order = append(m.order, h)
}

func (m *handleModel[T]) remove(h Handle[T]) {
	isTrue(m.t, m.s.Remove(h))
	m.bury(h)
}

func (m *handleModel[T]) bury(h Handle[T]) {
	k := slices.Index(m.order, h)
	m.order = slices.Delete(m.order, k, k+1)
	delete(m.live, h)
	m.dead, m.gone[h] = append(m.dead, h), true
	if h.gen >= m.last {
		m.retired++
	}
}

// pick returns one of hs, nil where there is none.
func pick[T any](hs []Handle[T], x uint32) Handle[T] {
	if len(hs) == 0 {
		return Handle[T]{}
	}
	return hs[int(x)%len(hs)]
}

func (m *handleModel[T]) step(cmd byte, x uint32) {
	switch cmd % 12 {
	case 0, 1, 2, 3:
		m.insert()
	case 4, 5:
		if h := pick(m.order, x); !h.IsNil() {
			m.remove(h)
		}
	case 6:
		h := pick(m.dead, x)
		require.False(m.t, m.s.Remove(h))
		require.False(m.t, m.set(h, m.record()))
	case 7:
		if h := pick(m.order, x); !h.IsNil() {
			m.live[h] = m.record()
			require.True(m.t, m.set(h, m.live[h]))
		}
	case 8:
		m.visit(x)
	case 9:
		if x%8 == 0 {
			m.s.Clear()
			for len(m.order) > 0 {
				m.bury(m.order[0])
			}
		}
	case 10:
		if x%8 == 0 {
			var file bytes.Buffer
			require.NoError(m.t, m.s.Save(&file))
			m.s = m.load(&file)
		}
	case 11:
		m.own(x)
	}
}

// compare holds everything against the model.
func (m *handleModel[T]) compare() {
	require.NoError(m.t, m.s.Check())
	require.Equal(m.t, len(m.live), m.s.Len())
	for h, v := range m.live {
		if got, ok := m.get(h); !ok || got != v || m.s.Explain(h) != nil {
			require.Fail(m.t, "a wrong record", "%v: %v, not %v", h, got, v)
		}
		if _, ok := m.get(Handle[T]{h.index, h.gen + 2}); ok {
			require.Fail(m.t, "a handle of the future", "%v", h)
		}
	}
	for _, h := range m.dead {
		if _, ok := m.get(h); ok || m.s.Explain(h) != ErrDead {
			require.Fail(m.t, "a dead handle came alive", "%v: %v", h, m.s.Explain(h))
		}
	}
	for _, h := range []Handle[T]{{0, 1}, {math.MaxUint32, 1}, {1 << 20, m.last}} {
		_, ok := m.get(h)
		require.False(m.t, ok)
		require.Equal(m.t, ErrForeign, m.s.Explain(h))
	}
}

// run runs a program: three bytes a command.
func (m *handleModel[T]) run(program []byte) {
	m.live, m.gone = map[Handle[T]]T{}, map[Handle[T]]bool{}
	for len(program) >= 3 {
		m.step(program[0], uint32(program[1])|uint32(program[2])<<8)
		program = program[3:]
	}
	m.visit(0)
	m.compare()
	m.end()
}

// narrow is the options that bits of k choose, and the room and the last
// generation that go with them.
func narrow(k byte) (opts []Option, room int, last uint32) {
	room, last = math.MaxInt, lastGeneration
	opts = []Option{Backed([]Backing{Reserved, Heap}[k&1])}
	if k&2 != 0 {
		room = 20
		opts = append(opts, Limit(room))
	}
	if k&4 != 0 {
		last = 5
		opts = append(opts, generations(1, last))
	}
	return opts, room, last
}

func runPacked(t *testing.T, k byte, program []byte) {
	opts, room, last := narrow(k)
	p := new(Packed[record])
	require.NoError(t, p.Init(opts...))
	m := &handleModel[record]{t: t, s: p, room: room, last: last}
	m.fresh = func(n int) record { return record{uint64(n), float32(n), 1} }
	m.get = func(h Handle[record]) (v record, ok bool) {
		at, ok := p.Get(h)
		if ok {
			v = *at
		}
		return v, ok
	}
	m.set = func(h Handle[record], v record) bool {
		at, ok := p.Get(h)
		if ok {
			*at = v
		}
		return ok
	}
	m.visit = func(x uint32) {
		left := len(m.live)
		seen := map[Handle[record]]bool{}
		for h, v := range p.All() {
			if seen[h] || *v != m.live[h] {
				require.Fail(t, "a wrong visit", "%v: %v, not %v; seen: %v", h, *v, m.live[h], seen[h])
			}
			seen[h] = true
			left--
			switch x >>= 1; x % 4 {
			case 1:
				m.remove(h)
			case 2:
				m.insert()
			}
		}
		require.Zero(t, left, "not all were visited")
		require.Len(t, p.Rows(), len(m.live))
		for i, v := range p.Rows() {
			if want := m.live[p.HandleAt(i)]; v != want {
				require.Equal(t, want, v)
			}
		}
	}
	m.own = func(x uint32) {
		rows := make([]record, x%40)
		for i := range rows {
			rows[i] = m.record()
		}
		hs, err := p.InsertRange(nil, rows)
		for i, h := range hs {
			isTrue(t, !m.full())
			m.add(h, rows[i])
		}
		if len(hs) < len(rows) {
			require.ErrorIs(t, err, ErrFull)
			require.True(t, m.full())
		}
	}
	m.load = func(r io.Reader) kept[record] {
		require.NoError(t, p.Close())
		p = new(Packed[record])
		require.NoError(t, p.Init(opts...))
		require.NoError(t, p.Load(r))
		return p
	}
	m.end = func() { require.NoError(t, p.Close()) }
	m.run(program)
}

func runGroups(t *testing.T, k byte, program []byte) {
	age := ColumnOf(func(p *particle) *float32 { return &p.Age })
	velY := ColumnOf(func(p *particle) *float32 { return &p.Vel.Y })
	kind := ColumnOf(func(p *particle) *int32 { return &p.Kind })
	lanes := []int{8, 16, 0}[int(k>>3)%3]
	opts, room, last := narrow(k)
	g := new(Groups[particle])
	require.NoError(t, g.Init(lanes, opts...))
	m := &handleModel[particle]{t: t, s: g, room: room, last: last, fresh: someParticle}
	m.get = func(h Handle[particle]) (particle, bool) { return g.Get(h) }
	m.set = func(h Handle[particle], v particle) bool { return g.Set(h, v) }
	m.visit = func(x uint32) {
		n := 0
		for gr := range g.All() {
			ages, vels, kinds := age.Of(gr), velY.Of(gr), kind.Of(gr)
			require.Len(t, ages, gr.Lanes())
			for j := range ages {
				if j >= gr.Len() {
					if ages[j] != 1 || vels[j] != 1 || kinds[j] != 1 {
						require.Fail(t, "an unsafe lane", "%d: %v, %v, %v", j, ages[j], vels[j], kinds[j])
					}
					ages[j], kinds[j] = float32(math.NaN()), 0 // the next pass starts safe again
					continue
				}
				h := g.HandleAt(n)
				v := m.live[h]
				if v.Age != ages[j] || v.Vel.Y != vels[j] || v.Kind != kinds[j] {
					require.Fail(t, "a wrong lane", "%d: %v, %v, %v, not %v", j, ages[j], vels[j], kinds[j], v)
				}
				ages[j] += float32(x % 3)
				v.Age += float32(x % 3)
				m.live[h] = v
				n++
			}
		}
		require.Equal(t, len(m.live), n)
	}
	m.own = func(x uint32) {
		h := pick(m.order, x)
		gr, lane, ok := g.Find(h)
		require.Equal(t, !h.IsNil(), ok)
		if ok {
			v := m.live[h]
			v.Kind = int32(x)
			m.live[h] = v
			kind.Of(gr)[lane] = v.Kind
		}
		_, _, ok = g.Find(pick(m.dead, x))
		require.False(t, ok)
	}
	m.load = func(r io.Reader) kept[particle] {
		require.NoError(t, g.Close())
		g = new(Groups[particle])
		require.NoError(t, g.Init(lanes, opts...))
		require.NoError(t, g.Load(r))
		return g
	}
	m.end = func() { require.NoError(t, g.Close()) }
	m.run(program)
}

func runArena(t *testing.T, k byte, program []byte) {
	a := new(Arena[record])
	m := &handleModel[record]{t: t, s: a, last: lastGeneration}
	grow := func(n int) {
		require.NoError(t, a.Grow(n))
		m.room += n
		require.Equal(t, m.room, a.Cap())
	}
	grow(int(k>>1) % 16)
	if k&1 != 0 {
		a.born, a.last, m.last = 1, 5, 5
	}
	m.fresh = func(n int) record { return record{uint64(n), float32(n), 1} }
	m.get = func(h Handle[record]) (v record, ok bool) {
		at, ok := a.Get(h)
		if ok {
			v = *at
		}
		return v, ok
	}
	m.set = func(h Handle[record], v record) bool {
		at, ok := a.Get(h)
		if ok {
			*at = v
		}
		return ok
	}
	m.visit = func(x uint32) {
		must := map[Handle[record]]bool{} // whether it was there at the start and was not visited yet
		for h := range m.live {
			must[h] = true
		}
		for h, v := range a.All() {
			if unseen, old := must[h]; old {
				isTrue(t, unseen)
				must[h] = false
			}
			if *v != m.live[h] {
				require.Equal(t, m.live[h], *v)
			}
			switch x = x>>1 | x<<15&0xffff; x % 8 {
			case 1:
				m.remove(h)
			case 2:
				m.insert()
			case 5:
				h := pick(m.order, x>>3)
				m.remove(h)
				must[h] = false
			}
		}
		for _, unseen := range must {
			require.False(t, unseen, "not all were visited")
		}
	}
	m.own = func(x uint32) { grow(int(x % 8)) }
	m.load = func(r io.Reader) kept[record] {
		a = new(Arena[record])
		require.NoError(t, a.Grow(m.room))
		require.NoError(t, a.Load(r))
		return a
	}
	m.end = func() {}
	m.run(program)
}

// agrees runs random programs of n commands, for each of kinds.
func agrees(t *testing.T, kinds byte, n int, run func(t *testing.T, k byte, program []byte)) {
	if testing.Short() {
		n /= 4
	}
	for k := range kinds {
		run(t, k, randomProgram(uint64(k), 3*n))
	}
}

func TestPackedAgreesWithAMap(t *testing.T) { agrees(t, 8, 2000, runPacked) }

func TestGroupsAgreeWithAMap(t *testing.T) { agrees(t, 24, 1000, runGroups) }

func TestArenaAgreesWithAMap(t *testing.T) { agrees(t, 32, 1000, runArena) }
