package infer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// role is what the elements at one place become.
type role uint8

const (
	isNothing role = iota
	isWrapper      // the outermost element, if it has nothing to keep
	isKind         // nodes
	isStruct       // a nested struct
	isSpan         // elements of a span
	isField        // a value that is written as an element
	isList         // several such elements: a span of plain values
	isVector       // x, y and z as attributes of an element: an inline array
)

// decider decides the role of every element.
type decider struct {
	g          *gatherer
	roles      map[*element]role
	edgesTo    map[*element][]*edge
	parents    map[*element][]*element // the elements in which one was found
	inMap      map[*element]bool       // no nodes can stand there
	holdsKind  map[*element]bool       // at any depth; they are not those of a span
	valueNames map[string]bool         // names under which values have no place; no kind can have them
	notes      notes

	referred map[*idSpace]bool // the values of some field are among these

	// Names that no kind can have, because of what came of it when one did.
	banned map[string]bool
	avoid  map[string]bool // names that must not be made up for kinds
	dots   bool            // names may have dots in them
	room   int             // bytes that the fields of all tables may take in the schema
	last   bool            // no more can be banned: what a kind's name clashes with has no place
}

// decide finds the roles and merges kinds of the same name, until nothing changes:
// merging may change a role.
func (d *decider) decide() {
	for {
		d.assign()
		if !d.mergeKinds() {
			return
		}
	}
}

func (d *decider) assign() {
	for e := range d.g.live() {
		e.bringBack()
		d.g.foldMap(e)
		e.joinValues()
	}
	live := slices.Collect(d.g.live())
	d.link(live)
	for _, e := range live {
		if v := e.dict.value(); v != nil {
			d.markData(v)
		}
	}
	for _, e := range live {
		if !d.inMap[e] && d.mustBeKind(e) {
			d.roles[e] = isKind
		}
	}
	for again := true; again; {
		again = d.sameAsKinds(live)
		again = d.likeKinds(live) || again
		d.holdsKind = d.containing(slices.DeleteFunc(slices.Clone(live), func(e *element) bool { return !d.isKind(e) }), d.isKind)
		for _, e := range live {
			if d.roles[e] == isNothing && !d.inMap[e] && d.becomesKind(e) {
				d.roles[e] = isKind
				again = true
			}
		}
	}
	if !slices.ContainsFunc(live, d.isKind) {
		for _, e := range live { // there is no other way to keep it
			if e.root && d.canBeKind(e) && !e.isBare() {
				d.roles[e] = isKind
			}
		}
	}
	for _, e := range live {
		if d.roles[e] == isNothing {
			d.roles[e] = d.lesser(e)
		}
	}
}

// link finds the edges between the live elements.
func (d *decider) link(live []*element) {
	d.roles, d.edgesTo = map[*element]role{}, map[*element][]*edge{}
	d.parents, d.inMap, d.valueNames = map[*element][]*element{}, map[*element]bool{}, map[string]bool{}
	for _, e := range append([]*element{d.g.top}, live...) {
		for _, f := range e.fields {
			if e.json > 0 && (e.name != "" || e.root) && (f.mixed > 0 || f.tally.guess().clash != "") {
				d.valueNames[f.name] = true
			}
		}
		e.spreadTurns()
		for _, x := range e.edges {
			x.to = x.to.self()
			if x.barred = d.clash(e, x); x.barred && e.moveValues(x) {
				x.barred = d.clash(e, x)
			}
			d.valueNames[x.name] = d.valueNames[x.name] || x.barred || x.to.valued
			if x.barred {
				continue
			}
			if f := e.byField[x.name]; f != nil && f.tally.lists > 0 {
				x.most = max(x.most, 2) // an empty list elsewhere shows that these were in lists
			}
			d.edgesTo[x.to] = append(d.edgesTo[x.to], x)
			d.parents[x.to] = append(d.parents[x.to], e)
		}
		if v := e.dict.value(); v != nil {
			e.dict.edge.to = v
			d.edgesTo[v] = append(d.edgesTo[v], e.dict.edge)
		}
	}
}

