package format

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPiecesHoldWhatWasPushedInItsOrder(t *testing.T) {
	for _, n := range []int{0, 1, pieceLen - 1, pieceLen, pieceLen + 1, 3*pieceLen + 5} {
		var p pieces[int]
		require.Nil(t, piecesLast(&p))
		for i := range n {
			*piecesPush(&p) = i
			require.Equal(t, i, *piecesLast(&p))
		}
		for i := range n {
			require.Equal(t, i, *piecesAt(&p, i))
		}
		all := piecesJoin(&p, nil)
		require.Len(t, all, n)
		for i, v := range all {
			require.Equal(t, i, v)
		}
		require.Zero(t, p.n)
	}
}

func TestPiecesUseTheirMemoryAgain(t *testing.T) {
	var p pieces[int]
	fill := func(n int) {
		for i := range n {
			*piecesPush(&p) = i
		}
		for i := range n {
			require.Equal(t, i, *piecesAt(&p, i))
		}
	}
	fill(3*pieceLen + 5)
	left := 2 * pieceLen * sizeOf[int]()
	piecesKeep(&p, &left)
	require.Less(t, left, pieceLen*sizeOf[int](), "the first piece may be larger than the others")
	for _, n := range []int{1, pieceLen, pieceLen + 1, 5*pieceLen + 1, 7} {
		fill(n)
		require.Equal(t, n, p.n)
		require.Len(t, piecesJoin(&p, nil), n)
		require.Nil(t, piecesLast(&p))
	}
	fill(keepList/sizeOf[int]() + 1)
	piecesClear(&p)
	require.Nil(t, p.list, "too large to be kept")
}
