package store

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// dryArray runs commands on an Array in droughts, beside the spans and ranges that it
// should hold, with the number in their first element; the others count on from it.
type dryArray[T any] struct {
	t      *testing.T
	d      *drought
	rng    *rand.Rand
	a      Array[T]
	serial uint32
	spans  []*Span[T]
	first  map[*Span[T]]uint32
	ranges map[Range]uint32
	held   []Range
	most   int
}

func (m *dryArray[T]) elems() (all []T, first uint32) {
	first = m.serial + 1
	for range 1 + m.rng.IntN(m.most) {
		m.serial++
		all = append(all, number[T](m.serial))
	}
	return all, first
}

func (m *dryArray[T]) same() {
	t := m.t
	require.NoError(t, m.a.Check())
	n := 0
	holds := func(s Span[T], first uint32) {
		all := m.a.Slice(s)
		require.Len(t, all, s.Len())
		for i := range all {
			if !is(&all[i], first+uint32(i)) {
				require.Fail(t, "a wrong element", "%d of %v", i, s)
			}
		}
		n += len(all)
	}
	for _, s := range m.spans {
		holds(*s, m.first[s])
	}
	for r, first := range m.ranges {
		holds(Span[T]{r.First, r.Len}, first)
	}
	require.Equal(t, n, m.a.Len())
	require.Len(t, m.a.spans.holds, len(m.held))
}

func (m *dryArray[T]) add(s Span[T], first uint32) {
	m.spans = append(m.spans, &s)
	m.first[&s] = first
}

// extend adds elements that go on from those of a span.
func (m *dryArray[T]) extend(s *Span[T]) error {
	more := make([]T, 1+m.rng.IntN(m.most))
	for i := range more {
		more[i] = number[T](m.first[s] + uint32(s.Len()+i))
	}
	all, err := m.a.Extend(*s, more)
	*s = all
	return err
}

func (m *dryArray[T]) write(r Range) error {
	first := m.serial + 1
	m.serial += r.Len
	for at := uint32(0); at < r.Len; {
		mem, err := m.a.Bytes(r, int(at), 1+m.rng.IntN(m.most))
		if err != nil {
			return err
		}
		for i := range as[T](mem) {
			as[T](mem)[i] = number[T](first + at)
			at++
		}
	}
	m.a.Commit(r)
	m.held = slices.DeleteFunc(m.held, func(h Range) bool { return h == r })
	m.ranges[r] = first
	return nil
}

func (m *dryArray[T]) step() {
	after := m.rng.IntN(3)
	switch m.rng.IntN(12) {
	case 0, 1, 2:
		all, first := m.elems()
		m.d.again(m.t, after, func() error {
			s, err := m.a.AppendRange(all)
			if err == nil {
				m.add(s, first)
			}
			return err
		}, m.same)
	case 3, 4:
		if k := len(m.spans); k > 0 {
			k = m.rng.IntN(k)
			require.NoError(m.t, m.a.Free(*m.spans[k]))
			m.spans = slices.Delete(m.spans, k, k+1)
			m.same()
		}
	case 5:
		if k := len(m.spans); k > 0 {
			s := m.spans[m.rng.IntN(k)]
			m.d.again(m.t, after, func() error { return m.extend(s) }, m.same)
		}
	case 6, 7:
		n := 1 + m.rng.IntN(3*m.most)
		m.d.again(m.t, after, func() error {
			r, err := m.a.Reserve(n)
			if err == nil {
				m.held = append(m.held, r)
			}
			return err
		}, m.same)
	case 8:
		if len(m.held) > 0 {
			r := m.held[m.rng.IntN(len(m.held))]
			m.d.again(m.t, after, func() error { return m.write(r) }, m.same)
		}
	case 9:
		if k := len(m.held); k > 0 {
			k = m.rng.IntN(k)
			m.a.Release(m.held[k])
			m.held = slices.Delete(m.held, k, k+1)
			m.same()
		}
	case 10:
		for r := range maps.Keys(m.ranges) {
			m.a.Release(r)
			delete(m.ranges, r)
			break
		}
		m.same()
	case 11:
		m.d.again(m.t, after, func() error { _, err := m.a.Compact(slices.Values(m.spans)); return err }, m.same)
	}
}

