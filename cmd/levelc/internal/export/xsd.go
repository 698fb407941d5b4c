package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// XSD writes an XML Schema, version 1.0, for levels in XML.
//
// Elements may be in any order, and nodes inside nodes, as in levelc. A value may be an
// attribute or an element with text; if it is required, a key asks for exactly one of
// the two. Ids are unique in the outermost element. If there are many kinds, that is
// checked only in an outermost element that is not a node, because each outermost
// element needs a check for each kind.
//
// XML Schema cannot express everything. It is left to the build that numbers in a list
// are in range, that references do not dangle, what the text of an element is that may
// contain other elements, that an optional value is not there twice, as a list and one by
// one, or as an attribute and an element, that the element of a required vector is not
// empty, and that there is one space and not two between the words of a symbol.
//
// Some things that a build accepts are refused, because XML Schema could not allow them
// and still check anything: an outermost element that is not a node, except <level> (or
// what levelc dump calls it, if a kind has that name, or nearly) and those in the
// options; a vector whose components are elements (<pos x="1" y="2"/> is fine); two nodes
// of a kind with an empty id, which is none; xsi:nil; and xsi:type, which has another
// meaning in XML Schema. A name that an XML document cannot have, because it comes from
// JSON, is left out. So is one with letters that only the fifth edition of XML has, because
// validators refuse a schema with these.
//
// An attribute with a prefix may be anywhere. If names of the schema have prefixes, so
// may any name with one, because nothing says what the prefixes are for. An element
// with a map may contain anything, and nothing is required in it. If unknown names are
// allowed, all elements may, and the schema checks only the outermost node and the values
// of its attributes.
//
// A schema has one namespace or none. It is for levels whose elements are all in the
// namespace of the options, by default and not by a prefix, which a build takes for a
// part of the name. If all kinds have prefixes, there is no element to describe, and the
// error is a PrefixError.
//
// s must be a schema that compile.NewPlan takes.
func XSD(s *format.Schema, o EditorOptions) ([]byte, error) {
	if !isNamespace(o.Namespace) {
		return nil, &NamespaceError{URI: o.Namespace}
	}
	x := xsd{
		namespace: o.Namespace, tables: tables(s), kinds: kinds(s),
		simple: map[string]string{}, texts: map[string]bool{}, open: o.Unknown,
	}
	if name := x.onlyPrefixed(); name != "" {
		return nil, &PrefixError{Name: name}
	}
	x.names, x.mixed = elementNames(x.kinds)
	x.listNames()
	x.alien = slices.ContainsFunc(x.kinds, func(t *format.Table) bool { return slices.ContainsFunc(t.Attr.Names, isPrefixed) })
	for _, t := range x.kinds {
		x.complex(typeName("kind."+t.Name), documentedTree(t, source.XML, o.NestedDoc), true, false)
	}
	for _, t := range records(s) {
		// Elements that consist of numbers may be written as one list of them, as text.
		x.complex(typeName("element."+t.Name), documentedTree(t, source.XML, o.NestedDoc), false, groupOf(t) != nil)
	}
	if err := x.outermost(o.Roots); err != nil {
		return nil, err
	}
	return x.assemble(o.Title), nil
}

// RootError is a name in EditorOptions.Roots that no element can have.
type RootError struct{ Name string }

func (e *RootError) Error() string {
	return fmt.Sprintf("%q is no name that an XML element can have, which is letters, digits, _, - and .", e.Name)
}

type xsd struct {
	namespace string // "" means none
	tables    map[string]*format.Table
	kinds     []*format.Table
	types     tagWriter         // complex types, as they are met
	simples   tagWriter         // simple types
	simple    map[string]string // their content -> name
	texts     map[string]bool   // simple types that have their textType
	keys      int               // identity constraints so far
	names     map[string]bool   // see elementNames
	mixed     bool
	listed    []kindName     // those that are not free
	places    map[string]int // in listed, if those are so many that they are in sections; otherwise nil
	alien     bool           // names of kinds have prefixes
	open      bool           // to names that the schema does not have
	roots     []string       // names of outermost elements that are not nodes
}

