package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Records of these sizes ask for memory every some thousand rows, every 16 and each
// time.
type (
	small [4]uint32
	page  [1024]uint32
	broad [16384]uint32
)

// dryBulk runs commands on a Bulk in droughts, beside what it should hold: records
// one by one, and ranges, whose rows are numbered from a serial on.
type dryBulk[T any] struct {
	t      *testing.T
	d      *drought
	rng    *rand.Rand
	b      Bulk[T]
	serial uint32
	one    map[Handle[T]]uint32
	order  []Handle[T]
	dead   []Handle[T]
	ranges map[Range]uint32
	held   []Range
	most   int // rows of a range
}

func number[T any](n uint32) (v T) {
	w := wordsOf(&v)
	w[0], w[len(w)-1] = n, n
	return v
}

func is[T any](v *T, n uint32) bool {
	w := wordsOf(v)
	return w[0] == n && w[len(w)-1] == n
}

func (m *dryBulk[T]) next() T { m.serial++; return number[T](m.serial) }

// same holds the Bulk against the model.
func (m *dryBulk[T]) same() {
	t := m.t
	require.NoError(t, m.b.Check())
	n := len(m.one)
	for h, want := range m.one {
		if v, ok := m.b.Get(h); !ok || !is(v, want) {
			require.Fail(t, "a wrong record", "%v", h)
		}
	}
	for r, first := range m.ranges {
		n += int(r.Len)
		for _, i := range []int{0, int(r.Len) / 2, int(r.Len) - 1} {
			if v, ok := m.b.Get(m.b.HandleIn(r, i)); !ok || !is(v, first+uint32(i)) {
				require.Fail(t, "a wrong record", "%d of %v", i, r)
			}
		}
	}
	for _, h := range m.dead[max(0, len(m.dead)-50):] {
		require.ErrorIs(t, m.b.Explain(h), ErrDead)
	}
	require.Equal(t, n, m.b.Len())
	for h := range m.b.All() {
		if _, ok := m.b.Get(h); !ok {
			t.Fatal("an iteration comes by a record that is not there")
		}
		n--
	}
	require.Zero(t, n)
	require.Len(t, m.b.slots.holds, len(m.held))
}

func (m *dryBulk[T]) insert() error {
	v := m.next()
	h, err := m.b.Insert(v)
	if err == nil {
		m.one[h] = m.serial
		m.order = append(m.order, h)
	}
	return err
}

func (m *dryBulk[T]) rows() (rows []T, first uint32) {
	first = m.serial + 1
	for range 1 + m.rng.IntN(m.most) {
		rows = append(rows, m.next())
	}
	return rows, first
}

// write fills a range by way of Bytes.
func (m *dryBulk[T]) write(r Range) error {
	rows, first := make([]T, r.Len), m.serial+1
	for i := range rows {
		rows[i] = m.next()
	}
	for at := 0; at < len(rows); {
		mem, err := m.b.Bytes(r, at, 1+m.rng.IntN(m.most))
		if err != nil {
			return err
		}
		at += copy(as[T](mem), rows[at:])
	}
	m.b.Commit(r) // needs nothing more, in whatever drought
	m.held = slices.DeleteFunc(m.held, func(h Range) bool { return h == r })
	m.ranges[r] = first
	return nil
}

func (m *dryBulk[T]) remove() {
	if len(m.order) == 0 {
		return
	}
	k := m.rng.IntN(len(m.order))
	h := m.order[k]
	m.order = slices.Delete(m.order, k, k+1)
	delete(m.one, h)
	m.dead = append(m.dead, h)
	require.True(m.t, m.b.Remove(h))
}

