package format

import "fmt"

// nodeCheck is rule 8.
type nodeCheck struct {
	counts []uint64 // nodes by kind
	odd    []uint64 // those in odd rows, while a block is checked
	depth  int      // of the last node; -1 before the first one
}

// anyDepth stands for the depth before a chunk that is read alone.
const anyDepth = MaxDepth

func (n *nodeCheck) start(tables int) {
	n.counts = zeroed(n.counts, tables)
	n.odd = zeroed(n.odd, tables)
	n.depth = -1
}

// checkNodes checks rule 8: the first depth is 0, each is at most one more than the one
// before it, kinds are node tables, and each node has its row in this chunk. Then each row
// has its node too, because the directory has as many of both in each chunk.
//
// Nodes of one kind come in runs, so two arrays take turns in counting: a single one
// would wait for its own last store.
func (c *checker) checkNodes(b *BlockInfo, data []byte) error {
	even, odd := c.nodes.counts, c.nodes.odd
	depth := c.nodes.depth
	w := c.scan.words(data, 4)
	bad := 0
	n := uint(len(even))
	odd = odd[:n]
	i := 0
	for ; i+1 < len(w); i += 2 {
		v0, v1 := w[i], w[i+1]
		k0, k1 := uint(v0&0xffff), uint(v1&0xffff)
		if k0 >= n || k1 >= n {
			break
		}
		even[k0]++
		odd[k1]++
		d0, d1 := int(v0>>16&0xff), int(v1>>16&0xff)
		bad |= depth - d0 + 1 // negative if d0 > depth+1
		bad |= d0 - d1 + 1
		depth = d1
	}
	if i+1 == len(w) && uint(w[i]&0xffff) < n {
		even[w[i]&0xffff]++
		d := int(w[i] >> 16 & 0xff)
		bad |= depth - d + 1
		depth = d
		i++
	}
	wrong := bad < 0 || i < len(w)
	if len(w) < len(odd) { // looking at each kind would cost more than the nodes do
		for _, v := range w[:i] {
			wrong = c.tooMany(v&0xffff) || wrong
		}
	} else {
		for k := range odd {
			wrong = c.tooMany(uint32(k)) || wrong
		}
	}
	if wrong {
		return c.locateNode(b, w)
	}
	c.nodes.depth = depth
	return nil
}

// tooMany adds up the two counts of a kind and reports whether they exceed its rows.
func (c *checker) tooMany(kind uint32) bool {
	n := &c.nodes
	n.counts[kind] += n.odd[kind]
	n.odd[kind] = 0
	return n.counts[kind] > c.have[kind] || n.counts[kind] > 0 && c.plan.schema.Tables[kind].Class != ClassNode
}

func (c *checker) locateNode(b *BlockInfo, w []uint32) error {
	depth := c.nodes.depth
	for i, v := range w {
		kind, d := int(v&0xffff), int(v>>16&0xff)
		if kind >= len(c.total) || c.plan.schema.Tables[kind].Class != ClassNode {
			return c.failNode(b, 4*i, "kind", fmt.Sprintf("table %d is no kind", kind))
		}
		if d > depth+1 {
			return c.failNode(b, 4*i, "depth", fmt.Sprintf("%d after %d", d, depth))
		}
		depth = d
	}
	counts := c.nodes.counts
	for _, v := range w { // back to before the block
		counts[v&0xffff]--
	}
	for i, v := range w {
		kind := v & 0xffff
		if counts[kind]++; counts[kind] > c.have[kind] {
			return c.failNode(b, 4*i, "kind", fmt.Sprintf("a node of kind %s, of which there are %d rows through chunk %d",
				c.plan.schema.Tables[kind].Name, c.rowsOf(int(kind)), c.chunk))
		}
	}
	return c.failNode(b, 0, "kind", "no kind") // cannot happen: one of the rows failed
}

func (c *checker) failNode(b *BlockInfo, at int, field, detail string) error {
	e := c.fail(b, nil, at, ErrTree, detail).(*Error)
	e.Rule, e.Field = 8, field
	return e
}
