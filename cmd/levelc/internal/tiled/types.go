package tiled

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

const (
	aProject   = "it is a .tiled-project, or the types that Tiled exports"
	newerTiled = "is it of a newer Tiled?"
)

// projectKeys are the members of a .tiled-project. An old one has no types.
var projectKeys = strings.Fields(`automappingRulesFile commands compatibilityVersion extensionsPath folders objectTypesFile properties propertyTypes`)

var (
	projectNames    = namesOf("a project", "propertyTypes")
	typeNames       = namesOf("a type of the project", "id name type color drawFill members properties useAs storageType values valuesAsFlags")
	objectTypeNames = namesOf("an object type", "name color property")
)

// classUses are what a class can be for.
var classUses = strings.Fields("property map layer object tile tileset wangcolor wangset project world")

// readTypes reads a project, the types that Tiled exports as JSON, or object types.
func (r *reader) readTypes(root *editor.Node) {
	switch {
	case !isJSON(root):
		if root.Name != "objecttypes" {
			r.Errorf(root.Place(), aProject, "the project has no property types")
		}
		for n := range root.Children("objecttype") {
			r.checkNames(n, objectTypeNames)
			r.addObjectType(n)
		}
		return
	case root.Name != source.NoObject:
		if !slices.ContainsFunc(projectKeys, func(key string) bool { return root.Has(key) || root.Child(key) != nil }) {
			r.Errorf(root.Place(), aProject, "the project has no property types")
		}
		r.checkSorts(root, projectNames)
		for n := range root.Children("propertyTypes") {
			r.addType(n, true)
		}
		return
	}
	for i := range root.Members {
		if m := &root.Members[i]; !m.IsEmpty() {
			r.blame(root.PlaceIn(m), aProject, "expected the types of a project, got %s", m.Shown())
		}
	}
	for _, n := range root.Nodes {
		r.addType(n, false)
	}
}

// addType adds a type of a project, or of an exported list. Before Tiled 1.8 types did not
// say what they are: those of a project are enums, and a list may be of object types.
func (r *reader) addType(n *editor.Node, inProject bool) {
	typ := n.Type()
	if typ == "" && !n.Has("values") && (!inProject || n.IsListed("properties")) {
		r.checkNames(n, typeNames)
		r.addObjectType(n)
		return
	}
	if typ != "class" && typ != "enum" && typ != "" {
		r.WarnOnceFor("type "+typ, n.PlaceOf("type"), editor.Meant(typ, []string{"class", "enum"}, newerTiled), "the type %q of a project's type is not known; it is left out", editor.Clip(typ))
		return
	}
	r.checkNames(n, typeNames)
	if typ != "class" {
		r.addEnum(n)
	} else if name := r.typeNamed(n, "a class"); name != "" {
		r.addClass(&classType{name: name, node: n}, r.usesOf(n))
	}
}

// typeNamed returns the name of a type, and warns of one without.
func (r *reader) typeNamed(n *editor.Node, what string) string {
	name := n.String("name")
	if name == "" {
		r.unnamed(n, "%s of the project has no name, so nothing can be of it", what)
	}
	return name
}

// addClass adds a class. It warns of one by the same name that is for the same things.
func (r *reader) addClass(c *classType, uses []string) {
	p := &r.project
	p.named[c.name] = true
	p.order = append(p.order, c)
	var first *classType
	for _, use := range uses {
		switch other := p.classes[classUse{c.name, use}]; {
		case other == nil || c.old && !other.old:
			p.classes[classUse{c.name, use}] = c
		case first == nil && other != c:
			first = other
		}
	}
	if first != nil {
		r.twoTypes(c.node, first.node, c.name)
	}
	if e := p.enums[c.name]; e != nil && slices.Contains(uses, "property") {
		r.twoTypes(c.node, e.node, c.name)
	}
}

// addObjectType adds an object type. It takes precedence over a class of its name, as
// when the editor turns object types into classes.
func (r *reader) addObjectType(n *editor.Node) {
	if name := r.typeNamed(n, "an object type"); name != "" {
		r.addClass(&classType{name: name, node: n, old: true}, objectTypeUses)
	}
}

