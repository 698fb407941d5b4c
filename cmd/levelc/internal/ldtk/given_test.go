package ldtk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// What a layer or an entity says goes before its definition, and one number of a pair may be
// zero.
func TestWhatIsGivenIsKept(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"defs": {
		"layers": [{"uid": 1, "type": "Entities", "identifier": "Old", "pxOffsetX": 3, "pxOffsetY": 4, "parallaxFactorX": 0, "parallaxFactorY": 0.5, "tilePivotX": 0.25}],
		"entities": [{"uid": 3, "identifier": "E", "pivotX": 0.5, "pivotY": 1}]},
		"levels": [{"identifier": "A", "layerInstances": [{"__type": "Entities", "__identifier": "New", "layerDefUid": 1, "pxOffsetX": 10, "pxOffsetY": 20, "__pxTotalOffsetX": 1, "entityInstances": [
			{"defUid": 3, "px": [1, 1], "__pivot": [0, 0.25]}, {"defUid": 3, "px": [2, 2]}]}]}]}`), compile.Options{})
	require.Empty(t, res.found)
	for _, want := range []string{`parallax="0 0.5"`, `tilePivot="0.25 0"`, `id="A/New"`, ` type="Entities" offset="1 24"`, `px="1 1" pivot="0 0.25"`, `px="2 2" pivot="0.5 1"`} {
		require.Contains(t, res.xml, want)
	}
}

// What names no definition does not mean the one that has no uid.
func TestADefinitionWithoutAUID(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"defs": {
		"tilesets": [{"identifier": "Walls"}, {"identifier": "Floors"}], "layers": [{"uid": 1, "type": "Tiles", "identifier": "One"}, {"type": "Tiles", "identifier": "Two"}]},
		"levels": [{"identifier": "A", "layerInstances": [{"__type": "Tiles", "__identifier": "One", "layerDefUid": 1}]}]}`), compile.Options{})
	require.Empty(t, res.found)
	for _, want := range []string{`id="p/tileset/Walls"`, `id="p/tileset/Floors"`, `id="p/layer/Two"`, `def="p/layer/One"`} {
		require.Contains(t, res.xml, want)
	}
	require.NotContains(t, res.xml, `tileset="`)
	require.NotContains(t, res.xml, `source="`)
	res = build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"defs": {"layers": [{"type": "Tiles", "identifier": "Two"}]},
		"levels": [{"identifier": "A", "layerInstances": [{"__type": "Tiles", "__identifier": "One", "layerDefUid": 1}]}]}`), compile.Options{})
	require.Equal(t, 1, res.warnings, "%v", res.found)
}

// Old versions write a value for layers that have no values of cells.
func TestOnlyLayersWithCellsHaveValues(t *testing.T) {
	for typ, want := range map[string]bool{"IntGrid": true, "AutoLayer": false, "Tiles": false, "Entities": false} {
		res := build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"defs": {"layers": [{"uid": 1, "identifier": "L", "__type": "`+typ+`",
			"intGridValues": [{"identifier": null, "color": "#000000"}]}]}, "levels": []}`), compile.Options{})
		require.Empty(t, res.found)
		require.Equal(t, want, strings.Contains(res.xml, `<value color="0 0 0 255" value="1"/>`), typ)
	}
}

