package editor

// ItemOf returns which item of its list member i is, from 1 on. It must be Mixed.
func (n *Node) ItemOf(i int) int32 {
	m, item := &n.Members[i], int32(1)
	if n.HasPacked(m.Name) {
		item += m.Before
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
	return item
}
