package tiled_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// What was deleted, but is still named, can be left empty.
func TestAMissingObjectIsWhatTheOptionSays(t *testing.T) {
	const prop = `<properties><property name="o" type="object" value="9"/></properties>`
	path := write(t, "m.tmx", bare(prop+objectsIn(`<object id="1" template="t.tx"/>`)), "t.tx", `<template><object>`+prop+`</object></template>`)
	b := build(t, path, editor.Options{})
	require.Equal(t, 2, b.errors)
	require.Contains(t, b.messages, "--missing=warn leaves the property empty")

	b = build(t, path, editor.Options{Missing: diag.Warning})
	require.Zero(t, b.errors, b.messages)
	require.Contains(t, b.messages, "warning: there is no object 9 in map m\n")
	require.Contains(t, b.messages, "t.tx:1:")
	require.NotContains(t, b.messages, "--missing")
	require.NotContains(t, b.xml, `object="`)
}

// One mistake is told once: without its file, nobody knows whether a property names a door.
func TestAReferenceToAnObjectOfAMissingTemplateIsNotReported(t *testing.T) {
	const leads = `<properties><property name="leads" type="object" value="%d"/></properties>`
	objects := objectsIn(`<object id="1" template="t.tx"/><object id="2" type="door">` + fmt.Sprintf(leads, 1) + `</object>
<object id="3" gid="1"/><object id="4" type="door">` + fmt.Sprintf(leads, 3) + `</object><object id="5" template="t.tx" type="lamp"/>`)
	text := bare(`<tileset firstgid="1" source="gone.tsx"/>` + objects)
	for name, path := range map[string]string{
		"missing":  write(t, "m.tmx", text),
		"broken":   write(t, "m.tmx", text, "t.tx", `<template><object`),
		"no class": write(t, "m.tmx", text, "t.tx", `<template/>`),
	} {
		b := build(t, path, editor.Options{Schema: gameSchema(t)})
		require.NotContains(t, b.messages, "no door has the id", name)
		if name == "missing" {
			require.Contains(t, b.messages, "t.tx does not exist; this file refers to it 2 times\n")
		}
		require.Equal(t, map[string]int{"missing": 2, "broken": 2, "no class": 2}[name], b.errors, b.messages)
	}
	b := build(t, write(t, "m.tmx", text), editor.Options{Schema: gameSchema(t), Missing: diag.Warning})
	require.Zero(t, b.errors, b.messages)
	w := new(game)
	load(t, b, w)
	for _, d := range w.Doors.All() {
		require.True(t, d.Leads.IsNil())
	}
}

func TestAPathOfAnotherComputerIsToldOf(t *testing.T) {
	b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="1" source="Q:/nowhere/set.tsx"/>`)), editor.Options{})
	require.Contains(t, b.messages, "Q:/nowhere/set.tsx does not exist")
}

// Where an image layer has no offsetx, Tiled reads x and y from TMX, as old files have them,
// and leaves offsety out.
func TestAnImageLayersOffsetY(t *testing.T) {
	for _, c := range []struct{ layer, want, warning string }{
		{`<imagelayer id="1" offsety="-48"/>`, `<own offsetx="0" offsety="0" `, "the offsety of an image layer without an offsetx is left out, as in Tiled"},
		{`<imagelayer id="1" offsety="-48" x="1" y="2"/>`, `<own offsetx="1" offsety="2" `, "as in Tiled"},
		{`<imagelayer id="1" offsetx="0" offsety="-48"/>`, `<own offsetx="0" offsety="-48" `, ""},
		{`<imagelayer id="1" offsety="0"/>`, `<own offsetx="0" offsety="0" `, ""},
		{`{"id":1, "type":"imagelayer", "offsety":-48, "x":0, "y":0}`, `<own offsetx="0" offsety="-48" `, ""},
		{`{"id":1, "type":"imagelayer", "x":1, "y":2}`, `<own offsetx="1" offsety="2" `, ""},
	} {
		name, text := "m.tmx", bare(c.layer)
		if c.layer[0] == '{' {
			name, text = "m.tmj", `{"type":"map", "orientation":"orthogonal", "width":1, "height":1, "tilewidth":1, "tileheight":1, "layers":[`+c.layer+`]}`
		}
		b := build(t, write(t, name, text), editor.Options{})
		require.Zero(t, b.errors, b.messages)
		require.Contains(t, b.xml, c.want, c.layer)
		if c.warning == "" {
			require.Empty(t, b.messages, c.layer)
		}
		require.Contains(t, b.messages, c.warning)
	}
}
