package tiled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Each edit of this map puts a value of another sort where TMJ has one.
const sorted = `{"type":"map","orientation":"orthogonal","infinite":true,"width":1,"height":1,"tilewidth":8,"tileheight":8,
"layers":[
{"id":1,"name":"l","type":"tilelayer","chunks":[{"x":0,"y":0,"width":1,"height":1,"data":[1]}]},
{"id":2,"name":"o","type":"objectgroup","properties":[{"name":"p","type":"int","value":5},{"name":"q","type":"class","value":{"a":1}},{"name":"r","type":"list","value":[1]}],
"objects":[{"id":1,"x":1,"polygon":[{"x":0,"y":0}]},{"id":2,"text":{"text":"t","wrap":true}}]}],
"tilesets":[{"firstgid":1,"name":"s","tilewidth":8,"tileheight":8,"tilecount":1,"columns":1,"tileoffset":{"x":1},
"tiles":[{"id":0,"animation":[{"tileid":0,"duration":7}],"objectgroup":{"objects":[{"id":1}]}}],
"wangsets":[{"name":"w","type":"corner","tile":-1,"colors":[{"name":"c","tile":0}],"wangtiles":[{"tileid":0,"wangid":[0,1,0,1,0,1,0,1]}]}]}]}`

func TestValuesOfAnotherSortAreErrors(t *testing.T) {
	b := build(t, write(t, "m.tmj", sorted), editor.Options{})
	require.Empty(t, b.messages)
	for _, c := range []struct{ from, to, want string }{
		{`"width":1`, `"width":[1]`, "m.tmj:1:66: width: expected a single value, got a list"},
		{`"tileheight":8`, `"tileheight":{}`, "tileheight: expected a single value, got an object"},
		{`"chunks":[`, `"chunks":[3,`, "chunks: expected objects, got 3"},
		{`"chunks":[{"x":0`, `"chunks":[{"x":{}`, "x: expected a single value, got an object"},
		{`"objects":[{"id":1,`, `"objects":["a",{"id":1,`, `m.tmj:5:12: objects: expected objects, got "a"`},
		{`"objects":[{"id":1,`, `"objects":[null,{"id":1,`, "objects: expected objects, got null"},
		{`"polygon":[{"x":0,"y":0}]`, `"polygon":"0,0"`, `polygon: expected objects, got "0,0"`},
		{`"polygon":[{"x":0`, `"polygon":[{"x":[0]`, "x: expected a single value, got a list"},
		{`{"text":"t","wrap":true}`, `"t"`, `text: expected an object, got "t"`},
		{`"wrap":true`, `"wrap":[]`, "wrap: expected a single value, got a list"},
		{`"value":5`, `"value":[5]`, "value: expected a single value for the type int, got a list"},
		{`"value":5`, `"value":{}`, "value: expected a single value for the type int, got an object"},
		{`"value":{"a":1}`, `"value":7`, "value: expected an object for the type class, got 7"},
		{`"value":[1]`, `"value":true`, "value: expected a list for the type list, got true"},
		{`"tilesets":[`, `"tilesets":[1,`, "tilesets: expected objects, got 1"},
		{`"tileoffset":{"x":1}`, `"tileoffset":[1,2]`, "tileoffset: expected an object, got a list"},
		{`"tileoffset":{"x":1}`, `"tileoffset":{"x":[1]}`, "x: expected a single value, got a list"},
		{`"animation":[{"tileid":0,"duration":7}]`, `"animation":true`, "animation: expected objects, got true"},
		{`"duration":7`, `"duration":[7]`, "duration: expected a single value, got a list"},
		{`"objects":[{"id":1}]`, `"objects":[1]`, "objects: expected objects, got a list"},
		{`"colors":[{"name":"c","tile":0}]`, `"colors":[{"name":"c","tile":{}}]`, "tile: expected a single value, got an object"},
		{`"wangtiles":[{"tileid":0`, `"wangtiles":[{"tileid":[0]`, "tileid: expected a single value, got a list"},
		{`"tile":-1`, `"tile":[-1]`, "tile: expected a single value, got a list"},
	} {
		require.Contains(t, sorted, c.from)
		b := build(t, write(t, "m.tmj", strings.Replace(sorted, c.from, c.to, 1)), editor.Options{})
		require.NotZero(t, b.errors, c.to)
		require.Contains(t, b.messages, c.want, c.to)
	}
	for _, c := range []struct{ from, to string }{ // what other tools write for nothing
		{`"polygon":[{"x":0,"y":0}]`, `"polygon":[]`}, {`"text":{"text":"t","wrap":true}`, `"text":null`}, {`"tileoffset":{"x":1}`, `"tileoffset":[]`},
		{`"animation":[{"tileid":0,"duration":7}]`, `"animation":null`}, {`"value":{"a":1}`, `"value":null`}, {`"value":5`, `"value":null`},
	} {
		require.Contains(t, sorted, c.from)
		require.Empty(t, build(t, write(t, "m.tmj", strings.Replace(sorted, c.from, c.to, 1)), editor.Options{}).messages, c.to)
	}
}

