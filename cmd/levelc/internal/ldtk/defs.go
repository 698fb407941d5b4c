package ldtk

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/ldtk"
)

// The definitions have what layers and entities of old versions take from them, since there
// may be many of these.

type layerDef struct {
	node       *editor.Node
	id         string
	identifier string
	typ        string
	grid       int32
	offset     ldtk.Vec
	sourceUID  int32 // of an auto layer, or -1
	tilesetUID int32 // or -1
}

type entityDef struct {
	node       *editor.Node
	id         string
	identifier string
	size       ldtk.Vec
	pivot      string
	color      color
	tags       []value
	fields     map[int32]*fieldDef
	byName     map[string]*fieldDef
}

type fieldDef struct {
	name string
	typ  fieldType
}

// indexDefs finds the definitions and gives them ids. If two have the same uid, that is
// an error, and the first one counts. They are written when all have ids.
func (r *reader) indexDefs() {
	defs := r.child(r.root, "defs")
	if defs == nil {
		return
	}
	r.checkLists(defs)
	for _, n := range defs.Nodes {
		r.checkLists(n)
	}
	r.levelFields = r.fieldsOf(defs, "levelFields")
	for n := range defs.Children("tilesets") {
		uid, name := r.int(n, "uid", -1), r.name(n, "identifier")
		set := &tileset{node: n, id: r.defID(name, uid, "tileset", n.Place()),
			grid: r.int(n, "tileGridSize", 0), spacing: r.int(n, "spacing", 0), padding: r.int(n, "padding", 0)}
		set.columns = r.int(n, "__cWid", columns(r.int(n, "pxWid", 0), set))
		index(r, r.tilesets, uid, set, n, r.writeTileset)
	}
	for _, list := range [...]string{"enums", "externalEnums"} {
		for n := range defs.Children(list) {
			r.indexEnum(n)
		}
	}
	for n := range defs.Children("layers") {
		uid, name := r.int(n, "uid", -1), r.name(n, "identifier")
		def := &layerDef{node: n, id: r.defID(name, uid, "layer", n.Place()), identifier: name, grid: r.int(n, "gridSize", 0), offset: r.vecOf(n, "pxOffsetX", "pxOffsetY", ldtk.Vec{}), typ: cmp.Or(r.text(n, "__type"), r.text(n, "type")),
			sourceUID: r.int(n, "autoSourceLayerDefUid", -1), tilesetUID: r.int(n, "tilesetDefUid", r.int(n, "autoTilesetDefUid", -1))}
		index(r, r.layerDefs, uid, def, n, r.writeLayerDef)
	}
	for n := range defs.Children("entities") {
		uid, name := r.int(n, "uid", -1), r.name(n, "identifier")
		def := r.fieldsOf(n, "fieldDefs")
		def.id, def.identifier = r.defID(name, uid, "entity", n.Place()), name
		def.size = r.vecOf(n, "width", "height", ldtk.Vec{})
		def.pivot = editor.Decimal(r.float(n, "pivotX", 0)) + " " + editor.Decimal(r.float(n, "pivotY", 0))
		def.color = r.color(n, "color")
		def.tags = r.strings(n, "tags")
		if r.entityNames[name] == nil {
			r.entityNames[name] = def
		}
		index(r, r.entityDefs, uid, def, n, r.writeEntityDef)
	}
}

// layerDefOf returns the definition of a layer, or nil.
func (r *reader) layerDefOf(n *editor.Node) *layerDef {
	return definition(r, r.layerDefs, n, "layer", "layerDefUid")
}

// entityDefOf returns the definition of an entity, or nil.
func (r *reader) entityDefOf(n *editor.Node) *entityDef {
	return definition(r, r.entityDefs, n, "entity", "defUid")
}

// definition warns about a definition that the project should have. If it has none of that
// sort at all, they were left out on purpose.
func definition[T any](r *reader, defs map[int32]*T, n *editor.Node, what, member string) *T {
	uid := r.int(n, member, -1)
	def := defs[uid]
	if def == nil && uid >= 0 && len(defs) > 0 {
		r.WarnOnceFor("lost "+what+" "+strconv.Itoa(int(uid)), n.PlaceOf(member), saveAgain, "the %s's definition, %d, is not in the project", what, uid)
	}
	return def
}

// fieldsOf returns the definition of something that has fields.
func (r *reader) fieldsOf(n *editor.Node, list string) *entityDef {
	def := &entityDef{node: n, fields: map[int32]*fieldDef{}, byName: map[string]*fieldDef{}}
	for f := range n.Children(list) {
		d := &fieldDef{r.name(f, "identifier"), r.typeOf(f)}
		def.fields[r.int(f, "uid", -1)] = d
		def.byName[d.name] = d
	}
	return def
}

