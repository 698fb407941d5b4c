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

func TestEntitiesBecomeNodesOfTheGamesKinds(t *testing.T) {
	w := new(game)
	l := load(t, w, compileFile(t, w, testdata("lighthouse.ldtk")))
	require.Zero(t, w.Entities.Len())
	k := find(t, l, &w.Keepers, "510000c8-0000-11f0-8000-0000000000c8")
	require.Equal(t, int32(3), k.Life)
	require.Equal(t, float32(2), k.Speed)
	require.Equal(t, "Who\n goes there?", w.Strings.Get(k.Says))
	require.Equal(t, []carried{{0}, {1}}, w.Items.Slice(k.Carries))
	require.Equal(t, ldtk.Vec{X: 24, Y: 32}, k.Px)
	require.Equal(t, ldtk.Vec{X: 16, Y: 24}, k.Size)
	require.Equal(t, [2]float32{0.5, 1}, k.Pivot)
	require.Equal(t, ldtk.Vec{X: 3, Y: 4}, k.Grid)
	require.Equal(t, ldtk.Color{R: 184, G: 222, B: 79, A: 255}, k.Color)
	require.EqualValues(t, 16, k.Tile.Y)
	require.True(t, w.Has(k.Tags, "actor"))
	require.Equal(t, "Shore/Things", w.Strings.Get(get(t, &w.Layers, k.Layer).ID))
	x, y := k.TopLeft()
	require.Equal(t, [2]float32{16, 8}, [2]float32{x, y})

	d := find(t, l, &w.Doors, "510000c9-0000-11f0-8000-0000000000c9")
	other := get(t, &w.Doors, d.LeadsTo)
	require.Equal(t, [2]float32{72, 48}, other.World)
	require.Same(t, d, get(t, &w.Doors, other.LeadsTo))
	require.Equal(t, []point{{6, 2}, {6, 3}}, w.Swings.Slice(d.Swings))
	require.Equal(t, ldtk.Color{R: 192, B: 32, A: 255}, d.Paint)
	require.Equal(t, item(2), d.Key)
	require.Equal(t, item(0), other.Key, "null is the default")
	require.True(t, d.Locked)

	p := find(t, l, &w.Lamps, "510000d3-0000-11f0-8000-0000000000d3")
	require.Equal(t, []float32{1, 0.5, 2}, w.Numbers.Slice(p.Flicker))
	require.Equal(t, [2]int32{2, 0}, p.Anchor)
	require.Equal(t, [2]float32{8, 12}, p.Size)
	require.EqualValues(t, 32, p.Icon.X)
	lights := w.Links.Slice(p.Lights)
	require.Len(t, lights, 2)
	require.Same(t, d, get(t, &w.Doors, lights[0]))

	for _, e := range w.Toc.All() {
		h, ok := w.Keepers.FromAny(e.Entity)
		require.True(t, ok)
		require.Same(t, k, get(t, &w.Keepers, h))
	}
}

// crate has a field for each way in which a field of LDtk can be taken.
type crate struct {
	Wide     int64                 `level:"wide"`
	Key      store.Str             `level:"key,id"`
	Hex      store.Str             `level:"hex"`
	RGB      [3]uint8              `level:"rgb"`
	Parts    [4]float32            `level:"parts"`
	Number   uint32                `level:"number"`
	Cell     store.Str             `level:"cell"`
	Rect     [4]int32              `level:"rect"`
	Owner    store.Str             `level:"owner"`
	Any      store.AnyHandle       `level:"any"`
	Bits     uint8                 `level:"bits,flags=Oil|Rope|Brass_key"`
	Three    [3]int32              `level:"three"`
	Words    store.Span[store.Str] `level:"words"`
	Paints   store.Span[ldtk.Color]
	Rects    store.Span[ldtk.TileRect]   `level:"rects"`
	Script   store.Str                   `level:"script,text"`
	Mood     store.Str                   `level:"mood"`
	Numbers  store.Span[int32]           `level:"numbers"`
	Whatever store.Span[store.AnyHandle] `level:"whatever,ref"`
	_        [4]byte                     // as long on every machine
}

