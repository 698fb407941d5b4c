package ldtk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/loader/ldtk"
)

type tileset struct {
	node                   *editor.Node
	id                     string
	grid, spacing, padding int32
	columns                int32
}

type enum struct {
	node   *editor.Node
	id     string
	values map[string]int32
}

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

// indexEnum indexes an enum by its name and its uid.
func (r *reader) indexEnum(n *editor.Node) {
	uid, name := r.int(n, "uid", -1), r.name(n, "identifier")
	e := &enum{node: n, id: r.defID(name, uid, "enum", n.Place()), values: map[string]int32{}}
	i := int32(0)
	for v := range n.Children("values") {
		r.must(v, "value of an enum", "id")
		id := r.text(v, "id")
		if _, ok := e.values[id]; !ok && id != "" {
			e.values[id] = i
		}
		i++
	}
	if r.enums[name] == nil {
		r.enums[name] = e
	}
	index(r, r.enumsByUID, uid, e, n, r.writeEnum)
}

// columns returns how many tiles are in a row of an image, for versions that do not say
// it. As in the editor, a tile that the edge of the image cuts off counts.
func columns(width int32, set *tileset) int32 {
	step := int64(set.grid) + int64(set.spacing)
	if step <= 0 {
		return 0
	}
	return int32(max((int64(width)-2*int64(set.padding)+step-1)/step, 0))
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

// tile finds the number of a tile by its place in the image, for versions that do not
// say it.
func (s *tileset) tile(src ldtk.Vec) (int32, bool) {
	if s == nil {
		return -1, false
	}
	step := int64(s.grid) + int64(s.spacing)
	x, y := int64(src.X)-int64(s.padding), int64(src.Y)-int64(s.padding)
	if step <= 0 || s.columns <= 0 || x < 0 || y < 0 || x%step != 0 || y%step != 0 || x/step >= int64(s.columns) {
		return -1, false
	}
	n := y/step*int64(s.columns) + x/step
	if n != int64(int32(n)) {
		return -1, false
	}
	return int32(n), true
}

func (r *reader) writeTileset(set *tileset) {
	n := set.node
	r.Open("tileset", n.Place())
	r.AttrIf("id", set.id)
	r.putText("identifier", n, "identifier")
	r.putText("path", n, "relPath")
	r.putText("embed", n, "embedAtlas")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putVec("size", r.vecOf(n, "pxWid", "pxHei", ldtk.Vec{}))
	r.putVec("cells", ldtk.Vec{X: set.columns, Y: r.int(n, "__cHei", columns(r.int(n, "pxHei", 0), set))})
	r.putInt("grid", set.grid)
	r.putInt("spacing", set.spacing)
	r.putInt("padding", set.padding)
	tags := named(r, r.enumsByUID, "enum", n, "tagsSourceEnumUid", "the tags of a tileset")
	if tags != nil {
		r.AttrIf("tagEnum", tags.id)
	}
	r.words("tag", n, "tags")
	r.writeTileData(n)
	r.writeTileTags(n, tags)
	r.Close()
}

func (r *reader) writeTileData(n *editor.Node) {
	type data struct {
		tile int32
		node *editor.Node
	}
	var list []data
	for d := range n.Children("customData") {
		r.must(d, "data of a tile", "tileId")
		list = append(list, data{r.int(d, "tileId", 0), d})
	}
	slices.SortStableFunc(list, func(a, b data) int { return cmp.Compare(a.tile, b.tile) })
	for _, d := range list {
		r.Open("data", d.node.Place())
		r.putInt("tile", d.tile)
		r.putText("text", d.node, "data")
		r.Close()
	}
}

func (r *reader) writeTileTags(n *editor.Node, tags *enum) {
	type tag struct {
		tile, index int32
		node        *editor.Node
	}
	var list []tag
	for v := range n.Children("enumTags") {
		r.must(v, "tag of tiles", "enumValueId")
		r.must(v, "tag of tiles", "tileIds")
		index := int32(-1)
		if tags != nil {
			value := r.text(v, "enumValueId")
			if i, ok := tags.values[value]; ok {
				index = i
			} else if value != "" {
				r.warnValue(v.PlaceOf("enumValueId"), r.text(tags.node, "identifier"), value)
			}
		}
		const want = "a list of whole numbers"
		m := r.member(v, "tileIds", want)
		if m == nil || m.IsEmpty() {
			continue
		}
		if !m.IsNumbers() {
			r.wrong(v, "tileIds", want)
			continue
		}
		item := 0
		for text := range m.Numbers() {
			tile, ok := whole(text)
			if !ok {
				r.wrong(v, "tileIds", want)
				break
			}
			item++
			r.checkCutIn(v, "tileIds", item, text, tile)
			list = append(list, tag{tile, index, v})
		}
	}
	slices.SortStableFunc(list, func(a, b tag) int { return cmp.Compare(a.tile, b.tile) })
	for _, v := range list {
		r.Open("tileTag", v.node.Place())
		r.putInt("tile", v.tile)
		if v.index >= 0 {
			r.Int("index", int64(v.index))
		}
		r.putText("text", v.node, "enumValueId")
		r.Close()
	}
}

func (r *reader) writeEnum(e *enum) {
	n := e.node
	r.Open("enum", n.Place())
	r.AttrIf("id", e.id)
	r.putText("identifier", n, "identifier")
	r.putInt("uid", r.int(n, "uid", 0))
	r.putText("path", n, "externalRelPath")
	icons := r.setOf(n, "iconTilesetUid", "the icons of an enum")
	if icons != nil {
		r.AttrIf("icons", icons.id)
	}
	r.words("tag", n, "tags")
	for v := range n.Children("values") {
		r.Open("value", v.Place())
		r.putText("name", v, "id")
		r.putColor("color", r.color(v, "color"))
		if rect := r.child(v, "tileRect"); rect != nil {
			r.tileRect("tile", rect)
		} else if list := r.numbers(v, "__tileSrcRect", 4); list != nil && icons != nil {
			r.oldRect("tile", v, "__tileSrcRect", icons, list)
		} else {
			r.oldTile("tile", v, icons)
		}
		r.Close()
	}
	r.Close()
}

// oldRect writes a rectangle of a tileset from versions before 1.0.
func (r *reader) oldRect(element string, n *editor.Node, member string, set *tileset, list []string) {
	var rect [4]int32
	for i, text := range list {
		v, ok := whole(text)
		if !ok {
			r.wrong(n, member, "a list of four whole numbers")
			break
		}
		r.checkCutIn(n, member, i+1, text, v)
		rect[i] = v
	}
	r.putRect(element, n.PlaceOf(member), set, rect)
}

// oldTile writes the one tile that a definition from before 1.0 names by its number.
func (r *reader) oldTile(element string, n *editor.Node, set *tileset) {
	tile := r.int(n, "tileId", -1)
	if tile < 0 || set == nil || set.columns <= 0 {
		return
	}
	step := int64(set.grid) + int64(set.spacing)
	x := int64(set.padding) + int64(tile%set.columns)*step
	y := int64(set.padding) + int64(tile/set.columns)*step
	if x != int64(int32(x)) || y != int64(int32(y)) {
		r.wrong(n, "tileId", "a tile of the tileset")
		return
	}
	r.putRect(element, n.PlaceOf("tileId"), set, [4]int32{int32(x), int32(y), set.grid, set.grid})
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
	groups := map[int32]*editor.Node{}
	for g := range n.Children("intGridValuesGroups") {
		groups[r.int(g, "uid", 0)] = g
	}
	i := int32(0)
	for v := range n.Children("intGridValues") {
		i++ // before 0.8 values had no number but their place
		r.writeValueDef(v, r.int(v, "value", i), groups[r.int(v, "groupUid", 0)])
	}
	r.Close()
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
	r.putText("tileMode", n, "tileRenderMode")
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
