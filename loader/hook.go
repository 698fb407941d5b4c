package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/store"
)

// Placed is a node that has come into the world's stores, as OnNode is told of
// it. To use it as a record, ask the store of its kind:
//
//	if h, ok := w.Bodies.FromAny(n.Handle); ok {
//		body, _ := w.Bodies.Get(h)
//		...
//	}
type Placed struct {
	Handle store.AnyHandle
	Parent store.AnyHandle // of the nearest node around it whose kind the world has; nil for a root
	Kind   string          // the name of the world's table
	Depth  int             // 0 for a root
}

// callHook tells the game of every node. ld.nodes is the rows of $node.
func (ld *load) callHook() error {
	hook := ld.b.opts.hook
	if hook == nil {
		return nil
	}
	ld.rows = zeroed(ld.rows, len(ld.plan.tables))
	// By depth in the file: the nearest node at or above it that is in the
	// stores, and what the depth of a child is.
	var path [256]store.AnyHandle
	var below [256]uint8
	le := binary.LittleEndian
	for rows := ld.nodes; len(rows) > 0; rows = rows[4:] {
		t, d := le.Uint16(rows), rows[2]
		n := Placed{}
		if d > 0 {
			n.Parent, n.Depth = path[d-1], int(below[d-1])
		}
		path[d], below[d] = n.Parent, uint8(n.Depth)
		st := ld.plan.storeOf(t)
		if st < 0 {
			continue
		}
		n.Handle = ld.set.handle(int(t), ld.rows[t])
		n.Kind = ld.b.world.Schema.Tables[st].Name
		ld.rows[t]++
		path[d], below[d] = n.Handle, uint8(n.Depth)+1
		if err := hook(n); err != nil {
			return &Error{Op: "load", Table: n.Kind, Err: err}
		}
	}
	return nil
}
