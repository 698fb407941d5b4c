package stat_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

// A chunk takes 16 bytes of a file, and its label four of them, however much it says.
func TestALabelOfManyChunksIsKeptOnce(t *testing.T) {
	const chunks = 1000
	w, err := format.NewWriter(leveltest.GameSchema(t), format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	label, err := w.String([]byte(strings.Repeat("ü", 64<<10)))
	require.NoError(t, err)
	for range chunks {
		require.NoError(t, w.Chunk(label))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	require.NoError(t, err)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := of(t, l, stat.Options{})
	runtime.ReadMemStats(&after)
	require.Len(t, r.Labels, chunks)
	require.Equal(t, strings.Repeat("ü", 127)+"…", r.Labels[chunks-1].Label)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20)) // 128 MB by a copy for each
}
