package tiled

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/format"
)

// An object whose class is one of the game's own kinds becomes a node of that kind.
// Fields with the names below are the object's own; the others are its properties.

// fieldOf finds a field by its name in XML, or returns nil.
func fieldOf(t *format.Table, name string) *format.Field {
	for i := range t.Fields {
		f := &t.Fields[i]
		if editor.NameInXML(f) == name && f.Attr.Role != format.RoleParent {
			return f
		}
	}
	return nil
}

// idInKind returns the text that refers to an object of one of the game's own kinds, or
// "".
func (r *reader) idInKind(o *object) string {
	i := slices.IndexFunc(o.table.Fields, func(f format.Field) bool { return f.Attr.Role.IsID() })
	if i < 0 {
		return ""
	}
	f := &o.table.Fields[i]
	name := editor.NameInXML(f)
	text, at := o.standard(name), o.node.PlaceOf(name)
	if name != "id" {
		for _, p := range r.propertiesOf(o) {
			if p.name == name {
				text, at = r.idIn(o, &p, f), p.at
			}
		}
	}
	return r.Name(editor.Trim(text), at)
}

// idIn returns the id that a property gives to an object. What refers to other objects
// cannot: their ids are not all known yet, and may depend on this one.
func (r *reader) idIn(o *object, p *property, f *format.Field) string {
	if p.typ != "object" {
		return own{object: o, r: r}.textFor(p, f)
	}
	if p.int != 0 {
		r.blame(p.at, "let it be of the type string or int", "the id of a %s cannot be another object", o.class)
	}
	return ""
}
