package ldtk

import (
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/ldtk"
)

// own is an entity that becomes a node of one of the game's own kinds. In XML
// attributes come before elements, so what becomes an element has to wait.
type own struct {
	r     *reader
	to    *target
	k     *kind
	known map[string]bool // names of the entity's own fields
	later []func()
	text  *value // of the field that is the element's text
}

func (r *reader) writeOwn(to *target) {
	o := &own{r: r, to: to, k: to.kind, known: map[string]bool{}}
	r.Open(to.kind.name, to.node.Place())
	for f := range to.node.Children("fieldInstances") {
		o.field(f)
	}
	o.standard()
	if o.text != nil {
		r.Text(o.text.text(), o.text.at)
	}
	for _, write := range o.later {
		write()
	}
	r.Close()
}

// standard writes what LDtk says of every entity, if the kind has fields for it and the
// entity has no own fields of these names.
func (o *own) standard() {
	r, e, to := o.r, o.to.node, o.to
	if id := o.k.id; id != nil && id.Type == format.TypeStr && !o.known[editor.NameInXML(id)] && to.id != "" {
		o.known[editor.NameInXML(id)] = true
		o.attr(editor.NameInXML(id), to.id, e.PlaceOf("iid"))
	}
	plain := []struct{ name, value string }{
		{"iid", to.iid}, {"identifier", to.identifier}, {"px", vecText(to.px)}, {"size", vecText(to.size)},
		{"pivot", r.pivotOf(to)}, {"cell", vecText(r.vec(e, "__grid"))}, {"world", vecText(to.at)},
	}
	for _, p := range plain {
		if o.takes(p.name) && p.value != "" {
			o.attr(p.name, p.value, e.Place())
		}
	}
	if o.takes("smartColor") {
		if c := r.smartColorOf(to); c.ok {
			o.attr("smartColor", colorFor(o.k.fields["smartColor"], c.rgb), c.at)
		}
	}
	if o.k.nested["tile"] && !o.known["tile"] {
		o.later = append(o.later, func() { r.writeEntityTile("tile", to) })
	}
	if f := o.k.fields["tag"]; f != nil && f.Type == format.TypeSpan && !o.known["tag"] {
		o.later = append(o.later, o.tags)
	}
}

// takes reports whether the kind has a field of that name that is neither a struct nor
// a span, and the entity has no own field of that name.
func (o *own) takes(name string) bool {
	f := o.k.fields[name]
	return f != nil && f.Type != format.TypeSpan && !o.known[name]
}

// tags writes the tags of the entity, as elements that have a text or an attribute.
func (o *own) tags() {
	if t := o.k.elems["tag"]; t == nil || t.Field("text") < 0 || t.Fields[t.Field("text")].Attr.Role == format.RoleText {
		for _, v := range o.r.tagsOf(o.to) {
			o.r.Open("tag", v.at)
			o.r.Text(v.text(), v.at)
			o.r.Close()
		}
		return
	}
	o.r.writeTags(o.to)
}

// attr writes an attribute. The path of a nested struct cannot be one.
func (o *own) attr(name, text string, at editor.Place) {
	if f := o.k.fields[name]; f != nil && f.Attr.Role == format.RoleText {
		o.text = &value{scalar: &editor.Value{Kind: source.String, Text: text}, at: at}
		return
	}
	if strings.Contains(name, "/") {
		return
	}
	o.r.AttrAt(name, text, at)
}

// field writes a field of the entity.
func (o *own) field(n *editor.Node) {
	r := o.r
	name := r.fieldNameOf(n, o.to.def)
	if name == "" || !r.hasName(name, n.PlaceOf("__identifier")) {
		return
	}
	if o.known[name] {
		r.Errorf(n.PlaceOf("__identifier"), "", "the entity has two fields %s", strconv.Quote(editor.Clip(name)))
		return
	}
	typ := r.fieldTypeOf(n, o.to.def)
	values := r.valuesFor(typ, n, "__value")
	if len(values) == 0 || !typ.array && values[0].isNull() {
		return // the field has its default
	}
	o.known[name] = true
	f := o.k.fields[name]
	switch {
	case o.k.nested[name]:
		o.nested(name, typ, values)
	case f == nil && typ.array && r.Kind(name) && !o.k.mapped: // its elements would be nodes
		r.Errorf(n.PlaceOf("__identifier"), "", "unknown name %s in %s", strconv.Quote(name), o.k.name)
	case f != nil && f.Type == format.TypeSpan || f == nil && typ.array:
		o.later = append(o.later, func() { o.elements(name, typ, values) })
	case f != nil && typ.array && (f.Type.IsFlags() || f.Count > 1):
		o.list(name, f, typ, values)
	case len(values) > 1:
		r.Errorf(values[1].at, "let the Go field be a store.Span", "%s of %s takes one value, and this is a list", name, o.k.name)
	default:
		text, ok := r.textFor(f, typ, &values[0])
		if !ok {
			return
		}
		at := values[0].at
		if f == nil { // the compiler will report it
			at = n.PlaceOf("__identifier")
		} else if f.Attr.Role.IsID() {
			text = editor.Trim(text)
		}
		o.attr(name, text, at)
	}
}

