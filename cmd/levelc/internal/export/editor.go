package export

import (
	"fmt"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

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
func Tiled(s *format.Schema) ([]byte, error) {
	t := tiled{taken: scope{}, enums: map[string]string{}}
	for i := range s.Tables {
		if k := &s.Tables[i]; k.Class == format.ClassNode {
			t.taken.take(k.Name) // kinds keep their names
		}
	}
	for i := range s.Tables {
		if k := &s.Tables[i]; k.Class == format.ClassNode {
			members := t.members(tables(s), tree(k), k.Name)
			t.class(k.Name, []any{"property", "map", "layer", "object", "tile", "tileset", "wangcolor", "wangset", "project"}, members)
		}
	}
	return encode(t.types)
}

// mostTiledFlags is the most values of an enum of Tiled's whose values are flags: the bits
// of its int that are no sign.
const mostTiledFlags = 31

type tiled struct {
	types []any
	taken scope
	enums map[string]string // quoted symbols -> name
}

func (t *tiled) add(name, kind string, rest object) {
	t.types = append(t.types, append(object{{"id", len(t.types) + 1}, {"name", name}, {"type", kind}}, rest...))
}

func (t *tiled) class(name string, uses, members []any) {
	t.add(name, "class", object{{"color", "#ffa0a0a4"}, {"drawFill", true}, {"members", members}, {"useAs", uses}})
}

func (t *tiled) members(byName map[string]*format.Table, g *group, in string) []any {
	out := []any{}
	for i := range g.items {
		it := &g.items[i]
		if it.sub != nil {
			name := t.taken.take(in + "." + it.sub.name)
			t.class(name, []any{"property"}, t.members(byName, it.sub, name))
			out = append(out, object{{"name", it.name}, {"propertyType", name}, {"type", "class"}, {"value", object{}}})
			continue
		}
		f := it.field
		switch {
		case f.Attr.Role == format.RoleParent || f.Attr.Role == format.RoleMap:
			continue
		case f.Type == format.TypeSpan && !isScalarArray(byName[f.Target]):
			continue
		}
		out = append(out, t.member(it, in))
	}
	return out
}

func (t *tiled) member(it *item, in string) object {
	f := it.field
	m := object{{"name", it.name}}
	def := strings.TrimSpace(f.Attr.Default)
	switch {
	case f.Type == format.TypeSpan || f.Count > 1 || f.Type.IsFlags() && len(f.Symbols) > mostTiledFlags:
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
		switch {
		case f.Type.IsInteger() && (f.Type.Size() == 8 || f.Type == format.TypeU32):
			return m.with("type", "string").with("value", def) // Tiled's int has 32 bits, its float loses digits
		case f.Type.IsInteger():
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
	return out.encode()
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
			if t.Class == format.ClassFixed {
				continue
			}
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