type crates struct {
	ldtk.World
	Crates  store.Bulk[crate] `level:"Crate"`
	Words2  store.Array[store.Str]
	Paints  store.Array[ldtk.Color]
	Rects   store.Array[ldtk.TileRect]
	Numbers store.Array[int32]
	Any     store.Array[store.AnyHandle]
}

// one is a project of one level, one layer and some entities.
func one(entities string) string {
	return `{"jsonVersion": "1.5.3",
"defs": {"layers": [{"identifier": "L", "type": "Entities", "uid": 1, "gridSize": 8}],
"tilesets": [{"identifier": "T", "uid": 4, "pxWid": 16, "pxHei": 16, "tileGridSize": 8}],
"enums": [{"identifier": "Item", "uid": 2, "values": [{"id": "Oil"}, {"id": "Rope"}]}]},
"levels": [{"identifier": "A", "iid": "a", "worldX": 10, "worldY": 20, "pxWid": 64, "pxHei": 64, "layerInstances": [
{"__identifier": "L", "__type": "Entities", "__cWid": 8, "__cHei": 8, "__gridSize": 8, "iid": "la", "layerDefUid": 1, "entityInstances": [
` + entities + `
]}]}]}`
}

// crateWith is an entity with fields: name, type and value.
func crateWith(fields ...string) string {
	s := `{"__identifier": "Crate", "iid": "c", "px": [1, 2], "width": 8, "height": 8, "fieldInstances": [`
	for i := 0; i < len(fields); i += 3 {
		if i > 0 {
			s += ","
		}
		s += "\n" + `{"__identifier": "` + fields[i] + `", "__type": "` + fields[i+1] + `", "__value": ` + fields[i+2] + `}`
	}
	return s + "]}"
}

const ref = `{"entityIid": "c", "layerIid": "la", "levelIid": "a", "worldIid": "w"}`

func TestHowFieldsAreTaken(t *testing.T) {
	project := one(crateWith(
		"key", "String", `" crate "`,
		"hex", "Color", `"#a0B0c0"`,
		"rgb", "Color", `"#A0B0C0"`,
		"parts", "Color", `"#FF0033"`,
		"number", "Color", `"#010203"`,
		"cell", "Point", `{"cx": 3, "cy": -4}`,
		"rect", "Tile", `{"tilesetUid": 4, "x": 1, "y": 2, "w": 3, "h": 4}`,
		"owner", "EntityRef", ref,
		"any", "EntityRef", ref,
		"bits", "Array<LocalEnum.Item>", `["Oil", null, "Brass_key"]`,
		"three", "Array<Int>", `[3, 1, 2]`,
		"words", "Array<String>", `["a b", "", null, "<c>"]`,
		"paints", "Array<Color>", `["#010203", "#FFFFFF"]`,
		"rects", "Array<Tile>", `[{"tilesetUid": 4, "x": 8, "y": 0, "w": 8, "h": 8}, null]`,
		"wide", "Float", `9007199254740993`,
		"script", "Multilines", `"  if x {\n\ty()\n}\n"`,
		"mood", "LocalEnum.Mood", `"Calm"`,
		"numbers", "Array<Int>", `[1, null, 3]`,
		"whatever", "Array<EntityRef>", `[`+ref+`, null, `+ref+`]`,
	))
	w := new(crates)
	l := load(t, w, compileFile(t, w, files(t, "p.ldtk", project)))
	c := find(t, l, &w.Crates, "crate")
	text := w.Strings.Get
	require.Equal(t, "#A0B0C0", text(c.Hex))
	require.Equal(t, [3]uint8{0xA0, 0xB0, 0xC0}, c.RGB)
	require.Equal(t, [4]float32{1, 0, 0.2, 1}, c.Parts)
	require.EqualValues(t, 0x010203, c.Number)
	require.Equal(t, "3 -4", text(c.Cell))
	require.Equal(t, [4]int32{1, 2, 3, 4}, c.Rect)
	require.Equal(t, "c", text(c.Owner), "a string is the iid")
	h, ok := w.Crates.FromAny(c.Any)
	require.True(t, ok, "the id that the game gives it is translated")
	require.Same(t, c, get(t, &w.Crates, h))
	require.EqualValues(t, 0b101, c.Bits)
	require.Equal(t, [3]int32{3, 1, 2}, c.Three)
	var words []string
	for _, s := range w.Words2.Slice(c.Words) {
		words = append(words, text(s))
	}
	require.Equal(t, []string{"a b", "", "", "<c>"}, words)
	require.Equal(t, []ldtk.Color{{R: 1, G: 2, B: 3, A: 255}, {R: 255, G: 255, B: 255, A: 255}}, w.Paints.Slice(c.Paints))
	require.EqualValues(t, 8, w.Rects.Slice(c.Rects)[0].X)
	require.Len(t, w.Rects.Slice(c.Rects), 2)
	require.True(t, w.Rects.Slice(c.Rects)[1].IsNone())
	require.Equal(t, int64(9007199254740993), c.Wide)
	require.Equal(t, "  if x {\n\ty()\n}\n", text(c.Script))
	require.Equal(t, "Calm", text(c.Mood))
	require.Equal(t, []int32{1, 0, 3}, w.Numbers.Slice(c.Numbers))
	links := w.Any.Slice(c.Whatever)
	require.Len(t, links, 3)
	require.True(t, links[1].IsNil())
	require.Equal(t, links[0], links[2])
}

