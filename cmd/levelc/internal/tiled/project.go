package tiled

import (
	"iter"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// project is the classes and enums of a .tiled-project, or of an exported list of
// types. Several classes may have the same name, if they are for different things.
type project struct {
	classes map[classUse]*classType
	named   map[string]bool // names of classes, even if they are for nothing
	enums   map[string]*enumType
	order   []*classType  // in the order of the files
	docs    []*editor.Doc // what it was read from
	depth   int           // classes whose members are being read
}

// classUse is the name of a class and what it is for, as the editor calls it: property,
// object, tile ...
type classUse struct{ name, use string }

// classType is a class. Its members are read when all types are known, because they may be
// of classes that come later.
type classType struct {
	name    string
	node    *editor.Node
	old     bool // it is an object type, as versions before Tiled 1.9 have them
	members []property
	size    int64 // of those, as inherit counts
	byName  map[string]declaration
	state   uint8 // 0 not read, 1 being read, 2 read
}

// declaration is what a class says of a member.
type declaration struct{ typ, class string }

type enumType struct {
	node    *editor.Node
	values  []string
	numbers map[string]int // of values, from 0 on; of two that are the same, the first
	flags   bool
}

// objectTypeUses are what the object types of versions before Tiled 1.9 are for.
var objectTypeUses = []string{"object", "tile"}

func (r *reader) readProject() {
	r.project = project{classes: map[classUse]*classType{}, named: map[string]bool{}, enums: map[string]*enumType{}}
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
	for _, c := range r.project.order {
		r.readMembers(c)
	}
}

// typeName returns the class or enum of a property, or of a member of a class. The
// editor spells the key differently in projects and in maps.
func typeName(n *editor.Node) string { return n.String(keyOfType(n)) }

func keyOfType(n *editor.Node) string {
	if n.String("propertytype") != "" {
		return "propertytype"
	}
	return "propertyType"
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
	c := r.project.classes[classUse{name, use}]
	if c == nil {
		return nil
	}
	if c.state == 1 {
		r.WarnOnce(c.node.Place(), "", "class %s has members of its own class; they are left empty", editor.Clip(name))
		return nil
	}
	r.readMembers(c)
	return c
}

// mostClasses is the most classes inside one another.
const mostClasses = 200

// readMembers reads the members of a class, once.
func (r *reader) readMembers(c *classType) {
	if c.state != 0 {
		return
	}
	if r.project.depth >= mostClasses {
		r.blame(c.node.Place(), "", "classes have more than %d classes inside one another", mostClasses)
		return
	}
	r.project.depth++
	c.state, c.byName = 1, map[string]declaration{}
	for n := range c.memberNodes() {
		if r.isMember(c, n) {
			c.byName[n.String("name")] = declaration{n.String("type"), typeName(n)}
			c.members = append(c.members, r.property(n, 0))
		}
	}
	c.members = r.sorted(c.members)
	c.size = sizeOf(c.members)
	c.state = 2
	r.project.depth--
}

// number returns the value of symbols, the reverse of symbols.
func (e *enumType) number(text string) (v int64, ok bool) {
	if !e.flags {
		i, ok := e.numbers[text]
		return int64(i), ok
	}
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		i, ok := e.numbers[name]
		if !ok || i >= 63 {
			return 0, false
		}
		v |= 1 << i
	}
	return v, true
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
