package export

import (
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// The groups of elements that are nodes. "nodes" is all kinds; every node may contain
// them. If a node has fields with names of kinds, it contains "free" instead, the kinds
// whose names no field has anywhere, and lists the others one by one, or by sections if
// there are many.

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
	if x.places != nil {
		section{0, len(x.listed)}.each(func(s section) { x.section(w, s) })
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
	if x.places == nil {
		x.kindElements(w, func(name string) bool { return !taken[name] && !(x.mixed && x.names[name]) })
		return
	}
	var at []int
	for name := range taken {
		at = append(at, x.places[name])
	}
	slices.Sort(at)
	section{0, len(x.listed)}.but(at,
		func(s section) { w.empty("xs:group", "ref", s.nodes()) },
		func(i int) { x.kindElement(w, x.listed[i]) })
}

// listNames lists the names of kinds that are not free, in sections if there are many.
func (x *xsd) listNames() {
	places := map[string]int{}
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			if free, ok := x.names[name]; ok && !free {
				places[name] = len(x.listed)
				x.listed = append(x.listed, kindName{name, t})
			}
		}
	}
	if len(x.listed) > mostSpelled {
		x.places = places
	}
}

// nodes is the name of the group of a section.
func (s section) nodes() string { return fmt.Sprintf("nodes%d-%d", s.from, s.to) }

// section declares the group of a section.
func (x *xsd) section(w *tagWriter, s section) {
	w.start("xs:group", "name", s.nodes())
	w.start("xs:choice")
	if s.isShort() {
		for _, k := range x.listed[s.from:s.to] {
			x.kindElement(w, k)
		}
	} else {
		a, b := s.halves()
		w.empty("xs:group", "ref", a.nodes())
		w.empty("xs:group", "ref", b.nodes())
	}
	w.end()
	w.end()
}

// kindName is a name of a kind.
type kindName struct {
	name string
	kind *format.Table
}

func (x *xsd) kindElement(w *tagWriter, k kindName) {
	x.element(w, k.name, "kind."+k.kind.Name, "", k.kind)
}

// kindElements writes the elements of kinds whose names pass.
func (x *xsd) kindElements(w *tagWriter, pass func(name string) bool) {
	for _, t := range x.kinds {
		for _, name := range t.Attr.Names {
			if isXMLName(name) && pass(name) {
				x.kindElement(w, kindName{name, t})
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
