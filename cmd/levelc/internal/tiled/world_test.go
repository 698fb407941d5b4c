package tiled_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/loader/tiled"
)

func TestAWorldHasTheMapsThatItNamesAndThoseThatFit(t *testing.T) {
	b := build(t, filepath.Join(examples, "caves", "caves.world"), editor.Options{})
	var w tiled.World
	load(t, b, &w)
	require.Empty(t, b.messages)
	var got []string
	for _, m := range w.Maps.All() {
		world, ok := w.Worlds.Get(m.World)
		require.True(t, ok)
		got = append(got, fmt.Sprint(w.Strings.Get(world.ID), " ", w.Strings.Get(m.ID), " ", m.WorldX, " ", m.WorldY))
	}
	require.Equal(t, []string{"caves town 100 -50", "caves cave_1_-2 69 -57"}, got)
	// Both maps use one tileset, which is there once, and its image is named from the world's folder on.
	require.Equal(t, 1, w.Tilesets.Len())
	require.Contains(t, b.xml, `image="../images/ground.png"`)
	require.Contains(t, b.xml, `>../music/town.ogg<`)
}

func TestMapsOfOneNameAreToldApartByTheirFolders(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"><tileset firstgid="1" source="s.tsx"/><objectgroup id="1"><object id="1"/></objectgroup></map>`
	b := build(t, write(t, "w.world", `{"maps":[{"fileName":"a/m.tmx","x":1},{"fileName":"b/m.tmx","x":2},{"fileName":"n.tmx"}],"properties":[{"name":"p","type":"int","value":3}]}`,
		"a/m.tmx", m, "b/m.tmx", m, "n.tmx", m, "a/s.tsx", set("", ""), "b/s.tsx", set("", ""), "s.tsx", set("", "")), editor.Options{})
	require.Empty(t, b.messages)
	for _, want := range []string{`<tilemap id="a/m"`, `<tilemap id="b/m"`, `<tilemap id="n"`, `<object id="a/m#1"`, `<object id="b/m#1"`, `<object id="n#1"`, `<layer id="b/m/1"`, `<tileset id="s"`, `<tileset id="b/s"`, `<property name="p" type="int" int="3"/>`} {
		require.Contains(t, b.xml, want)
	}
	require.NotNil(t, b.lvl)
}

func TestAPatternPlacesMapsThatNothingElsePlaces(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`
	// As in the manual of Tiled, the pattern does not end with the extension, or not with $.
	for _, pattern := range []string{`r(\\d)_(\\d)`, `r(\\d)_(\\d)\\.tm`} {
		b := build(t, write(t, "w.world", `{"maps":[{"fileName":"./r1_1.tmx","x":7},{"fileName":".\\r1_2.tmx","x":8}],"patterns":[{"regexp":"`+pattern+`","multiplierX":10,"multiplierY":100}]}`,
			"r1_1.tmx", m, "r1_2.tmx", m, "r2_3.tmx", m, "r2_4.TMJ", `{"type":"map","orientation":"orthogonal","tilewidth":1,"tileheight":1,"layers":[]}`,
			"r1_1.png", "\x89PNG", "r2_3.tmx~", m, "r2_3.tmx.bak", m, "r2_3.tmx.license", "MIT"), editor.Options{})
		require.Empty(t, b.messages)
		for _, want := range []string{`id="r1_1"`, `worldx="7"`, `id="r1_2"`, `worldx="8"`, `id="r2_3"`, `worldx="20" worldy="300"`} {
			require.Contains(t, b.xml, want)
		}
		require.Equal(t, !strings.Contains(pattern, "tm"), strings.Contains(b.xml, `id="r2_4"`)) // patterns tell letters apart
	}
}

// On a disk that takes other capitals for a name, the list of a world may spell a map
// otherwise than the folder. A link stands for such a disk where there is none.
func TestAMapInTwoSpellingsIsPlacedOnce(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`
	world := write(t, "w.world", `{"maps":[{"fileName":"Town1_0.tmx","x":7}],"patterns":[{"regexp":"[Tt]own(\\d)_(\\d)\\.tmx"}]}`, "town1_0.tmx", m, "town2_0.tmx", m)
	link := func(beside, name, other string) {
		t.Helper()
		dir := filepath.Dir(beside)
		if err := os.Link(filepath.Join(dir, name), filepath.Join(dir, other)); err != nil && !os.IsExist(err) {
			t.Skip("no links here: ", err)
		}
	}
	link(world, "town1_0.tmx", "Town1_0.tmx")
	link(world, "town2_0.tmx", "Town2_0.tmx")
	b := build(t, world, editor.Options{})
	require.Empty(t, b.messages)
	require.Len(t, lines(b, "tilemap"), 2)
	require.Contains(t, b.xml, `worldx="7"`)

	both := write(t, "w.world", `{"maps":[{"fileName":"Town.tmx"},{"fileName":"town.tmx"}]}`, "town.tmx", m)
	link(both, "town.tmx", "Town.tmx")
	b = build(t, both, editor.Options{})
	require.Contains(t, b.messages, "the map town.tmx is in the world twice")
}