// gaps has a field for each way in which an array with null can be taken.
type gaps struct {
	Colors  store.Span[ldtk.Color]      `level:"colors"`
	RGB     store.Span[[3]uint8]        `level:"rgb"`
	Parts   store.Span[[4]float32]      `level:"parts"`
	Numbers store.Span[uint32]          `level:"numbers"`
	Points  store.Span[[2]float32]      `level:"points"`
	Vecs    store.Span[point]           `level:"vecs"`
	Rects   store.Span[[4]int32]        `level:"rects"`
	Items   store.Span[carried]         `level:"items"`
	Sets    store.Span[flagged]         `level:"sets"`
	Bools   store.Span[bool]            `level:"bools"`
	Links   store.Span[store.AnyHandle] `level:"links,ref"`
	Words   store.Span[store.Str]       `level:"words"`
	Three   [3]int32                    `level:"three"`
	Bits    uint8                       `level:"bits,flags=Oil|Rope"`
}

type flagged struct {
	Items uint8 `level:"items,text,flags=Oil|Rope"`
}

type gapWorld struct {
	ldtk.World
	Gaps    store.Bulk[gaps] `level:"Crate"`
	Colors  store.Array[ldtk.Color]
	RGB     store.Array[[3]uint8]
	Parts   store.Array[[4]float32]
	Numbers store.Array[uint32]
	Points  store.Array[[2]float32]
	Vecs    store.Array[point]
	Rects   store.Array[[4]int32]
	Items   store.Array[carried]
	Sets    store.Array[flagged]
	Bools   store.Array[bool]
	Links   store.Array[store.AnyHandle]
	Words2  store.Array[store.Str]
}

