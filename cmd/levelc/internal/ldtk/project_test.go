package ldtk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	reader "github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

var update = flag.Bool("update", false, "write the compiled level of the examples anew; for people, not for CI")

// testdata is a file of the project's own.
func testdata(name string) string {
	return filepath.Join("..", "..", "..", "..", "testdata", "editors", "ldtk", name)
}

// get is the record that a handle names.
func get[T any](t *testing.T, bulk *store.Bulk[T], h store.Handle[T]) *T {
	t.Helper()
	p, ok := bulk.Get(h)
	require.True(t, ok, "%v names nothing", h)
	return p
}

// find is the record of an id.
func find[T any](t *testing.T, l *loader.Level, bulk *store.Bulk[T], id string) *T {
	t.Helper()
	h, ok := loader.Find(l, bulk, id)
	require.True(t, ok, "nothing has the id %s", id)
	return get(t, bulk, h)
}

// lighthouse is testdata's project, loaded into the ready-made types.
func lighthouse(t *testing.T) (*ldtk.World, *loader.Level) {
	w := new(ldtk.World)
	return w, load(t, w, compileFile(t, nil, testdata("lighthouse.ldtk")))
}

func TestProject(t *testing.T) {
	w, _ := lighthouse(t)
	require.Equal(t, 1, w.Projects.Len())
	for _, p := range w.Projects.All() {
		require.Equal(t, "51000000-0000-11f0-8000-000000000000", w.Strings.Get(p.IID))
		require.Equal(t, "lighthouse", w.Strings.Get(p.Name))
		require.Equal(t, "1.5.3", w.Strings.Get(p.Version))
		require.Equal(t, ldtk.Color{R: 16, G: 32, B: 48, A: 255}, p.Color)
		require.EqualValues(t, 16, p.Grid)
		require.True(t, w.Has(p.Flags, "UseMultilinesType"))
	}
	for _, world := range w.Worlds.All() {
		require.Equal(t, "World", w.Strings.Get(world.Identifier))
		require.Equal(t, ldtk.GridVania, world.Arrangement)
		require.Equal(t, ldtk.Vec{X: 64, Y: 48}, world.GridSize)
	}
	require.Equal(t, 1, w.Worlds.Len())
}

func TestDefinitions(t *testing.T) {
	w, l := lighthouse(t)
	set := find(t, l, &w.Tilesets, "lighthouse/tileset/Shore")
	require.Equal(t, ldtk.Vec{X: 4, Y: 4}, set.Cells)
	require.Equal(t, ldtk.Vec{X: 36, Y: 18}, set.Src(6))
	require.Equal(t, "slippery", w.DataOf(set, 6))
	require.Equal(t, `{"hp": 3}`, w.DataOf(set, 2))
	require.Empty(t, w.DataOf(set, 1))
	require.Len(t, w.TagsOf(set, 1), 2)
	require.Equal(t, "Rope", w.Strings.Get(w.TagsOf(set, 5)[0].Text))
	require.Empty(t, w.TagsOf(set, 2))
	require.EqualValues(t, 1, w.TagsOf(set, 5)[0].Index)
	icons := find(t, l, &w.Tilesets, "lighthouse/tileset/Internal_Icons")
	require.Equal(t, "LdtkIcons", w.Strings.Get(icons.Embed))
	require.Empty(t, w.Strings.Get(icons.Path))

	items := find(t, l, &w.Enums, "lighthouse/enum/Item")
	require.Same(t, items, get(t, &w.Enums, set.TagEnum))
	values := w.EnumValues.Slice(items.Values)
	require.Len(t, values, 3)
	require.Equal(t, "Brass_key", w.Strings.Get(values[2].Name))
	require.Equal(t, ldtk.Color{R: 255, G: 128, A: 255}, values[0].Color)
	require.Same(t, icons, get(t, &w.Tilesets, values[0].Tile.Tileset))
	require.True(t, values[1].Tile.IsNone())

	shade := find(t, l, &w.LayerDefs, "lighthouse/layer/Shade")
	require.Equal(t, [2]float32{0.25, 0}, shade.Parallax)
	require.True(t, shade.Scales)
	require.Equal(t, "Ground", w.Strings.Get(get(t, &w.LayerDefs, shade.Source).Identifier))

	gull := find(t, l, &w.EntityDefs, "lighthouse/entity/Gull")
	require.Equal(t, "None is in the levels.", w.Strings.Get(gull.Doc))
	keeper := find(t, l, &w.EntityDefs, "lighthouse/entity/Keeper")
	require.Equal(t, ldtk.Vec{X: 16, Y: 24}, keeper.Size)
	require.Equal(t, [2]float32{0.5, 1}, keeper.Pivot)
	require.True(t, keeper.InToc)
	fields := w.FieldDefs.Slice(keeper.Fields)
	require.Len(t, fields, 4)
	require.Equal(t, ldtk.EnumField, fields[2].Type)
	require.True(t, fields[2].Array)
	require.Same(t, items, get(t, &w.Enums, fields[2].Enum))
	require.True(t, fields[3].Null)
}