func TestAPatternThatPlacesAMapTooFarAwayIsAnError(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`
	b := build(t, write(t, "w.world", `{"patterns":[{"regexp":"r(\\d+)_(\\d+)","multiplierX":1000000,"offsetY":2147483647}]}`,
		"r1_0.tmx", m, "r3000_0.tmx", m, "r2_1.tmx", m), editor.Options{})
	require.Contains(t, b.messages, "w.world:1:24: the pattern places the map r3000_0.tmx at 3000000000, 2147483647\n")
	require.Contains(t, b.messages, "w.world:1:24: the pattern places the map r2_1.tmx at 2000000, 2147483648\n")
	require.Contains(t, b.messages, "hint: a place has 32 bits")
	require.NotContains(t, b.messages, "r1_0")
}

// Tiled takes what is no number for 0, where no map is meant to be.
func TestAMapThatAPatternCannotPlaceIsTold(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`
	b := build(t, write(t, "w.world", `{"patterns":[{"regexp":"m_(.+)_(.+)\\.tmx"},{"regexp":"m_n(\\d)_(\\d)"}]}`,
		"m_1_2.tmx", m, "m_x_0.tmx", m, "m_0_99999999999.tmx", m, "m_n3_4.tmx", m, "m_x_0.png", ""), editor.Options{})
	require.Zero(t, b.errors)
	require.Equal(t, 2, strings.Count(b.messages, "warning: "), b.messages)
	require.Contains(t, b.messages, `w.world:1:24: warning: the map m_x_0.tmx is left out: the pattern fits it, but "x" is no whole number of 32 bits`)
	require.Contains(t, b.messages, `the map m_0_99999999999.tmx is left out: the pattern fits it, but "99999999999" is no whole number of 32 bits`)
	require.Len(t, lines(b, "tilemap"), 2)
	require.Contains(t, b.xml, `worldx="3" worldy="4"`)

	b = build(t, write(t, "w.world", `{"maps":[{"fileName":"a.tmx"}],"patterns":[{"regexp":"b(\\d)(\\d)"},{"regexp":"c(\\d)(\\d)"}]}`, "a.tmx", m), editor.Options{})
	require.Zero(t, b.errors)
	require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
	require.Contains(t, b.messages, "w.world:1:54: warning: no map fits a pattern of the world")
}

