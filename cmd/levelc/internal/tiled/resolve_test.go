package tiled_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/tiled"
)

// inMap is a map with some layers, as TMX, and one tileset of 8 tiles of 16 x 8.
func inMap(layers string) string {
	return `<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" source="set.tsx"/>` + layers + `</map>`
}

// set is that tileset.
func set(attributes, inside string) string {
	return `<tileset name="set" tilewidth="16" tileheight="8" tilecount="8" columns="4"` + attributes + `>` + inside + `</tileset>`
}

func objectsIn(inside string) string { return `<objectgroup id="1">` + inside + `</objectgroup>` }

// lines are the lines of the XML that begin with a tag's name and have a text.
func lines(b built, tag string) []string {
	var found []string
	for line := range strings.Lines(b.xml) {
		if strings.HasPrefix(line, "<"+tag+" ") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func TestLayersHaveWhatTheirGroupsGiveThem(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(`
		<imagelayer id="9" name="z" x="3" y="4"/>
		<group id="1" name="g" offsetx="10" offsety="1.5" opacity="0.5" parallaxx="0.5" parallaxy="2" tintcolor="#80ff8040">
		 <group id="2" name="h" offsetx="-4" opacity="0.5" visible="0" parallaxx="0.5" tintcolor="#ffffff">
		  <layer id="3" name="a" width="3" height="2" offsety="1" opacity="0.5" tintcolor="#80808080" mode="add"/>
		 </group>
		 <objectgroup id="4" name="b" draworder="index" class="C"/>
		</group>
		<imagelayer id="5" name="c" x="3" y="4" offsetx="7" repeaty="1"><image source="a.png" width="1" height="2" trans="#010203"/></imagelayer>
		<layer id="6" name="d" x="0" y="0" width="3" height="2"/>`), "set.tsx", set("", "")), editor.Options{})
	var w tiled.World
	load(t, b, &w)
	require.Empty(t, b.messages)
	var got []string
	for _, l := range w.Layers.All() {
		got = append(got, fmt.Sprint(w.Strings.Get(l.Name), " ", l.Type, " ", l.Total.OffsetX, ",", l.Total.OffsetY, " ", l.Total.Opacity, " ", l.Total.ParallaxX, ",", l.Total.ParallaxY, " ", l.Total.Tint, " ", l.Total.Visible))
	}
	require.Equal(t, []string{
		"z image 3,4 1 1,1 [255 255 255 255] true",
		"g group 10,1.5 0.5 0.5,2 [255 128 64 128] true",
		"h group 6,1.5 0.25 0.25,2 [255 128 64 128] false",
		"a tiles 6,2.5 0.125 0.25,2 [128 64 32 64] false",
		"b objects 10,1.5 0.5 0.5,2 [255 128 64 128] true",
		"c image 7,0 1 1,1 [255 255 255 255] true", // Tiled 0.15 keeps x and y, and goes by what it writes itself
		"d tiles 0,0 1 1,1 [255 255 255 255] true",
	}, got)
	for _, l := range w.Layers.All() {
		switch w.Strings.Get(l.Name) {
		case "a":
			require.Equal(t, tiled.Look{OffsetY: 1, Opacity: 0.5, ParallaxX: 1, ParallaxY: 1, Tint: tiled.Color{128, 128, 128, 128}, Visible: true}, l.Own)
			require.Equal(t, "add", w.Strings.Get(l.Blend))
			g, ok := w.Layers.Get(l.Group)
			require.True(t, ok)
			require.Equal(t, "h", w.Strings.Get(g.Name))
			require.Equal(t, "m/3", w.Strings.Get(l.ID))
		case "b":
			require.Equal(t, tiled.ByIndex, l.DrawOrder)
			require.Equal(t, "C", w.Strings.Get(l.Class))
		case "c":
			require.Equal(t, []any{"a.png", int32(1), int32(2), tiled.Color{1, 2, 3, 255}, false, true}, []any{w.Strings.Get(l.Image), l.ImageWidth, l.ImageHeight, l.Transparent, l.RepeatX, l.RepeatY})
		}
	}
}