func TestTableOfContents(t *testing.T) {
	w, l := lighthouse(t)
	require.Equal(t, 1, w.Toc.Len())
	for _, e := range w.Toc.All() {
		require.Equal(t, "Keeper", w.Strings.Get(e.Identifier))
		require.Equal(t, ldtk.Vec{X: 24, Y: 32}, e.World)
		require.Equal(t, ldtk.Vec{X: 16, Y: 24}, e.Size)
		require.EqualValues(t, 3, w.FieldInt(e.Fields, "life", 0))
		h, ok := w.Entities.FromAny(e.Entity)
		require.True(t, ok)
		require.Same(t, find(t, l, &w.Entities, "510000c8-0000-11f0-8000-0000000000c8"), get(t, &w.Entities, h))
		require.Same(t, find(t, l, &w.Levels, "Shore"), get(t, &w.Levels, e.Level))
	}
}

func TestLevels(t *testing.T) {
	w, l := lighthouse(t)
	shore, tower := find(t, l, &w.Levels, "Shore"), find(t, l, &w.Levels, "Tower")
	require.Equal(t, ldtk.Vec{X: 64, Y: -48}, tower.Origin)
	require.Equal(t, ldtk.Vec{X: 32, Y: 96}, tower.Size)
	require.EqualValues(t, 1, tower.Depth)
	require.Equal(t, ldtk.Color{R: 32, G: 48, B: 64, A: 255}, shore.Color)
	require.Equal(t, "art/sky.png", w.Strings.Get(shore.Background.Path))
	require.Equal(t, ldtk.Vec{Y: 8}, shore.Background.At)
	require.Equal(t, [2]float32{0.5, 0.5}, shore.Background.Scale)
	require.Equal(t, [4]float32{0, 7.5, 128, 96}, shore.Background.Crop)
	require.Zero(t, tower.Background.Path)
	neighbours := w.Neighbours.Slice(tower.Neighbours)
	require.Len(t, neighbours, 2)
	require.Equal(t, []ldtk.Direction{ldtk.West, ldtk.Below}, []ldtk.Direction{neighbours[0].Direction, neighbours[1].Direction})
	require.Same(t, shore, get(t, &w.Levels, neighbours[0].Level))
	require.Equal(t, "music/shore.ogg", w.FieldText(shore.Fields, "music", ""))
	require.Nil(t, w.Field(tower.Fields, "music"))
	require.Equal(t, 2.5, w.FieldFloat(tower.Fields, "wind", 0))

	h := w.LevelAt(shore.World, ldtk.Vec{X: 70, Y: -1}, 1)
	require.Same(t, tower, get(t, &w.Levels, h))
	require.True(t, w.LevelAt(shore.World, ldtk.Vec{X: 70, Y: -1}, 0).IsNil())
}

func TestLayersAreInTheOrderInWhichTheyAreDrawn(t *testing.T) {
	w, _ := lighthouse(t)
	var ids []string
	for _, l := range w.Layers.All() {
		ids = append(ids, w.Strings.Get(l.ID))
	}
	require.Equal(t, []string{"Shore/Ground", "Shore/Shade", "Shore/Props", "Shore/Things", "Tower/Ground", "Tower/Shade", "Tower/Props", "Tower/Things"}, ids)
}