func (x *xsd) assemble(title string) []byte {
	var w tagWriter
	w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	w.start("xs:schema", append([]string{"xmlns:xs", schemaNamespace}, x.target()...)...)
	document(&w, title)
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			if !isXMLName(name) {
				continue
			}
			w.start("xs:element", "name", name, "type", typeName("kind."+t.Name))
			x.required(&w, tree(t, source.XML), nil)
			if len(x.kinds) <= mostSpelled {
				x.ids(&w, t)
			}
			w.end()
		}
	}
	for _, name := range x.roots {
		x.wrapper(&w, name)
	}
	x.groups(&w)
	insert(&w, x.types.Bytes())
	insert(&w, x.simples.Bytes())
	w.end()
	return w.Bytes()
}

// outermost collects the names of elements that may contain several roots: what levelc
// dump writes, and what else the levels have.
func (x *xsd) outermost(names []string) error {
	kinds := map[string]bool{}
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			kinds[name] = true
		}
	}
	x.roots = []string{unparse.Wrapper(kinds)}
	for _, name := range names {
		switch {
		case !isXMLName(name):
			return &RootError{Name: name}
		case !kinds[name] && !slices.Contains(x.roots, name):
			x.roots = append(x.roots, name)
		}
	}
	return nil
}

// wrapper declares an element that contains several roots.
func (x *xsd) wrapper(w *tagWriter, name string) {
	w.start("xs:element", "name", name)
	w.start("xs:complexType")
	if x.open {
		w.start("xs:sequence")
		w.empty("xs:any", "processContents", "skip", "maxOccurs", "unbounded")
		w.end()
	} else {
		w.empty("xs:group", "ref", "nodes", "maxOccurs", "unbounded")
	}
	w.empty("xs:anyAttribute", "processContents", "skip")
	w.end()
	x.ids(w, nil)
	w.end()
}

// isPrefixed reports whether a name has a prefix, and so belongs to a namespace that
// the schema does not know. A name of JSON may have a colon and be none of XML.
func isPrefixed(name string) bool { return strings.IndexByte(name, ':') > 0 && source.IsName(name) }

// prefixed allows all elements whose names have a prefix.
func prefixed(w *tagWriter) {
	w.empty("xs:any", "namespace", "##other", "processContents", "skip")
}

func document(w *tagWriter, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	w.start("xs:annotation")
	w.text("xs:documentation", strings.Map(xmlChar, text))
	w.end()
}

// documented declares an attribute or an element with a comment and nothing else in it.
func documented(w *tagWriter, what, doc string, attrs ...string) {
	var inside tagWriter
	document(&inside, doc)
	declare(w, what, inside.Bytes(), attrs...)
}

// declare declares an attribute or an element with something in it, or nothing.
func declare(w *tagWriter, what string, inside []byte, attrs ...string) {
	if len(inside) == 0 {
		w.empty(what, attrs...)
		return
	}
	w.start(what, attrs...)
	insert(w, inside)
	w.end()
}

// xmlChar drops characters that an XML document cannot have.
func xmlChar(r rune) rune {
	if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
		return -1
	}
	return r
}

// element declares an element with a row of a table, and with a comment of its own.
func (x *xsd) element(w *tagWriter, name, typ, doc string, t *format.Table) {
	var inside tagWriter
	document(&inside, doc)
	x.required(&inside, tree(t, source.XML), nil)
	declare(w, "xs:element", inside.Bytes(), "name", name, "type", typeName(typ))
}

// contents is what may stand in an element.
type contents struct {
	elements, attrs tagWriter
	inner           []*group // nested structs, whose types are still to be written
	text            bool     // a field is the element's text
	rest            bool     // a map takes elements of any name
	alien           bool     // some names have prefixes
}

