package export

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// The groups of elements that are nodes. "nodes" is all kinds; every node may contain
// them. If a node has fields with names of kinds, it contains "free" instead, the kinds
// whose names no field has anywhere, and lists the others one by one.

// elementNames returns the names of kinds as elements, and whether each is free. mixed
// says that some are and some are not.
func elementNames(kinds []*format.Table) (names map[string]bool, mixed bool) {
	names = map[string]bool{}
	for _, t := range kinds {
		for _, name := range t.Attr.Names {
			if isXMLName(name) {
				names[name] = true
			}
		}
	}
	for _, t := range kinds {
		tree(t, source.XML).each(func(it *item) {
			if _, ok := names[it.name]; ok && it.isElement() {
				names[it.name] = false
			}
		})
	}
	some, all := false, true
	for _, free := range names {
		some, all = some || free, all && free
	}
	return names, some && !all
}

// isElement reports whether an element of that name belongs to the row that it stands in.
func (it *item) isElement() bool {
	return it.role() != format.RoleText
}

// groups declares the groups.
func (x *xsd) groups(w *tagWriter) {
	if x.mixed {
		w.start("xs:group", "name", "free")
		w.start("xs:choice")
		x.kindElements(w, func(name string) bool { return x.names[name] })
		w.end()
		w.end()
	}
	w.start("xs:group", "name", "nodes")
	w.start("xs:choice")
	x.nodesBut(w, nil)
	if x.alien {
		prefixed(w)
	}
	w.end()
	w.end()
}

// nodesBut allows all kinds in an element, except those whose names are taken.
func (x *xsd) nodesBut(w *tagWriter, taken map[string]bool) {
	if x.mixed {
		w.empty("xs:group", "ref", "free")
	}
	x.kindElements(w, func(name string) bool { return !taken[name] && !(x.mixed && x.names[name]) })
}

// kindElements writes the elements of kinds whose names pass.
func (x *xsd) kindElements(w *tagWriter, pass func(name string) bool) {
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			if isXMLName(name) && pass(name) {
				x.element(w, name, "kind."+t.Name, "", t)
			}
		}
	}
}

// nodes allows all kinds in an element, except those whose name a field has. It reports
// whether elements with prefixes are among them.
func (x *xsd) nodes(w *tagWriter, g *group) (prefixed bool) {
	taken := map[string]bool{}
	for i := range g.items {
		it := &g.items[i]
		if _, ok := x.names[it.name]; ok && it.isElement() {
			taken[it.name] = true
		}
	}
	if len(taken) > 0 {
		x.nodesBut(w, taken)
		return false
	}
	w.empty("xs:group", "ref", "nodes")
	return x.alien
}