func (m *dryBulk[T]) step() {
	after := m.rng.IntN(4)
	switch m.rng.IntN(12) {
	case 0, 1:
		for range m.rng.IntN(30) {
			m.d.again(m.t, after, m.insert, func() {})
		}
		m.same()
	case 2:
		rows, first := m.rows()
		m.d.again(m.t, after, func() error {
			r, err := m.b.AppendRange(rows)
			if err == nil {
				m.ranges[r] = first
			}
			return err
		}, m.same)
	case 3:
		rows, first := m.rows()
		m.d.again(m.t, after, func() error {
			handles, err := m.b.InsertRange(nil, rows)
			for i, h := range handles {
				m.one[h] = first + uint32(i)
			}
			m.order = append(m.order, handles...)
			rows, first = rows[len(handles):], first+uint32(len(handles))
			return err
		}, m.same)
	case 4, 5:
		n := 1 + m.rng.IntN(m.most)
		m.d.again(m.t, after, func() error {
			r, err := m.b.Reserve(n)
			if err == nil {
				m.held = append(m.held, r)
			}
			return err
		}, m.same)
	case 6, 7:
		if len(m.held) > 0 {
			r := m.held[m.rng.IntN(len(m.held))]
			m.d.again(m.t, after, func() error { return m.write(r) }, m.same)
		}
	case 8:
		if k := len(m.held) - 1; k >= 0 {
			m.b.Release(m.held[k])
			m.held = m.held[:k]
			m.same()
		}
	case 9:
		for r := range m.ranges {
			m.b.Release(r)
			delete(m.ranges, r)
			m.dead = append(m.dead, m.b.HandleIn(r, 0))
			break
		}
		m.same()
	case 10:
		for range m.rng.IntN(40) {
			m.remove()
		}
		m.same()
	case 11:
		m.trimOrGrow(after)
	}
}

// trimOrGrow is for memory that no record is in. A system that does not take it back
// leaves the store with it.
func (m *dryBulk[T]) trimOrGrow(after int) {
	n := m.rng.IntN(2 * m.most)
	switch {
	case n&1 == 0:
		m.d.again(m.t, after, func() error { return m.b.Grow(n) }, m.same)
		require.NoError(m.t, m.d.during(0, func() error {
			for range n {
				if err := m.insert(); err != nil {
					return err
				}
			}
			return nil
		}), "there is memory for what Grow was told of")
	default:
		if err := m.d.during(after, func() error { _, err := m.b.Trim(); return err }); err != nil {
			require.ErrorIs(m.t, err, errDry)
		}
	}
	m.same()
}

func runDryBulk[T any](t *testing.T, seeds, steps, most int) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		d := startDrought(t)
		for seed := range uint64(seeds) {
			m := &dryBulk[T]{
				t: t, d: d, rng: rand.New(rand.NewPCG(seed, 5)), most: most,
				one: map[Handle[T]]uint32{}, ranges: map[Range]uint32{},
			}
			d.again(t, int(seed%4), func() error { return m.b.Init(opts...) }, func() {})
			for range steps {
				m.step()
			}
			require.NoError(t, m.b.Close())
		}
	})
}

// A Bulk that gets no memory, whatever it needs it for, is as it was, and works again
// as soon as there is some.
func TestABulkGoesThroughDroughts(t *testing.T) {
	seeds := 2
	if testing.Short() {
		seeds = 1
	}
	for _, size := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"small", func(t *testing.T) { runDryBulk[small](t, seeds, 25, 6000) }},
		{"page", func(t *testing.T) { runDryBulk[page](t, seeds, 40, 60) }},
		{"broad", func(t *testing.T) { runDryBulk[broad](t, seeds, 25, 16) }},
	} {
		t.Run(size.name, size.run)
	}
}

// If memory runs out while a snapshot is loaded, at whatever point, nothing is loaded.
func TestSnapshotsGoThroughDroughts(t *testing.T) {
	d := startDrought(t)
	eachKind(t, func(t *testing.T, opts ...Option) {
		var from Bulk[broad]
		require.NoError(t, from.Init(opts...))
		handles, err := from.InsertRange(nil, make([]broad, 60))
		require.NoError(t, err)
		for i, h := range handles {
			v, _ := from.Get(h)
			*v = number[broad](uint32(i))
			if i%3 == 0 {
				from.Remove(h)
			}
		}
		var file bytes.Buffer
		require.NoError(t, from.Save(&file))
		require.NoError(t, from.Close())
		var b Bulk[broad]
		require.NoError(t, b.Init(opts...))
		for after := 0; ; after++ {
			err := d.during(after, func() error { return b.Load(bytes.NewReader(file.Bytes())) })
			require.NoError(t, b.Check())
			if err == nil {
				break
			}
			require.ErrorIs(t, err, ErrMemory)
			require.Zero(t, b.Len())
			require.Less(t, after, 200)
		}
		for i, h := range handles {
			v, ok := b.Get(h)
			require.Equal(t, i%3 != 0, ok)
			require.True(t, !ok || is(v, uint32(i)))
		}
		require.NoError(t, b.Close())
	})
}

