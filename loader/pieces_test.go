package loader

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A list in pieces agrees with a slice, whatever the sizes that it grows by.
func TestPiecesAgreeWithASlice(t *testing.T) {
	for _, step := range []int{1, 2, 3, pieceLen - 1, pieceLen, pieceLen + 1, 3*pieceLen + 1} {
		var p pieces[int]
		for range 2 { // the second time in the memory of the first
			p.n = 0
			var all []int
			for len(all) < 5*pieceLen/2 {
				more := make([]int, step)
				for i := range more {
					more[i] = len(all) + i
				}
				piecesAdd(&p, more)
				all = append(all, more...)
			}
			require.Equal(t, len(all), p.n)
			require.Equal(t, all[len(all)-1], *piecesLast(&p))
			var joined []int
			for len(joined) < p.n {
				before := len(joined)
				joined = piecesJoin(joined, &p)
				require.LessOrEqual(t, len(joined)-before, pieceLen)
			}
			require.Equal(t, all, joined)
			room := 0
			for _, piece := range p.list {
				room += len(piece)
			}
			require.Less(t, room, 2*len(all)+pieceLen)
			for _, from := range []int{0, 1, pieceLen, len(all)} {
				part := all[from:from]
				for s := range piecesBetween(&p, from, len(all)) {
					part = append(part, s...)
				}
				require.Equal(t, all[from:], part)
			}
		}
	}
	var none pieces[int]
	require.Nil(t, piecesLast(&none))
	require.Empty(t, piecesRoom(&none, 0))
}

// Once there are a few, another element moves none of them.
func TestPiecesStay(t *testing.T) {
	var p pieces[byte]
	piecesAdd(&p, make([]byte, pieceLen))
	first := &p.list[0][0]
	for range 10 * pieceLen {
		piecesAdd(&p, []byte{1})
		require.Same(t, first, &p.list[0][0])
	}
}
