package tiled_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// cellsOf is a map of a layer of 2 x 2 cells with the data.
func cellsOf(data string) string {
	return `{"layers":[{"type":"tilelayer","id":1,"width":2,"height":2,"data":` + data + `}],"orientation":"orthogonal","width":2,"height":2,"tilewidth":1,"tileheight":1}`
}

func TestWhatIsWrongIsSaidWhereItIs(t *testing.T) {
	for _, c := range []struct{ level, want string }{
		{`<tileset name="x"/>`, "m.tmx:1:2: this is a tileset, and neither a map of Tiled's nor a .world"},
		{`<maps/>`, "m.tmx:1:2: this is an XML file with the root maps"},
		{`[1]`, "this is a JSON file without an object"},
		{`{"a":1}`, "this is a JSON file of another sort"},
		{`<map orientation="orthogonal" width="-1" height="1" tilewidth="1" tileheight="1"/>`, `m.tmx:1:38: width: expected a whole number from 0 to 2147483647, got "-1"`},
		{`<map orientation="orthogonal" tilewidth="x" tileheight="1"/>`, `m.tmx:1:42: tilewidth: expected a whole number`},
		{`<map orientation="orthogonal" backgroundcolor="#12345"/>`, `m.tmx:1:48: backgroundcolor: expected a color as #RRGGBB, #AARRGGBB or #RGB, got "#12345"`},
		{`<map orientation="orthogonal" infinite="yes"/>`, `infinite: expected true or false, got "yes"`},
		{`<map orientation="orthogonal" skewx="NaN"/>`, `skewx: expected a number, got "NaN"`},
		{`<map orientation="toric"/>`, `warning: orientation "toric" is not known`},
		{inMap(`<layer id="1" opacity="1e39"/>`), `opacity: expected a number below 3.4e38`},
		{inMap(`<group id="1" offsety="1e308"><group id="2" offsety="1e308"/></group>`), `m.tmx:1:154: the offsets or factors of groups around this layer become too large`},
		{inMap(`<group id="1" offsetx="-1e308"><group id="2" offsetx="-1e308"/></group>`), `the offsets or factors of groups around this layer become too large`},
		{inMap(`<group id="1" parallaxy="1e38"><group id="2" parallaxy="10"/></group>`), `the offsets or factors of groups around this layer become too large`},
		{inMap(`<layer id="4294967296"/>`), `id: expected a whole number from 0 to 4294967295`},
		{inMap(`<layer id="1"/><group id="1"/>`), `layer 1 stands twice in map m`},
		{inMap(objectsIn(`<object id="1"/><object id="1"/>`)), `object 1 stands twice in map m`},
		{strings.Replace(inMap(objectsIn(`<object id="1" gid="3"/>`)), `firstgid="1"`, `firstgid="5"`, 1), `warning: map m has an object of a tile that no tileset of it has: 3`},
		{inMap(objectsIn(`<object id="1"><polygon points="0,0 ,1"/></object>`)), `points: expected x,y, got ",1"`},
		{inMap(objectsIn(`<object id="1"><polygon points="0,0 1"/></object>`)), `points: expected x,y, got "1"`},
		{inMap(objectsIn(`<object id="1"><polygon points="0,0 1;1"/></object>`)), `points: expected x,y, got "1;1"`},
		{inMap(objectsIn(`<object id="1" template="none.tx"/>`)), `none.tx does not exist`},
		{inMap(objectsIn(`<object id="1" template="set.tsx"/>`)), `set.tsx is a tileset, and a template was expected`},
		{inMap(objectsIn(`<object id="1" template="bad.tx"/>`)), `bad.tx:1:36: the template has a tile of a tileset that it does not name`},
		{inMap(objectsIn(`<object id="1" template="empty.tx"/>`)), `empty.tx:1:2: the template has no object`},
		{inMap(`<tileset firstgid="1" name="b" tilewidth="1" tileheight="1"/>`), `the tilesets set and m/b both have the firstgid 1`},
		{inMap(`<tileset firstgid="9" source="bad.tx"/>`), `bad.tx is a template, and a tileset was expected`},
		{inMap(`<tileset firstgid="0" name="z" tilewidth="1"/>`), `firstgid: expected a whole number from 1`},
		{inMap(`<tileset name="z" tilewidth="1"/>`), `m.tmx:1:124: the tileset has no firstgid`},
		{inMap(`<tileset firstgid="" source="set.tsx"/>`), `m.tmx:1:124: the tileset has no firstgid`},
		{mapWith(`"tilesets":[{"name":"z","tilewidth":1}]`), `the tileset has no firstgid`},
		{inMap(objectsIn(`<object id="1" template="no.tx"/><object id="2" template="no.tx"/>`)), `no.tx:1:13: the tileset has no firstgid`},
		{inMap(`<properties><property name="a" value="1"/><property name="b"/><property name="a" value="2"/></properties>`), `m.tmx:1:201: warning: the property "a" stands twice`},
		{inMap(`<properties><property name="a"/></properties><properties><property name="a"/></properties>`), `warning: the property "a" stands twice`},
		{inMap(objectsIn(`<object id="1"><properties><property name="c" type="class"><properties><property name="a"/><property name="a"/></properties></property></properties></object>`)), `warning: the property "a" stands twice`},
		{inMap(objectsIn(`<object id="1" template="twice.tx"/><object id="2" template="twice.tx"/>`)), `twice.tx:1:67: warning: the property "a" stands twice`},
		{mapWith(`"properties":[{"name":"a","type":"int","value":1},{"name":"a","type":"int","value":2}]`), `warning: the property "a" stands twice`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="1"><tile id="1"/><tile id="1"/></tileset>`), `tile 1 stands twice in tileset m/z`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="8" tilecount="2"><tile id="1"><animation><frame tileid="1" duration="1"/><frame tileid="2" duration="1"/><frame tileid="7" duration="1"/></animation></tile></tileset>`), `m.tmx:1:253: warning: an animation of tileset m/z has tiles behind its last one, such as number 2 of 2`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="8" tilecount="2"><wangsets><wangset name="w"><wangtile tileid="1" wangid="0,0,0,0,0,0,0,0"/><wangtile tileid="2" wangid="0,0,0,0,0,0,0,0"/></wangset></wangsets></tileset>`), `warning: a wang set of tileset m/z has tiles behind its last one, such as number 2 of 2`},
		{inMap(`<tileset firstgid="9"/>`), `the tileset has neither a source nor tiles`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="1"><wangsets><wangset name="w"><wangtile tileid="0" wangid="0,1,0,0,0,0,0,0"/></wangset></wangsets></tileset>`), `wangid: expected eight numbers of the set's 0 colors`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="1"><wangsets><wangset name="w"><wangtile tileid="0"/></wangset></wangsets></tileset>`), `m.tmx:1:197: the wang tile has no wangid`},
		{inMap(`<tileset firstgid="9" name="z" tilewidth="1"><terraintypes><terrain name="t"/></terraintypes><tile id="1" terrain="0,1,,"/></tileset>`), `terrain: expected four numbers of the tileset's 1 terrains, got "0,1,,"`},
		{inMap(objectsIn(`<object id="1" template="ref.tx"/><object id="2" template="ref.tx"/>`)), `ref.tx:1:62: there is no object 9 in map m`},
		{inMap(`<properties><property name="i" type="int" value="1.5"/></properties>`), `property i: expected a whole number, got "1.5"`},
		{mapWith(`"properties":[{"name":"i","type":"int","value":-1e300}]`), `property i: expected a whole number, got "-1e300"`},
		{inMap(`<properties><property name="f" type="float" value="inf"/></properties>`), `property f: expected a number, got "inf"`},
		{inMap(`<properties><property name="b" type="bool" value="2"/></properties>`), `property b: expected true or false, got "2"`},
		{inMap(`<properties><property name="c" type="color" value="red"/></properties>`), `property c: expected a color`},
		{inMap(`<properties><property name="l" type="list"><item type="int" value="x"/></property></properties>`), `m.tmx:1:190: an item of a list: expected a whole number, got "x"`},
		{inMap(`<properties><property name="o" type="object" value="x"/></properties>`), `property o: expected the id of an object`},
		{inMap(`<properties><property name="o" type="object" value="7"/></properties>`), `there is no object 7 in map m`},
		{inMap(`<layer id="1" width="1" height="1"><data encoding="csv">1</data></layer>`), ``},
		{strings.Replace(inMap(`<layer id="1" width="2" height="1"><data encoding="csv">1,2</data></layer>`), `firstgid="1"`, `firstgid="5"`, 1), `warning: map m has cells of tiles that no tileset of it has, such as 1`},
		{inMap(`<layer id="1"><data encoding="csv"><chunk x="0" y="0" width="1" height="1">1</chunk><chunk x="0" y="0" width="1" height="1">1</chunk></data></layer>`), `two chunks of a layer lie at 0,0`},
		{inMap(`<layer id="1"><data encoding="csv"><chunk x="9999999999" y="0" width="1" height="1">1</chunk></data></layer>`), `x: expected a whole number`},
		{inMap(`<layer id="1" width="2000000" height="1"><data encoding="csv">1</data></layer>`), `rows of 2000000 cells; at most 1048576 are read`},
		{inMap(`<layer id="1" width="1000000" height="1000000"><data encoding="csv">1</data></layer>`), `1000000 x 1000000 cells are too many`},
		{inMap(`<layer id="1" width="10000" height="10000"><data encoding="base64" compression="zlib">AAAA</data></layer>`), `4 bytes can hardly be 100000000 of them`},
		{`{"maps":[{"fileName":"none.tmx"}],"type":"world"}`, `none.tmx does not exist`},
		{`{"maps":[{"x":1}],"type":"world"}`, `a map of the world has no fileName`},
		{`{"maps":[{"fileName":"set.tsx"}],"type":"world"}`, `this is a tileset, and a map was expected`},
		{`{"maps":[{"fileName":"ok.tmx"},{"fileName":"./ok.tmx"}],"type":"world"}`, `the map ./ok.tmx is in the world twice`},
		{`{"patterns":[{"regexp":"(a"}],"type":"world"}`, `the pattern "(a" cannot be read`},
		{`{"patterns":[{"regexp":"(a)"}],"type":"world"}`, `has 1 groups; two are wanted`},
		{`{"patterns":[{"regexp":"(a)(b)` + strings.Repeat("c{1000}", 20) + `"}],"type":"world"}`, `the patterns of the world are too large, from "(a)(b)c{1000}`},
		{inMap(`<layer id="1" width="2" height="1"><data><tile gid="1"/><tile gdi="2"/></data></layer>`), `m.tmx:1:185: warning: unknown name "gdi" in a cell; it is left out`},
		{inMap(`<layer id="1" width="2" height="1"><data><tile/><tile gid="1"><tile gid="2"/></tile></data></layer>`), `warning: unknown name "tile" in a cell; it is left out`},
		{inMap(`<layer id="1" width="2" height="1"><data><tile/><tile gid="1">2</tile></data></layer>`), `m.tmx:1:185: warning: a text in a cell is left out`},
		{inMap(`<layer id="1" width="2" height="1"><data><tile></tile><tile gid="1"> </tile></data></layer>`), ``},
		{inMap(`<layer id="1" width="2" height="1"><data encoding="csv">1,2<tile gid="3"/></data></layer>`), `m.tmx:1:193: the cells cannot be read: there are elements, and the encoding "csv" is for a text`},
		{inMap(`<layer id="1" width="2" height="1"><data encoding="base64">AQAAAAEAAAA=<tile gid="3"/></data></layer>`), `the cells cannot be read: there are elements, and the encoding "base64" is for a text`},
		{inMap(`<layer id="1" width="2" height="1"><data encoding="csv"><tile/><tile gid="3"/></data></layer>`), `the cells cannot be read: there are elements, and the encoding "csv" is for a text`},
		{inMap(`<layer id="1"><data encoding="csv"><chunk x="0" y="0" width="1" height="1">1<tile gid="3"/></chunk></data></layer>`), `the cells cannot be read: there are elements, and the encoding "csv" is for a text`},
		{cellsOf(`[1,2,"3",4]`), `m.tmx:1:72: the cells cannot be read: there is something that is no number of a tile`},
		{cellsOf(`[1,2,{"a":1},4]`), `m.tmx:1:72: the cells cannot be read: there is something that is no number of a tile`},
		{cellsOf(`[[1,2],[{"data":[1,2,3,4]}]]`), `the cells cannot be read: there is something that is no number of a tile`},
		{cellsOf(`{"a":1}`), `the cells cannot be read: there is something that is no number of a tile`},
		{cellsOf(`[null]`), `the cells cannot be read: there is something that is no number of a tile`},
		{cellsOf(`7`), `the cells cannot be read: the data is damaged`},
		{cellsOf(`"AQAA"`), `the cells cannot be read: there are fewer than the layer is large`},
		{cellsOf(`[]`), `m.tmx:1:12: warning: the data of the layer is empty: it has none of its 2 x 2 cells`},
		{cellsOf(`""`), `warning: the data of the layer is empty`},
		{cellsOf(`null`), `warning: the data of the layer is empty`},
		{inMap(`<layer id="1" width="2" height="1"><data encoding="csv"/></layer>`), `warning: the data of the layer is empty: it has none of its 2 x 1 cells`},
		{inMap(`<layer id="1" width="2" height="0"><data/></layer>`), ``},
		{inMap(`<layer id="1" width="2" height="1"/>`), ``},
		{strings.Replace(inMap(`<layer id="1" width="2" height="1"><data/></layer>`), "<map ", `<map infinite="1" `, 1), ``},
		{`{"layers":[{"type":"faketype"}],"orientation":"orthogonal","tilewidth":1,"tileheight":1}`, `warning: the layer type "faketype" is not known`},
	} {
		b := build(t, write(t, "m.tmx", c.level, "set.tsx", set("", ""), "bad.tx", `<template>     <object id="1" gid="5"/></template>`, "empty.tx", "<template/>", "ref.tx", `<template><object><properties><property type="object" value="9" name="o"/></properties></object></template>`,
			"no.tx", `<template> <tileset source="set.tsx"/><object gid="1"/></template>`, "twice.tx", `<template><object><properties><property name="a"/><property name="a"/></properties></object></template>`,
			"ok.tmx", `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`), editor.Options{})
		if c.want == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, c.want, c.level)
		require.Equal(t, !strings.Contains(c.want, "warning: "), b.errors > 0, b.messages)
		require.Equal(t, 1, strings.Count(b.messages, c.want[strings.LastIndex(c.want, ": ")+1:]), b.messages)
	}
}