func TestTilesAreFoundInTheirTilesets(t *testing.T) {
	b := build(t, write(t, "maps/m.tmx", `<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">
		<tileset firstgid="9" source="..\sets/a b.json"/><tileset firstgid="1" name="in" tilewidth="8" tileheight="8" tilecount="8" columns="4"><image source="../images/in.png" width="32" height="16"/></tileset>
		<layer id="1" width="1" height="1"><data encoding="csv">20</data></layer></map>`,
		"sets/a b.json", `{"name":"ab","tilewidth":8,"tileheight":9,"tilecount":2,"columns":0,"type":"tileset","tiles":[{"id":11,"image":"..\/images\/b.png","imagewidth":5,"imageheight":6,"type":"rock","probability":0},{"id":3,"image":"a.png","imagewidth":7,"imageheight":8,"x":1,"y":2,"width":3,"height":4}]}`), editor.Options{})
	var w tiled.World
	load(t, b, &w)
	require.Empty(t, b.messages)
	for _, m := range w.Maps.All() {
		for gid, want := range map[tiled.GID]string{0: "", 1: "m/in 0", 8 | tiled.FlipV: "m/in 7", 9: "a b 0", 20 | tiled.FlipD | tiled.Rotate120: "a b 11", 99: "a b 90"} {
			s, local, ok := w.Tileset(m, gid)
			require.Equal(t, want != "", ok)
			if ok {
				require.Equal(t, want, fmt.Sprint(w.Strings.Get(s.ID), " ", local))
			}
		}
		tile, ok := w.TileOf(m, 20)
		require.True(t, ok)
		require.Equal(t, []string{"a b:11", "rock", "../images/b.png"}, []string{w.Strings.Get(tile.ID), w.Strings.Get(tile.Class), w.Strings.Get(tile.Image)})
		require.Zero(t, tile.Probability)
		_, ok = w.TileOf(m, 10)
		require.False(t, ok)
	}
	require.Contains(t, b.xml, `image="../sets/a.png" imagewidth="7" imageheight="8" x="1" y="2" width="3" height="4" probability="1"`)
	require.Contains(t, b.xml, `image="../images/in.png"`)
}

func TestATilesetThatIsMissingKeepsItsPlace(t *testing.T) {
	level := inMap(`<tileset firstgid="100" name="in" tilewidth="8" tileheight="8" tilecount="8" columns="4"/><layer id="2" width="1" height="1"><data encoding="csv">3</data></layer>` + objectsIn(`<object id="1" gid="3"/>`))
	b := build(t, write(t, "m.tmx", level), editor.Options{})
	require.Equal(t, 1, b.errors, b.messages)
	require.Contains(t, b.messages, "set.tsx does not exist")
	same := build(t, write(t, "set.tmx", level), editor.Options{})
	require.Contains(t, same.messages, "--missing=warn builds the level without it", "the map itself is not what was meant")
	b = build(t, write(t, "m.tmx", level), editor.Options{Missing: diag.Warning})
	var w tiled.World
	load(t, b, &w)
	for _, m := range w.Maps.All() {
		s, local, ok := w.Tileset(m, 3)
		require.True(t, ok)
		require.Equal(t, "set 2", fmt.Sprint(w.Strings.Get(s.ID), " ", local))
	}
}

// Rules of automapping have tiles of a tileset that only the editor has.
func TestATilesetThatIsBuiltIn(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(`<tileset firstgid="100" source=":/automap-tiles.tsx"/><layer id="2" width="2" height="1"><data encoding="csv">3,102</data></layer>`), "set.tsx", set("", "")), editor.Options{})
	require.Zero(t, b.errors, b.messages)
	require.Contains(t, b.messages, "warning: the tileset :/automap-tiles.tsx is built into Tiled")
	require.Equal(t, []string{`<use firstgid="1" tileset="set"/>`, `<use firstgid="100" tileset="automap-tiles"/>`}, lines(b, "use"))
	var w tiled.World
	load(t, b, &w)
	for _, m := range w.Maps.All() {
		s, local, ok := w.Tileset(m, 102)
		require.True(t, ok)
		require.Equal(t, "automap-tiles 2", fmt.Sprint(w.Strings.Get(s.ID), " ", local))
	}
}

