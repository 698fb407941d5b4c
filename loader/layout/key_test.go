package layout_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

func TestNodesStandUnderTheirKeys(t *testing.T) {
	type room struct {
		ID   store.Str `level:"id,id,key"`
		Next store.Handle[room]
	}
	type item struct {
		Slot int16 `level:"slot,key"`
	}
	type world struct {
		Rooms   standin.Bulk[room] `level:"room,json=rooms"`
		Items   standin.Bulk[item] `level:"item"`
		Strings store.Strings
	}
	w, err := layout.Of(standin.Describe(reflect.TypeFor[world]()))
	require.NoError(t, err)
	require.Equal(t, format.RoleIDKey, field(t, table(t, w, "room"), "id").Attr.Role)
	require.Equal(t, format.RoleKey, field(t, table(t, w, "item"), "slot").Attr.Role)
}
