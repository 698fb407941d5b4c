package tiled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/tiled"
)

// Before Tiled 0.13 a tileset did not say how many tiles it has, and before 0.15 not in how
// many columns. They are counted as the editor cuts an image up: there need be no margin
// behind the last tile.
func TestTilesOfAnImageAreCounted(t *testing.T) {
	for _, c := range []struct {
		attributes, image string
		count, columns    int32
	}{
		{``, `width="32" height="16"`, 8, 4},
		{``, `width="39" height="23"`, 8, 4},
		{` margin="1"`, `width="33" height="17"`, 8, 4},
		{` margin="1"`, `width="32" height="16"`, 3, 3},
		{` spacing="2"`, `width="38" height="18"`, 8, 4},
		{` margin="3" spacing="2"`, `width="41" height="21"`, 8, 4},
		{` margin="40"`, `width="32" height="16"`, 0, 0},
		{` columns="0"`, `width="32" height="16"`, 8, 4},
		{` columns="3"`, `width="32" height="16"`, 8, 3},
		{` tilecount="5"`, `width="32" height="16"`, 5, 4},
		{` spacing="30"`, ``, 0, 0},
	} {
		b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="1" name="s" tilewidth="8" tileheight="8"`+c.attributes+`><image source="s.png" `+c.image+`/></tileset>`)), editor.Options{})
		if c.image == "" {
			require.Contains(t, b.messages, "m.tmx:1:82: warning: where the tiles of the tileset m/s are in its image is not known: neither its columns are, nor the width of the image\n")
			require.Contains(t, b.messages, "hint: open the file in Tiled and save it")
		} else {
			require.Empty(t, b.messages)
		}
		var w tiled.World
		load(t, b, &w)
		for _, s := range w.Tilesets.All() {
			require.Equal(t, []int32{c.count, c.columns}, []int32{s.TileCount, s.Columns}, "%s %s", c.attributes, c.image)
			s.Columns = 0 // as of levels that are made otherwise
			if x, y, _, _ := s.TileRect(uint32(c.columns)); c.columns > 0 && c.attributes != ` columns="3"` {
				require.Equal(t, []int{int(s.Margin), int(s.Margin) + 8 + int(s.Spacing)}, []int{x, y}, "as many columns, %s %s", c.attributes, c.image)
			}
		}
	}
}

// A tileset that only templates have comes behind those of the map and those before it, each
// of which takes one gid at least.
func TestTilesetsOfTemplatesFollowEachOther(t *testing.T) {
	template := func(source string) string {
		return `<template><tileset firstgid="1" source="` + source + `.tsx"/><object gid="1"/></template>`
	}
	const empty = `<tileset name="e" tilewidth="8" tileheight="8" tilecount="0" columns="0"/>`
	b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="3" source="mine.tsx"/>`+objectsIn(`<object id="1" template="a.tx"/><object id="2" template="b.tx"/><object id="3" template="set.tx"/><object id="4" template="a.tx"/>`)),
		"mine.tsx", empty, "a.tsx", empty, "b.tsx", empty, "set.tsx", set("", ""), "a.tx", template("a"), "b.tx", template("b"), "set.tx", template("set")), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, []string{`<use firstgid="3" tileset="mine"/>`, `<use firstgid="4" tileset="a"/>`, `<use firstgid="5" tileset="b"/>`, `<use firstgid="6" tileset="set"/>`}, lines(b, "use"))
	var w tiled.World
	load(t, b, &w)
	var gids []tiled.GID
	for _, o := range w.Objects.All() {
		gids = append(gids, o.GID)
	}
	require.Equal(t, []tiled.GID{4, 5, 6, 4}, gids)
}