// hasName reports whether XML can have an attribute of that name. If not, the field is
// left out, with a warning.
func (r *reader) hasName(name string, at editor.Place) bool {
	if source.IsName(name) {
		return true
	}
	r.WarnOnce(at, "", "the field %s is left out: that is no name in XML", strconv.Quote(editor.Clip(name)))
	return false
}

// nested writes a rectangle of a tileset, the only value that has named parts.
func (o *own) nested(name string, typ fieldType, values []value) {
	v := &values[0]
	if typ.symbol != "Tile" || v.node == nil || len(values) > 1 {
		o.r.Errorf(v.at, "", "%s of %s is a struct, and takes fields of type Tile only", name, o.k.name)
		return
	}
	o.later = append(o.later, func() { o.r.tileRect(name, v.node) })
}

// list writes the values of an array as one attribute. Null is zero; among flags it is
// none.
func (o *own) list(name string, f *format.Field, typ fieldType, values []value) {
	one := f // one of its values, if that is of a type that it has alone
	if typ.symbol != "Enum" {
		one = nil
	}
	separator := " "
	if f.Type.IsFlags() {
		separator = "|"
	}
	var parts []string
	for i := range values {
		text, ok := "0", true
		if !values[i].isNull() {
			text, ok = o.r.textFor(one, typ, &values[i])
		} else if f.Type.IsFlags() {
			continue
		}
		if !ok {
			return
		}
		parts = append(parts, text)
	}
	o.attr(name, strings.Join(parts, separator), values[0].at)
}

// elements writes the values of an array as elements of a span. Null is one that is
// zero, as is a reference that leads nowhere.
func (o *own) elements(name string, typ fieldType, values []value) {
	r := o.r
	f := o.elementOf(name, typ)
	for i := range values {
		v := &values[i]
		if typ.symbol == "Tile" && v.node != nil && (f == nil || f.Count == 1) {
			if !r.tileRect(name, v.node) { // those behind it keep their places
				r.Open(name, v.at)
				r.Close()
			}
			continue
		}
		text, ok := r.textFor(f, typ, v)
		switch {
		case f == nil || f.Type == format.TypeStr:
		case !ok || editor.Trim(text) == "" && f.Type.IsFlags():
			text = editor.ZeroOf(f)
		case editor.Trim(text) == "" && editor.ZeroOf(f) != "":
			r.Errorf(v.at, "give it a value, or remove it", "%s of %s takes no empty texts, and an item of the list is one", name, o.k.name)
		}
		r.Open(name, v.at)
		r.ValueText(text, v.at)
		r.Close()
	}
}

// elementOf returns the field that the elements of a span are, if they are values: one
// field, or the parts of a colour. Otherwise it returns nil.
func (o *own) elementOf(name string, typ fieldType) *format.Field {
	switch t := o.k.elems[name]; {
	case t == nil || len(t.Fields) == 0:
		return nil
	case len(t.Fields) == 1:
		return &t.Fields[0]
	case typ.symbol == "Color":
		return &format.Field{Type: t.Fields[0].Type, Count: uint32(len(t.Fields))}
	}
	return nil
}

// textFor returns a value in the form that a field of a kind takes. f is nil if the
// kind does not have the field.
func (r *reader) textFor(f *format.Field, typ fieldType, v *value) (string, bool) {
	if v.isNull() {
		return "", false
	}
	if !v.fits(typ) {
		r.wrongValue(v, typ)
		return "", false
	}
	switch typ.symbol {
	case "Enum":
		return r.symbolOf(f, v.scalar.Text), true
	case "Color":
		rgb, ok := r.colorOf(v)
		return colorFor(f, rgb), ok
	case "Point":
		p, ok := r.pointOf(v)
		return vecText(p), ok
	case "Tile":
		n := v.node
		if !r.isRect(n) {
			return "", false
		}
		return vecText(r.vecOf(n, "x", "y", ldtk.Vec{})) + " " + vecText(r.vecOf(n, "w", "h", ldtk.Vec{})), true
	case "EntityRef":
		to := r.targetOfValue(v)
		if f != nil && f.Type == format.TypeStr {
			return r.iidOf(v), true
		}
		if to == nil || to.id == "" {
			return "", false
		}
		return to.id, true
	}
	return v.scalar.Text, true
}
