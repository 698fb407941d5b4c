package tiled_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Whatever stands in place of any value of a project, or if it is missing, the build ends
// and says where the project is wrong, or takes it.
func TestAProjectWithAnythingAnywhere(t *testing.T) {
	const project = `{"propertyTypes":[
		{"id":1,"name":"C","type":"class","color":"#ff00ff00","drawFill":true,"useAs":["property","object"],"members":[
			{"name":"m","type":"class","propertyType":"D","value":{"a":1}},{"name":"e","type":"string","propertyType":"E","value":"p"},
			{"name":"l","type":"list","value":[1,{"type":"int","value":2}]},{"name":"x","type":"class","propertyType":"none","value":{}}]},
		{"id":2,"name":"D","type":"class","useAs":["property"],"members":[{"name":"a","type":"int","value":3}]},
		{"id":3,"name":"E","type":"enum","storageType":"string","values":["p","q"],"valuesAsFlags":false}]}`
	level := inMap(objectsIn(`<object id="1" type="C"><properties><property name="m" type="class" propertytype="D"><properties><property name="a" type="int" value="5"/></properties></property><property name="e" propertytype="E" value="q"/></properties></object>`))
	others := []any{nil, 5, "x", []any{}, map[string]any{}, []any{1}, []any{map[string]any{}}, true}
	var root any
	require.NoError(t, json.Unmarshal([]byte(project), &root))
	n := 0
	path := write(t, "m.tmx", level, "set.tsx", set("", ""))
	o := editor.Options{Project: filepath.Join(filepath.Dir(path), "p.tiled-project")}
	try := func() {
		text, err := json.Marshal(root)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(o.Project, text, 0o666))
		b := build(t, path, o)
		if b.errors > 0 {
			require.Contains(t, b.messages, "p.tiled-project:", "%s", text)
		}
		n++
	}
	var visit func(v any, set func(any))
	visit = func(v any, set func(any)) {
		for _, other := range others {
			set(other)
			try()
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				old := v[key]
				delete(v, key)
				try()
				v[key] = old
				visit(old, func(other any) { v[key] = other })
			}
		case []any:
			for i := range v {
				visit(v[i], func(other any) { v[i] = other })
			}
		}
	}
	visit(root, func(other any) { root = other })
	require.Greater(t, n, 300)
}
