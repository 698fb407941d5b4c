package infer

import (
	"slices"
	"strings"
)

// gap is null among the objects of JSON's lists under one key: no element or node comes of
// it, so that those behind it have other numbers than in the source.
type gap struct {
	key string
	n   uint64
}

// addGap notes n times null among the objects of lists. The keys of a map count as one.
func (e *element) addGap(key string, n uint64, lim *usage) {
	if e.dict != nil {
		key = ""
	}
	if g := e.gapUnder(key); g != nil {
		g.n += n
	} else if e.room(lim) {
		e.gaps = append(e.gaps, gap{strings.Clone(key), n})
	}
}

// mergeGaps adds the gaps of another element, which have been counted.
func (e *element) mergeGaps(of []gap) {
	for _, g := range of {
		e.addGap(g.key, g.n, &usage{})
	}
}

// gapUnder returns the gap under a key, or nil.
func (e *element) gapUnder(key string) *gap {
	if i := slices.IndexFunc(e.gaps, func(g gap) bool { return g.key == key }); i >= 0 {
		return &e.gaps[i]
	}
	return nil
}

const (
	noElement = "null stands %s among the objects of a list: it has no element, and those behind it move up"
	noNode    = "null stands %s among the objects of a list: it makes no node, and those behind it move up"
	noKey     = "null stands %s under its keys: it is nothing, so that these keys are left out"
)

// noteGaps notes gaps in lists of nodes, which a build warns of, and those in a map's
// lists. Those in a span are the span's.
func (m *modeler) noteGaps(e *element, where string) {
	if e.dict != nil {
		all := uint64(0)
		for _, g := range e.gaps {
			all += g.n
		}
		if all > 0 {
			m.notes.add(false, where+".entries", noElement, times(all))
		}
		return
	}
	for _, g := range e.gaps {
		if x := e.byEdge[g.key]; x == nil || m.roles[x.to.self()] == isKind && !x.barred {
			f := e.byField[g.key]
			m.notes.add(x == nil && f != nil && f.tally.guess().span, strings.TrimSuffix(where+"."+g.key, "."), noNode, times(g.n)) // a span's null is an error
		}
	}
}

// noteNulls notes null under the keys of nodes.
func (m *modeler) noteNulls(k *kind) {
	for _, name := range k.at.held {
		if n := m.g.holders.known[name].nulls; n > 0 {
			m.notes.add(false, k.name, noKey, times(n))
		}
	}
}
