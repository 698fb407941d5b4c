package stat_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

// shown is a row with all its elements as a text.
func shown(l *level.Level, table int, row uint32) string {
	b := bytes.Clone(l.Row(table, row))
	text := ""
	for _, f := range l.Schema.Tables[table].Fields {
		if f.Type != format.TypeSpan {
			continue
		}
		start, n := level.Span(b[f.Offset:])
		clear(b[f.Offset : f.Offset+8])
		text += fmt.Sprint(n, "[")
		for i := range n {
			text += shown(l, l.Table(f.Target), start+i)
		}
		text += "]"
	}
	return fmt.Sprintf("%x%s ", b, text)
}

func TestEqualRowsAreThoseOfEqualTexts(t *testing.T) {
	equal, nested := 0, 0
	for seed := range uint64(300) {
		made, err := randlevel.Make(randlevel.Options{Schema: seed, Rows: seed})
		require.NoError(t, err)
		l, err := level.Read(bytes.NewReader(made.File), format.Options{})
		require.NoError(t, err)
		for _, tb := range of(t, l, stat.Options{}).Tables {
			if tb.Class == "fixed" {
				continue
			}
			table, want := l.Table(tb.Name), 0
			seen := map[string]bool{}
			for i := range uint32(tb.Rows) {
				text := shown(l, table, i)
				if seen[text] {
					want++
				}
				seen[text] = true
			}
			require.Equal(t, want, tb.Equal, "%d: %s", seed, tb.Name)
			equal += want
			for _, f := range tb.Fields {
				if tb.Class == "array" && f.Type == "span" {
					nested++
				}
			}
		}
	}
	require.Greater(t, equal, 1000)
	require.Greater(t, nested, 10)
}

// spanOf makes a level of one node with a span of many small elements.
func spanOf(t testing.TB, stride uint32, n int) *level.Level {
	t.Helper()
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{
		{Name: "k", Class: format.ClassNode, Stride: 8, Fields: []format.Field{{Name: "s", Type: format.TypeSpan, Count: 1, Target: "k.s"}}},
		{Name: "k.s", Class: format.ClassArray, Stride: stride, Fields: []format.Field{{Name: "v", Type: format.TypeU8, Count: stride}}},
	}}, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	row, err := w.Node(format.FixedTables, 0, 0)
	require.NoError(t, err)
	span := make([]byte, 8)
	binary.LittleEndian.PutUint32(span[4:], uint32(n))
	require.NoError(t, w.Put(format.FixedTables, row, span))
	elements := make([]byte, n*int(stride))
	for i := range n {
		elements[i*int(stride)] = byte(i)
	}
	_, err = w.Append(format.FixedTables+1, row, elements)
	require.NoError(t, err)
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	require.NoError(t, err)
	return l
}

// To count the rows of a level takes little more than the level.
func TestLongSpansTakeLittleMemory(t *testing.T) {
	const n = 1 << 20
	for stride := uint32(1); stride <= 8; stride++ {
		l := spanOf(t, stride, n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := of(t, l, stat.Options{})
		runtime.ReadMemStats(&after)
		require.Equal(t, n-256, table(t, r, "k.s").Equal)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*n*stride+1<<20), stride)
	}
}