func TestShapes(t *testing.T) {
	tmx := build(t, write(t, "m.tmx", inMap(objectsIn(`
		<object id="1" x="1" y="2" width="3" height="4"/><object id="2"><point/></object><object id="3" width="1"><ellipse/></object>
		<object id="4"><polygon points="0,0 1.5,-2  3e1,4"/></object><object id="5"><polyline points="0,0 1,1"/></object>
		<object id="6"><capsule/></object><object id="7" width="9"><text>a
b</text></object><object id="8" gid="2" width="5" height="6"/>`)), "set.tsx", set("", "")), editor.Options{})
	require.Empty(t, tmx.messages)
	tmj := build(t, write(t, "m.json", `{"height":2,"layers":[{"id":1,"type":"objectgroup","objects":[{"id":1,"x":1,"y":2,"width":3,"height":4},{"id":2,"point":true,"x":0,"y":0},{"id":3,"ellipse":true,"width":1,"height":0},
		{"id":4,"polygon":[{"x":0,"y":0},{"x":1.5,"y":-2},{"x":30,"y":4}]},{"id":5,"polyline":[{"x":0,"y":0},{"x":1,"y":1}]},{"id":6,"capsule":true},{"id":7,"width":9,"text":{"text":"a\nb"}},{"id":8,"gid":2,"width":5,"height":6}]}],
		"orientation":"orthogonal","tileheight":16,"tilesets":[{"firstgid":1,"source":"set.tsx"}],"tilewidth":16,"width":3}`, "set.tsx", set("", "")), editor.Options{})
	require.Empty(t, tmj.messages)
	require.Equal(t, tmx.xml, tmj.xml)
	var w tiled.World
	load(t, tmx, &w)
	var got []string
	for _, o := range w.Objects.All() {
		got = append(got, fmt.Sprint(o.Number, " ", o.Shape, " ", w.Points.Slice(o.Points)))
		if o.Shape == tiled.TextShape {
			text := w.Texts.Slice(o.Text)
			require.Len(t, text, 1)
			require.Equal(t, "a\nb sans-serif", w.Strings.Get(text[0].Text)+" "+w.Strings.Get(text[0].Font))
			require.Equal(t, tiled.Text{Text: text[0].Text, Font: text[0].Font, PixelSize: 16, Color: tiled.Color{0, 0, 0, 255}, Kerning: true}, text[0])
		}
	}
	require.Equal(t, []string{"1 rectangle []", "2 point []", "3 ellipse []", "4 polygon [{0 0} {1.5 -2} {30 4}]", "5 polyline [{0 0} {1 1}]", "6 capsule []", "7 text []", "8 tile []"}, got)
}

func TestTileObjectsHaveASizeAndAnAlignment(t *testing.T) {
	for _, c := range []struct{ orientation, align, want string }{
		{"orthogonal", "", "bottomleft"}, {"isometric", "", "bottom"}, {"staggered", "", "bottomleft"},
		{"orthogonal", "topright", "topright"}, {"isometric", "center", "center"},
	} {
		attribute := ""
		if c.align != "" {
			attribute = ` objectalignment="` + c.align + `"`
		}
		level := strings.Replace(inMap(objectsIn(`<object id="1" gid="2147483649" x="100" y="200"/><object id="2" x="1" y="1"/>`)), "orthogonal", c.orientation, 1)
		b := build(t, write(t, "m.tmx", level, "set.tsx", set(attribute, "")), editor.Options{})
		require.Empty(t, b.messages)
		require.Equal(t, []string{
			`<object id="m#1" number="1" x="100" y="200" width="16" height="8" rotation="0" opacity="1" visible="true" gid="2147483649" align="` + c.want + `" shape="tile"/>`,
			`<object id="m#2" number="2" x="1" y="1" width="0" height="0" rotation="0" opacity="1" visible="true" gid="0" align="topleft" shape="rectangle"/>`,
		}, lines(b, "object"))
	}
}

// Before Tiled 0.12 tile objects had no size.
func TestTileObjectsHaveTheSizeOfTheirTile(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" gid="1" width="5"/><object id="2" gid="1" height="6"/><object id="3" gid="2"/><object id="4" gid="3"/>`)),
		"set.tsx", set("", `<tile id="1"><image source="a.png" width="3" height="4"/></tile><tile id="2" width="1" height="2"><image source="b.png" width="3" height="4"/></tile>`)), editor.Options{})
	require.Empty(t, b.messages)
	var w tiled.World
	load(t, b, &w)
	var got []float64
	for _, o := range w.Objects.All() {
		got = append(got, o.Width, o.Height)
	}
	require.Equal(t, []float64{5, 8, 16, 6, 3, 4, 1, 2}, got)
}