// index notes a definition under its uid. One without a uid is nobody's.
func index[T any](r *reader, defs map[int32]*T, uid int32, def *T, n *editor.Node, write func(*T)) {
	switch _, again := defs[uid]; {
	case uid < 0:
		defs[uid] = nil // the project has definitions, see definition
	case again:
		r.Errorf(n.PlaceOf("uid"), "", "uid %d: another definition of the same sort has it", uid)
		return
	default:
		defs[uid] = def
	}
	r.writeDefs = append(r.writeDefs, func() { write(def) })
}

func (r *reader) writeLayerDef(def *layerDef) {
	n := def.node
	r.Open("layerDef", n.Place())
	r.AttrIf("id", def.id)
	r.putText("identifier", n, "identifier")
	r.putText("doc", n, "doc")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putInt("grid", def.grid)
	r.putVec("offset", def.offset)
	r.putPair("parallax", n, "parallaxFactorX", "parallaxFactorY")
	r.putPair("tilePivot", n, "tilePivotX", "tilePivotY")
	r.putFloat("opacity", r.float(n, "displayOpacity", 1), 1)
	if set := r.tilesets[def.tilesetUID]; set != nil {
		r.AttrIf("tileset", set.id)
	}
	if from := r.layerDefs[def.sourceUID]; from != nil {
		r.AttrIf("source", from.id)
	}
	r.Attr("type", r.layerType(def.typ, n, "type"))
	r.putBool("parallaxScaling", r.bool(n, "parallaxScaling", false))
	if def.typ == "IntGrid" || def.typ == "" { // up to 1.0 the others have a value of no meaning
		r.writeValueDefs(n)
	}
	r.Close()
}

func (r *reader) writeValueDefs(n *editor.Node) {
	groups := map[int32]*editor.Node{}
	for g := range n.Children("intGridValuesGroups") {
		groups[r.int(g, "uid", 0)] = g
	}
	i := int32(0)
	for v := range n.Children("intGridValues") {
		i++ // before 0.8 values had no number but their place
		r.writeValueDef(v, r.int(v, "value", i), groups[r.int(v, "groupUid", 0)])
	}
}

func (r *reader) writeValueDef(v *editor.Node, value int32, group *editor.Node) {
	if value < 0 || value > 0xFFFF {
		r.Errorf(v.PlaceOf("value"), "", "value: %d, and the values of cells are from 0 to 65535", value)
		return
	}
	r.Open("value", v.Place())
	r.putText("identifier", v, "identifier")
	if group != nil {
		r.putText("group", group, "identifier")
	}
	r.putColor("color", r.color(v, "color"))
	r.putInt("value", value)
	r.tileRect("tile", r.child(v, "tile"))
	r.Close()
}

func (r *reader) writeEntityDef(def *entityDef) {
	n := def.node
	r.Open("entityDef", n.Place())
	r.AttrIf("id", def.id)
	r.putText("identifier", n, "identifier")
	r.putText("doc", n, "doc")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putVec("size", def.size)
	r.putPair("pivot", n, "pivotX", "pivotY")
	r.putColor("color", def.color)
	if mode := r.text(n, "tileRenderMode"); mode == "Crop" { // of old versions
		r.AttrAt("tileMode", "Cover", n.PlaceOf("tileRenderMode"))
	} else {
		r.putText("tileMode", n, "tileRenderMode")
	}
	r.putNineSlice(n)
	r.putBool("inToc", r.bool(n, "exportToToc", false))
	if rect := r.child(n, "tileRect"); rect != nil {
		r.tileRect("tile", rect)
	} else if r.int(n, "tileId", -1) >= 0 {
		r.oldTile("tile", n, r.setOf(n, "tilesetId", "a tile"))
	}
	r.words("tag", n, "tags")
	for f := range n.Children("fieldDefs") {
		typ := r.typeOf(f)
		r.Open("fieldDef", f.Place())
		r.putText("name", f, "identifier")
		r.putText("doc", f, "doc")
		if e := r.enums[typ.enum]; e != nil {
			r.AttrIf("enum", e.id)
		}
		r.putInt("uid", r.int(f, "uid", 0))
		r.Attr("type", typ.symbol)
		r.putBool("array", typ.array)
		r.putBool("null", r.bool(f, "canBeNull", false))
		r.Close()
	}
	r.Close()
}

func (r *reader) putNineSlice(n *editor.Node) {
	const want = "a list of four whole numbers"
	m := r.member(n, "nineSliceBorders", want)
	if m == nil || m.IsEmpty() {
		return
	}
	list := strings.Split(m.Text, ",")
	for i := range list {
		v, ok := whole(list[i])
		if !ok || len(list) != 4 || !m.IsNumbers() {
			r.wrong(n, "nineSliceBorders", want)
			return
		}
		r.checkCutIn(n, "nineSliceBorders", i+1, list[i], v)
		list[i] = strconv.Itoa(int(v))
	}
	r.Attr("nineSlice", strings.Join(list, " "))
}
