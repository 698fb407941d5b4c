package tiled

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// property is a custom property, or a member or item of one, with its value.
type property struct {
	name  string // "" for an item
	typ   string // one of propertyTypes
	class string // of an enum or class
	text  string // the value as compile wants it; for an enum its symbols, if they are known
	int   int64  // also the number of the object
	float float64
	bool  bool
	odd   bool // its enum does not have the value
	color color
	in    []property
	scope *objects // where its object is, if not in the map
	at    editor.Place
	named int64 // where its name is: an offset in XML, or one of the values below
}

// Values of property.named that are not offsets.
const (
	namedByKey    = 0  // the key of a member in a JSON object
	namedInObject = -1 // a JSON object has a member for the name
)

// placeOfName returns where the name of a property is.
func (p *property) placeOfName() editor.Place {
	at := p.at
	switch p.named {
	case namedByKey:
		at.Pos.Name = at.Pos.Member != ""
	case namedInObject:
		at.Pos.Member = "name"
	default:
		at.Pos = source.Pos{Off: p.named, Member: "name"}
	}
	return at
}

// propertyTypes are the types of the editor. The first is that of a property without a
// type.
var propertyTypes = []string{"string", "int", "float", "bool", "color", "file", "object", "class", "list"}

// mostNested is the most classes and lists inside one another.
const mostNested = 48

// properties reads the properties of a node, sorted by name.
func (r *reader) properties(n *editor.Node) []property { return r.propertiesIn(n, 0) }

func (r *reader) propertiesIn(n *editor.Node, depth int) []property {
	var list []property
	if !isJSON(n) {
		for c := range n.Children("properties") {
			for p := range c.Children("property") {
				list = append(list, r.named(p, depth))
			}
		}
		return r.sorted(list)
	}
	for p := range n.Children("properties") {
		// Before Tiled 1.2 they were one object, with a member for each property.
		if !p.Listed {
			return r.members(p, typesIn(n.Child("propertytypes")), nil, depth)
		}
		list = append(list, r.named(p, depth))
	}
	return r.sorted(list)
}

// named reads a property that must have a name.
func (r *reader) named(n *editor.Node, depth int) property {
	p := r.property(n, depth)
	if p.name == "" {
		r.unnamed(n, "a property has no name")
	}
	return p
}

// unnamed warns of something that has no name, once.
func (r *reader) unnamed(n *editor.Node, msg string, args ...any) {
	r.WarnOnceFor(fmt.Sprintf("unnamed %p %d", n.Doc, n.At), n.PlaceOf("name"), "give it a name, or remove it", msg, args...)
}

// typesIn returns the types of properties by name, which an old file has beside them: an
// object of JSON, or nil.
func typesIn(n *editor.Node) map[string]string {
	types := map[string]string{}
	if n != nil {
		for i := range n.Members {
			types[n.Members[i].Name] = n.Members[i].Text
		}
	}
	return types
}

// sorted sorts properties by name, as the editor does. Of several with the same name it
// keeps the last, and warns of the others. The editor takes the last too, and leaves out the
// others when it saves the file.
func (r *reader) sorted(list []property) []property {
	if !sortByName(list) {
		return list
	}
	var kept []property
	first := 0 // of the same name
	for i := range list {
		if i > 0 && list[i].name == list[first].name {
			r.twice(&list[i], &list[first])
			kept[len(kept)-1] = list[i]
			continue
		}
		first, kept = i, append(kept, list[i])
	}
	return kept
}

// twice warns of a property at its place once, because some are read twice.
func (r *reader) twice(p, first *property) {
	if at := p.placeOfName(); r.Once(fmt.Sprintf("twice %p %d", at.Doc, at.Pos.Off)) {
		r.WarnfBecause(at, editor.Cause{At: first.placeOfName(), Says: "the first one"}, "remove all but one; Tiled takes the last, and so does levelc",
			"the property %q stands twice", editor.Clip(p.name))
	}
}

// sortByName sorts properties, and reports whether there are several with the same name,
// which stay as they stood.
func sortByName(list []property) (again bool) {
	byName := func(a, b property) int { return cmp.Compare(a.name, b.name) }
	if !slices.IsSortedFunc(list, byName) {
		slices.SortStableFunc(list, byName)
	}
	for i := 1; i < len(list); i++ {
		if list[i].name == list[i-1].name {
			return true
		}
	}
	return false
}

