package tiled

import (
	"iter"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// project is the classes and enums of a .tiled-project, or of an exported list of
// types. Several classes may have the same name, if they are for different things.
type project struct {
	classes map[string][]*classType
	enums   map[string]*enumType
	docs    []*editor.Doc // what it was read from
}

// classType is a class. Its members are read when they are first needed, because they
// may be of classes that come later.
type classType struct {
	node    *editor.Node
	uses    []string // what it is for, as the editor calls it: property, object, tile ...
	members []property
	byName  map[string]*editor.Node
	state   uint8 // 0 not read, 1 being read, 2 read
}

type enumType struct {
	values []string
	flags  bool
}

// objectTypeUses are what the object types of versions before Tiled 1.9 are for.
var objectTypeUses = []string{"object", "tile"}

func (r *reader) readProject() {
	r.project = project{classes: map[string][]*classType{}, enums: map[string]*enumType{}}
	doc := r.ReadProject()
	if doc == nil {
		return
	}
	root := doc.Root
	r.project.docs = append(r.project.docs, doc)
	r.readTypes(root)
	if file := root.String("objectTypesFile"); file != "" && isJSON(root) {
		if doc := r.Read(root.PlaceOf("objectTypesFile"), file); doc != nil {
			r.project.docs = append(r.project.docs, doc)
			r.readTypes(doc.Root)
		}
	}
}

// readTypes reads a project, the types that Tiled exports as JSON, or object types.
func (r *reader) readTypes(root *editor.Node) {
	if !isJSON(root) {
		if root.Name != "objecttypes" {
			r.Errorf(root.Place(), "it is a .tiled-project, or the types that Tiled exports", "the project has no property types")
		}
		for n := range root.Children("objecttype") {
			r.addObjectType(n)
		}
		return
	}
	for _, n := range root.Nodes {
		if n.Name != "propertyTypes" && n.Name != "" {
			continue
		}
		name := n.String("name")
		switch n.Type() {
		case "class":
			uses := []string{"property"} // for versions before Tiled 1.9, which do not say
			if m := n.Member("useAs"); m != nil {
				uses = nil
				for _, v := range m.Items() {
					uses = append(uses, v.Text)
				}
			}
			r.project.classes[name] = append(r.project.classes[name], &classType{node: n, uses: uses})
		case "enum":
			r.project.enums[name] = newEnum(n)
		case "": // before Tiled 1.8, which had classes only for objects
			if n.Has("values") {
				r.project.enums[name] = newEnum(n)
			} else {
				r.addObjectType(n)
			}
		}
	}
}

// addObjectType adds an object type. It takes precedence over a class of its name, as
// when the editor turns object types into classes.
func (r *reader) addObjectType(n *editor.Node) {
	name := n.String("name")
	r.project.classes[name] = slices.Insert(r.project.classes[name], 0, &classType{node: n, uses: objectTypeUses})
}

// typeName returns the class or enum of a property, or of a member of a class. The
// editor spells the key differently in projects and in maps.
func typeName(n *editor.Node) string {
	if s := n.String("propertytype"); s != "" {
		return s
	}
	return n.String("propertyType")
}

// member returns the declaration of a member in a class, which may be nil.
func (c *classType) member(name string) *editor.Node {
	if c == nil {
		return nil
	}
	return c.byName[name]
}

func newEnum(n *editor.Node) *enumType {
	e := &enumType{flags: n.String("valuesAsFlags") == "true"}
	if m := n.Member("values"); m != nil {
		for _, v := range m.Items() {
			e.values = append(e.values, v.Text)
		}
	}
	return e
}

// symbols returns the names of a value that is stored as a number, with commas between.
// It reports false if it has none.
func (e *enumType) symbols(v int64) (string, bool) {
	if !e.flags {
		if v < 0 || v >= int64(len(e.values)) {
			return "", false
		}
		return e.values[v], true
	}
	var names []string
	for i := range min(63, len(e.values)) {
		if v&(1<<i) != 0 {
			names = append(names, e.values[i])
			v &^= 1 << i
		}
	}
	return strings.Join(names, ","), v == 0
}

// class finds the class of a property's value and reads its members.
func (r *reader) class(name string) *classType { return r.classFor(name, "property") }

// classFor finds the class of something and reads its members. It is the first of that
// name that is for such things.
func (r *reader) classFor(name, use string) *classType {
	list := r.project.classes[name]
	i := slices.IndexFunc(list, func(c *classType) bool { return slices.Contains(c.uses, use) })
	if i < 0 || name == "" {
		return nil
	}
	c := list[i]
	switch c.state {
	case 1:
		r.WarnOnce(c.node.Place(), "", "class %s has members of its own class; they are left empty", editor.Clip(name))
		return nil
	case 0:
		c.state, c.byName = 1, map[string]*editor.Node{}
		for n := range c.memberNodes() {
			c.byName[n.String("name")] = n
			c.members = append(c.members, r.property(n, 0))
		}
		c.members = r.sorted(c.members)
		c.state = 2
	}
	return c
}

// memberNodes returns the declarations of a class's members in the file.
func (c *classType) memberNodes() iter.Seq[*editor.Node] {
	switch {
	case !isJSON(c.node):
		return c.node.Children("property")
	case c.node.Type() == "":
		return c.node.Children("properties")
	}
	return c.node.Children("members")
}
