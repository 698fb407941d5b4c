package export

import (
	"fmt"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Tiled writes Tiled's custom types, in the form of its project files and its "Import":
// an enum for each field with symbols, a class for each kind with a member for each
// value, and a class for each nested struct. Lists and vectors are strings in the form
// of an XML attribute, and so is what Tiled has no room for: large integers, and flags of
// more than 31 names. References are objects. Tiled has no spans of records, so these are
// left out. So are parents, because they follow from where an object is.
//
// s must be a schema that compile.NewPlan takes, but for the names of fields in sources.
func Tiled(s *format.Schema) ([]byte, error) {
	t := tiled{tables: tables(s), taken: scope{}, enums: map[string]string{}}
	kinds := kinds(s)
	for _, k := range kinds {
		t.taken.take(k.Name) // kinds keep their names
	}
	for _, k := range kinds {
		t.class(k.Name, tree(k, source.XML), "property", "map", "layer", "object", "tile", "tileset", "wangcolor", "wangset", "project")
	}
	return encode(t.types)
}

// mostTiledFlags is the most values of an enum of Tiled's whose values are flags: the bits
// of its int that are no sign.
const mostTiledFlags = 31

type tiled struct {
	tables map[string]*format.Table
	types  []any
	taken  scope
	enums  map[string]string // quoted symbols -> name
}

func (t *tiled) add(name, kind string, rest object) {
	t.types = append(t.types, append(object{{"id", len(t.types) + 1}, {"name", name}, {"type", kind}}, rest...))
}

// class adds the class of a group, after those of the groups in it.
func (t *tiled) class(name string, g *group, uses ...any) {
	members := t.members(g, name)
	t.add(name, "class", object{{"color", "#ffa0a0a4"}, {"drawFill", true}, {"members", members}, {"useAs", uses}})
}

func (t *tiled) members(g *group, in string) []any {
	out := []any{}
	for i := range g.items {
		it := &g.items[i]
		if it.sub != nil {
			name := t.taken.take(in + "." + it.sub.name)
			t.class(name, it.sub, "property")
			out = append(out, object{{"name", it.name}, {"propertyType", name}, {"type", "class"}, {"value", object{}}})
			continue
		}
		f := it.field
		isRecords := f.Type == format.TypeSpan && !compile.IsScalar(t.tables[f.Target])
		if !isRecords {
			out = append(out, t.member(it, in))
		}
	}
	return out
}

func (t *tiled) member(it *item, in string) object {
	f := it.field
	m := object{{"name", it.name}}
	def := strings.TrimSpace(f.Attr.Default)
	switch {
	case f.Type == format.TypeSpan || f.Count > 1 || isTooWide(f):
		return m.with("type", "string").with("value", def)
	case f.Type.IsEnum(), f.Type.IsFlags():
		m = m.with("propertyType", t.enum(f, in+"."+it.name)).with("type", "string")
		if f.Type.IsFlags() {
			def = strings.Join(splitFlags(def), ",")
		} else if def == "" && len(f.Symbols) > 0 {
			def = f.Symbols[0]
		}
		return m.with("value", def)
	case f.Type == format.TypeBool:
		return m.with("type", "bool").with("value", isTrue(def))
	case f.Type.IsNumber():
		kind := "float"
		if f.Type.IsInteger() {
			kind = "int"
		}
		if source.IsNumber([]byte(def)) {
			return m.with("type", kind).with("value", jsontext.Value(source.PlainNumber(def)))
		}
		return m.with("type", kind).with("value", 0)
	case f.Type.IsRef():
		return m.with("type", "object").with("value", 0)
	}
	return m.with("type", "string").with("value", f.Attr.Default)
}

// isTooWide reports whether a field needs more bits than an int of Tiled's has. Its float
// would lose digits.
func isTooWide(f *format.Field) bool {
	return f.Type.IsInteger() && (f.Type.Size() == 8 || f.Type == format.TypeU32) || f.Type.IsFlags() && len(f.Symbols) > mostTiledFlags
}

// enum returns the name of the enum of a field; fields with the same symbols
// share one.
func (t *tiled) enum(f *format.Field, wish string) string {
	key := fmt.Sprintf("%t %q", f.Type.IsFlags(), f.Symbols)
	if name := t.enums[key]; name != "" {
		return name
	}
	name := t.taken.take(wish)
	t.enums[key] = name
	t.add(name, "enum", object{{"storageType", "string"}, {"values", anys(f.Symbols)}, {"valuesAsFlags", f.Type.IsFlags()}})
	return name
}

// LDtk writes the enums in the JSON that LDtk imports as external enums: an object with
// an array of strings for each. The enums' names are identifiers, as LDtk would make
// them. The symbols are those of the schema. LDtk makes identifiers of these too, which
// the reader of its projects takes for the symbols again, unless they are the same: see
// LDtkAlike.
func LDtk(s *format.Schema) ([]byte, error) {
	out, taken := object{}, scope{}
	for at, symbols := range symbolsIn(s) {
		out = out.with(taken.take(ldtk.Identifier(at)), anys(symbols))
	}
	return encode(out)
}

// LDtkAlike returns the symbols that LDtk may make the same identifier of, in the words of
// a message.
func LDtkAlike(s *format.Schema) (says []string) {
	for at, symbols := range symbolsIn(s) {
		for _, pair := range ldtk.Alike(symbols) {
			says = append(says, fmt.Sprintf("LDtk may make the same identifier of %q and %q, symbols of %s, and then adds a number to one of them, which no build knows; rename one", pair[0], pair[1], at))
		}
	}
	return says
}

// symbolsIn yields the symbols of all fields, each list once, with the first field that
// has them.
func symbolsIn(s *format.Schema) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		seen := map[string]bool{}
		for i := range s.Tables {
			t := &s.Tables[i]
			for j := range t.Fields {
				f := &t.Fields[j]
				key := fmt.Sprintf("%q", f.Symbols)
				if !f.Type.IsEnum() && !f.Type.IsFlags() || len(f.Symbols) == 0 || seen[key] {
					continue
				}
				seen[key] = true
				if !yield(t.Name+"."+f.Name, f.Symbols) {
					return
				}
			}
		}
	}
}