func TestNullInArraysIsZero(t *testing.T) {
	const rect = `{"tilesetUid": 4, "x": 1, "y": 2, "w": 3, "h": 4}`
	w := new(gapWorld)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", one(crateWith(
		"colors", "Array<Color>", `[null, "#010203", null]`,
		"rgb", "Array<Color>", `[null, "#010203"]`,
		"parts", "Array<Color>", `[null, "#FF0033"]`,
		"numbers", "Array<Color>", `[null, "#000102"]`,
		"points", "Array<Point>", `[null, {"cx": 1, "cy": 2}]`,
		"vecs", "Array<Point>", `[null, {"cx": 1, "cy": 2}]`,
		"rects", "Array<Tile>", `[null, `+rect+`]`,
		"items", "Array<LocalEnum.Item>", `[null, "Rope", null]`,
		"sets", "Array<LocalEnum.Item>", `[null, "Rope", null]`,
		"bools", "Array<Bool>", `[null, true]`,
		"links", "Array<EntityRef>", `[null, null]`,
		"words", "Array<String>", `[null, "x"]`,
		"three", "Array<Int>", `[7, null, 8]`,
		"bits", "Array<LocalEnum.Item>", `[null, "Rope"]`,
	)))))
	require.Equal(t, 1, w.Gaps.Len())
	for _, g := range w.Gaps.All() {
		require.Equal(t, []ldtk.Color{{}, {R: 1, G: 2, B: 3, A: 255}, {}}, w.Colors.Slice(g.Colors))
		require.Equal(t, [][3]uint8{{}, {1, 2, 3}}, w.RGB.Slice(g.RGB))
		require.Equal(t, [][4]float32{{}, {1, 0, 0.2, 1}}, w.Parts.Slice(g.Parts))
		require.Equal(t, []uint32{0, 0x102}, w.Numbers.Slice(g.Numbers))
		require.Equal(t, [][2]float32{{}, {1, 2}}, w.Points.Slice(g.Points))
		require.Equal(t, []point{{}, {1, 2}}, w.Vecs.Slice(g.Vecs))
		require.Equal(t, [][4]int32{{}, {1, 2, 3, 4}}, w.Rects.Slice(g.Rects))
		require.Equal(t, []carried{{}, {1}, {}}, w.Items.Slice(g.Items))
		require.Equal(t, []flagged{{}, {2}, {}}, w.Sets.Slice(g.Sets))
		require.Equal(t, []bool{false, true}, w.Bools.Slice(g.Bools))
		require.Equal(t, make([]store.AnyHandle, 2), w.Links.Slice(g.Links))
		require.Equal(t, []store.Str{{}, w.Words2.Slice(g.Words)[1]}, w.Words2.Slice(g.Words))
		require.Equal(t, [3]int32{7, 0, 8}, g.Three)
		require.EqualValues(t, 2, g.Bits)
	}
	res := build(t, schemaOf(t, w), files(t, "p.ldtk", one(crateWith("three", "Array<Int>", `[7, 6, null, 8]`))), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "three: expected 3 values, got 4")
}

func TestWhatDoesNotFitAKindOfTheGames(t *testing.T) {
	for name, c := range map[string]struct {
		fields []string
		want   string
	}{
		"an unknown name": {[]string{"numbr", "Int", "1"}, `p.ldtk:8:18: unknown name "numbr" in Crate; did you mean "number"?`},
		"a wrong type":    {[]string{"number", "String", `"many"`}, `p.ldtk:8:59: number: "many" is not a number`},
		"a flag":          {[]string{"bits", "Array<LocalEnum.Item>", `["Oil", "Ink"]`}, `bits: unknown symbol "Ink"; it takes Oil, Rope or Brass_key`},
		"a list":          {[]string{"number", "Array<Int>", `[1, 2]`}, `p.ldtk:8:67: number of Crate takes one value, and this is a list; let the Go field be a store.Span`},
		"too few":         {[]string{"three", "Array<Int>", `[1, 2]`}, `three: expected 3 values`},
		"a struct":        {[]string{"tile", "Int", `1`}, `unknown`},
		"two of a name":   {[]string{"number", "Int", "1", "number", "Int", "2"}, `p.ldtk:9:18: the entity has two fields "number"`},
		"no entity":       {[]string{"any", "EntityRef", `{"entityIid": "none", "levelIid": "a"}`}, `p.ldtk:8:73: no entity of the project has the iid "none"; give the field another entity in LDtk, or none`},
		"a colour":        {[]string{"hex", "Color", `"red"`}, `this is no value for a field of type Color: "red"`},
		"a point":         {[]string{"cell", "Point", `"1 2"`}, `this is no value for a field of type Point: "1 2"`},
		"no name of XML":  {[]string{"a b", "Int", `1`}, `p.ldtk:8:18: the field "a b" is left out: that is no name in XML`},
		"a rectangle":     {[]string{"rect", "Tile", `"1 2 3 4"`}, `this is no value for a field of type Tile: "1 2 3 4"`},
		"an empty text":   {[]string{"numbers", "Array<String>", `["1", "", "3"]`}, `p.ldtk:8:73: numbers of Crate takes no empty texts, and an item of the list is one; give it a value, or remove it`},
		"no list":         {[]string{"three", "Array<Int>", `[]`}, ``},
		"no flags":        {[]string{"bits", "Array<LocalEnum.Item>", `[]`}, ``},
		"part of a tile":  {[]string{"rect", "Tile", `{"tilesetUid": 4, "x": 1, "y": 2, "w": 3}`}, `p.ldtk:8:55: the tile has no h; save the project again with LDtk`},
		"a nameless one":  {[]string{"", "Int", `1`}, `p.ldtk:8:18: the field has no __identifier; save the project again with LDtk`},
		"an object":       {[]string{"number", "Int", `{"x": 1}`}, `this is no value for a field of type Int: an object`},
	} {
		t.Run(name, func(t *testing.T) {
			path := files(t, "p.ldtk", one(crateWith(c.fields...)))
			res := build(t, schemaOf(t, new(crates)), path, compile.Options{})
			if c.want == "" {
				require.Empty(t, res.found)
				return
			}
			require.Len(t, res.found, 1)
			require.Contains(t, res.found[0], c.want)
		})
	}
}

