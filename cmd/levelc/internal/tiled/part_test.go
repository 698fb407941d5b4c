package tiled_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
)

func TestPartOf(t *testing.T) {
	const (
		set    = `"columns":1, "image":"a.png", "imageheight":8, "imagewidth":8, "margin":0, "name":"a", "spacing":0, "tileheight":8, "tilewidth":8`
		object = `"object": {"height":8, "id":1, "name":"", "rotation":0, "type":"", "visible":true, "width":8}`
		tag    = `<tileset name="a" tilewidth="8" tileheight="8"`
	)
	many := strings.Repeat(`{"id":1, "image":"a.png"},`, 200_000) + `{"id":2}`
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `{` + set + `}`, "tileset"}, // before Tiled 1.0
		{"a.json", `{` + set + `, "tileproperties":{"1":{"a":"b"}}}`, "tileset"},
		{"a.json", `{"name":"a", "tilewidth":8, "tileheight":8, "tiles":[{"id":1}], "type":"tileset"}`, "tileset"},
		{"a.tsj", `{"type":"tileset", ` + set + `}`, "tileset"},
		{"a.json", `{"name":"a", "margin":0, "spacing":0, "tilecount":2, "tiledversion":"1.10.2", "tileheight":8, "tiles":[` + many + `], "tilewidth":8, "type":"tileset"}`, "tileset"},
		{"a.json", `{` + object + `, "type":"template"}`, "template"},
		{"a.tj", `{` + object + `, "tileset":{"firstgid":1, "source":"a.json"}, "type":"template"}`, "template"},
		{"a.xml", tag + `><image source="a.png"/></tileset>`, "tileset"},
		{"a.tsx", tag + `/>`, "tileset"},
		{"a.tx", `<template><object width="1"/></template>`, "template"},
		{"a.xml", `<objecttypes><objecttype name="a" color="#ad7fa8"/></objecttypes>`, "list"},
		{"a.json", `[{"id":1,"members":[],"name":"C","type":"class"}]`, "list"},
		{"a.tiled-project", `{"folders":["."]}`, "project"},
		{"a.tiled-session", `{"map.height":1}`, "session"},

		// Levels may begin like that, and have such kinds.
		{"a.json", `{` + set + `, "layers":[]}`, ""},
		{"a.json", `{` + set + `, "width":2}`, ""},
		{"a.json", `{` + set + `, "type":"level"}`, ""},
		{"a.json", `{` + set, ""},
		{"a.json", `{"name":"a", "tilewidth":8, "tileheight":8, "tiles":[1,2,3]}`, ""},
		{"a.json", `{"type":"tileset", "name":"a", "tiles":[{"type":"tile"}]}`, ""},
		{"a.json", `{"type":"template", "object":{"id":1, "hp":2, "visible":true}}`, ""},
		{"a.json", `{"type":"template", "object":{"id":1, "x":2}}`, ""},
		{"a.json", `{"type":"template", "name":"a", ` + object + `}`, ""},
		{"a.json", `{"type":"template", "objects":[]}`, ""},
		{"a.json", `[{"type":"tileset", "name":"a"}]`, ""},
		{"a.json", `{}`, ""},
		{"a.json", `1`, ""},
		{"a.xml", `<template><object width="1"/></template>`, ""},
		{"a.xml", `<tileset name="a" tilewidth="8"/>`, ""},
		{"a.xml", tag + ` hp="1"/>`, ""},
		{"a.xml", `<level>` + tag + `/></level>`, ""},
		{"a.xml", `<objecttypes/>`, ""},
		{"a.xml", ``, ""},
		{"a.tmx", tag + `/>`, ""}, // which says what it is
	} {
		path := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
		f, err := source.Open(path)
		require.NoError(t, err)
		require.Equal(t, c.want, reader.PartOf(f).Noun, "%s: %.200s", c.name, c.text)
		f.Close()
	}
}