// property reads a property of either format, a member of a class of the project
// or an item of a list.
func (r *reader) property(n *editor.Node, depth int) property {
	key := "value"
	if !isJSON(n) && !n.Has(key) && n.Has("default") { // as object types have it
		key = "default"
	}
	p := property{name: n.String("name"), typ: n.String("type"), class: typeName(n), at: n.PlaceOf(key)}
	r.checkNames(n, propertyNames)
	if name := n.Member("name"); name != nil && isJSON(n) {
		p.named = namedInObject
	} else if name != nil {
		p.named = name.At
	}
	known := p.typ == "" || slices.Contains(propertyTypes, p.typ)
	if known {
		p.typ = cmp.Or(p.typ, "string")
		r.checkValue(n, p.typ)
	} else {
		r.WarnOnce(n.PlaceOf("type"), "it is read as a string", "the property type %q is not known", editor.Clip(p.typ))
		p.typ = "string"
	}
	if depth >= mostNested {
		r.tooDeep(n)
		return p
	}
	switch {
	case p.typ == "class" && isJSON(n):
		if v := n.Child("value"); v != nil {
			p.in = r.members(v, nil, r.class(p.class), depth+1)
		}
	case p.typ == "class":
		p.in = r.propertiesIn(n, depth+1)
	case p.typ == "list" && isJSON(n):
		p.in = r.items(n, "value", depth+1)
	case p.typ == "list":
		for c := range n.Children("item") {
			p.in = append(p.in, r.property(c, depth+1))
			p.in[len(p.in)-1].name = ""
		}
	default:
		text := n.String(key)
		if !isJSON(n) && text == "" && n.HasText() { // as in the editor, even beside an empty value
			text, p.at = n.Text(), n.PlaceOfText()
			if (n.Has(key) || len(n.Nodes) > 0) && !hasWords(n) {
				text = "" // the text between them is layout
			}
		} else if !isJSON(n) && hasWords(n) {
			r.WarnOnceFor("beside "+p.name, n.PlaceOfText(), "remove one of them; Tiled takes the value, and so does levelc", "%s has a value and a text, which is left out", p.shown())
		}
		if m := n.Member(key); isJSON(n) && m != nil && known {
			r.setJSON(&p, &m.Value, false)
		} else {
			r.setValue(&p, text)
		}
	}
	return p
}

// shown says what a message calls the property.
func (p *property) shown() string {
	if p.name == "" {
		return "an item of a list"
	}
	return "property " + editor.Clip(p.name)
}

// setValue reads a value that is neither a class nor a list, and reports whether it is one
// of its type.
func (r *reader) setValue(p *property, text string) (ok bool) {
	ok = true
	p.text = text
	bad := func(want string) {
		ok = false
		// Some are read twice: for an id, and those of a tile for its objects.
		r.blame(p.at, "", "%s: expected %s, got %q", p.shown(), want, editor.Clip(text))
	}
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "" && p.typ != "string" && p.typ != "file":
		p.text = map[string]string{"int": "0", "float": "0", "bool": "false"}[p.typ]
	case p.typ == "int":
		v, isWhole := whole(trimmed, math.MinInt64, math.MaxInt64)
		if !isWhole {
			bad("a whole number")
		}
		p.int, p.text = v, strconv.FormatInt(v, 10)
		if r.project.enums[p.class] != nil {
			symbols, known := r.symbolsOf(p, v)
			if known {
				p.text = symbols
			} else if isWhole {
				ok = r.notInEnum(p)
			}
		}
	case p.typ == "object":
		v, isWhole := whole(trimmed, 0, math.MaxUint32)
		if !isWhole {
			bad("the id of an object")
		}
		p.int = v
	case p.typ == "float":
		v, err := source.ParseFloat64([]byte(trimmed))
		if err != nil {
			bad("a number")
		}
		p.float, p.text = v, trimmed
	case p.typ == "bool":
		v, err := source.ParseBool([]byte(trimmed))
		if err != nil {
			bad("true or false")
		}
		p.bool, p.text = v, strconv.FormatBool(v)
	case p.typ == "color":
		c, isColor := parseColor(trimmed)
		if !isColor {
			bad(aColor)
			p.text = "" // one report is enough
		}
		p.color = c
	case p.typ == "file":
		p.text = r.path(p.at.Doc, text)
	case p.typ == "string" && text != "":
		if e := r.project.enums[p.class]; e != nil {
			if _, known := e.number(text); !known {
				ok = r.notInEnum(p)
			}
		}
	}
	return ok
}

// symbolsOf returns the symbols of a number in the enum of a property. A number stands for
// up to 63 symbols.
func (r *reader) symbolsOf(p *property, v int64) (text string, known bool) {
	if !r.inherit(0, p.at) {
		return "", true
	}
	text, known = r.project.enums[p.class].symbols(v)
	r.inherit(int64(len(text)), p.at)
	return text, known
}

