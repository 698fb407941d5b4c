package tiled

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// project is what a .tiled-project, or an exported list of types, says of classes
// and enums.
type project struct {
	classes map[string]*classType
	enums   map[string]*enumType
}

// classType is a class. Its members are read where they are asked for first:
// they may be of classes that stand further down.
type classType struct {
	node    *editor.Node
	members []property
	byName  map[string]*editor.Node
	state   uint8 // 0 not read, 1 being read, 2 read
}

type enumType struct {
	values []string
	flags  bool
}

func (r *reader) readProject() {
	r.project = project{classes: map[string]*classType{}, enums: map[string]*enumType{}}
	doc := r.ReadProject()
	if doc == nil {
		return
	}
	if !isJSON(doc.Root) {
		r.Errorf(doc.Root.Place(), "it is a .tiled-project, or the types that Tiled exports as JSON", "the project has no property types")
		return
	}
	for _, n := range doc.Root.Nodes {
		if n.Name != "propertyTypes" && n.Name != "" {
			continue
		}
		name := n.String("name")
		switch n.Type() {
		case "class":
			r.project.classes[name] = &classType{node: n}
		case "enum":
			r.project.enums[name] = newEnum(n)
		}
	}
}

// typeName is the class or enum of a property, or of a member of a class. The editor
// spells the key in another way in projects than in maps.
func typeName(n *editor.Node) string {
	if s := n.String("propertytype"); s != "" {
		return s
	}
	return n.String("propertyType")
}

// member is what a class, which may be nil, says of a member.
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

// symbols are the names of a value that is stored as a number, with commas
// between, and false if it has none.
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

// class finds a class and reads its members.
func (r *reader) class(name string) *classType {
	c := r.project.classes[name]
	if c == nil || name == "" {
		return nil
	}
	switch c.state {
	case 1:
		r.WarnOnce(c.node.Place(), "", "class %s has members of its own class; they are left empty", clip(name))
		return nil
	case 0:
		c.state, c.byName = 1, map[string]*editor.Node{}
		for n := range c.node.Children("members") {
			c.byName[n.String("name")] = n
			c.members = append(c.members, r.property(n, 0))
		}
		c.members = sorted(c.members)
		c.state = 2
	}
	return c
}
