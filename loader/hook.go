package loader

import (
	"context"
	"iter"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// Placed is a node that has come into the world's stores, as OnNode passes it on. To
// use it as a record, ask the store of its kind:
//
//	if h, ok := w.Bodies.FromAny(n.Handle); ok {
//		body, _ := w.Bodies.Get(h)
//		...
//	}
type Placed struct {
	Handle store.AnyHandle
	Parent store.AnyHandle // of the nearest enclosing node that is in the world too, so of no skipped kind; nil for a root
	Kind   string          // the name of the world's table
	Depth  int             // 0 for a root
}

// callHook calls the hook for every node.
func (ld *load) callHook(ctx context.Context) error {
	if ld.b.opts.hook == nil {
		return nil
	}
	return ld.b.tellNodes(ctx, ld.plan, piecesBetween(&ld.nodes, 0, ld.nodes.n), ld.firstRows(), ld.at.handle)
}

// firstRows returns, by table of the file, the row of the first node: 0.
func (ln *lane) firstRows() []uint32 {
	ln.rows = zeroed(ln.rows, len(ln.plan.tables))
	return ln.rows
}

// lookAtNode is after how many nodes a load looks at its context again.
const lookAtNode = 64

// tellNodes calls the hook for rows of $node. next is, by table, the row of the
// next node; handle is the handle of a row. The caller holds mu.
func (b *Binding) tellNodes(ctx context.Context, p *plan, nodes iter.Seq[[]format.NodeRow], next []uint32, handle func(table int, row uint32) store.AnyHandle) error {
	b.inHook.Store(true)
	defer b.inHook.Store(false) // even if the hook panics
	// By depth in the file: the nearest node at or above it that is in the stores.
	var path [256]store.AnyHandle
	var depths worldDepths
	for rows := range nodes {
		for i := range rows {
			if i%lookAtNode == 0 && ctx.Err() != nil {
				return wrap("load", ctx.Err())
			}
			t, d := rows[i].Kind(), rows[i].Depth()
			st := p.storeOf(t)
			n := Placed{Depth: depths.next(d, st >= 0)}
			if d > 0 {
				n.Parent = path[d-1]
			}
			path[d] = n.Parent
			if st < 0 {
				continue
			}
			n.Handle = handle(int(t), next[t])
			n.Kind = b.world.Schema.Tables[st].Name
			next[t]++
			path[d] = n.Handle
			if err := b.opts.hook(n); err != nil {
				return &Error{Op: "load", Table: n.Kind, Err: err}
			}
		}
	}
	return nil
}
