package tiled

import (
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

const flips = 0xF << 28 // of a gid

// object is an object, combined with its template and its tile.
type object struct {
	node          *editor.Node
	template      *template
	id            string
	number        uint32
	name          string
	class         string
	table         *format.Table // of the game's own kind, or nil
	x, y          float64
	width, height float64
	rotation      float64
	opacity       float64
	visible       bool
	gid           uint32
	align         string
	shape         string
	shaped        *editor.Node // the node with the shape, the points and the text
	tile          *tile        // of a tile object, if its tileset has data for it
	lost          bool         // a file could not be read that may say its class
}

// shapes are the children of an object that say what it is. In TMJ, those without
// points are members that are true.
var shapes = []string{"point", "ellipse", "polygon", "polyline", "capsule", "text"}

// shapeOf finds the shape that a node itself has.
func (r *reader) shapeOf(n *editor.Node) string {
	for _, s := range shapes {
		if n.Child(s) != nil {
			return s
		}
		if m := n.Member(s); m != nil && isJSON(n) && isShape(m) {
			return s
		}
	}
	return ""
}

// isShape reports whether a member of an object in TMJ says its shape. Other tools write
// false or an empty list for those that it has not.
func isShape(m *editor.Member) bool {
	return slices.Contains(shapes, m.Name) && m.Text != "false" && !m.IsEmpty() && m.Kind != source.Null && !m.Mixed
}

// newObject reads an object of a map or, if m is nil, of a tile's collision.
func (r *reader) newObject(m *tileMap, n *editor.Node) *object {
	template := r.templateOf(n)
	o := r.readObject(n)
	o.template, o.number, o.gid = template, r.uint32(n, "id"), r.uint32(n, "gid")
	o.x, o.y = r.float(n, "x", 0), r.float(n, "y", 0)
	if o.template != nil {
		r.merge(&o)
	}
	o.lost = o.template == nil && n.String("template") != ""
	r.setTile(m, &o)
	r.setShape(m, &o)
	if m != nil {
		o.table = r.table(o.class)
		r.checkClass(&o)
	}
	return &o
}

// readObject reads what an object may have from its template.
func (r *reader) readObject(n *editor.Node) object {
	return object{
		node: n, name: n.String("name"), class: class(n), width: r.float(n, "width", 0), height: r.float(n, "height", 0),
		rotation: r.float(n, "rotation", 0), opacity: r.opacity(n), visible: r.bool(n, "visible", true),
		shape: r.shapeOf(n), shaped: n,
	}
}

// merge adds to an object what only its template says, but for the tile: see setTile.
func (r *reader) merge(o *object) {
	t := &o.template.base
	o.name, o.class = r.orInherited(o, o.name, t.name), r.orInherited(o, o.class, t.class)
	if o.width == 0 || o.height == 0 {
		o.width, o.height = t.width, t.height
	}
	if o.shape == "" {
		o.shape, o.shaped = t.shape, t.shaped
	}
	if !o.node.Has("rotation") {
		o.rotation = t.rotation
	}
	if !o.node.Has("opacity") {
		o.opacity = t.opacity
	}
	if !o.node.Has("visible") {
		o.visible = t.visible
	}
}

// orInherited returns the name or class of an object or, if it has none, that of its
// template or tile.
func (r *reader) orInherited(o *object, own, inherited string) string {
	if own != "" || !r.inherit(int64(len(inherited)), o.node.Place()) {
		return own
	}
	return inherited
}

// gidOfTemplate returns the gid that the tile of a template has in a map.
func (r *reader) gidOfTemplate(m *tileMap, o *object) uint32 {
	t := o.template
	first, ok := m.append(t.set)
	if !ok || int64(first)+int64(t.local) >= 1<<28 {
		r.blame(o.node.Place(), "", "the map has too many tiles for the tileset of this object's template")
		return 0
	}
	return first + t.local | t.gid&flips
}

// setTile adds to an object the tile of its template, and what follows from its tile.
func (r *reader) setTile(m *tileMap, o *object) {
	inherits := o.gid == 0 && o.template != nil && o.template.gid != 0
	if m == nil {
		if o.gid&^flips != 0 || inherits {
			r.WarnOnce(o.node.Place(), "", "a tile object in the collision of a tile is read as a rectangle")
		}
		o.gid = 0
		return
	}
	uses := m.own
	if inherits {
		o.gid = r.gidOfTemplate(m, o)
		uses = m.uses
	}
	id := o.gid &^ flips
	if id == 0 {
		o.gid = 0
		return
	}
	i := uses.indexOf(id)
	if i < 0 {
		r.WarnOnce(o.node.Place(), "", "map %s has an object of a tile that no tileset of it has: %d", m.name, id)
		return
	}
	r.checkGid(m, uses, id, func() (editor.Place, string) { return o.node.Place(), "" })
	set := uses[i].set
	o.align, o.lost = set.align, o.lost || set.missing
	o.tile = set.tile(id - uses[i].first)
	if o.tile != nil {
		o.class = r.orInherited(o, o.class, o.tile.class)
	}
	if o.width == 0 || o.height == 0 {
		w, h := set.width, set.height
		if o.tile != nil && o.tile.width > 0 && o.tile.height > 0 {
			w, h = o.tile.width, o.tile.height
		}
		if o.width == 0 {
			o.width = float64(w)
		}
		if o.height == 0 {
			o.height = float64(h)
		}
	}
}

func (r *reader) setShape(m *tileMap, o *object) {
	switch {
	case o.gid != 0:
		o.shape = "tile"
		if o.align == "" || o.align == "unspecified" {
			o.align = "bottomleft"
			if m.orientation == "isometric" {
				o.align = "bottom"
			}
		}
		return
	case o.shape == "":
		o.shape = "rectangle"
	}
	o.align = "topleft"
}

// nextID returns the id of the next object of a map that is not left out.
func (m *tileMap) nextID(number uint32) string {
	m.met++
	if number == 0 { // before Tiled 0.11 objects had none
		return fmt.Sprintf("%s#_%d", m.name, m.met)
	}
	return m.name + "#" + inID(number)
}

// indexObject notes the id by which properties find an object of a map.
func (r *reader) indexObject(m *tileMap, n *editor.Node) {
	o := r.newObject(m, n)
	if _, twice := m.objects.ids[o.number]; twice {
		r.Errorf(n.PlaceOf("id"), "copy one of them and delete it, so that Tiled gives it a new id", "object %d stands twice in map %s", o.number, m.name)
		m.leftOut[n.Place()] = true
		return
	}
	o.id = m.nextID(o.number)
	if o.lost && o.class == "" {
		r.Lose(o.id)
		if o.name != "" {
			r.Lose(o.name) // which may be the id of its kind
		}
	}
	if o.number == 0 {
		return
	}
	id := o.id
	if o.table != nil {
		id = r.idInKind(o)
	}
	if m.objects.ids[o.number] = id; id == "" {
		m.objects.kinds[o.number] = o.class
	}
}

// propertiesOf returns the properties that an object has in effect. What an object of one
// of the game's own kinds says itself is not overridden by its class.
func (r *reader) propertiesOf(o *object) []property {
	var tile, template []property
	size := int64(0) // of these
	if o.tile != nil {
		in := r.in(o.tile, true)
		tile, size = in.properties, in.size
	}
	if o.template != nil {
		template, size = o.template.properties, size+o.template.size
	}
	if !r.inherit(size, o.node.Place()) {
		return nil
	}
	c := r.classFor(o.class, "object")
	if c != nil && o.table != nil {
		left := *c
		left.members = slices.DeleteFunc(slices.Clone(c.members), func(p property) bool { return o.overrules(r.Options.Schema, &p) })
		c = &left
	}
	return r.inEffect(c, o.node.Place(), tile, template, r.properties(o.node))
}

func (r *reader) writeObject(o *object, to targets) {
	r.checkNames(o.node, objectNames)
	r.owner = o.node.Place()
	defer func() { r.owner = editor.Place{} }()
	if o.table != nil {
		own{o, r, to}.write()
		return
	}
	r.Open("object", o.node.Place())
	r.Attr("id", o.id)
	r.Int("number", int64(o.number))
	r.AttrIf("name", o.name)
	r.AttrIf("class", o.class)
	r.AttrIf("template", o.templatePath())
	r.Float("x", o.x)
	r.Float("y", o.y)
	r.Float("width", o.width)
	r.Float("height", o.height)
	r.Float("rotation", o.rotation)
	r.Float("opacity", o.opacity)
	r.Bool("visible", o.visible)
	r.Int("gid", int64(o.gid))
	r.Attr("align", o.align)
	r.Attr("shape", o.shape)
	r.writePoints(o)
	if o.shape == "text" {
		r.writeText(o)
	}
	r.writeProperties(r.propertiesOf(o), to)
	r.Close()
}