func TestLayers(t *testing.T) {
	w, l := lighthouse(t)
	ground := find(t, l, &w.Layers, "Shore/Ground")
	require.Equal(t, ldtk.IntGrid, ground.Type)
	require.Equal(t, []ldtk.Value{0, 0, 0, 0, 1, 0, 2, 2, 1, 1, 7, 2}, w.Cells.Slice(ground.Values))
	require.Equal(t, []ldtk.Tile{{Px: ldtk.Vec{Y: 16}, Flip: ldtk.FlipY, Alpha: 1}}, w.Tiles.Slice(ground.Tiles))
	require.EqualValues(t, 7, w.Value(ground, ldtk.Vec{X: 2, Y: 2}))
	require.EqualValues(t, 7, w.ValueAt(ground, ldtk.Vec{X: 47, Y: 47}))
	require.EqualValues(t, 0, w.ValueAt(ground, ldtk.Vec{X: -1, Y: 47}))
	require.EqualValues(t, 0, w.Value(ground, ldtk.Vec{X: 4, Y: 1}))
	rock := w.ValueDef(ground, 1)
	require.Equal(t, "rock", w.Strings.Get(rock.Identifier))
	require.Equal(t, "solid", w.Strings.Get(rock.Group))
	require.False(t, rock.Tile.IsNone())
	require.Nil(t, w.ValueDef(ground, 3))

	props := find(t, l, &w.Layers, "Shore/Props")
	require.Equal(t, ldtk.Vec{X: 4, Y: -8}, props.Offset)
	tiles := w.Tiles.Slice(props.Tiles)
	require.Equal(t, []ldtk.Tile{ // in the order of the file: two are in one cell, one is outside
		{Px: ldtk.Vec{Y: 16}, Src: ldtk.Vec{X: 18}, ID: 1, Alpha: 1},
		{Px: ldtk.Vec{Y: 16}, Src: ldtk.Vec{Y: 18}, ID: 4, Alpha: 0.5, Flip: ldtk.FlipX},
		{Px: ldtk.Vec{X: 52, Y: -4}, Src: ldtk.Vec{X: 36, Y: 18}, ID: 6, Alpha: 1, Flip: ldtk.FlipX | ldtk.FlipY},
	}, tiles)
	require.True(t, tiles[1].Flip.X())
	require.False(t, tiles[1].Flip.Y())
	at, ok := w.InWorld(props, tiles[2].Px)
	require.True(t, ok)
	require.Equal(t, ldtk.Vec{X: 56, Y: -12}, at)

	shade := find(t, l, &w.Layers, "Shore/Shade")
	require.Equal(t, ldtk.AutoLayer, shade.Type)
	require.Equal(t, float32(0.5), shade.Opacity)
	require.Same(t, ground, get(t, &w.Layers, shade.Source))
	require.Len(t, w.Tiles.Slice(shade.Tiles), 1)
	other := find(t, l, &w.Layers, "Tower/Props")
	require.False(t, other.Visible)
	require.True(t, props.Visible)
	require.Equal(t, "Internal_Icons", w.Strings.Get(get(t, &w.Tilesets, other.Tileset).Identifier), "the layer overrides its tileset")
}

func TestEntities(t *testing.T) {
	w, l := lighthouse(t)
	lamp := find(t, l, &w.Entities, "510000d3-0000-11f0-8000-0000000000d3")
	require.Equal(t, "Lamp", w.Strings.Get(lamp.Identifier))
	require.Equal(t, "Lamp", w.Strings.Get(get(t, &w.EntityDefs, lamp.Def).Identifier))
	require.Equal(t, ldtk.Vec{X: 8, Y: 12}, lamp.Size, "it was resized")
	require.Equal(t, ldtk.Vec{X: 2, Y: 1}, lamp.Grid)
	require.Equal(t, ldtk.Vec{X: 80, Y: -40}, lamp.World)
	x, y := lamp.TopLeft()
	require.Equal(t, [2]float32{12, 2}, [2]float32{x, y})
	x, y = lamp.WorldCenter()
	require.Equal(t, [2]float32{80, -40}, [2]float32{x, y})
	require.True(t, lamp.Contains(77, -45))
	require.False(t, lamp.Contains(75, -45))
	require.Equal(t, "Tower/Things", w.Strings.Get(get(t, &w.Layers, lamp.Layer).ID))
	keeper := find(t, l, &w.Entities, "510000c8-0000-11f0-8000-0000000000c8")
	require.True(t, w.Has(keeper.Tags, "actor"))
	require.False(t, w.Has(keeper.Tags, "exit"))
	require.EqualValues(t, 16, keeper.Tile.Y)
	require.True(t, lamp.Tile.IsNone())
}

