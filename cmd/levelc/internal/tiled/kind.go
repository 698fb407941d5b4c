package tiled

import (
	"strconv"

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
