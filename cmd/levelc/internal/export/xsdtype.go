package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/format"
)

// The simple types of an XML Schema: one for each form that values can have, whatever
// fields have it. Lists are strings with a pattern, and not lists of XML Schema, which
// allows no commas.

const (
	wholePattern  = `[+\-]?[0-9]+`
	numberPattern = `[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+\-]?[0-9]+)?`
	boolPattern   = `(true|false|1|0|True|TRUE|False|FALSE)`
	between       = `([ ]*,[ ]*|[ ]+)` // white space is collapsed already
	opened        = `[(\[]?[ ]?`       // the build checks that brackets are a pair
	closed        = `[ ]?[)\]]?`
	hexColour     = `|#[0-9A-Fa-f]{6}`
)

// simpleType returns the type of a field that is not a span.
func (x *xsd) simpleType(f *format.Field) string {
	switch {
	case f.Count > 1:
		return x.patternType("list", x.counted(f))
	case f.Type.IsInteger():
		return x.integerType(f.Type)
	case f.Type.IsNumber():
		return x.patternType("number", numberPattern)
	case f.Type == format.TypeBool:
		return x.boolType()
	case f.Type.IsEnum():
		return x.enumType(f.Symbols)
	case f.Type.IsFlags():
		return x.patternType("flags", flagsPattern(f.Symbols, `[ ,|]`))
	case f.Type == format.TypeStr:
		return "xs:string"
	case f.Attr.Required:
		return x.patternType("reference", `.+`)
	}
	return "xs:token"
}

// counted returns the pattern of an inline array.
func (x *xsd) counted(f *format.Field) string {
	one, times := x.pattern(f), "*"
	if f.Count <= mostCounted {
		times = fmt.Sprintf("{%d}", f.Count-1)
	}
	list := fmt.Sprintf("%s%s(%s%s)%s%s", opened, one, between, one, times, closed)
	if isColour(f) {
		list += hexColour
	}
	return list
}

// isColour reports whether a field may be written as #rrggbb.
func isColour(f *format.Field) bool {
	return f.Type == format.TypeU8 && (f.Count == 3 || f.Count == 4)
}

// hasColour reports whether a list of elements may have #rrggbb in it.
func hasColour(t *format.Table) bool {
	return slices.ContainsFunc(t.Fields, func(f format.Field) bool { return isColour(&f) })
}

// orEmpty returns the type of a vector's element, which may have no text.
func (x *xsd) orEmpty(f *format.Field) string {
	return x.patternType("list", "("+x.counted(f)+")?")
}

// mostCounted is the longest list whose values are counted: counting a thousand makes
// an automaton of a thousand states for each field.
const mostCounted = 64

// pattern returns the form of one value of a list.
func (x *xsd) pattern(f *format.Field) string {
	switch {
	case f.Type.IsInteger():
		return wholePattern
	case f.Type.IsNumber():
		return numberPattern
	case f.Type == format.TypeBool:
		return boolPattern
	case f.Type.IsEnum() && len(undivided(f.Symbols)) > 0:
		return word(undivided(f.Symbols))
	case f.Type.IsEnum():
		return `,,` // which no list has
	case f.Type.IsFlags() && len(undivided(f.Symbols)) > 0: // in a list, only | divides them
		one := word(undivided(f.Symbols))
		return `(\|*` + one + `(\|+` + one + `)*\|*|\|+)`
	case f.Type.IsFlags():
		return `\|+`
	}
	return `[^ ,]+`
}

// listOf returns the type of a list of all elements of a span. Only values and numbers can
// stand in one; of other elements there is only the empty list.
func (x *xsd) listOf(t *format.Table) string {
	switch one := groupOf(t); {
	case one != nil:
		return x.listType(t, one)
	case compile.IsScalar(t) && t.Fields[0].Type != format.TypeSpan:
		return x.listType(t, &t.Fields[0])
	}
	return x.patternType("list", `(\([ ]?\)|\[[ ]?\])?`)
}

// elementText returns the type of an element of a span that is the value v of the table t.
func (x *xsd) elementText(v *format.Field, t *format.Table) string {
	switch {
	case v.Type == format.TypeSpan:
		return x.listOf(x.tables[v.Target])
	case v.Type == format.TypeStr || v.Type.IsFlags() || v.Type.IsRef(): // several words are one element
		return x.simpleType(v)
	}
	return x.listOf(t)
}