// A rectangle of a tileset that was deleted is none, and those behind it keep their places.
func TestALostRectangleKeepsItsPlace(t *testing.T) {
	rect := func(set, x int) string {
		return fmt.Sprintf(`{"tilesetUid": %d, "x": %d, "y": 0, "w": 8, "h": 8}`, set, x)
	}
	res := build(t, schemaOf(t, new(crates)), files(t, "p.ldtk", one(crateWith("rects", "Array<Tile>", `[`+rect(9, 1)+`, `+rect(4, 8)+`, `+rect(9, 2)+`]`))), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "tileset 9, of a tile, is not in the project")
	w := new(crates)
	load(t, w, res.level)
	for _, c := range w.Crates.All() {
		list := w.Rects.Slice(c.Rects)
		require.Len(t, list, 3)
		require.Equal(t, []bool{true, false, true}, []bool{list[0].IsNone(), list[1].IsNone(), list[2].IsNone()})
		require.EqualValues(t, 8, list[1].X)
	}
}

// An identifier that is a kind but for a letter or its case is a slip.
func TestIdentifiersThatAreNearlyKinds(t *testing.T) {
	for identifier, want := range map[string]string{"Crate": "", "crate": "Crate", "Crat": "Crate", "Crate2": "", "Coin": ""} {
		text := strings.ReplaceAll(one(crateWith()+", "+strings.ReplaceAll(crateWith(), `"iid": "c"`, `"iid": "d"`)), `"__identifier": "Crate"`, `"__identifier": "`+identifier+`"`)
		text = strings.Replace(text, `"tilesets":`, `"entities": [{"identifier": "`+identifier+`", "uid": 9}],`+"\n"+`"tilesets":`, 1)
		res := build(t, schemaOf(t, new(crates)), files(t, "p.ldtk", text), compile.Options{})
		require.Zero(t, res.errors)
		if want == "" {
			require.Empty(t, res.found)
			continue
		}
		require.Len(t, res.found, 1)
		require.Contains(t, res.found[0], `p.ldtk:3:29: no kind of the game's is called "`+identifier+`"; entities of that identifier stay entities; did you mean "`+want+`"?`)
	}
}

