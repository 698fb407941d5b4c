package tiled

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// An object whose class is one of the game's own kinds becomes a node of that kind.
// Fields with the names below are the object's own; the others are its properties.

// fieldOf finds a field by its name in XML, or returns nil.
func fieldOf(t *format.Table, name string) *format.Field {
	for i := range t.Fields {
		f := &t.Fields[i]
		if cmp.Or(f.Attr.Source, f.Name) == name && f.Attr.Role != format.RoleParent {
			return f
		}
	}
	return nil
}

// standard returns the value that an object has under a name, apart from its
// properties, or "".
func (o *object) standard(name string) string {
	switch name {
	case "id":
		return o.id
	case "number":
		return strconv.FormatUint(uint64(o.number), 10)
	case "name":
		return o.name
	case "class":
		return o.class
	case "x":
		return decimal(o.x)
	case "y":
		return decimal(o.y)
	case "width":
		return decimal(o.width)
	case "height":
		return decimal(o.height)
	case "pos":
		return decimal(o.x) + " " + decimal(o.y)
	case "size":
		return decimal(o.width) + " " + decimal(o.height)
	case "rotation":
		return decimal(o.rotation)
	case "opacity":
		return decimal(o.opacity)
	case "visible":
		return strconv.FormatBool(o.visible)
	case "gid":
		return strconv.FormatUint(uint64(o.gid), 10)
	case "align":
		return o.align
	case "shape":
		return o.shape
	case "text":
		if o.shape == "text" {
			text, _ := textOf(o.shaped.Child("text"))
			return text
		}
	}
	return ""
}

// standards are the names that standard knows, in the order in which they are written.
var standards = []string{"id", "number", "name", "class", "x", "y", "width", "height", "pos", "size", "rotation", "opacity", "visible", "gid", "align", "shape", "text"}

// idInKind returns the text that refers to an object of one of the game's own kinds, or
// "".
func (r *reader) idInKind(o *object) string {
	for i := range o.table.Fields {
		f := &o.table.Fields[i]
		if !f.Attr.Role.IsID() {
			continue
		}
		name := cmp.Or(f.Attr.Source, f.Name)
		if name != "id" {
			for _, p := range r.propertiesOf(o) {
				if p.name == name {
					return trim(p.text)
				}
			}
		}
		return trim(o.standard(name))
	}
	return ""
}

// trim returns an id as a reference to it has it.
func trim(id string) string { return string(source.Trim([]byte(id))) }

// mostAttributes is the most attributes of one element. More properties become
// elements.
const mostAttributes = 200

// writeOwn writes an object of one of the game's own kinds. A property takes precedence
// over the object's own value of that name, except for the id.
func (r *reader) writeOwn(o *object, to targets) {
	r.Open(o.class, o.node.Place())
	list := r.propertiesOf(o)
	given := map[string]bool{}
	for i := range list {
		given[list[i].name] = true
	}
	for _, name := range standards {
		f := fieldOf(o.table, name)
		if f == nil || given[name] && name != "id" {
			continue
		}
		text := o.standard(name)
		if f.Attr.Role.IsID() {
			text = trim(text)
		}
		if text != "" {
			r.AttrAt(name, text, o.node.PlaceOf(name))
		}
	}
	points := !given["point"] && fieldOf(o.table, "point") != nil
	rest := list[:0:0]
	for i := range list {
		p := &list[i]
		if p.name == "id" && fieldOf(o.table, "id") != nil {
			r.WarnOnce(p.at, "", "a property of a %s is called id, which is what the object itself has; it is left out", o.class)
			continue
		}
		rest = append(rest, *p)
	}
	if o.template != nil && fieldOf(o.table, "template") != nil && !given["template"] {
		r.Attr("template", o.template.path)
	}
	r.writeFields(o, rest, fields{table: o.table}, 0, to)
	if points {
		r.writePoints(o)
	}
	r.Close()
}

// fields are the fields that values are for: those of a table, or of a nested struct in
// it, whose names begin with path.
type fields struct {
	table *format.Table // nil if the game has no such thing
	path  string
}

func (f fields) of(name string) *format.Field {
	if f.table == nil {
		return nil
	}
	return fieldOf(f.table, f.path+name)
}

// has reports whether a name is one of the fields or a nested struct.
func (f fields) has(name string) bool {
	if f.of(name) != nil {
		return true
	}
	return f.table != nil && slices.ContainsFunc(f.table.Fields, func(of format.Field) bool {
		return strings.HasPrefix(cmp.Or(of.Attr.Source, of.Name), f.path+name+"/")
	})
}

