package editor

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Marks are in pieces, and places are found in all of them.
func TestPlacesAreFoundAmongManyMarks(t *testing.T) {
	w := Writer{list: []*Doc{new(Doc)}}
	doc, _ := w.origin(5)
	require.Nil(t, doc)
	const n = 3*marksPiece + 7
	for i := range n {
		w.mark(mark{off: int64(10 + 10*i), at: int64(i)})
	}
	w.mark(mark{off: 10 * n, at: -1}) // of two at one place the first counts
	require.Equal(t, n+1, w.marked())
	doc, _ = w.origin(9)
	require.Nil(t, doc)
	for i := range n {
		for _, off := range []int{10 + 10*i, 19 + 10*i} {
			if off == 10*n+9 {
				continue // of the last one
			}
			doc, at := w.origin(int64(off))
			require.Same(t, w.list[0], doc)
			require.EqualValues(t, i, at.Off, off)
		}
	}
}
