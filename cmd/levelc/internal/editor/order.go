package editor

import "iter"

// PlaceOfMember returns where member i is, in its list if it is an item.
func (n *Node) PlaceOfMember(i int) Place {
	m, item := &n.Members[i], 1
	if !m.Mixed {
		return n.PlaceIn(m)
	}
	if n.HasPacked(m.Name) {
		item += int(m.Before)
	} else {
		for _, c := range n.Nodes[:m.Before] {
			if c.Name == m.Name {
				item++
			}
		}
	}
	for k := range n.Members[:i] {
		if n.Members[k].Name == m.Name {
			item++
		}
	}
	return n.PlaceIn(m).Item(item)
}

// InOrder returns the members and nodes of n, which has no packed ones, in the order of the
// file: for each either the member or the node.
func (n *Node) InOrder() iter.Seq2[*Member, *Node] {
	return func(yield func(*Member, *Node) bool) {
		next := 0 // of the nodes
		for i := range n.Members {
			m := &n.Members[i]
			for ; next < int(m.Before); next++ {
				if !yield(nil, n.Nodes[next]) {
					return
				}
			}
			if !yield(m, nil) {
				return
			}
		}
		for _, c := range n.Nodes[next:] {
			if !yield(nil, c) {
				return
			}
		}
	}
}

// ByName divides an object into one for each name in it, in their order. So it takes no longer
// to go through many lists.
func (n *Node) ByName() []*Node {
	most := len(n.Members) + len(n.Nodes)
	nodes, list := make([]Node, 0, most), make([]*Node, 0, most)
	known := make(map[string]*Node, most)
	of := func(name string) *Node {
		part := known[name]
		if part == nil {
			nodes = append(nodes, Node{Doc: n.Doc, Name: name, At: n.At})
			part = &nodes[len(nodes)-1]
			known[name] = part
			list = append(list, part)
		}
		return part
	}
	for m, c := range n.InOrder() {
		if m == nil {
			part := of(c.Name)
			part.Nodes = append(part.Nodes, c)
			continue
		}
		part := of(m.Name)
		part.Members = append(part.Members, *m)
		part.Members[len(part.Members)-1].Before = int32(len(part.Nodes))
	}
	return list
}