func TestFilesOfOldVersions(t *testing.T) {
	// Tiled 1.0: properties and tiles are objects with names and numbers as keys, and layers have no ids.
	b := build(t, write(t, "m.json", `{"height":1,"layers":[{"data":[1,2],"height":1,"name":"l","opacity":1,"properties":{"a":"b","n":"5","f":"0.5"},"propertytypes":{"a":"string","n":"int","f":"float"},"type":"tilelayer","visible":true,"width":2,"x":0,"y":0},
		{"name":"g","type":"group","layers":[{"name":"o","type":"objectgroup","objects":[{"type":"t","x":1,"y":2},{"id":0,"x":3}]}]}],
		"orientation":"orthogonal","tileheight":8,"tilesets":[{"firstgid":1,"image":"a.png","imageheight":8,"imagewidth":16,"margin":0,"name":"t","spacing":0,"tileheight":8,"tilewidth":8,
		"tiles":{"1":{"animation":[{"duration":7,"tileid":0}]}},"tileproperties":{"0":{"k":"v"},"1":{"m":"true"}},"tilepropertytypes":{"0":{"k":"string"},"1":{"m":"bool"}}}],"tilewidth":8,"version":1,"width":2,"properties":{}}`), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, []string{
		`<property name="k" type="string">v</property>`, `<property name="m" type="bool" bool="true"/>`,
		`<property name="a" type="string">b</property>`, `<property name="f" type="float" float="0.5"/>`, `<property name="n" type="int" int="5"/>`,
	}, lines(b, "property"))
	require.Contains(t, b.xml, `<layer id="m/_1" number="0" name="l"`)
	require.Contains(t, b.xml, `<layer id="m/_2_1" number="0" name="o"`)
	require.Contains(t, b.xml, `<object id="m#_1" number="0" class="t" x="1" y="2"`)
	require.Contains(t, b.xml, `<object id="m#_2" number="0" x="3"`)
	require.Contains(t, b.xml, `<frame tile="0" duration="7"/>`)
	require.Contains(t, b.xml, `tilecount="2"`)
	require.NotNil(t, b.lvl)

	// Before 1.5: wang ids as hexadecimal numbers, and colors of edges and of corners.
	b = build(t, write(t, "m.tmx", inMap(""), "set.tsx", set("", `<terraintypes><terrain name="grass" tile="4"><properties><property name="p" value="v"/></properties></terrain><terrain name="sand" tile="-1"/></terraintypes><tile id="5" terrain="0,,1,1"/><tile id="6"/><wangsets>
		<wangset name="both" tile="-1"><wangcornercolor name="c" color="#ff0000" tile="-1" probability="1"/><wangedgecolor name="e" color="#00ff00" tile="2" probability="0.5"/><wangtile tileid="3" wangid="0x01010011"/></wangset>
		<wangset name="edges" tile="1"><wangedgecolor name="e" color="#00ff00" tile="2" probability="0.5"/><wangedgecolor name="f"/><wangtile tileid="3" wangid="0x1020102"/></wangset></wangsets>`)), editor.Options{})
	require.Empty(t, b.messages)
	var w tiled.World
	load(t, b, &w)
	require.Equal(t, 3, w.WangSets.Len())
	for _, s := range w.WangSets.All() {
		switch colors, tiles := w.WangColors.Slice(s.Colors), w.WangTiles.Slice(s.Tiles); w.Strings.Get(s.Name) {
		case "both":
			require.Equal(t, tiled.Mixed, s.Type)
			require.Equal(t, []string{"e", "c"}, []string{w.Strings.Get(colors[0].Name), w.Strings.Get(colors[1].Name)})
			require.Equal(t, []tiled.WangTile{{Tile: 3, Colors: [8]uint8{1, 2, 0, 0, 1, 0, 1, 0}}}, tiles)
		case "Terrains":
			require.Equal(t, []any{tiled.Corner, int32(-1), int32(4), "sand"}, []any{s.Type, s.Tile, colors[0].Tile, w.Strings.Get(colors[1].Name)})
			require.Equal(t, []tiled.WangTile{{Tile: 5, Colors: [8]uint8{0, 0, 0, 2, 0, 2, 0, 1}}}, tiles)
		default:
			require.Equal(t, []any{tiled.Edge, int32(1)}, []any{s.Type, s.Tile})
			require.Equal(t, [8]uint8{2, 0, 1, 0, 2, 0, 1, 0}, tiles[0].Colors)
		}
	}
}

