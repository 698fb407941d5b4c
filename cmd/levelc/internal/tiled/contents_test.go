package tiled_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// What belongs to another type of layer, or stands as an element and is an attribute, is lost
// as an unknown name is.
func TestWhatStandsInTheWrongPlaceIsToldOf(t *testing.T) {
	const object, layer = `<object id="1"/>`, `<layer id="1" width="1" height="1">`
	for _, c := range []struct{ text, want string }{
		{layer + object + `</layer>`, `"object" in a layer of the type tiles is left out`},
		{layer + `<objectgroup id="2"/></layer>`, `"objectgroup" in a layer of the type tiles is left out`},
		{`<objectgroup id="1"><image source="a.png"/></objectgroup>`, `"image" in a layer of the type objects`},
		{`<group id="1"><data encoding="csv">1</data></group>`, `"data" in a layer of the type group`},
		{`<objectgroup id="1"><object id="1"><x>5</x></object></objectgroup>`, `"x" is no element of an object; it is left out`},
		{`<properties><property name="a"><value>5</value></property></properties>`, `"value" is no element of a property`},
		{`<objectgroup id="1"><object id="1" polygon="0,0 1,1"/></objectgroup>`, `"polygon" is no attribute of an object`},
		{`<objectgroup id="1" image="a.png"/>`, `"image" is no attribute of a layer`},
		{`<layers/>`, `"layers" is no element of a map`},
		{`{"id":1, "type":"tilelayer", "objects":[{"id":1}]}`, `"objects" in a layer of the type tiles`},
		{`{"id":1, "type":"group", "objects":[{"id":1}]}`, `"objects" in a layer of the type group`},
		{`{"id":1, "type":"objectgroup", "data":[1]}`, `"data" in a layer of the type objects`},
		{`{"id":1, "type":"objectgroup", "layers":[{"id":2, "type":"group"}]}`, `"layers" in a layer of the type objects`},
		{`{"id":1, "type":"imagelayer", "chunks":[{"x":0}]}`, `"chunks" in a layer of the type image`},
		{`{"id":1, "type":"tilelayer", "image":"a.png"}`, `"image" in a layer of the type tiles`},
		{`{"id":1, "type":"objectgroup", "data":[], "layers":[], "chunks":null, "image":""}`, ""}, // as other tools write nothing
		{`{"id":1, "type":"imagelayer", "objects":[], "data":""}`, ""},
	} {
		name, text := "m.tmx", bare(c.text)
		if c.text[0] == '{' {
			name, text = "m.tmj", `{"type":"map", "orientation":"orthogonal", "width":1, "height":1, "tilewidth":1, "tileheight":1, "layers":[`+c.text+`]}`
		}
		b := build(t, write(t, name, text), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		if c.want == "" {
			require.Empty(t, b.messages, c.text)
			continue
		}
		require.Contains(t, b.messages, "warning: "+c.want, c.text)
		require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
	}
}
