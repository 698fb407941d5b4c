package infer

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// resolve finds the parents of kinds, and makes references of the fields that can
// hardly be anything else.
func (m *modeler) resolve() {
	m.kinds = slices.DeleteFunc(m.kinds, func(k *kind) bool {
		gone := m.saysNothing(k)
		if gone {
			delete(m.kindOf, k.at)
		}
		return gone
	})
	byID := m.referable()
	for _, k := range m.kinds {
		k.rec.eachColumn(func(c *column) {
			c.in = k
			m.notNames(c)
		})
	}
	m.elect(byID)
	for _, k := range m.kinds {
		k.rec.eachColumn(func(c *column) { m.refer(k, c, byID) })
	}
	for _, k := range m.kinds {
		m.referTogether(&k.rec, byID)
	}
	for _, k := range m.kinds {
		m.notePlaces(&k.rec, k.name)
	}
	for _, k := range m.kinds {
		m.setParent(k)
	}
}

// saysNothing reports whether a kind is that of outermost elements with nothing to keep.
func (m *modeler) saysNothing(k *kind) bool {
	return k.at.root && len(k.rec.cols) == 0 && !k.lossy && len(m.parents[k.at]) == 1
}

// hasNodes reports whether a build will find nodes at all: it looks for them in an
// outermost element, and in what stands in nodes.
func (m *modeler) hasNodes() bool {
	for e := range m.g.live() {
		k := m.kindOf[e]
		if e.root && (k != nil && !m.saysNothing(k) || slices.ContainsFunc(e.edges, func(x *edge) bool { return !x.barred && m.kindOf[x.to.self()] != nil })) {
			return true
		}
	}
	return false
}

// referable returns the kinds whose ids can be referred to: those where everything with
// such an id becomes a node of the kind.
func (m *modeler) referable() map[*idSpace]*kind {
	byID := map[*idSpace]*kind{}
	for _, k := range m.kinds {
		for _, f := range k.at.fields {
			if id := m.g.idSpace(k.at, f); id != nil && !id.twice && !id.astray && byID[id] == nil && !k.at.isPair() && !m.missed[k.at] {
				byID[id] = k
			}
		}
	}
	for e := range m.g.live() {
		for _, f := range e.fields {
			if k := byID[m.g.idSpace(e, f)]; k != nil && k.at != e {
				delete(byID, m.g.idSpace(e, f))
			}
		}
	}
	return byID
}

// eachColumn calls f for the columns of the record, of its structs and of its spans'
// elements.
func (r *record) eachColumn(f func(*column)) {
	for _, c := range r.cols {
		switch {
		case c.sub != nil:
			c.sub.eachColumn(f)
		case c.elem != nil:
			c.elem.eachColumn(f)
		default:
			f(c)
		}
	}
}

// notNames makes a string of an enum whose words are names of things in the same level:
// the next level has others.
func (m *modeler) notNames(c *column) {
	if c.symbols == nil || c.refs == nil {
		return
	}
	for _, way := range c.refs.ways() {
		if way != &c.refs.list && slices.ContainsFunc(way.one, func(id *idSpace) bool { return id != c.own && !m.wordIDs[id] }) {
			c.noEnum()
		}
	}
}

// elect makes the field that most references name the id of its kind.
func (m *modeler) elect(byID map[*idSpace]*kind) {
	votes := map[*idSpace]int{}
	for _, k := range m.kinds {
		k.rec.eachColumn(func(c *column) {
			if c.mayRefer() && c != k.id {
				c.vote(votes, byID)
			}
		})
	}
	for _, k := range m.kinds {
		best := k.ids()
		for _, f := range k.at.fields {
			id := m.g.idSpace(k.at, f)
			if id != nil && byID[id] == k && votes[id] > votes[best] && f.canBeID() {
				best = id
				m.useID(k, f)
			}
		}
	}
}

// vote counts the ids that the values of a column are among.
func (c *column) vote(votes map[*idSpace]int, byID map[*idSpace]*kind) {
	for _, mt := range c.refs.ways() {
		for _, id := range mt.one {
			if to := byID[id]; to != nil && id != c.own && !mt.isChance(c, []*kind{to}) {
				votes[id]++
			}
		}
	}
}

func (c *column) mayRefer() bool { return c.refs != nil && !c.refs.off && !c.again }

// refer makes a column a reference if its values are ids.
func (m *modeler) refer(k *kind, c *column, byID map[*idSpace]*kind) {
	if c.refs == nil || c.refs.off || c == k.id || c.key || c.role != format.RoleValue && c.role != format.RoleText && (c.role != format.RoleAny || c.typ != format.TypeSpan && !c.refs.areStrings()) {
		return
	}
	if c.typ != format.TypeSpan && c.count == 1 && !c.refs.numberLists {
		if targets, says := c.targetsOf(false, byID); targets != nil && (!c.again || c.speaksOfOthers(k, targets)) {
			if !m.affords(targets) {
				return
			}
			if c.role == format.RoleAny {
				c.role = format.RoleValue
			}
			c.makeRef(targets)
			c.says = says
			return
		}
	}
	if c.again || !c.mayList() {
		return
	}
	if targets, says := c.targetsOf(true, byID); targets != nil && c.role != format.RoleText && m.affords(targets) {
		value := &column{name: "value", count: 1, role: format.RoleText, number: c.number, says: says}
		value.makeRef(targets)
		role := c.role
		if role == format.RoleAny && !c.refs.unlisted { // what was no string said none
			role = format.RoleValue
		}
		*c = column{name: c.name, json: c.json, typ: format.TypeSpan, count: 1, role: role, value: value, doc: c.doc, refs: c.refs}
	}
}