// shown returns a property as messages point at it: at its name if there is no such
// field, which the compiler will report.
func (f fields) shown(p *property) *property {
	if f.table == nil || f.has(p.name) {
		return p
	}
	named := *p
	named.at = p.placeOfName()
	return &named
}

// elements returns the fields of a span's elements.
func (r *reader) elements(span *format.Field) fields {
	if span == nil || span.Type != format.TypeSpan {
		return fields{}
	}
	for i := range r.Options.Schema.Tables {
		if t := &r.Options.Schema.Tables[i]; t.Name == span.Target {
			return fields{table: t}
		}
	}
	return fields{}
}

// writeFields writes properties as fields: first attributes, then elements.
func (r *reader) writeFields(o *object, list []property, in fields, depth int, to targets) {
	attributes := 0
	for i := range list {
		p := &list[i]
		if p.typ == "class" || p.typ == "list" || !r.isField(o, p) {
			continue
		}
		if attributes++; attributes > mostAttributes {
			break
		}
		f := in.of(p.name)
		text := r.fieldText(p, f, to)
		if f != nil && f.Attr.Role.IsID() {
			text = trim(text)
		}
		if text != "" {
			r.AttrAt(p.name, text, in.shown(p).at)
		}
	}
	attributes = 0
	for i := range list {
		p := &list[i]
		nested := p.typ == "class" || p.typ == "list"
		if !nested {
			attributes++
		}
		if !nested && attributes <= mostAttributes || !r.isField(o, p) {
			continue
		}
		// An element of that name would be a node.
		if r.Kind(p.name) && !in.has(p.name) {
			r.blame(p.placeOfName(), "", "unknown name %q in %s", p.name, o.class)
			continue
		}
		switch p.typ {
		case "class":
			r.writeField(o, p.name, in.shown(p), nil, fields{in.table, in.path + p.name + "/"}, depth, to)
		case "list":
			r.writeItems(o, p, in, depth, to)
		default:
			r.writeField(o, p.name, in.shown(p), in.of(p.name), fields{}, depth, to)
		}
	}
}

// writeItems writes a list as elements of a span.
func (r *reader) writeItems(o *object, p *property, in fields, depth int, to targets) {
	elements := r.elements(in.of(p.name))
	var value *format.Field // the field of elements that are values
	if elements.table != nil && len(elements.table.Fields) == 1 {
		value = &elements.table.Fields[0]
	}
	for j := range p.in {
		if p.in[j].typ == "list" {
			r.WarnOnce(p.in[j].at, "", "a list in the list %s of kind %s is left out: a level's lists have no lists in them", p.name, o.class)
			continue
		}
		item := p.in[j]
		if at := in.shown(p).at; at != p.at {
			item.at = at
		}
		r.writeField(o, p.name, &item, value, elements, depth, to)
	}
}

// isField reports whether the name of a property can be that of a field.
func (r *reader) isField(o *object, p *property) bool {
	if source.IsName(p.name) {
		return true
	}
	r.WarnOnce(p.at, "rename it, with letters, digits, - and _ only", "the property %q of a %s cannot be a field, since that is no name; it is left out", clip(p.name), o.class)
	return false
}

// writeField writes a value as an element, for the field f or, if it is of a class, for
// the fields in.
func (r *reader) writeField(o *object, name string, p *property, f *format.Field, in fields, depth int, to targets) {
	if depth > mostNested {
		return
	}
	r.Open(name, p.at)
	if p.typ == "class" {
		r.writeFields(o, p.in, in, depth+1, to)
	} else if text := r.fieldText(p, f, to); text != "" {
		r.Text(text, p.at)
	}
	r.Close()
}

// fieldText returns a value in the form that compile reads for a field, which may be
// nil.
func (r *reader) fieldText(p *property, f *format.Field, to targets) string {
	switch {
	case p.typ == "object":
		return r.targetOf(p, to)
	case p.typ == "color" && p.text != "":
		c := p.color
		switch {
		case f != nil && f.Type == format.TypeStr: // it gets what the editor shows
			return p.text
		case f != nil && f.Type == format.TypeU32 && f.Count == 1:
			return strconv.FormatUint(uint64(c[0])<<24|uint64(c[1])<<16|uint64(c[2])<<8|uint64(c[3]), 10)
		case f != nil && f.Count == 3:
			return join(c[:3])
		}
		return join(c[:])
	case p.typ == "int" && f != nil && f.Symbols == nil: // symbols are for enums only
		return strconv.FormatInt(p.int, 10)
	}
	return p.text
}

func join(list []uint8) string {
	var text []byte
	for i, v := range list {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendUint(text, uint64(v), 10)
	}
	return string(text)
}