// clash reports whether there are values under the name of objects, so that no schema
// takes both.
func (d *decider) clash(e *element, x *edge) bool {
	if x.to.isText() && x.to.json > 0 {
		return true // an object of JSON has no text
	}
	if e.name == source.NoObject && e.root {
		return false
	}
	if x.rows.uneven() {
		return true
	}
	f := e.byField[x.name]
	if f == nil {
		return false
	}
	t := &f.tally
	if x.twice {
		return true
	}
	if f.mixed == 0 && (t.lists == t.count() && t.lists == t.empty || x.to.isText()) {
		return false // nothing, an empty list, or values in either form
	}
	g := t.guess()
	// A colour's string is no element beside vectors, as a list is.
	return f.mixed > 0 || !x.to.isVector() || g.clash != "" || !g.typ.IsNumber() || t.strings > 0 || int(g.count) != len(x.to.fields)
}

// markData marks everything inside a map.
func (d *decider) markData(e *element) {
	if d.inMap[e] {
		return
	}
	d.inMap[e] = true
	for x := range e.allEdges() {
		if !x.barred {
			d.markData(x.to.self())
		}
	}
}

func (d *decider) canBeKind(e *element) bool {
	if len(d.edgesTo[e]) == 0 || d.banned[e.name] || e.valued {
		return false
	}
	return d.unkeyed(e) || e.name != "" && e.name != source.NoObject && !d.valueNames[e.name]
}

// unkeyed reports whether an element has no key: the outermost object of JSON, if it
// has no type, or those of an outermost list.
func (d *decider) unkeyed(e *element) bool {
	return e.name == "" && (e.root || slices.ContainsFunc(d.parents[e], func(up *element) bool { return up.root && up.name == source.NoObject }))
}

// mustBeKind reports whether an element cannot be anything but a kind.
func (d *decider) mustBeKind(e *element) bool {
	if !d.canBeKind(e) {
		return false
	}
	if e.root {
		return e.json > 0 && e.name != "" || d.hasOwn(e) || slices.ContainsFunc(d.edgesTo[e], func(x *edge) bool { return x.back })
	}
	if e.typed || len(e.held) > 0 {
		return true
	}
	for _, x := range d.edgesTo[e] {
		if x.back || x.turns >= inTurns && !e.isPair() {
			return true
		}
	}
	if e.isBare() {
		return true
	}
	if e.isPair() {
		return false
	}
	id := d.g.idOf(e)
	return id != nil && (!d.isMember(e) || d.isReferred(d.g.idSpace(e, id)))
}

// isMember reports whether the elements are objects of JSON that stood alone under their
// key in others, where there can be no second one.
func (d *decider) isMember(e *element) bool {
	return e.json == e.count && !d.repeats(e) && !slices.ContainsFunc(d.parents[e], func(up *element) bool { return up.root || up == d.g.top })
}

// isReferred reports whether the values of some other field are among the ids.
func (d *decider) isReferred(id *idSpace) bool {
	if d.referred == nil {
		d.referred = map[*idSpace]bool{}
		for _, e := range d.g.elements {
			e.textRefs().mark(e.name, nil, d.referred)
			for _, f := range e.fields {
				if !f.saysAgain() {
					f.refs.mark(f.name, f.id, d.referred)
				}
			}
		}
	}
	return d.referred[id]
}

// hasOwn reports whether an outermost element has something to keep besides kinds.
func (d *decider) hasOwn(e *element) bool {
	if len(e.fields) > 0 || e.text.count() > 0 || e.dict != nil {
		return true
	}
	for _, x := range e.edges {
		if x.rows.uneven() && x.barred {
			return true
		}
		if !x.repeats() && !x.back && len(x.to.self().edges) == 0 && !x.to.self().isBare() {
			return true
		}
	}
	return false
}

// isBare reports whether the element was always empty.
func (e *element) isBare() bool {
	return len(e.fields) == 0 && len(e.edges) == 0 && e.dict == nil && e.text.count() == 0
}

// becomesKind reports whether an element has to be a kind because of others.
func (d *decider) becomesKind(e *element) bool {
	if e.root || !d.canBeKind(e) {
		return false
	}
	inRoot := false
	for _, from := range d.parents[e] {
		if d.isWrapped(from) {
			return true
		}
		inRoot = inRoot || from.root
	}
	repeats := d.repeats(e)
	if repeats && inRoot && !e.isText() && !e.isPair() {
		return true
	}
	if d.holdsKind[e] {
		return true // a nested struct would not say what stood in it
	}
	holdsMany := slices.ContainsFunc(e.edges, func(x *edge) bool { return !x.barred && x.repeats() })
	return repeats && holdsMany && !e.isPair()
}

