package tiled

import (
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// writeWangSet writes a terrain set. Before Tiled 1.5 edges and corners had separate
// colors; here those of corners follow those of edges.
func (r *reader) writeWangSet(s *tileset, n *editor.Node) {
	r.checkNames(n, wangSetNames)
	var colors []*editor.Node
	add := func(xml, json string) int {
		before := len(colors)
		for c := range nodes(n, xml, json) {
			r.checkNames(c, colorNames)
			colors = append(colors, c)
		}
		return len(colors) - before
	}
	add("wangcolor", "colors")
	edges := add("wangedgecolor", "edgecolors")
	corners := add("wangcornercolor", "cornercolors")
	typ := r.wangType(n, edges, corners)
	if len(colors) > 255 {
		r.Errorf(n.Place(), "", "a wang set has more than 255 colors")
		colors = colors[:255]
	}
	r.Open("wangset", n.Place())
	r.Attr("name", n.String("name"))
	r.AttrIf("class", n.String("class"))
	r.Attr("type", typ)
	r.Int("tile", r.int32(n, "tile", -1))
	for _, c := range colors {
		r.Open("color", c.Place())
		r.Attr("name", c.String("name"))
		r.AttrIf("class", c.String("class"))
		r.writeColor("color", r.color(c, "color", color{}))
		r.Int("tile", r.int32(c, "tile", -1))
		r.Float("probability", r.float32(c, "probability"))
		r.writeProperties(r.resolve(c.String("class"), "wangcolor", c.Place(), r.properties(c)), noTargets{})
		r.Close()
	}
	shift := 0
	if corners > 0 {
		shift = edges
	}
	last := r.lastWangTiles(n)
	for t := range nodes(n, "wangtile", "wangtiles") {
		if last[r.uint32(t, "tileid")] == t.At {
			r.checkTile(s, t, "a wang set")
			r.writeWangTile(t, shift, len(colors))
		}
	}
	r.writeProperties(r.resolve(n.String("class"), "wangset", n.Place(), r.properties(n)), noTargets{})
	r.Close()
}

func (r *reader) wangType(n *editor.Node, edges, corners int) string {
	if n.String("type") != "" {
		return r.word(n, "type", "mixed", "corner", "edge")
	}
	switch {
	case edges > 0 && corners == 0:
		return "edge"
	case corners > 0 && edges == 0:
		return "corner"
	}
	return "mixed"
}

// lastWangTiles returns where the wang tile of each tile begins in the file. It warns of
// those that stand before another one for the same tile, which counts in the editor.
func (r *reader) lastWangTiles(n *editor.Node) map[uint32]int64 {
	last := map[uint32]int64{}
	for t := range nodes(n, "wangtile", "wangtiles") {
		r.checkNames(t, wangTileNames)
		if !r.mustHave(t, "the wang tile", "tileid") {
			continue
		}
		for _, name := range []string{"hflip", "vflip", "dflip"} { // before Tiled 1.5
			if r.bool(t, name, false) {
				r.WarnOnceFor("flips of wang tiles", t.PlaceOf(name), "its colors are read as those of the tile itself", "the %s of a wang tile is left out, as in Tiled since 1.5", name)
			}
		}
		number := r.uint32(t, "tileid")
		if at, again := last[number]; again {
			before := editor.Place{Doc: t.Doc, Pos: source.Pos{Off: at}}
			r.WarnfBecause(t.Place(), editor.Cause{At: before, Says: "the one before it"}, "remove all but one; Tiled takes the last, and so does levelc",
				"tile %d stands twice in the wang set %q", number, editor.Clip(n.String("name")))
		}
		last[number] = t.At
	}
	return last
}

func (r *reader) writeWangTile(n *editor.Node, shift, most int) {
	m := n.Member("wangid")
	if m == nil {
		r.Errorf(n.Place(), saveAgain, "the wang tile has no wangid")
		return
	}
	text := strings.TrimSpace(m.Text)
	var ids [8]int
	ok := true
	if hex, old := strings.CutPrefix(text, "0x"); old {
		v, err := strconv.ParseUint(hex, 16, 32)
		ok = err == nil
		for i := range ids {
			ids[i] = int(v >> (4 * i) & 15)
		}
	} else {
		parts := strings.Split(text, ",")
		ok = len(parts) == len(ids)
		for i := 0; ok && i < len(ids); i++ {
			v, good := whole(parts[i], 0, 255)
			ids[i], ok = int(v), good
		}
	}
	for i := range ids {
		if i%2 == 1 && ids[i] > 0 {
			ids[i] += shift
		}
		ok = ok && ids[i] <= most
	}
	if !ok {
		r.Errorf(n.PlaceOf("wangid"), "", "wangid: expected eight numbers of the set's %d colors, got %q", most, editor.Clip(text))
		return
	}
	r.writeColors(n, r.uint32(n, "tileid"), "wangid", ids)
}

// writeColors writes the colors around a tile, which are made of a member of n.
func (r *reader) writeColors(n *editor.Node, number uint32, member string, ids [8]int) {
	r.Open("wangtile", n.Place())
	r.Int("tile", int64(number))
	r.BeginList("colors", n.PlaceOf(member))
	for _, v := range ids {
		r.Number(uint32(v))
	}
	r.EndList()
	r.Close()
}

// writeTerrains writes terrains from before Tiled 1.5 as newer versions read them: as a
// wang set of corners.
func (r *reader) writeTerrains(s *tileset) {
	var terrains []*editor.Node
	for c := range nodes(inside(s.root, "terraintypes"), "terrain", "terrains") {
		r.checkNames(c, colorNames)
		terrains = append(terrains, c)
	}
	if len(terrains) == 0 {
		for _, t := range s.tiles {
			if n := t.at(); n.Has("terrain") {
				r.WarnOnceFor("terrain "+s.name, n.PlaceOf("terrain"), "", "tiles of the tileset %s have terrains, and it has none; they are left out", editor.Clip(s.name))
			}
		}
		return
	}
	if len(terrains) > 255 {
		r.Errorf(s.root.Place(), "", "a tileset has more than 255 terrains")
		return
	}
	r.Open("wangset", s.root.Place())
	r.Attr("name", "Terrains")
	r.Attr("type", "corner")
	for _, c := range terrains {
		r.Open("color", c.Place())
		r.Attr("name", c.String("name"))
		r.Int("tile", r.int32(c, "tile", -1))
		r.writeProperties(r.resolve("", "wangcolor", c.Place(), r.properties(c)), noTargets{})
		r.Close()
	}
	for _, t := range s.tiles {
		r.writeTerrain(t.at(), t.number, len(terrains))
	}
	r.Close()
}

// writeTerrain writes the terrains of a tile's corners: top left, top right,
// bottom left, bottom right.
func (r *reader) writeTerrain(n *editor.Node, number uint32, most int) {
	m := n.Member("terrain")
	if m == nil || m.Text == "" && len(m.Items()) == 0 {
		return
	}
	var ids [8]int
	parts := strings.Split(m.Text, ",")
	for i, part := range parts {
		if part = strings.TrimSpace(part); (part == "" || part == "-1") && len(parts) == 4 {
			continue
		}
		v, ok := whole(part, 0, int64(most)-1)
		if !ok || len(parts) != 4 {
			r.Errorf(n.PlaceOf("terrain"), "", "terrain: expected four numbers of the tileset's %d terrains, got %q", most, editor.Clip(m.Text))
			return
		}
		ids[[4]int{7, 1, 5, 3}[i]] = int(v) + 1
	}
	r.writeColors(n, number, "terrain", ids)
}
