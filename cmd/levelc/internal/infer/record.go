package infer

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// record is the fields of a table, or of a nested struct in one.
type record struct {
	of   *element // nil for a map's entries
	cols []*column
}

// column is a field whose place in the row is not known yet.
type column struct {
	name   string // the last part, as in a tag
	json   string // the name in JSON, if it is another one
	typ    format.Type
	count  uint32
	role   format.Role
	doc    string
	sub    *record // a nested struct
	elem   *record // a span of records
	value  *column // a span of plain values
	number bool    // it has numbers in JSON
	num    *numbers

	symbols  []string
	required bool
	optional bool   // not all rows were given a value
	def      string // the value of a field that is not given, or "" for that of its type

	refs    *refs
	in      *kind    // where it stands; set by resolve
	own     *idSpace // the id that the column itself could be
	again   bool     // its values are the id of their own node once more
	targets []*kind
	says    signs // of references, which are not the ids alone

	key                 bool   // it is the field for the keys of nodes
	align, size, offset uint32 // set by layout
}

// modeler turns elements with roles into kinds and their records.
type modeler struct {
	*decider
	kinds       []*kind
	kindOf      map[*element]*kind
	names       map[string]bool // of elements, which must not be used for anything else
	open        map[*element]bool
	lost        map[string]bool     // names in nodes under which something has no place
	missed      map[*element]bool   // elements some of which are left out
	leads       map[*element]bool   // elements with nodes in them, once that was asked
	typesUnder  map[string][]string // by type: one or two keys of objects that have it, once that was asked
	wordIDs     map[*idSpace]bool   // possible ids that are no names, but a few words that come again and again
	notHeld     map[string]bool     // holders some of whose nodes are none
	columnsLeft int                 // fields that the table may still have
	bytesLeft   int                 // bytes that the fields of all tables may still take in the schema
	placesLeft  int                 // elements in elements that may still be looked into
	inSpan      bool                // it is the table of a span's elements
}

const (
	mostColumns = 1000      // of one table; the format allows 1024
	mostDepth   = 12        // of nested structs; layout allows 16
	mostBytes   = 768 << 10 // of all fields' names and descriptions, at first
	mostPath    = 240       // bytes of a field's name with those around it; the format allows 255
	// mostPlaces is for elements that stand in one another in many ways: each way is another
	// place, with fields of its own. Else there are no more places than elements.
	mostPlaces = 2 * mostElements
)

func (d *decider) model() *modeler {
	m := &modeler{decider: d, kindOf: map[*element]*kind{}, names: map[string]bool{}, open: map[*element]bool{}, lost: map[string]bool{}, missed: map[*element]bool{}, notHeld: map[string]bool{}, wordIDs: map[*idSpace]bool{}, bytesLeft: d.room, placesLeft: mostPlaces}
	for e := range d.g.live() {
		m.names[e.name] = true
		for _, f := range e.fields {
			if id := d.g.idSpace(e, f); id != nil && f.tally.words.symbols() != nil {
				m.wordIDs[id] = true
			}
		}
	}
	for e := range d.g.live() {
		if d.roles[e] == isKind {
			m.addKind(e)
		}
		if d.roles[e] == isWrapper {
			m.checkWrapper(e)
		}
	}
	for _, k := range m.kinds {
		m.columnsLeft = mostColumns
		before := m.notes.losses()
		k.rec = m.record(k.at, k.name, 0, k.at.count)
		k.lossy = m.notes.losses() > before
		m.setID(k)
		m.noteNulls(k)
	}
	return m
}

// checkRoots notes what is lost of outermost elements and objects that are not nodes:
// all of a source that has nothing else, or a type. It also notes which elements say that
// they have no value.
func (m *modeler) checkRoots() {
	for e := range m.g.live() {
		if f := e.aside["xsi:nil"]; f != nil && f.tally.truths.trues+f.tally.truths.ones > 0 {
			m.notes.add(false, e.name, "xsi:nil is left out, as an element without it has no value either")
		}
		if !e.root || m.kindOf[e] != nil {
			continue
		}
		if e.alone {
			m.notes.gone(e.name, "a source has nothing else in it, so that there is no node in that")
		}
		if e.typed {
			m.notes.add(false, e.name, "no node comes of the outermost object of this type, so that the type is not kept")
		}
	}
}

// noKind is the reason why something in an outermost element is left out.
const noKind = "no kind can have the name of the outermost element"

