package tiled_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Words and numbers that the editor does not write are told of, and nothing of them is lost.
func TestHowLayersAreDrawn(t *testing.T) {
	for _, c := range []struct{ level, want, xml string }{
		{bare("<layer id='1'\n mode='burn'/>"), `m.tmx:2:8: warning: the blend mode "burn" is not known`, ` blend="burn"`},
		{mapWith(`"layers":[{"id":1,"type":"tilelayer",` + "\n" + `"mode":"burn"}]`), `m.tmx:2:8: warning: the blend mode "burn" is not known`, ` blend="burn"`},
		{bare("<layer id='1'\n opacity='1.5'/>"), `m.tmx:2:11: warning: opacity: 1.5 is not from 0 to 1`, ` opacity="1.5"`},
		{bare("<group id='1'\n opacity='-0.5'/>"), `m.tmx:2:11: warning: opacity: -0.5 is not from 0 to 1`, ` opacity="-0.5"`},
		{mapWith(`"layers":[{"id":1,"type":"group","layers":[],` + "\n" + `"opacity":255}]`), `m.tmx:2:11: warning: opacity: 255 is not from 0 to 1`, ` opacity="255"`},
		{bare(objectsIn("<object id='1'\n opacity='2'/>")), `m.tmx:2:11: warning: opacity: 2 is not from 0 to 1`, ` opacity="2"`},
		{bare(objectsIn("<object id='1' template='t.tx'/><object id='2' template='t.tx'/>")), `t.tx:2:11: warning: opacity: 3 is not from 0 to 1`, ` opacity="3"`},
		{bare("<layer id='1'\n x='5'/>"), `m.tmx:2:5: warning: the x of a layer is left out`, ` offsetx="0"`},
		{bare("<objectgroup id='1'\n y='5'/>"), `m.tmx:2:5: warning: the y of a layer is left out`, ` offsety="0"`},
		{mapWith(`"layers":[{"id":1,"type":"tilelayer","x":0,` + "\n" + `"y":-1}]`), `m.tmx:2:5: warning: the y of a layer is left out`, ` offsety="0"`},
		{bare("<imagelayer id='1' x='5'/>"), "", ` offsetx="5"`},
		{"<map\n orientation='toric'/>", `m.tmx:2:15: warning: orientation "toric" is not known`, ` orientation="orthogonal"`},
		{`{"type":"map",` + "\n" + `"orientation":"toric"}`, `m.tmx:2:15: warning: orientation "toric" is not known`, ` orientation="orthogonal"`},
		{"\n<map/>", `m.tmx:2:2: warning: the map has no orientation; it is taken for orthogonal`, ` orientation="orthogonal"`},
		{"\n" + `{"type":"map"}`, `m.tmx:2:1: warning: the map has no orientation; it is taken for orthogonal`, ` orientation="orthogonal"`},
		{"<map orientation='hexagonal'\n staggeraxis='z'/>", `m.tmx:2:15: warning: staggeraxis "z" is not known`, ` staggeraxis="y"`},
		{"<map orientation='staggered'\n staggerindex='z'/>", `m.tmx:2:16: warning: staggerindex "z" is not known`, ` staggerindex="odd"`},
		{"<map orientation='orthogonal'\n renderorder='up'/>", `m.tmx:2:15: warning: renderorder "up" is not known`, ` renderorder="right-down"`},
		{mapWith("\n" + `"renderorder":"up"`), `m.tmx:2:15: warning: renderorder "up" is not known`, ` renderorder="right-down"`},
		{bare("<objectgroup id='1'\n draworder='up'/>"), `m.tmx:2:13: warning: draworder "up" is not known`, ` draworder="topdown"`},
	} {
		b := build(t, write(t, "m.tmx", c.level, "t.tx", "<template><object\n opacity='3'/></template>"), editor.Options{})
		require.Zero(t, b.errors, c.level)
		require.Contains(t, b.xml, c.xml, c.level)
		if c.want == "" {
			require.Empty(t, b.messages, c.level)
			continue
		}
		require.Contains(t, b.messages, c.want, c.level)
		require.Equal(t, 1, strings.Count(b.messages, "warning: "), b.messages)
	}
}

// A layer of a type that nobody knows is left out, perhaps because of a slip.
func TestTypesOfLayers(t *testing.T) {
	b := build(t, write(t, "m.tmj", mapWith(`"layers":[`+"\n"+`{"id":1,"type":"TileLayer"},{"id":2,"type":"voxels"},{"id":3,"type":"voxels"}]`)), editor.Options{})
	require.Zero(t, b.errors)
	require.Contains(t, b.messages, `m.tmj:2:16: warning: the layer type "TileLayer" is not known`)
	require.Contains(t, b.messages, `the layer is left out; did you mean "tilelayer"?`)
	require.Contains(t, b.messages, `m.tmj:2:44: warning: the layer type "voxels" is not known`)
	require.Equal(t, 2, strings.Count(b.messages, "warning: "))
}

// What the editor itself writes is no news.
func TestBlendModesOfTheEditor(t *testing.T) {
	for mode := range strings.FieldsSeq("normal add multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion") {
		b := build(t, write(t, "m.tmx", bare(`<layer id="1" opacity="0" mode="`+mode+`"/><layer id="2" opacity="1"/>`)), editor.Options{})
		require.Empty(t, b.messages, mode)
		require.Equal(t, mode != "normal", strings.Contains(b.xml, ` blend="`+mode+`"`), mode)
	}
}
