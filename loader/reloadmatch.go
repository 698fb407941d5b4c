package loader

import "strings"

// match finds which nodes of the two versions are the same.
func (r *reload) match() {
	r.alike = make([]bool, len(r.new.nodes))
	r.matchIDs()
	var m siblings
	m.pairBelow(r, family{0, int32(len(r.old.nodes))}, family{0, int32(len(r.new.nodes))})
	for j := int32(0); int(j) < len(r.new.nodes); {
		if r.alike[j] {
			j = r.new.end[j] // so is all below it
			continue
		}
		if i := r.new.other[j]; i >= 0 {
			m.pairBelow(r, r.old.below(i), r.new.below(j))
		}
		j++
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
			node[e.table] = r.old.node(int(e.table), e.row) + 1
		}
		n := r.new.sameID(id, new)
		for _, e := range new[:n] {
			i, j := node[e.table]-1, r.new.node(int(e.table), e.row)
			if i >= 0 && r.old.other[i] < 0 && r.new.other[j] < 0 { // a file may give a node several ids
				r.pair(i, j)
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