// Layers without numbers are called by their place among the layers, whatever else stands
// there.
func TestLayersOfOldVersionsAreCalledTheSameInBothFormats(t *testing.T) {
	x := build(t, write(t, "m.tmx", `<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8"><properties><property name="p" value="v"/></properties>
		<tileset firstgid="1" name="s" tilewidth="8" tileheight="8" tilecount="1" columns="1"/><tileset firstgid="2" name="u" tilewidth="8" tileheight="8" tilecount="1" columns="1"/>
		<layer name="a" width="1" height="1"><data encoding="csv">1</data></layer>
		<group name="g"><properties><property name="p" value="v"/></properties><objectgroup name="o"/><imagelayer name="i"/></group></map>`), editor.Options{})
	j := build(t, write(t, "m.tmj", `{"editorsettings":{"chunksize":{"width":4}},"height":1,"layers":[{"data":[1],"height":1,"name":"a","type":"tilelayer","width":1},
		{"layers":[{"name":"o","objects":[],"type":"objectgroup"},{"name":"i","type":"imagelayer"}],"name":"g","properties":{"p":"v"},"propertytypes":{"p":"string"},"type":"group"}],
		"orientation":"orthogonal","properties":{"p":"v"},"propertytypes":{"p":"string"},"tileheight":8,"tilesets":[{"columns":1,"firstgid":1,"name":"s","tilecount":1,"tileheight":8,"tilewidth":8},
		{"columns":1,"firstgid":2,"name":"u","tilecount":1,"tileheight":8,"tilewidth":8}],"tilewidth":8,"width":1}`), editor.Options{})
	require.Empty(t, x.messages)
	require.Empty(t, j.messages)
	require.Equal(t, x.xml, j.xml)
	for _, id := range []string{"m/_1", "m/_2", "m/_2_1", "m/_2_2"} {
		require.Contains(t, x.xml, `<layer id="`+id+`" number="0"`)
	}
}

