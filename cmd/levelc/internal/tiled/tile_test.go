package tiled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

const fewTiles = `<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" name="s">%s</tileset>%s</map>`

// Tilesets of tiles with all there can be are kept in no more memory than their files
// have bytes, in both formats and wherever they stand.
func TestTilesTakeLittleMemory(t *testing.T) {
	const many = 5000
	var xml, json strings.Builder
	for i := range many {
		fmt.Fprintf(&xml, "\n"+`<tile id="%d"><properties><property name="cost" type="int" value="3"/></properties><objectgroup><object id="1" x="1" y="2"><polygon points="0,0 8,0 8,8"/></object></objectgroup><animation><frame tileid="1" duration="100"/></animation></tile>`, i)
		fmt.Fprintf(&json, ",\n"+`{"id":%d,"properties":[{"name":"cost","type":"int","value":3}],"objectgroup":{"objects":[{"id":1,"x":1,"y":2,"polygon":[{"x":0,"y":0},{"x":8,"y":0},{"x":8,"y":8}]}]},"animation":[{"tileid":1,"duration":100}]}`, i)
	}
	tsx, tsj := `<tileset name="s">`+xml.String()+`</tileset>`, `"name":"s","tilewidth":16,"tileheight":16,"tiles":[`+json.String()[1:]+`]}`
	const mapTMJ = `{"orientation":"orthogonal","tilewidth":16,"tileheight":16,"tilesets":[`
	const inTMX = `<map orientation="orthogonal" tilewidth="16" tileheight="16">`
	for name, files := range map[string][]string{
		"in TMX": {"m.tmx", inTMX + strings.Replace(tsx, ">", ` firstgid="1" tilewidth="16">`, 1) + `</map>`, "s", ""},
		"in TMJ": {"m.tmj", mapTMJ + `{"firstgid":1,` + tsj + `]}`, "s", ""},
		".tsx":   {"m.tmx", inTMX + `<tileset firstgid="1" source="s.tsx"/></map>`, "s.tsx", tsx},
		".tsj":   {"m.tmj", mapTMJ + `{"firstgid":1,"source":"s.tsj"}]}`, "s.tsj", `{"type":"tileset",` + tsj},
		"of a template": {"m.tmx", inTMX + `<objectgroup><object id="1" template="t.tj" x="1" y="2"/></objectgroup></map>`,
			"t.tj", `{"type":"template","object":{"gid":1},"tileset":{"firstgid":1,` + tsj + `}`},
	} {
		b := build(t, write(t, files...), editor.Options{Memory: int64(len(files[1]) + len(files[3]))})
		require.Empty(t, b.messages, name)
		require.Len(t, lines(b, "tile"), many, name)
		require.Len(t, lines(b, "frame"), many, name)
	}
}

// Objects find the tiles in any order, and what is written of one does not depend on
// which was looked at before.
func TestObjectsHaveThePropertiesOfTheirTiles(t *testing.T) {
	var tiles, objects strings.Builder
	for i := range 20 {
		fmt.Fprintf(&tiles, `<tile id="%d"><properties><property name="p" value="of %[1]d"/></properties></tile>`, i*7%20)
		fmt.Fprintf(&objects, `<object id="%d" gid="%d" x="1" y="2"/>`, i+1, i*3%20+1)
	}
	b := build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, tiles.String(), objectsIn(objects.String()))), editor.Options{})
	require.Empty(t, b.messages)
	var want []string
	for i := range 20 {
		want = append(want, fmt.Sprintf(`<property name="p" type="string">of %d</property>`, i))
	}
	for i := range 20 {
		want = append(want, fmt.Sprintf(`<property name="p" type="string">of %d</property>`, i*3%20))
	}
	require.Equal(t, want, lines(b, "property"))
}

// What is wrong with a tile counts once, also where objects have it.
func TestProblemsOfTilesCountOnce(t *testing.T) {
	const many = 1500 // more than are kept
	var tiles, objects strings.Builder
	for i := range many {
		fmt.Fprintf(&tiles, `<tile id="%d"><properties><property name="p" type="int" value="much"/></properties><objectgroup><object id="1"/><object id="1"/></objectgroup></tile>`, i)
		fmt.Fprintf(&objects, `<object id="%d" gid="%[1]d" x="1" y="2"/>`, i+1)
	}
	b := build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, tiles.String(), objectsIn(objects.String()))), editor.Options{})
	require.Equal(t, 2*many, b.errors)
}

// The editor puts no tiles into a tile's collision; one that is there is not drawn.
func TestATileInTheCollisionOfATile(t *testing.T) {
	b := build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, `<tile id="0"><objectgroup><object id="1" gid="1" width="3" height="4"/></objectgroup></tile>`, "")), editor.Options{})
	require.Zero(t, b.errors)
	require.Contains(t, b.messages, "a tile object in the collision of a tile is read as a rectangle")
	require.Equal(t, []string{`<object id="m/s:0#1" number="1" x="0" y="0" width="3" height="4" rotation="0" opacity="1" visible="true" gid="0" align="topleft" shape="rectangle"/>`}, lines(b, "object"))
}

// The tile may be its template's.
func TestATileOfATemplateInTheCollisionOfATile(t *testing.T) {
	b := build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, `<tile id="0"><objectgroup><object id="1" template="t.tx"/></objectgroup></tile>`, ""),
		"t.tx", `<template><tileset firstgid="1" source="set.tsx"/><object gid="2" width="3" height="4"/></template>`, "set.tsx", set("", "")), editor.Options{})
	require.Zero(t, b.errors, b.messages)
	require.Contains(t, b.messages, "a tile object in the collision of a tile is read as a rectangle")
}

// A tileset may have its tiles and nothing else.
func TestATilesetOfTilesOnly(t *testing.T) {
	b := build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, `<tile id="3"/>`, "")), editor.Options{})
	require.Empty(t, b.messages)
	require.Len(t, lines(b, "tile"), 1)
}

// So are the tiles of a wang set.
func TestWangTilesTakeLittleMemory(t *testing.T) {
	const many = 5000
	var tiles strings.Builder
	for i := range many {
		fmt.Fprintf(&tiles, "\n"+`<wangtile tileid="%d" wangid="0,1,0,1,0,1,0,1"/>`, i)
	}
	file := fmt.Sprintf(fewTiles, `<wangsets><wangset name="w"><wangcolor name="c"/>`+tiles.String()+`</wangset></wangsets>`, "")
	b := build(t, write(t, "m.tmx", file), editor.Options{Memory: int64(len(file))})
	require.Empty(t, b.messages)
	require.Len(t, lines(b, "wangtile"), many)
}
