package ldtk

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/ldtk"
)

// indexEntities gives the entities of a level their ids.
func (r *reader) indexEntities(l *level) {
	count := map[string]int{}
	for n := range l.body.Children("layerInstances") {
		r.checkLists(n)
		offset := r.offsetOf(n, r.layerDefOf(n))
		for e := range n.Children("entityInstances") {
			r.checkLists(e)
			def := r.entityDefOf(e)
			identifier := r.identifierOf(e, def)
			iid := r.name(e, "iid")
			if iid == "" { // before 1.0
				iid = l.name + "/" + identifier + "#" + strconv.Itoa(count[identifier])
				count[identifier]++
			}
			if r.entities[iid] != nil {
				r.WarnOnce(e.PlaceOf("iid"), "cut and paste the entity in LDtk, so that it gets an iid of its own",
					"the iid %s is another entity's already, which is meant by all that name it", strconv.Quote(editor.Clip(iid)))
			}
			to := &target{node: e, iid: r.unique(iid), kind: r.kindOf(identifier), def: def, identifier: identifier, lvl: l}
			to.place(r, offset)
			to.id = r.idOf(to)
			if r.entities[iid] == nil {
				r.entities[iid] = to
			}
			to.node = nil
			r.inLayer[n] = append(r.inLayer[n], to)
		}
	}
}

// identifierOf returns the identifier of an entity, from its definition if the entity
// does not have it.
func (r *reader) identifierOf(e *editor.Node, def *entityDef) string {
	name := r.name(e, "__identifier")
	if name == "" && def != nil {
		name = def.identifier
	}
	return name
}

// place finds the position of an entity, which every version since 0.4 gives.
func (to *target) place(r *reader, offset ldtk.Vec) {
	e := to.node
	if !e.HasAny("px") {
		r.Errorf(e.Place(), withNewer, "the entity has no position, px")
	}
	to.px = r.vec(e, "px")
	if to.def != nil {
		to.size = to.def.size
	}
	to.size = r.vecOf(e, "width", "height", to.size)
	to.at = r.sum(e.Place(), r.sum(e.Place(), to.px, offset), to.lvl.origin)
}

// idOf returns the id that the node of an entity will have.
func (r *reader) idOf(to *target) string {
	if to.kind == nil {
		return to.iid
	}
	id := to.kind.id
	if id == nil {
		return ""
	}
	for f := range to.node.Children("fieldInstances") {
		if r.fieldNameOf(f, to.def) == editor.NameInXML(id) {
			if m := f.Member("__value"); m != nil && isScalar(&m.Value) {
				return r.Name(editor.Trim(m.Text), f.PlaceOf("__value"))
			}
		}
	}
	if id.Type != format.TypeStr {
		return ""
	}
	return to.iid
}

func (r *reader) writeEntity(to *target, e *editor.Node) {
	to.node = e
	defer func() { to.node = nil }()
	if to.kind != nil {
		r.writeOwn(to)
		return
	}
	r.Open("entity", e.Place())
	r.AttrIf("iid", to.id)
	r.putVec("px", to.px)
	r.putVec("size", to.size)
	r.AttrIf("pivot", r.pivotOf(to))
	r.putVec("cell", r.vec(e, "__grid"))
	r.putVec("world", to.at)
	r.putColor("smartColor", r.smartColorOf(to))
	r.AttrIf("identifier", to.identifier)
	if to.def != nil {
		r.AttrIf("def", to.def.id)
	}
	r.writeEntityTile("tile", to)
	r.writeTags(to)
	r.writeFields(e, to.def)
	r.Close()
}

// pivotOf returns the pivot of an entity; before 0.7 its definition has it.
func (r *reader) pivotOf(to *target) string {
	if p := r.floats(to.node, "__pivot", 2); p != "" || to.def == nil {
		return p
	}
	return to.def.pivot
}

// tagsOf returns the tags of an entity; before 1.0 its definition has them.
func (r *reader) tagsOf(to *target) []value {
	if to.node.HasAny("__tags") || to.def == nil {
		return r.strings(to.node, "__tags")
	}
	for i := range to.def.tags {
		if r.room < 0 {
			return nil
		}
		if r.room -= 1 + len(to.def.tags[i].text()); r.room < 0 {
			r.Errorf(to.node.Place(), withNewer, "definitions give entities too many tags")
		}
	}
	return to.def.tags
}

func (r *reader) writeTags(to *target) { r.writeWords("tag", r.tagsOf(to)) }

// smartColorOf returns the colour of an entity. Before 1.0 the editor drew an entity in
// the first colour of its fields, or in its definition's.
func (r *reader) smartColorOf(to *target) color {
	if to.node.HasAny("__smartColor") || to.def == nil {
		return r.color(to.node, "__smartColor")
	}
	for f := range to.node.Children("fieldInstances") {
		if r.fieldTypeOf(f, to.def).symbol != "Color" {
			continue
		}
		for _, v := range valuesOf(f, "__value") {
			if v.scalar == nil {
				continue
			}
			if rgb, ok := r.parseColor(v.at, "a field of type Color", v.scalar); ok {
				return color{rgb, true, v.at}
			}
		}
	}
	return to.def.color
}

// tileOf returns the rectangle that the editor draws an entity with, or nil. If only
// the tileset of such a picture is lost, nothing of the level is.
func (r *reader) tileOf(to *target) (n *editor.Node, set *tileset) {
	n = r.child(to.node, "__tile")
	if n == nil {
		return nil, nil
	}
	if !n.HasAny("tilesetUid") {
		r.Errorf(n.Place(), saveAgain, "the tile has no tilesetUid")
	}
	return n, r.tilesets[r.int(n, "tilesetUid", -1)]
}

func (r *reader) writeEntityTile(element string, to *target) {
	n, set := r.tileOf(to)
	if set == nil {
		return
	}
	if list := r.numbers(n, "srcRect", 4); list != nil { // before 1.0
		r.oldRect(element, n, "srcRect", set, list)
		return
	}
	r.tileRect(element, n)
}
