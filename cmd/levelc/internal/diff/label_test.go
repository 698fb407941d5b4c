package diff_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
)

// Any number of chunks may have one long label.
func TestLabelsAreComparedWithoutCopies(t *testing.T) {
	long := strings.Repeat("ü", 64<<10)
	a, b := leveltest.Chunked(t, 1000, long+"1"), leveltest.Chunked(t, 1000, long+"1")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.True(t, diff.Levels(a, b, func(diff.Change) {}).Same())
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20)) // 256 MB by copies

	var got []string
	diff.Levels(leveltest.Chunked(t, 1, long+"1"), leveltest.Chunked(t, 1, long+"2"), func(c diff.Change) { got = append(got, c.String()) })
	end := "…" + strings.Repeat("ü", 30)
	require.Equal(t, []string{`changed  chunks 1 label: "` + end + `1" -> "` + end + `2"`}, got)
	got = nil
	diff.Levels(leveltest.Chunked(t, 2, ""), leveltest.Chunked(t, 2, "x"), func(c diff.Change) { got = append(got, c.String()) })
	require.Len(t, got, 2)
	require.True(t, diff.Levels(leveltest.Chunked(t, 2, ""), leveltest.Chunked(t, 2, ""), func(diff.Change) {}).Same())
}
