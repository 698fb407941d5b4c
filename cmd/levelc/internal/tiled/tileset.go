package tiled

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// tileset is a tileset on its way into the level.
type tileset struct {
	name    string // its id
	root    *editor.Node
	tiles   []*tile // those with data, by number
	size    int64   // how many gids it takes
	align   string
	width   int64 // of a tile
	height  int64
	missing bool
}

// tile is a tile that a tileset says something of.
type tile struct {
	number     uint32
	node       *editor.Node // or nil
	class      string
	properties []property
	width      int64 // of its image, or of the part of that; 0 is as the tileset says
	height     int64
	objects    *objects // its shapes
}

func (s *tileset) tile(number uint32) *tile {
	i, found := slices.BinarySearchFunc(s.tiles, number, func(t *tile, n uint32) int { return cmp.Compare(t.number, n) })
	if !found {
		return nil
	}
	return s.tiles[i]
}

// tilesetOf is the tileset that a map or template has, in it or by its file.
func (r *reader) tilesetOf(n *editor.Node, owner string) *tileset {
	ref := n.String("source")
	if ref == "" {
		if !n.Has("tilewidth") && len(n.Nodes) == 0 {
			r.Errorf(n.Place(), "", "the tileset has neither a source nor tiles")
			return nil
		}
		return r.newTileset(n, r.claim("set ", owner+"/"+n.String("name"), ""))
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
	// Other sources of the level may refer to it too.
	name := r.Options.Shared.IDOf(doc.Path, func() string { return r.claim("set ", stem(path), path) })
	s := r.newTileset(doc.Root, name)
	r.sets[doc] = s
	return s
}

// lostSet is what stands for a tileset that cannot be read, which keeps its place among
// the gids. The key is what it is known by to the level's other sources.
func (r *reader) lostSet(n *editor.Node, key, path string) *tileset {
	if r.lost[path] == nil {
		name := r.Options.Shared.IDOf(key, func() string { return r.claim("set ", stem(path), path) })
		r.lost[path] = &tileset{name: name, root: n, size: 1, missing: true, align: "unspecified"}
	}
	return r.lost[path]
}

func (r *reader) newTileset(n *editor.Node, name string) *tileset {
	s := &tileset{name: name, root: n, width: r.size(n, "tilewidth"), height: r.size(n, "tileheight")}
	s.align = r.word(n, "objectalignment", "unspecified", "topleft", "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright")
	s.size = r.size(n, "tilecount")
	if s.size == 0 { // of a version that did not write it
		w, h := r.imageSize(n)
		space, margin := r.size(n, "spacing"), r.size(n, "margin")
		if s.width+space > 0 && s.height+space > 0 {
			s.size = max(0, (w-2*margin+space)/(s.width+space)) * max(0, (h-2*margin+space)/(s.height+space))
		}
	}
	byNumber := map[uint32]*tile{}
	add := func(number uint32, node *editor.Node) *tile {
		t := byNumber[number]
		if t == nil {
			t = &tile{number: number}
			byNumber[number] = t
			s.tiles = append(s.tiles, t)
		}
		if node != nil && t.node == nil {
			t.node = node
		}
		return t
	}
	for c := range nodes(n, "tile", "tiles") {
		if isJSON(c) && !c.Has("id") {
			for _, o := range c.Nodes { // before Tiled 1.2: an object with the numbers as keys
				if number, ok := whole(o.Name, 0, 1<<28-1); ok {
					r.readTile(add(uint32(number), o), o)
				}
			}
			continue
		}
		number := uint32(r.int(c, "id", 0, 0, 1<<28-1))
		if t := byNumber[number]; t != nil {
			r.Errorf(c.PlaceOf("id"), "", "tile %d stands twice in tileset %s", number, s.name)
			continue
		}
		r.readTile(add(number, c), c)
	}
	if old := n.Child("tileproperties"); old != nil && isJSON(n) {
		types := map[string]*editor.Node{}
		if c := n.Child("tilepropertytypes"); c != nil {
			for _, o := range c.Nodes {
				types[o.Name] = o
			}
		}
		for _, o := range old.Nodes {
			number, ok := whole(o.Name, 0, 1<<28-1)
			if !ok {
				continue
			}
			t := add(uint32(number), nil)
			t.properties = over(t.properties, r.members(o, typesIn(types[o.Name]), nil, 0))
		}
	}
	for _, t := range s.tiles {
		r.indexShapes(s, t)
		setScope(t.properties, t.objects)
	}
	slices.SortFunc(s.tiles, func(a, b *tile) int { return cmp.Compare(a.number, b.number) })
	for _, t := range s.tiles {
		s.size = max(s.size, int64(t.number)+1)
	}
	return s
}

func (r *reader) readTile(t *tile, n *editor.Node) {
	t.class = class(n)
	t.properties = r.properties(n)
	if g := n.Child("objectgroup"); g != nil { // where Tiled before 1.1 let people put some
		t.properties = over(r.properties(g), t.properties)
	}
	if t.width, t.height = r.imageSize(n); r.size(n, "width") > 0 && r.size(n, "height") > 0 {
		t.width, t.height = r.size(n, "width"), r.size(n, "height")
	}
}

// indexShapes finds the shapes of a tile's collision.
func (r *reader) indexShapes(s *tileset, t *tile) {
	t.objects = &objects{ids: map[uint32]string{}, where: "the collision of tile " + s.tileID(t.number)}
	for c := range shapesOf(t) {
		number := r.uint32(c, "id")
		if _, twice := t.objects.ids[number]; twice {
			r.Errorf(c.PlaceOf("id"), "", "object %d stands twice in %s", number, t.objects.where)
		} else if number != 0 {
			t.objects.ids[number] = fmt.Sprintf("%s#%d", s.tileID(t.number), number)
		}
	}
}

// shapesOf are the shapes of a tile's collision.
func shapesOf(t *tile) func(func(*editor.Node) bool) {
	if t.node == nil || t.node.Child("objectgroup") == nil {
		return func(func(*editor.Node) bool) {}
	}
	return nodes(t.node.Child("objectgroup"), "object", "objects")
}

// imageSize is that of the image of a tileset, a tile or a layer.
func (r *reader) imageSize(n *editor.Node) (width, height int64) {
	if isJSON(n) {
		return r.size(n, "imagewidth"), r.size(n, "imageheight")
	}
	c := inside(n, "image")
	return r.size(c, "width"), r.size(c, "height")
}

// writeImage writes the image of any of them, and the color that is transparent.
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
	n := s.root
	r.Open("tileset", n.Place())
	r.Attr("id", s.name)
	if s.missing {
		r.Close()
		return
	}
	r.Attr("name", n.String("name"))
	if c := n.String("class"); c != "" {
		r.Attr("class", c)
	}
	r.Int("tilewidth", s.width)
	r.Int("tileheight", s.height)
	r.Int("tilecount", min(s.size, r.count(n, s)))
	for _, name := range []string{"columns", "spacing", "margin"} {
		r.Int(name, r.int32(n, name, 0))
	}
	r.writeImage(n, true)
	offset, grid := n.Child("tileoffset"), n.Child("grid")
	if offset != nil {
		r.Int("offsetx", r.int32(offset, "x", 0))
		r.Int("offsety", r.int32(offset, "y", 0))
	}
	if grid != nil {
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
		r.Attr("tile", s.tileID(t.number))
		r.Close()
	}
	for _, t := range s.tiles {
		r.writeTile(s, t)
	}
	for w := range nodes(inside(n, "wangsets"), "wangset", "wangsets") {
		r.writeWangSet(w)
	}
	r.writeTerrains(s)
	r.Close()
}

