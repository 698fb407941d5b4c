package level

import "github.com/levelc/levelc/format"

// Node is a node of the tree.
type Node struct {
	Row    uint32 // of its kind's table
	Parent int32  // index of the node that contains it, or -1 for a root
	Kind   uint16 // its table
	Depth  uint8  // 0 for a root
	Slot   uint8  // index into the element names of its kind
}

// Nodes lists the nodes in document order. Each call makes a new list.
func (l *Level) Nodes() []Node {
	rows := format.FixedRows[format.NodeRow](l.rows[format.TableNode])
	out := make([]Node, 0, len(rows))
	next := make([]uint32, len(l.rows))
	var open [format.MaxDepth + 1]int32
	for i := range rows {
		n := Node{Kind: rows[i].Kind(), Depth: rows[i].Depth(), Slot: rows[i].Slot(), Parent: -1}
		n.Row = next[n.Kind]
		next[n.Kind]++
		if n.Depth > 0 {
			n.Parent = open[n.Depth-1]
		}
		open[n.Depth] = int32(len(out))
		out = append(out, n)
	}
	return out
}
