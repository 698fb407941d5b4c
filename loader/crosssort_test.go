package loader

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// References into one chunk come together, in the order in which they were found, and the
// ties of the chunk say where.
func TestReferencesAreSortedByChunk(t *testing.T) {
	const chunks = 40
	r := rand.New(rand.NewPCG(1, 2))
	var s crossSort
	for _, n := range []int{0, 1, 2, 100, crossBlock, crossBlock + 1, 3*crossBlock - 1, 5} {
		leads := make(map[int32][]crossRef)
		for i := range n {
			x := crossRef{chunk: int32(r.IntN(1 + r.IntN(chunks))), row: uint32(i)}
			leads[x.chunk] = append(leads[x.chunk], x)
			s.add(x, chunks)
		}
		c, pieces := new(loadedChunk), 1
		for ; !s.piece(c); pieces++ {
			require.Nil(t, c.out, "not before all are there")
		}
		require.LessOrEqual(t, pieces, 1+(n+crossBlock-1)/crossBlock)
		require.Len(t, c.out, n)
		require.Len(t, c.ties, len(leads))
		for i := range c.ties {
			to := c.ties[i].to()
			all := leads[to]
			require.Equal(t, all, c.out[c.ties[i].first:][:len(all)])
			require.Same(t, c, c.ties[i].from)
			delete(leads, to)
		}
		require.Empty(t, leads)
	}
}

// A load that is given up leaves nothing to the next one.
func TestReferencesOfAnAbandonedChunkAreForgotten(t *testing.T) {
	var s crossSort
	for _, stop := range []int{0, 1, 2} {
		for i := range 2 * crossBlock {
			s.add(crossRef{chunk: int32(i % 3)}, 4)
		}
		for range stop {
			require.False(t, s.piece(new(loadedChunk)))
		}
		s.reset()
		c := new(loadedChunk)
		s.add(crossRef{chunk: 2, row: 7}, 4)
		for !s.piece(c) {
		}
		require.Equal(t, []crossRef{{chunk: 2, row: 7}}, c.out)
	}
}
