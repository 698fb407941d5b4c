package compile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAShelfKeepsWhatIsPutOnItInPlace(t *testing.T) {
	var s shelf[int]
	var where []*int
	for i := range 3*pieceLen + 1 {
		*s.push() = i
		require.Equal(t, i+1, s.n)
		if i >= pieceLen {
			where = append(where, s.at(i))
		}
	}
	for i := range s.n {
		require.Equal(t, i, *s.at(i))
		if i >= pieceLen {
			require.Same(t, where[i-pieceLen], s.at(i))
		}
	}
}

func TestAShelfLeavesNoGarbageBehindItsFirstPiece(t *testing.T) {
	fill := func(pieces int) float64 {
		return testing.AllocsPerRun(10, func() {
			var s shelf[int64]
			for i := range pieces * pieceLen {
				*s.push() = int64(i)
			}
		})
	}
	require.LessOrEqual(t, fill(9)-fill(1), 8.0+4, "a piece each, and the list of them")
}