// What small files ask for is bounded in time and memory.
func TestHostileLevels(t *testing.T) {
	deep := func(n int, open, end string) string { return strings.Repeat(open, n) + strings.Repeat(end, n) }
	for name, files := range map[string][]string{
		"zeros, zlib":  {"m.tmx", inMap(`<layer id="1" width="4096" height="4096"><data encoding="base64" compression="zlib">` + packed(t, make([]uint32, 1<<20), "zlib") + `</data></layer>`)},
		"zeros, zstd":  {"m.tmx", inMap(`<layer id="1" width="2" height="2"><data encoding="base64" compression="zstd">` + packed(t, make([]uint32, 1<<24), "zstd") + `</data></layer>`)},
		"groups":       {"m.tmx", inMap(deep(240, "<group>", "</group>"))},
		"groups, json": {"m.tmx", `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"layers":[` + deep(130, `{"type":"group","layers":[`, `]}`) + `]}`},
		"lists":        {"m.tmx", inMap("<properties><property name='l' type='list'>" + deep(200, "<item type='list'>", "</item>") + "</property></properties>")},
		"lists, json":  {"m.tmx", `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"properties":[{"name":"l","type":"list","value":` + deep(200, "[", "]") + `}]}`},
		"class, json":  {"m.tmx", `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"properties":[{"name":"l","type":"class","value":` + strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100) + `}]}`},
		"class cycle":  {"m.tmx", inMap(objectsIn(`<object id="1" type="A"/>`)), "p.json", `{"propertyTypes":[{"name":"A","type":"class","useAs":["property","object"],"members":[{"name":"b","type":"class","propertytype":"B","value":{}}]},{"name":"B","type":"class","members":[{"name":"a","type":"class","propertytype":"A","value":{"b":{}}}]}]}`},
		"patterns":     {"w.world", `{"type":"world","patterns":[` + strings.Repeat(`{"regexp":"(a)(b)`+strings.Repeat(`\\w{1000}`, 100)+`"},`, 100) + `{"regexp":"(a)(b)"}]}`},
		"many chunks":  {"m.tmx", inMap(`<layer id="1"><data encoding="csv">` + strings.Repeat(`<chunk x="1" width="536870912" height="536870912"/>`, 500) + `</data></layer>`)},
	} {
		t.Run(name, func(t *testing.T) { require.NotEmpty(t, hostile(t, files)) })
	}
}

