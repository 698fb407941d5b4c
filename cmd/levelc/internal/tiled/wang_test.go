package tiled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// withSet builds a map whose tileset has something in it.
func withSet(t *testing.T, inside string) built {
	t.Helper()
	return build(t, write(t, "m.tmx", fmt.Sprintf(fewTiles, inside, "")), editor.Options{})
}

// Before Tiled 1.5 a set had no type, but colors of edges, of corners or of both.
func TestTypesOfWangSets(t *testing.T) {
	const edge, corner = `<wangedgecolor name="e"/>`, `<wangcornercolor name="c"/>`
	for _, c := range []struct{ set, want string }{
		{`<wangset>` + edge, "edge"},
		{`<wangset>` + corner, "corner"},
		{`<wangset>` + corner + edge, "mixed"},
		{`<wangset>`, "mixed"},
		{`<wangset type="edge">`, "edge"},
		{`<wangset type="mixed">` + edge, "mixed"},
	} {
		b := withSet(t, `<wangsets>`+c.set+`</wangset></wangsets>`)
		require.Empty(t, b.messages)
		require.Contains(t, b.xml, `<wangset name="" type="`+c.want+`" tile="-1"`, c.set)
	}
}

// What a corner of old has is the number of a corner's color, and an edge's that of an edge's;
// now they are numbered together.
func TestColorsOfWangTiles(t *testing.T) {
	many := func(n int, color string) string { return strings.Repeat(color, n) }
	const edge, corner, color = `<wangedgecolor name="e"/>`, `<wangcornercolor name="c"/>`, `<wangcolor name="w"/>`
	for _, c := range []struct{ colors, id, want string }{
		{edge + edge + corner, "0x11111112", "2,3,1,3,1,3,1,3"},
		{corner + corner, "0x20101010", "0,1,0,1,0,1,0,2"},
		{edge + edge, "0x02010101", "1,0,1,0,1,0,2,0"},
		{many(15, edge) + corner, "0x1f", "15,16,0,0,0,0,0,0"},
		{many(255, color), " 255, 0,1,0,1,0,1,254 ", "255,0,1,0,1,0,1,254"},
		{color, "0,0,0,0,0,0,0,2", ""},
		{color, "0,0,0,0,0,0,0", ""},
		{color, "0,0,0,0,0,0,0,0,0", ""},
		{color, "0,0,0,0,0,0,0,-1", ""},
		{color, "0x100000000", ""},
		{color, "0x", ""},
	} {
		b := withSet(t, `<wangsets><wangset type="mixed">`+c.colors+`<wangtile tileid="3" wangid="`+c.id+`"/></wangset></wangsets>`)
		if c.want == "" {
			require.Equal(t, 1, b.errors, c.id)
			require.Contains(t, b.messages, "wangid: expected eight numbers of the set's "+fmt.Sprint(strings.Count(c.colors, "name="))+" colors, got", c.id)
			continue
		}
		require.Empty(t, b.messages, c.id)
		require.Contains(t, b.xml, `<wangtile tile="3" colors="`+strings.ReplaceAll(c.want, ",", " ")+`"/>`, c.id)
	}
}

func TestColorsOfWangSetsAreBytes(t *testing.T) {
	b := withSet(t, `<wangsets><wangset>`+strings.Repeat(`<wangcolor name="c"/>`, 256)+`</wangset></wangsets>`)
	require.Contains(t, b.messages, "a wang set has more than 255 colors")
	for n, errors := range map[int]int{255: 0, 256: 1} {
		b = withSet(t, `<terraintypes>`+strings.Repeat(`<terrain name="t"/>`, n)+fmt.Sprintf(`</terraintypes><tile id="1" terrain="%d,-1, ,0"/>`, n-1))
		require.Equal(t, errors, b.errors, b.messages)
		require.Equal(t, errors, strings.Count(b.messages, "a tileset has more than 255 terrains"))
		require.Equal(t, errors == 0, strings.Contains(b.xml, `<wangtile tile="1" colors="0 0 0 1 0 0 0 255"/>`))
	}
}

