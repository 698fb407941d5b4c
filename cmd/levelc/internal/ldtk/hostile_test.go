package ldtk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
)

// times is a list of n numbers in a format.
func times(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(list, ", ")
}

// projectOf has definitions and levels; more stands in front of them.
func projectOf(more, defs, levels string) string {
	return `{` + more + `"jsonVersion": "1.5.3", "worldLayout": "Free", "defs": {` + defs + `}, "levels": [` + levels + `]}`
}

func levelOf(layers string) string {
	return `{"identifier": "A", "iid": "a", "worldX": 0, "worldY": 0, "pxWid": 8, "pxHei": 8, "layerInstances": [` + layers + `]}`
}

func layerOf(entities string) string {
	return `{"__identifier": "L", "__type": "Entities", "__cWid": 1, "__cHei": 1, "layerDefUid": 1, "entityInstances": [` + entities + `]}`
}

// Time grows with the size of a project, and not with its square.
func TestLargeProjectsThatAreNotSlow(t *testing.T) {
	const n = 50_000
	junk := times(n, `"_%d": 1`) + ", "
	entities := layerOf(times(n, `{"__identifier": "E", "iid": "e%d", "defUid": 2, "px": [0, 0], "fieldInstances": [{"defUid": 3, "__value": 1}]}`))
	for name, project := range map[string]string{
		"levels":   projectOf(junk, "", times(n, `{"identifier": "L%d", "worldX": 0, "worldY": 0, "pxWid": 8, "pxHei": 8, "layerInstances": []}`)),
		"layers":   projectOf("", `"layers": [{`+junk+`"identifier": "L", "type": "Entities", "uid": 1}]`, levelOf(times(n, `{"__type": "Entities", "__cWid": 1, "__cHei": %[1]d, "layerDefUid": 1, "entityInstances": []}`))),
		"entities": projectOf("", `"entities": [{`+junk+`"identifier": "E", "uid": 2, "fieldDefs": [{"identifier": "f", "__type": "Int", "uid": 3}]}]`, levelOf(entities)),
		"fields":   projectOf("", `"entities": [{"identifier": "E", "uid": 2, "fieldDefs": [{`+junk+`"identifier": "f", "__type": "Int", "uid": 3}]}]`, levelOf(entities)),
		"toc":      projectOf(`"toc": [{"identifier": "E", "instancesData": [{"fields": {`+times(n, `"f%d": 1`)+`}}]}], `, "", levelOf("")),
	} {
		t.Run(name, func(t *testing.T) {
			path := files(t, "p.ldtk", project)
			began := time.Now()
			res := build(t, schemaOf(t, nil), path, compile.Options{})
			require.Empty(t, res.found)
			require.Less(t, time.Since(began), 10*time.Second)
			t.Log(time.Since(began))
		})
	}
}

// A name that is part of many ids, or that many layers and entities take from their
// definition, is not long. Nor have they more tags from it than there may be.
func TestNamesThatAreTooLong(t *testing.T) {
	long := strings.Repeat("long", 257)
	const said = "a name of 1028 bytes is too long: 1024 are read"
	for _, c := range []struct{ defs, level string }{
		{`"entities": [{` + "\n" + `"identifier": "` + long + `", "uid": 2}]`, levelOf(layerOf(`{"defUid": 2, "px": [0, 0]}`))},
		{`"entities": [{"identifier": "E", "uid": 2, "fieldDefs": [{` + "\n" + `"identifier": "` + long + `", "uid": 3, "__type": "Int"}]}]`, levelOf("")},
		{`"tilesets": [{` + "\n" + `"identifier": "` + long + `", "uid": 2}]`, levelOf("")},
		{`"enums": [{` + "\n" + `"identifier": "` + long + `", "uid": 2, "values": []}]`, levelOf("")},
		{`"layers": [{` + "\n" + `"identifier": "` + long + `", "uid": 1, "type": "Entities"}]`, levelOf("")},
		{"", strings.Replace(levelOf(layerOf("")), `{"identifier": "A`, "{\n"+`"identifier": "`+long, 1)},
	} {
		res := build(t, schemaOf(t, nil), files(t, "p.ldtk", projectOf("", c.defs, c.level)), compile.Options{})
		require.Equal(t, 1, res.errors, res.found)
		require.Contains(t, res.found[0], "p.ldtk:2:15: "+said)
	}
	res := build(t, schemaOf(t, new(signs)), files(t, "p.ldtk", one(crateWith("key", "String", `"`+long+`"`))), compile.Options{})
	require.Equal(t, 1, res.errors, res.found)
	require.Contains(t, res.found[0], said)

	tags := `"entities": [{"identifier": "E", "uid": 2, "tags": [` + times(1000, `"tag%d"`) + `]}]`
	few := levelOf(layerOf(times(50, `{"iid": "%d", "defUid": 2, "px": [0, 0]}`)))
	res = build(t, schemaOf(t, nil), files(t, "p.ldtk", projectOf("", tags, few)), compile.Options{})
	require.Empty(t, res.found)
	require.Equal(t, 51000, strings.Count(res.xml, "<tag "))
	many := levelOf(layerOf(times(5000, `{"iid": "%d", "defUid": 2, "px": [0, 0]}`)))
	res = build(t, schemaOf(t, nil), files(t, "p.ldtk", projectOf("", tags, many)), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "definitions give entities too many tags")
	require.Equal(t, 1, res.errors)
}