func TestFields(t *testing.T) {
	w, l := lighthouse(t)
	keeper := find(t, l, &w.Entities, "510000c8-0000-11f0-8000-0000000000c8")
	require.EqualValues(t, 3, w.FieldInt(keeper.Fields, "life", 9))
	require.Equal(t, 2.0, w.FieldFloat(keeper.Fields, "speed", 9), "written without a point")
	require.Equal(t, ldtk.Float, w.Field(keeper.Fields, "speed").Type)
	carries := w.FieldValues(keeper.Fields, "carries")
	require.Len(t, carries, 2)
	require.EqualValues(t, 1, carries[1].Index)
	require.Equal(t, "Rope", w.Strings.Get(carries[1].Text))
	require.Equal(t, "Item", w.Strings.Get(get(t, &w.Enums, carries[1].Enum).Identifier))
	require.Equal(t, "Who\n goes there?", w.FieldText(keeper.Fields, "says", ""))
	require.EqualValues(t, 9, w.FieldInt(keeper.Fields, "none", 9))

	door := find(t, l, &w.Entities, "510000c9-0000-11f0-8000-0000000000c9")
	other := find(t, l, &w.Entities, "510000d2-0000-11f0-8000-0000000000d2")
	h, ok := w.Entities.FromAny(w.FieldRef(door.Fields, "leadsTo"))
	require.True(t, ok)
	require.Same(t, other, get(t, &w.Entities, h), "in another level")
	require.True(t, w.FieldBool(door.Fields, "locked", false))
	require.False(t, w.FieldBool(other.Fields, "locked", false))
	require.Equal(t, ldtk.Color{R: 192, B: 32, A: 255}, w.Field(door.Fields, "paint").Color)
	swings := w.FieldValues(door.Fields, "swings")
	require.Equal(t, []ldtk.Vec{{X: 6, Y: 2}, {X: 6, Y: 3}}, []ldtk.Vec{swings[0].Point, swings[1].Point})
	require.Nil(t, w.Field(other.Fields, "key"))
	require.Empty(t, w.FieldValues(other.Fields, "swings"))

	lamp := find(t, l, &w.Entities, "510000d3-0000-11f0-8000-0000000000d3")
	require.EqualValues(t, 48, w.Field(lamp.Fields, "icon").Tile.Y)
	require.Len(t, w.FieldValues(lamp.Fields, "flicker"), 3)
	require.Equal(t, 0.5, w.FieldValues(lamp.Fields, "flicker")[1].Float)
	require.Len(t, w.FieldValues(lamp.Fields, "lights"), 2)
	require.Equal(t, "sfx/hum.wav", w.FieldText(lamp.Fields, "sound", ""))
}

// An array may have elements that are null, which is not the same as to be null or empty.
func TestArraysOfNulls(t *testing.T) {
	for value, want := range map[string][]bool{ // which elements are null
		`null`: nil, `[]`: nil, `[null]`: {true}, `[null, null]`: {true, true}, `[3, null]`: {false, true}, `[null, 3]`: {true, false},
	} {
		w := new(ldtk.World)
		path := files(t, "p.ldtk", `{"levels": [{"identifier": "L", "iid": "l", "uid": 1, "layerInstances": [{"__identifier": "E", "__type": "Entities", "iid": "y",
			"entityInstances": [{"__identifier": "Thing", "iid": "t", "px": [0, 0], "fieldInstances": [{"__identifier": "x", "__type": "Array<Int>", "__value": `+value+`}]}]}]}]}`)
		res := build(t, schemaOf(t, w), path, compile.Options{})
		require.NotNil(t, res.level, res.found)
		l := load(t, w, res.level)
		thing := find(t, l, &w.Entities, "t")
		var got []bool
		for _, v := range w.FieldValues(thing.Fields, "x") {
			got = append(got, v.Null)
		}
		require.Equal(t, want, got, value)
		require.Equal(t, want == nil || want[0], w.Field(thing.Fields, "x") == nil, value)
	}
}

func TestWorldsWithLevelsInFiles(t *testing.T) {
	path := testdata("islands.ldtk")
	res := build(t, schemaOf(t, nil), path, compile.Options{})
	require.Empty(t, res.found)
	require.Len(t, res.others, 4)
	require.Equal(t, filepath.Join(filepath.Dir(path), "islands", "East_1.ldtkl"), res.others[0])
	w := new(ldtk.World)
	l := load(t, w, res.level)
	at := map[string]ldtk.Vec{}
	for _, level := range w.Levels.All() {
		world := get(t, &w.Worlds, level.World)
		at[w.Strings.Get(world.Identifier)+" "+w.Strings.Get(level.Identifier)] = level.Origin
	}
	require.Equal(t, map[string]ldtk.Vec{"East East_1": {}, "East East_2": {X: 32}, "South South_1": {}, "South South_2": {Y: 32}}, at)
	require.Equal(t, 4, w.Entities.Len())
	door := find(t, l, &w.Entities, "510008fc-0000-11f0-8000-0000000008fc")
	for range 3 { // from world to world and back
		h, ok := w.Entities.FromAny(w.FieldRef(door.Fields, "leadsTo"))
		require.True(t, ok)
		door = get(t, &w.Entities, h)
	}
	require.Equal(t, "510008fc-0000-11f0-8000-0000000008fc", w.Strings.Get(door.IID))
}

