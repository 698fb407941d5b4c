package loader

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
)

// side is one of the two versions of a level, with its tree.
type side struct {
	*image
	tables []*imageTable // by store
	other  []int32       // by node: the same node of the other side, or -1
	nodeOf [][]uint32    // by table, by row: the node
	kin    []kin         // by node
	root   kin           // of the roots: first and last only
	id     []uint32      // by node: its string plus one; 0 if there is none
	hashes []uint64      // by node, see reload.hash
	hashed []bool        // by node
	texts  []uint64      // by string: its hash, or 0
}

// row is that of the image, without its search for the table.
func (s *side) row(table int, row uint32) []byte { return s.tables[table].from(row, 1) }

// both returns n rows of each version, or as many of them as are in one piece in both.
func (r *reload) both(table int, first, to, n uint32) (old, new []byte) {
	old, new = r.old.tables[table].from(first, n), r.new.tables[table].from(to, n)
	size := min(len(old), len(new))
	return old[:size], new[:size]
}

func newSide(im *image) *side {
	n := len(im.nodes)
	s := &side{image: im, other: make([]int32, n), tables: make([]*imageTable, len(im.world.Tables)), nodeOf: make([][]uint32, len(im.world.Tables)),
		kin: make([]kin, n), id: make([]uint32, n), root: alone}
	for t := range s.tables {
		s.tables[t] = im.table(t)
		if im.world.Tables[t].Class == format.ClassNode {
			s.nodeOf[t] = make([]uint32, 0, s.tables[t].n)
		}
	}
	var path [256]int32
	for i := range im.nodes {
		node := &im.nodes[i]
		s.other[i], s.kin[i] = -1, alone
		s.nodeOf[node.kind] = append(s.nodeOf[node.kind], uint32(i))
		up := &s.root
		if node.depth > 0 {
			s.kin[i].up = path[node.depth-1]
			up = &s.kin[path[node.depth-1]]
		}
		path[node.depth] = int32(i)
		if up.last >= 0 {
			s.kin[up.last].next = int32(i)
		} else {
			up.first = int32(i)
		}
		up.last = int32(i)
	}
	for _, e := range im.ids {
		s.id[s.nodeOf[e.table][e.row]] = e.str + 1
	}
	return s
}

// match finds which nodes of the two versions are the same.
func (r *reload) match() {
	r.matchIDs()
	var m siblings
	m.pairBelow(r, &r.old.root, &r.new.root)
	for j := range r.new.nodes {
		if i := r.new.other[j]; i >= 0 {
			m.pairBelow(r, &r.old.kin[i], &r.new.kin[j])
		}
	}
}

// matchIDs matches the nodes of one kind and one id. The ids of both versions ascend by
// their text.
func (r *reload) matchIDs() {
	node := make([]int32, len(r.b.stores)) // by kind, for one id: the node of the old version plus one
	old, new := r.old.ids, r.new.ids
	for len(old) > 0 && len(new) > 0 {
		id := r.old.text(old[0].str)
		if c := strings.Compare(id, r.new.text(new[0].str)); c < 0 {
			old = old[1:]
			continue
		} else if c > 0 {
			new = new[1:]
			continue
		}
		same := old[:r.old.sameID(id, old)]
		for _, e := range same {
			node[e.table] = int32(r.old.nodeOf[e.table][e.row]) + 1
		}
		n := r.new.sameID(id, new)
		for _, e := range new[:n] {
			i, j := node[e.table]-1, r.new.nodeOf[e.table][e.row]
			if i >= 0 && r.old.other[i] < 0 && r.new.other[j] < 0 { // a file may give a node several ids
				r.pair(i, int32(j))
			}
		}
		for _, e := range same {
			node[e.table] = 0
		}
		old, new = old[len(same):], new[n:]
	}
}

// sameID returns how many entries at the front of ids have this id. They are of several
// kinds.
func (s *side) sameID(id string, ids []imageID) int {
	n := 1
	for n < len(ids) && s.text(ids[n].str) == id {
		n++
	}
	return n
}

func (r *reload) pair(i, j int32) { r.old.other[i], r.new.other[j] = j, i }

// siblings matches the children of two nodes that match; its memory is reused.
type siblings struct {
	old, new [][]int32 // by kind: those that are not matched
	kinds    []uint16  // those with nodes in the lists
	byHash   hashLists // of pairLists
	next     []int32   // by place in a list: the next one alike, or -1
	a, b     []int32
}

func (m *siblings) pairBelow(r *reload, old, new *kin) {
	if old.first < 0 || new.first < 0 {
		return
	}
	if m.old == nil {
		m.old, m.new = make([][]int32, len(r.b.stores)), make([][]int32, len(r.b.stores))
	}
	m.kinds = m.kinds[:0]
	for i := old.first; i >= 0; i = r.old.kin[i].next {
		if r.old.other[i] < 0 {
			k := r.old.nodes[i].kind
			if len(m.old[k]) == 0 {
				m.kinds = append(m.kinds, k)
			}
			m.old[k] = append(m.old[k], i)
		}
	}
	for j := new.first; j >= 0; j = r.new.kin[j].next {
		if k := r.new.nodes[j].kind; r.new.other[j] < 0 {
			m.new[k] = append(m.new[k], j)
		}
	}
	for _, k := range m.kinds {
		m.pairLists(r, m.old[k], m.new[k])
		m.old[k] = m.old[k][:0]
	}
	for j := new.first; j >= 0; j = r.new.kin[j].next {
		m.new[r.new.nodes[j].kind] = m.new[r.new.nodes[j].kind][:0]
	}
}

// nameless appends to out the nodes of a list that have no id and no match.
func (s *side) nameless(out, list []int32) []int32 {
	for _, i := range list {
		if s.id[i] == 0 && s.other[i] < 0 {
			out = append(out, i)
		}
	}
	return out
}

func (m *siblings) pairLists(r *reload, old, new []int32) {
	if len(new) == 0 {
		return
	}
	m.a, m.b = r.old.nameless(m.a[:0], old), r.new.nameless(m.b[:0], new)
	a, b := m.a, m.b
	if len(old) == 1 && len(new) == 1 && len(a) == 1 && len(b) == 1 { // whatever they hold
		r.pair(a[0], b[0])
		return
	}
	for len(a) > 0 && len(b) > 0 && r.alike(a[0], b[0]) {
		r.pair(a[0], b[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && r.alike(a[len(a)-1], b[len(b)-1]) {
		r.pair(a[len(a)-1], b[len(b)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	m.pairAlike(r, old, new)
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
	if left == 0 {
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
