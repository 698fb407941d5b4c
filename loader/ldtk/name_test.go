package ldtk_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/ldtk"
)

// A symbol prints as the tag of the fields that hold it has it.
func TestSymbolsPrintTheirNames(t *testing.T) {
	seen := map[string]bool{}
	for _, record := range []any{ldtk.LayerDef{}, ldtk.FieldDef{}, ldtk.Field{}, ldtk.Layer{}, ldtk.Neighbour{}, ldtk.Layout{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
			_, list, ok := strings.Cut(f.Tag.Get("level"), "enum=")
			if !ok {
				continue
			}
			list, _, _ = strings.Cut(list, ",")
			v := reflect.New(f.Type).Elem()
			for i, name := range strings.Split(list, "|") {
				v.SetUint(uint64(i))
				require.Equal(t, name, fmt.Sprint(v), f.Type.Name())
			}
			v.SetUint(200)
			require.Equal(t, "200", fmt.Sprint(v), f.Type.Name())
			seen[f.Type.Name()] = true
		}
	}
	require.Len(t, seen, 4, "all types of symbols: %v", seen)
}