func TestTemplatesAreMerged(t *testing.T) {
	template := `<template><tileset firstgid="1" source="more.tsx"/><object id="77" x="50" y="60" name="T" type="tc" gid="1073741826" width="30" height="40" rotation="15" opacity="0.25" visible="0"><properties><property name="a" value="of T"/><property name="b" value="of T"/></properties></object></template>`
	shape := `<template><object name="S" class="sc" width="3" height="4"><polygon points="0,0 1,1 2,0"/></object></template>`
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`
		<object id="1" template="t/t.tx" x="1" y="2"/>
		<object id="2" template="t/t.tx" name="own" class="oc" width="5" height="6" rotation="0" opacity="1" visible="1" gid="3"><properties><property name="b" value="own"/></properties></object>
		<object id="3" template="t/t.tx" width="5"/>
		<object id="4" template="t/s.json"/>
		<object id="5" template="t/s.json"><ellipse/></object>`)),
		"set.tsx", set("", ""), "t/more.tsx", strings.ReplaceAll(set("", ""), `"set"`, `"more"`), "t/t.tx", template, "t/s.json",
		`{"type":"template","object":{"name":"S","class":"sc","width":3,"height":4,"polygon":[{"x":0,"y":0},{"x":1,"y":1},{"x":2,"y":0}]}}`, "unused", shape), editor.Options{})
	require.Empty(t, b.messages)
	var w tiled.World
	load(t, b, &w)
	require.Equal(t, []string{
		`<object id="m#1" number="1" name="T" class="tc" template="t/t" x="1" y="2" width="30" height="40" rotation="15" opacity="0.25" visible="false" gid="1073741834" align="bottomleft" shape="tile">`,
		`<object id="m#2" number="2" name="own" class="oc" template="t/t" x="0" y="0" width="5" height="6" rotation="0" opacity="1" visible="true" gid="3" align="bottomleft" shape="tile">`,
		`<object id="m#3" number="3" name="T" class="tc" template="t/t" x="0" y="0" width="30" height="40" rotation="15" opacity="0.25" visible="false" gid="1073741834" align="bottomleft" shape="tile">`,
		`<object id="m#4" number="4" name="S" class="sc" template="t/s" x="0" y="0" width="3" height="4" rotation="0" opacity="1" visible="true" gid="0" align="topleft" shape="polygon">`,
		`<object id="m#5" number="5" name="S" class="sc" template="t/s" x="0" y="0" width="3" height="4" rotation="0" opacity="1" visible="true" gid="0" align="topleft" shape="ellipse"/>`,
	}, lines(b, "object"))
	// The tileset that only the template has comes behind the map's.
	require.Equal(t, []string{`<use firstgid="1" tileset="set"/>`, `<use firstgid="9" tileset="more"/>`}, lines(b, "use"))
	for _, o := range w.Objects.All() {
		p := w.PropertiesOf(o.Properties)
		switch o.Number {
		case 1:
			require.Equal(t, []string{"of T", "of T"}, []string{p.String("a", ""), p.String("b", "")})
		case 2:
			require.Equal(t, []string{"of T", "own"}, []string{p.String("a", ""), p.String("b", "")})
		case 4:
			require.Zero(t, p.Len())
			require.Equal(t, 3, o.Points.Len())
		}
	}
}

const types = `{"propertyTypes":[
	{"name":"Mood","type":"enum","storageType":"int","values":["calm","angry"],"valuesAsFlags":false},
	{"name":"Bits","type":"enum","storageType":"int","values":["one","two","four"],"valuesAsFlags":true},
	{"name":"Inner","type":"class","members":[{"name":"deep","type":"int","value":1},{"name":"also","type":"string","value":"class"}]},
	{"name":"Outer","type":"class","members":[{"name":"in","type":"class","propertyType":"Inner","value":{"deep":2}},{"name":"x","type":"float","value":1.5}]},
	{"name":"thing","type":"class","useAs":["object","tile"],"members":[{"name":"a","type":"string","value":"class"},{"name":"b","type":"string","value":"class"},{"name":"c","type":"string","value":"class"},{"name":"d","type":"string","value":"class"},{"name":"o","type":"class","propertyType":"Outer","value":{}},{"name":"mood","type":"int","propertyType":"Mood","value":1},{"name":"path","type":"file","value":"../x.png"}]}
]}`

