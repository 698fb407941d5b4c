package export

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

var goTypes = map[format.Type]string{
	format.TypeU8: "uint8", format.TypeI8: "int8", format.TypeU16: "uint16", format.TypeI16: "int16",
	format.TypeU32: "uint32", format.TypeI32: "int32", format.TypeU64: "uint64", format.TypeI64: "int64",
	format.TypeF32: "float32", format.TypeF64: "float64", format.TypeBool: "bool", format.TypeStr: "store.Str",
	format.TypeAnyRef: "store.AnyHandle",
	format.TypeEnum8:  "uint8", format.TypeEnum16: "uint16", format.TypeEnum32: "uint32",
	format.TypeFlags8: "uint8", format.TypeFlags16: "uint16", format.TypeFlags32: "uint32", format.TypeFlags64: "uint64",
}

// fieldType returns the Go type of a field. wish is the name that its enum would like
// to have.
func (g *goWriter) fieldType(f *format.Field, wish string) string {
	one := goTypes[f.Type]
	switch {
	case f.Type.IsEnum() || f.Type.IsFlags():
		one = g.enumType(f, wish)
	case f.Type == format.TypeRef:
		one = "store.Handle[" + g.record[f.Target] + "]"
	case f.Type == format.TypeSpan:
		return "store.Span[" + g.elem(g.tables[f.Target]) + "]"
	}
	if f.Count == 1 {
		return one
	}
	named := f.Type.IsNumber() || f.Type.IsEnum() || f.Type.IsFlags() // as their values are then in Go
	if named && len(f.Attr.Components) == int(f.Count) && !slices.Equal(f.Attr.Components, vector(f.Count)) {
		if fields := componentFields(f.Attr.Components); fields != "" {
			return "struct { " + fields + " " + one + " }"
		}
	}
	if len(f.Attr.Shape) > 0 {
		return rows(f.Attr.Shape) + one
	}
	if named && len(f.Attr.Components) == 0 && vector(f.Count) != nil {
		return fmt.Sprintf("[1][%d]%s", f.Count, one) // as a matrix, whose values have no names
	}
	return fmt.Sprintf("[%d]%s", f.Count, one)
}

// rows returns the lengths of an array of arrays as a Go type has them.
func rows(shape []uint32) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String()
}

// vector returns the names that layout gives the values of an array.
func vector(n uint32) []string {
	if n < 2 || n > 4 {
		return nil
	}
	return []string{"x", "y", "z", "w"}[:n]
}