// Before Tiled 0.13 neither the tileset nor, by hand, its image need have a size. How many
// tiles there are is not known then, even if some have data.
func TestTilesOfAnImageOfUnknownSize(t *testing.T) {
	b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="1" name="s" tilewidth="8" tileheight="8"><image source="s.png"/><tile id="1" type="Wall"/></tileset>`+
		`<layer name="l" width="2" height="1"><data encoding="csv">2,9</data></layer>`+objectsIn(`<object id="1" template="set.tx"/>`)),
		"set.tx", `<template><tileset firstgid="1" source="set.tsx"/><object gid="3"/></template>`, "set.tsx", set("", "")), editor.Options{})
	require.Contains(t, b.messages, "is not known")
	require.NotContains(t, b.messages, "behind the last one")
	var w tiled.World
	load(t, b, &w)
	for _, m := range w.Maps.All() {
		s, local, ok := w.Tileset(m, 9)
		require.True(t, ok)
		require.Equal(t, "m/s", w.Strings.Get(s.ID))
		require.EqualValues(t, 8, local)
		require.Zero(t, s.TileCount)
		for _, o := range w.Objects.All() {
			s, local, ok = w.Tileset(m, o.GID)
			require.True(t, ok)
			require.Equal(t, "set", w.Strings.Get(s.ID))
			require.EqualValues(t, 2, local)
		}
	}
}

// A template's tileset that the map itself has does not bring forward one that only a later
// template has.
func TestATemplateOfTheMapsOwnTileset(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" template="own.tx"/><object id="2" gid="12" x="0" y="0"/><object id="3" template="more.tx"/>`)), "set.tsx", set("", ""),
		"own.tx", `<template><tileset firstgid="1" source="set.tsx"/><object gid="1"/></template>`, "more.tx", `<template><tileset firstgid="1" source="more.tsx"/><object gid="1"/></template>`,
		"more.tsx", strings.ReplaceAll(set("", ""), `tilewidth="16"`, `tilewidth="99"`)), editor.Options{})
	require.Contains(t, b.messages, "map m has tiles behind the last one of tileset set, such as number 11 of 8")
	require.Contains(t, lines(b, "object")[1], `width="16"`)
}

// The tiles of a tileset that is missing are not those of a template's.
func TestATemplateInAMapThatLacksATileset(t *testing.T) {
	b := build(t, write(t, "m.tmx", `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="gone.tsx"/><layer id="1" width="1" height="1"><data encoding="csv">1000</data></layer>`+
		objectsIn(`<object id="1" template="t.tx"/><object id="2" gid="3"/><object id="3" template="gone.tx"/><object id="4" template="more.tx"/>`)+`</map>`,
		"t.tx", `<template><tileset firstgid="1" source="set.tsx"/><object gid="3"/></template>`, "set.tsx", set("", `<tile id="2" type="c"/>`),
		"gone.tx", `<template><tileset firstgid="1" source="gone2.tsx"/><object gid="700"/></template>`,
		"more.tx", `<template><tileset firstgid="1" source="more.tsx"/><object gid="1"/></template>`, "more.tsx", set("", "")), editor.Options{Missing: diag.Warning})
	require.Equal(t, []string{`<use firstgid="1" tileset="gone"/>`, `<use firstgid="1048577" tileset="set"/>`, `<use firstgid="1048585" tileset="gone2"/>`, `<use firstgid="2097161" tileset="more"/>`}, lines(b, "use"))
	objects := lines(b, "object")
	require.Contains(t, objects[0], `gid="1048579"`)
	require.Contains(t, objects[0], `class="c"`)
	require.Contains(t, objects[1], `gid="3"`)
	require.NotContains(t, objects[1], `class="c"`)
	require.Contains(t, objects[2], `gid="1049284"`)
	require.NotContains(t, b.messages, "behind the last one")
}

func TestTilesetsOfOneName(t *testing.T) {
	const in = `<tileset firstgid="%d" name="s" tilewidth="8" tileheight="8"/>`
	b := build(t, write(t, "m.tmx", bare(fmt.Sprintf(in+in+in, 1, 2, 3))), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, []string{`<use firstgid="1" tileset="m/s"/>`, `<use firstgid="2" tileset="m/s&#39;2"/>`, `<use firstgid="3" tileset="m/s&#39;3"/>`}, lines(b, "use"))
}