// What a project means does not depend on where its levels stand.
func TestLevelsInFilesGiveTheSameBytes(t *testing.T) {
	path := testdata("islands.ldtk")
	split := compileFile(t, nil, path)
	var project map[string]any
	read := func(path string, to any) {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, to))
	}
	read(path, &project)
	project["externalLevels"] = false
	for _, w := range project["worlds"].([]any) {
		levels := w.(map[string]any)["levels"].([]any)
		for i := range levels {
			file := levels[i].(map[string]any)["externalRelPath"].(string)
			var level map[string]any
			read(filepath.Join(filepath.Dir(path), file), &level)
			levels[i] = level
		}
	}
	b, err := json.Marshal(project)
	require.NoError(t, err)
	whole := compileFile(t, nil, files(t, "islands.ldtk", string(b)))
	require.True(t, bytes.Equal(split, whole))
}

func TestOldProject(t *testing.T) {
	w := new(ldtk.World)
	l := load(t, w, compileFile(t, nil, testdata("beach.ldtk")))
	reef := find(t, l, &w.Levels, "Reef")
	require.Equal(t, ldtk.Vec{X: 32}, reef.Origin, "levels lay in a row")
	ground := find(t, l, &w.Layers, "Beach/Ground")
	require.Equal(t, []ldtk.Value{0, 0, 1, 2}, w.Cells.Slice(ground.Values))
	require.Equal(t, []ldtk.Tile{{Px: ldtk.Vec{Y: 16}, Src: ldtk.Vec{X: 16, Y: 16}, ID: 5, Alpha: 1, Flip: ldtk.FlipX}}, w.Tiles.Slice(ground.Tiles))
	require.Equal(t, "sand", w.Strings.Get(w.ValueDef(ground, 2).Identifier))
	require.Zero(t, w.Value(find(t, l, &w.Layers, "Reef/Ground"), ldtk.Vec{}))
	things := find(t, l, &w.Layers, "Beach/Things")
	require.Equal(t, ldtk.Vec{X: 3, Y: 3}, things.Offset, "the sum of two")
	crab := find(t, l, &w.Entities, "Beach/Crab#1")
	require.Equal(t, ldtk.Vec{X: 27, Y: 31}, crab.World)
	require.Equal(t, ldtk.Vec{X: 16, Y: 12}, crab.Size)
	require.Equal(t, [2]float32{0.5, 1}, crab.Pivot)
	first := find(t, l, &w.Entities, "Beach/Crab#0")
	require.True(t, w.FieldBool(first.Fields, "pinches", false))
	require.EqualValues(t, 16, first.Tile.Y)
	mood := find(t, l, &w.Enums, "beach/enum/Mood")
	icon := w.EnumValues.Slice(mood.Values)[0].Tile
	require.EqualValues(t, 48, icon.X)
	require.Same(t, find(t, l, &w.Tilesets, "beach/tileset/Sand"), get(t, &w.Tilesets, icon.Tileset))
}

// What old fields do not say stands in their definitions.
func TestTypesOfFieldsOfOldProjects(t *testing.T) {
	w := new(ldtk.World)
	l := load(t, w, compileFile(t, w, files(t, "p.ldtk", `{"defs": {"entities": [{"identifier": "E", "uid": 3, "fieldDefs": [{"identifier": "n", "__type": "Int", "uid": 5}, {"identifier": "s", "__type": "String", "uid": 6}]}]},
"levels": [{"identifier": "A", "layerInstances": [{"__identifier": "L", "__type": "Entities", "entityInstances": [{"iid": "e", "defUid": 3, "px": [0, 0], "fieldInstances": [
{"__identifier": "n", "defUid": 5, "__value": 7}, {"__identifier": "s", "defUid": 5, "__type": "String", "__value": "own"}, {"__identifier": "x", "defUid": 9, "__value": "of none"}]}]}]}]}`)))
	e := find(t, l, &w.Entities, "e")
	require.Equal(t, "E", w.Strings.Get(e.Identifier))
	require.EqualValues(t, 7, w.FieldInt(e.Fields, "n", 0))
	require.Equal(t, []ldtk.FieldType{ldtk.Int, ldtk.String, ldtk.Other}, []ldtk.FieldType{w.Field(e.Fields, "n").Type, w.Field(e.Fields, "s").Type, w.Field(e.Fields, "x").Type})
	require.Equal(t, "own", w.FieldText(e.Fields, "s", ""))
}

