package tiled

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// checkOverlap reports chunks of a layer that have cells in common. The editor never writes
// them, and which of the cells count would depend on the order in which a game goes through
// the chunks.
func (r *reader) checkOverlap(list []region) {
	seen := make(map[[2]int64]int, len(list))
	for i := range list {
		g := &list[i]
		if first, again := seen[[2]int64{g.x, g.y}]; again {
			r.ErrorfBecause(g.node.Place(), editor.Cause{At: list[first].node.Place(), Says: "the first one"}, "", "two chunks of a layer lie at %d,%d", g.x, g.y)
			continue
		}
		seen[[2]int64{g.x, g.y}] = i
	}
	if w, _ := grid(list); w > 0 {
		return // each is in a cell of its own
	}
	order := make([]*region, 0, len(seen))
	for _, i := range seen {
		order = append(order, &list[i])
	}
	slices.SortFunc(order, func(a, b *region) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	// A line goes down over the layer and meets one chunk after another.
	met := newColumns(order)
	for _, g := range order {
		if o := met.lowest(g); o != nil && o.y+o.h > g.y {
			r.ErrorfBecause(g.node.Place(), editor.Cause{At: o.node.Place(), Says: "the other one"}, saveAgain, "the chunk at %d,%d overlaps the one at %d,%d", g.x, g.y, o.x, o.y)
			continue
		}
		met.add(g)
	}
}

// columns knows which of some regions reaches furthest down in a range of columns. It is a
// tree over the stretches between the edges of all regions: node i has the nodes 2i and 2i+1
// in it.
type columns struct {
	edges []int64
	nodes []columnsNode
}

type columnsNode struct {
	across *region // the lowest of those that were added to all of the node
	lowest *region // the lowest of those in any part of it
}

func newColumns(list []*region) *columns {
	edges := make([]int64, 0, 2*len(list))
	for _, g := range list {
		edges = append(edges, g.x, g.x+g.w)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	return &columns{edges, make([]columnsNode, 4*len(edges))}
}

func lower(a, b *region) *region {
	if a == nil || b != nil && b.y+b.h > a.y+a.h {
		return b
	}
	return a
}

// stretches returns the stretches that a region has, from the first to before the last.
func (c *columns) stretches(g *region) (from, to int) {
	from, _ = slices.BinarySearch(c.edges, g.x)
	to, _ = slices.BinarySearch(c.edges, g.x+g.w)
	return from, to
}

func (c *columns) lowest(g *region) *region {
	from, to := c.stretches(g)
	return c.lowestIn(1, 0, len(c.edges)-1, from, to)
}

// lowestIn looks in node i, which has the stretches from a to before b.
func (c *columns) lowestIn(i, a, b, from, to int) *region {
	switch n := &c.nodes[i]; {
	case to <= a || b <= from:
		return nil
	case from <= a && b <= to:
		return n.lowest
	default:
		mid := (a + b) / 2
		return lower(n.across, lower(c.lowestIn(2*i, a, mid, from, to), c.lowestIn(2*i+1, mid, b, from, to)))
	}
}

func (c *columns) add(g *region) {
	from, to := c.stretches(g)
	c.addIn(1, 0, len(c.edges)-1, from, to, g)
}

func (c *columns) addIn(i, a, b, from, to int, g *region) {
	if to <= a || b <= from {
		return
	}
	n := &c.nodes[i]
	n.lowest = lower(n.lowest, g)
	if from <= a && b <= to {
		n.across = lower(n.across, g)
		return
	}
	mid := (a + b) / 2
	c.addIn(2*i, a, mid, from, to, g)
	c.addIn(2*i+1, mid, b, from, to, g)
}
