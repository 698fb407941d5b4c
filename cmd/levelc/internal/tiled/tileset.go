package tiled

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// tileset is a tileset that is being translated.
type tileset struct {
	name    string // its id
	root    *editor.Node
	tiles   []*tile // those with data, by number
	size    int64   // how many gids it takes; 0 if that is not known
	uncut   bool    // its image may have any number of tiles
	columns int64   // of its image
	align   string
	width   int64 // of a tile
	height  int64
	packed  editor.Cursor // of tiles
	missing bool
	shared  *shared // if it has a file of its own that other levels may use too
}

// room returns how many gids are kept for a tileset, before those of one that only a template
// has. A missing one may have any number of tiles, as may an image of unknown size.
func (s *tileset) room() int64 {
	if s.missing || s.uncut {
		return 1 << 20
	}
	return max(1, s.size)
}

func (s *tileset) tile(number uint32) *tile {
	i, found := slices.BinarySearchFunc(s.tiles, number, func(t *tile, n uint32) int { return cmp.Compare(t.number, n) })
	if !found {
		return nil
	}
	return s.tiles[i]
}

// tilesetOf returns the tileset that a map or template contains or names.
func (r *reader) tilesetOf(n *editor.Node, owner string) *tileset {
	ref := n.String("source")
	if ref == "" {
		if !n.Has("tilewidth") && len(n.Nodes) == 0 && !n.HasPacked(tilesIn(n)) {
			r.Errorf(n.Place(), "", "the tileset has neither a source nor tiles")
			return nil
		}
		return r.newTileset(n, r.claim("set ", owner+"/"+r.Name(n.String("name"), n.PlaceOf("name")), ""))
	}
	if len(n.Nodes) > 0 || n.HasPacked(tilesIn(n)) {
		r.WarnOnceFor("beside "+ref, n.Place(), "it belongs there", "the tileset %s is in a file of its own; what else stands here is left out", editor.Clip(ref))
	}
	if strings.HasPrefix(ref, ":/") {
		r.WarnOnce(n.PlaceOf("source"), "it is for maps of automapping rules, which are no levels", "the tileset %s is built into Tiled; its tiles stay numbers", ref)
		return r.lostSet(n, ref, ref)
	}
	doc := r.Read(n.PlaceOf("source"), ref)
	path := r.path(n.Doc, ref)
	if doc == nil {
		return r.lostSet(n, editor.Beside(n.Doc, ref), path)
	}
	if s := r.sets[doc]; s != nil {
		return s
	}
	if what := rootOf(doc.Root); what != "a tileset" {
		r.Errorf(n.PlaceOf("source"), "", "%s is %s, and a tileset was expected", ref, what)
		return nil
	}
	// Other sources of the level may use it too.
	name := r.Options.Shared.IDOf(doc.Path, func() string { return r.claim("set ", stem(path), path) })
	s := r.sharedSet(doc, name)
	r.sets[doc] = s
	return s
}

// lostSet returns a substitute for a tileset that cannot be read, which keeps its place
// among the gids. key identifies it to the level's other sources.
func (r *reader) lostSet(n *editor.Node, key, path string) *tileset {
	if r.lost[path] == nil {
		name := r.Options.Shared.IDOf(key, func() string { return r.claim("set ", stem(path), path) })
		r.lost[path] = &tileset{name: name, root: n, missing: true, align: "unspecified"}
	}
	return r.lost[path]
}

func (r *reader) newTileset(n *editor.Node, name string) *tileset {
	s := &tileset{name: name, root: n, width: r.size(n, "tilewidth"), height: r.size(n, "tileheight")}
	s.align = r.word(n, "objectalignment", "unspecified", "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright")
	columns, rows := r.inImage(s)
	s.size = cmp.Or(r.size(n, "tilecount"), columns*rows) // missing before Tiled 0.13
	w, h := r.imageSize(n)
	s.uncut = s.size == 0 && (w == 0 || h == 0) && hasImage(n)
	s.columns = cmp.Or(r.int32(n, "columns", 0), columns) // before 0.15
	if s.columns == 0 && w == 0 && hasImage(n) {
		r.WarnOnceFor("columns "+name, n.Place(), "open the file in Tiled and save it", "where the tiles of the tileset %s are in its image is not known: neither its columns are, nor the width of the image", name)
	}
	r.readTiles(s)
	return s
}

// inImage returns how many tiles the editor finds in the image of a tileset. It does
// not require spacing behind the last ones.
func (r *reader) inImage(s *tileset) (columns, rows int64) {
	w, h := r.imageSize(s.root)
	space, margin := r.int32(s.root, "spacing", 0), r.int32(s.root, "margin", 0)
	along := func(length, tile int64) int64 {
		if length == 0 || tile == 0 || tile+space <= 0 {
			return 0
		}
		return min(max(0, (length-margin+space)/(tile+space)), math.MaxInt32)
	}
	return along(w, s.width), along(h, s.height)
}