// Of a collection the tiles are counted, and not the numbers up to the largest. An image may
// stand in the file itself, and may have one of its sizes only.
func TestACollectionOfImages(t *testing.T) {
	b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="1" name="s" tilewidth="8" tileheight="8" tilecount="3" columns="0"><tile id="0"><image source="a.png" height="9"/></tile><tile id="40"><image source="b.png" width="7"/></tile>
		<tile id="7"><image format="png"><data encoding="base64">iVBORw0KGgo=</data></image></tile></tileset><layer id="1" width="1" height="1"><data encoding="csv">41</data></layer>`)), editor.Options{})
	require.Zero(t, b.errors)
	require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
	require.Contains(t, b.messages, "m.tmx:2:17: warning: an image that is embedded in the file is left out")
	require.Contains(t, b.xml, `tilecount="3" columns="0"`)
	require.Contains(t, b.xml, `image="a.png" imagewidth="0" imageheight="9"`)
	require.Contains(t, b.xml, `image="b.png" imagewidth="7" imageheight="0"`)
}

// The keys of the tiles of before Tiled 1.2 are their numbers. What is none of them is left
// out.
func TestNumbersOfTiles(t *testing.T) {
	b := build(t, write(t, "m.json", `{"orientation":"orthogonal","tilewidth":8,"tileheight":8,"layers":[],"tilesets":[{"firstgid":1,"name":"s","tilewidth":8,"tileheight":8,"tilecount":4,
		"tiles":{"x":{"type":"no"},"-1":{"type":"no"},"2":{"type":"two"}},"tileproperties":{"y":{"a":"b"}}}]}`), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, []string{`<tile id="m/s:2" number="2" class="two" x="0" y="0" width="0" height="0" probability="1"/>`}, lines(b, "tile"))
	for tiles, want := range map[string]string{
		`"tiles":[{"id":1},` + "\n" + `{"type":"lost"}]`:                   "m.tmj:2:1: a tile of tileset m/s has no id",
		`"tiles":[{"id":1},` + "\n" + `{}]`:                                "m.tmj:2:1: a tile of tileset m/s has no id",
		`"tiles":[{"id":1},` + "\n" + `{"id":null}]`:                       "m.tmj:2:1: a tile of tileset m/s has no id",
		`"tiles":[{"id":1},` + "\n" + `{"id":[2]}]`:                        "m.tmj:2:7: id: expected a single value, got a list",
		`"tiles":[{"id":1},` + "\n" + `{"id":{"x":1}}]`:                    "m.tmj:2:7: id: expected a single value, got an object",
		`"tiles":{"1":{},` + "\n" + `"2":"lost"}`:                          `m.tmj:2:5: 2: expected an object, got "lost"`,
		`"tileproperties":{"1":{"a":"b"},` + "\n" + `"2":7}`:               "m.tmj:2:5: 2: expected an object, got 7",
		`"tiles":{"1":{},` + "\n" + `"01":{}}`:                             "m.tmj:2:6: tile 1 stands twice in tileset m/s",
		`"tiles":{},"tileproperties":{"1":{},` + "\n" + `"1.0":{}}`:        "m.tmj:2:7: tile 1 stands twice in tileset m/s",
		`"tiles":{},"tileproperties":{"1":{"a":"b"},` + "\n" + `"2":null}`: "",
	} {
		b := build(t, write(t, "m.tmj", mapWith(`"tilesets":[{"firstgid":1,"name":"s","tilewidth":8,"tilecount":4,`+tiles+`}]`)), editor.Options{})
		if want == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, want)
		require.Equal(t, 1, b.errors, b.messages)
	}
	for _, tile := range []string{`<tile class="c"/>`, `<tile id="" class="c"/>`} { // to Tiled it is the first, which nobody means
		b = build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, tile, "")), editor.Options{})
		require.Contains(t, b.messages, "m.tmx:1:115: a tile of tileset m/s has no id")
		require.Equal(t, 1, b.errors, b.messages)
	}
}