// Class, tile, template and object give properties, each over those before; by name,
// not member by member.
// A template's property may name an object of one map and not of another: that is said for
// each of them, once, with an object of it.
func TestATemplateNamesAnObjectThatAMapHasNot(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"><objectgroup id="1">` + "\n%s</objectgroup></map>"
	use := `<object id="1" template="ref.tx"/><object id="2" template="ref.tx"/>`
	b := build(t, write(t, "w.world", `{"maps":[{"fileName":"a.tmx"},{"fileName":"b.tmx"},{"fileName":"c.tmx"}],"type":"world"}`,
		"a.tmx", fmt.Sprintf(m, use), "b.tmx", fmt.Sprintf(m, use+`<object id="9"/>`), "c.tmx", fmt.Sprintf(m, use),
		"ref.tx", `<template><object><properties><property type="object" value="9" name="o"/></properties></object></template>`), editor.Options{})
	require.Equal(t, 2, b.errors, b.messages)
	for _, want := range []string{"ref.tx:1:62: there is no object 9 in map a", "a.tmx:2:2: this object has the property", "ref.tx:1:62: there is no object 9 in map c", "c.tmx:2:2: this object has the property"} {
		require.Contains(t, b.messages, want)
	}
}

func TestPropertiesAreThoseInEffect(t *testing.T) {
	path := write(t, "m.tmx", inMap(objectsIn(`
		<object id="1" template="t.tx"><properties><property name="d" value="own"/><property name="o" type="class" propertytype="Outer"><properties><property name="in" type="class" propertytype="Inner"><properties><property name="also" value="own"/></properties></property></properties></property></properties></object>
		<object id="2" type="thing"/><object id="3" gid="1"/><object id="4" type="unknown" gid="1"><properties><property name="bits" type="int" propertytype="Bits" value="5"/><property name="odd" type="int" propertytype="Mood" value="9"/><property name="calm" type="int" propertytype="Mood" value="0"/><property name="last" type="int" propertytype="Mood" value="2"/></properties></object>`)),
		"set.tsx", set("", `<tile id="0" type="thing"><properties><property name="b" value="tile"/><property name="c" value="tile"/><property name="d" value="tile"/></properties></tile>`),
		"t.tx", `<template><tileset firstgid="1" source="set.tsx"/><object gid="1"><properties><property name="c" value="template"/><property name="d" value="template"/><property name="o" type="class" propertytype="Outer"><properties><property name="x" type="float" value="9"/></properties></property></properties></object></template>`,
		"p/p.tiled-project", types)
	b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p", "p.tiled-project")})
	var w tiled.World
	load(t, b, &w)
	require.Equal(t, 2, strings.Count(b.messages, "m.tmx:"), b.messages)
	require.Contains(t, b.messages, `m.tmx:3:229: warning: property odd: the enum Mood has no value "9"`)
	require.Contains(t, b.messages, `m.tmx:3:357: warning: property last: the enum Mood has no value "2"`)
	got := map[uint32]string{}
	for _, o := range w.Objects.All() {
		p := w.PropertiesOf(o.Properties)
		outer := p.In("o")
		got[o.Number] = fmt.Sprint(w.Strings.Get(o.Class), " ", p.String("a", "-"), " ", p.String("b", "-"), " ", p.String("c", "-"), " ", p.String("d", "-"), " ",
			outer.Float("x", -1), " ", outer.In("in").Int("deep", -1), " ", outer.In("in").String("also", "-"), " ", p.Int("mood", -1), " ", p.String("path", "-"))
		if o.Number == 4 {
			bits, _, _ := p.Find("bits")
			require.Equal(t, "one,four 5", fmt.Sprint(w.Strings.Get(bits.String), " ", bits.Int))
			odd, _, _ := p.Find("odd")
			require.Equal(t, "9 9", fmt.Sprint(w.Strings.Get(odd.String), " ", odd.Int))
			calm, _, _ := p.Find("calm")
			behind, _, _ := p.Find("last")
			require.Equal(t, "calm 2", w.Strings.Get(calm.String)+" "+w.Strings.Get(behind.String))
		}
	}
	require.Equal(t, map[uint32]string{
		// The class value of the object replaces the template's: x is the class's again, and so is deep.
		1: "thing class tile template own 1.5 1 own 1 x.png",
		2: "thing class class class class 1.5 2 class 1 x.png",
		3: "thing class tile tile tile 1.5 2 class 1 x.png",
		4: "unknown - tile tile tile -1 -1 - -1 -",
	}, got)
}

