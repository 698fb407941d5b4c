package ldtk

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/loader/ldtk"
)

// writeFields writes the fields of an entity or a level as elements of a span.
func (r *reader) writeFields(n *editor.Node, def *entityDef) {
	seen := map[string]bool{}
	for f := range n.Children("fieldInstances") {
		name := r.fieldNameOf(f, def)
		if seen[name] && name != "" {
			r.Errorf(f.PlaceOf("__identifier"), saveAgain, "two fields are called %s", strconv.Quote(editor.Clip(name)))
		}
		seen[name] = true
		r.writeField(name, r.fieldTypeOf(f, def), f, "__value")
	}
}

// fieldNameOf returns the name of a field, from its definition if the field does not have
// it. A field without a name is reported.
func (r *reader) fieldNameOf(f *editor.Node, def *entityDef) string {
	name := r.text(f, "__identifier")
	if d := r.defOf(f, def); name == "" && d != nil {
		name = d.name
	}
	if name == "" {
		r.Errorf(f.PlaceOf("__identifier"), saveAgain, "the field has no __identifier")
	}
	return name
}

// fieldTypeOf returns the type of a field's values, from its definition if the field
// does not have it.
func (r *reader) fieldTypeOf(f *editor.Node, def *entityDef) fieldType {
	if d := r.defOf(f, def); f.Member("__type") == nil && d != nil {
		return d.typ
	}
	return r.typeOf(f)
}

// defOf returns the definition of a field, or nil.
func (r *reader) defOf(f *editor.Node, def *entityDef) *fieldDef {
	if def == nil || f.Member("defUid") == nil {
		return nil
	}
	return def.fields[r.int(f, "defUid", -1)]
}

// writeField writes an element for each value of a field, which are in a member of n.
func (r *reader) writeField(name string, typ fieldType, n *editor.Node, member string) {
	values := r.valuesFor(typ, n, member)
	if len(values) == 0 {
		r.writeValue(name, typ, &value{at: n.Place()}, true)
	}
	for i := range values {
		r.writeValue(name, typ, &values[i], false)
	}
}

// valuesFor returns the values of a field, which are a list if its type is an array. An
// array that is null has none.
func (r *reader) valuesFor(typ fieldType, n *editor.Node, member string) []value {
	r.must(n, "field", member)
	values := valuesOf(n, member)
	m, c := n.Member(member), n.Child(member)
	listed := m != nil && m.Kind == source.List || c != nil && c.Listed || len(values) > 1
	at := n.PlaceOf(member)
	if m == nil && c != nil {
		at = c.Place()
	}
	switch {
	case typ.symbol == "Other":
	case listed && !typ.array:
		r.Errorf(at, "", "this is no value for a field of type %s: a list", typ.symbol)
		return nil
	case m != nil && !listed && typ.array:
		r.Errorf(at, "", "this is no value for a field of type Array<%s>: %s", typ.symbol, m.Shown())
		return nil
	case c != nil && !listed && typ.array:
		r.Errorf(at, "", "this is no value for a field of type Array<%s>: an object", typ.symbol)
		return nil
	case !listed && typ.array:
		return nil // null
	}
	return values
}

// writeValue writes an element for a value, or for there being none.
func (r *reader) writeValue(name string, typ fieldType, v *value, none bool) {
	r.Open("field", v.at)
	defer r.Close()
	r.AttrAt("name", name, v.at)
	r.Attr("type", typ.symbol)
	r.putBool("array", typ.array)
	r.putBool("empty", typ.array && none)
	e := r.enums[typ.enum]
	if e != nil && typ.symbol == "Enum" {
		r.AttrIf("enum", e.id)
	} else if typ.symbol == "Enum" && len(r.enums) > 0 {
		r.WarnOnceFor("enum "+typ.enum, v.at, "", "the enum %s is not in the project; its values are texts", editor.Clip(typ.enum))
	}
	switch {
	case v.isNull():
		r.Bool("null", true)
		return
	case !v.fits(typ):
		if typ.symbol != "Other" {
			r.wrongValue(v, typ)
		} else {
			r.WarnOnceFor("odd "+name, v.at, "", "field %s: a value of a type that is not known is left out, unless it is a simple one", editor.Clip(name))
		}
		return
	}
	switch typ.symbol {
	case "Int", "Float", "Bool":
		r.putNumber(typ, v)
	case "String", "Multilines", "FilePath", "Other":
		r.AttrAt("text", v.text(), v.at)
	case "Enum":
		r.AttrAt("text", v.text(), v.at)
		if e != nil {
			if i, ok := e.values[v.text()]; ok {
				r.Int("index", int64(i))
			} else {
				r.warnValue(v.at, typ.enum, v.text())
			}
		}
	case "Color":
		if rgb, ok := r.colorOf(v); ok {
			r.Attr("color", colorText(rgb))
		}
	case "Point":
		if p, ok := r.pointOf(v); ok {
			r.putVec("point", p)
		}
	case "Tile":
		r.tileRect("tile", v.node)
	case "EntityRef":
		r.putRef(v)
	}
}

