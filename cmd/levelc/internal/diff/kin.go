package diff

import (
	"cmp"
	"slices"

	"github.com/zeebo/xxh3"
)

// This file matches nodes without an id by the nodes with ids inside them: a nameless
// group is the same group if the same bodies are in it.

// mostKin is how many nodes inside a node are looked at.
const mostKin = 64

// kin is how many nodes inside a node of a are inside a node of b, at the same depth.
type kin struct {
	i, j  int32
	votes int
	apart int // how far apart they are among their siblings
}

// byKin matches nodes of two lists of siblings, those with most in common first. With
// equal, their rows must be equal too.
func (e *engine) byKin(as, bs []int32, equal bool) {
	if !slices.ContainsFunc(as, func(i int32) bool { return len(e.a.below(i)) > 0 && e.a.free(i) }) {
		return
	}
	places := make(map[int32]int)
	for k, j := range bs {
		if e.b.free(j) {
			places[j] = k
		}
	}
	if len(places) == 0 {
		return
	}
	var all []kin
	for k, i := range as {
		if e.a.free(i) {
			all = e.votes(all, i, k, places, equal)
		}
	}
	slices.SortStableFunc(all, func(x, y kin) int {
		return cmp.Or(y.votes-x.votes, x.apart-y.apart)
	})
	for _, x := range all {
		if e.a.other[x.i] < 0 && e.b.other[x.j] < 0 {
			e.pair(x.i, x.j)
		}
	}
}

// votes appends the nodes that those inside node i speak for. Nodes are in document
// order, so those inside follow it.
func (e *engine) votes(all []kin, i int32, at int, places map[int32]int, equal bool) []kin {
	first, depth := len(all), e.a.nodes[i].Depth
	for d := i + 1; d <= i+mostKin && d < int32(len(e.a.nodes)) && e.a.nodes[d].Depth > depth; d++ {
		j := e.a.other[d]
		for up := e.a.nodes[d].Depth - depth; up > 0 && j >= 0; up-- {
			j = e.b.nodes[j].Parent
		}
		if j < 0 {
			continue
		}
		k, ok := places[j]
		if !ok || e.a.plan(i).b != int(e.b.nodes[j].Kind) {
			continue
		}
		if x := slices.IndexFunc(all[first:], func(x kin) bool { return x.j == j }); x >= 0 {
			all[first+x].votes++
		} else if !equal || e.rowHash(e.a, i) == e.rowHash(e.b, j) {
			all = append(all, kin{i, j, 1, max(at-k, k-at)})
		}
	}
	return all
}

// rowHash returns a number for the contents of a node's row, without its id and without
// the nodes inside.
func (e *engine) rowHash(s *side, node int32) uint64 {
	n := &s.nodes[node]
	start := len(e.scratch)
	e.scratch = append(e.scratch, n.Slot)
	e.addRow(s, s.plan(node), n.Row)
	h := xxh3.Hash(e.scratch[start:])
	e.scratch = e.scratch[:start]
	return h
}