// checkWrapper notes what is lost of an outermost element that is not a node.
func (m *modeler) checkWrapper(e *element) {
	if e.name == source.NoObject {
		if len(e.fields) > 0 {
			m.notes.gone(e.name, "the outermost list has values that are no objects, which have no place")
		}
	} else {
		for _, f := range e.fields {
			m.notes.gone(e.name+"."+f.name, "%s, so this has no place", noKind)
			if f.inJSON {
				m.loses(f.name)
			}
		}
	}
	if e.text.count() > 0 {
		m.notes.gone(e.name+".text", "%s, so this has no place", noKind)
	}
	m.noteGaps(e, e.name)
	for _, x := range e.edges {
		m.noteRows(e.name, x)
		if m.roles[x.to] != isKind {
			m.notes.gone(x.name, "there is nothing around it that it could belong to, and no kind can have its name")
			m.distrust(x.to)
		}
	}
}

// leaveType renames in JSON a field with the name of member, mostly "type", because
// there the member of that name says a node's kind. Otherwise nodes of two kinds could
// not alternate, and other objects whose type is the name of a kind would become nodes.
// If JSON was seen, its names stay.
func (r *record) leaveType(member string) {
	if r.of.json > 0 {
		return
	}
	for _, c := range r.cols {
		if c.name == member && c.json == "" && c.sub == nil {
			c.json = free("kind", member+"2", r)
			c.doc = strings.TrimSpace(c.doc + fmt.Sprintf(" In JSON its name is %s: there, %s is the kind of the node.", c.json, member))
		}
	}
}

// record makes the fields of an element. full is how many rows it has, to tell
// which fields are optional.
func (m *modeler) record(e *element, where string, depth int, full uint64) record {
	if depth > 0 {
		for _, name := range e.held { // only a node can stand under its id
			m.notHeld[name] = true
		}
	}
	r := record{of: e}
	m.open[e] = true
	defer delete(m.open, e)
	m.fields(&r, where, depth, full)
	m.children(&r, where, depth, full)
	if t := &e.text; t.count() > 0 {
		if c := m.plain(free("text", "content", &r), t, e.textRefs(), where+".text", full); c != nil && c.role != format.RoleAny { // a text takes no values of several types
			m.asText(c)
			m.put(&r, c, c.name, where)
		}
	}
	m.noteLostOrder(e, where)
	m.noteGaps(e, where)
	r.alignCoordinates()
	r.leaveType(m.g.member)
	if e.dict != nil && !m.put(&r, m.entries(e, where, depth), "", where) {
		for name := range e.dict.names {
			m.loses(name)
		}
	}
	if e.overfull {
		m.notes.add(true, where, "it has more names than can be told apart; the rest is left out")
	}
	if e.count < full || e.valued { // where all of it is absent, or a value stands for it, no writer has left out what is usual
		for _, c := range r.cols {
			c.def = ""
		}
	}
	return r
}

// fields makes the columns of an element's attributes, or of an object's values.
func (m *modeler) fields(r *record, where string, depth int, full uint64) {
	e := r.of
	few, mayBeRare := 0, depth == 0 && m.mayBeRare(e)
	for _, f := range e.fields {
		if m.standsAside(e, f, where) {
			continue
		}
		if mayBeRare && !f.key && f.tally.count() < e.count/rareIn {
			few++
			m.loses(f.name)
			continue
		}
		c := m.plain(f.name, &f.tally, &f.refs, where+"."+f.name, full)
		if c != nil {
			c.own = m.g.idSpace(e, f)
			c.again = f.saysAgain()
			c.takeKeys(f)
		}
		m.put(r, c, f.name, where)
	}
	if few > 0 {
		m.notes.add(true, where, "%d names that fewer than one in %d of its nodes have; as fields they would take most of the level", few, rareIn)
	}
}

// children makes the columns of the elements inside an element that are no nodes.
func (m *modeler) children(r *record, where string, depth int, full uint64) {
	for _, x := range r.of.edges {
		m.noteRows(where, x)
		to, at := x.to.self(), where+"."+x.name
		switch {
		case m.roles[to] != isKind || x.barred:
			if !m.put(r, m.child(r.of, x, at, depth, full), x.name, where) {
				m.distrust(to)
			}
		case m.inSpan:
			m.notes.add(true, at, "nodes cannot stand in the elements of a list")
			m.loses(x.name)
			m.distrust(to)
		}
	}
}

// noteLostOrder says what an element had in an order that is lost.
func (m *modeler) noteLostOrder(e *element, where string) {
	if e.broken {
		m.notes.add(false, where, "text with elements in it: it becomes one text, and where in it they stood is lost")
		return
	}
	if e.between || e.behind && slices.ContainsFunc(e.edges, func(x *edge) bool { return m.roles[x.to.self()] == isKind && !x.barred }) {
		m.notes.add(false, where, "text behind or between elements: where among them it stood is lost")
	}
	m.noteTurns(e, where)
	m.noteOrders(e, where)
}

// When a field is rare: if there are very many nodes and most of them lack it. A row
// has room for all of its fields; a property takes room only where it is.
const (
	rareIn    = 16      // fewer than one in this many nodes has it
	manyCells = 1 << 22 // nodes times fields
)