// LDtk has given a mode another name.
func TestTheModeOfATileIsCalledAsItIsNow(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"defs": {"entities": [{"uid": 1, "identifier": "A", "tileRenderMode": "Crop"},
		{"uid": 2, "identifier": "B", "tileRenderMode": "Stretch"}, {"uid": 3, "identifier": "C"}]}, "levels": []}`), compile.Options{})
	require.Empty(t, res.found)
	for _, want := range []string{`identifier="A" uid="1" tileMode="Cover"`, `identifier="B" uid="2" tileMode="Stretch"`, `identifier="C" uid="3"/>`} {
		require.Contains(t, res.xml, want)
	}
}

// A level's file may be of another time than the project, if only one of them was shared.
func TestALevelsFileThatDiffersFromTheProject(t *testing.T) {
	project := level(`, "uid": 1, "pxWid": 8, "worldX": 5, "worldY": null, "externalRelPath": "a.ldtkl"`)
	file := `{"identifier": "A", "iid": "a", "uid": 1, "pxWid": 8, "worldX": 5, "worldY": 7, "bgColor": "#010203", "layerInstances": []}`
	require.Empty(t, build(t, schemaOf(t, nil), files(t, "p.ldtk", project, "a.ldtkl", file), compile.Options{}).found)
	file = strings.Replace(file, `"pxWid": 8`, `"pxWid": 16`, 1)
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", project, "a.ldtkl", file), compile.Options{})
	require.Equal(t, []string{`a.ldtkl:1:52: pxWid is 16 here and 8 in the project, which counts; save the project again with LDtk`}, res.found)
	require.Contains(t, res.xml, `size="8 0"`)
}

// Two levels may name one file. Each has entities of its own then.
func TestLevelsOfTheSameFile(t *testing.T) {
	file := `{"layerInstances": [{"__identifier": "L", "__type": "Entities", "entityInstances": [{"__identifier": "A", "px": [1, 2]}, {"__identifier": "A", "px": [3, 4]}]}]}`
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", `{"levels": [
		{"uid": 1, "identifier": "One", "worldX": 0, "worldY": 0, "externalRelPath": "a.ldtkl"},
		{"uid": 2, "identifier": "Two", "worldX": 100, "worldY": 0, "externalRelPath": "./a.ldtkl"}]}`, "a.ldtkl", file), compile.Options{})
	require.Empty(t, res.found)
	for _, want := range []string{`iid="One/A#0" px="1 2" world="1 2"`, `iid="One/A#1" px="3 4" world="3 4"`, `iid="Two/A#0" px="1 2" world="101 2"`, `iid="Two/A#1" px="3 4" world="103 4"`} {
		require.Contains(t, res.xml, want)
	}
}

// LDtk writes the one or the other.
func TestLevelsInWorldsAndBesideThem(t *testing.T) {
	w := new(ldtk.World)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", `{"worlds": [{"iid": "w", "identifier": "W", "levels": [{"identifier": "A", "layerInstances": []}]}], "levels": [{"identifier": "B", "layerInstances": []}]}`)))
	require.Equal(t, 2, w.Levels.Len())
}

func TestANeighbourThatNamesNoLevel(t *testing.T) {
	res := build(t, schemaOf(t, nil), files(t, "p.ldtk", level(`, "uid": 0, "__neighbours": [{"dir": "n"}]`)), compile.Options{})
	require.Equal(t, 1, res.warnings)
	require.Contains(t, res.found[0], "is not in the project")
}

// Before 0.8, a level had only the cells that are not empty.
func TestALayerOfManyOldValues(t *testing.T) {
	var cells []string
	for i := range 40_000 {
		cells = append(cells, fmt.Sprintf(`{"coordId": %d, "v": 0}`, i))
	}
	text := strings.Replace(layer(`, "intGrid": [`+strings.Join(cells, ",")+`]`), `"__cWid": 2, "__cHei": 2`, `"__cWid": 200, "__cHei": 200`, 1)
	w := new(ldtk.World)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", text)))
	for _, l := range w.Layers.All() {
		values := w.Cells.Slice(l.Values)
		require.Len(t, values, 40_000)
		for _, v := range values {
			require.EqualValues(t, 1, v)
		}
	}
}

// A span of tags has texts or structs, whose text may be an attribute or the element's.
func TestTagsOfAKindOfTheGames(t *testing.T) {
	type named struct {
		Text store.Str `level:"text"`
	}
	type worded struct {
		Word store.Str `level:"word,text"`
	}
	type text struct {
		N    int32     `level:"n"`
		Text store.Str `level:"text,text"`
	}
	check := func(world any, want string) {
		t.Helper()
		res := build(t, schemaOf(t, world), files(t, "p.ldtk", one(`{"__identifier": "Crate", "px": [0, 0], "__tags": ["a"]}`)), compile.Options{})
		require.Empty(t, res.found)
		require.Contains(t, res.xml, want)
	}
	check(&struct {
		ldtk.World
		Crates standin.Bulk[struct {
			Tags store.Span[named] `level:"tag"`
		}] `level:"Crate"`
		Tags standin.Array[named]
	}{}, `<tag text="a"/>`)
	check(&struct {
		ldtk.World
		Crates standin.Bulk[struct {
			Tags store.Span[worded] `level:"tag"`
		}] `level:"Crate"`
		Tags standin.Array[worded]
	}{}, `<tag>a</tag>`)
	check(&struct {
		ldtk.World
		Crates standin.Bulk[struct {
			Tags store.Span[text] `level:"tag"`
		}] `level:"Crate"`
		Tags standin.Array[text]
	}{}, `<tag>a</tag>`)
}