// So is what files of some MB ask for.
func TestLargeHostileLevelsThatAreNotSlow(t *testing.T) {
	classes := func(width, depth int) string {
		var all []string
		for d := range depth {
			var members []string
			for i := range width {
				members = append(members, fmt.Sprintf(`{"name":"m%d","type":"class","propertytype":"C%d","value":{}}`, i, d+1))
			}
			all = append(all, fmt.Sprintf(`{"name":"C%d","type":"class","useAs":["property","object","layer"],"members":[%s]}`, d, strings.Join(members, ",")))
		}
		all = append(all, fmt.Sprintf(`{"name":"C%d","type":"class","members":[]}`, depth))
		return `{"propertyTypes":[` + strings.Join(all, ",") + `]}`
	}
	many := `<template><object><properties><property name="x" value="y"/>` + numbered(20000) + `</properties></object></template>`
	long := strings.Repeat("long", 1<<16)
	for name, files := range map[string][]string{
		"classes":       {"m.tmx", inMap(objectsIn(strings.Repeat(`<object type="C0"/>`, 80))), "p.json", classes(12, 30)},
		"wide classes":  {"m.tmx", inMap(strings.Repeat(`<group class="C0"/>`, 300)), "p.json", classes(250, 2)},
		"template":      {"m.tmx", inMap(objectsIn(strings.Repeat(`<object template="t.tx"/>`, 100))), "t.tx", many},
		"members":       {"m.json", mapWith(`"properties":[{"name":"c","type":"class","value":{` + keyed(15000, `"m%d":[%d]`) + `,` + keyed(10000, `"o%d":{"a":%d}`) + `}},` + keyed(15000, `{"name":"p%d","type":"int","value":"x%d"}`) + `]`)},
		"old members":   {"m.json", mapWith(`"properties":{` + keyed(30000, `"m%d":"%d"`) + `},"propertytypes":{` + keyed(30000, `"m%d":"int%d"`) + `}`)},
		"tilesets":      {"m.json", mapWith(`"tilesets":[` + strings.Repeat(`{"firstgid":1,"name":"a","tilewidth":1},`, 5000) + keyed(5000, `{"firstgid":1,"name":"a","tilewidth":1,"a%d":%d}`) + `]`)},
		"old tiles":     {"m.json", mapWith(`"tilesets":[{"firstgid":1,"name":"a","tilewidth":1,"tileproperties":{` + keyed(20000, `"%d":{"a":"%d"}`) + `},"tilepropertytypes":{` + keyed(20000, `"%d":{"a":"bool%d"}`) + `}}]`)},
		"wide template": {"m.json", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[` + keyed(10000, `{"template":"t.tj","x":%d,"y":"%d.x"}`) + `]}]`), "t.tj", `{"type":"template","object":{` + keyed(25000, `"j%d":%d`) + `}}`},
		"wide polygon":  {"m.json", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[` + keyed(5000, `{"id":%d,"template":"t.tj","x":%d}`) + `]}]`), "t.tj", `{"type":"template","object":{"polygon":[` + keyed(5000, `{"x":%d,"y":%d}`) + `]}}`},
		"long name":     {"m.tmx", inMap(objectsIn(strings.Repeat(`<object template="t.tx"/>`, 1000))), "t.tx", `<template><object name="` + long + `"/></template>`},
		"long property": {"m.tmx", inMap(objectsIn(strings.Repeat(`<object template="t.tx"/>`, 1000))), "t.tx", `<template><object><properties><property name="` + long + `"/></properties></object></template>`},
		"long tile":     {"m.tmx", inMap(`<tileset firstgid="99" name="b" tilewidth="1"><tile id="1" type="` + long + `"/></tileset>` + objectsIn(strings.Repeat(`<object gid="100"/>`, 1000)))},
		"long default":  {"m.tmx", inMap(objectsIn(strings.Repeat(`<object type="C"/>`, 1000))), "p.json", `{"propertyTypes":[{"name":"C","type":"class","useAs":["object"],"members":[{"name":"a","type":"string","value":"` + long + `"}]}]}`},
		"long members": {"m.tmx", inMap(objectsIn(`<object type="C"/>`)), "p.json", `{"propertyTypes":[{"name":"L","type":"class","members":[{"name":"a","type":"string","value":"` + strings.Repeat(long, 16) + `"}]},
			{"name":"C","type":"class","useAs":["object"],"members":[` + keyed(520, `{"name":"m%d","type":"class","propertyType":"L","value":{"b%d":0}}`) + `]}]}`}, // more than 2^31 bytes
		"long symbols": {"m.tmx", inMap("<properties>" + strings.Repeat(`<property name="a" type="int" propertytype="E" value="3"/>`, 1000) + "</properties>"), "p.json",
			`{"propertyTypes":[{"name":"E","type":"enum","storageType":"int","valuesAsFlags":true,"values":["a` + long + `","b` + long + `"]}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			messages := hostile(t, files)
			require.Equal(t, !strings.HasPrefix(name, "old "), messages != "", messages)
			if strings.HasPrefix(name, "wide p") || name == "wide classes" || strings.HasPrefix(name, "long ") {
				require.Regexp(t, `templates, tiles, classes and enums add more than \d+ MB to this level`, messages)
			}
		})
	}
}

// hostile builds the files, the first of which is the level, and returns the messages.
func hostile(t *testing.T, files []string) string {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	path := write(t, append(files, "set.tsx", set("", ""))...)
	o := editor.Options{}
	if len(files) > 2 && files[2] == "p.json" {
		o.Project = strings.Replace(path, "m.tmx", "p.json", 1)
	}
	b := build(t, path, o)
	runtime.ReadMemStats(&after)
	require.Less(t, time.Since(began), 30*time.Second)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1)<<30)
	t.Logf("%d MB allocated, %v: %.300s", (after.TotalAlloc-before.TotalAlloc)>>20, time.Since(began), b.messages)
	return b.messages
}

// Time grows with the sizes of the files, and not with their squares.
func TestLargeLevelsThatAreNotSlow(t *testing.T) {
	const n = 50_000
	project := func(types string) string { return `{"propertyTypes":[` + types + `]}` }
	layers := func(n int) string {
		return `"layers":[` + keyed(n, `{"type":"tilelayer","id":%d,"name":"%d","width":0,"height":0,"data":[]}`) + `]`
	}
	shapes := `<objectgroup>` + strings.Repeat(`<object/>`, n/4) + `</objectgroup></tile>`
	for name, files := range map[string][]string{
		"layers":  {"m.json", mapWith(keyed(n, `"_%d":%d`) + "," + layers(n))},
		"tiles":   {"m.tmx", bare(`<tileset firstgid="1" name="a" tilewidth="1"><tile id="0">` + shapes + `<tile id="1">` + shapes + `</tileset>` + objectsIn(strings.Repeat(`<object gid="1"/><object gid="2"/>`, n/4)))},
		"values":  {"m.json", mapWith(`"properties":[` + keyed(n, `{"name":"p%d","type":"string","propertytype":"E","value":"v%d"}`) + `]`), "p.json", project(`{"name":"E","type":"enum","values":[` + keyed(n, `"v%d`+`","w%d"`) + `]}`)},
		"members": {"m.json", mapWith(`"properties":[` + keyed(n, `{"name":"p%d","type":"class","propertytype":"C","value":{"m":%d}}`) + `]`), "p.json", project(`{"name":"C","type":"class","members":[{` + keyed(n, `"_%d":%d`) + `,"name":"m","type":"int","value":0}]}`)},
		"template": {"m.json", mapWith(`"layers":[{"type":"objectgroup","id":1,"objects":[` + keyed(2*n, `{"id":%d,"template":"t.tj","x":%d}`) + `]}]`),
			"t.tj", `{"type":"template","object":{` + keyed(2*n, `"_%d":{"a":%d}`) + `,"text":{"text":""}}}`},
		"classes": {"m.json", mapWith(layers(1)), "p.json", project(keyed(2*n, `{"name":"C","type":"class","useAs":[],"id":%d,"color":"%d"}`))},
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, files...)
			o := editor.Options{}
			if len(files) > 2 && files[2] == "p.json" {
				o.Project = strings.Replace(path, "m.json", "p.json", 1)
			}
			began := time.Now()
			b := build(t, path, o)
			require.Empty(t, b.messages)
			require.Less(t, time.Since(began), 10*time.Second)
			t.Log(time.Since(began))
		})
	}
}

// mapWith is a map as TMJ with something in it.
func mapWith(more string) string {
	return `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,` + more + `}`
}

// keyed is a list of a format of two numbers.
func keyed(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i, i)
	}
	return strings.Join(list, ",")
}

// numbered are n properties.
func numbered(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, `<property name="p%d" value="%d"/>`, i, i)
	}
	return s.String()
}

func TestTilesBehindTheLastOneOfTheirTileset(t *testing.T) {
	sets := `<tileset firstgid="1" name="a" tilewidth="1" tileheight="1" tilecount="4"/>` +
		`<tileset firstgid="11" name="b" tilewidth="1" tileheight="1" tilecount="2"><tile id="0"/><tile id="7"/></tileset>` +
		`<tileset firstgid="31" name="c" tilewidth="1" tileheight="1"/>`
	layer := `<layer id="1" width="4" height="2"><data encoding="csv">%s</data></layer>`
	for cells, want := range map[string]int{
		"0,1,2,3,4,11,18,31":               0,
		"1,1,1,1,4000,31,99,40":            0, // nobody knows how many c has
		"5,6,10,5,1,1,1,1":                 1,
		"5,19,30,4,18,2147483653,1,1":      2,
		"2147483652,536870914,0,0,0,0,0,0": 0,
	} {
		b := build(t, write(t, "m.tmx", bare(sets+fmt.Sprintf(layer, cells))), editor.Options{})
		require.Equal(t, want, strings.Count(b.messages, "behind the last one of tileset"), "%s\n%s", cells, b.messages)
		require.Zero(t, b.errors)
	}
	b := build(t, write(t, "m.tmx", bare(sets+objectsIn(`<object id="1" gid="20" x="0" y="0"/><object id="2" gid="18" x="0" y="0"/>`))), editor.Options{})
	require.Contains(t, b.messages, "map m has tiles behind the last one of tileset m/b, such as number 9 of 8")
}

// Of properties by one name the last one counts, as in Tiled; the message shows the first
// one too.
func TestTheLastOfEqualPropertiesCounts(t *testing.T) {
	for _, level := range []string{
		inMap(`<properties>
