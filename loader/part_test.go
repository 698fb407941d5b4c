package loader

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// A reference into a table that the chunk has no rows of asks for a part of it too.
func TestPartsDoNotAllocate(t *testing.T) {
	c := &loadedChunk{parts: []chunkPart{{table: 7, tablePart: tablePart{first: 2, n: 3}, r: store.Range{First: 10}}}}
	parts := make([]*chunkPart, 2)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		parts[0], parts[1] = c.part(7), c.part(8)
	}))
	require.EqualValues(t, 3, parts[0].n)
	require.Zero(t, *parts[1])
}