// mayList reports whether the values of a column may be lists of ids: all of them strings,
// or all integers.
func (c *column) mayList() bool {
	if c.refs.perElement && c.refs.numberLists { // a build takes the text of an element for one id
		return false
	}
	if c.typ == format.TypeSpan {
		return c.value.typ == format.TypeStr && !c.refs.number && !c.refs.numberLists || c.value.typ.IsInteger() && c.value.count == 1
	}
	if c.refs.unlisted { // JSON writes no list without brackets
		return false
	}
	return !c.refs.numberLists && (c.typ == format.TypeStr || c.typ == format.TypeEnum8) || c.typ.IsInteger() && c.count > 1
}

// speaksOfOthers reports whether the name of a column of k says that it refers to kinds
// other than k: <motor name="knee" joint="knee"/> is called after its joint.
func (c *column) speaksOfOthers(k *kind, targets []*kind) bool {
	return !slices.ContainsFunc(targets, func(to *kind) bool { return to == k || !speaksOf(c.name, to.name) })
}

// referTogether makes references of the strings in a nested struct, if each of at least
// two may refer to the same nodes, which stand under their keys. In {"exits": {"north":
// "hall", "east": "attic"}}, none has enough values by itself.
func (m *modeler) referTogether(r *record, byID map[*idSpace]*kind) {
	for _, c := range r.cols {
		if c.elem != nil {
			m.referTogether(c.elem, byID)
		}
		if c.sub == nil {
			continue
		}
		m.referTogether(c.sub, byID)
		if to, cols := c.sub.oneTarget(byID); len(cols) > 1 {
			for _, one := range cols {
				one.makeRef([]*kind{to})
			}
		}
	}
}

// oneTarget returns the kind that all strings of a record may refer to, and these
// strings.
func (r *record) oneTarget(byID map[*idSpace]*kind) (to *kind, cols []*column) {
	for _, c := range r.cols {
		if c.sub != nil || c.typ == format.TypeSpan || c.typ.IsNumber() || c.typ == format.TypeBool {
			continue
		}
		k := c.soleTarget(byID)
		if k == nil || to != nil && k != to {
			return nil, nil
		}
		to, cols = k, append(cols, c)
	}
	return to, cols
}

// soleTarget returns the only kind whose nodes all values of a column may refer to, if
// it is one that something refers to by its keys.
func (c *column) soleTarget(byID map[*idSpace]*kind) *kind {
	if len(c.targets) == 1 {
		return c.targets[0]
	}
	if !c.mayRefer() || c.refs.numberLists || c.key || c.role != format.RoleValue || c.count != 1 || c.typ != format.TypeStr && c.typ != format.TypeEnum8 {
		return nil
	}
	var to *kind
	for _, id := range c.refs.scalar.one {
		if k := c.kindWith(id, c.number, byID); k != nil && k.isReferred() {
			if to != nil {
				return nil
			}
			to = k
		}
	}
	return to
}

// affords reports whether there is room for the names of all kinds that a field may refer to.
func (m *modeler) affords(targets []*kind) bool {
	if len(targets) < 2 {
		return true
	}
	for _, k := range targets {
		m.bytesLeft -= len(k.name) + 2
	}
	return m.room == mostBytes || m.bytesLeft >= 0 // at first, there may be enough beside the fields
}

func (c *column) makeRef(targets []*kind) {
	c.typ, c.targets = format.TypeRef, targets
	if len(targets) > 1 {
		c.typ = format.TypeAnyRef
	}
	c.symbols, c.required, c.def = nil, false, ""
}

// targetsOf returns the kinds that a column refers to, or nil, and the signs of its values
// if they do not count. list says that each value is a list of references.
func (c *column) targetsOf(list bool, byID map[*idSpace]*kind) ([]*kind, signs) {
	if c.role != format.RoleAny || c.typ == format.TypeSpan {
		if to := c.refs.matched.way(list).targets(c, byID); to != nil {
			return to, 0
		}
	}
	s := c.refs.signed
	if s == nil {
		return nil, 0
	}
	to := s.way(list).targets(c, byID)
	if slices.ContainsFunc(to, func(k *kind) bool { return k.ids().says&s.signs != 0 }) {
		return nil, 0 // a build refuses such an id, as nothing could refer to it
	}
	return to, s.signs
}