// In a project the key is propertyType, in a map propertytype. Members have enums, too.
func TestMembersAreOfTypesHoweverTheKeyIsSpelt(t *testing.T) {
	const project = `{"propertyTypes":[
		{"name":"Bits","type":"enum","storageType":"int","values":["one","two","four"],"valuesAsFlags":true},
		{"name":"Inner","type":"class","members":[{"name":"deep","type":"int","propertyType":"Bits","value":6},{"name":"also","type":"string","value":"class"}]},
		{"name":"thing","type":"class","useAs":["object","tile"],"members":[{"name":"in","type":"class","propertyType":"Inner","value":{"deep":5}}]}
	]}`
	var all []string
	for _, text := range []string{project, strings.ReplaceAll(project, "propertyType\"", "propertytype\"")} {
		path := write(t, "m.tmx", inMap(objectsIn(`<object id="1" type="thing"/>`)), "set.tsx", set("", ""), "p.tiled-project", text)
		b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.tiled-project")})
		require.Empty(t, b.messages)
		all = append(all, strings.Join(lines(b, "property"), " "))
	}
	require.Equal(t, `<property name="in" class="Inner" type="class" nested="2"/> <property name="also" type="string">class</property> <property name="deep" class="Bits" type="int" int="5">one,four</property>`, all[0])
	require.Equal(t, all[0], all[1])
}

// Before Tiled 1.1 the group of a tile's shapes could have properties; the editor makes
// them the tile's.
func TestPropertiesOfATilesCollision(t *testing.T) {
	const want = `<property name="a" type="string">tile</property> <property name="c" type="string">group</property>`
	tsx := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" gid="1"/>`)), "set.tsx",
		set("", `<tile id="0"><properties><property name="a" value="tile"/></properties><objectgroup><properties><property name="a" value="group"/><property name="c" value="group"/></properties></objectgroup></tile>`)), editor.Options{})
	tsj := build(t, write(t, "m.tmx", strings.ReplaceAll(inMap(objectsIn(`<object id="1" gid="1"/>`)), "set.tsx", "set.json"), "set.json",
		`{"name":"set","tilewidth":16,"tileheight":8,"tilecount":8,"tiles":{"0":{"objectgroup":{"type":"objectgroup","objects":[],"properties":{"a":"group","c":"group"}}}},"tileproperties":{"0":{"a":"tile"}}}`), editor.Options{})
	for _, b := range []built{tsx, tsj} {
		require.Empty(t, b.messages)
		require.Equal(t, want+" "+want, strings.Join(lines(b, "property"), " ")) // of the tile, and of the object
	}
}

// What a property of a tile names is in the tile's collision, whoever has it.
func TestObjectsThatTilesName(t *testing.T) {
	b := build(t, write(t, "m.tmx", inMap(objectsIn(`<object id="1" gid="1"/>`)), "set.tsx",
		set("", `<tile id="0"><properties><property name="door" type="object" value="1"/></properties><objectgroup><object id="1"/></objectgroup></tile>`)), editor.Options{})
	require.Empty(t, b.messages)
	require.Equal(t, []string{`<property name="door" type="object" object="set:0#1"/>`, `<property name="door" type="object" object="set:0#1"/>`}, lines(b, "property"))
}

func TestPathsOfOneMachineStay(t *testing.T) {
	b := build(t, write(t, "a/m.tmx", inMap(`<properties><property name="a" type="file" value="/etc/x"/><property name="b" type="file" value="C:\y\z"/><property name="c" type="file" value="https://example.org/a/../b"/><property name="d" type="file" value="x/../../y"/></properties>`),
		"a/set.tsx", set("", "")), editor.Options{})
	require.Empty(t, b.messages)
	for _, want := range []string{">/etc/x<", ">C:/y/z<", ">https://example.org/a/../b<", ">../y<"} {
		require.Contains(t, b.xml, want)
	}
}

