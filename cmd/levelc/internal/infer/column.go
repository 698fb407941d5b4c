package infer

import (
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// This file makes columns from values, from elements inside an element, and from the
// members of a map.

// plain makes the column of an attribute, a scalar member, or a text.
func (m *modeler) plain(name string, t *tally, r *refs, where string, full uint64) *column {
	g := t.guess()
	if g.clash != "" {
		m.notes.add(true, where, "%s: no type takes them", g.clash)
		return nil
	}
	if isVersion(name) && t.texts > 0 && g.count == 1 && !g.span && g.typ.IsFloat() {
		g.typ, g.lossy, g.any = format.TypeStr, "", t.numbers > 0 // 1.10 is not 1.1
	}
	if g.lossy != "" {
		m.notes.add(false, where, "%s", g.lossy)
	} else if few := t.misfit(g); few != "" {
		m.notes.add(false, where, "%s", few)
	}
	c := &column{name: name, typ: g.typ, count: g.count, symbols: g.symbols, refs: r, number: t.numbers+t.itemNumbers > 0}
	if t.strings == 0 { // or they are colours, which are bytes whatever stands beside them
		c.num = &t.num
	}
	if g.any || g.span && t.lists == t.count() && t.lists == t.empty { // what will be in a list that was always empty?
		c.role = format.RoleAny
	}
	optional := t.count() < full
	c.optional = optional
	switch {
	case g.symbols != nil && optional:
		c.symbols = append([]string{noSymbol(g.symbols)}, g.symbols...)
	case g.symbols != nil:
		c.required = true
	case g.typ == format.TypeBool && !g.span && optional && t.truths.trues+t.truths.ones == 0 && t.truths.falses >= 4 && !isOfType(name):
		c.def = "true"
	case !g.span && g.count == 1 && optional && t.belowOne() && isOnAtFirst(name):
		c.def = "1"
	}
	c.doc = t.describe(g, full)
	if g.span {
		c = c.span()
		c.number = t.itemNumbers > 0
	}
	if g.lists {
		c = listed(c)
		if one, ok := m.singular(name); ok {
			c.name, c.json = one, name
		}
	}
	return c
}

// singular returns the name for one of what an array holds under a name in the plural,
// and whether nothing else has it.
func (m *modeler) singular(name string) (one string, ok bool) {
	one = noun.Singular(name)
	return one, one != name && !m.names[one] && m.canBeName(one) == ""
}

// span makes a span of plain values of a column that has one.
func (c *column) span() *column {
	value := *c
	value.name, value.role, value.doc, value.required, value.def = "value", format.RoleText, "", false, ""
	return &column{name: c.name, typ: format.TypeSpan, count: 1, role: c.role, value: &value, doc: c.doc, refs: c.refs, number: c.number}
}

// listed makes a span of elements of a column of lists: each has such a list as its text.
func listed(c *column) *column {
	text := &column{name: "value", typ: c.typ, count: 1, role: format.RoleText, value: c.value}
	return &column{name: c.name, typ: format.TypeSpan, count: 1, elem: &record{cols: []*column{text}}, doc: c.doc}
}

// noEnum makes a string of an enum.
func (c *column) noEnum() {
	if c.symbols != nil {
		c.symbols, c.typ, c.required = nil, format.TypeStr, false
	}
}

const nothingHas = "nothing in it has a place of its own, and no kind can have its name"

const tooDeep = "it stands too deep in itself or has nothing in it; it has no place"

const noRoom = "more fields than a schema has room for; the rest is left out"

// noSymbol returns the symbol of an enum that is not given.
func noSymbol(taken []string) string {
	for _, s := range []string{"unset", "none", "absent", "not-given"} {
		if !slices.Contains(taken, s) {
			return s
		}
	}
	for i := 0; ; i++ {
		if s := fmt.Sprint("unset", i); !slices.Contains(taken, s) {
			return s
		}
	}
}

// child makes the column of the elements inside an element. It returns nil for a kind.
func (m *modeler) child(e *element, x *edge, where string, depth int, full uint64) *column {
	to := x.to.self()
	r := m.roles[to]
	if x.barred {
		if x.rows.uneven() {
			m.notes.add(true, where, "%s, so they have no place", oneList)
		} else if e.byField[x.name] == nil {
			m.notes.add(true, where, "an object here and a text there; neither has a place")
		}
		return nil
	}
	if m.bytesLeft < 0 || m.placesLeft == 0 { // an element in which many stand may have a place in each of them
		m.notes.add(true, where, noRoom)
		return nil
	}
	m.placesLeft--
	if r != isStruct && m.hidesNodes(to, where) {
		return nil
	}
	if m.open[to] || r == isNothing || depth >= mostDepth {
		m.notes.add(true, where, tooDeep)
		return nil
	}
	switch r {
	case isField:
		t, refs := m.text(e, x)
		return m.plain(x.name, t, refs, where, x.rowsBelow(full))
	case isList:
		return m.list(e, x, where, full)
	case isVector:
		return m.vector(e, x, to)
	case isStruct:
		sub := m.record(to, where, depth+1, x.rowsBelow(full))
		if m.losesValues(to, &sub, where) {
			return nil
		}
		if len(sub.cols) == 0 {
			m.notes.add(true, where, nothingHas)
			return nil
		}
		return &column{name: x.name, sub: &sub}
	}
	return m.span(e, x, where, depth)
}

// list makes the column of repeated elements that have nothing but a text.
func (m *modeler) list(e *element, x *edge, where string, full uint64) *column {
	t, refs := m.text(e, x)
	if why := t.noList(); why != "" {
		m.notes.add(true, where, "%s; neither has a place", why)
		return nil
	}
	c := m.plain(x.name, t, refs, where, full)
	switch {
	case c == nil:
	case c.typ != format.TypeSpan:
		c = c.span()
		if v := c.value; v.symbols != nil || v.typ == format.TypeBool {
			v.symbols, v.typ = nil, format.TypeStr
		}
	case e.byField[x.name] == nil:
		c = listed(c)
	default:
		m.notes.add(false, where, "lists of different lengths, several in one element; they become one list")
	}
	return c
}

// hidesNodes notes that a build could find a node in an element that is none, if that can
// no longer be changed.
func (m *modeler) hidesNodes(e *element, where string) bool {
	if !m.last {
		return false
	}
	if m.leads == nil {
		m.leads = m.leadToKinds()
	}
	if m.leads[e] {
		m.notes.add(true, where, "nodes stand in it, and no kind can have its name")
	}
	return m.leads[e]
}

// leadToKinds returns the elements in which a build could find a node, even in what has no
// place.
func (m *modeler) leadToKinds() map[*element]bool {
	around, next := map[*element][]*element{}, []*element(nil)
	for e := range m.g.live() {
		for x := range e.allEdges() {
			around[x.to.self()] = append(around[x.to.self()], e)
		}
		if m.kindOf[e] != nil {
			next = append(next, e)
		}
	}
	out := map[*element]bool{}
	for ; len(next) > 0; next = next[1:] {
		for _, up := range around[next[0]] {
			if !out[up] {
				out[up] = true
				next = append(next, up)
			}
		}
	}
	return out
}

// alsoList is for the elements of a span that are vectors, if their numbers were also met
// in a list. Then x is the first of the list's numbers, and all get the type that holds
// them too.
func (r *record) alsoList(listed *numbers) {
	all := *listed
	for _, c := range r.cols {
		all.merge(c.num)
	}
	typ, _ := all.typ(false)
	for _, c := range r.cols {
		c.typ = typ
	}
	slices.SortFunc(r.cols, func(a, b *column) int {
		return slices.Index(components, a.name) - slices.Index(components, b.name)
	})
}

// noList says why what was seen beside repeated elements cannot be a list of their
// contents, or returns "".
func (t *tally) noList() string {
	switch {
	case t.strings+t.numbers+t.bools > 0:
		return "several elements here and a single value there"
	case t.gap:
		return "several elements here and a text there that is no list"
	}
	return ""
}

// text returns what was seen of the elements that hold a value, and of attributes of
// the same name beside them.
func (m *modeler) text(e *element, x *edge) (*tally, *refs) {
	to := x.to.self()
	t := to.text
	t.gap = false // an element's text is divided only into numbers
	t.words.list = slices.Clone(t.words.list)
	if to.json == 0 {
		t.addEmpty(to.count - to.text.texts)
	}
	r := to.textRefs().whole() // nor is it divided into ids
	f := e.byField[x.name]
	if f == nil {
		return &t, r
	}
	t.merge(&f.tally)
	r.join(&f.refs)
	return &t, r
}

func (m *modeler) vector(e *element, x *edge, to *element) *column {
	var all tally
	if f := e.byField[x.name]; f != nil {
		all.merge(&f.tally)
	}
	for _, f := range to.fields {
		all.merge(&f.tally)
	}
	typ, _ := all.num.typ(false)
	return &column{name: x.name, typ: typ, count: uint32(len(to.fields)), doc: all.describe(all.guess(), 0)}
}

// span makes the column of repeated elements.
func (m *modeler) span(e *element, x *edge, where string, depth int) *column {
	to := x.to.self()
	elem := m.spanElement(to, where, depth)
	if len(elem.cols) == 0 {
		m.notes.add(true, where, nothingHas)
	}
	if g := e.gapUnder(x.name); g != nil {
		m.notes.gone(where, noElement, times(g.n))
	}
	if len(elem.cols) == 0 {
		return nil
	}
	if f := e.byField[x.name]; f != nil && f.tally.num.n > 0 && to.isVector() {
		elem.alsoList(&f.tally.num)
	}
	c := &column{name: x.name, typ: format.TypeSpan, count: 1, elem: &elem}
	if one, ok := m.singular(x.name); ok && to.json == to.count {
		c.name, c.json = one, x.name
	}
	return c
}

// spanElement makes the record of a span's elements, which is a table of its own.
func (m *modeler) spanElement(e *element, where string, depth int) record {
	left, inSpan, losses := m.columnsLeft, m.inSpan, m.notes.losses()
	m.columnsLeft, m.inSpan = mostColumns, true
	r := m.record(e, where, depth+1, e.count)
	m.columnsLeft, m.inSpan = left, inSpan
	if m.losesValues(e, &r, where) {
		return r
	}
	if len(r.cols) == 1 && r.cols[0].role == format.RoleText {
		m.onlyText(e, &r, where, m.notes.losses() > losses)
	}
	return r
}

// losesValues leaves out a record in place of which values stand, if it has no text for
// them, or has nothing else: no build takes both for the same.
func (m *modeler) losesValues(e *element, r *record, where string) bool {
	if !e.valued || len(r.cols) > 1 && r.hasText() {
		return false
	}
	m.notes.add(true, where, "a value here and an object there; neither has a place")
	r.cols = nil
	return true
}

// onlyText is for a span's elements that have nothing but a text. The text becomes their
// value.
func (m *modeler) onlyText(e *element, r *record, where string, lossy bool) {
	c := r.cols[0]
	if e.json > 0 && c.name != "text" { // as JSON calls it
		m.notes.add(true, where, "text of elements whose objects have another text; it has no place")
		r.cols = nil
		return
	}
	if e.json > 0 && lossy && e.text.count() < e.count { // no object without a text is a value
		m.notes.add(true, where, "a text here and an object without one there; neither has a place")
		r.cols = nil
		return
	}
	c.name, c.json = "value", ""
	if lossy { // properties need an element of their own, and numbers may be several
		*c = column{name: c.name, typ: format.TypeStr, count: 1, role: c.role, doc: c.doc}
	}
}

// isOne reports whether a record has one field, down to its nested structs.
func (r *record) isOne() bool {
	return len(r.cols) == 1 && (r.cols[0].sub == nil || r.cols[0].sub.isOne())
}

// hasText reports whether a record has a field for a text.
func (r *record) hasText() bool {
	return slices.ContainsFunc(r.cols, func(c *column) bool { return c.role == format.RoleText })
}

// entries makes the column of a map's members.
func (m *modeler) entries(e *element, where string, depth int) *column {
	d := e.dict
	where += ".entries"
	if n := d.scalars.nulls; n > 0 {
		m.notes.add(false, where, noKey, times(n))
	}
	elem, ok := record{}, true
	switch {
	case d.value() != nil:
		elem, ok = m.objectsInMap(d, where, depth)
	case d.n > 0:
		elem, ok = m.valuesInMap(d, where)
	}
	if !ok {
		return nil
	}
	key := &column{name: free("key", "entryKey", &elem), typ: format.TypeStr, count: 1, role: format.RoleKey, doc: "The member's name."}
	elem.cols = slices.Insert(elem.cols, 0, key)
	return &column{name: "entries", typ: format.TypeSpan, count: 1, role: format.RoleMap, elem: &elem,
		doc: fmt.Sprintf("One for each member: %d.", d.keys)}
}

// objectsInMap makes the fields of a map's objects. It reports false if these have no place.
func (m *modeler) objectsInMap(d *dict, where string, depth int) (elem record, ok bool) {
	v := d.value()
	if m.open[v] || depth >= mostDepth {
		m.notes.add(true, where, tooDeep)
		m.distrust(v)
		return elem, false
	}
	if m.hidesNodes(v, where) {
		return elem, false
	}
	if d.edge.rows.uneven() {
		m.notes.add(true, where, "%s", oneList)
	}
	elem = m.spanElement(v, where, depth)
	n := d.n - d.scalars.nulls // values that stand among them
	what := ""
	switch {
	case n == 0:
		return elem, true
	case elem.isOne(): // a build would take them for its value
		what = "objects with one member"
	case elem.hasText(): // or for the text
		what = "objects and values in their place"
	default:
		m.notes.add(true, where, "%d of its members are no objects like the others; they have no place", n)
		return elem, true
	}
	m.notes.add(true, where, "%s, and %s: none of them has a place", what, terse.Quantity(int(n), "value"))
	m.distrust(v)
	return elem, false
}

// valuesInMap makes the field of a map's values. It reports false if no type takes them.
func (m *modeler) valuesInMap(d *dict, where string) (elem record, ok bool) {
	c := m.plain("value", &d.scalars, nil, where, d.n)
	if c == nil {
		return elem, false
	}
	if c.typ == format.TypeSpan && (c.elem != nil || d.scalars.spaced) { // XML could not say it
		m.notes.add(true, where, "lists that have no place under keys")
		return elem, false
	}
	if c.role != format.RoleAny {
		c.role = format.RoleText
	}
	elem.cols = []*column{c}
	return elem, true
}
