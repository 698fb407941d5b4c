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
