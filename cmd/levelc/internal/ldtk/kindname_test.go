package ldtk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// sign is what nothing in these levels is.
type sign struct {
	Says store.Str `level:"says,text"`
}

type signs struct {
	ldtk.World
	Crates standin.Bulk[struct {
		Key store.Str `level:"key,id"`
	}] `level:"Crate"`
	Signs standin.Bulk[sign] `level:"Sign"`
}

type bag struct {
	Key  store.Str            `level:"key,id"`
	Rest store.Span[carriage] `level:",map"`
}

type carriage struct {
	Name store.Str `level:",key"`
	What store.Str `level:"what"`
}

type bags struct {
	ldtk.World
	Bags  store.Bulk[bag]  `level:"Crate"`
	Signs store.Bulk[sign] `level:"Sign"`
	Rest  store.Array[carriage]
}

// An array that no field takes becomes no nodes, whatever it is called.
func TestAFieldThatIsCalledLikeAKind(t *testing.T) {
	for _, fields := range [][]string{
		{"Sign", "Array<String>", `["a", "b"]`}, {"Sign", "Array<EntityRef>", `[null, null]`}, {"Sign", "Array<String>", `["a"]`}, {"Sign", "String", `"a"`},
	} {
		res := build(t, schemaOf(t, new(signs)), files(t, "p.ldtk", one(crateWith(fields...))), compile.Options{})
		require.Len(t, res.found, 1, fields)
		require.Contains(t, res.found[0], `p.ldtk:8:18: unknown name "Sign" in Crate`, fields)
	}
	w := new(bags)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", one(crateWith("Sign", "Array<String>", `["a", "b"]`)))))
	require.Zero(t, w.Signs.Len())
	for _, b := range w.Bags.All() {
		var what []string
		for _, c := range w.Rest.Slice(b.Rest) {
			what = append(what, w.Strings.Get(c.Name)+" "+w.Strings.Get(c.What))
		}
		require.Equal(t, []string{"Sign a", "Sign b"}, what)
	}
}

type offsets struct {
	ldtk.World
	Offsets standin.Bulk[sign] `level:"offset"`
}

// In a layer, an element of such a name is what the layer has.
func TestAnEntityThatIsCalledLikeAFieldOfALayer(t *testing.T) {
	project := one(`{"__identifier": "offset", "iid": "c", "px": [1, 2], "width": 8, "height": 8}`)
	project = strings.Replace(project, `"enums"`, "\"entities\": [{\n\"identifier\": \"offset\", \"uid\": 7}], \"enums\"", 1)
	res := build(t, schemaOf(t, new(offsets)), files(t, "p.ldtk", project), compile.Options{})
	require.Equal(t, []string{`p.ldtk:5:15: a layer has a field called "offset", as a kind of the game's is; entities of that identifier stay entities; give the kind another name`}, res.found)
	require.Contains(t, res.xml, `<entity iid="c"`)
	require.Empty(t, build(t, schemaOf(t, nil), files(t, "p.ldtk", project), compile.Options{}).found)
}

// Of before 1.0, an entity has the colour of its definition, and so has a message.
func TestAColourOfADefinitionIsShownThatDoesNotFit(t *testing.T) {
	type paints struct {
		ldtk.World
		Crates standin.Bulk[struct {
			Paint int8 `level:"smartColor"`
		}] `level:"Crate"`
	}
	project := one(`{"__identifier": "Crate", "defUid": 7, "iid": "c", "px": [1, 2]}`)
	project = strings.Replace(project, `"enums"`, "\"entities\": [{\"identifier\": \"Crate\", \"uid\": 7,\n\"color\": \"#010203\"}], \"enums\"", 1)
	res := build(t, schemaOf(t, new(paints)), files(t, "p.ldtk", project), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "p.ldtk:5:10: ")
	require.Contains(t, res.found[0], "66051")
}
