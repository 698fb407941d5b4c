package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// arrayModel holds an Array against slices of its own.
type arrayModel struct {
	t      *testing.T
	back   Backing
	a      *Array[uint32]
	spans  []Span[uint32]
	want   [][]uint32
	held   []Range
	ranges []Range
	loaded [][]uint32 // what stands in ranges
	serial uint32
}

func newArrayModel(t *testing.T, back Backing) *arrayModel {
	m := &arrayModel{t: t, back: back, a: new(Array[uint32])}
	require.NoError(t, m.a.Init(Backed(back)))
	return m
}

func (m *arrayModel) elems(n int) []uint32 {
	s := make([]uint32, n)
	for i := range s {
		m.serial++
		s[i] = m.serial
	}
	return s
}

// length is mostly short, and now and then longer than a block.
func length(x uint32) int {
	if x%64 == 1 {
		return int(x>>8) % 9000
	}
	return int(x % 40)
}

func (m *arrayModel) step(cmd, x uint32) {
	k := 0 // one of the spans
	if len(m.spans) > 0 {
		k = int(x>>1) % len(m.spans)
	}
	switch cmd % 12 {
	case 0, 1, 2:
		v := m.elems(length(x))
		s, err := m.a.AppendRange(v)
		require.NoError(m.t, err)
		m.spans, m.want = append(m.spans, s), append(m.want, v)
	case 3, 4:
		if len(m.spans) > 0 {
			s := m.spans[k]
			require.NoError(m.t, m.a.Free(s))
			if s.Len() > 0 {
				require.ErrorIs(m.t, m.a.Free(s), ErrRange)
			}
			m.spans, m.want = slices.Delete(m.spans, k, k+1), slices.Delete(m.want, k, k+1)
		}
	case 5:
		n := int(x%10000) + 1
		r, err := m.a.Reserve(n)
		if f := longFile(); x&(1<<20) != 0 && f != nil { // its bytes are written over before Commit
			m.a.Release(r)
			r, err = m.a.ReservePages(n, 0)
			require.NoError(m.t, err)
			_, err = m.a.Map(r, 0, n, f, 0)
		}
		require.NoError(m.t, err)
		m.held = append(m.held, r)
		_, err = m.a.Bytes(r, int(x>>16)%int(r.Len), int(r.Len))
		require.NoError(m.t, err)
		require.ErrorIs(m.t, m.a.Free(Span[uint32]{r.First, 1}), ErrRange)
	case 6:
		m.settle(x)
	case 7:
		if len(m.ranges) > 0 {
			k := int(x>>1) % len(m.ranges)
			r := m.ranges[k]
			m.ranges, m.loaded = slices.Delete(m.ranges, k, k+1), slices.Delete(m.loaded, k, k+1)
			require.NoError(m.t, m.a.Free(Span[uint32]{r.First, 1}))
			m.a.Release(r)
		}
	case 8:
		if len(m.spans) > 0 {
			v := m.elems(length(x >> 3))
			s, err := m.a.Extend(m.spans[k], v)
			require.NoError(m.t, err)
			m.spans[k], m.want[k] = s, append(m.want[k], v...)
		}
	case 9:
		_, err := m.a.Compact(func(yield func(*Span[uint32]) bool) {
			for i := range m.spans {
				if !yield(&m.spans[i]) {
					return
				}
			}
		})
		require.NoError(m.t, err)
	case 10:
		if len(m.spans) > 0 {
			m.want[k] = m.elems(len(m.want[k]))
			copy(m.a.Slice(m.spans[k]), m.want[k])
		}
	case 11:
		if x%16 == 0 {
			m.a.Clear()
			m.spans, m.want, m.ranges, m.loaded = nil, nil, nil, nil
		} else if x%16 < 4 && len(m.held) == 0 {
			m.reload()
		}
	}
}

// settle commits one of the held ranges, or gives it back.
func (m *arrayModel) settle(x uint32) {
	if len(m.held) == 0 {
		return
	}
	k := int(x>>1) % len(m.held)
	r := m.held[k]
	m.held = slices.Delete(m.held, k, k+1)
	if x&256 != 0 {
		m.a.Release(r)
		return
	}
	b, err := m.a.Bytes(r, 0, int(r.Len))
	require.NoError(m.t, err)
	require.Len(m.t, b, int(r.Len)*4)
	v := m.elems(int(r.Len))
	copy(as[uint32](b), v)
	m.a.Commit(r)
	m.ranges, m.loaded = append(m.ranges, r), append(m.loaded, v)
}

// reload goes on with an Array that was loaded from a snapshot of this one.
func (m *arrayModel) reload() {
	var file bytes.Buffer
	require.NoError(m.t, m.a.Save(&file))
	require.NoError(m.t, m.a.Close())
	m.a = new(Array[uint32])
	require.NoError(m.t, m.a.Init(Backed(m.back)))
	require.NoError(m.t, m.a.Load(&file))
}

func (m *arrayModel) compare() {
	require.NoError(m.t, m.a.Check())
	n := 0
	for k, s := range m.spans {
		n += s.Len()
		if !slices.Equal(m.want[k], m.a.Slice(s)) {
			require.Fail(m.t, "a span changed", "%v", s)
		}
	}
	for k, r := range m.ranges {
		n += int(r.Len)
		if !slices.Equal(m.loaded[k], m.a.Slice(Span[uint32]{r.First, r.Len})) {
			require.Fail(m.t, "a range changed", "%v", r)
		}
	}
	require.Equal(m.t, n, m.a.Len())
}