func (r *reader) addEnum(n *editor.Node) {
	name := r.typeNamed(n, "an enum")
	if name == "" {
		return
	}
	e := &enumType{node: n, numbers: map[string]int{}, flags: r.bool(n, "valuesAsFlags", false)}
	r.word(n, "storageType", "string", "int")
	for _, v := range r.listOfWords(n, "values") {
		if _, again := e.numbers[v.Text]; again {
			r.WarnOnceFor("value "+name+" "+v.Text, n.PlaceOf("values"), "rename one of them", "the enum %s has two values %q", editor.Clip(name), editor.Clip(v.Text))
		} else {
			e.numbers[v.Text] = len(e.values)
		}
		e.values = append(e.values, v.Text)
	}
	if m := n.Member("values"); n.Child("values") == nil && (m == nil || m.IsEmpty()) {
		r.WarnOnceFor("no values "+name, n.PlaceOf("values"), "add some in Tiled, or remove it", "the enum %s has no values", editor.Clip(name))
	}
	if first := r.project.enums[name]; first != nil {
		r.twoTypes(n, first.node, name)
		return
	}
	if c := r.project.classes[classUse{name, "property"}]; c != nil {
		r.twoTypes(n, c.node, name)
	}
	r.project.enums[name] = e
}

// twoTypes warns of two types of one name.
func (r *reader) twoTypes(n, first *editor.Node, name string) {
	r.WarnfBecause(n.PlaceOf("name"), editor.Cause{At: first.PlaceOf("name"), Says: "the first one"}, "rename one of them; the first one counts, as in Tiled",
		"two types of the project are called %q", editor.Clip(name))
}

// usesOf returns what a class is for. Versions before Tiled 1.9 do not say that: then it is
// for values.
func (r *reader) usesOf(n *editor.Node) []string {
	if !n.HasAny("useAs") {
		return []string{"property"}
	}
	var uses []string
	for _, v := range r.listOfWords(n, "useAs") {
		if uses = append(uses, v.Text); !slices.Contains(classUses, v.Text) {
			r.WarnOnce(n.PlaceOf("useAs"), editor.Meant(v.Text, classUses, newerTiled), "useAs %q is not known", editor.Clip(v.Text))
		}
	}
	return uses
}

// listOfWords reads a list of strings. It reports anything else.
func (r *reader) listOfWords(n *editor.Node, name string) []editor.Value {
	const want = "a list of strings"
	m, c := n.Member(name), n.Child(name)
	switch {
	case c != nil:
		r.blame(c.Place(), saveAgain, "%s: expected %s, got %s", name, want, c.Form())
		return nil
	case m == nil:
		return nil
	case m.Kind != source.List || m.IsNumbers():
		r.blame(n.PlaceOf(name), saveAgain, "%s: expected %s, got %s", name, want, m.Shown())
		return nil
	}
	for i := range m.Items() {
		if v := &m.Items()[i]; v.Kind != source.String {
			r.blame(n.PlaceIn(m).Item(i+1), saveAgain, "%s: expected %s, and this is %s", name, want, v.Shown())
			return m.Items()[:i]
		}
	}
	return m.Items()
}

// isMember reports whether the declaration of a member can be read. It must have a name
// and, in JSON, a type.
func (r *reader) isMember(c *classType, n *editor.Node) bool {
	name := n.String("name")
	if name == "" {
		r.unnamed(n, "a member of the class %s has no name; it is left out", editor.Clip(c.name))
		return false
	}
	if isJSON(n) && n.String("type") == "" {
		r.checkNames(n, propertyNames)
		r.blame(n.Place(), saveAgain, "the member %s of the class %s has no type", editor.Clip(name), editor.Clip(c.name))
		return false
	}
	if t := typeName(n); t != "" && !r.project.named[t] && r.project.enums[t] == nil && !c.old {
		r.WarnOnce(n.PlaceOf(keyOfType(n)), "it was renamed or deleted, perhaps; choose another one in Tiled", "the type %q is not in the project", editor.Clip(t))
	}
	return true
}
