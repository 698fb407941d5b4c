package tiled

import (
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
	for i := range o.table.Fields {
		f := &o.table.Fields[i]
		if !f.Attr.Role.IsID() {
			continue
		}
		name := editor.NameInXML(f)
		if name != "id" {
			for _, p := range r.propertiesOf(o) {
				if p.name == name {
					return editor.Trim(p.text)
				}
			}
		}
		return editor.Trim(o.standard(name))
	}
	return ""
}