// notInEnum notes that the enum of a property does not have its value. It reports whether
// the enum has none at all, which is told where it stands.
func (r *reader) notInEnum(p *property) bool {
	p.odd = len(r.project.enums[p.class].values) > 0
	return !p.odd
}

// sayOdd warns about a value that the enum of a property does not have, where the level gets
// it as it is.
func (r *reader) sayOdd(p *property) {
	if p.odd {
		r.WarnOnceFor("value "+p.class+" "+p.text, p.at, asItIs, "%s: the enum %s has no value %q", p.shown(), editor.Clip(p.class), editor.Clip(p.text))
	}
}

// members reads a JSON object whose keys are the members' names. There they have no
// types: their types are those of the class, or of types (in old files), or guessed
// from the value.
func (r *reader) members(n *editor.Node, types map[string]string, c *classType, depth int) []property {
	if depth >= mostNested {
		r.tooDeep(n)
		return nil
	}
	parts := n.ByName()
	list := make([]property, 0, len(parts))
	for _, part := range parts {
		var m *editor.Member // the value, if it is no object; of a list with objects, an item
		p := property{name: part.Name}
		p.typ, p.class = declared(part.Name, types, c)
		if len(part.Members) > 0 {
			m = &part.Members[0]
			p.at = n.PlaceIn(m)
		} else {
			p.at = part.Nodes[0].Place()
		}
		switch {
		case m == nil && !part.Nodes[0].Listed:
			if r.fits(&p, "class", "an object") {
				p.in = r.members(part.Nodes[0], nil, r.class(p.class), depth+1)
			}
		case m == nil || m.Mixed || m.Kind == source.List:
			if m != nil && m.IsEmpty() && !m.Mixed && p.typ == "class" { // as other tools write nothing
				break
			}
			if r.fits(&p, "list", "a list") {
				p.in = r.items(part, part.Name, depth+1)
			}
		case m.Kind == source.Null:
			continue
		case r.fits(&p, typeOf(&m.Value), m.Shown()):
			r.setJSON(&p, &m.Value, types != nil)
		}
		list = append(list, p)
	}
	sortByName(list)
	return list
}

func (r *reader) tooDeep(n *editor.Node) {
	r.blame(n.Place(), "", "properties are nested more than %d deep", mostNested)
}

// typeOf returns the type of a value of JSON by its looks.
func typeOf(v *editor.Value) string {
	switch v.Kind {
	case source.Bool:
		return "bool"
	case source.Number:
		if _, err := source.ParseInt([]byte(v.Text), 64); err == nil {
			return "int"
		}
		return "float"
	}
	return "string"
}

// items reads the list of a name in an object: objects with type and value, or bare values.
func (r *reader) items(n *editor.Node, name string, depth int) []property {
	if depth >= mostNested {
		if n.Has(name) || n.Child(name) != nil {
			r.tooDeep(n)
		}
		return nil
	}
	var list []property
	for m, o := range n.InOrder() {
		switch {
		case m == nil && o.Name == name:
			list = append(list, r.objectItem(o, depth))
		case m == nil || m.Name != name:
		case m.Mixed:
			list = r.bareItem(list, n, m, &m.Value, depth)
		default:
			list = append(list, r.bareItems(n, m, &m.Value, depth)...)
		}
	}
	return list
}

func (r *reader) objectItem(o *editor.Node, depth int) property {
	if o.Has("value") || o.Child("value") != nil {
		p := r.property(o, depth)
		p.name = ""
		return p
	}
	return property{typ: "class", at: o.Place(), in: r.members(o, nil, nil, depth)}
}

// bareItems returns the items of a list without objects.
func (r *reader) bareItems(n *editor.Node, m *editor.Member, v *editor.Value, depth int) []property {
	var list []property
	if v.IsNumbers() {
		for text := range v.Numbers() {
			list = r.bareItem(list, n, m, &editor.Value{Kind: source.Number, Text: text}, depth)
		}
	}
	for i := range v.Items() {
		list = r.bareItem(list, n, m, &v.Items()[i], depth)
	}
	return list
}

func (r *reader) bareItem(list []property, n *editor.Node, m *editor.Member, v *editor.Value, depth int) []property {
	p := property{typ: typeOf(v), at: n.PlaceIn(m)}
	switch v.Kind {
	case source.Null: // those behind it would move up
		r.blame(p.at, "give it a value, or remove it", "%s: null is no item of a list", m.Name)
		return list
	case source.List:
		if p.typ = "list"; depth >= mostNested {
			r.tooDeep(n)
			return list
		}
		p.in = r.bareItems(n, m, v, depth+1)
	default:
		r.setValue(&p, v.Text)
	}
	return append(list, p)
}
