package infer

import "strings"

// turns watches the order of the elements in one parent. Fields and spans keep no order
// among elements of several names, but nodes do. If elements alternate (key, value,
// key, value; straight, bend, straight), their order probably means something.
type turns struct {
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
func (t *turns) next(d *edge) {
	before := t.last
	t.last = d
	if before == nil || before == d {
		return
	}
	if d.cur > 1 {
		t.returns++
		if t.returns == 1 {
			t.first = [2]*edge{before, d}
		}
	}
	switch {
	case t.returns == 0:
		return
	case t.returns < inTurns:
		t.first[0].turns, t.first[1].turns = max(t.first[0].turns, cameBack), max(t.first[1].turns, cameBack)
		return
	}
	before.turns, d.turns = inTurns, inTurns
	t.first[0].turns, t.first[1].turns = inTurns, inTurns
}

// spreadTurns makes what came back only once certain, if others of the same parents did
// so again and again.
func (e *element) spreadTurns() {
	sure := false
	for _, x := range e.edges {
		sure = sure || x.turns == inTurns
	}
	for _, x := range e.edges {
		if sure && x.turns == cameBack {
			x.turns = inTurns
		}
	}
}

// noteTurns says which elements lose their order.
func (m *modeler) noteTurns(e *element, where string) {
	var names []string
	lost := false // by those that are no nodes: these keep theirs among each other
	for _, x := range e.edges {
		if to := x.to.self(); x.turns > 0 && !m.isPair(to) {
			names = append(names, x.name)
			lost = lost || m.roles[to] != isKind
		}
	}
	if lost {
		m.notes.add(false, where, "elements of several names stand in turns, and which of them stood before which is lost (%s)", strings.Join(names, ", "))
	}
}