func TestTypesOfProperties(t *testing.T) {
	b := build(t, write(t, "d/m.tmx", inMap(`<properties>
		<property name="string" value=" a &lt;b&gt; "/><property name="lines">one
 two </property><property name="int" type="int" value="-9223372036854775808"/><property name="float" type="float" value="1e-5"/>
		<property name="bool" type="bool" value="true"/><property name="color" type="color" value="#80112233"/><property name="none" type="color" value=""/>
		<property name="file" type="file" value="..\a b/c.png"/><property name="nofile" type="file" value=""/><property name="object" type="object" value="1"/><property name="nil" type="object" value="0"/>
		<property name="list" type="list"><item type="int" value="1"/><item type="list"><item value="x"/><item type="object" value="1"/></item><item type="class" propertytype="C"><properties><property name="m" type="bool" value="true"/></properties></item><item type="float" value="2"/></property>
		<property name="dup" value="1"/><property name="dup" value="2"/><property name="new" type="quaternion" value="q"/></properties>`+objectsIn(`<object id="1"/>`)), "d/set.tsx", set("", "")), editor.Options{})
	require.Equal(t, 0, b.errors, b.messages)
	require.Contains(t, b.messages, `warning: the property type "quaternion" is not known`)
	var w tiled.World
	load(t, b, &w)
	for _, m := range w.Maps.All() {
		p := w.PropertiesOf(m.Properties)
		require.Equal(t, 14, p.Len())
		require.Equal(t, []any{" a <b> ", "one\n two ", int64(-1 << 63), 1e-5, true, tiled.Color{0x11, 0x22, 0x33, 0x80}, tiled.Color{}, "../a b/c.png", "", "2", "q"},
			[]any{p.String("string", ""), p.String("lines", ""), p.Int("int", 0), p.Float("float", 0), p.Bool("bool", false), p.Color("color", tiled.Color{}), p.Color("none", tiled.Color{1}),
				p.String("file", ""), p.String("nofile", "-"), p.String("dup", ""), p.String("new", "")})
		h, ok := w.Objects.FromAny(p.Object("object"))
		require.True(t, ok)
		o, _ := w.Objects.Get(h)
		require.EqualValues(t, 1, o.Number)
		require.True(t, p.Object("nil").IsNil())
		require.Equal(t, int64(7), p.Int("missing", 7))
		require.Equal(t, "d", p.String("bool", "d"))

		var items []string
		for item, in := range p.In("list").All() {
			items = append(items, fmt.Sprint(item.Type, " ", item.Int, " ", item.Float, " ", w.Strings.Get(item.Class), " ", in.Len(), " ", in.Bool("m", false)))
		}
		require.Equal(t, []string{"int 1 0  0 false", "list 0 0  2 false", "class 0 0 C 1 true", "float 0 2  0 false"}, items)
	}
}

// Lists and classes of TMJ have their types in the project, or look like what they are.
func TestValuesOfTMJ(t *testing.T) {
	const level = `{"height":2,"layers":[],"orientation":"orthogonal","tileheight":16,"tilesets":[],"tilewidth":16,"width":3,"properties":[
		{"name":"o","type":"class","propertytype":"Outer","value":{"in":{"deep":5},"x":2}},
		{"name":"u","type":"class","propertytype":"Unknown","value":{"i":1,"f":1.0,"b":true,"s":"t","c":{"d":1},"l":[1,"a",[true]],"k":[{"y":1}],"m":[{"type":"int","value":3},4,{"type":"string","value":"e"}],"n":null,"z":[]}},
		{"name":"l","type":"list","value":[{"type":"int","value":1},{"type":"list","value":[{"type":"bool","value":true}]}]}]}`
	path := write(t, "m.json", level, "p.json", types)
	b := build(t, path, editor.Options{Project: filepath.Join(filepath.Dir(path), "p.json")})
	require.Empty(t, b.messages)
	var got []string
	for _, line := range lines(b, "property") {
		got = append(got, strings.NewReplacer(`<property `, "", `"`, "", "/>", "", "</property>", "").Replace(line))
	}
	require.Equal(t, []string{
		"name=l type=list nested=3", "type=int int=1", "type=list nested=1", "type=bool bool=true",
		"name=o class=Outer type=class nested=4", "name=in class=Inner type=class nested=2", "name=also type=string>class", "name=deep type=int int=5", "name=x type=float float=2",
		"name=u class=Unknown type=class nested=19", "name=b type=bool bool=true", "name=c type=class nested=1", "name=d type=int int=1", "name=f type=float float=1", "name=i type=int int=1",
		"name=k type=list nested=2", "type=class nested=1", "name=y type=int int=1",
		"name=l type=list nested=4", "type=int int=1", "type=string>a", "type=list nested=1", "type=bool bool=true",
		"name=m type=list nested=3", "type=int int=3", "type=int int=4", "type=string>e", "name=s type=string>t", "name=z type=list",
	}, got)
	require.NotNil(t, b.lvl)
}

