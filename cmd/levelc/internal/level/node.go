package level

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// Node is a node of the tree.
type Node struct {
	Row    uint32 // of its kind's table
	Parent int32  // index of the node around it, -1 for a root
	Kind   uint16 // its table
	Depth  uint8  // of a root it is 0
	Slot   uint8  // which of its kind's element names it has
}

// Nodes lists the nodes in document order. Each call makes a new list.
func (l *Level) Nodes() []Node {
	rows := l.rows[format.TableNode]
	out := make([]Node, 0, len(rows)/4)
	next := make([]uint32, len(l.rows))
	var open [256]int32
	for ; len(rows) >= 4; rows = rows[4:] {
		n := Node{Kind: binary.LittleEndian.Uint16(rows), Depth: rows[2], Slot: rows[3], Parent: -1}
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