// A tile may have no terrain, but not some of four.
func TestTilesWithoutTerrains(t *testing.T) {
	for terrain, want := range map[string]string{"": "", "0,,1,": "0 0 0 0 0 2 0 1", ",,,": "0 0 0 0 0 0 0 0", ",,": "!", "-1": "!"} {
		b := withSet(t, `<terraintypes><terrain name="a"/><terrain name="b"/></terraintypes><tile id="0" terrain="`+terrain+`"/>`)
		if want == "!" {
			require.Contains(t, b.messages, "terrain: expected four numbers of the tileset's 2 terrains, got "+fmt.Sprintf("%q", terrain))
			continue
		}
		require.Empty(t, b.messages)
		require.Equal(t, want != "", strings.Contains(b.xml, "<wangtile "), b.xml)
		require.Contains(t, b.xml, want)
	}
}

// Without terrains, numbers of terrains say nothing.
func TestTerrainsThatATilesetHasNot(t *testing.T) {
	b := withSet(t, "\n"+`<tile id="0"/><tile id="1" terrain="0,0,,0"/><tile id="2" terrain=",,,0"/>`)
	require.Contains(t, b.messages, `m.tmx:2:37: warning: tiles of the tileset m/s have terrains, and it has none; they are left out`)
	require.Equal(t, 1, strings.Count(b.messages, "warning: "))
	b = build(t, write(t, "m.tmj", mapWith(`"tilesets":[{"firstgid":1,"name":"s","tilewidth":1,"tileheight":1,"tiles":[`+"\n"+`{"id":0,"terrain":[0,0,-1,0]}]}]`)), editor.Options{})
	require.Contains(t, b.messages, `m.tmj:2:19: warning: tiles of the tileset m/s have terrains, and it has none; they are left out`)
}