// count is how many tiles a tileset has, which of a collection is not how many
// gids it takes.
func (r *reader) count(n *editor.Node, s *tileset) int64 {
	if c := r.size(n, "tilecount"); c > 0 {
		return c
	}
	return min(s.size, 1<<31-1)
}

func (s *tileset) tileID(number uint32) string { return fmt.Sprintf("%s:%d", s.name, number) }

func (r *reader) writeTransformations(n *editor.Node) {
	c := n.Child("transformations")
	if c == nil {
		return
	}
	flags := ""
	for _, name := range []string{"hflip", "vflip", "rotate", "preferuntransformed"} {
		if r.bool(c, name, false) {
			flags += " " + name
		}
	}
	r.Attr("transformations", flags)
}

func (r *reader) writeTile(s *tileset, t *tile) {
	n := t.node
	if n == nil { // an old file has properties of it only
		n = &editor.Node{Doc: s.root.Doc, At: s.root.At}
	}
	r.Open("tile", n.Place())
	id := s.tileID(t.number)
	r.Attr("id", id)
	r.Int("number", int64(t.number))
	if t.class != "" {
		r.Attr("class", t.class)
	}
	r.writeImage(n, false)
	for _, name := range []string{"x", "y"} {
		r.Int(name, r.int32(n, name, 0))
	}
	r.Int("width", r.size(n, "width"))
	r.Int("height", r.size(n, "height"))
	r.Float("probability", r.float32(n, "probability", 1))
	for f := range nodes(inside(n, "animation"), "frame", "animation") {
		r.Open("frame", f.Place())
		r.Int("tile", int64(r.uint32(f, "tileid")))
		r.Int("duration", int64(r.uint32(f, "duration")))
		r.Close()
	}
	r.writeProperties(r.resolve(t.class, "tile", n.Place(), t.properties), t.objects)
	r.writeShapes(id, t)
	r.Close()
}

// writeShapes writes the shapes of a tile's collision, of those with the same number
// the first.
func (r *reader) writeShapes(id string, t *tile) {
	written, numbers := 0, map[uint32]bool{}
	for c := range shapesOf(t) {
		o := r.newObject(nil, c)
		if numbers[o.number] {
			continue
		}
		written++
		o.id = t.objects.ids[o.number]
		if o.number == 0 {
			o.id = fmt.Sprintf("%s#_%d", id, written)
		} else {
			numbers[o.number] = true
		}
		r.writeObject(o, t.objects)
	}
}
