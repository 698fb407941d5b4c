package store

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// record, pair and particle are what most tests keep in stores. Each further type costs the
// compiler all methods of each store that holds it.
type record struct {
	ID   uint64
	X, Y float32
}

type pair struct{ X, Y float32 }

var (
	backings = []Backing{Reserved, Blocks, Geometric, Heap} // without Automatic, which is one of them
	policies = []Policy{LIFO, FIFO, Lowest}
)

func TestNoBackingAndNoPolicyIsLeftOut(t *testing.T) {
	require.Len(t, backings, len(backingNames)-1)
	require.Len(t, policies, len(policyNames))
}

// eachKind runs f over all backings, policies and skippers.
func eachKind(t *testing.T, f func(t *testing.T, opts ...Option)) {
	for _, back := range backings {
		for _, policy := range policies {
			for _, skip := range []Skipper{Bitmap, RunLength} {
				t.Run(fmt.Sprintf("%v/%v/%v", back, policy, skip), func(t *testing.T) {
					f(t, Backed(back), Reuse(policy), Skip(skip))
				})
			}
		}
	}
}

// model runs a program of commands against a Bulk and a map, and holds the one against
// the other. Where the policy says which slot an insertion takes, it has to be that one.
type model struct {
	t      require.TestingT
	b      Bulk[record]
	live   map[Handle[record]]record
	order  []Handle[record]
	dead   []Handle[record]
	held   []Range
	ranges []Range
	serial uint64
}

func newModel(t require.TestingT, opts ...Option) *model {
	m := &model{t: t, live: map[Handle[record]]record{}}
	require.NoError(t, m.b.Init(opts...))
	return m
}