<property name="a" value="old"/>
<property name="b" value="other"/>
<property name="a" value="new"/>
</properties>`),
		mapWith(`"properties":[
{"name":"a","type":"string","value":"old"},
{"name":"b","type":"string","value":"other"},
{"name":"a","type":"string","value":"new"}]`),
	} {
		b := build(t, write(t, "m.tmx", level, "set.tsx", set("", "")), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		require.Contains(t, b.messages, "m.tmx:4:")
		require.Contains(t, b.messages, "m.tmx:2:")
		require.Contains(t, b.messages, "the first one")
		require.Contains(t, b.messages, "Tiled takes the last")
		require.Len(t, lines(b, "property"), 2)
		require.Contains(t, strings.Join(lines(b, "property"), " "), "new")
	}
}

// The editor never writes such values. To it they are 0, or as good as none.
func TestValuesThatAreEmptyAreToldOf(t *testing.T) {
	for _, c := range []struct{ level, want string }{
		{`<map orientation="orthogonal" tilewidth="1" tileheight=""/>`, "m.tmx:1:57: warning: tileheight is empty; it counts as left out"},
		{inMap("<layer id='1'\n opacity=''/>"), "m.tmx:2:11: warning: opacity is empty; it counts as left out"},
		{inMap(objectsIn("<object id='1'\n visible=''/>")), "m.tmx:2:11: warning: visible is empty; it counts as left out"},
		{inMap("<layer id='1' width='1' height='1'><data>\n<tile gid=''/></data></layer>"), "m.tmx:2:12: warning: gid is empty; it counts as left out"},
		{inMap("<objectgroup id='1'\n draworder=''/>"), "m.tmx:2:13: warning: draworder is empty; it counts as left out"},
		{mapWith("\n" + `"renderorder":""`), "m.tmx:2:15: warning: renderorder is empty; it counts as left out"},
		{mapWith(`"renderorder":null,"width":null`), ""},
	} {
		b := build(t, write(t, "m.tmx", c.level, "set.tsx", set("", "")), editor.Options{})
		require.Zero(t, b.errors)
		if c.want == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, c.want)
		require.Equal(t, 1, strings.Count(b.messages, "warning:"), b.messages)
	}
}

// What stands in a property, and cannot be its value, would be lost.
func TestValuesThatAPropertyCannotHave(t *testing.T) {
	in := func(property string) string { return inMap("<properties>\n" + property + "</properties>") }
	for _, c := range []struct{ level, want string }{
		{in(`<property name="a"><properties><property name="b" value="1"/></properties></property>`), "m.tmx:2:21: properties: only a property of the type class has them, and this one is of the type string"},
		{in(`<property name="a" type="list"><properties/></property>`), "and this one is of the type list"},
		{in(`<property name="a"><item value="1"/><item value="2"/></property>`), "m.tmx:2:21: item: only a property of the type list has them, and this one is of the type string"},
		{in(`<property name="a" type="list"><item><item value="1"/></item></property>`), "m.tmx:2:39: item: only a property of the type list has them"},
		{mapWith(`"properties":[{"name":"a",` + "\n" + `"value":[1]}]`), "m.tmx:2:9: value: expected a single value for the type string, got a list"},
		{mapWith(`"properties":[{"name":"a",` + "\n" + `"value":{"b":1}}]`), "m.tmx:2:9: value: expected a single value for the type string, got an object"},
	} {
		b := build(t, write(t, "m.tmx", c.level, "set.tsx", set("", "")), editor.Options{})
		require.Contains(t, b.messages, c.want, c.level)
		require.Equal(t, 1, b.errors, b.messages)
	}
}

// Of a value and a text the value counts, if it is not empty, as in the editor.
func TestAPropertyWithAValueAndAText(t *testing.T) {
	for property, want := range map[string][2]string{
		`<property name="a" value="">text</property>`:                           {`>text<`, ""},
		`<property name="a" type="int" value="">7</property>`:                   {` int="7"`, ""},
		`<property name="a" value=""> </property>`:                              {`type="string"/>`, ""},
		`<property name="a" value="v" default="d"/>`:                            {`>v<`, ""}, // object types have a default
		`<property name="a" default="d"/>`:                                      {`>d<`, ""},
		`<property name="a" value="v"> </property>`:                             {`>v<`, ""},
		`<property name="a" value="v">text</property>`:                          {`>v<`, "m.tmx:2:30: warning: property a has a value and a text, which is left out"},
		`<property name="a" type="class" value="v"/>`:                           {"", `m.tmx:2:40: value: expected properties for the type class, got "v"`},
		`<property name="a" type="list" value="v"><item value="1"/></property>`: {"", `m.tmx:2:39: value: expected items for the type list, got "v"`},
		`<property name="a" type="list">a, b</property>`:                        {"", `m.tmx:2:32: expected items for the type list, got a text`},
	} {
		b := build(t, write(t, "m.tmx", bare("<properties>\n"+property+"</properties>")), editor.Options{})
		require.Equal(t, want[0] == "", b.errors == 1, b.messages)
		require.Contains(t, b.xml, want[0], property)
		if want[1] == "" {
			require.Empty(t, b.messages, property)
		}
		require.Contains(t, b.messages, want[1])
	}
}

// Bare lists in lists count as those of TMX do.
func TestListsInListsAreOnlySoDeep(t *testing.T) {
	for depth, errors := range map[int]int{48: 0, 49: 1} {
		value := strings.Repeat("[", depth) + "7" + strings.Repeat("]", depth)
		b := build(t, write(t, "m.tmj", mapWith(`"properties":[{"name":"a","type":"list","value":`+value+`},{"name":"b","default":"d"}]`)), editor.Options{})
		require.Equal(t, errors, b.errors, b.messages)
		require.Equal(t, errors > 0, strings.Contains(b.messages, "properties are nested more than 48 deep"))
		require.NotContains(t, b.xml, ">d<", "only TMX has defaults")
	}
}

// The editor gives each tileset gids of its own. It takes what it finds, by the first gids.
func TestTilesetsWhoseGidsOverlap(t *testing.T) {
	const sets = `<tileset firstgid="1" name="a" tilewidth="1" tileheight="1" tilecount="8" columns="4"/>` + "\n" + `<tileset firstgid="%d" name="b" tilewidth="1" tileheight="1" tilecount="4" columns="4"/>`
	b := build(t, write(t, "m.tmx", bare(fmt.Sprintf(sets, 5))), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:2:20: warning: the tileset m/b begins with gid 5, and m/a has gids up to 8")
	require.Contains(t, b.messages, "the tiles of m/a from number 4 on cannot be used")
	require.Zero(t, b.errors)
	b = build(t, write(t, "m.tmx", bare(fmt.Sprintf(sets, 9))), editor.Options{})
	require.Empty(t, b.messages)
	b = build(t, write(t, "m.tmx", bare(fmt.Sprintf(sets, 1))), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:2:20: the tilesets m/a and m/b both have the firstgid 1")
	require.Contains(t, b.messages, "m.tmx:1:100: the first one")
	tmj := `"tilesets":[{"firstgid":1,"name":"a","tilewidth":1,"tileheight":1,"tilecount":8,"columns":4},` + "\n" + `{"firstgid":5,"name":"b","tilewidth":1,"tileheight":1,"tilecount":4,"columns":4}]`
	b = build(t, write(t, "m.tmj", mapWith(tmj)), editor.Options{})
	require.Contains(t, b.messages, "m.tmj:2:13: warning: the tileset m/b begins with gid 5, and m/a has gids up to 8")
	// One in a file may have grown since the map was saved.
	b = build(t, write(t, "m.tmx", inMap(`<tileset firstgid="5" name="b" tilewidth="1" tileheight="1" tilecount="4" columns="4"/>`), "set.tsx", set("", "")), editor.Options{})
	require.Empty(t, b.messages)
}

// What stands beside the name of a tileset's file is not of the tileset.
func TestATilesetInAFileOfItsOwn(t *testing.T) {
	for _, level := range []string{
		bare("\n" + `<tileset firstgid="1" source="set.tsx"><tile id="0" type="a"/></tileset>`),
		mapWith(`"tilesets":[` + "\n" + `{"firstgid":1,"source":"set.tsx","tiles":[{"id":0,"type":"a"}]}]`),
	} {
		b := build(t, write(t, "m.tmx", level, "set.tsx", set("", "")), editor.Options{})
		require.Zero(t, b.errors)
		require.Regexp(t, `m.tmx:2:\d: warning: the tileset set.tsx is in a file of its own; what else stands here is left out`, b.messages)
	}
}

// A layer has one or the other.
func TestALayerWithChunksAndCells(t *testing.T) {
	for _, level := range []string{
		bare("<layer id='1' width='1' height='1'><data encoding='csv'><chunk x='0' y='0' width='1' height='1'>0</chunk>\n 0</data></layer>"),
		bare("<layer id='1' width='1' height='1'><data>\n<chunk x='0' y='0' width='1' height='1'><tile/></chunk><tile gid='0'/></data></layer>"),
		mapWith(`"layers":[{"type":"tilelayer","id":1,"width":1,"height":1,"chunks":[{"x":0,"y":0,"width":1,"height":1,"data":[0]}],` + "\n" + `"data":[0]}]`),
	} {
		b := build(t, write(t, "m.tmx", level), editor.Options{})
		require.Contains(t, b.messages, "a layer has both chunks and cells", level)
		require.Equal(t, 1, b.errors, b.messages)
	}
	b := build(t, write(t, "m.tmx", bare("<layer id='1' width='1' height='1'><data encoding='csv'>\n<chunk x='0' y='0' width='1' height='1'>0</chunk>\n</data></layer>")), editor.Options{})
	require.Empty(t, b.messages)
}

// In TMJ, a list of properties is not one object of old, even if something is missing.
func TestPropertiesWithoutANameOrAValue(t *testing.T) {
	var first string
	for _, level := range []string{
		bare("<properties><property name=\"a\"/>\n<property name=\"\" type=\"int\" value=\"5\"/><property name=\"b\" value=\"6\"/></properties>"),
		mapWith(`"width":4,"height":2,"properties":[{"name":"a","type":"string"},` + "\n" + `{"name":"","type":"int","value":5},{"name":"b","type":"string","value":"6"}]`),
	} {
		b := build(t, write(t, "m.tmx", level), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		require.Contains(t, b.messages, "m.tmx:2:")
		require.Contains(t, b.messages, "warning: a property has no name")
		require.Len(t, lines(b, "property"), 3)
		if first == "" {
			first = b.xml
		}
		require.Equal(t, first, b.xml)
	}
	b := build(t, write(t, "m.tmj", mapWith(`"properties":[{"name":"","type":"int","value":5}]`)), editor.Options{})
	require.Contains(t, b.xml, `<property type="int" int="5"/>`)
	require.Contains(t, b.messages, "warning: a property has no name")
	require.Len(t, lines(b, "property"), 1)
}
