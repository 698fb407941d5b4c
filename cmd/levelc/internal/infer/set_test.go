package infer

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// A set is held against a map: values that come once and again, at once and in batches,
// in sets that stay in the cache and in larger ones.
func TestASetIsAMap(t *testing.T) {
	for _, most := range []uint64{3, 100, cached, 20 * cached} {
		r := rand.New(rand.NewPCG(most, 1))
		b, s, model := &budget{left: mostAllValues}, new(set), map[uint64]bool{}
		twice := false
		for range 3 * most / 2 {
			h := (r.Uint64N(most) + 1) * 0x9e3779b97f4a7c15 // odd, so no two are alike and none is 0
			if r.IntN(3) == 0 {
				s.settle(b)
				require.Equal(t, !model[h], s.add(h, b))
			} else {
				twice = twice || model[h]
				s.put(h, b)
			}
			model[h] = true
		}
		s.settle(b)
		require.Equal(t, len(model), s.n)
		require.Equal(t, twice, s.twice)
		require.Equal(t, mostAllValues-len(s.slots)/2, b.left)
		last := 0
		s.each(func(h uint64) bool {
			require.True(t, model[h] && s.has(h))
			last++
			return true
		})
		require.Equal(t, len(model), last)
		require.False(t, s.has(1))
		s.drop(b)
		require.Equal(t, mostAllValues, b.left)
		require.False(t, s.used())
	}
}

// A set that becomes too large gives everything back, with what waits.
func TestASetGivesUp(t *testing.T) {
	b, s := &budget{left: 4 * cached}, new(set)
	for h := range uint64(8 * cached) {
		s.put((h+1)*0x9e3779b97f4a7c15, b)
	}
	s.settle(b)
	require.True(t, s.full && s.used() && s.add(1, b))
	require.False(t, s.has(0x9e3779b97f4a7c15))
	require.Equal(t, 4*cached, b.left)
}
