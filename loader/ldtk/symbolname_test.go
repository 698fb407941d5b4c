package ldtk_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/loader/tiled"
)

// A symbol of the editors' types prints as the tag of the fields that hold it has it.
func TestSymbolsOfEditorsPrintTheirNames(t *testing.T) {
	for _, editor := range []struct {
		types   int
		records []any
	}{
		{4, []any{ldtk.LayerDef{}, ldtk.FieldDef{}, ldtk.Field{}, ldtk.Layer{}, ldtk.Neighbour{}, ldtk.Layout{}}},
		{14, []any{tiled.Map{}, tiled.Tileset{}, tiled.WangSet{}, tiled.Layer{}, tiled.Object{}, tiled.Placed{}, tiled.Property{}, tiled.Text{}}},
	} {
		seen := map[string]bool{}
		for _, record := range editor.records {
			for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
				_, list, ok := strings.Cut(f.Tag.Get("level"), "enum=")
				if !ok {
					continue
				}
				list, _, _ = strings.Cut(list, ",")
				v := reflect.New(f.Type).Elem()
				for i, name := range strings.Split(list, "|") {
					v.SetUint(uint64(i))
					require.Equal(t, name, fmt.Sprint(v), f.Type.String())
				}
				v.SetUint(200)
				require.Equal(t, "200", fmt.Sprint(v), f.Type.String())
				seen[f.Type.Name()] = true
			}
		}
		require.Len(t, seen, editor.types, "all types of symbols: %v", seen)
	}
}
