package loader

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// kindsAndLevel is a schema of n kinds, each with a list, and a level of one node of
// each of the first few.
func kindsAndLevel(t *testing.T, n, few int) (*format.Schema, []byte) {
	s := new(format.Schema)
	for i := range n {
		name := fmt.Sprint("kind", i)
		s.Tables = append(s.Tables, format.Table{Name: name, Class: format.ClassNode, Stride: 8, Attr: format.TableAttr{Names: []string{name}}, Fields: []format.Field{
			{Name: "list", Type: format.TypeSpan, Count: 1, Target: name + ".list"}}},
			format.Table{Name: name + ".list", Class: format.ClassArray, Stride: 4, Fields: []format.Field{{Name: "x", Type: format.TypeU32, Count: 1}}})
	}
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	for i := range few {
		table := format.FixedTables + 2*i
		row, err := w.Node(table, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(table, row, []byte{4: 1, 7: 0}))
		_, err = w.Append(table+1, row, make([]byte, 4))
		require.NoError(t, err)
		id, err := w.String([]byte(fmt.Sprint("id", i)))
		require.NoError(t, err)
		require.NoError(t, w.ID(id, table, row))
	}
	var file format.Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)
	return s, file
}

// A level needs memory for the kinds that it has nodes of, not for all kinds of its file.
func TestALevelKeepsWhatItHas(t *testing.T) {
	const kinds, few, levels = 1000, 3, 200
	s, file := kindsAndLevel(t, kinds, few)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	ctx := context.Background()
	_, err = b.LoadBytes(ctx, file)
	require.NoError(t, err)
	var all []*Level
	before := heapHeld()
	for range levels {
		l, err := b.Load(ctx, bytes.NewReader(file))
		require.NoError(t, err)
		all = append(all, l)
	}
	require.Less(t, (heapHeld()-before)/levels, 4<<10, "bytes a level, of %d tables", 2*kinds)
	for i, l := range all {
		require.Equal(t, few, l.Nodes())
		for k := range few {
			h, ok := l.Find(fmt.Sprint("id", k))
			require.True(t, ok)
			require.EqualValues(t, 2*k+1, h.Kind())
		}
		require.Equal(t, levels-i+1, ts.Len("kind0"))
		require.NoError(t, l.Unload())
	}
}

// So it does if it keeps its nodes, and its load allocates no more for other kinds.
func TestALevelKeepsNodesOfItsKindsOnly(t *testing.T) {
	const few, levels = 3, 200
	var counts []float64
	for _, kinds := range []int{10, 1000} {
		s, file := kindsAndLevel(t, kinds, few)
		b, ts, err := BindSchema(s, KeepNodes())
		require.NoError(t, err)
		defer ts.Close()
		var all []*Level
		once := func() {
			l, err := b.LoadBytes(context.Background(), file)
			require.NoError(t, err)
			all = append(all, l)
		}
		once()
		all = make([]*Level, 0, 10*levels)
		before := heapHeld()
		for range levels {
			once()
		}
		require.Less(t, (heapHeld()-before)/levels, 4<<10, "bytes a level, of %d kinds", kinds)
		require.Equal(t, few, all[0].Nodes())
		counts = append(counts, testing.AllocsPerRun(100, once))
	}
	t.Log("allocations of a level, of 10 and 1000 kinds:", counts)
	require.LessOrEqual(t, counts[1], counts[0]+4)
}