// mayBeRare reports whether fields of a kind may be rare. A build then keeps their values as
// properties.
func (m *modeler) mayBeRare(e *element) bool {
	cells, given := e.count*uint64(len(e.fields)), uint64(0)
	for _, f := range e.fields {
		given += f.tally.count()
	}
	return !m.inSpan && cells >= manyCells && given < cells/rareIn
}

// asText makes a column the element's text.
func (m *modeler) asText(c *column) {
	c.role = format.RoleText
	if c.name != "text" {
		c.json = c.name
	}
}

// standsAside reports whether an attribute is left out in favour of elements of its
// name.
func (m *modeler) standsAside(e *element, f *field, where string) bool {
	if f.mixed > 0 {
		m.notes.add(true, where+"."+f.name, "values and objects in one list; neither has a place")
		m.loses(f.name)
		return true
	}
	x := e.byEdge[f.name]
	if x != nil && x.barred && !x.rows.uneven() {
		m.notes.add(true, where+"."+f.name, "a value here and an element or object there; neither has a place, unless one of them is renamed")
	}
	return x != nil
}

// put adds a column under a name. It reports false if the column is nil or has no place. If
// two columns have one name, the one that is called so in the sources keeps it: the other has
// a JSON name.
func (m *modeler) put(r *record, c *column, name, where string) bool {
	if c == nil || !m.hasPlace(r, c, where) {
		m.loses(name)
		return false
	}
	for _, other := range r.cols {
		if other.name != c.name {
			continue
		}
		gives := c
		if c.json == "" {
			gives = other
		}
		gives.name = free(c.name+"2", c.name+"3", r)
	}
	if c.sub == nil {
		m.columnsLeft--
		m.bytesLeft -= len(where) + 2*len(c.name) + len(c.json) + len(c.doc) + 48 // the name is its source's too
		for _, s := range c.symbols {
			m.bytesLeft -= len(s) + 2
		}
	}
	r.cols = append(r.cols, c)
	return true
}

// hasPlace reports whether a column can be added, under another name if a tag cannot have
// its own. If not, a note says why.
func (m *modeler) hasPlace(r *record, c *column, where string) bool {
	at := where + "." + c.name
	why := m.canBeName(c.name)
	switch {
	case m.columnsLeft <= 0:
		m.notes.add(true, where, "more than %d fields in one kind; the rest is left out", mostColumns)
	case m.bytesLeft < 0:
		m.notes.add(true, where, noRoom)
	case len(at) > mostPath+len("."):
		m.notes.add(true, at, "names that are together longer than %d bytes have no place", mostPath)
	case why != "" && (c.sub != nil || !m.rename(r, c)):
		m.notes.add(true, at, "%s has no place", why)
	default:
		return true
	}
	return false
}

// loses notes that a build will find something under a name that no field has. In a
// node, it would take that for a node if there was a kind of the name.
func (m *modeler) loses(name string) { m.lost[name] = true }

// distrust notes that nodes are lost with the element that they are in, so that
// references to their kinds may find nothing.
func (m *modeler) distrust(e *element) {
	if m.missed[e] {
		return
	}
	m.missed[e] = true
	for x := range e.allEdges() {
		m.distrust(x.to.self())
	}
}

// rename gives a JSON member another name in the schema, if a tag cannot have its own.
// It reports whether the member's name can at least be the JSON name.
func (m *modeler) rename(r *record, c *column) bool {
	key := c.name
	if !m.dots && strings.Contains(key, ".") && r.of.json < r.of.count || key == "" || len(key) > 200 || !utf8.ValidString(key) ||
		strings.ContainsAny(key, "/,\x00") || key != strings.TrimSpace(key) {
		return false
	}
	name := strings.Map(func(r rune) rune {
		if m.canBeName("x"+string(r)+"x") != "" {
			return '_'
		}
		return r
	}, strings.TrimSpace(strings.TrimLeft(key, "$")))
	if name == "" || name == "-" {
		name = "_"
	}
	c.name, c.json = free(name, name+"2", r), key
	return true
}

// free returns the first of two names that no column and nothing else in the element
// has, or else a name with a number.
func free(a, b string, r *record) string {
	taken := map[string]bool{}
	if e := r.of; e != nil {
		for name := range e.members() {
			taken[name] = true
		}
	}
	for _, c := range r.cols {
		taken[c.name] = true
		taken[c.json] = true
	}
	for _, n := range []string{a, b} {
		if !taken[n] {
			return n
		}
	}
	for i := 2; ; i++ {
		if n := fmt.Sprint(a, i); !taken[n] {
			return n
		}
	}
}

// takeKeys makes c the column for keys, if f has them.
func (c *column) takeKeys(f *field) {
	if f.key {
		c.noEnum()
	}
	if c.key = f.key && c.count == 1 && isIDType(c.typ) && c.role != format.RoleAny; c.key {
		c.required, c.def = false, ""
	}
}
