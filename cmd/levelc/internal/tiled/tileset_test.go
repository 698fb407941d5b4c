package tiled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/tiled"
)

// Before Tiled 0.13 a tileset did not say how many tiles it has, and before 0.15 not in how
// many columns. They are counted as the editor cuts an image up: there need be no margin
// behind the last tile.
func TestTilesOfAnImageAreCounted(t *testing.T) {
	for _, c := range []struct {
		attributes, image string
		count, columns    int32
	}{
		{``, `width="32" height="16"`, 8, 4},
		{``, `width="39" height="23"`, 8, 4},
		{` margin="1"`, `width="33" height="17"`, 8, 4},
		{` margin="1"`, `width="32" height="16"`, 3, 3},
		{` spacing="2"`, `width="38" height="18"`, 8, 4},
		{` margin="3" spacing="2"`, `width="41" height="21"`, 8, 4},
		{` margin="40"`, `width="32" height="16"`, 0, 0},
		{` columns="3"`, `width="32" height="16"`, 8, 3},
		{` tilecount="5"`, `width="32" height="16"`, 5, 4},
		{` spacing="30"`, ``, 0, 0},
	} {
		b := build(t, write(t, "m.tmx", bare(`<tileset firstgid="1" name="s" tilewidth="8" tileheight="8"`+c.attributes+`><image source="s.png" `+c.image+`/></tileset>`)), editor.Options{})
		require.Empty(t, b.messages)
		var w tiled.World
		load(t, b, &w)
		for _, s := range w.Tilesets.All() {
			require.Equal(t, []int32{c.count, c.columns}, []int32{s.TileCount, s.Columns}, "%s %s", c.attributes, c.image)
		}
	}
}
