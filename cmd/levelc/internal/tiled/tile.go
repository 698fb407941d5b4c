package tiled

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// tile is a tile that a tileset says something of. There may be some hundred thousand,
// and most of what they have is needed only when they are written; it stays packed.
type tile struct {
	set    *tileset
	number uint32
	class  string
	width  int64 // of its image, or of the part of that; 0 is as the tileset says
	height int64
	packed editor.Spot
	node   *editor.Node // of before Tiled 1.2, which is not packed, or nil
	beside []property   // of before Tiled 1.2, that do not stand in the tile
	has    *inTile      // once objects have its properties
}

// inTile is what a tile has.
type inTile struct {
	properties []property
	objects    *objects // its shapes
}

func (t *tile) id() string { return fmt.Sprintf("%s:%d", t.set.name, t.number) }

// at returns the tile's node, valid until that of another one in the tileset is asked
// for.
func (t *tile) at() *editor.Node {
	switch root := t.set.root; {
	case t.node != nil:
		return t.node
	case t.packed != editor.Spot{}:
		return t.set.packed.Go(t.packed)
	default: // an old file has properties of it only
		return &editor.Node{Doc: root.Doc, At: root.At}
	}
}

// tilesIn returns what tiles are called in a tileset. See Reader.Packed.
func tilesIn(n *editor.Node) string {
	if isJSON(n) {
		return "tiles"
	}
	return "tile"
}

// readTiles finds the tiles of a tileset.
func (r *reader) readTiles(s *tileset) {
	byNumber := map[uint32]*tile{}
	add := func(number uint32, n *editor.Node) *tile {
		t := &tile{set: s, number: number}
		byNumber[number] = t
		s.tiles = append(s.tiles, t)
		if n != nil {
			r.readTile(t, n)
		}
		return t
	}
	s.packed = s.root.Cursor(tilesIn(s.root))
	for c := s.packed.Next(); c != nil; c = s.packed.Next() {
		if isJSON(c) && !c.Has("id") { // before Tiled 1.2: an object with the numbers as keys
			for _, o := range c.Nodes {
				if number, ok := whole(o.Name, 0, 1<<28-1); ok && byNumber[uint32(number)] == nil {
					add(uint32(number), o).node = o
				}
			}
			s.packed.Keep()
			continue
		}
		number := uint32(r.int(c, "id", 0, 0, 1<<28-1))
		if byNumber[number] != nil {
			r.Errorf(c.PlaceOf("id"), "", "tile %d stands twice in tileset %s", number, s.name)
			continue
		}
		add(number, c).packed = s.packed.Spot()
	}
	if old := s.root.Child("tileproperties"); old != nil && isJSON(s.root) {
		types := map[string]*editor.Node{}
		if c := s.root.Child("tilepropertytypes"); c != nil {
			for _, o := range c.Nodes {
				types[o.Name] = o
			}
		}
		for _, o := range old.Nodes {
			number, ok := whole(o.Name, 0, 1<<28-1)
			if !ok {
				continue
			}
			t := byNumber[uint32(number)]
			if t == nil {
				t = add(uint32(number), nil)
			}
			t.beside = over(t.beside, r.members(o, typesIn(types[o.Name]), nil, 0))
		}
	}
	slices.SortFunc(s.tiles, func(a, b *tile) int { return cmp.Compare(a.number, b.number) })
	for _, t := range s.tiles {
		s.size = max(s.size, int64(t.number)+1)
	}
}

// readTile reads what objects need to know of a tile.
func (r *reader) readTile(t *tile, n *editor.Node) {
	t.class = class(n)
	if t.width, t.height = r.imageSize(n); r.size(n, "width") > 0 && r.size(n, "height") > 0 {
		t.width, t.height = r.size(n, "width"), r.size(n, "height")
	}
}

// in returns what is in a tile with the node n. It is kept where objects have it, since
// those of one tile may be many.
func (r *reader) in(t *tile, n *editor.Node, keep bool) *inTile {
	if t.has != nil {
		return t.has
	}
	before := r.Doings()
	in := &inTile{properties: r.properties(n), objects: r.indexShapes(t, n)}
	if g := n.Child("objectgroup"); g != nil { // where Tiled before 1.1 let people put some
		in.properties = over(r.properties(g), in.properties)
	}
	in.properties = over(in.properties, t.beside)
	setScope(in.properties, in.objects)
	if t.set.shared != nil && r.Doings() != before {
		t.set.shared.spoil()
	}
	if keep {
		t.has = in
	}
	return in
}

// indexShapes finds the shapes of a tile's collision.
func (r *reader) indexShapes(t *tile, n *editor.Node) *objects {
	found := &objects{ids: map[uint32]string{}, where: "the collision of tile " + t.id()}
	for c := range shapesIn(n) {
		number := r.uint32(c, "id")
		if _, twice := found.ids[number]; twice {
			r.blame(c.PlaceOf("id"), "", "object %d stands twice in %s", number, found.where)
		} else if number != 0 {
			found.ids[number] = fmt.Sprintf("%s#%d", t.id(), number)
		}
	}
	return found
}

// shapesIn are the shapes of a tile's collision.
func shapesIn(n *editor.Node) func(func(*editor.Node) bool) {
	g := n.Child("objectgroup")
	if g == nil {
		return func(func(*editor.Node) bool) {}
	}
	return nodes(g, "object", "objects")
}

func (r *reader) writeTile(t *tile) {
	n := t.at()
	r.checkNames(n, tileNames)
	in := r.in(t, n, false)
	r.Open("tile", n.Place())
	r.Attr("id", t.id())
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
	r.writeProperties(r.resolve(t.class, "tile", n.Place(), in.properties), in.objects)
	r.writeShapes(t, n, in.objects)
	r.Close()
}

// writeShapes writes the shapes of a tile's collision, of those with the same number
// the first.
func (r *reader) writeShapes(t *tile, n *editor.Node, to *objects) {
	written, numbers := 0, map[uint32]bool{}
	for c := range shapesIn(n) {
		o := r.newObject(nil, c)
		if numbers[o.number] {
			continue
		}
		written++
		o.id = to.ids[o.number]
		if o.number == 0 {
			o.id = fmt.Sprintf("%s#_%d", t.id(), written)
		} else {
			numbers[o.number] = true
		}
		r.writeObject(o, to)
	}
}
