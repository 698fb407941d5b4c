package tiled

import (
	"math"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// look is how a layer is drawn.
type look struct {
	offsetX, offsetY     float64
	opacity              float64
	parallaxX, parallaxY float64
	tint                 color
	visible              bool
}

// in returns the look of a layer inside a group that has look g.
func (l look) in(g look) look {
	l.offsetX += g.offsetX
	l.offsetY += g.offsetY
	l.opacity *= g.opacity
	l.parallaxX *= g.parallaxX
	l.parallaxY *= g.parallaxY
	for i := range l.tint {
		l.tint[i] = uint8((int(l.tint[i])*int(g.tint[i]) + 127) / 255)
	}
	l.visible = l.visible && g.visible
	return l
}

// isFinite reports whether everything is small enough to be stored.
func (l look) isFinite() bool {
	for _, v := range []float64{l.opacity, l.parallaxX, l.parallaxY} {
		if math.Abs(v) > math.MaxFloat32 {
			return false
		}
	}
	return !math.IsInf(l.offsetX, 0) && !math.IsInf(l.offsetY, 0)
}

// mostGroups is the most groups inside one another.
const mostGroups = 200

// layerTypes are the types of layers by what they are called in TMX and TMJ.
var layerTypes = map[string]string{
	"layer": "tiles", "tilelayer": "tiles", "objectgroup": "objects", "imagelayer": "image", "group": "group",
}

// layerType returns the type of the layer that a node in a map or group is, or "".
func (r *reader) layerType(n *editor.Node) string {
	switch {
	case !isJSON(n):
		return layerTypes[n.Name]
	case n.Name != "layers":
		return ""
	}
	typ := n.Type()
	t := layerTypes[typ]
	switch {
	case typ == "" && !n.Has("type") && n.Child("type") == nil:
		r.blame(n.Place(), "give it the type tilelayer, objectgroup, imagelayer or group", "the layer has no type")
	case t == "":
		hint := editor.Meant(typ, []string{"tilelayer", "objectgroup", "imagelayer", "group"}, "is this of a newer Tiled?")
		r.WarnOnce(n.PlaceOf("type"), "the layer is left out; "+hint, "the layer type %q is not known", editor.Clip(n.String("type")))
	}
	return t
}

// indexLayers finds out what all objects of a map are, for the properties that name
// them, and finds tilesets that only templates have.
func (r *reader) indexLayers(m *tileMap, n *editor.Node, depth int) {
	if depth > mostGroups {
		r.Errorf(n.Place(), "", "groups are nested more than %d deep", mostGroups)
		return
	}
	for _, c := range n.Nodes {
		switch r.layerType(c) {
		case "objects":
			for o := range nodes(c, "object", "objects") {
				r.indexObject(m, o)
			}
		case "group":
			r.indexLayers(m, c, depth+1)
		}
	}
}

// layer is a layer, or the map as what the outermost layers stand in.
type layer struct {
	node  *editor.Node
	typ   string
	look  look   // of the group that it stands in
	path  string // _2_1: its place in each group around it
	depth int    // groups around it, and the map
}

func (r *reader) writeLayers(m *tileMap, in layer) {
	if in.depth > mostGroups {
		return
	}
	place := 0 // among the layers: what stands between them differs between the formats
	for _, n := range in.node.Nodes {
		if t := r.layerType(n); t != "" {
			place++
			r.writeLayer(m, layer{n, t, in.look, in.path + "_" + strconv.Itoa(place), in.depth + 1})
		}
	}
}

func (r *reader) writeLayer(m *tileMap, l layer) {
	n := l.node
	r.checkNames(n, layerNames)
	r.checkContents(n, l.typ)
	number := r.uint32(n, "id")
	id := r.layerID(m, &l, number)
	own := r.readLook(n, l.typ)
	total := own.in(l.look)
	if !total.isFinite() {
		r.Errorf(n.Place(), "", "the offsets or factors of groups around this layer become too large")
		total = own
	}
	r.Open("layer", n.Place())
	r.Attr("id", id)
	r.Int("number", int64(number))
	r.Attr("name", n.String("name"))
	r.AttrIf("class", n.String("class"))
	r.Attr("type", l.typ)
	if mode := n.String("mode"); mode != "" && mode != "normal" {
		if !blendModes[mode] {
			r.WarnOnce(n.PlaceOf("mode"), asItIs, "the blend mode %q is not known", editor.Clip(mode))
		}
		r.Attr("blend", mode)
	}
	var regions []region
	switch l.typ {
	case "tiles":
		regions = r.regions(m, n)
		r.writeGrid(m, n, regions)
	case "objects":
		r.Attr("draworder", r.word(n, "draworder", "topdown", "index"))
	case "image":
		r.writeImage(n, true)
		r.Bool("repeatx", r.bool(n, "repeatx", false))
		r.Bool("repeaty", r.bool(n, "repeaty", false))
	}
	r.writeLook("own", own, n.Place())
	r.writeLook("total", total, n.Place())
	r.writeChunkRefs(id, regions)
	r.writeProperties(r.resolve(n.String("class"), "layer", n.Place(), r.properties(n)), &m.objects)
	switch l.typ {
	case "tiles":
		r.writeChunks(m, n, id, regions)
	case "objects":
		for c := range nodes(n, "object", "objects") {
			if o := r.newObject(m, c); !m.leftOut[c.Place()] {
				o.id = m.nextID(o.number)
				r.writeObject(o, &m.objects)
			}
		}
	case "group":
		l.look = total
		r.writeLayers(m, l)
	}
	r.Close()
}

// blendModes are the ways to draw a layer that the editor knows, apart from the normal one.
var blendModes = map[string]bool{
	"add": true, "multiply": true, "screen": true, "overlay": true, "darken": true, "lighten": true, "color-dodge": true,
	"color-burn": true, "hard-light": true, "soft-light": true, "difference": true, "exclusion": true,
}

// opacity reads the opacity of a layer or an object.
func (r *reader) opacity(n *editor.Node) float64 {
	v := r.float32(n, "opacity")
	if v < 0 || v > 1 {
		r.WarnOnce(n.PlaceOf("opacity"), asItIs, "opacity: %s is not from 0 to 1", editor.Decimal(v))
	}
	return v
}

// layerID returns the id of a layer, which has its number in it, or its path: before
// Tiled 1.2 layers had no number.
func (r *reader) layerID(m *tileMap, l *layer, number uint32) string {
	id := m.name + "/" + inID(number)
	if number == 0 {
		id = m.name + "/" + l.path
	} else if m.layers[number] {
		r.Errorf(l.node.PlaceOf("id"), "", "layer %d stands twice in map %s", number, m.name)
		id += l.path
	}
	m.layers[number] = true
	return id
}

// writeGrid writes the size of a tile layer, and of the grid of its chunks.
func (r *reader) writeGrid(m *tileMap, n *editor.Node, regions []region) {
	width, height := m.width, m.height
	if !m.infinite { // else TMX has the map's size there, and TMJ that of the contents
		width, height = r.size(n, "width"), r.size(n, "height")
	}
	r.Int("width", width)
	r.Int("height", height)
	w, h := grid(regions)
	r.Int("chunkwidth", w)
	r.Int("chunkheight", h)
}

func (r *reader) readLook(n *editor.Node, typ string) look {
	l := look{
		opacity:   r.opacity(n),
		parallaxX: r.float32(n, "parallaxx"),
		parallaxY: r.float32(n, "parallaxy"),
		tint:      r.color(n, "tintcolor", color{255, 255, 255, 255}),
		visible:   r.bool(n, "visible", true),
	}
	x, y := "offsetx", "offsety"
	if typ == "image" && !n.Has(x) && !(isJSON(n) && n.Has(y)) { // as before Tiled 0.15
		if r.float(n, y, 0) != 0 {
			r.WarnOnceFor("only "+y, n.PlaceOf(y), "add offsetx=\"0\" if it is meant", "the offsety of an image layer without an offsetx is left out, as in Tiled")
		}
		x, y = "x", "y"
	}
	for _, name := range []string{"x", "y"} {
		if typ != "image" && r.float(n, name, 0) != 0 { // the editor writes 0, and cannot change it
			r.WarnOnce(n.PlaceOf(name), "layers are moved by offsetx and offsety", "the %s of a layer is left out", name)
		}
	}
	l.offsetX, l.offsetY = r.float(n, x, 0), r.float(n, y, 0)
	return l
}

func (r *reader) writeLook(name string, l look, at editor.Place) {
	r.Open(name, at)
	r.Float("offsetx", l.offsetX)
	r.Float("offsety", l.offsetY)
	r.Float("opacity", l.opacity)
	r.Float("parallaxx", l.parallaxX)
	r.Float("parallaxy", l.parallaxY)
	r.writeColor("tint", l.tint)
	r.Bool("visible", l.visible)
	r.Close()
}