// Before 0.5 tiles by rules had the layer's own offset in them, and painted ones had not.
func TestTilesOfLayersWithAnOffset(t *testing.T) {
	const project = `{"jsonVersion": "%s", "defs": {"layers": [{"identifier": "L", "type": "IntGrid", "uid": 1, "pxOffsetX": 100}]}, "levels": [{"identifier": "A", "layerInstances": [
		{"__identifier": "L", "__type": "IntGrid", "layerDefUid": 1, "pxOffsetX": 3, "pxOffsetY": 5, "autoLayerTiles": [{"px": [19, 5], "t": 1}, {"px": [3, 21], "t": 2}], "gridTiles": [{"px": [16, 0], "t": 3}]}]}]}`
	for version, want := range map[string][]ldtk.Vec{
		"0.4.1": {{X: 16}, {X: 16}, {Y: 16}},
		"0.5.0": {{X: 16}, {X: 19, Y: 5}, {X: 3, Y: 21}},
		"1.5.3": {{X: 16}, {X: 19, Y: 5}, {X: 3, Y: 21}},
		"x":     {{X: 16}, {X: 19, Y: 5}, {X: 3, Y: 21}},
	} {
		for _, most := range []int{1 << 20, 0} {
			before := reader.SetMostList(most)
			level := compileFile(t, nil, files(t, "p.ldtk", fmt.Sprintf(project, version)))
			reader.SetMostList(before)
			w := new(ldtk.World)
			l := load(t, w, level)
			layer := find(t, l, &w.Layers, "A/L")
			require.Equal(t, ldtk.Vec{X: 103, Y: 5}, layer.Offset)
			var got []ldtk.Vec
			for _, tile := range w.Tiles.Slice(layer.Tiles) {
				got = append(got, tile.Px)
			}
			require.Equal(t, want, got, version)
		}
	}
}

// Before 1.0 only definitions had tags and a colour, and before 0.6 only the project had
// a background.
func TestWhatOldProjectsHaveElsewhere(t *testing.T) {
	type crate struct {
		Color  [3]uint8               `level:"smartColor"`
		Tags   store.Span[store.Str]  `level:"tag"`
		Number int32                  `level:"n"`
		Paint  ldtk.Color             `level:"c"`
		Paints store.Span[ldtk.Color] `level:"d"`
	}
	type world struct {
		ldtk.World
		Crates store.Bulk[crate] `level:"Crate"`
		Texts  store.Array[store.Str]
		Paints store.Array[ldtk.Color]
	}
	const project = `{"jsonVersion": "0.5.1", "bgColor": "#0A0B0C", "defs": {"entities": [{"identifier": "%s", "uid": 3, "color": "#010203", "tags": ["a", "b"]}]},
		"levels": [{"identifier": "A", "layerInstances": [{"__type": "Entities", "entityInstances": [{"defUid": 3, "px": [0, 0]%s}]}]}]}`
	for members, want := range map[string]struct {
		color [3]uint8
		tags  []string
	}{
		``: {[3]uint8{1, 2, 3}, []string{"a", "b"}},
		`, "__smartColor": "#040506", "__tags": ["c"]`: {[3]uint8{4, 5, 6}, []string{"c"}},
		`, "__tags": [], "fieldInstances": [{"__identifier": "n", "__type": "Int", "__value": 5}, {"__identifier": "c", "__type": "Color", "__value": "#070809"}]`: {[3]uint8{7, 8, 9}, nil},
		`, "__tags": null, "fieldInstances": [{"__identifier": "c", "__type": "Color", "__value": null}]`:                                                          {[3]uint8{1, 2, 3}, []string{"a", "b"}},
		`, "fieldInstances": [{"__identifier": "d", "__type": "Array<Color>", "__value": [null, "#070809", "#000000"]}]`:                                           {[3]uint8{7, 8, 9}, []string{"a", "b"}},
	} {
		w := new(world)
		l := load(t, w, compileFile(t, w, files(t, "p.ldtk", fmt.Sprintf(project, "E", members))))
		require.Equal(t, 1, w.Entities.Len())
		for _, e := range w.Entities.All() {
			var tags []string
			for _, word := range w.Words.Slice(e.Tags) {
				tags = append(tags, w.Strings.Get(word.Text))
			}
			require.Equal(t, want.tags, tags, members)
			require.Equal(t, ldtk.Color{R: want.color[0], G: want.color[1], B: want.color[2], A: 255}, e.Color, members)
		}
		background := ldtk.Color{R: 10, G: 11, B: 12, A: 255}
		require.Equal(t, background, find(t, l, &w.Levels, "A").Color)
		for _, p := range w.Projects.All() {
			require.Equal(t, background, p.LevelColor)
		}

		w = new(world)
		load(t, w, compileFile(t, w, files(t, "p.ldtk", fmt.Sprintf(project, "Crate", members))))
		require.Equal(t, 1, w.Crates.Len())
		for _, c := range w.Crates.All() {
			require.Equal(t, want.color, c.Color, members)
			require.Len(t, w.Texts.Slice(c.Tags), len(want.tags), members)
		}
	}
}

