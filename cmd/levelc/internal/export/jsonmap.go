package export

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// The members of an object for a map, each of which is an element or several.

// entry describes a member of a map: an element, the value that may stand in its place,
// or a list of elements. A list without an object in it is no such list, but perhaps the
// value.
func (j *jsonSchema) entry(f *format.Field) object {
	t := j.tables[f.Target]
	isObject, empty := ofType("object"), counted(object{}, 0, 0)
	forms := []any{ofType("null")}
	if value := valueBesideKey(t); value != nil {
		forms = append(forms, j.field(value))
		if value.Count == 1 {
			forms = append(forms, empty)
		}
	} else {
		if one := j.inPlaceOf(tree(t, source.JSON)); one != nil {
			forms = append(forms, one)
		}
		forms = append(forms, empty)
	}
	elem := either(isObject, to("element."+t.Name), anyOf(forms...))
	return either(ofType("array").with("contains", isObject), list(elem, 0), elem)
}

// valueBesideKey returns the one field of a map's elements besides their key, or nil if
// there are more.
func valueBesideKey(t *format.Table) *format.Field {
	if len(t.Fields) != 2 {
		return nil
	}
	value := t.Fields[0]
	if value.Attr.Role == format.RoleKey {
		value = t.Fields[1]
	}
	value.Attr.Components = nil // an object here is the element
	return &value
}