// listType returns the type of a list of whole elements, all of whose fields are like
// f. If a colour may stand for several values, they are not counted.
func (x *xsd) listType(t *format.Table, f *format.Field) string {
	one, n := x.pattern(f), 0
	for i := range t.Fields {
		n += int(t.Fields[i].Count)
	}
	switch {
	case hasColour(t):
		one = "(" + one + hexColour + ")"
	case 1 < n && n <= mostCounted:
		one = fmt.Sprintf("%s(%s%s){%d}", one, between, one, n-1)
	}
	list := fmt.Sprintf("%s(%s(%s%s)*)?%s", opened, one, between, one, closed)
	if f.Type.IsEnum() && n == 1 && len(undivided(f.Symbols)) < len(f.Symbols) { // one of several words stands by itself
		list += "|" + word(f.Symbols)
	}
	return x.patternType("list", list)
}

func (x *xsd) patternType(family, pattern string) string {
	return x.newType(family, func(w *tagWriter) { restrict(w, "xs:token", "xs:pattern", pattern) })
}

// restrict writes the values of a type that a facet's values allow.
func restrict(w *tagWriter, base, facet string, values ...string) {
	w.start("xs:restriction", "base", base)
	for _, v := range values {
		w.empty(facet, "value", v)
	}
	w.end()
}

// integerType limits xs:integer. XML Schema's own types of so many bits will not do:
// validators refuse +5, -0 and white space around a number of those without a sign.
func (x *xsd) integerType(t format.Type) string {
	low, high := integerRange(t)
	return x.newType("integer", func(w *tagWriter) {
		w.start("xs:restriction", "base", "xs:integer")
		w.empty("xs:minInclusive", "value", string(low))
		w.empty("xs:maxInclusive", "value", string(high))
		w.end()
	})
}

// boolType is XML Schema's own type, which editors know, together with what else a
// build accepts.
func (x *xsd) boolType() string {
	return x.newType("bool", func(w *tagWriter) {
		w.start("xs:union", "memberTypes", "xs:boolean")
		w.start("xs:simpleType")
		restrict(w, "xs:token", "xs:enumeration", "True", "TRUE", "False", "FALSE")
		w.end()
		w.end()
	})
}

func (x *xsd) enumType(symbols []string) string {
	return x.newType("enum", func(w *tagWriter) { restrict(w, "xs:token", "xs:enumeration", symbols...) })
}

// idType is a required id: an empty one is none. Space in it counts, so it is no token.
func (x *xsd) idType() string {
	return x.newType("id", func(w *tagWriter) { restrict(w, "xs:string", "xs:pattern", `\s*\S[\s\S]*`) })
}

// newType writes a simple type, unless there is one with the same content, and
// returns its name.
func (x *xsd) newType(family string, content func(w *tagWriter)) string {
	var w tagWriter
	w.open = []string{"xs:simpleType"}
	content(&w)
	key := w.String()
	if name := x.simple[key]; name != "" {
		return name
	}
	name := fmt.Sprint(family, len(x.simple)+1)
	x.simple[key] = name
	x.simples.start("xs:simpleType", "name", name)
	x.simples.Write(w.Bytes())
	x.simples.end()
	return name
}

// textType returns the type of an element whose text is a value of a simple type.
// xml:space may say that the space around it is meant.
func (x *xsd) textType(simple string) string {
	name := typeName("text." + strings.TrimPrefix(simple, "xs:"))
	if x.texts[simple] {
		return name
	}
	x.texts[simple] = true
	x.types.start("xs:complexType", "name", name)
	simpleContent(&x.types, simple, nil, "")
	x.types.end()
	return name
}

// simpleContent writes a text of a simple type, with attributes of another one.
func simpleContent(w *tagWriter, text string, names []string, typ string) {
	w.start("xs:simpleContent")
	w.start("xs:extension", "base", text)
	for _, name := range names {
		w.empty("xs:attribute", "name", name, "type", typ)
	}
	w.empty("xs:anyAttribute", "namespace", "http://www.w3.org/XML/1998/namespace", "processContents", "skip")
	w.end()
	w.end()
}