func TestPlacesInAWorldAreNumbers(t *testing.T) {
	const world = `{"maps":[{"fileName":"ok.tmx",
"x":%s}],"patterns":[{"regexp":"(o)(k)","multiplierX":%s}],"type":"world"}`
	for _, c := range [][3]string{{"1", "2", ""}, {"[1]", "2", "w.world:2:5: x: expected a single value, got a list"}, {"1", `{"a":1}`, "multiplierX: expected a single value, got an object"}} {
		b := build(t, write(t, "w.world", fmt.Sprintf(world, c[0], c[1]), "ok.tmx", bare("")), editor.Options{})
		if c[2] == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, c[2])
		require.Equal(t, 1, b.errors, b.messages)
	}
}

// An object is no list of one, nor the other way round.
func TestAnObjectIsNoListOfOne(t *testing.T) {
	layer := func(inside string) string { return mapWith(`"layers":[{"id":1,` + inside + `}]`) }
	set := func(inside string) string {
		return mapWith(`"tilesets":[{"firstgid":1,"name":"s","tilewidth":8,` + inside + `}]`)
	}
	property := func(inside string) string { return mapWith(`"properties":[{"name":"p",` + inside + `}]`) }
	for _, c := range []struct{ level, want string }{
		{mapWith("\n" + `"layers":{"id":1,"type":"group"}`), "m.tmj:2:10: layers: expected a list of objects, got an object"},
		{mapWith("\n" + `"tilesets":{"firstgid":1,"name":"s","tilewidth":1}`), "m.tmj:2:12: tilesets: expected a list of objects, got an object"},
		{layer(`"type":"objectgroup",` + "\n" + `"objects":{"id":1}`), "m.tmj:2:11: objects: expected a list of objects, got an object"},
		{layer(`"type":"objectgroup","objects":[{"id":1,"polygon":{"x":1,"y":1}}]`), "polygon: expected a list of objects, got an object"},
		{layer(`"type":"objectgroup","objects":[{"id":1,"text":[{"text":"t"}]}]`), "text: expected an object, got a list"},
		{layer(`"type":"tilelayer","chunks":{"width":0}`), "chunks: expected a list of objects, got an object"},
		{set(`"tileoffset":[{"x":1}]`), "tileoffset: expected an object, got a list"},
		{set(`"tiles":[{"id":1,"animation":{"tileid":1}}]`), "animation: expected a list of objects, got an object"},
		{set(`"tiles":[{"id":1,"objectgroup":[{"objects":[]}]}]`), "objectgroup: expected an object, got a list"},
		{set(`"wangsets":[{"colors":{"name":"c"}}]`), "colors: expected a list of objects, got an object"},
		{set(`"wangsets":[{"wangtiles":{"tileid":0,"wangid":[0,0,0,0,0,0,0,0]}}]`), "wangtiles: expected a list of objects, got an object"},
		{property(`"type":"list","value":{"type":"int","value":1}`), "value: expected a list for the type list, got an object"},
		{property(`"type":"class","value":[{"a":1}]`), "value: expected an object for the type class, got a list"},
		{property(`"type":"int","value":[{"a":1}]`), "value: expected a single value for the type int, got a list"},
	} {
		b := build(t, write(t, "m.tmj", c.level), editor.Options{})
		require.Contains(t, b.messages, c.want, c.level)
		require.Equal(t, 1, b.errors, b.messages)
	}
}

// A list of one property is one, and an object as before Tiled 1.2 has a property for each of
// its members, whatever they are called. Without a class a list of one item is one, too.
func TestPropertiesAreAListOrAnObject(t *testing.T) {
	for properties, want := range map[string][]string{
		`[{"name":"a","type":"string"}]`: {`<property name="a" type="string"/>`},
		`[{"type":"int","value":5}]`:     {`<property type="int" int="5"/>`},
		`{"name":"a","value":5}`:         {`<property name="name" type="string">a</property>`, `<property name="value" type="int" int="5"/>`},
		`[{"name":"a","type":"class","value":{"l":[{"type":"int","value":5}]}}]`: {`<property name="a" type="class" nested="2"/>`,
			`<property name="l" type="list" nested="1"/>`, `<property type="int" int="5"/>`},
	} {
		b := build(t, write(t, "m.tmj", mapWith(`"properties":`+properties)), editor.Options{})
		require.Zero(t, b.errors)
		require.Equal(t, want, lines(b, "property"), properties)
	}
}

// The editor writes strings here, and reads whatever is there as one.
func TestTextsThatAreNoStrings(t *testing.T) {
	b := build(t, write(t, "m.tmj", mapWith(`"layers":[{"type":"objectgroup","id":1,`+"\n"+`"name":5,"objects":[
{"id":1,"name":"a","type":true},{"id":2,"text":{"text":7,"fontfamily":"f"}},
{"id":3,"name":null,"type":""}]},{"type":"group","id":2,"name":6}]`)), editor.Options{})
	require.Zero(t, b.errors)
	require.Contains(t, b.messages, "m.tmj:2:8: warning: name: expected a string, got 5")
	require.Contains(t, b.messages, "m.tmj:3:27: warning: type: expected a string, got true")
	require.Contains(t, b.messages, "m.tmj:3:56: warning: text: expected a string, got 7")
	require.Equal(t, 3, strings.Count(b.messages, "warning: "), b.messages)
	require.Contains(t, b.xml, `name="5"`)
	require.Contains(t, b.xml, `name="6"`)
	require.Contains(t, b.xml, `class="true"`)
}