// A store that does not come to be is one that was not used yet, and what its snapshot
// has said of its generations stays true.
func TestAStoreComesToBeAfterADrought(t *testing.T) {
	d := startDrought(t)
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			var b Bulk[small]
			b.SetKind(7)
			var file bytes.Buffer
			require.NoError(t, b.Save(&file))
			var saved Bulk[small]
			require.NoError(t, saved.Load(&file))
			defer saved.Close()
			for after := 0; ; after++ {
				err := d.during(after, func() error { return b.Init(Backed(back)) })
				if err == nil {
					break
				}
				require.ErrorIs(t, err, ErrMemory)
			}
			defer b.Close()
			require.EqualValues(t, 7, b.Kind())
			h, err := b.Insert(small{})
			require.NoError(t, err)
			g, err := saved.Insert(small{})
			require.NoError(t, err)
			require.Equal(t, g, h)
		})
	}
}

// If the system does not take pages back, for instance because the program has locked
// them, Trim does not count them. What it gave back before is gone all the same.
func TestATrimThatStopsHalfway(t *testing.T) {
	d := startDrought(t)
	eachKind(t, func(t *testing.T, opts ...Option) {
		var b Bulk[page]
		require.NoError(t, b.Init(opts...))
		defer b.Close()
		r, err := b.AppendRange(make([]page, 700)) // more than a slab
		require.NoError(t, err)
		b.Release(r)
		for after := range 3 {
			n := 0
			err = d.during(after, func() (err error) { n, err = b.Trim(); return err })
			if err != nil {
				require.ErrorIs(t, err, errDry)
			}
			if back := b.slots.opt.backing; back == Reserved || back == Blocks && os.Getpagesize() <= blockBytes {
				require.Equal(t, err != nil && after == 0, n == 0)
			}
			require.NoError(t, b.Check())
			for range 700 {
				_, err := b.Insert(page{})
				noError(t, err)
			}
			require.NoError(t, b.Check())
			b.Clear()
		}
	})
}

// If there is no memory for a range, or no room to note its cells in, its slots are
// free again.
func TestARangeThatADroughtRefuses(t *testing.T) {
	d := startDrought(t)
	for _, back := range []Backing{Reserved, Blocks, Geometric} {
		t.Run(back.String(), func(t *testing.T) {
			var b Bulk[page]
			require.NoError(t, b.Init(Backed(back)))
			defer b.Close()
			for after := range 3 {
				err := d.during(after, func() error { _, err := b.AppendRange(make([]page, 3000)); return err })
				if d.refused > 0 {
					require.ErrorIs(t, err, ErrMemory)
					require.Empty(t, b.slots.holds)
					require.EqualValues(t, 1, b.slots.top)
					require.NoError(t, b.Check())
				} else {
					require.NoError(t, err)
					break
				}
			}
			var r Range
			const n = 100_000
			reserve := func() (err error) { r, err = b.Reserve(n); return err }
			top := b.slots.top
			if err := d.during(0, reserve); err != nil {
				require.ErrorIs(t, err, ErrMemory)
				require.Equal(t, top, b.slots.top)
				require.NoError(t, b.Check())
				require.NoError(t, reserve())
			}
			require.Equal(t, back == Geometric && strconv.IntSize == 64, d.refused > 0, "where cells have a reservation")
			require.EqualValues(t, n, r.Len)
			b.Release(r)
			require.NoError(t, b.Check())
		})
	}
}
