package diff

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// longest is the length of a longest common subsequence, by the book.
func longest(a, b []uint64) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		last := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = last + 1
			} else {
				row[j+1] = max(row[j], row[j+1])
			}
			last = above
		}
	}
	return row[len(b)]
}

func TestPairsAreALongestCommonSequence(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := make([]uint64, r.IntN(40)), make([]uint64, r.IntN(40))
		kinds := 1 + r.Uint64N(6)
		for i := range a {
			a[i] = r.Uint64N(kinds)
		}
		for i := range b {
			b[i] = r.Uint64N(kinds)
		}
		pairs := pairsOf(a, b)
		require.NotNil(t, pairs)
		last := anchor{-1, -1}
		for _, x := range pairs {
			require.Equal(t, a[x.a], b[x.b])
			require.Greater(t, x.a, last.a)
			require.Greater(t, x.b, last.b)
			last = x
		}
		require.Len(t, pairs, longest(a, b), "%v %v", a, b)
	}
}

func TestTooManyEditsAreToldOf(t *testing.T) {
	a, b := make([]uint64, 1000), make([]uint64, 1000)
	for i := range a {
		a[i], b[i] = uint64(i), uint64(i+2000)
	}
	require.Nil(t, pairsOf(a, b))
	copy(b[mostEdits/2:], a)
	require.Len(t, pairsOf(a, b[:1000]), 1000-mostEdits/2)
}
