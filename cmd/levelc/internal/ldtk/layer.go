package ldtk

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/loader/ldtk"
)

// mostList is the longest list in an attribute. Longer ones are written as elements. A
// tag has at most 16 MiB.
var mostList = 12 << 20

func (r *reader) writeLayer(l *level, n *editor.Node, id string) {
	def := r.layerDefOf(n)
	typ := r.text(n, "__type")
	if typ == "" && def != nil {
		typ = def.typ
	}
	typ = r.layerType(typ, n, "__type")
	size := r.vecOf(n, "__cWid", "__cHei", ldtk.Vec{})
	if size.X < 0 || size.Y < 0 {
		r.Errorf(n.Place(), "", "the layer has a negative size, %d x %d cells", size.X, size.Y)
		size = ldtk.Vec{}
	}
	set := r.tilesetOf(n, def)
	values, valued := r.values(n, typ, size)

	r.Open("layer", n.Place())
	r.AttrIf("id", id)
	r.putText("iid", n, "iid")
	if def != nil {
		r.AttrIf("def", def.id)
	}
	r.putText("identifier", n, "__identifier")
	r.Attr("type", typ)
	r.putVec("size", size)
	r.putInt("grid", r.gridOf(n, def))
	r.putVec("offset", r.offsetOf(n, def))
	r.putFloat("opacity", r.float(n, "__opacity", 1), 1)
	if !r.bool(n, "visible", true) {
		r.Bool("visible", false)
	}
	if set != nil {
		r.AttrIf("tileset", set.id)
	}
	if def != nil && def.sourceUID >= 0 {
		r.AttrIf("source", l.layers[def.sourceUID])
	}
	tiled := r.tiles(n, set)
	listed := valued && lengthOf(values) <= mostList
	if listed {
		r.AttrAt("value", strings.Join(values, ""), n.PlaceOf("intGridCsv"))
	}
	if tiled && len(r.buf) > 0 {
		r.AttrAt("tile", string(r.buf), n.Place())
	}
	if valued && !listed {
		r.valueElements(n, values)
	}
	if !tiled {
		r.tileElements(n, set)
	}
	list := r.inLayer[n]
	for e := range n.Children("entityInstances") {
		r.writeEntity(list[0], e)
		list = list[1:]
	}
	r.inLayer[n] = list // another level may have the same file
	r.Close()
}

// tilesetOf returns the tileset of a layer: the one that LDtk has found or, before 0.6,
// the layer's own or that of its definition.
func (r *reader) tilesetOf(n *editor.Node, def *layerDef) *tileset {
	uid := int32(-1)
	if def != nil {
		uid = def.tilesetUID
	}
	uid = r.int(n, "__tilesetDefUid", r.int(n, "overrideTilesetUid", uid))
	if uid < 0 {
		return nil
	}
	set := r.tilesets[uid]
	if set == nil {
		r.WarnOnce(n.Place(), "", "the layer's tileset, %d, is not in the project", uid)
	}
	return set
}

func (r *reader) gridOf(n *editor.Node, def *layerDef) int32 {
	otherwise := int32(0)
	if def != nil {
		otherwise = def.grid
	}
	return r.int(n, "__gridSize", otherwise)
}

// offsetOf returns the offset of a layer. Before 0.5, files did not have the sum of the
// layer's own offset and its definition's.
func (r *reader) offsetOf(n *editor.Node, def *layerDef) ldtk.Vec {
	own := r.vecOf(n, "pxOffsetX", "pxOffsetY", ldtk.Vec{})
	if def != nil && (n.Member("__pxTotalOffsetX") == nil || n.Member("__pxTotalOffsetY") == nil) {
		own = r.sum(n.Place(), own, def.offset)
	}
	return r.vecOf(n, "__pxTotalOffsetX", "__pxTotalOffsetY", own)
}

// values returns the list of a layer's values, in pieces, or false if it has none. Only
// layers of type IntGrid have values; the others have an empty list.
func (r *reader) values(n *editor.Node, typ string, size ldtk.Vec) ([]string, bool) {
	m := n.Member("intGridCsv")
	if c := n.Child("intGridCsv"); c != nil {
		r.Errorf(c.Place(), "", "intGridCsv: expected a list of whole numbers, got an object")
		return nil, false
	}
	switch {
	case m == nil, m.Kind == source.List && !m.IsNumbers() && len(m.Items()) == 0:
		if typ == "IntGrid" && n.Has("intGridCsv") && !n.HasPacked("intGrid") && size.X > 0 && size.Y > 0 {
			r.Warnf(n.PlaceOfList("intGridCsv"), saveAgain, "intGridCsv is empty: the layer has none of its %d x %d values", size.X, size.Y)
		}
		return r.oldValues(n, size)
	case !m.IsNumbers():
		r.wrong(n, "intGridCsv", "a list of whole numbers")
		return nil, false
	}
	count := 0
	for text := range m.Numbers() {
		count++
		if _, err := source.ParseUint([]byte(text), 16); err != nil {
			r.Errorf(n.PlaceIn(m).Item(count), "", "the values of cells are whole numbers from 0 to 65535, got %s", editor.Clip(text))
			return nil, false
		}
	}
	if int64(count) != int64(size.X)*int64(size.Y) {
		r.Errorf(n.PlaceOf("intGridCsv"), saveAgain, "%d values, and the layer has %d x %d cells", count, size.X, size.Y)
		return nil, false
	}
	return m.Pieces(), true
}