// containing returns the elements that contain some of these, up to and including those for
// which ends reports true.
func (d *decider) containing(of []*element, ends func(*element) bool) map[*element]bool {
	out := map[*element]bool{}
	for next := slices.Clone(of); len(next) > 0; {
		e := next[len(next)-1]
		next = next[:len(next)-1]
		for _, up := range d.parents[e] {
			if !out[up] {
				out[up] = true
				if !ends(up) {
					next = append(next, up)
				}
			}
		}
	}
	return out
}

func (d *decider) isKind(e *element) bool { return d.roles[e] == isKind }

// sameAsKinds makes kinds of the outermost elements, and of the objects without a key,
// that a build will take for nodes because there is a kind of their name. It reports
// whether there were any.
func (d *decider) sameAsKinds(live []*element) bool {
	names := map[string]bool{}
	for _, e := range live {
		if d.roles[e] == isKind {
			names[e.name] = true
		}
	}
	found := false
	for _, e := range live {
		if d.roles[e] == isNothing && names[e.name] && (e.root || d.unkeyed(e)) && !d.inMap[e] && d.canBeKind(e) {
			d.roles[e] = isKind
			found = true
		}
	}
	return found
}

// likeKinds makes kinds of elements that stand in nodes and are like nodes that have their
// name: the lights in a group are what the lights outside of it are. It reports whether
// there were any.
func (d *decider) likeKinds(live []*element) bool {
	kinds := map[string]*element{}
	for _, e := range live {
		if d.roles[e] == isKind && d.repeats(e) {
			kinds[e.name] = e
		}
	}
	found := false
	for _, e := range live {
		k := kinds[e.name]
		if k == nil || d.roles[e] != isNothing || d.inMap[e] || !d.canBeKind(e) || e.json > 0 && !d.repeats(e) || e.isVector() || e.isPair() {
			continue
		}
		inNodes := !slices.ContainsFunc(d.parents[e], func(up *element) bool { return d.roles[up] != isKind })
		if both := bothHave(e, k); inNodes && both > 0 && 4*both >= 3*(len(e.fields)+len(k.fields)-both) {
			d.roles[e] = isKind
			found = true
		}
	}
	return found
}

// isWrapped reports whether an element is outermost and keeps nothing, so that its
// contents have no row to belong to.
func (d *decider) isWrapped(e *element) bool { return e.root && d.roles[e] != isKind }

func (d *decider) repeats(e *element) bool {
	return slices.ContainsFunc(d.edgesTo[e], (*edge).repeats)
}

// isText reports whether an element never has anything but text.
func (e *element) isText() bool {
	return len(e.fields) == 0 && len(e.edges) == 0 && e.dict == nil && e.text.count() > 0
}

// isPair reports whether an element is a name with a value. Its names are all different
// by chance, or because they are keys, but nothing refers to them.
func (e *element) isPair() bool {
	if len(e.held) > 0 {
		return false
	}
	named, valued := false, false
	for _, f := range e.fields {
		name := plainName(f.name)
		if slices.Contains(components, name) {
			return false // it has a position, like a coin with its worth
		}
		named = named || name == "name" || name == "key" || name == "id"
		valued = valued || name == "value" || name == "val"
	}
	return named && (valued || e.text.count() > 0 && len(e.fields) == 1) && len(e.fields) <= 4
}

// idOf returns the attribute that is the id of the elements, or nil.
func (g *gatherer) idOf(e *element) *field {
	var best *field
	for _, f := range e.fields {
		id := g.idSpace(e, f)
		if id == nil || id.twice || f.id != nil && f.id.twice || id.values == 0 || !f.canBeID() {
			continue
		}
		if best == nil || likerID(f.name, best.name) {
			best = f
		}
	}
	return best
}

// idSpace returns what the values of f are kept with if it could be an id, or nil.
func (g *gatherer) idSpace(e *element, f *field) *idSpace {
	if id := g.idSpaces[[2]string{e.name, f.name}]; id != nil {
		return id
	}
	return g.idSpaces[[2]string{noun.Singular(e.name), f.name}]
}

// lesser returns the role of an element that is not a kind.
func (d *decider) lesser(e *element) role {
	switch {
	case e.root:
		return isWrapper
	case len(d.edgesTo[e]) == 0:
		return isNothing
	case e.isBare():
		return isNothing
	case e.isText() && d.repeats(e):
		return isList
	case e.isText():
		return isField
	case d.repeats(e):
		return isSpan
	case e.isVector():
		return isVector
	}
	return isStruct
}

// canBeID reports whether an id can have the type that holds the field's values.
func (f *field) canBeID() bool {
	g := f.tally.guess()
	return g.count == 1 && !g.span && !g.any && g.clash == "" && isIDType(g.typ)
}

