package store

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// visits is what a loop over the records of a model has met. What lived throughout is
// visited, and nothing twice.
type visits struct {
	m    *model
	rng  *rand.Rand
	must map[Handle[record]]bool // there since before the loop and not visited
	seen map[Handle[record]]bool
	busy int // the turns that change something; then the loop only looks
	most int // which changes there are; see change
}

const (
	singleChanges = 9 // a record is inserted or removed
	allChanges    = 24
)

// iterate visits all records in one of three ways, and changes the store before and on the
// way.
func (m *model) iterate(x uint32) {
	rng := rand.New(rand.NewPCG(uint64(x), 1))
	m.unsettle(rng)
	m.visit(rng, allChanges)
}

// visit is iterate with the store as it is.
func (m *model) visit(rng *rand.Rand, most int) {
	v := visits{m: m, rng: rng, most: most, must: map[Handle[record]]bool{}, seen: map[Handle[record]]bool{}}
	v.busy = []int{3, 30, 1000}[rng.IntN(3)]
	for h := range m.live {
		v.must[h] = true
	}
	switch rng.IntN(3) {
	case 0:
		for h, p := range m.b.All() {
			v.meet(h, p)
			v.change(h)
		}
	case 1:
		for c := m.b.Cursor(); c.Next(); {
			v.meet(c.Handle(), c.Row())
			v.change(c.Handle())
		}
	case 2:
		for i, rows := range m.b.Runs() {
			hs := make([]Handle[record], len(rows))
			for j := range rows {
				hs[j] = m.b.HandleAt(i + uint32(j))
				v.meet(hs[j], &rows[j])
			}
			v.change(hs[rng.IntN(len(hs))])
		}
	}
	for h := range v.must {
		if _, lives := m.live[h]; lives {
			require.Fail(m.t, "left out", "%v", h)
		}
	}
}

// unsettle leaves slots behind the last record that were in use, as large levels do that
// are gone, and a few holes before it.
func (m *model) unsettle(rng *rand.Rand) {
	s := &m.b.slots
	switch rng.IntN(8) {
	case 0:
		m.clear()
	case 1, 2, 3:
		m.removeRange(1+rng.Uint32N(s.top), s.known+1)
	case 4, 5: // the last ones, one by one
		lo := 1 + rng.Uint32N(s.top)
		for _, h := range slices.Clone(m.order) {
			if h.index >= lo {
				m.remove(h)
			}
		}
	}
	if rng.IntN(2) == 0 {
		_, err := m.b.Trim()
		require.NoError(m.t, err)
	}
	for range rng.IntN(100) * rng.IntN(2) {
		m.insert()
	}
	for range min(rng.IntN(4), len(m.order)) {
		m.remove(m.order[rng.IntN(len(m.order))])
	}
}

func (m *model) remove(h Handle[record]) {
	isTrue(m.t, m.b.Remove(h))
	m.kill(slices.Index(m.order, h))
}

// meet is a visit of h.
func (v *visits) meet(h Handle[record], p *record) {
	want, lives := v.m.live[h]
	if v.seen[h] || !lives || want != *p {
		require.Fail(v.m.t, "a wrong visit", "%v: visited %v, alive %v, %v, not %v", h, v.seen[h], lives, *p, want)
	}
	v.seen[h] = true
	delete(v.must, h)
}

// change is what the body of the loop does when it has met h.
func (v *visits) change(h Handle[record]) {
	if v.busy--; v.busy < 0 {
		return
	}
	m, s := v.m, &v.m.b.slots
	switch v.rng.IntN(v.most) {
	case 0, 1, 2:
		m.remove(h)
	case 3, 4, 5:
		m.remove(m.order[v.rng.IntN(len(m.order))])
	case 6, 7, 8:
		m.insert()
	case 9, 10, 11:
		for range v.rng.IntN(8) {
			m.insert()
		}
	case 12:
		m.appendRange(v.rng.IntN(100))
	case 13:
		if len(m.ranges) > 0 {
			m.release(v.rng.IntN(len(m.ranges)))
		}
	case 14:
		lo := 1 + v.rng.Uint32N(s.top)
		m.removeRange(lo, lo+v.rng.Uint32N(80))
	case 15:
		r, err := m.b.Reserve(1 + v.rng.IntN(80))
		require.NoError(m.t, err)
		m.held = append(m.held, r)
	case 16:
		if v.rng.IntN(4) == 0 {
			m.clear()
		}
	}
}

// A loop takes the word of the last records as it is when it comes to it, with what its
// body has appended.
func TestAllVisitsOnceWhatItsLoopAppends(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		m := newModel(t, opts...)
		m.appendRange(100)
		for range 300 {
			m.insert()
		}
		for _, h := range slices.Clone(m.order[101:]) {
			m.remove(h)
		}
		_, err := m.b.Trim()
		require.NoError(t, err)
		m.remove(m.b.HandleAt(7))
		v := visits{m: m, seen: map[Handle[record]]bool{}}
		for h, p := range m.b.All() {
			if v.meet(h, p); len(v.seen) == 1 {
				m.insert()
				m.insert()
			}
		}
		m.compare()
		require.NoError(t, m.b.Close())
	})
}

// The last word of bits ends behind all indices, and so does the last block.
func TestLoopsEndAtTheLastSlot(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	const end = maxRows + 1
	mem, err := mapSlab(int(wordsFor(end)) * 8)
	if err != nil {
		t.Skip(err)
	}
	defer func() { require.NoError(t, mapFree(mem)) }()
	live := as[uint64](mem)
	for _, i := range []uint32{end - 70, end - 3, end - 1} {
		live[i>>6] |= 1 << (i & 63)
	}
	inOne := &slots{state: open, size: 1, top: end, reach: end, live: live}
	inCells := &slots{state: open, size: 1, top: end, reach: end, live: live, shift: 31, mask: 1<<31 - 1, cells: make([]cell, 2)}
	inCells.table = tableOf(inCells.cells)
	for _, s := range []*slots{inOne, inCells} {
		var runs [][2]uint32
		for i, n := s.run(end-100, end); n > 0 && len(runs) < 4; i, n = s.run(i+n, end) {
			runs = append(runs, [2]uint32{i, n})
		}
		require.Equal(t, [][2]uint32{{end - 70, 1}, {end - 3, 1}, {end - 1, 1}}, runs)
		r := region{next: end - 100, end: end}
		require.True(t, s.region(&r))
		require.Len(t, r.live, 2)
		require.GreaterOrEqual(t, r.next, r.end)
		require.False(t, s.region(&r))

		c := Cursor[byte]{s: s, next: end - 100, end: end}
		for range 3 {
			require.True(t, c.Next())
		}
		require.False(t, c.Next())
		s.gone++
		require.False(t, c.Next(), "a removal behind the last record begins no new walk")
	}
}
