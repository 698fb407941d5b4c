package loader

import "slices"

// family is siblings: the nodes from first on that are not below another one of them, up to
// the node end, which is none of them.
type family struct{ first, end int32 }

// below returns the children of a node.
func (s *side) below(node int32) family { return family{node + 1, s.end[node]} }

// siblings matches the children of two nodes that match; its memory is reused.
type siblings struct {
	groups []group   // by kind; empty but while pairBelow runs
	kinds  []uint16  // those with nodes in the groups
	list   []int32   // the lists of the groups
	byHash hashLists // of pairAlike
	next   []int32   // of byHash
	a, b   []int32
}

// group is the siblings of one kind that are not matched.
type group struct {
	old, new   []int32
	olds, news int
	named      bool // one has an id
}

func (m *siblings) pairBelow(r *reload, old, new family) {
	old, new = r.pairEnds(old, new)
	if old.first >= old.end || new.first >= new.end {
		return
	}
	m.makeGroups(r, old, new)
	for _, k := range m.kinds {
		m.pairGroup(r, &m.groups[k])
		m.groups[k] = group{}
	}
}

// makeGroups puts the nodes without matches into groups.
func (m *siblings) makeGroups(r *reload, old, new family) {
	if m.groups == nil {
		m.groups = make([]group, len(r.b.stores))
	}
	m.kinds = m.kinds[:0]
	n := 0
	for i := old.first; i < old.end; i = r.old.end[i] {
		if r.old.other[i] < 0 {
			g := &m.groups[r.old.nodes[i].kind]
			if g.olds == 0 {
				m.kinds = append(m.kinds, r.old.nodes[i].kind)
			}
			g.olds, n = g.olds+1, n+1
			g.named = g.named || r.old.id(i) != 0
		}
	}
	for j := new.first; j < new.end; j = r.new.end[j] {
		if g := &m.groups[r.new.nodes[j].kind]; r.new.other[j] < 0 && g.olds > 0 {
			g.news, n = g.news+1, n+1
			g.named = g.named || r.new.id(j) != 0
		}
	}
	m.list = roomier(m.list[:0], n)
	list := m.list[:n]
	for _, k := range m.kinds {
		g := &m.groups[k]
		g.old, list = list[:0:g.olds], list[g.olds:]
		g.new, list = list[:0:g.news], list[g.news:]
	}
	for i := old.first; i < old.end; i = r.old.end[i] {
		if r.old.other[i] < 0 {
			g := &m.groups[r.old.nodes[i].kind]
			g.old = append(g.old, i)
		}
	}
	for j := new.first; j < new.end; j = r.new.end[j] {
		if g := &m.groups[r.new.nodes[j].kind]; r.new.other[j] < 0 && g.olds > 0 {
			g.new = append(g.new, j)
		}
	}
}

// nameless appends to out the nodes of a list that have no id and no match.
func (s *side) nameless(out, list []int32) []int32 {
	for _, i := range list {
		if s.id(i) == 0 && s.other[i] < 0 {
			out = append(out, i)
		}
	}
	return out
}

func (m *siblings) pairGroup(r *reload, g *group) {
	if len(g.new) == 0 {
		return
	}
	a, b := g.old, g.new
	if g.named {
		m.a, m.b = r.old.nameless(roomier(m.a[:0], len(a)), a), r.new.nameless(roomier(m.b[:0], len(b)), b)
		a, b = m.a, m.b
	}
	if len(g.old) == 1 && len(g.new) == 1 && len(a) == 1 && len(b) == 1 { // whatever they hold
		r.pair(a[0], b[0])
		return
	}
	for len(a) > 0 && len(b) > 0 && r.pairIfAlike(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && len(a)+len(b) > 2 && r.pairIfAlike(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case g.named:
		m.pairAlike(r, g.old, g.new)
	case len(a) > 1 || len(b) > 1: // else they are not alike
		m.pairAlike(r, a, b)
	}
	a, b = r.old.nameless(a[:0], a), r.new.nameless(b[:0], b)
	for k := range min(len(a), len(b)) {
		r.pair(a[k], b[k])
	}
}

// pairAlike pairs the nodes of two lists that are alike, in their order.
func (m *siblings) pairAlike(r *reload, old, new []int32) {
	left := 0
	for _, j := range new {
		if r.new.other[j] < 0 {
			left++
		}
	}
	if left == 0 || len(old) == 0 {
		return
	}
	m.byHash.start(left)
	m.next = slices.Grow(m.next[:0], len(new))[:len(new)]
	for k, j := range new {
		if r.new.other[j] < 0 {
			m.byHash.add(r.hash(r.new, j), int32(k), m.next)
		}
	}
	for _, i := range old {
		if r.old.other[i] >= 0 {
			continue
		}
		if k, ok := m.byHash.take(r.hash(r.old, i), m.next); ok {
			r.pair(i, new[k])
		}
	}
}