func runDryArray[T any](t *testing.T, seeds, steps, most int) {
	for _, back := range backings {
		d := startDrought(t)
		for seed := range uint64(seeds) {
			t.Run(fmt.Sprintf("%v/%d", back, seed), func(t *testing.T) {
				m := &dryArray[T]{
					t: t, d: d, rng: rand.New(rand.NewPCG(seed, 6)), most: most,
					first: map[*Span[T]]uint32{}, ranges: map[Range]uint32{},
				}
				d.again(t, int(seed%2), func() error { return m.a.Init(Backed(back)) }, func() {})
				for range steps {
					m.step()
				}
				require.NoError(t, m.a.Close())
			})
		}
	}
}

// An Array that gets no memory is as it was and works again later, as a Bulk does.
func TestAnArrayGoesThroughDroughts(t *testing.T) {
	seeds := 12
	if testing.Short() {
		seeds = 3
	}
	t.Run("small", func(t *testing.T) { runDryArray[small](t, seeds/3, 60, 6000) })
	t.Run("page", func(t *testing.T) { runDryArray[page](t, seeds, 60, 60) })
	t.Run("broad", func(t *testing.T) { runDryArray[broad](t, seeds, 60, 5) })
}

// Compact moves into slabs of which only the places were ever reserved. It must have
// their memory before it begins.
func TestCompactInADrought(t *testing.T) {
	d := startDrought(t)
	var a Array[broad]
	require.NoError(t, a.Init(Backed(Blocks)))
	defer a.Close()
	each := slabBytes/sizeOf[broad]() - 1
	var spans []*Span[broad]
	add := func(n int) {
		s, err := a.AppendRange(make([]broad, n))
		require.NoError(t, err)
		a.Slice(s)[0] = number[broad](uint32(len(spans)))
		spans = append(spans, &s)
	}
	add(each)
	first, err := a.Reserve(each / 2)
	require.NoError(t, err)
	second, err := a.Reserve(each - each/2)
	require.NoError(t, err)
	add(2)
	add(3)
	a.Release(first)
	before := []Span[broad]{*spans[0], *spans[1], *spans[2]}
	err = d.during(0, func() error { _, err := a.Compact(slices.Values(spans)); return err })
	require.ErrorIs(t, err, ErrMemory)
	for i, s := range spans {
		require.Equal(t, before[i], *s, "nothing has changed")
		require.True(t, is(&a.Slice(*s)[0], uint32(i)))
	}
	require.NoError(t, a.Check())
	require.Equal(t, each+5, a.Len())
	n, err := a.Compact(slices.Values(spans))
	require.NoError(t, err)
	require.Equal(t, 5, n)
	require.Less(t, spans[2].start, second.First)
	require.NoError(t, a.Check())
}

func TestSnapshotsOfArraysGoThroughDroughts(t *testing.T) {
	d := startDrought(t)
	for _, back := range backings {
		var from, a Array[broad]
		require.NoError(t, from.Init(Backed(back)))
		s, err := from.AppendRange(make([]broad, 50))
		require.NoError(t, err)
		from.Slice(s)[49] = number[broad](5)
		require.NoError(t, from.Free(Span[broad]{3, 7}))
		var file bytes.Buffer
		require.NoError(t, from.Save(&file))
		require.NoError(t, a.Init(Backed(back)))
		for after := 0; ; after++ {
			err := d.during(after, func() error { return a.Load(bytes.NewReader(file.Bytes())) })
			require.NoError(t, a.Check())
			if err == nil {
				break
			}
			require.ErrorIs(t, err, ErrMemory)
			require.Zero(t, a.Len())
		}
		require.Equal(t, 43, a.Len())
		require.True(t, is(&a.Slice(s)[49], 5))
		require.NoError(t, from.Close())
		require.NoError(t, a.Close())
	}
}

// The room that Extend gives a span which grows is not worth an error.
func TestExtendGoesWithoutRoomInADrought(t *testing.T) {
	d := startDrought(t)
	a := initialised(new(Array[broad]), Backed(Blocks))
	defer a.Close()
	s, err := a.AppendRange(make([]broad, slabBytes/sizeOf[broad]()))
	require.NoError(t, err)
	_, err = a.Make(int(a.spans.pieces[0].end()) - 1 - s.Len()) // nothing is behind it
	require.NoError(t, err)
	a.Slice(s)[0] = number[broad](5)
	d.once = true
	require.NoError(t, d.during(0, func() (err error) { s, err = a.Extend(s, make([]broad, 1)); return err }))
	require.Equal(t, 1, d.refused)
	require.True(t, is(&a.Slice(s)[0], 5))
	require.Less(t, a.spans.pieces[len(a.spans.pieces)-1].n, uint32(3*s.Len()/2), "it has room")
	require.NoError(t, a.Check())
}
