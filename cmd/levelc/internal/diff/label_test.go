package diff_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// chunked is a level of so many chunks with a label.
func chunked(t *testing.T, chunks int, label string) *level.Level {
	t.Helper()
	s := &format.Schema{Tables: []format.Table{{Name: "n", Class: format.ClassNode, Stride: 1}}}
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	str, err := w.String([]byte(label))
	require.NoError(t, err)
	for range chunks {
		require.NoError(t, w.Chunk(str))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	require.NoError(t, err)
	return l
}

// Any number of chunks may have one long label.
func TestLabelsAreComparedWithoutCopies(t *testing.T) {
	long := strings.Repeat("ü", 64<<10)
	a, b := chunked(t, 1000, long+"1"), chunked(t, 1000, long+"1")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.True(t, diff.Levels(a, b, func(diff.Change) {}).Same())
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20)) // 256 MB by copies

	var got []string
	diff.Levels(chunked(t, 1, long+"1"), chunked(t, 1, long+"2"), func(c diff.Change) { got = append(got, c.String()) })
	end := "…" + strings.Repeat("ü", 30)
	require.Equal(t, []string{`changed  chunks 1 label: "` + end + `1" -> "` + end + `2"`}, got)
	got = nil
	diff.Levels(chunked(t, 2, ""), chunked(t, 2, "x"), func(c diff.Change) { got = append(got, c.String()) })
	require.Len(t, got, 2)
	require.True(t, diff.Levels(chunked(t, 2, ""), chunked(t, 2, ""), func(diff.Change) {}).Same())
}
