package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// The identity constraints of an XML Schema: what must be given, and ids.

// required asks for the fields that must be given in a group, an element at the path: each
// as an attribute or as an element. It uses a key, which must select exactly one node.
func (x *xsd) required(w *tagWriter, g *group, path []string) {
	if x.open || g.isOpen() {
		return
	}
	for i := range g.items {
		it := &g.items[i]
		at := append(path[:len(path):len(path)], it.name)
		switch {
		case !isXMLName(it.name):
		case it.sub != nil:
			x.required(w, it.sub, at)
		case it.field.Attr.Required && it.isElement():
			x.constraint(w, "xs:key", "required", []string{"."}, at)
		}
	}
}

// isOpen reports whether the element of a group may contain anything: XML Schema 1.0
// cannot allow unknown names and still check known ones.
func (g *group) isOpen() bool {
	return slices.ContainsFunc(g.items, func(it item) bool { return it.role() == format.RoleMap })
}

// constraint writes a constraint on the field at a path from what the selectors select.
func (x *xsd) constraint(w *tagWriter, kind, family string, selectors, path []string) {
	x.keys++
	name := path[len(path)-1]
	var in string
	for _, dir := range path[:len(path)-1] {
		in += x.inPath(dir) + "/"
	}
	w.start(kind, "name", fmt.Sprint(family, x.keys))
	w.empty("xs:selector", "xpath", strings.Join(selectors, "|"))
	w.empty("xs:field", "xpath", in+"@"+name+"|"+in+x.inPath(name))
	w.end()
}

// ids says that the ids in an outermost element are unique, for each kind by itself. The
// element is a node of the kind own, or of none.
func (x *xsd) ids(w *tagWriter, own *format.Table) {
	if x.open {
		return
	}
	for _, t := range x.kinds {
		id := idOf(t)
		if id == nil || strings.Contains(id.Attr.Source, "/") || !isXMLName(id.Attr.Source) {
			continue
		}
		var paths []string
		if t == own {
			paths = append(paths, ".")
		}
		for _, name := range t.Attr.Names {
			if isXMLName(name) {
				paths = append(paths, ".//"+x.inPath(name))
			}
		}
		if len(paths) > 0 {
			x.constraint(w, "xs:unique", "id", paths, []string{id.Attr.Source})
		}
	}
}
