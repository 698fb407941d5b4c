package loader

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// nodesAndProps returns a level of two kinds, whose tables stand in another order in the
// file than in the world that it is for, and in which every node has an id and a property.
func nodesAndProps(t *testing.T, n int) (world *format.Schema, file []byte) {
	kind := func(name string) format.Table {
		return format.Table{Name: name, Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{name}},
			Fields: []format.Field{{Name: "x", Type: format.TypeU32, Count: 1}}}
	}
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{kind("a"), kind("b")}}, format.WriterOptions{})
	require.NoError(t, err)
	var props format.PropBuilder
	for i := range n {
		table := format.FixedTables + i%2
		row, err := w.Node(table, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(table, row, make([]byte, 4)))
		id, err := w.String(fmt.Append(nil, i))
		require.NoError(t, err)
		require.NoError(t, w.ID(id, table, row))
		props.Reset()
		props.Key("n")
		props.Int(int64(i))
		all, err := props.Finish()
		require.NoError(t, err)
		require.NoError(t, w.Prop(table, row, all))
	}
	var b format.Buffer
	_, err = w.Finish(&b)
	require.NoError(t, err)
	return &format.Schema{Tables: []format.Table{kind("b"), kind("a")}}, b
}

// What a level keeps of its nodes is done in pieces of the steps, and not in Finish.
func TestStepsLeaveNothingForFinish(t *testing.T) {
	n := 2*pieceLen + 3
	world, file := nodesAndProps(t, n)
	b, ts, err := BindSchema(world, Reloadable())
	require.NoError(t, err)
	defer ts.Close()
	ld := b.Start(bytes.NewReader(file))
	nodes, steps := 0, 0
	for !ld.Step(0) {
		im := ld.ld.(*load).img
		require.LessOrEqual(t, len(im.nodes)-nodes, pieceLen)
		if nodes < len(im.nodes) {
			steps++
		}
		nodes = len(im.nodes)
	}
	require.Equal(t, n, nodes)
	require.Equal(t, 3, steps)
	im := ld.ld.(*load).img
	require.False(t, im.join(ld.ld.(*load).lane))
	require.Len(t, im.ids, n)
	require.Len(t, im.props, n)

	l, err := ld.Finish()
	require.NoError(t, err)
	for i := range n {
		kind := 1 - i%2 // of the world
		x, ok := l.img.propsOf(kind, uint32(i/2)).Get("n").Int()
		require.True(t, ok)
		require.Equal(t, int64(i), x)
	}
	same, err := l.Reload(t.Context(), bytes.NewReader(file))
	require.NoError(t, err)
	require.Empty(t, same)
	require.NoError(t, l.Unload())
}
