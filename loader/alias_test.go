package loader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// A nested struct may get another name, and a field may move into it and out of it. An
// array of the struct follows it.
func TestNestedStructsAndFieldsMove(t *testing.T) {
	type then struct {
		Mass int32
		In   struct {
			Drag float32
			Hot  uint8
			_    [3]byte
			Path store.Span[uint8]
		}
	}
	type now struct {
		Body struct {
			Path     store.Span[uint8]
			Mass     int32   `level:"mass,alias=/mass"`
			Friction float32 `level:"friction,alias=drag"`
		} `level:"body,alias=in"`
		Warm uint8 `level:"warm,alias=/in/hot"`
		_    [3]byte
	}
	a := newAuthor(t, struct {
		Things standin.Bulk[then] `level:"thing"`
		Bytes  standin.Array[uint8]
		Str    store.Strings
	}{}, format.WriterOptions{})
	a.node("thing", 0, "", fields{"mass": 7, "in.drag": 0.5, "in.hot": 3, "in.path": []fields{{"value": 1}, {"value": 2}}})
	var w struct {
		Things store.Bulk[now] `level:"thing"`
		Bytes  store.Array[uint8]
		Str    store.Strings
	}
	file := a.file()
	for name, way := range ways {
		gone, err := way(t, bind(t, &w), file)
		require.NoError(t, err, name)
		require.Equal(t, 1, w.Things.Len())
		for _, x := range w.Things.All() {
			require.EqualValues(t, 7, x.Body.Mass)
			require.EqualValues(t, 0.5, x.Body.Friction)
			require.EqualValues(t, 3, x.Warm)
			require.Equal(t, []uint8{1, 2}, w.Bytes.Slice(x.Body.Path))
		}
		require.NoError(t, gone())
	}
}
