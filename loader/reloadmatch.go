package loader

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/levelc/levelc/format"
)

// side is one of the two versions of a level, with its tree.
type side struct {
	*image
	other  []int32    // by node: the same node of the other side, or -1
	nodeOf [][]uint32 // by table, by row: the node
	kin    []kin      // by node
	root   kin        // of the roots: first and last only
	id     []uint32   // by node: its string plus one; 0 if there is none
	hashes []uint64   // by node: of all its contents, without ids
}

func newSide(im *image) *side {
	n := len(im.nodes)
	s := &side{image: im, other: make([]int32, n), nodeOf: make([][]uint32, len(im.tables)),
		kin: make([]kin, n), id: make([]uint32, n), hashes: make([]uint64, n), root: alone}
	for t := range im.tables {
		if im.world.Tables[t].Class == format.ClassNode {
			s.nodeOf[t] = make([]uint32, 0, im.tables[t].n)
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
	seed := maphash.MakeSeed()
	r.hash(r.old, seed)
	r.hash(r.new, seed)
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
		if c := bytes.Compare(id, r.new.text(new[0].str)); c < 0 {
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
func (s *side) sameID(id []byte, ids []imageID) int {
	n := 1
	for n < len(ids) && bytes.Equal(s.text(ids[n].str), id) {
		n++
	}
	return n
}

func (r *reload) pair(i, j int32) { r.old.other[i], r.new.other[j] = j, i }

// siblings matches the children of two nodes that match; its memory is reused.
type siblings struct {
	old, new [][]int32        // by kind: those that are not matched
	kinds    []uint16         // those with nodes in the lists
	byHash   map[uint64]alike // empty except in pairLists
	next     []int32          // by place in a list: the next one alike, or -1
	a, b     []int32
}

// alike is nodes with the same hash, by their places in a list. first is -1 if none are
// left.
type alike struct{ first, last int32 }

func (m *siblings) pairBelow(r *reload, old, new *kin) {
	if old.first < 0 || new.first < 0 {
		return
	}
	if m.old == nil {
		m.old, m.new = make([][]int32, len(r.b.stores)), make([][]int32, len(r.b.stores))
		m.byHash = make(map[uint64]alike)
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
	for len(a) > 0 && len(b) > 0 && r.old.hashes[a[0]] == r.new.hashes[b[0]] {
		r.pair(a[0], b[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && r.old.hashes[a[len(a)-1]] == r.new.hashes[b[len(b)-1]] {
		r.pair(a[len(a)-1], b[len(b)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	m.next = slices.Grow(m.next[:0], len(new))[:len(new)]
	for k, j := range new {
		if r.new.other[j] >= 0 {
			continue
		}
		m.next[k] = -1
		l, ok := m.byHash[r.new.hashes[j]]
		if ok {
			m.next[l.last] = int32(k)
		} else {
			l.first = int32(k)
		}
		l.last = int32(k)
		m.byHash[r.new.hashes[j]] = l
	}
	for _, i := range old {
		if l, ok := m.byHash[r.old.hashes[i]]; r.old.other[i] < 0 && ok && l.first >= 0 {
			r.pair(i, new[l.first])
			l.first = m.next[l.first]
			m.byHash[r.old.hashes[i]] = l
		}
	}
	for _, j := range new { // clear would take as long as for the largest family so far
		delete(m.byHash, r.new.hashes[j])
	}
	a, b = r.old.nameless(a[:0], a), r.new.nameless(b[:0], b)
	for k := range min(len(a), len(b)) {
		r.pair(a[k], b[k])
	}
}

// hash computes a number for each node of a side, from all that it and its children
// hold.
func (r *reload) hash(s *side, seed maphash.Seed) {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := len(s.nodes) - 1; i >= 0; i-- { // children come after their parent
		n, below := &s.nodes[i], s.hashes[i] // what the children have added
		h.Reset()
		writeUint(&h, below<<8|uint64(n.name))
		writeUint(&h, below>>56)
		r.hashRow(&h, s, int(n.kind), n.row)
		if p := s.propsOf(int(n.kind), n.row); p != nil {
			h.Write(p)
		}
		s.hashes[i] = h.Sum64()
		if up := s.kin[i].up; up >= 0 {
			s.hashes[up] = s.hashes[up]*0x9e3779b97f4a7c15 + s.hashes[i] + uint64(n.kind)
		}
	}
}

func writeUint(h *maphash.Hash, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	h.Write(b[:])
}

// hashRow adds the contents of a row: strings by their text, references by the ids of
// their targets, spans by their elements.
func (r *reload) hashRow(h *maphash.Hash, s *side, table int, row uint32) {
	ne := binary.NativeEndian
	data := s.row(table, row, int(r.b.world.Schema.Tables[table].Stride))
	for _, f := range r.b.columns[table] {
		v := data[f.Offset:][:f.Size()]
		switch {
		case f.Attr.Role.IsID() || f.Attr.Role == format.RoleParent:
		case f.Type == format.TypeStr:
			for ; len(v) > 0; v = v[4:] {
				text := s.text(ne.Uint32(v))
				writeUint(h, uint64(len(text)))
				h.Write(text)
			}
		case f.Type.IsRef():
			for ; len(v) > 0; v = v[f.Type.Size():] {
				st, to := f.target(v)
				writeUint(h, uint64(st+1))
				if st >= 0 {
					if id := s.id[s.nodeOf[st][to]]; id != 0 {
						h.Write(s.text(id - 1))
					}
				}
			}
		case f.Type == format.TypeSpan:
			writeUint(h, uint64(ne.Uint32(v[4:])))
			for k := range ne.Uint32(v[4:]) {
				r.hashRow(h, s, f.to, ne.Uint32(v)+k)
			}
		default:
			h.Write(v)
		}
	}
}

// target returns the target of a reference in an image. st is -1 for null.
func (f column) target(v []byte) (st int, row uint32) {
	ne := binary.NativeEndian
	n := ne.Uint32(v)
	if n == 0 {
		return -1, 0
	}
	if f.Type == format.TypeAnyRef {
		return int(ne.Uint16(v[8:])), n - 1
	}
	return f.to, n - 1
}
