package infer

import (
	"iter"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// element is what was seen of the elements (or objects) at one place. Elements
// form a graph: an edge leads to the element inside, or back to one around it
// that has the same name.
type element struct {
	name   string
	plural string // JSON: the key of arrays of it, if the two were merged
	serial int    // in the order of first sight in any level
	count  uint64 // how often it was opened
	json   uint64 // of these in JSON
	typed  bool   // JSON: some were opened under their type
	keyed  bool   // JSON: some were opened under a key, not under their type
	root   bool   // it was outermost
	alone  bool   // a source had no other element or object in it

	fields   []*field
	byField  map[string]*field
	next     int // the field that is likely to come next
	edges    []*edge
	byEdge   map[string]*edge
	text     tally
	refs     *refs             // of the text
	types    types             // JSON: by the member "type", until that is known to name kinds
	dict     *dict             // JSON: its members are data, not fields
	into     *element          // it was merged into this one
	aside    map[string]*field // by name: values for other tools, unless their name means something here
	overfull bool              // places were left out
	broken   bool              // XML: there were elements amid its text
	behind   bool              // XML: there were elements before its text
	between  bool              // XML: and others behind that
	gaps     []gap             // JSON: null among the objects of lists
	held     []string          // JSON: the names of the holders in which some of it was found
	referred bool              // and something refers to these
	valued   bool              // JSON: values stood in its place, which are among its texts
}

// dict is an object that is used as a map: its keys are data.
type dict struct {
	keys    uint64
	edge    *edge           // to all objects in it; nil if there are none
	scalars tally           // of all other members
	n       uint64          // of those
	names   map[string]bool // of members: without a place, a build takes them for nodes of these names
}

// note remembers the name of a member, as long as there is room.
func (d *dict) note(name []byte, lim *usage) {
	if len(d.names) < mostDictNames && lim.names < mostNames && !d.names[string(name)] {
		lim.names++
		d.keep(string(name))
	}
}

func (d *dict) keep(name string) {
	if d.names == nil {
		d.names = map[string]bool{}
	}
	d.names[name] = true
}

// value returns the element of all objects in a map. It is nil if there are none, and if h
// is nil.
func (d *dict) value() *element {
	if d == nil || d.edge == nil {
		return nil
	}
	return d.edge.to.self()
}

// field is what was seen of an attribute or of a scalar member.
type field struct {
	name      string
	at        int // index into the fields of its element, unless some were taken away
	inJSON    bool
	mixed     uint64 // JSON: values in lists that also have objects in them
	beside    tally  // of these
	tally     tally
	refs      refs
	id        *idSpace // of its values, if it can be an id
	asked     bool     // it is known whether it can
	saysID    bool     // a value was that of another id of its element, or its key
	saysOther bool     // a value was not
	key       bool     // JSON: it has the keys of nodes that stand under them
}

// edge leads from an element to one inside it.
type edge struct {
	name      string
	to        *element
	back      bool   // to is the element itself, or contains it
	alone     bool   // JSON: all objects stood alone under their key, which may be data: see enclosing
	barred    bool   // there are values under this name as well, so neither has a place
	present   uint64 // parents that have at least one
	most      uint64 // in one parent
	saidAgain uint64 // JSON: of those alone under the name, how many have it as a value as well
	listed    bool   // JSON: some stood in an array
	rows      rows   // JSON: of those in arrays in arrays

	twice bool // an attribute of the name was there in the same parent
	turns int  // XML: how certain it is that they alternate with others, see turns
	order      // XML

	cur    uint64 // in the parent that is being read
	serial uint64 // the serial number of that parent
}

// self returns the element that this one was merged into, or itself.
func (e *element) self() *element {
	for e.into != nil {
		if e.into.into != nil {
			e.into = e.into.into
		}
		e = e.into
	}
	return e
}

// rowsBelow returns how many rows the fields of the elements have, of which a parent has
// one at most, if the parents have full rows: one for each element, whichever parents it
// stands in, for its contents are counted together, and one for each parent without. So a
// field that all of these have is there in all rows.
func (e *edge) rowsBelow(full uint64) uint64 {
	return e.to.self().count + full - min(full, e.present)
}

// repeats reports whether a parent has more than one, or could have.
func (e *edge) repeats() bool { return e.most > 1 || e.listed }

// field returns the field of that name, which may be a new one. It returns nil if there
// are too many.
func (e *element) field(name []byte, lim *usage) *field {
	if len(e.fields) > 0 {
		if e.next >= len(e.fields) {
			e.next = 0
		}
		if f := e.fields[e.next]; f.name == string(name) {
			e.next++
			return f
		}
	}
	if f := e.byField[string(name)]; f != nil {
		e.next = f.at + 1
		return f
	}
	if !e.room(lim) {
		return nil
	}
	f := &field{name: string(name)}
	e.addField(f)
	return f
}

func (e *element) addField(f *field) {
	if e.byField == nil {
		e.byField = map[string]*field{}
	}
	f.at = len(e.fields)
	e.byField[f.name], e.fields = f, append(e.fields, f)
}

func (e *element) addEdge(x *edge) {
	if e.byEdge == nil {
		e.byEdge = map[string]*edge{}
	}
	x.order = order{bit: 1 << len(e.edges)}
	e.byEdge[x.name], e.edges = x, append(e.edges, x)
}

// allEdges is the edges to all elements inside, also to those in a map.
func (e *element) allEdges() iter.Seq[*edge] {
	return func(yield func(*edge) bool) {
		for _, x := range e.edges {
			if !yield(x) {
				return
			}
		}
		if e.dict.value() != nil {
			yield(e.dict.edge)
		}
	}
}

// depths returns how many elements each one stands in, at the least.
func (g *gatherer) depths() map[*element]int {
	depths, queue := map[*element]int{g.top: 0}, []*element{g.top}
	for i := 0; i < len(queue); i++ {
		for x := range queue[i].allEdges() {
			to := x.to.self()
			if _, ok := depths[to]; !ok {
				depths[to] = depths[queue[i]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depths
}

// members is the names of all fields and edges.
func (e *element) members() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range e.fields {
			if !yield(f.name) {
				return
			}
		}
		for _, x := range e.edges {
			if !yield(x.name) {
				return
			}
		}
	}
}

// hasAttribute reports whether one of the elements had an attribute of the name.
func (e *element) hasAttribute(name string) bool {
	return e.byField[name] != nil || e.aside[name] != nil
}

// room takes room for one field more. It reports whether there was some.
func (e *element) room(lim *usage) bool {
	if lim.fields >= mostFields {
		lim.lost, e.overfull = true, true
		return false
	}
	lim.fields++
	return true
}

// usage counts what the whole graph contains.
type usage struct {
	elements, fields int
	returns          int // edges to elements that were there
	types, members   int // by which objects are told apart
	names            int // of maps' members
	lost             bool
}

const (
	mostElements = 1 << 14
	mostFields   = 1 << 16
	mostReturns  = 1 << 16

	mostNames     = 1 << 16 // and those that were fields before
	mostDictNames = 1 << 12 // in one map
)

// adjoin appends a name that is not there.
func adjoin(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// textRefs returns the element's text as a reference.
func (e *element) textRefs() *refs {
	if e.refs == nil {
		e.refs = &refs{}
	}
	return e.refs
}

// saysAgain reports whether a field always says the id of its own element again, as in
// id="Light" name="Light".
func (f *field) saysAgain() bool { return f.saysID && !f.saysOther }

// add counts an attribute's or a member's value.
func (f *field) add(v *source.Value) {
	f.inJSON = f.inJSON || v.Kind != source.Text
	f.tally.add(v)
}
