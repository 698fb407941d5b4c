package infer

import (
	"slices"
	"strings"
)

// turns watches the order of the elements in one parent. Fields and spans keep no order
// among elements of several names, but nodes do. If elements alternate (key, value,
// key, value; straight, bend, straight), their order probably means something.
type turns struct {
	met     uint64 // edges so far, as edge.bit
	last    *edge
	first   [2]*edge // the two at the first return
	returns int
}

// How certain it is that elements alternate: one came back after another once, which
// may be chance, or more than once in one parent.
const (
	cameBack = 1
	inTurns  = 2
)

// next goes on to the next element of the parent, which has been counted already.
func (t *turns) next(x *edge) {
	before := t.last
	t.last = x
	if x.cur == 1 {
		x.behind |= t.met
		t.met |= x.bit
	}
	if before == nil || before == x {
		return
	}
	if x.cur > 1 {
		t.returns++
		if t.returns == 1 {
			t.first = [2]*edge{before, x}
		}
	}
	switch a, b := t.first[0], t.first[1]; {
	case t.returns >= inTurns:
		a.turns, b.turns, before.turns, x.turns = inTurns, inTurns, inTurns, inTurns
	case t.returns > 0:
		a.turns, b.turns = max(a.turns, cameBack), max(b.turns, cameBack)
	}
}

// spreadTurns makes what came back only once certain, if others of the same parents did
// so again and again.
func (e *element) spreadTurns() {
	if !slices.ContainsFunc(e.edges, func(x *edge) bool { return x.turns == inTurns }) {
		return
	}
	for _, x := range e.edges {
		if x.turns == cameBack {
			x.turns = inTurns
		}
	}
}

// noteTurns says which elements lose their order.
func (m *modeler) noteTurns(e *element, where string) {
	var names []string
	lost := false // by those that are no nodes: these keep theirs among each other
	for _, x := range e.edges {
		if to := x.to.self(); x.turns > 0 && !to.isPair() {
			names = append(names, x.name)
			lost = lost || m.roles[to] != isKind
		}
	}
	if lost {
		m.notes.add(false, where, "elements of several names stand in turns, and which of them stood before which is lost (%s)", strings.Join(names, ", "))
	}
}

// noteOrders says of which elements some stand in front of others here and behind them
// there, though they do not alternate. Nodes keep their order; what a parent has one of, a
// field or a struct, has none that means anything.
func (m *modeler) noteOrders(e *element, where string) {
	var names []string
	edges := e.edges[:min(mostOrders, len(e.edges))]
	for _, a := range edges {
		either := func(b *edge) bool {
			return a.behind&b.bit != 0 && b.behind&a.bit != 0 && (a.turns == 0 || b.turns == 0) && b.repeats() &&
				(m.roles[a.to.self()] != isKind || m.roles[b.to.self()] != isKind)
		}
		if a.behind != 0 && a.repeats() && slices.ContainsFunc(edges, either) {
			names = append(names, a.name)
		}
	}
	if len(names) > 0 {
		m.notes.add(false, where, "elements of several names stand in one order here and in another there, and which of them stood before which is lost (%s)", strings.Join(names, ", "))
	}
}

// order is in which elements of the other names in their parents the elements of one stand.
type order struct {
	bit    uint64 // of the name, for the first mostOrders in a parent
	behind uint64 // bits of the names whose first one stood in front, in some parent
}

// mostOrders is of how many names in a parent the order is noted.
const mostOrders = 64

// takeOrders gives the orders that edges of another element had to those of e with their
// names.
func (e *element) takeOrders(edges []*edge, had []order) {
	for i, x := range edges {
		mine := e.byEdge[x.name]
		for k, y := range edges {
			if had[i].behind&had[k].bit != 0 {
				mine.behind |= e.byEdge[y.name].bit
			}
		}
	}
}