func TestWhatATilesetHas(t *testing.T) {
	tsx := `<tileset version="1.10" name="ground" class="Floor" tilewidth="16" tileheight="8" spacing="1" margin="2" tilecount="8" columns="4" objectalignment="top" tilerendersize="grid" fillmode="preserve-aspect-fit" backgroundcolor="#102030">
		<tileoffset x="1" y="-2"/><grid orientation="isometric" width="8" height="4"/><transformations hflip="1" vflip="0" rotate="1" preferuntransformed="1"/>
		<properties><property name="wet" type="bool" value="true"/></properties><image source="g.png" trans="ff00ff" width="64" height="32"/>
		<tile id="7"><animation><frame tileid="7" duration="100"/><frame tileid="2" duration="50"/></animation></tile>
		<tile id="2" class="old"><objectgroup><object id="1" x="1" y="2"><properties><property name="next" type="object" value="2"/></properties></object><object id="2" name="n" type="c"/></objectgroup></tile>
		<wangsets><wangset name="w" type="corner" tile="3" class="WC"><wangcolor name="a" color="#ff0000" tile="1" probability="0.5" class="CC"><properties><property name="p" value="v"/></properties></wangcolor><wangtile tileid="0" wangid="0,1,0,0,0,1,0,0"/></wangset></wangsets></tileset>`
	tsj := `{"name":"ground","class":"Floor","tilewidth":16,"tileheight":8,"spacing":1,"margin":2,"tilecount":8,"columns":4,"objectalignment":"top","tilerendersize":"grid","fillmode":"preserve-aspect-fit","backgroundcolor":"#102030",
		"tileoffset":{"x":1,"y":-2},"grid":{"orientation":"isometric","width":8,"height":4},"transformations":{"hflip":true,"vflip":false,"rotate":true,"preferuntransformed":true},
		"properties":[{"name":"wet","type":"bool","value":true}],"image":"g.png","imagewidth":64,"imageheight":32,"transparentcolor":"#ff00ff","type":"tileset",
		"tiles":[{"id":7,"animation":[{"tileid":7,"duration":100},{"tileid":2,"duration":50}]},{"id":2,"type":"old","objectgroup":{"type":"objectgroup","objects":[{"id":1,"x":1,"y":2,"properties":[{"name":"next","type":"object","value":2}]},{"id":2,"name":"n","type":"c"}]}}],
		"wangsets":[{"name":"w","type":"corner","tile":3,"class":"WC","colors":[{"name":"a","color":"#ff0000","tile":1,"probability":0.5,"class":"CC","properties":[{"name":"p","type":"string","value":"v"}]}],"wangtiles":[{"tileid":0,"wangid":[0,1,0,0,0,1,0,0]}]}]}`
	x := build(t, write(t, "m.tmx", strings.Replace(inMap(""), "set.tsx", "ground.tsx", 1), "ground.tsx", tsx), editor.Options{})
	j := build(t, write(t, "m.tmx", strings.Replace(inMap(""), "set.tsx", "ground.tsj", 1), "ground.tsj", tsj), editor.Options{})
	require.Empty(t, x.messages)
	require.Empty(t, j.messages)
	require.Equal(t, x.lvl, j.lvl)

	var w tiled.World
	load(t, x, &w)
	for _, s := range w.Tilesets.All() {
		name, class, image, props, tiles := s.Name, s.Class, s.Image, s.Properties, s.Tiles
		require.Equal(t, []string{"ground", "ground", "Floor", "g.png"}, []string{w.Strings.Get(s.ID), w.Strings.Get(name), w.Strings.Get(class), w.Strings.Get(image)})
		require.True(t, w.PropertiesOf(props).Bool("wet", false))
		want := tiled.Tileset{ID: s.ID, Name: name, Class: class, Image: image, Properties: props, Tiles: tiles,
			TileWidth: 16, TileHeight: 8, TileCount: 8, Columns: 4, Spacing: 1, Margin: 2, ImageWidth: 64, ImageHeight: 32, OffsetX: 1, OffsetY: -2, GridWidth: 8, GridHeight: 4,
			Background: tiled.Color{0x10, 0x20, 0x30, 255}, Transparent: tiled.Color{255, 0, 255, 255}, Align: tiled.Top, RenderSize: tiled.RenderGrid, FillMode: tiled.PreserveAspectFit,
			GridOrientation: tiled.Isometric, Transformations: tiled.MayFlipH | tiled.MayRotate | tiled.PreferUntransformed}
		require.Equal(t, want, *s)
		tile, ok := w.Tile(s, 7)
		require.True(t, ok)
		require.Equal(t, []tiled.Frame{{Tile: 7, Duration: 100}, {Tile: 2, Duration: 50}}, w.Frames.Slice(tile.Frames))
		tile, ok = w.Tile(s, 2)
		require.True(t, ok)
		require.Equal(t, "old", w.Strings.Get(tile.Class))
		n := 0
		for _, o := range w.Objects.All() {
			owner, ok := w.Tiles.Get(o.Tile)
			require.True(t, ok)
			require.Equal(t, tile, owner)
			if n++; o.Number == 1 {
				h, ok := w.Objects.FromAny(w.PropertiesOf(o.Properties).Object("next"))
				require.True(t, ok)
				next, _ := w.Objects.Get(h)
				require.Equal(t, "ground:2#2", w.Strings.Get(next.ID))
			}
		}
		require.Equal(t, 2, n)
	}
	for _, s := range w.WangSets.All() {
		c := w.WangColors.Slice(s.Colors)[0]
		require.Equal(t, "WC CC v", w.Strings.Get(s.Class)+" "+w.Strings.Get(c.Class)+" "+w.PropertiesOf(c.Properties).String("p", ""))
		require.Equal(t, [8]uint8{0, 1, 0, 0, 0, 1, 0, 0}, w.WangTiles.Slice(s.Tiles)[0].Colors)
	}
}

// A file of 1 GiB with nothing but keys that maps have, which is none.
func TestDetectReadsNoMoreThanItHasTo(t *testing.T) {
	path := write(t, "a.json", `{"height":1,"layers":[{"a":"`)
	require.NoError(t, os.Truncate(path, 1<<30))
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.False(t, reader.Detect(f))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
}