// close frees all and finds the Array empty.
func (m *arrayModel) close() {
	for _, s := range m.spans {
		require.NoError(m.t, m.a.Free(s))
	}
	for _, r := range append(m.held, m.ranges...) {
		m.a.Release(r)
	}
	require.Zero(m.t, m.a.Len())
	require.NoError(m.t, m.a.Check())
	require.NoError(m.t, m.a.Close())
}

func runArray(t *testing.T, k byte, program []byte) {
	m := newArrayModel(t, backings[k%4])
	for len(program) >= 5 {
		m.step(uint32(program[0]), binary.LittleEndian.Uint32(program[1:]))
		program = program[5:]
	}
	m.compare()
	m.close()
}

func TestArrayAgreesWithSlices(t *testing.T) {
	steps := 2000
	if testing.Short() {
		steps = 500
	}
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			for seed := range uint64(8) {
				m := newArrayModel(t, back)
				rng := rand.New(rand.NewPCG(seed, 3))
				for i := range steps {
					m.step(rng.Uint32(), rng.Uint32())
					if i%50 == 0 {
						m.compare()
					}
				}
				m.compare()
				m.close()
			}
		})
	}
}

func TestArrayRefusesWhatIsNotInUse(t *testing.T) {
	var a Array[uint32]
	s, err := a.AppendRange([]uint32{1, 2, 3})
	require.NoError(t, err)
	require.Equal(t, []uint32{2, 3}, a.Slice(s.Sub(1, 3)))
	require.Nil(t, a.Slice(Span[uint32]{2, 2}))
	require.ErrorIs(t, a.Free(Span[uint32]{2, 2}), ErrRange)
	require.NoError(t, a.Free(s))
	require.ErrorIs(t, a.Free(s), ErrRange)
	require.Panics(t, func() { s.Sub(2, 4) })
}

// Growing in place must not pass the limit: Compact, which begins from the front, would
// have no room for what was there.
func TestExtendKeepsTheLimit(t *testing.T) {
	for _, back := range backings {
		var a Array[record]
		require.NoError(t, a.Init(Backed(back), Limit(11)))
		s, err := a.Append(record{ID: 1})
		require.NoError(t, err)
		_, err = a.Extend(s, make([]record, 11))
		require.ErrorIs(t, err, ErrFull, back)
		s, err = a.Extend(s, make([]record, 10))
		require.NoError(t, err)
		_, err = a.Compact(slices.Values([]*Span[record]{&s}))
		require.NoError(t, err)
		require.Len(t, a.Slice(s), 11)
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
}

// The last position of a slab belongs to nobody. A span of another Array may name it.
func TestTheEndOfASlabIsNotInUse(t *testing.T) {
	for _, back := range []Backing{Blocks, Geometric, Heap} {
		var a Array[record]
		require.NoError(t, a.Init(Backed(back)))
		for len(a.spans.pieces) < 3 {
			_, err := a.AppendRange(make([]record, 7))
			require.NoError(t, err)
		}
		require.NoError(t, a.Check())
		for _, p := range a.spans.pieces[:2] {
			last := p.end() - 1
			for _, s := range []Span[record]{{last, 1}, {last - 1, 2}, {last, 2}} {
				require.ErrorIs(t, a.Free(s), ErrRange, "%v %v", back, s)
				_, err := a.Extend(s, make([]record, 1))
				require.ErrorIs(t, err, ErrRange)
				_, err = a.Compact(slices.Values([]*Span[record]{&s}))
				require.ErrorIs(t, err, ErrRange)
			}
		}
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
}

// A span that is partly in a committed range is nobody's.
func TestASpanAcrossARangesBorderIsNotInUse(t *testing.T) {
	for _, back := range backings {
		var a Array[record]
		require.NoError(t, a.Init(Backed(back)))
		before, err := a.Make(4)
		require.NoError(t, err)
		r, err := a.Reserve(4)
		require.NoError(t, err)
		_, err = a.Bytes(r, 0, 4)
		require.NoError(t, err)
		a.Commit(r)
		behind, err := a.Make(4)
		require.NoError(t, err)
		inside := Span[record]{r.First, r.Len}
		for _, s := range []Span[record]{{before.start + 3, 2}, {before.start, 8}, {before.start, 12}, {behind.start - 1, 2}, {behind.start - 4, 5}} {
			require.ErrorIs(t, a.Free(s), ErrRange, "%v %v", back, s)
			_, err := a.Extend(s, make([]record, 1))
			require.ErrorIs(t, err, ErrRange)
			if s.start < r.First {
				_, err = a.Compact(slices.Values([]*Span[record]{&s}))
				require.ErrorIs(t, err, ErrRange)
			}
		}
		for _, s := range []Span[record]{inside, inside.Sub(1, 3), before, behind} {
			require.NoError(t, a.Free(s))
		}
		require.Equal(t, 4, a.Len())
		a.Release(r)
		require.Zero(t, a.Len())
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
}
