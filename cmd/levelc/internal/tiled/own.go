package tiled

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// mostAttributes is the most attributes of one element: tags of up to 256 are read
// quickly. More properties become elements.
const mostAttributes = 200

// own writes an object as a node of one of the game's own kinds.
type own struct {
	*object
	r  *reader
	to targets // what its properties may refer to
}

// write writes the node. A property in effect takes precedence over the object's own value
// of that name, except for the id.
func (o own) write() {
	o.r.Open(o.class, o.node.Place())
	list := o.r.propertiesOf(o.object)
	given := map[string]bool{}
	for i := range list {
		given[list[i].name] = true
	}
	var words words
	for i := range standards {
		name := standards[i].name
		f := fieldOf(o.table, name)
		if f == nil || given[name] && name != "id" {
			continue
		}
		text := o.standard(name)
		if f.Attr.Role.IsID() {
			text = editor.Trim(text)
		}
		switch {
		case f.Attr.Role == format.RoleText:
			words.text, words.at = text, o.node.PlaceOf(name)
		case text != "":
			o.r.AttrAt(name, text, o.node.PlaceOf(name))
		}
	}
	corners := !given[points] && fieldOf(o.table, points) != nil
	rest := list[:0:0]
	for i := range list {
		p := &list[i]
		if p.name == "id" && fieldOf(o.table, "id") != nil {
			o.r.WarnOnce(p.at, "", "a property of a %s is called id, which is what the object itself has; it is left out", o.class)
			continue
		}
		rest = append(rest, *p)
	}
	o.fields(rest, fields{table: o.table}, words, 0)
	if corners {
		o.r.writePoints(o.object)
	}
	o.r.Close()
}

// fields are the fields that values are for: those of a table, or of a nested struct in
// it, whose names begin with path.
type fields struct {
	table *format.Table // nil if the game has no such thing
	path  string
}

func (f fields) of(name string) *format.Field {
	if f.table == nil {
		return nil
	}
	return fieldOf(f.table, f.path+name)
}

// has reports whether a name is one of the fields or a nested struct, or a map takes it.
func (f fields) has(name string) bool {
	if f.of(name) != nil {
		return true
	}
	return f.table != nil && slices.ContainsFunc(f.table.Fields, func(of format.Field) bool {
		in := editor.NameInXML(&of)
		return strings.HasPrefix(in, f.path+name+"/") || of.Attr.Role == format.RoleMap && in[:strings.LastIndexByte(in, '/')+1] == f.path
	})
}

// shown returns a property as messages point at it: at its name if there is no such
// field, which the compiler will report.
func (f fields) shown(p *property) *property {
	if f.table == nil || f.has(p.name) {
		return p
	}
	named := *p
	named.at = p.placeOfName()
	return &named
}

// elementsOf returns the fields of a span's elements.
func (o own) elementsOf(span *format.Field) fields {
	if span != nil && span.Type == format.TypeSpan {
		if n := o.r.Options.Schema.Table(span.Target); n >= 0 {
			return fields{table: &o.r.Options.Schema.Tables[n]}
		}
	}
	return fields{}
}

// words are the text of an element, if that is a field.
type words struct {
	text string
	at   editor.Place
}

// fields writes properties as fields: first attributes, then the text, then elements.
func (o own) fields(list []property, in fields, text words, depth int) {
	var attributes, elements []*property
	for i := range list {
		p := &list[i]
		if !o.isField(p) {
			continue
		}
		nested := p.typ == "class" || p.typ == "list"
		if f := in.of(p.name); f != nil && f.Attr.Role == format.RoleText && !nested {
			text.text, text.at = o.textFor(p, f), p.at
		} else if nested || len(attributes) == mostAttributes {
			elements = append(elements, p)
		} else {
			attributes = append(attributes, p)
		}
	}
	o.attributes(attributes, in)
	if text.text != "" {
		o.r.Text(text.text, text.at)
	}
	o.elements(elements, in, depth)
}

func (o own) attributes(list []*property, in fields) {
	for _, p := range list {
		f := in.of(p.name)
		text := o.textFor(p, f)
		if f != nil && f.Attr.Role.IsID() {
			text = editor.Trim(text)
		}
		if text != "" {
			o.r.AttrAt(p.name, text, in.shown(p).at)
		}
	}
}

func (o own) elements(list []*property, in fields, depth int) {
	for _, p := range list {
		// An element of that name would be a node.
		if o.r.Kind(p.name) && !in.has(p.name) {
			o.r.blame(p.placeOfName(), "", "unknown name %q in %s", p.name, o.class)
			continue
		}
		switch p.typ {
		case "class":
			o.field(p.name, in.shown(p), nil, fields{in.table, in.path + p.name + "/"}, depth)
		case "list":
			o.items(p, in, depth)
		default:
			o.field(p.name, in.shown(p), in.of(p.name), fields{}, depth)
		}
	}
}

