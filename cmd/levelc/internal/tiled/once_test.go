package tiled_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Of two children where there can be one only, one would be lost.
func TestChildrenThatStandTwiceAreErrors(t *testing.T) {
	one := func(object string) string { return inMap(objectsIn(object)) }
	in := func(tileset string) string {
		return inMap(`<tileset firstgid="9" name="z" tilewidth="1" tileheight="1">` + tileset + `</tileset>`)
	}
	for _, c := range []struct{ level, want string }{
		{inMap("<layer id='1' width='1' height='1'>\n<data encoding='csv'>1</data>\n <data encoding='csv'>2</data></layer>"), "m.tmx:3:3: data stands twice in a layer"},
		{inMap("<imagelayer id='1'><image source='a'/>\n<image source='b'/></imagelayer>"), "m.tmx:2:2: image stands twice in a layer"},
		{in("<image source='a'/>\n<image source='b'/>"), "m.tmx:2:2: image stands twice in a tileset"},
		{in("<tileoffset x='1'/>\n<tileoffset x='2'/>"), "tileoffset stands twice in a tileset"},
		{in("<wangsets/><wangsets/>"), "wangsets stands twice in a tileset"},
		{in("<tile id='0'><objectgroup/>\n<objectgroup/></tile>"), "m.tmx:2:2: objectgroup stands twice in a tile"},
		{in("<tile id='0'><animation/><animation/></tile>"), "animation stands twice in a tile"},
		{one("<object id='1'><ellipse/>\n<ellipse/></object>"), "m.tmx:2:2: an object has two shapes"},
		{one("<object id='1'><polygon points='0,0'/>\n<polyline points='0,0'/></object>"), "m.tmx:2:2: an object has two shapes"},
		{one("<object id='1' template='t.tx'/><object id='2' template='t.tx'/>"), "t.tx:2:2: object stands twice in a template"},
		{mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,` + "\n" + `"ellipse":true,"point":true}]}]`), "m.tmx:2:24: an object has two shapes"},
		{mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"polygon":[{"x":0,"y":0},{"x":1,"y":0}],"polyline":[{"x":0,"y":0},{"x":1,"y":0}]}]}]`), "an object has two shapes"},
	} {
		b := build(t, write(t, "m.tmx", c.level, "set.tsx", set("", ""), "t.tx", "<template><object/>\n<object/></template>"), editor.Options{})
		require.Contains(t, b.messages, c.want, c.level)
		require.Contains(t, b.messages, "the first one")
		require.Equal(t, 1, b.errors, b.messages)
	}
}

// Other tools write something for each shape that an object has not.
func TestShapesThatAnObjectHasNot(t *testing.T) {
	b := build(t, write(t, "m.tmj", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[
{"id":1,"ellipse":false,"point":false,"polygon":[],"polyline":[{"x":0,"y":0},{"x":1,"y":2}],"text":null},
{"id":2,"ellipse":false,"polygon":[],"polyline":[],"text":[]}]}]`)), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, 1, strings.Count(b.xml, `shape="polyline"`), b.xml)
	require.Equal(t, 1, strings.Count(b.xml, `shape="rectangle"`), b.xml)
}
