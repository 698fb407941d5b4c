package tiled

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// tile is a tile for which a tileset has data. There may be some hundred thousand. Most
// of their data is needed only when they are written, and stays packed.
type tile struct {
	set    *tileset
	number uint32
	class  string
	width  int64 // of its image, or of a part of it; 0 means that of the tileset
	height int64
	packed editor.Spot
	node   *editor.Node // from before Tiled 1.2, not packed; or nil
	beside []property   // from before Tiled 1.2, which are not in the tile
	has    *inTile      // set once objects have its properties
}

// inTile is the data of a tile.
type inTile struct {
	properties []property
	size       int64    // of those, as inherit counts
	objects    *objects // its shapes
}

func (t *tile) id() string { return t.set.name + ":" + inID(t.number) }

// at returns the tile's node. It is valid until the node of another tile in the tileset
// is asked for.
func (t *tile) at() *editor.Node {
	switch root := t.set.root; {
	case t.node != nil:
		return t.node
	case t.packed != editor.Spot{}:
		return t.set.packed.Go(t.packed)
	default: // old files have only its properties
		return &editor.Node{Doc: root.Doc, At: root.At}
	}
}

// tilesIn returns the name of the tiles in a tileset. See Reader.Packed.
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
		if !c.Has("id") && isJSON(c) && areNumbered(c) {
			for number, o := range r.numbered(s, c) {
				if byNumber[number] == nil {
					add(number, o).node = o
				}
			}
			s.packed.Keep()
			continue
		}
		if m := c.Member("id"); c.Child("id") == nil && (m == nil || m.Text == "" && m.Kind != source.List) { // checkNames tells of a list
			r.Errorf(c.Place(), saveAgain, "a tile of tileset %s has no id", s.name)
			continue
		}
		number := uint32(r.int(c, "id", 0, 0, mostTiles))
		if byNumber[number] != nil {
			r.tileAgain(s, number, c.PlaceOf("id"))
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
		for number, o := range r.numbered(s, old) {
			t := byNumber[number]
			if t == nil {
				t = add(number, nil)
			}
			t.beside = r.members(o, typesIn(types[o.Name]), nil, 0)
		}
	}
	slices.SortFunc(s.tiles, func(a, b *tile) int { return cmp.Compare(a.number, b.number) })
	for _, t := range s.tiles {
		if !s.uncut { // else those without data may be the last
			s.size = max(s.size, int64(t.number)+1)
		}
	}
}

// mostTiles is how many tiles a tileset can have.
const mostTiles = 1<<28 - 1

// areNumbered reports whether an object of TMJ is tiles as before Tiled 1.2: its keys are
// their numbers.
func areNumbered(n *editor.Node) bool {
	isNumber := func(key string) bool { _, ok := whole(key, 0, mostTiles); return ok }
	return len(n.Members)+len(n.Nodes) == 0 && !n.Listed ||
		slices.ContainsFunc(n.Nodes, func(o *editor.Node) bool { return isNumber(o.Name) }) ||
		slices.ContainsFunc(n.Members, func(m editor.Member) bool { return isNumber(m.Name) })
}

func (r *reader) tileAgain(s *tileset, number uint32, at editor.Place) {
	r.Errorf(at, "", "tile %d stands twice in tileset %s", number, s.name)
}

// numbered returns what such an object has for each tile. It reports what is none, and a
// second key for a tile, as "02" after "2".
func (r *reader) numbered(s *tileset, n *editor.Node) iter.Seq2[uint32, *editor.Node] {
	return func(yield func(uint32, *editor.Node) bool) {
		seen := make(map[uint32]bool, len(n.Nodes))
		for i := range n.Members {
			m := &n.Members[i]
			if _, ok := whole(m.Name, 0, mostTiles); ok && anObject.refuses(m) != "" {
				r.blame(n.PlaceIn(m), saveAgain, "%s: expected an object, got %s", m.Name, m.Shown())
			}
		}
		for _, o := range n.Nodes {
			v, ok := whole(o.Name, 0, mostTiles)
			number := uint32(v)
			switch {
			case !ok:
				continue
			case seen[number]:
				r.tileAgain(s, number, o.Place())
				continue
			}
			seen[number] = true
			if !yield(number, o) {
				return
			}
		}
	}
}

// readTile reads what objects need to know about a tile.
func (r *reader) readTile(t *tile, n *editor.Node) {
	t.class = class(n)
	if t.width, t.height = r.imageSize(n); r.size(n, "width") > 0 && r.size(n, "height") > 0 {
		t.width, t.height = r.size(n, "width"), r.size(n, "height")
	}
}

// in returns the data of a tile. With keep it is kept for objects, since a tile may have
// many.
func (r *reader) in(t *tile, keep bool) *inTile {
	if t.has != nil {
		return t.has
	}
	n := t.at()
	before := r.Doings()
	if g := n.Child("objectgroup"); g != nil {
		r.checkNames(g, layerNames)
	}
	in := &inTile{properties: r.properties(n), objects: r.indexShapes(t, n)}
	if g := n.Child("objectgroup"); g != nil { // Tiled before 1.1 allowed properties there
		in.properties = over(r.properties(g), in.properties)
	}
	in.properties = over(in.properties, t.beside)
	in.size = sizeOf(in.properties)
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
	found := &objects{where: "the collision of tile " + t.id()}
	for c := range shapesIn(n) {
		number := r.uint32(c, "id")
		if _, twice := found.ids[number]; twice {
			r.blame(c.PlaceOf("id"), "", "object %d stands twice in %s", number, found.where)
		} else if number != 0 {
			if found.ids == nil { // most tiles have no shapes
				found.ids = map[uint32]string{}
			}
			found.ids[number] = t.id() + "#" + inID(number)
		}
	}
	return found
}

// shapesIn returns the shapes of a tile's collision.
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
	in := r.in(t, false)
	r.Open("tile", n.Place())
	r.Attr("id", t.id())
	r.Int("number", int64(t.number))
	r.AttrIf("class", t.class)
	r.writeImage(n, false)
	for _, name := range []string{"x", "y"} {
		r.Int(name, r.int32(n, name, 0))
	}
	r.Int("width", r.size(n, "width"))
	r.Int("height", r.size(n, "height"))
	r.Float("probability", r.float32(n, "probability"))
	for f := range nodes(inside(n, "animation"), "frame", "animation") {
		r.checkNames(f, frameNames)
		r.mustHave(f, "the frame", "tileid")
		r.checkTile(t.set, f, "an animation")
		r.Open("frame", f.Place())
		r.Int("tile", int64(r.uint32(f, "tileid")))
		r.Int("duration", int64(r.uint32(f, "duration")))
		r.Close()
	}
	r.writeProperties(r.resolve(t.class, "tile", n.Place(), in.properties), in.objects)
	r.writeShapes(t, n, in.objects)
	r.Close()
}

// checkTile warns about a tileid behind the last tile of a tileset.
func (r *reader) checkTile(s *tileset, n *editor.Node, what string) {
	if number := r.uint32(n, "tileid"); s.size > 0 && int64(number) >= s.size {
		r.WarnOnceFor("behind "+what+" "+s.name, n.PlaceOf("tileid"), asItIs,
			"%s of tileset %s has tiles behind its last one, such as number %d of %d", what, s.name, number, s.size)
	}
}

// writeShapes writes the shapes of a tile's collision. Of those with the same number it
// writes the first.
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