// hasImage reports whether the tiles of a tileset are in one image.
func hasImage(n *editor.Node) bool {
	if isJSON(n) {
		return n.String("image") != ""
	}
	return inside(n, "image").String("source") != ""
}

// imageSize returns the size of the image of a tileset, a tile or a layer.
func (r *reader) imageSize(n *editor.Node) (width, height int64) {
	if isJSON(n) {
		return r.size(n, "imagewidth"), r.size(n, "imageheight")
	}
	c := inside(n, "image")
	return r.size(c, "width"), r.size(c, "height")
}

// writeImage writes such an image and, with trans, its transparent color.
func (r *reader) writeImage(n *editor.Node, trans bool) {
	c, key, transparent := inside(n, "image"), "source", "trans"
	if isJSON(n) {
		key, transparent = "image", "transparentcolor"
	}
	if ref := c.String(key); ref != "" {
		r.AttrAt("image", r.path(n.Doc, ref), c.PlaceOf(key))
	} else if !isJSON(n) && c.Child("data") != nil {
		r.WarnOnce(c.Place(), "", "an image that is embedded in the file is left out")
	}
	if w, h := r.imageSize(n); w != 0 || h != 0 {
		r.Int("imagewidth", w)
		r.Int("imageheight", h)
	}
	if trans {
		if k := r.color(c, transparent, color{}); k != (color{}) {
			r.writeColor("transparent", k)
		}
	}
}

func (r *reader) writeTileset(s *tileset) {
	if !r.Options.Shared.Bring(s.name) {
		return
	}
	if s.shared != nil && s.shared.replay(r) {
		return
	}
	if s.missing {
		r.Open("tileset", s.root.Place())
		r.Attr("id", s.name)
		r.Close()
		return
	}
	if s.shared == nil {
		r.writeSet(s)
		return
	}
	s.shared.record(r)
}

// writeSet writes a tileset that could be read.
func (r *reader) writeSet(s *tileset) {
	n := s.root
	r.Open("tileset", n.Place())
	r.Attr("id", s.name)
	r.checkNames(n, tilesetNames)
	r.Attr("name", n.String("name"))
	r.AttrIf("class", n.String("class"))
	r.Int("tilewidth", s.width)
	r.Int("tileheight", s.height)
	r.Int("tilecount", cmp.Or(r.size(n, "tilecount"), min(s.size, math.MaxInt32))) // a collection takes more gids than it has tiles
	r.Int("columns", s.columns)
	for _, name := range []string{"spacing", "margin"} {
		r.Int(name, r.int32(n, name, 0))
	}
	r.writeImage(n, true)
	offset, grid := n.Child("tileoffset"), n.Child("grid")
	if offset != nil {
		r.checkNames(offset, pointNames)
		r.Int("offsetx", r.int32(offset, "x", 0))
		r.Int("offsety", r.int32(offset, "y", 0))
	}
	if grid != nil {
		r.checkNames(grid, gridNames)
		r.Attr("gridorientation", r.word(grid, "orientation", "orthogonal", "isometric", "staggered", "hexagonal", "oblique"))
		r.Int("gridwidth", r.size(grid, "width"))
		r.Int("gridheight", r.size(grid, "height"))
	}
	r.writeColor("background", r.color(n, "backgroundcolor", color{}))
	r.Attr("align", s.align)
	r.Attr("rendersize", r.word(n, "tilerendersize", "tile", "grid"))
	r.Attr("fillmode", r.word(n, "fillmode", "stretch", "preserve-aspect-fit"))
	r.writeTransformations(n)
	r.writeProperties(r.resolve(n.String("class"), "tileset", n.Place(), r.properties(n)), noTargets{})
	for _, t := range s.tiles {
		r.Open("ref", n.Place())
		r.Int("number", int64(t.number))
		r.Attr("tile", t.id())
		r.Close()
	}
	for _, t := range s.tiles {
		r.writeTile(t)
	}
	for w := range nodes(inside(n, "wangsets"), "wangset", "wangsets") {
		r.writeWangSet(s, w)
	}
	r.writeTerrains(s)
	r.Close()
}

func (r *reader) writeTransformations(n *editor.Node) {
	c := n.Child("transformations")
	if c == nil {
		return
	}
	r.checkNames(c, transformationNames)
	flags := ""
	for _, name := range []string{"hflip", "vflip", "rotate", "preferuntransformed"} {
		if r.bool(c, name, false) {
			flags += " " + name
		}
	}
	r.Attr("transformations", flags)
}