func TestDetect(t *testing.T) {
	manyKeys := ""
	for i := range 200 {
		manyKeys += fmt.Sprintf(` k%d=""`, i)
	}
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a.xml", `<?xml version="1.0"?><!-- c --><map version="1.0" orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1"/>`, true},
		{"a.xml", `<map orientation="toric" tilewidth="1" tileheight="1"><broken`, true},
		{"a.xml", ` <?xml version="1.0"?><!-- a -- b --><map orientation="orthogonal" tilewidth="1" tileheight="1"/>`, true},
		{"a.xml", `<map width="1" height="1"/>`, false},
		{"a.xml", `<map orientation="orthogonal" tileheight="1"/>`, false},
		{"a.xml", `<map orientation="orthogonal" tilewidth="1"/>`, false},
		{"a.xml", `<map tilewidth="1" tileheight="1"/>`, false},
		{"a.xml", `<map` + manyKeys + ` orientation="orthogonal" tilewidth="1" tileheight="1"/>`, true},
		{"a.json", `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"type":"` + strings.Repeat("x", 300) + `","layers":[]}`, false},
		{"a.xml", `<tileset tilewidth="1" tileheight="1" orientation="orthogonal"/>`, false},
		{"a.xml", `<level><map orientation="orthogonal" tilewidth="1" tileheight="1"/></level>`, false},
		{"a.json", `{"compressionlevel":-1,"height":1,"infinite":false,"layers":[{"broken`, true},
		{"a.json", `{"compressionlevel":-1,"height":1,"infinite":false,"layers":[]}`, true},
		{"a.json", `{"height":1,"layers":[{"x":1}],"orientation":"orthogonal","tileheight":1,"tilesets":[],"tilewidth":1,"type":"map"}`, true},
		{"a.json", `{"height":1,"layers":[{"x":1}],"orientation":"orthogonal","tileheight":1,"tilewidth":1}`, true},
		{"a.json", `{"height":1,"layers":[{"x":1}],"tileheight":1,"tilewidth":1}`, false},
		{"a.json", `{"height":1,"layers":[{"x":1}],"name":"mine","orientation":"orthogonal","tileheight":1,"tilewidth":1}`, false},
		{"a.json", `{"height":1,"layers":[{"data":"` + strings.Repeat("AAAA", 5<<18) + `"}],"orientation":"orthogonal","tileheight":1,"tilewidth":1}`, true},
		{"a.json", `{"height":1,"layers":[{"x":1},` + strings.Repeat(`{"data":[1,2,3]},`, 5<<16) + `{}],"orientation":"orthogonal","tileheight":1,"tilewidth":1}`, true},
		{"a.json", `{"height":1,"layers":[{"data":[` + strings.Repeat(`1,2,3,`, 3<<18) + `1]}],"orientation":"orthogonal","tileheight":1,"tilewidth":1}`, true},
		{"a.json", `{"height":1,"layers":[` + strings.Repeat(`{"x":1},`, 5<<17) + `{}],"width":1}`, false},
		{"a.json", `{"height":1,"name":[` + strings.Repeat(`{"x":1},`, 5<<17) + `{}],"layers":[{"tilewidth":1}]}`, false},
		{"a.json", `{"tilewidth":1,"tileheight":1,"orientation":"orthogonal"}`, false},
		{"a.json", `[{"orientation":"orthogonal"}]`, false},
		{"a.json", `{"generator":"g","orientation":"orthogonal","tilewidth":1,"tileheight":1,"type":"map","layers":[]}`, true},
		{"a.json", `{"generator":"g","orientation":"orthogonal","tilewidth":1,"tileheight":1,"layers":[]}`, false},
		{"a.json", `{"generator":["g"],"orientation":"orthogonal","tilewidth":1,"tileheight":1,"type":"map","layers":[]}`, false},
		{"a.json", `{}`, false},
		{"a.tmx", `<map tilewidth="1" tileheight="1"/>`, true},
		{"A.TMX", `<tileset`, true},
		{"a.tmj", `{"typ":"map"}`, true},
		{"a.tsx", `<tileset/>`, false},
		{"a.world", `{"maps":[]}`, true},
		{"a.json", `{"maps":[],"type":"world"}`, true},
		{"a.json", `{"maps":[]}`, false},
		{"a.json", `{"type":"world"}`, false},
		{"a.world", `{"type":"scene","maps":[]}`, false},
		{"a.xml", ``, false},
		{"a.xml", `hello`, false},
	} {
		f, err := source.Open(write(t, c.name, c.text))
		require.NoError(t, err)
		require.Equal(t, c.want, reader.Detect(f), c.text[:min(len(c.text), 200)])
		f.Close()
	}
}

// A level that comes through a pipe has no folder but the one that levelc runs in.
func TestALevelWithoutAPath(t *testing.T) {
	f, err := source.Spool(strings.NewReader(`<map orientation="orthogonal" tilewidth="1" tileheight="1"><objectgroup id="1"><object id="1"/></objectgroup></map>`), "<stdin>")
	require.NoError(t, err)
	defer f.Close()
	level, err := editor.Translate(t.Context(), f, "", reader.Reader, editor.Options{Schema: reader.Schema()})
	require.NoError(t, err)
	defer level.Close()
	require.Empty(t, level.Found.All())
	var text [4096]byte
	n, _ := level.File.ReadAt(text[:], 0)
	require.Contains(t, string(text[:n]), `<object id="map#1"`)
}

// Two builds of a level are equal to the byte.
func TestBuildsAreTheSame(t *testing.T) {
	for _, name := range []string{"town.tmx", "caves/caves.world"} {
		one := build(t, filepath.Join(examples, filepath.FromSlash(name)), editor.Options{})
		for range 3 {
			require.Equal(t, one.lvl, build(t, filepath.Join(examples, filepath.FromSlash(name)), editor.Options{}).lvl)
		}
	}
}

// What a level has does not depend on the folder that it is built in, even where the
// files of a map name each other by ways that lead out of it.
func TestALevelIsTheSameFromEveryFolder(t *testing.T) {
	const m = `<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" source="t.tsx"/>
		<objectgroup id="2"><object id="1" template="../shared/x.tx" x="0" y="8"/></objectgroup></map>`
	world := write(t, "maps/w.world", `{"maps":[{"fileName":"m_1_1.tmx","x":1},{"fileName":"../maps/m_2_2.tmx","x":2}],"patterns":[{"regexp":"m_(\\d)_(\\d)"}]}`,
		"maps/m_1_1.tmx", m, "maps/m_2_2.tmx", m, "maps/m_3_3.tmx", m,
		"maps/t.tsx", `<tileset name="t" tilewidth="8" tileheight="8" tilecount="4" columns="2"><image source="a.png" width="16" height="16"/><tile id="1" type="q"/></tileset>`,
		"shared/x.tx", `<template><tileset firstgid="1" source="../maps/t.tsx"/><object type="p" gid="2"><properties><property name="f" type="file" value="../maps/f.txt"/></properties></object></template>`)
	whole := build(t, world, editor.Options{})
	require.Empty(t, whole.messages)
	require.Len(t, lines(whole, "tileset"), 1)
	require.Len(t, lines(whole, "use"), 3)
	require.Len(t, lines(whole, "tilemap"), 3)
	require.Contains(t, whole.xml, `image="a.png"`)
	require.Contains(t, whole.xml, `>f.txt</property>`)
	maps := filepath.Dir(world)
	for _, from := range []string{maps, filepath.Dir(maps), filepath.Join(maps, "..", "shared"), os.TempDir()} {
		t.Chdir(from)
		here, err := os.Getwd()
		require.NoError(t, err)
		path, err := filepath.Rel(here, world)
		require.NoError(t, err)
		b := build(t, path, editor.Options{})
		require.Empty(t, b.messages, from)
		require.Equal(t, whole.xml, b.xml, from)
		require.Equal(t, whole.lvl, b.lvl, from)
	}

	b := build(t, write(t, "w/up.world", `{"maps":[{"fileName":"m.tmx"},{"fileName":"../w/m.tmx"}]}`, "w/m.tmx", `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`), editor.Options{})
	require.Contains(t, b.messages, "the map ../w/m.tmx is in the world twice")
	b = build(t, write(t, "w.world", `{"maps":[{"fileName":"m.tmx"}],"patterns":[{"regexp":"m(.*)(.*)"}]}`, "m.tmx", `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`), editor.Options{})
	require.Empty(t, b.messages)
}
