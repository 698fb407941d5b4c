package tiled

import (
	"slices"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/format"
)

// standard is a value that an object itself has, apart from its properties, for a field of
// one of the game's own kinds that has its name.
type standard struct {
	name  string
	usual string // the value if the object says nothing
	fits  func(f *format.Field) bool
	of    func(o *object) string // "" if the object has none
}

// standards are in the order in which they are written.
var standards = []standard{
	{"id", "", always, func(o *object) string { return o.id }},
	{"number", "", isNumber, func(o *object) string { return strconv.FormatUint(uint64(o.number), 10) }},
	{"name", "", isText, func(o *object) string { return o.name }},
	{"class", "", isText, func(o *object) string { return o.class }},
	{"x", "", isNumber, func(o *object) string { return editor.Decimal(o.x) }},
	{"y", "", isNumber, func(o *object) string { return editor.Decimal(o.y) }},
	{"width", "0", isNumber, func(o *object) string { return editor.Decimal(o.width) }},
	{"height", "0", isNumber, func(o *object) string { return editor.Decimal(o.height) }},
	{"pos", "", isPair, func(o *object) string { return editor.Decimal(o.x) + " " + editor.Decimal(o.y) }},
	{"size", "0 0", isPair, func(o *object) string { return editor.Decimal(o.width) + " " + editor.Decimal(o.height) }},
	{"rotation", "0", isNumber, func(o *object) string { return editor.Decimal(o.rotation) }},
	{"opacity", "1", isNumber, func(o *object) string { return editor.Decimal(o.opacity) }},
	{"visible", "true", isBool, func(o *object) string { return strconv.FormatBool(o.visible) }},
	{"gid", "0", isNumber, func(o *object) string { return strconv.FormatUint(uint64(o.gid), 10) }},
	{"align", "", isSymbol("align"), func(o *object) string { return o.align }},
	{"shape", "", isSymbol("shape"), func(o *object) string { return o.shape }},
	{"text", "", isText, (*object).words},
	{"template", "", isText, (*object).templatePath},
}

// points is the name of the only value that is no text: the points of a polygon or polyline.
const points = "point"

func standardOf(name string) *standard {
	if i := slices.IndexFunc(standards, func(s standard) bool { return s.name == name }); i >= 0 {
		return &standards[i]
	}
	return nil
}

// standard returns the value that an object has under a name, or "".
func (o *object) standard(name string) string {
	if s := standardOf(name); s != nil {
		return s.of(o)
	}
	return ""
}

// Fills reports whether objects themselves have the value of a field of one of the game's
// own kinds. A field of such a name may be of a type that cannot take the value; then it
// is for a property.
func Fills(schema *format.Schema, f *format.Field) bool {
	name := editor.NameInXML(f)
	if name == points {
		return isPoints(schema, f)
	}
	s := standardOf(name)
	return s != nil && s.fits(f)
}

// overrules reports whether what an object itself says goes before a member of its class.
func (o *object) overrules(schema *format.Schema, member *property) bool {
	f := fieldOf(o.table, member.name)
	if f == nil || member.name == "id" || !Fills(schema, f) {
		return false
	}
	if member.name == points {
		return o.shape == "polygon" || o.shape == "polyline"
	}
	s := standardOf(member.name)
	v := s.of(o)
	return v != "" && (v != s.usual || member.text == "")
}

// words returns the text of a text object.
func (o *object) words() string {
	if o.shape != "text" {
		return ""
	}
	text, _ := textOf(o.shaped.Child("text"))
	return text
}

func (o *object) templatePath() string {
	if o.template == nil {
		return ""
	}
	return o.template.path
}

func always(*format.Field) bool { return true }

func isText(f *format.Field) bool { return f.Type == format.TypeStr }

func isNumber(f *format.Field) bool { return isText(f) || f.Type.IsNumber() && f.Count == 1 }

func isPair(f *format.Field) bool {
	return isText(f) || f.Type == format.TypeSpan || f.Type.IsNumber() && f.Count == 2
}

func isBool(f *format.Field) bool { return isText(f) || f.Type == format.TypeBool }

// isPoints reports whether the elements of a span have an x and a y, as fields or as the
// values of one.
func isPoints(schema *format.Schema, f *format.Field) bool {
	n := schema.Table(f.Target)
	if f.Type != format.TypeSpan || n < 0 {
		return false
	}
	t := &schema.Tables[n]
	has := func(name string) bool {
		return fieldOf(t, name) != nil || len(t.Fields) == 1 && slices.Contains(t.Fields[0].Attr.Components, name)
	}
	return has("x") && has("y")
}

// isSymbol is for an enum. A game may have an enum of its own under that name, of other
// symbols.
func isSymbol(name string) func(*format.Field) bool {
	return func(f *format.Field) bool {
		if !f.Type.IsEnum() {
			return isText(f)
		}
		s := Schema()
		object := &s.Tables[s.Table("object")]
		symbols := object.Fields[object.Field(name)].Symbols
		return slices.ContainsFunc(f.Symbols, func(symbol string) bool { return slices.Contains(symbols, symbol) })
	}
}
