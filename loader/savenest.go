package loader

import (
	"iter"
	"slices"
)

// nesting places nodes of which several parent fields name nodes. For each it has to know
// how these stand in one another, so it places them first, and first what they stand in.
// It does so with a stack of its own, because a game can nest nodes as deeply as it likes.
type nesting struct {
	s     *saver
	open  []bool   // by node: whether its place is to be chosen
	depth []uint16 // by node: 1 for a root, or one of the values below
	stack []int32
}

const (
	depthUnknown  = 0
	deepest       = 256 // that a file can have; nothing stands in such a node
	depthTooDeep  = deepest + 1
	depthUnderWay = deepest + 2 // it is on the stack, behind what it waits for
)

// nest moves nodes on into the innermost of the nodes that their parent fields name, if
// these stand in one another.
func (s *saver) nest(now []int32) {
	several := func(k int32) bool { return len(s.tables[s.nodes[k].kind].parents) > 1 }
	first := slices.IndexFunc(now, several)
	if first < 0 { // which is true of most worlds
		return
	}
	in := &nesting{s: s, open: make([]bool, len(s.nodes)), depth: make([]uint16, len(s.nodes))}
	for _, k := range now[first:] {
		in.open[k] = several(k)
	}
	for _, k := range now[first:] {
		if in.open[k] {
			in.place(k)
		}
	}
}

// place places node k, and before it all that this depends on.
func (in *nesting) place(k int32) {
	for in.wait(k); len(in.stack) > 0; {
		last := len(in.stack) - 1
		k = in.stack[last]
		switch in.depth[k] {
		case depthUnknown:
			in.depth[k] = depthUnderWay
			in.wait(in.s.nodes[k].up)
			if in.open[k] {
				for _, names := range in.s.parentsOf(k) {
					in.wait(names)
				}
			}
			continue
		case depthUnderWay:
			in.settle(k)
		}
		in.stack = in.stack[:last]
	}
}

// wait puts a node on the stack, unless there is none, or it is placed or waits itself.
func (in *nesting) wait(k int32) {
	if k >= 0 && in.depth[k] == depthUnknown {
		in.stack = append(in.stack, k)
	}
}

// settle gives a node its place and its depth.
func (in *nesting) settle(k int32) {
	n := &in.s.nodes[k]
	if in.open[k] {
		if up := in.innermost(k); up >= 0 {
			n.up = up
		}
	}
	in.depth[k] = 1
	if n.up >= 0 {
		in.depth[k] = min(in.depth[n.up], deepest) + 1
	}
}

// innermost returns the one of the nodes that the parent fields of node k name that
// stands in all others, or -1 if there is none that it could stand in.
func (in *nesting) innermost(k int32) int32 {
	best := int32(-1)
	for _, names := range in.s.parentsOf(k) {
		if in.depth[names] >= deepest { // also where the parents are circular
			return -1
		}
		if best < 0 || in.depth[names] > in.depth[best] {
			best = names
		}
	}
	for _, names := range in.s.parentsOf(k) {
		around := best
		for in.depth[around] > in.depth[names] {
			around = in.s.nodes[around].up
		}
		if around != names {
			return -1
		}
	}
	return best
}

// parentsOf yields the parent fields of node k that name nodes which are saved, and these.
func (s *saver) parentsOf(k int32) iter.Seq2[*saveField, int32] {
	return func(yield func(*saveField, int32) bool) {
		n := &s.nodes[k]
		parents := s.tables[n.kind].parents
		if len(parents) == 0 {
			return
		}
		row := s.live[n.kind].RowBytes(n.slot, n.gen)
		for i := range parents {
			p := &parents[i]
			if names := s.target(p.handle(row[p.off:])); names >= 0 && !yield(p, int32(names)) {
				return
			}
		}
	}
}
