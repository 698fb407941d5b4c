package ldtk

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// fieldType is the type of a field.
type fieldType struct {
	symbol string // of loader/ldtk.FieldType
	enum   string // its identifier
	array  bool
	bare   bool // references are the iid alone
}

var plainTypes = map[string]string{
	"Int": "Int", "Float": "Float", "Bool": "Bool", "String": "String", "Multilines": "Multilines", "Text": "Multilines",
	"Color": "Color", "FilePath": "FilePath", "Tile": "Tile", "Point": "Point", "EntityRef": "EntityRef",
}

// parseType reads a type as LDtk writes it: Array<LocalEnum.Item>.
func parseType(s string) fieldType {
	t := fieldType{symbol: "Other"}
	if inner, ok := strings.CutPrefix(s, "Array<"); ok {
		s, t.array = strings.TrimSuffix(inner, ">"), true
	}
	if s == "EntifyRef" { // of development builds of 1.0
		t.symbol, t.bare = "EntityRef", true
		return t
	}
	if symbol, ok := plainTypes[s]; ok {
		t.symbol = symbol
		return t
	}
	for _, prefix := range [...]string{"LocalEnum.", "ExternEnum.", "Enum("} {
		if name, ok := strings.CutPrefix(s, prefix); ok {
			t.symbol, t.enum = "Enum", strings.TrimSuffix(name, ")")
			return t
		}
	}
	return t
}

// typeOf returns the type that a field or its definition says it has.
func (r *reader) typeOf(n *editor.Node) fieldType {
	s := r.name(n, "__type")
	t := parseType(s)
	if t.symbol == "Other" && s != "" {
		r.WarnOnce(n.PlaceOf("__type"), "", "fields of type %q are not known; simple values are kept as text", editor.Clip(s))
	}
	return t
}

// value is a value of a field: an object, a scalar, or null, which is neither. A list
// in a list, which no field has, is held as a scalar.
type value struct {
	node   *editor.Node
	scalar *editor.Value
	at     editor.Place
}

func (v *value) isNull() bool { return v.node == nil && v.scalar == nil }

// fits reports whether a value is one that LDtk writes for a type. Of types that are
// not known, only scalars can be kept.
func (v *value) fits(t fieldType) bool {
	kind := source.String
	switch t.symbol {
	case "Int", "Float":
		kind = source.Number
	case "Bool":
		kind = source.Bool
	case "Color": // colorOf tells
		return v.scalar != nil
	case "EntityRef":
		return v.node != nil || t.bare && v.scalar.Kind == source.String
	case "Point", "Tile":
		return v.node != nil
	case "Other":
		return v.scalar != nil && isScalar(v.scalar)
	}
	return v.scalar != nil && v.scalar.Kind == kind
}

// text returns the text of a scalar.
func (v *value) text() string {
	if v.scalar == nil {
		return ""
	}
	return v.scalar.Text
}

// isScalar reports whether a value is neither a list nor null.
func isScalar(v *editor.Value) bool { return v.Kind != source.List && v.Kind != source.Null }

// valuesOf returns the values of a member: its elements if it is a list.
func valuesOf(n *editor.Node, name string) []value {
	var list []value
	for m, c := range n.InOrder() {
		switch {
		case m == nil && c.Name == name:
			list = append(list, value{node: c, at: c.Place()})
		case m == nil || m.Name != name:
		case m.Kind != source.List || m.Mixed: // an item among objects is one value, even a list
			list = append(list, valueOf(&m.Value, n.PlaceIn(m)))
		case m.IsNumbers():
			for text := range m.Numbers() {
				list = append(list, value{scalar: &editor.Value{Kind: source.Number, Text: text, At: m.At}, at: n.PlaceIn(m).Item(len(list) + 1)})
			}
		default:
			for i := range m.Items() {
				list = append(list, valueOf(&m.Items()[i], n.PlaceIn(m).Item(i+1)))
			}
		}
	}
	return list
}

func valueOf(v *editor.Value, at editor.Place) value {
	if v.Kind == source.Null {
		return value{at: at}
	}
	return value{scalar: v, at: at}
}
