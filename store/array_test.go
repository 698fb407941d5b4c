package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// arrayModel holds an Array against slices of its own.
type arrayModel struct {
	t      *testing.T
	a      Array[uint32]
	spans  []Span[uint32]
	want   [][]uint32
	held   []Range
	ranges []Range
	serial uint32
}

func (m *arrayModel) elems(n int) []uint32 {
	s := make([]uint32, n)
	for i := range s {
		m.serial++
		s[i] = m.serial
	}
	return s
}

func (m *arrayModel) step(cmd, x uint32) {
	switch cmd % 8 {
	case 0, 1, 2:
		n := int(x % 40)
		if x%64 == 1 {
			n = int(x>>8) % 9000
		}
		v := m.elems(n)
		s, err := m.a.AppendRange(v)
		require.NoError(m.t, err)
		m.spans, m.want = append(m.spans, s), append(m.want, v)
	case 3, 4:
		if len(m.spans) > 0 {
			k := int(x>>1) % len(m.spans)
			require.NoError(m.t, m.a.Free(m.spans[k]))
			m.spans, m.want = slices.Delete(m.spans, k, k+1), slices.Delete(m.want, k, k+1)
		}
	case 5:
		r, err := m.a.Reserve(int(x%10000) + 1)
		require.NoError(m.t, err)
		m.held = append(m.held, r)
		_, err = m.a.Bytes(r, int(x>>16)%int(r.Len), int(r.Len))
		require.NoError(m.t, err)
	case 6:
		if len(m.held) > 0 {
			k := int(x>>1) % len(m.held)
			r := m.held[k]
			m.held = slices.Delete(m.held, k, k+1)
			if x&256 != 0 {
				m.a.Release(r)
				break
			}
			b, err := m.a.Bytes(r, 0, int(r.Len))
			require.NoError(m.t, err)
			require.Len(m.t, b, int(r.Len)*4)
			v := m.elems(int(r.Len))
			copy(as[uint32](b), v)
			m.a.Commit(r)
			m.ranges = append(m.ranges, r)
			require.Equal(m.t, v, m.a.Slice(Span[uint32]{r.First, r.Len}))
		}
	case 7:
		if len(m.ranges) > 0 {
			k := int(x>>1) % len(m.ranges)
			r := m.ranges[k]
			m.ranges = slices.Delete(m.ranges, k, k+1)
			require.NoError(m.t, m.a.Free(Span[uint32]{r.First, 1}))
			m.a.Release(r)
		}
	}
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
	for _, r := range m.ranges {
		n += int(r.Len)
	}
	require.Equal(m.t, n, m.a.Len())
}

func TestArrayAgreesWithSlices(t *testing.T) {
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			for seed := range uint64(8) {
				m := &arrayModel{t: t}
				require.NoError(t, m.a.Init(Backed(back)))
				rng := rand.New(rand.NewPCG(seed, 3))
				for i := range 2000 {
					m.step(rng.Uint32(), rng.Uint32())
					if i%50 == 0 {
						m.compare()
					}
				}
				m.compare()
				for _, s := range m.spans {
					require.NoError(t, m.a.Free(s))
				}
				for _, r := range append(m.held, m.ranges...) {
					m.a.Release(r)
				}
				require.Zero(t, m.a.Len())
				require.NoError(t, m.a.Check())
				require.NoError(t, m.a.Close())
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

func TestStringsInternOnce(t *testing.T) {
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			var s Strings
			require.NoError(t, s.Init(Backed(back)))
			ids := map[string]Str{"": {}}
			for i := range 20000 {
				text := fmt.Sprintf("name %d", i%7000)
				id, err := s.Intern(text)
				require.NoError(t, err)
				if old, ok := ids[text]; ok {
					require.Equal(t, old, id)
				}
				ids[text] = id
			}
			require.Equal(t, 7000, s.Len())
			for text, id := range ids {
				require.Equal(t, text, s.Get(id))
			}
			require.NoError(t, s.Check())
			require.NoError(t, s.Close())
		})
	}
}

func TestStringsTakeRangesAsTheyCome(t *testing.T) {
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			var s Strings
			require.NoError(t, s.Init(Backed(back)))
			hero, err := s.Intern("hero")
			require.NoError(t, err)
			for range 3 {
				r, err := s.Reserve(2, 40000)
				require.NoError(t, err)
				b, err := s.TextBytes(r, 0, 40000)
				require.NoError(t, err)
				for i := range b {
					b[i] = byte('a' + i%26)
				}
				e, err := s.EntryBytes(r, 0, 2)
				require.NoError(t, err)
				copy(as[uint32](e), []uint32{r.Bytes.First + 1, 3, r.Bytes.First, 40000})
				require.Equal(t, 1, s.Len())
				s.Commit(r)
				require.Equal(t, 3, s.Len())
				require.Equal(t, "bcd", s.Get(Str{r.Strs.First}))
				require.Len(t, s.Get(Str{r.Strs.First + 1}), 40000)
				require.Equal(t, "hero", s.Get(hero))
				bcd, err := s.Intern("bcd")
				require.NoError(t, err)
				require.NotEqual(t, r.Strs.First, bcd.id)
				require.NoError(t, s.Check())
				s.Release(r)
				require.Equal(t, 2, s.Len())
				s.Clear()
				hero, err = s.Intern("hero")
				require.NoError(t, err)
			}
			require.Empty(t, s.Get(Str{9999}))
			require.NoError(t, s.Close())
		})
	}
}