// A field of the entity goes before what LDtk says under the same name, unless it is null.
// What is a struct takes rectangles of tilesets only.
func TestFieldsOfTheNamesThatLDtkHas(t *testing.T) {
	type sign struct {
		Px    [2]int32              `level:"px"`
		Tile  ldtk.TileRect         `level:"tile"`
		Tags  store.Span[store.Str] `level:"tag"`
		Bytes store.Span[uint8]     `level:"bytes"`
	}
	type world struct {
		ldtk.World
		Signs store.Bulk[sign] `level:"Crate"`
		Tags  store.Array[store.Str]
		Bytes store.Array[uint8]
	}
	entity := func(fields ...string) string {
		return strings.Replace(one(crateWith(fields...)), `"px": [1, 2]`, `"px": [1, 2], "__tags": ["a", "b"]`, 1)
	}
	for value, want := range map[string][2]int32{`null`: {1, 2}, `{"cx": 3, "cy": 4}`: {3, 4}} {
		w := new(world)
		load(t, w, compileFile(t, w, files(t, "p.ldtk", entity("px", "Point", value, "bytes", "Array<Int>", `[1, null, 255]`))))
		for _, s := range w.Signs.All() {
			require.Equal(t, want, s.Px)
			require.Len(t, w.Tags.Slice(s.Tags), 2)
			require.Equal(t, []uint8{1, 0, 255}, w.Bytes.Slice(s.Bytes))
		}
	}
	for tags, want := range map[string]string{
		`7`: "__tags: expected a list of strings, got 7", `[7]`: "__tags: expected a list of strings, got a list", `["a", true]`: "__tags: expected a list of strings, and this is true",
		`{}`: "__tags: expected a list of strings, got an object",
	} {
		res := build(t, schemaOf(t, new(world)), files(t, "p.ldtk", strings.Replace(entity(), `["a", "b"]`, tags, 1)), compile.Options{})
		require.Len(t, res.found, 1)
		require.Contains(t, res.found[0], want)
	}
	res := build(t, schemaOf(t, new(world)), files(t, "p.ldtk", entity("tile", "Point", `{"cx": 3, "cy": 4}`)), compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "tile of Crate is a struct, and takes fields of type Tile only")
}

func TestAKindWithoutAnIDCannotBeReferredTo(t *testing.T) {
	type plain struct {
		Link store.AnyHandle `level:"link"`
	}
	type world struct {
		ldtk.World
		Plains standin.Bulk[plain] `level:"Crate"`
	}
	path := files(t, "p.ldtk", one(crateWith("link", "EntityRef", ref)))
	res := build(t, schemaOf(t, new(world)), path, compile.Options{})
	require.Len(t, res.found, 1)
	require.Contains(t, res.found[0], "entities of the kind Crate cannot be referred to, as the kind has no id; embed ldtk.Placement")
	require.Zero(t, res.errors)
}

// An entity cannot become one of this package's own kinds, nor what a layer has.
func TestNamesOfKindsThatAreTaken(t *testing.T) {
	type tile struct {
		IID store.Str `level:"iid,id"`
	}
	type world struct {
		ldtk.World
		Tiles2 store.Bulk[tile] `level:"tile"`
	}
	w := new(world)
	res := build(t, schemaOf(t, w), files(t, "p.ldtk", one(
		`{"__identifier": "tile", "iid": "x", "px": [0, 0]}, {"__identifier": "layer", "iid": "y", "px": [0, 0]}`)), compile.Options{})
	require.Len(t, res.found, 1, "that of the game's kind")
	require.Contains(t, res.found[0], `a layer has a field called "tile"`)
	load(t, w, res.level)
	require.Equal(t, 2, w.Entities.Len())
	require.Zero(t, w.Tiles2.Len())
}

// A field that is a string or a number refers as any attribute does.
func TestFieldsReferAsTheirTagsSay(t *testing.T) {
	type crate struct {
		Key  store.Str                       `level:"key,id"`
		Next store.Handle[crate]             `level:"next,form=@*"`
		None store.Handle[crate]             `level:"none,none=-1"`
		All  store.Span[store.Handle[crate]] `level:"all,none=nobody,form=@*"`
	}
	type world struct {
		ldtk.World
		Crates store.Bulk[crate] `level:"Crate"`
		All    store.Array[store.Handle[crate]]
	}
	w := new(world)
	project := one(crateWith("key", "String", `"a"`, "next", "String", `"@a"`, "none", "Int", `-1`, "all", "Array<String>", `["@a", "nobody", null, "a"]`))
	l := load(t, w, compileFile(t, w, files(t, "p.ldtk", project)))
	c := find(t, l, &w.Crates, "a")
	require.Same(t, c, get(t, &w.Crates, c.Next))
	require.True(t, c.None.IsNil())
	all := w.All.Slice(c.All)
	require.Len(t, all, 4)
	require.Equal(t, []store.Handle[crate]{c.Next, {}, {}, c.Next}, all)
}