// Before 1.0 definitions named a tile by its number.
func TestTilesOfOldDefinitions(t *testing.T) {
	const project = `{"defs": {"tilesets": [{"identifier": "S", "uid": 4, "pxWid": 70, "pxHei": 70, "tileGridSize": 16, "spacing": 1, "padding": 2}],
		"enums": [{"identifier": "M", "uid": 6, "iconTilesetUid": 4, "values": [{"id": "A", "tileId": 5}, {"id": "B", "tileId": null}, {"id": "C", "tileId": -1}]}],
		"entities": [{"identifier": "E", "uid": 3, "tilesetId": 4, "tileId": %s}]}, "levels": []}`
	for tile, want := range map[string]ldtk.TileRect{
		"7":    {X: 53, Y: 19, W: 16, H: 16},
		"0":    {X: 2, Y: 2, W: 16, H: 16},
		"null": {},
		`7, "tileRect": {"tilesetUid": 4, "x": 1, "y": 2, "w": 3, "h": 4}`: {X: 1, Y: 2, W: 3, H: 4},
	} {
		w := new(ldtk.World)
		l := load(t, w, compileFile(t, w, files(t, "p.ldtk", fmt.Sprintf(project, tile))))
		got := find(t, l, &w.EntityDefs, "p/entity/E").Tile
		require.Equal(t, tile == "null", got.IsNone(), tile)
		got.Tileset = want.Tileset
		require.Equal(t, want, got, tile)
		icons := w.EnumValues.Slice(find(t, l, &w.Enums, "p/enum/M").Values)
		require.Equal(t, []int32{19, 19}, []int32{icons[0].Tile.X, icons[0].Tile.Y})
		require.True(t, icons[1].Tile.IsNone())
		require.True(t, icons[2].Tile.IsNone())
	}
	for _, c := range []struct{ from, to, want string }{
		{"%s", "2147483647", "tileId: expected a tile of the tileset, got 2147483647"},
		{`4, "tileId": %s`, `5, "tileId": 7`, "tileset 5, of a tile, is not in the project; that is left out"},
	} {
		res := build(t, schemaOf(t, nil), files(t, "p.ldtk", strings.Replace(project, c.from, c.to, 1)), compile.Options{})
		require.Len(t, res.found, 1)
		require.Contains(t, res.found[0], c.want)
	}
	require.Empty(t, build(t, schemaOf(t, nil), files(t, "p.ldtk", strings.Replace(project, `4, "tileId": %s`, `5, "tileId": null`, 1)), compile.Options{}).found)
}

// Before 1.5 an entry had nothing but the entity. Its fields may have lists of any values.
func TestTablesOfContents(t *testing.T) {
	const toc = `{"identifier": "E", "instances": [{"entityIid": "e", "levelIid": "a"}]}`
	const newer = `{"identifier": "E", "instancesData": [{"iids": {"entityIid": "e", "levelIid": "a"}, "worldX": 1, "worldY": 2, "widPx": 3, "heiPx": 4, "fields": {"f": [null, {"cx": 1, "cy": 2}, null], "g": 5}}]}`
	for _, entry := range []string{toc, newer, strings.Replace(newer, `"levelIid": "a"`, `"levelIid": "moved from"`, 1)} {
		w := new(ldtk.World)
		project := strings.Replace(one(`{"__identifier": "E", "iid": "e", "px": [5, 6], "width": 7, "height": 8}`), `{`, `{"toc": [`+entry+`],`, 1)
		project = strings.Replace(project, `"enums"`, `"entities": [{"identifier": "E", "uid": 7, "fieldDefs": [{"identifier": "f", "uid": 8, "__type": "Array<Point>"}]}], "enums"`, 1)
		load(t, w, compileFile(t, w, files(t, "p.ldtk", project)))
		require.Equal(t, 1, w.Toc.Len())
		for _, e := range w.Toc.All() {
			require.Equal(t, []ldtk.Vec{{X: 15, Y: 26}, {X: 7, Y: 8}}, []ldtk.Vec{e.World, e.Size}, "those of the entity, which may have been moved")
			require.Equal(t, "A", w.Strings.Get(at(&w.Levels, e.Level).Identifier), "and of its level")
			fields := w.Fields.Slice(e.Fields)
			if entry == toc {
				require.Empty(t, fields)
				continue
			}
			require.Len(t, fields, 4)
			require.Equal(t, []bool{true, false, true, false}, []bool{fields[0].Null, fields[1].Null, fields[2].Null, fields[3].Null})
			require.Equal(t, ldtk.Vec{X: 1, Y: 2}, fields[1].Point)
		}
	}
}

