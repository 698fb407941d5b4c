package format

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPiecesHoldWhatWasPushedInItsOrder(t *testing.T) {
	for _, n := range []int{0, 1, pieceLen - 1, pieceLen, pieceLen + 1, 3*pieceLen + 5} {
		var p pieces[int]
		require.Nil(t, p.last())
		for i := range n {
			*p.push() = i
			require.Equal(t, i, *p.last())
		}
		for i := range n {
			require.Equal(t, i, *p.at(i))
		}
		all := p.join()
		require.Len(t, all, n)
		for i, v := range all {
			require.Equal(t, i, v)
		}
		require.Zero(t, p.n)
	}
}