// isIDType reports whether an id can have the type. An enum can still become a string.
func isIDType(t format.Type) bool {
	return t == format.TypeStr || t == format.TypeEnum8 || t.IsInteger()
}

// components of a vector, as layout names them.
var components = []string{"x", "y", "z", "w"}

// isVector reports whether an element has x and y, perhaps z and w, and
// nothing else.
func (e *element) isVector() bool {
	n := len(e.fields)
	if n < 2 || n > len(components) || len(e.edges) > 0 || e.dict != nil || e.text.count() > 0 {
		return false
	}
	for _, c := range components[:n] {
		f := e.byField[c]
		if f == nil {
			return false
		}
		if g := f.tally.guess(); !g.typ.IsNumber() || g.span || g.count != 1 || g.clash != "" {
			return false
		}
	}
	return true
}

// mergeKinds merges all elements that are kinds of the same name, and reports whether
// there were any.
func (d *decider) mergeKinds() bool {
	merged := false
	first, changed := map[string]*element{}, map[*element]bool{} // changed by what was merged around them: their roles come first
	kinds := slices.DeleteFunc(slices.Collect(d.g.live()), func(e *element) bool { return d.roles[e] != isKind })
	// Outer ones first, as merging them may change the role of an inner one. The order of the
	// files says nothing.
	depths := d.g.depths()
	slices.SortStableFunc(kinds, func(a, b *element) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(depths[a], depths[b]))
	})
	for _, e := range kinds {
		if e.into != nil || changed[e] {
			continue
		}
		other := first[e.name]
		if other == nil {
			first[e.name] = e
			continue
		}
		for _, in := range other.merge(e) {
			changed[in] = true
		}
		merged = true
	}
	if merged {
		return true
	}
	for e := range d.g.live() {
		one := noun.Singular(e.name)
		other := first[one]
		if changed[e] || changed[other] || d.inMap[e] || e.json < e.count || one == e.name || other == nil || other == e || other.into != nil || e.isText() || other.plural != e.name && !alike(e, other) || d.isFieldAround(one, e) {
			continue
		}
		if k := first[e.name]; k != nil && k != e || other.plural != "" && other.plural != e.name || len(other.held) > 0 {
			continue // the key belongs to another kind, or the kind has one
		}
		other.plural = e.name
		for _, in := range other.merge(e) {
			changed[in] = true
		}
		merged = true
	}
	return merged
}

// isFieldAround reports whether something of this name that is no node stands in the node that
// contains e's nodes, or between the two. In XML, an element of that name would be that.
func (d *decider) isFieldAround(name string, e *element) bool {
	for up := range d.containing([]*element{e}, d.isKind) {
		if x := up.byEdge[name]; up.byField[name] != nil || x != nil && !d.isKind(x.to.self()) {
			return true
		}
	}
	return false
}

// alike reports whether two kinds share most of their members.
func alike(a, b *element) bool {
	if (a.dict == nil) != (b.dict == nil) {
		return false // one has members, the other data under keys
	}
	return 2*bothHave(a, b) >= min(len(a.fields), len(b.fields))
}

// bothHave returns how many values have a place of the same name in both.
func bothHave(a, b *element) int {
	both := 0
	for _, f := range a.fields {
		if b.byField[f.name] != nil {
			both++
		}
	}
	return both
}

// canBeName says why a name cannot be in a level tag or in this schema, where names are
// joined with dots. It returns "" if it can.
func (d *decider) canBeName(s string) string {
	if why := canBeName(s); why != "" || d.dots || !strings.Contains(s, ".") {
		return why
	}
	return "a name with a dot, where another name has one in the same place,"
}

// canBeName says why a name cannot be in a level tag, or returns "".
func canBeName(s string) string {
	switch {
	case s == "":
		return "an empty name"
	case len(s) > 200:
		return "a name of more than 200 bytes"
	case !utf8.ValidString(s):
		return "a name that is not UTF-8"
	case s == format.NoKey:
		return "a dot"
	case s == "-":
		return "a hyphen, by which a level tag leaves a field out,"
	case s[0] == '$':
		return "a name that begins with $"
	case strings.ContainsAny(s, "/,|`\x00\n\r\t"):
		return "a name with a character that a level tag cannot have"
	case s != strings.TrimSpace(s):
		return "a name with white space at an end, which a level tag cannot have,"
	}
	return ""
}