// warnValue warns about a value that an enum does not have.
func (r *reader) warnValue(at editor.Place, enum, value string) {
	r.WarnOnce(at, "", "the enum %s has no value %q", enum, editor.Clip(value))
}

func (r *reader) wrongValue(v *value, typ fieldType) {
	what := "an object"
	if v.scalar != nil {
		what = v.scalar.Shown()
	}
	r.Errorf(v.at, "", "this is no value for a field of type %s: %s", typ.symbol, what)
}

func (r *reader) putNumber(typ fieldType, v *value) {
	switch typ.symbol {
	case "Bool":
		if v.text() == "true" {
			r.Int("int", 1)
		}
		return
	case "Int":
		if i, ok := whole(v.text()); ok {
			r.checkCut(v.at, "a field of type Int", v.text(), i)
			r.putInt("int", i)
			r.putFloat("float", float64(i), 0)
			return
		}
	case "Float":
		if f, err := source.ParseFloat64([]byte(v.text())); err == nil {
			r.putFloat("float", f, 0)
			return
		}
	}
	r.wrongValue(v, typ)
}

func (r *reader) colorOf(v *value) (uint32, bool) {
	if rgb, ok := r.parseColor(v.at, "a field of type Color", v.scalar); ok {
		return rgb, true
	}
	r.wrongValue(v, fieldType{symbol: "Color"})
	return 0, false
}

func (r *reader) pointOf(v *value) (ldtk.Vec, bool) {
	if v.node.Member("cx") == nil || v.node.Member("cy") == nil {
		r.wrongValue(v, fieldType{symbol: "Point"})
		return ldtk.Vec{}, false
	}
	return r.vecOf(v.node, "cx", "cy", ldtk.Vec{}), true
}

// putRef writes a reference to an entity.
func (r *reader) putRef(v *value) {
	r.AttrAt("text", r.iidOf(v), v.at)
	if to := r.targetOfValue(v); to != nil && to.id != "" {
		r.AttrAt("ref", to.id, v.at)
	}
}

// iidOf returns the iid in a reference to an entity.
func (r *reader) iidOf(v *value) string {
	if v.node == nil {
		return v.text()
	}
	return r.text(v.node, "entityIid")
}

func (r *reader) targetOfValue(v *value) *target {
	if v.node == nil {
		return r.target(v.text(), "", v.at, chooseAnother)
	}
	return r.targetOf(v.node, chooseAnother)
}

// targetOf returns the entity that a reference names. If there is none, it reports
// that with a hint, unless the file of its level is missing, which is reported already.
func (r *reader) targetOf(n *editor.Node, hint string) *target {
	if !n.HasAny("entityIid") {
		r.Errorf(n.Place(), saveAgain, "the reference has no entityIid")
		return nil
	}
	return r.target(r.name(n, "entityIid"), r.name(n, "levelIid"), n.PlaceOf("entityIid"), hint)
}

// target is targetOf for an iid at a place, and the iid of its level, if that is known.
func (r *reader) target(iid, level string, at editor.Place, hint string) *target {
	to := r.entities[iid]
	if to == nil {
		if l := r.levels[level]; l != nil && l.missing {
			return nil
		}
		r.Lackf(at, nil, hint, "builds the level without it", "no entity of the project has the iid %s", strconv.Quote(editor.Clip(iid)))
		return nil
	}
	if to.id == "" && to.kind != nil {
		r.WarnOnce(at, "embed ldtk.Placement, or give one of its fields the option id",
			"entities of the kind %s cannot be referred to, as the kind has no id", to.kind.name)
	}
	return to
}

// writeToc writes the table of contents.
func (r *reader) writeToc() {
	for n := range r.root.Children("toc") {
		r.checkLists(n)
		identifier := r.text(n, "identifier")
		if has(n, "instancesData") {
			for e := range n.Children("instancesData") {
				r.writeTocEntry(identifier, e, r.child(e, "iids"))
			}
			continue
		}
		for e := range n.Children("instances") { // before 1.5
			r.writeTocEntry(identifier, e, e)
		}
	}
}

func (r *reader) writeTocEntry(identifier string, n, iids *editor.Node) {
	r.Open("toc", n.Place())
	defer r.Close()
	r.AttrIf("identifier", identifier)
	at := r.vecOf(n, "worldX", "worldY", ldtk.Vec{})
	size := r.vecOf(n, "widPx", "heiPx", ldtk.Vec{})
	if iids != nil {
		r.putText("iid", iids, "entityIid")
		lvl := r.levels[r.name(iids, "levelIid")]
		if to := r.targetOf(iids, saveAgain); to != nil {
			r.AttrIf("entity", to.id)
			at, size, lvl = to.at, to.size, to.lvl
		}
		if lvl != nil {
			r.AttrIf("level", lvl.id)
		}
	}
	r.putVec("world", at)
	r.putVec("size", size)
	fields := r.child(n, "fields")
	if fields == nil {
		return
	}
	def := r.entityNames[identifier]
	for _, f := range fields.ByName() {
		typ := fieldType{symbol: "Other"}
		if def != nil && def.byName[f.Name] != nil {
			typ = def.byName[f.Name].typ
		}
		r.writeField(f.Name, typ, f, f.Name)
	}
}
