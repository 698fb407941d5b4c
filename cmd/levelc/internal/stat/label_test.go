package stat_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/stat"
)

// A chunk takes 16 bytes of a file, and its label four of them, however much it says.
func TestALabelOfManyChunksIsKeptOnce(t *testing.T) {
	const chunks = 1000
	l := leveltest.Chunked(t, chunks, strings.Repeat("ü", 64<<10))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := of(t, l, stat.Options{})
	runtime.ReadMemStats(&after)
	require.Len(t, r.Labels, chunks)
	require.Equal(t, strings.Repeat("ü", 127)+"…", r.Labels[chunks-1].Label)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20)) // 128 MB by a copy for each
}