// longFile is a file of many pages that nobody changes, if there is one.
var longFile = sync.OnceValue(func() *os.File {
	path, err := os.Executable()
	if err != nil {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	return f
})

func (m *model) record() record {
	m.serial++
	return record{m.serial, float32(m.serial), -float32(m.serial)}
}

func (m *model) insert() {
	v := m.record()
	next := m.next(1)
	h, err := m.b.Insert(v)
	noError(m.t, err)
	m.requireNext(next, h)
	m.add(h, v)
}

func (m *model) add(h Handle[record], v record) {
	if _, dup := m.live[h]; dup {
		require.Fail(m.t, "a handle given twice", "%v", h)
	}
	m.live[h] = v
	m.order = append(m.order, h)
}

func (m *model) kill(k int) {
	h := m.order[k]
	m.order[k] = m.order[len(m.order)-1]
	m.order = m.order[:len(m.order)-1]
	delete(m.live, h)
	m.dead = append(m.dead, h)
}

func (m *model) appendRange(n int) {
	rows := make([]record, n)
	for i := range rows {
		rows[i] = m.record()
	}
	r, err := m.b.AppendRange(rows)
	require.NoError(m.t, err)
	for i, v := range rows {
		m.add(m.b.HandleIn(r, i), v)
	}
	if r.Len > 0 {
		m.ranges = append(m.ranges, r)
	}
}

// release releases range k.
func (m *model) release(k int) {
	r := m.ranges[k]
	m.ranges = append(m.ranges[:k], m.ranges[k+1:]...)
	m.b.Release(r)
	m.killAll(func(h Handle[record]) bool { return h.gen == r.Gen && h.index >= r.First && h.index < r.First+r.Len })
}

func (m *model) removeRange(lo, hi uint32) {
	n := m.killAll(func(h Handle[record]) bool { return h.index >= lo && h.index < hi })
	require.Equal(m.t, n, m.b.RemoveRange(lo, hi))
}

func (m *model) clear() {
	m.b.Clear()
	m.killAll(func(Handle[record]) bool { return true })
}

// killAll kills those that dies names, and returns how many they are.
func (m *model) killAll(dies func(Handle[record]) bool) (n int) {
	for j := len(m.order) - 1; j >= 0; j-- {
		if dies(m.order[j]) {
			m.kill(j)
			n++
		}
	}
	return n
}

// step runs one command; x chooses among what there is.
func (m *model) step(cmd byte, x uint32) {
	switch cmd % 19 {
	case 0, 1, 2:
		m.insert()
	case 3, 4:
		if len(m.order) > 0 {
			k := int(x>>1) % len(m.order)
			require.True(m.t, m.b.Remove(m.order[k]))
			m.kill(k)
		}
	case 5:
		if len(m.dead) > 0 {
			h := m.dead[int(x>>1)%len(m.dead)]
			require.False(m.t, m.b.Remove(h))
			_, ok := m.b.Get(h)
			require.False(m.t, ok)
		}
	case 6:
		m.appendRange(int(x % 200))
	case 7:
		if len(m.ranges) > 0 {
			m.release(int(x>>1) % len(m.ranges))
		}
	case 8:
		n := int(x%300) + 1
		r, err := m.b.Reserve(n)
		if f := longFile(); x&(1<<22) != 0 && f != nil { // its bytes are written over before Commit
			m.b.Release(r)
			r, err = m.b.ReservePages(n, 0)
			require.NoError(m.t, err)
			_, err = m.b.Map(r, 0, n, f, 0)
		}
		require.NoError(m.t, err)
		m.held = append(m.held, r)
		if x&1024 != 0 {
			m.fill(r, int(x>>11)%int(r.Len+1))
		}
	case 9:
		if len(m.held) > 0 {
			k := int(x>>1) % len(m.held)
			m.b.Release(m.held[k])
			m.held = append(m.held[:k], m.held[k+1:]...)
		}
	case 10:
		if len(m.held) > 0 {
			k := int(x>>1) % len(m.held)
			r := m.held[k]
			m.held = append(m.held[:k], m.held[k+1:]...)
			vs := m.fill(r, int(r.Len))
			m.b.Commit(r)
			for i, v := range vs {
				m.add(m.b.HandleIn(r, i), v)
			}
			m.ranges = append(m.ranges, r)
		}
	case 11:
		m.iterate(x)
	case 12:
		if x%8 == 0 {
			m.clear()
		}
	case 13:
		m.compare()
	case 14:
		if x%4 == 0 {
			_, err := m.b.Trim()
			require.NoError(m.t, err)
		}
	case 15:
		lo := x % (m.b.slots.known + 2)
		m.removeRange(lo, lo+x>>8%40)
	case 16:
		require.NoError(m.t, m.b.Grow(int(x%2000)))
	case 17:
		n := 0
		for i, rows := range m.b.Runs() {
			for j := range rows {
				if m.live[m.b.HandleAt(i+uint32(j))] != rows[j] {
					require.Fail(m.t, "a wrong record in a run")
				}
			}
			n += len(rows)
		}
		require.Equal(m.t, len(m.live), n)
		c := m.b.Cursor()
		for ; c.Next(); n-- {
			if m.live[c.Handle()] != *c.Row() {
				require.Fail(m.t, "a wrong record at the cursor")
			}
		}
		require.Zero(m.t, n)
	case 18:
		rows := make([]record, x%200)
		for i := range rows {
			rows[i] = m.record()
		}
		next := m.next(len(rows))
		handles, err := m.b.InsertRange(nil, rows)
		require.NoError(m.t, err)
		m.requireNext(next, handles...)
		require.Len(m.t, handles, len(rows))
		for i, h := range handles {
			m.add(h, rows[i])
		}
	}
}

// fill writes the first n rows of a held range.
func (m *model) fill(r Range, n int) (vs []record) {
	for i := 0; i < n; {
		mem, err := m.b.Bytes(r, i, n-i)
		require.NoError(m.t, err)
		rows := as[record](mem)
		require.NotEmpty(m.t, rows)
		for j := range rows {
			rows[j] = m.record()
			vs = append(vs, rows[j])
		}
		i += len(rows)
	}
	return vs
}

// compare holds everything against the model.
func (m *model) compare() {
	require.NoError(m.t, m.b.Check())
	require.Equal(m.t, len(m.live), m.b.Len())
	n := 0
	last := uint32(0)
	for h, p := range m.b.All() {
		v, ok := m.live[h]
		if !ok || v != *p || h.index <= last {
			require.Fail(m.t, "a wrong record", "%v: %v, not %v", h, *p, v)
		}
		last = h.index
		n++
	}
	require.Equal(m.t, len(m.live), n)
	for h, v := range m.live {
		p, ok := m.b.Get(h)
		q, at := m.b.At(h.index)
		if !ok || !at || *p != v || p != q {
			require.Fail(m.t, "a wrong record", "%v", h)
		}
	}
	for _, h := range m.dead {
		if _, ok := m.b.Get(h); ok || m.b.Explain(h) != ErrDead {
			require.Fail(m.t, "a dead handle came alive", "%v: %v", h, m.b.Explain(h))
		}
	}
}

func (m *model) run(program []byte) {
	for len(program) >= 5 {
		m.step(program[0], binary.LittleEndian.Uint32(program[1:]))
		program = program[5:]
	}
	m.compare()
	require.NoError(m.t, m.b.Close())
}

func TestBulkAgreesWithAMap(t *testing.T) {
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	eachKind(t, func(t *testing.T, opts ...Option) {
		for seed := range seeds {
			program := randomProgram(seed, 5*300)
			newModel(t, opts...).run(program)
			newModel(t, append(opts, generations(1, 5))...).run(program)
		}
	})
}

func TestInsertRangeStopsWhereTheStoreIsFull(t *testing.T) {
	for _, back := range backings {
		var b Bulk[record]
		require.NoError(t, b.Init(Backed(back), Reuse(Lowest), Limit(100)))
		first, err := b.InsertRange(nil, make([]record, 70))
		require.NoError(t, err)
		for _, h := range first[10:40] {
			require.True(t, b.Remove(h))
		}
		rows := make([]record, 70)
		for i := range rows {
			rows[i].ID = uint64(i + 1)
		}
		handles, err := b.InsertRange(first[:1], rows)
		require.ErrorIs(t, err, ErrFull)
		require.Len(t, handles, 1+60, "30 holes and what the limit has left; those that were there stay in front")
		for i, h := range handles[1:] {
			p, ok := b.Get(h)
			require.True(t, ok)
			require.Equal(t, rows[i], *p)
		}
		require.NoError(t, b.Check())
		require.NoError(t, b.Close())
		_, err = b.InsertRange(nil, rows)
		require.ErrorIs(t, err, ErrClosed)
	}
}

// Holes of less than four bytes are no place for a list: nothing is written to them.
func TestRecordsOfAByteKeepTheirValues(t *testing.T) {
	for _, back := range backings {
		var b Bulk[uint8]
		require.NoError(t, b.Init(Backed(back)))
		var hs [9]Handle[uint8]
		for i := range hs {
			var err error
			hs[i], err = b.Insert(uint8(i + 1))
			require.NoError(t, err)
		}
		require.True(t, b.Remove(hs[4]))
		_, err := b.Trim()
		require.NoError(t, err)
		require.NoError(t, b.Check())
		for i, h := range hs {
			if p, ok := b.Get(h); i != 4 {
				require.True(t, ok)
				require.Equal(t, uint8(i+1), *p)
			}
		}
		require.NoError(t, b.Close())
	}
}

// The bits of a store come in pieces of 2^19 slots.
func TestInsertingWhereTheBitsEnd(t *testing.T) {
	const slots = 8 * commitLeast
	for _, behind := range []int{-1, 0, 1, 64} {
		var b Bulk[uint32]
		require.NoError(t, b.Init(Reuse(Lowest)))
		r, err := b.AppendRange(make([]uint32, slots+behind-1)) // and the header
		require.NoError(t, err)
		require.Equal(t, slots+behind-1, b.Len())
		last := b.HandleIn(r, int(r.Len)-3)
		require.True(t, b.Remove(b.HandleIn(r, 100)))
		require.True(t, b.Remove(last))
		for _, want := range []uint32{r.First + 100, last.Index(), r.First + r.Len, r.First + r.Len + 1} {
			h, err := b.Insert(7)
			require.NoError(t, err)
			require.Equal(t, want, h.Index())
		}
		require.NoError(t, b.Check())
		require.NoError(t, b.Close())
	}
}