// items writes a list as elements of a span.
func (o own) items(p *property, in fields, depth int) {
	elements := o.elementsOf(in.of(p.name))
	var value *format.Field // the field of elements that are values
	if elements.table != nil && len(elements.table.Fields) == 1 {
		value = &elements.table.Fields[0]
	}
	for j := range p.in {
		if p.in[j].typ == "list" {
			o.r.WarnOnce(p.in[j].at, "", "a list in the list %s of kind %s is left out: a level's lists have no lists in them", p.name, o.class)
			continue
		}
		item := p.in[j]
		if at := in.shown(p).at; at != p.at {
			item.at = at
		}
		if item.typ == "class" {
			o.field(p.name, &item, value, elements, depth)
			continue
		}
		o.r.Open(p.name, item.at)
		o.r.ValueText(o.itemFor(p.name, &item, value), item.at)
		o.r.Close()
	}
}

// isField reports whether the name of a property can be that of a field.
func (o own) isField(p *property) bool {
	if source.IsName(p.name) {
		return true
	}
	o.r.WarnOnce(p.at, "rename it, with letters, digits, - and _ only", "the property %q of a %s cannot be a field, since that is no name; it is left out", editor.Clip(p.name), o.class)
	return false
}

// field writes a value as an element, for the field f or, if it is of a class, for
// the fields in.
func (o own) field(name string, p *property, f *format.Field, in fields, depth int) {
	if depth > mostNested {
		return
	}
	o.r.Open(name, p.at)
	if p.typ == "class" {
		o.fields(p.in, in, words{}, depth+1)
	} else {
		o.r.ValueText(o.textFor(p, f), p.at)
	}
	o.r.Close()
}

// itemFor is textFor for an item of a list. One that has no text keeps its place in the
// list if it can be zero.
func (o own) itemFor(name string, p *property, f *format.Field) string {
	text := o.textFor(p, f)
	if f == nil || f.Type == format.TypeStr || strings.TrimSpace(text) != "" {
		return text
	}
	zero := editor.ZeroOf(f)
	if (p.typ == "string" || p.typ == "file") && zero != "" && !f.Type.IsFlags() {
		o.r.blame(p.at, "give it a value, or remove it", "%s of %s takes no empty texts, and an item of the list is one", name, o.class)
	}
	return zero
}

// textFor returns a value in the form that compile reads for a field, which may be
// nil.
func (o own) textFor(p *property, f *format.Field) string {
	if p.odd && fits(p, f) {
		o.r.sayOdd(p)
	}
	switch {
	case p.typ == "object":
		return o.r.targetOf(p, o.to)
	case p.typ == "color" && p.text != "":
		c := p.color
		switch {
		case f != nil && f.Type == format.TypeStr: // it gets what the editor shows
			return p.text
		case f != nil && f.Type != format.TypeU32 && f.Type != format.TypeSpan && f.Count < 3: // which will be reported
			return p.text
		case f != nil && f.Type == format.TypeU32 && f.Count == 1:
			return strconv.FormatUint(uint64(c[0])<<24|uint64(c[1])<<16|uint64(c[2])<<8|uint64(c[3]), 10)
		case f != nil && f.Count == 3:
			return join(c[:3])
		}
		return join(c[:])
	case p.typ == "int" && f != nil && f.Symbols == nil && f.Type != format.TypeStr: // symbols are for enums and texts
		return strconv.FormatInt(p.int, 10)
	case p.typ == "int" && p.class != "" && f != nil && f.Symbols != nil && o.r.project.enums[p.class] == nil && !slices.Contains(f.Symbols, p.text):
		o.unknownNumber(p)
		return editor.ZeroOf(f) // one report is enough
	}
	return p.text
}

// fits reports whether a field may take the value of an enum. Otherwise the compiler reports
// it.
func fits(p *property, f *format.Field) bool {
	switch {
	case f == nil || f.Type == format.TypeStr:
		return true
	case f.Symbols == nil:
		return p.typ == "int"
	}
	return !slices.ContainsFunc(strings.Split(p.text, ","), func(s string) bool { return !slices.Contains(f.Symbols, s) })
}

// unknownNumber reports a value of an enum that is stored as numbers, where nothing says
// what they stand for.
func (o own) unknownNumber(p *property) {
	hint := "it was renamed or deleted, perhaps; choose another one in Tiled"
	if len(o.r.project.docs) == 0 {
		hint = "--project names the .tiled-project that has the enum"
	}
	o.r.blame(p.at, hint, "%s of %s: which symbol is %d? The values of the enum %s are stored as numbers, and nothing says what they stand for", p.shown(), o.class, p.int, editor.Clip(p.class))
}