// oldValues returns the values as files before 0.8 list them: only cells that are not
// empty, with values from 0 on.
func (r *reader) oldValues(n *editor.Node, size ldtk.Vec) ([]string, bool) {
	if !n.HasPacked("intGrid") {
		return nil, false
	}
	count := int64(size.X) * int64(size.Y)
	if count > int64(r.room) {
		r.Errorf(n.Place(), withNewer, "%d x %d cells are too many for a list of those that are not empty", size.X, size.Y)
		return nil, false
	}
	r.room -= int(count)
	cells := make([]uint16, count)
	for c := range n.Children("intGrid") {
		at, v := r.int(c, "coordId", -1), r.int(c, "v", -1)
		if at < 0 || int64(at) >= count || v < 0 || v >= 0xFFFF {
			r.Errorf(c.Place(), "", "cell %d with the value %d is not in a layer of %d x %d cells with values from 0 to 65534", at, v, size.X, size.Y)
			return nil, false
		}
		cells[at] = uint16(v) + 1
	}
	var pieces []string
	b := make([]byte, 0, pieceSize+8)
	for i, v := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		if len(b) >= pieceSize {
			pieces, b = append(pieces, string(b)), b[:0]
		}
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	return append(pieces, string(b)), true
}

// pieceSize is the length of a piece of a list.
const pieceSize = 64 << 10

func lengthOf(pieces []string) (n int) {
	for _, p := range pieces {
		n += len(p)
	}
	return n
}

// valueElements writes values as elements, each with a piece of them.
func (r *reader) valueElements(n *editor.Node, values []string) {
	at := n.PlaceOf("intGridCsv")
	for _, piece := range values {
		r.Open("value", at)
		r.Text(strings.TrimSuffix(piece, ","), at)
		r.Close()
	}
}

// tile is a tile of a layer.
type tile struct {
	px, src ldtk.Vec
	id      int32
	flip    int32
	alpha   string
}

// autoTiles is the list of a layer's tiles that its rules made.
const autoTiles = "autoLayerTiles"

// tilesOf returns the tiles of a layer. Each is valid until the next one.
func tilesOf(n *editor.Node) iter.Seq[*editor.Node] {
	return func(yield func(*editor.Node) bool) {
		for _, list := range [...]string{"gridTiles", autoTiles} {
			for c := range n.Children(list) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// tiles writes the tiles of a layer into r.buf as a list, or reports false if a list
// has no room for them.
func (r *reader) tiles(n *editor.Node, set *tileset) bool {
	b := r.buf[:0]
	from := r.autoOrigin(n)
	for c := range tilesOf(n) {
		if len(b) > mostList {
			return false
		}
		v, ok := r.tile(c, set, from)
		if !ok {
			continue
		}
		for _, n := range [...]int32{v.px.X, v.px.Y, v.src.X, v.src.Y, v.id} {
			b = append(strconv.AppendInt(b, int64(n), 10), ' ')
		}
		b = append(append(b, v.alpha...), ' ')
		b = append(strconv.AppendInt(b, int64(v.flip), 10), ' ')
	}
	r.buf = b
	return true
}

// autoOrigin returns from where the positions of tiles by rules are counted. Before 0.5
// they had the layer's own offset in them.
func (r *reader) autoOrigin(n *editor.Node) ldtk.Vec {
	if !r.before05 {
		return ldtk.Vec{}
	}
	return r.vecOf(n, "pxOffsetX", "pxOffsetY", ldtk.Vec{})
}

// tile reads a tile. from is the autoOrigin of its layer.
func (r *reader) tile(n *editor.Node, set *tileset, from ldtk.Vec) (tile, bool) {
	v := tile{flip: r.int(n, "f", 0), alpha: "1"}
	if n.Member("px") == nil {
		r.Errorf(n.Place(), withNewer, "the tile has no position, px")
		return v, false
	}
	v.px = r.vec(n, "px")
	if n.Name == autoTiles && from != (ldtk.Vec{}) {
		v.px = r.sum(n.Place(), v.px, ldtk.Vec{X: -from.X, Y: -from.Y})
	}
	v.src = r.vec(n, "src")
	v.id = r.int(n, "t", -1)
	if v.id < 0 {
		v.id, _ = set.tile(v.src)
	}
	if !math.IsNaN(r.float(n, "a", math.NaN())) {
		v.alpha = n.Member("a").Text
	}
	if v.flip < 0 || v.flip > 3 {
		r.wrong(n, "f", "flips, from 0 to 3")
		v.flip = 0
	}
	return v, true
}

// tileElements writes tiles that are too many for a list.
func (r *reader) tileElements(layer *editor.Node, set *tileset) {
	from := r.autoOrigin(layer)
	for n := range tilesOf(layer) {
		v, ok := r.tile(n, set, from)
		if !ok {
			continue
		}
		r.Open("tile", n.Place())
		r.putVec("px", v.px)
		r.putVec("src", v.src)
		r.Int("id", int64(v.id))
		r.Attr("alpha", v.alpha)
		r.putInt("flip", v.flip)
		r.Close()
	}
}

// layerType returns the symbol of a layer's type. An unknown type counts as a layer of
// entities, because this package knows of no tiles or cells in it.
func (r *reader) layerType(typ string, n *editor.Node, member string) string {
	switch typ {
	case "IntGrid", "Entities", "Tiles", "AutoLayer":
		return typ
	}
	r.WarnOnce(n.PlaceOf(member), "", "layers of type %q are not known; this one is taken for one of entities", editor.Clip(typ))
	return "Entities"
}