func (x *xsd) contents(name string, g *group, nodes bool) *contents {
	c := &contents{}
	for i := range g.items {
		it := &g.items[i]
		c.alien = c.alien || isPrefixed(it.name)
		switch role := it.role(); {
		case role == format.RoleMap:
			c.rest = true
		case role == format.RoleText:
			c.text = true
		case !isXMLName(it.name):
		case it.sub != nil:
			c.elements.empty("xs:element", "name", it.name, "type", innerType(name, it.name))
			c.inner = append(c.inner, it.sub)
		default:
			x.value(&c.elements, &c.attrs, it, nodes)
		}
	}
	return c
}

// complex writes the type of an element with the fields of a group in it.
func (x *xsd) complex(name string, g *group, nodes, mixed bool) {
	c, w := x.contents(name, g, nodes), &x.types
	open := []string{"name", name}
	if mixed || c.text || x.open {
		open = append(open, "mixed", "true")
	}
	w.start("xs:complexType", open...)
	document(w, g.doc)
	w.start("xs:choice", "minOccurs", "0", "maxOccurs", "unbounded")
	if c.rest || x.open {
		w.empty("xs:any", "processContents", "skip")
	} else {
		insert(w, c.elements.Bytes())
		allowed := nodes && x.nodes(w, g)
		if !allowed && (c.alien || nodes && x.alien) {
			prefixed(w)
		}
	}
	w.end()
	if !c.rest {
		insert(w, c.attrs.Bytes())
	}
	open = []string{"namespace", "##other", "processContents", "lax"}
	if c.rest || x.open {
		open = []string{"processContents", "skip"}
	}
	w.empty("xs:anyAttribute", open...)
	w.end()
	for _, sub := range c.inner {
		x.complex(innerType(name, sub.name), sub, nodes, false)
	}
}

func insert(w *tagWriter, text []byte) {
	for line := range strings.Lines(string(text)) {
		w.indent()
		w.WriteString(line)
	}
}

// value writes a field as an attribute and as an element. node says that it is a node's.
func (x *xsd) value(content, attrs *tagWriter, it *item, node bool) {
	f := it.field
	if f.Type == format.TypeSpan {
		x.span(content, attrs, it)
		return
	}
	typ := x.simpleType(f)
	if node && f.Attr.Role.IsID() && f.Attr.Required && f.Type == format.TypeStr {
		typ = x.idType()
	}
	open := []string{"name", it.name, "type", typ}
	if def, ok := xsdDefault(f); ok {
		open = append(open, "default", def)
	}
	documented(attrs, "xs:attribute", f.Attr.Doc, open...)
	if len(f.Attr.Components) == 0 || slices.ContainsFunc(f.Attr.Components, func(c string) bool { return !isXMLName(c) }) {
		content.empty("xs:element", "name", it.name, "type", x.textType(typ))
		return
	}
	one := *f
	one.Count = 1
	content.start("xs:element", "name", it.name)
	content.start("xs:complexType")
	simpleContent(content, x.orEmpty(f), f.Attr.Components, x.simpleType(&one))
	content.end()
	content.end()
}

// xsdDefault returns a field's default, if it has one that XML Schema can express. It
// must fit the type there.
func xsdDefault(f *format.Field) (string, bool) {
	def := f.Attr.Default
	_, err := format.DefaultBytes(f)
	if err != nil || !f.Attr.HasDefault || strings.IndexFunc(def, func(r rune) bool { return xmlChar(r) < 0 }) >= 0 {
		return "", false
	}
	if f.Type.IsInteger() && f.Count == 1 {
		def = source.PlainNumber(strings.TrimSpace(def))
	}
	return def, true
}

// span writes the elements of a span, and the list that may replace them.
func (x *xsd) span(content, attrs *tagWriter, it *item) {
	t, doc := x.tables[it.field.Target], it.field.Attr.Doc
	documented(attrs, "xs:attribute", doc, "name", it.name, "type", x.listOf(t))
	if compile.IsScalar(t) {
		documented(content, "xs:element", doc, "name", it.name, "type", x.textType(x.elementText(&t.Fields[0], t)))
		return
	}
	x.element(content, it.name, "element."+t.Name, doc, t)
}
