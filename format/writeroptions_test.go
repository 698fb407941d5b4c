package format

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Whole pages of long rows are more than a block may have, and for an odd length more bytes
// than an int of 32 bits can say.
func TestBlocksOfLongRowsAreNotWholePages(t *testing.T) {
	o := WriterOptions{Align: 1 << maxAlign}
	require.NoError(t, o.complete())
	for stride, rows := range map[int]int{256: 1024, 257: 960, 32768: 8, 32769: 7, 65535: 4, 65536: 4} {
		require.Equal(t, rows, o.perBlock(stride), "rows of %d bytes", stride)
	}
}