// targets returns the kinds that the values refer to, or nil.
func (m *matches) targets(c *column, byID map[*idSpace]*kind) []*kind {
	if m.levels == 0 {
		return nil
	}
	number := c.number && (c.refs.number || !c.refs.isMeant(m))
	var one []*kind
	for _, id := range m.one {
		if k := c.kindWith(id, number, byID); k != nil && !m.isChance(c, []*kind{k}) {
			one = append(one, k)
		}
	}
	if len(one) > 1 { // ids of several kinds are equal, so only a name can tell
		one = slices.DeleteFunc(one, func(k *kind) bool { return !speaksOf(c.name, k.name) })
		if len(one) > 1 {
			return nil
		}
	}
	if len(one) == 1 {
		return one
	}
	if m.scattered {
		return nil
	}
	var all []*kind
	for _, id := range m.any {
		k := c.kindWith(id, number, byID)
		if k == nil {
			return nil
		}
		if !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	if len(all) < 2 || m.isChance(c, all) {
		return nil
	}
	slices.SortFunc(all, func(a, b *kind) int { return a.at.serial - b.at.serial })
	return all
}

// kindWith returns the kind with these ids, if the values of c, among which there may be
// numbers of JSON, can refer to it, or nil.
func (c *column) kindWith(id *idSpace, number bool, byID map[*idSpace]*kind) *kind {
	k := byID[id]
	if k == nil || k.ids() != id || id == c.own || number && !k.id.typ.IsInteger() {
		return nil
	}
	return k
}

// isChance reports whether all values may be ids by chance.
func (m *matches) isChance(c *column, targets []*kind) bool {
	spoken, number := speaksOfRefs(c.name), c.typ.IsNumber() || c.typ == format.TypeSpan && c.value.typ.IsNumber()
	for _, k := range targets {
		spoken = spoken || speaksOf(c.name, k.name)
		number = number || m.saysNumbers(k)
	}
	if c.refs.numberLists {
		spoken = c.speaksInList(targets)
	}
	need := uint64(3)
	switch {
	case number && !spoken:
		return true
	case !number && c.refs.isSure(m):
		need = 1
	case !number && spoken:
		need = 2
	}
	if len(targets) > 1 {
		need++
	}
	if !slices.ContainsFunc(targets, func(k *kind) bool { return !k.isReferred() }) {
		if need = max(need-1, 1); !number && (spoken || speaksOfStart(c.name)) {
			need = 1
		}
	}
	// A value that each of many levels has says as little as it does in one.
	return m.values < need || !spoken && uint64(m.first.n) < need
}

// speaksInList reports whether the name of a column of lists of numbers says that these are
// ids of the kinds.
func (c *column) speaksInList(targets []*kind) bool {
	switch {
	case c.count > 1 && !isPlural(c.name): // a place: "to": [3, 9]
		return false
	case speaksOfKin(c.name):
		return slices.Contains(targets, c.in)
	}
	return speaksOfRefLists(c.name) || isPlural(c.name) && slices.ContainsFunc(targets, func(k *kind) bool { return speaksOf(c.name, k.name) })
}

// saysNumbers reports whether the values, strings or not, say ids of k that are integers.
func (m *matches) saysNumbers(k *kind) bool {
	return k.id != nil && k.id.typ.IsInteger() && (slices.Contains(m.one, k.ids()) || slices.Contains(m.any, k.ids()))
}

// isReferred reports whether nodes of the kind stand under their keys since something
// refers to these.
func (k *kind) isReferred() bool { return k.id != nil && k.id.key && k.at.referred }

// setParent adds a field for the kind's parent, unless the only one there can
// be is the outermost element.
func (m *modeler) setParent(k *kind) {
	for up := range m.containing([]*element{k.at}, func(e *element) bool { return m.kindOf[e] != nil }) {
		if p := m.kindOf[up]; p != nil {
			k.parents = append(k.parents, p)
		}
	}
	slices.SortFunc(k.parents, func(a, b *kind) int { return a.at.serial - b.at.serial })
	onlyRoot := true
	for _, p := range k.parents {
		onlyRoot = onlyRoot && p.at.root && len(m.parents[p.at]) == 1 && len(p.at.held) == 0
	}
	c := &column{name: free("parent", "parentNode", &record{cols: k.rec.cols}), count: 1, role: format.RoleParent}
	switch {
	case onlyRoot && len(k.rec.cols) > 0:
		return
	case len(k.parents) == 0:
		c.makeRef([]*kind{k})
		c.doc = "Never set; a record has to have something in it."
	case !m.affords(k.parents):
		m.notes.add(false, k.name, "it stands in nodes of %d kinds, for the names of which a schema has no room: what is around such a node is no field of it", len(k.parents))
		if len(k.rec.cols) > 0 {
			return
		}
		c.makeRef(k.parents[:1])
		c.doc = "The node around this one, if it is of this kind."
	default:
		c.makeRef(k.parents)
		c.doc = "The node around this one."
	}
	k.rec.cols = append(k.rec.cols, c)
}
