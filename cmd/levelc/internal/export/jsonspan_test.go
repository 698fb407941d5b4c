package export_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
)

// Values may stand alone in lists in a list, however many, as a build takes them.
func TestAValueMayStandAloneInListsInAList(t *testing.T) {
	type node struct {
		N store.Span[int32]     `level:"n"`
		S store.Span[store.Str] `level:"s"`
	}
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[struct {
		Nodes   store.Bulk[node] `level:"node"`
		Ints    store.Array[int32]
		Words   store.Array[store.Str]
		Strings store.Strings
	}]()))
	require.NoError(t, err)
	valid := jsonValidator(t, w.Schema, strict)
	for value, right := range map[string]bool{
		`[1]`: true, `[[1]]`: true, `[[[1]]]`: true, `[[[[1]]],2,[3]]`: true, `[]`: true,
		`[[1,2]]`: false, `[[[1,2]]]`: false, `[[[1],[2]]]`: false, `[[]]`: false, `[[[]]]`: false, `[[["a"]]]`: false,
	} {
		text := `{"type":"node","n":` + value + `}`
		require.Equal(t, right, builds(t, w.Schema, text) == "", text)
		require.Equal(t, right, valid(text) == nil, text)
	}
	require.NoError(t, valid(`{"type":"node","s":[[["a"]],"b"]}`))
	require.Error(t, valid(`{"type":"node","s":[[["a","b"]]]}`))
}