// In the editor, the last wang tile of a tile is the one that it has.
func TestTheLastWangTileOfATileCounts(t *testing.T) {
	const tmx = `<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1"><tileset firstgid="1" name="s" tilewidth="1" tileheight="1" tilecount="9" columns="3">
<wangsets><wangset name="w" type="corner"><wangcolor name="c" color="#ff0000" tile="-1"/>
<wangtile tileid="3" wangid="0,1,0,0,0,0,0,0"/>
<wangtile tileid="4" wangid="0,0,0,1,0,0,0,0"/>
<wangtile tileid="3" wangid="0,0,0,0,0,1,0,0"/></wangset>
<wangset name="x" type="corner"><wangcolor name="c" color="#ff0000" tile="-1"/><wangtile tileid="3" wangid="0,1,0,1,0,0,0,0"/></wangset></wangsets></tileset></map>`
	const tmj = `{"orientation":"orthogonal","width":1,"height":1,"tilewidth":1,"tileheight":1,"tilesets":[{"firstgid":1,"name":"s","tilewidth":1,"tileheight":1,"tilecount":9,"columns":3,
"wangsets":[{"name":"w","type":"corner","tile":-1,"colors":[{"name":"c","color":"#ff0000","tile":-1}],"wangtiles":[
{"tileid":3,"wangid":[0,1,0,0,0,0,0,0]},
{"tileid":4,"wangid":[0,0,0,1,0,0,0,0]},
{"tileid":3,"wangid":[0,0,0,0,0,1,0,0]}]},
{"name":"x","type":"corner","tile":-1,"colors":[{"name":"c","color":"#ff0000","tile":-1}],"wangtiles":[{"tileid":3,"wangid":[0,1,0,1,0,0,0,0]}]}]}]}`
	for _, level := range []string{tmx, tmj} {
		b := build(t, write(t, "m.tmx", level), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
		require.Regexp(t, `m.tmx:5:\d: warning: tile 3 stands twice in the wang set "w"`, b.messages)
		require.Regexp(t, `m.tmx:3:\d: the one before it`, b.messages)
		require.Equal(t, []string{`<wangtile tile="4" colors="0 0 0 1 0 0 0 0"/>`, `<wangtile tile="3" colors="0 0 0 0 0 1 0 0"/>`, `<wangtile tile="3" colors="0 1 0 1 0 0 0 0"/>`}, lines(b, "wangtile"))
	}
}

// Before Tiled 1.5 the colors could be those of a flipped tile. The editor still reads such files,
// and leaves the flips out.
func TestWangTilesThatAreFlipped(t *testing.T) {
	const set = `<wangsets><wangset name="w"><wangcornercolor name="c"/><wangtile tileid="0" wangid="0x10" hflip="0"/>` + "\n" + `<wangtile tileid="3" wangid="0x1000"%s/></wangset></wangsets>`
	require.Empty(t, withSet(t, fmt.Sprintf(set, ` dflip="false" vflip="0"`)).messages)
	for _, name := range []string{"hflip", "vflip", "dflip"} {
		b := withSet(t, fmt.Sprintf(set, " "+name+`="1"`))
		require.Contains(t, b.messages, "m.tmx:2:45: warning: the "+name+" of a wang tile is left out, as in Tiled since 1.5")
		require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
		require.Contains(t, b.xml, `<wangtile tile="3" colors="0 0 0 1 0 0 0 0"/>`)
	}
	b := build(t, write(t, "m.tmj", mapWith(`"tilesets":[{"firstgid":1,"name":"s","tilewidth":1,"tileheight":1,"wangsets":[{"name":"w","cornercolors":[{"name":"c"}],"wangtiles":[`+"\n"+
		`{"tileid":3,"wangid":[0,0,0,1,0,0,0,0],"hflip":false,"vflip":true,"dflip":true}]}]}]`)), editor.Options{})
	require.Contains(t, b.messages, "m.tmj:2:62: warning: the vflip of a wang tile is left out")
	require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
}

// Nothing can be meant by what these do not say, not tile 0 nor the place 0.
func TestWhatTheEditorAlwaysSays(t *testing.T) {
	in := func(inside string) string { return fmt.Sprintf(fewTiles, inside, "") }
	set := func(inside string) string {
		return mapWith(`"tilesets":[{"firstgid":1,"name":"s","tilewidth":1,"tileheight":1,` + inside + `}]`)
	}
	for level, want := range map[string]string{
		in("<wangsets><wangset name='w'>\n<wangtile wangid='0,0,0,0,0,0,0,0'/></wangset></wangsets>"):                                "the wang tile has no tileid",
		set(`"wangsets":[{"name":"w","wangtiles":[` + "\n" + `{"wangid":[0,0,0,0,0,0,0,0]}]}]`):                                      "the wang tile has no tileid",
		in("<tile id='0'><animation>\n<frame duration='5'/></animation></tile>"):                                                     "the frame has no tileid",
		set(`"tiles":[{"id":0,"animation":[` + "\n" + `{"duration":5}]}]`):                                                           "the frame has no tileid",
		bare("<layer id='1' width='1' height='1'><data encoding='csv'>\n<chunk y='0' width='1' height='1'>0</chunk></data></layer>"): "the chunk has no x",
		mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[{"id":1,"polygon":[{"x":0,"y":0},` + "\n" + `{"x":1}]}]}]`):       "the point has no y",
		mapWith(`"layers":[` + "\n" + `{"id":1,"name":"l"}]`):                                                                        "the layer has no type",
		bare("<layer id='1' width='1' height='1'><data>\n0</data></layer>"):                                                          "the cells cannot be read: there is a text, and no encoding",
		mapWith(`"layers":[{"type":"tilelayer","id":1,"chunks":[` + "\n" + `{"x":0,"width":1,"height":1,"data":[0]}]}]`):             "the chunk has no y",
	} {
		b := build(t, write(t, "m.tmx", level), editor.Options{})
		require.Contains(t, b.messages, "m.tmx:2:", level)
		require.Contains(t, b.messages, want)
		require.Equal(t, 1, b.errors, b.messages)
	}
}
