package tiled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

func TestNamesThatNobodyKnowsAreToldOf(t *testing.T) {
	for _, c := range []struct{ inside, want string }{
		{`<objectgroup id="1"><object id="1" roation="45"/><object id="2" roation="45"/></objectgroup>`, `m.tmx:2:36: warning: unknown name "roation" in an object; it is left out|did you mean "rotation"?`},
		{`<objectgroup id="1"><object id="1"><elipse/></object></objectgroup>`, `m.tmx:2:37: warning: unknown name "elipse" in an object|did you mean "ellipse"?`},
		{`<objectgroup id="1"><object id="1" template="t.tx"/></objectgroup>`, `t.tx:1:21: warning: unknown name "hight" in an object|did you mean "height"?`},
		{`<objectgroup id="1"><object id="1"><text pixelsise="3">x</text></object></objectgroup>`, `m.tmx:2:42: warning: unknown name "pixelsise" in a text|did you mean "pixelsize"?`},
		{`<layer id="1" opactiy="0.5"/>`, `m.tmx:2:15: warning: unknown name "opactiy" in a layer|did you mean "opacity"?`},
		{`<layr id="1"/>`, `m.tmx:2:2: warning: unknown name "layr" in a map|did you mean "layer"?`},
		{`<properties><property name="a" typ="int" value="1"/></properties>`, `m.tmx:2:32: warning: unknown name "typ" in a property|did you mean "type"?`},
		{`<tileset firstgid="9" name="z" tilewidth="1"><tile id="1" wobble="1"/></tileset>`, `m.tmx:2:59: warning: unknown name "wobble" in a tile|is it of a newer Tiled?`},
		{`<tileset firstgid="9" name="z" tilewidth="1" marign="1"/>`, `m.tmx:2:46: warning: unknown name "marign" in a tileset|did you mean "margin"?`},
		{`<tileset firstgid="9" name="z" tilewidth="1"><tileoffset z="1"/></tileset>`, `m.tmx:2:58: warning: unknown name "z" in a point`},
		{`<tileset firstgid="9" name="z" tilewidth="1"><transformations hflp="1"/></tileset>`, `warning: unknown name "hflp" in transformations|did you mean "hflip"?`},
		{`<tileset firstgid="9" name="z" tilewidth="1"><tile id="0"><animation><frame tileid="0" durration="1"/></animation></tile></tileset>`, `warning: unknown name "durration" in a frame|did you mean "duration"?`},
		{`<tileset firstgid="9" name="z" tilewidth="1"><wangsets><wangset><wangcolr/></wangset></wangsets></tileset>`, `warning: unknown name "wangcolr" in a wang set|did you mean "wangcolor"?`},
		{`<layer xmlns:x="u" x:y="1" id="1"/>`, ""},
	} {
		b := build(t, write(t, "m.tmx", inMap("\n"+c.inside), "set.tsx", set("", ""), "t.tx", `<template>  <object hight="3"/></template>`), editor.Options{})
		require.Zero(t, b.errors)
		if c.want == "" {
			require.Empty(t, b.messages)
			continue
		}
		want, hint, _ := strings.Cut(c.want, "|")
		require.Contains(t, b.messages, want)
		require.Contains(t, b.messages, hint)
		require.Equal(t, 1, strings.Count(b.messages, "warning:"), b.messages)
	}
	json := `{"orientation":"orthogonal","tilewidth":1,"tileheight":1,"_by":"me","$schema":"s","layers":[{"type":"objectgroup","id":1,"objects":[` + "\n%s]}]}"
	b := build(t, write(t, "m.tmj", fmt.Sprintf(json, `{"id":1,"rotatoin":3,"elipse":true}`)), editor.Options{})
	require.Contains(t, b.messages, `m.tmj:2:9: warning: unknown name "rotatoin" in an object`)
	require.Contains(t, b.messages, `m.tmj:2:22: warning: unknown name "elipse" in an object`)
	require.Equal(t, 2, strings.Count(b.messages, "warning:"))
	b = build(t, write(t, "w.world", `{"maps":[],"paterns":[{"regexp":"(a)(b)"}],"type":"world"}`), editor.Options{})
	require.Contains(t, b.messages, `unknown name "paterns" in a world`)
	b = build(t, write(t, "w.world", `{"maps":[{"fileName":"ok.tmx",`+"\n"+`"X":7}],"patterns":[{"regexp":"(z)(z)","multiplyX":2}],"type":"world"}`, "ok.tmx", bare("")), editor.Options{})
	require.Contains(t, b.messages, `w.world:2:1: warning: unknown name "X" in a map of a world`)
	require.Contains(t, b.messages, `warning: unknown name "multiplyX" in a pattern`)
}