func TestBackgroundsOfLevels(t *testing.T) {
	for members, want := range map[string]ldtk.Color{
		`, "__bgColor": "#010203", "bgColor": "#040506"`: {R: 1, G: 2, B: 3, A: 255},
		`, "bgColor": "#040506"`:                         {R: 4, G: 5, B: 6, A: 255},
		`, "__bgColor": null, "bgColor": null`:           {R: 7, G: 8, B: 9, A: 255},
	} {
		w := new(ldtk.World)
		l := load(t, w, compileFile(t, w, files(t, "p.ldtk", strings.Replace(level(members+`, "bgRelPath": "a.png"`), `{`, `{"defaultLevelBgColor": "#070809",`, 1))))
		a := find(t, l, &w.Levels, "A")
		require.Equal(t, want, a.Color)
		require.Equal(t, "a.png", w.Strings.Get(a.Background.Path))
		require.Zero(t, a.Background.Crop)
	}
	for mode, want := range map[string]bool{`null`: false, `"Cover"`: false, `"Repeat"`: true} {
		w := new(ldtk.World)
		l := load(t, w, compileFile(t, w, files(t, "p.ldtk", level(`, "bgRelPath": "a.png", "bgPos": `+mode+`, "__bgPos": {"topLeftPx": [3, 4], "scale": [1, 1], "cropRect": [0, 0, 8, 8]}`))))
		b := find(t, l, &w.Levels, "A").Background
		require.Equal(t, want, b.Repeat, mode)
		require.Equal(t, ldtk.Vec{X: 3, Y: 4}, b.At)
	}
}

func TestNineSlices(t *testing.T) {
	const project = `{"defs": {"entities": [{"identifier": "E", "uid": 3, "nineSliceBorders": %s}]}, "levels": []}`
	for list, want := range map[string][4]int32{`[1, 2, 3, 4000000]`: {1, 2, 3, 4000000}, `[]`: {}, `null`: {}} {
		w := new(ldtk.World)
		l := load(t, w, compileFile(t, w, files(t, "p.ldtk", fmt.Sprintf(project, list))))
		require.EqualValues(t, want, find(t, l, &w.EntityDefs, "p/entity/E").NineSlice, list)
	}
	for _, list := range []string{`[1, 2, 3]`, `[1, 2, 3, 1e10]`} {
		res := build(t, schemaOf(t, nil), files(t, "p.ldtk", fmt.Sprintf(project, list)), compile.Options{})
		require.Len(t, res.found, 1)
		require.Contains(t, res.found[0], "nineSliceBorders: expected a list of four whole numbers, got a list")
	}
}

// The compiled lighthouse is what the example of loader/ldtk loads.
func TestCompiledExample(t *testing.T) {
	level := compileFile(t, nil, testdata("lighthouse.ldtk"))
	if *update {
		require.NoError(t, os.WriteFile(testdata("lighthouse.lvl"), level, 0o666))
	}
	want, err := os.ReadFile(testdata("lighthouse.lvl"))
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, level), "look at levelc diff of the two, then run go test ./cmd/levelc/internal/ldtk -update")
}

func TestEveryLevelIsAChunk(t *testing.T) {
	res := build(t, schemaOf(t, nil), testdata("lighthouse.ldtk"), compile.Options{ChunkBy: []string{"level"}})
	require.Empty(t, res.found)
	w := new(ldtk.World)
	b, err := loader.Bind(w)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	f, err := b.Open(context.Background(), bytes.NewReader(res.level), int64(len(res.level)))
	require.NoError(t, err)
	var labels []string
	for _, c := range f.Chunks() {
		labels = append(labels, c.Label)
	}
	require.Equal(t, []string{"", "Shore", "Tower"}, labels)
	require.NoError(t, f.Load(context.Background(), ""))
	require.NoError(t, f.Load(context.Background(), "Shore"))
	require.Equal(t, 1, w.Levels.Len())
	door := func() *ldtk.Entity {
		for _, e := range w.Entities.All() {
			if w.Strings.Get(e.Identifier) == "Door" {
				return e
			}
		}
		return nil
	}
	require.True(t, w.FieldRef(door().Fields, "leadsTo").Pending())
	for _, l := range w.Levels.All() {
		require.True(t, w.Neighbours.Slice(l.Neighbours)[0].Level.Pending())
	}
	for _, e := range w.Toc.All() {
		h, ok := w.Entities.FromAny(e.Entity)
		require.True(t, ok)
		require.Equal(t, "Keeper", w.Strings.Get(get(t, &w.Entities, h).Identifier))
	}
	require.NoError(t, f.Load(context.Background(), "Tower"))
	h, ok := w.Entities.FromAny(w.FieldRef(door().Fields, "leadsTo"))
	require.True(t, ok)
	require.Equal(t, "510000d2-0000-11f0-8000-0000000000d2", w.Strings.Get(get(t, &w.Entities, h).IID))
	require.NoError(t, f.Unload("Tower"))
	require.True(t, w.FieldRef(door().Fields, "leadsTo").Pending())
	require.NoError(t, f.Close())
}