// componentFields returns Go field names that give the components their names, or "" if
// there are none.
func componentFields(components []string) string {
	var names []string
	for _, c := range components {
		first, n := utf8.DecodeRuneInString(c)
		name := string(unicode.ToUpper(first)) + c[n:]
		if !token.IsIdentifier(name) || !token.IsExported(name) || layout.NameOf(name) != c {
			return ""
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// enumType is an enum or a set of flags whose constants have not been written yet.
type enumType struct {
	name    string
	base    string
	symbols []string
	flags   bool
}

// enumType returns the type of the field's symbols. Fields with the same
// symbols and the same size share one.
func (g *goWriter) enumType(f *format.Field, wish string) string {
	key := fmt.Sprintf("%v %q", f.Type, f.Symbols)
	if name := g.enums[key]; name != "" {
		return name
	}
	if len(f.Symbols) == 0 {
		return goTypes[f.Type]
	}
	e := enumType{name: g.types.take(goName(wish)), base: goTypes[f.Type], symbols: f.Symbols, flags: f.Type.IsFlags()}
	g.enums[key] = e.name
	g.queue = append(g.queue, e)
	return e.name
}

// enumTypes writes the enums and flags, and their constants. The names of the
// constants begin with the type's.
func (g *goWriter) enumTypes() {
	w := &g.out
	for _, e := range g.queue {
		what, value := "one", e.name+" = iota"
		if e.flags {
			what, value = "a set", e.name+" = 1 << iota"
		}
		fmt.Fprintf(w, "// %s is %s of the words below.\ntype %s %s\n\nconst (\n", e.name, what, e.name, e.base)
		for _, s := range e.symbols {
			fmt.Fprintf(w, "%s %s // %s\n", g.types.take(e.name+goName(s)), value, oneLine(s))
			value = "" // of the next ones, as iota counts
		}
		w.WriteString(")\n\n")
	}
}

// values returns the field whose values a field has: itself, or that of the elements of a
// span of plain values.
func (g *goWriter) values(f *format.Field) *format.Field {
	if f.Type == format.TypeSpan {
		if t := g.tables[f.Target]; compile.IsScalar(t) {
			return &t.Fields[0]
		}
	}
	return f
}

// fieldTag returns the level tag of a field, see package loader/layout. Its values are
// those of the field values.
func fieldTag(it *item, name string, values *format.Field) string {
	f := it.field
	parts := []string{it.name}
	if f.Attr.Role == format.RoleParent && layout.NameOf(name) == it.name {
		parts[0] = ""
	}
	add := func(s string) { parts = append(parts, s) }
	give := func(key string, vals ...string) { add(option(key, vals...)) }
	if f.Attr.Role != format.RoleValue {
		add(f.Attr.Role.String())
	}
	switch {
	case values.Type == format.TypeAnyRef:
		give("ref", values.Symbols...)
	case f.Type == format.TypeRef && f.Attr.Role != format.RoleParent && f.Attr.Role != format.RoleText:
		add("ref")
	case values.Type.IsEnum():
		give("enum", values.Symbols...)
	case values.Type.IsFlags():
		give("flags", values.Symbols...)
	}
	if len(values.Attr.None) > 0 {
		give("none", values.Attr.None...)
	}
	if len(values.Attr.Forms) > 0 {
		give("form", values.Attr.Forms...)
	}
	if f.Attr.Index {
		add("index")
	}
	if f.Attr.Required {
		add("required")
	}
	if f.Attr.HasDefault {
		give("default", f.Attr.Default)
	}
	if _, json := compile.PlaceIn(f, source.JSON); f.Attr.JSON != "" && (json != it.name || f.Attr.Role == format.RoleText) {
		give("json", json)
	}
	if len(f.Attr.Aliases) > 0 {
		var names []string
		for _, a := range f.Attr.Aliases {
			names = append(names, aliasOf(f.Name, a))
		}
		give("alias", names...)
	}
	if f.Type.IsFloat() && !f.Attr.Finite {
		add("nonfinite")
	}
	return strings.Join(parts, ",")
}

// aliasOf returns an earlier name of a field as its tag has it: a name beside the field's,
// or a path from the top of the record.
func aliasOf(name, earlier string) string {
	in := name[:strings.LastIndexByte(name, '.')+1]
	if rest, beside := strings.CutPrefix(earlier, in); beside && !strings.Contains(rest, ".") {
		return rest
	}
	return "/" + strings.ReplaceAll(earlier, ".", "/")
}

// kindTag returns the tag of a Bulk.
func kindTag(t *format.Table) string {
	names := t.Attr.Names
	if len(names) == 0 {
		names = []string{t.Name}
	}
	s := strings.Join(names, "|")
	if t.Attr.JSON != "" {
		s += "," + option("json", t.Attr.JSON)
	}
	if len(t.Attr.Aliases) > 0 {
		s += "," + option("alias", t.Attr.Aliases...)
	}
	return s
}

// option is an option of a tag with its values.
func option(key string, vals ...string) string {
	return key + "=" + layout.Quote(strings.Join(vals, "|"))
}

// tag quotes a level tag for a struct.
func tag(s string) string {
	s = "level:" + strconv.Quote(s)
	if strings.ContainsAny(s, "`\r") {
		return strconv.Quote(s)
	}
	return "`" + s + "`"
}

// comment writes a text as a comment, if there is one.
func comment(w *bytes.Buffer, indent, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		fmt.Fprintf(w, "%s//", indent)
		if line != "" {
			fmt.Fprintf(w, " %s", oneLine(line))
		}
		w.WriteString("\n")
	}
}

// oneLine replaces what a comment cannot have.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}
