package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

func TestWalkReadsPropertiesAndPositions(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "props"})
	file, err := a.w.String([]byte("level.xml"))
	require.NoError(t, err)
	var pb format.PropBuilder
	for i := range uint32(6) {
		row := a.node("group", 1, "", nil)
		if i%2 == 0 {
			continue
		}
		pb.Reset()
		pb.Key("number")
		pb.Int(int64(i))
		props, err := pb.Finish()
		require.NoError(t, err)
		require.NoError(t, a.w.Prop(a.table("group"), row, props))
		require.NoError(t, a.w.Src(a.table("group"), row, file, 10+i, 3))
	}
	seen := 0
	for n, err := range loader.Walk(bytes.NewReader(a.file())) {
		require.NoError(t, err)
		if n.Kind() != "group" || n.Index()%2 == 0 {
			require.Zero(t, n.Props().Len())
			_, _, _, ok := n.Source()
			require.False(t, ok)
			continue
		}
		v, ok := n.Props().Get("number").Int()
		require.True(t, ok)
		require.EqualValues(t, n.Index(), v)
		name, line, column, ok := n.Source()
		require.True(t, ok)
		require.Equal(t, "level.xml", string(name))
		require.Equal(t, []int{10 + n.Index(), 3}, []int{line, column})
		seen++
	}
	require.Equal(t, 3, seen)
}