// Elements that only hold others, and shapes, have few names and no texts.
func TestPartsOfElementsAreLookedThrough(t *testing.T) {
	in := func(inside string) string {
		return `<tileset firstgid="9" name="z" tilewidth="1" tileheight="1">` + inside + `</tileset>`
	}
	for _, c := range []struct{ inside, want string }{
		{`<properties><proprety name="a" value="1"/></properties>`, `m.tmx:2:14: warning: unknown name "proprety" in properties; it is left out`},
		{in(`<wangsets><wangest name="w"/></wangsets>`), `warning: unknown name "wangest" in wang sets`},
		{in(`<terraintypes><terain name="w"/></terraintypes>`), `warning: unknown name "terain" in terrain types`},
		{in(`<tile id="0"><animation><fram tileid="0" duration="1"/></animation></tile>`), `warning: unknown name "fram" in an animation`},
		{in(`<image sorce="a.png" width="1" height="1"/>`), `warning: unknown name "sorce" in an image`},
		{in(`<tile id="0"><image source="a.png" widht="1"/></tile>`), `warning: unknown name "widht" in an image`},
		{`<imagelayer id="1"><image src="a.png"/></imagelayer>`, `m.tmx:2:27: warning: unknown name "src" in an image`},
		{`<layer id="1" width="1" height="1"><data encoding="csv" compresion="none">0</data></layer>`, `warning: unknown name "compresion" in the data of a layer`},
		{objectsIn(`<object id="1"><polygon point="0,0 1,1"/></object>`), `warning: unknown name "point" in a polygon`},
		{objectsIn(`<object id="1"><ellipse rx="4"/></object>`), `warning: unknown name "rx" in an ellipse`},
		{objectsIn(`<object id="1">` + "stray</object>"), `m.tmx:2:36: warning: a text in an object is left out`},
		{`<layer id="1" width="1" height="1">0</layer>`, `m.tmx:2:36: warning: a text in a layer is left out`},
		{`<properties>a=1</properties>`, `m.tmx:2:13: warning: a text in properties is left out`},
		{objectsIn(`<object id="1"><polygon>0,0 1,1</polygon></object>`), `warning: a text in a polygon is left out`},
		{in(`<tile id="0"><properties> <property name="a"> </property> </properties> </tile>`), ""},
	} {
		b := build(t, write(t, "m.tmx", inMap("\n"+c.inside), "set.tsx", set("", "")), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		if c.want == "" {
			require.Empty(t, b.messages)
			continue
		}
		require.Contains(t, b.messages, c.want)
		require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
	}
}

// A class that is nearly a kind of the game's is a slip, as far as one can tell.
func TestClassesThatAreNearlyKinds(t *testing.T) {
	for class, kind := range map[string]string{"dor": "", "door": "", "Door": "door", "dooor": "door", "odor": "door", "LAMP": "lamp", "door2": "", "coin": "", "npcs": "", "Camp": "", "object": ""} {
		files := []string{"m.tmx", inMap(objectsIn("\n" + `<object id="1" type="` + class + `"/><object id="2" type="` + class + `"/>`)), "set.tsx", set("", ""),
			"p.json", `{"propertyTypes":[{"name":"Camp","type":"class","useAs":["object"],"members":[]}]}`}
		path := write(t, files...)
		b := build(t, path, editor.Options{Schema: gameSchema(t), Project: strings.Replace(path, "m.tmx", "p.json", 1)})
		require.Zero(t, b.errors, b.messages)
		if kind == "" {
			require.Empty(t, b.messages, class)
			continue
		}
		require.Contains(t, b.messages, fmt.Sprintf(`m.tmx:2:22: warning: no kind of the game's is called %q`, class))
		require.Contains(t, b.messages, fmt.Sprintf("did you mean %q?", kind))
		require.Equal(t, 1, strings.Count(b.messages, "warning:"))
	}
}

// The editor takes no pattern that would put all maps into one place.
func TestAPatternOfAWorldMultipliesByMoreThanNothing(t *testing.T) {
	const m = `<map orientation="orthogonal" tilewidth="1" tileheight="1"/>`
	for _, name := range []string{"multiplierX", "multiplierY", "mapWidth", "mapHeight"} {
		b := build(t, write(t, "w.world", `{"patterns":[{"regexp":"r(\\d)_(\\d)","`+name+`":0}],"type":"world"}`, "r1_1.tmx", m), editor.Options{})
		require.Contains(t, b.messages, fmt.Sprintf(`the pattern "r(\\d)_(\\d)" has the %s 0`, name))
		require.Equal(t, 1, b.errors)
	}
}