func TestColorsMayHaveThreeDigits(t *testing.T) {
	for text, want := range map[string]string{"#123": "17 34 51 255", "f0A": "255 0 170 255", "#ff112233": "17 34 51 255"} {
		b := build(t, write(t, "m.tmx", `<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1" backgroundcolor="`+text+`"/>`), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		require.Contains(t, b.xml, `background="`+want+`"`)
	}
}

// Tiled writes what it shows, and a value with line breaks, as text.
func TestTextsOfNothingButWhiteSpace(t *testing.T) {
	b := build(t, write(t, "m.tmx", bare(objectsIn(`<object id="1"><properties><property name="p">`+"\n\n"+`</property>
		<property name="q" type="class" propertytype="C">
			<properties> <property name="r" value="x"/> </properties>
		</property><property name="s" value=""/></properties><text>  </text></object><object id="2"><text> a </text></object><object id="3"><text></text></object>`))), editor.Options{})
	require.Zero(t, b.errors, b.messages)
	require.Contains(t, b.xml, "&#32; </text>")
	require.Contains(t, b.xml, "> a </text>")
	require.Contains(t, b.xml, "&#xA;&#xA;")
	require.Equal(t, 1, strings.Count(b.xml, "&#32;"))
}

// bare is a map of something.
func bare(inside string) string {
	return `<map orientation="orthogonal" width="4" height="2" tilewidth="1" tileheight="1">` + inside + `</map>`
}

// Objects are gone through twice; what is wrong with one is counted once, however many
// there are.
func TestProblemsOfObjectsCountOnce(t *testing.T) {
	const many = 1500 // more than are kept
	var inside strings.Builder
	for i := range many {
		fmt.Fprintf(&inside, `<object id="%d" template="gone%[1]d.tx" x="0" y="0"/>`, i+1)
	}
	b := build(t, write(t, "m.tmx", inMap(objectsIn(inside.String())), "set.tsx", set("", "")), editor.Options{})
	require.Equal(t, many, b.errors)
	b = build(t, write(t, "m.tmx", inMap(objectsIn(strings.Repeat(`<object id="7" x="left" width="wide"/>`, many))), "set.tsx", set("", "")), editor.Options{})
	require.Equal(t, 3*many-1, b.errors)
}

// A gid behind all tilesets of the map is of the last one of these, and never of one that only
// a template has.
func TestGidsAreOfTheMapsOwnTilesets(t *testing.T) {
	tile := `<object id="%d" gid="12" x="0" y="0"/>`
	b := build(t, write(t, "m.tmx", inMap(objectsIn(fmt.Sprintf(tile+`<object id="2" template="t.tx" x="0" y="0"/>`+tile+`<object id="3" template="t.tx"/>`+tile, 1, 3, 4))),
		"set.tsx", set("", ""), "t.tx", `<template><tileset firstgid="1" source="other.tsx"/><object gid="2"/></template>`,
		"other.tsx", strings.ReplaceAll(set("", ""), `tilewidth="16"`, `tilewidth="99"`)), editor.Options{})
	var got []string
	for _, line := range lines(b, "object") {
		number, _, _ := strings.Cut(line[strings.Index(line, "number="):], " name")
		width := line[strings.Index(line, "width="):]
		got = append(got, strings.Fields(number)[0]+" "+strings.Fields(width)[0])
	}
	require.Equal(t, []string{`number="1" width="16"`, `number="2" width="99"`, `number="3" width="16"`, `number="4" width="16"`}, got)
	require.Contains(t, b.messages, "object 3 stands twice in map m")
}

// A map of objects is kept in no more memory than the file has bytes, in both formats.
func TestObjectsTakeLittleMemory(t *testing.T) {
	const many = 20000
	var xml, json strings.Builder
	for i := range many {
		fmt.Fprintf(&xml, "\n"+`<object id="%d" name="n" x="1" y="2.5"><properties><property name="hits" type="int" value="%d"/></properties><polygon points="0,0 8,0 8,8"/></object>`, i+1, i)
		fmt.Fprintf(&json, ",\n"+`{"id":%d,"name":"n","x":1,"y":2.5,"properties":[{"name":"hits","type":"int","value":%d}],"polygon":[{"x":0,"y":0},{"x":8,"y":0},{"x":8,"y":8}]}`, i+1, i)
	}
	for name, file := range map[string]string{
		"m.tmx": `<map orientation="orthogonal" tilewidth="16" tileheight="16">` + objectsIn(xml.String()) + `</map>`,
		"m.tmj": `{"orientation":"orthogonal","tilewidth":16,"tileheight":16,"layers":[{"type":"objectgroup","id":1,"objects":[` + json.String()[1:] + `]}]}`,
	} {
		b := build(t, write(t, name, file), editor.Options{Memory: int64(len(file))})
		require.Empty(t, b.messages, name)
		require.Len(t, lines(b, "object"), many, name)
	}
}
