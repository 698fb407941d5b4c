package diff

import (
	"maps"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// side is one of the two levels, prepared for comparing.
//
// Invariant: other, where it is not -1, is one-to-one between the sides.
type side struct {
	l        *level.Level
	second   bool    // it is b
	plans    []*plan // by table: nil if the other side has no counterpart
	nodes    []level.Node
	byRow    [][]int32 // by kind, by row: the node
	children []span    // by node plus one; 0 is the document
	order    []int32   // the nodes, by parent and then in document order
	index    []uint32  // by node: index among the siblings of its kind
	other    []int32   // by node: the node that it matches, or -1
	hashes   []uint64  // by node: of its subtree, 0 if not computed yet
	strs     []uint32  // by string: a number that equal texts of both sides share
	props    map[level.Place]format.Props
}

type span struct{ start, end int32 }

func newSide(l *level.Level) *side {
	s := &side{l: l, nodes: l.Nodes(), props: maps.Collect(l.Props)}
	n := len(s.nodes)
	s.byRow = make([][]int32, len(l.Schema.Tables))
	for i, t := range l.Schema.Tables {
		if t.Class == format.ClassNode {
			s.byRow[i] = make([]int32, l.Rows(i))
		}
	}
	s.children, s.order = make([]span, n+1), make([]int32, n)
	s.other, s.hashes = make([]int32, n), make([]uint64, n)
	counts := make([]int32, n+1)
	for i := range s.nodes {
		s.byRow[s.nodes[i].Kind][s.nodes[i].Row] = int32(i)
		counts[s.nodes[i].Parent+1]++
		s.other[i] = -1
	}
	at := int32(0)
	for i, c := range counts {
		s.children[i] = span{at, at}
		at += c
	}
	for i := range s.nodes {
		c := &s.children[s.nodes[i].Parent+1]
		s.order[c.end] = int32(i)
		c.end++
	}
	s.number()
	return s
}

// number counts the siblings of each kind.
func (s *side) number() {
	s.index = make([]uint32, len(s.nodes))
	next := make([]uint32, len(s.l.Schema.Tables))
	for _, c := range s.children {
		for _, i := range s.order[c.start:c.end] {
			k := s.nodes[i].Kind
			s.index[i] = next[k]
			next[k]++
		}
		for _, i := range s.order[c.start:c.end] {
			next[s.nodes[i].Kind] = 0
		}
	}
}

// below returns the children of a node; -1 is the document.
func (s *side) below(node int32) []int32 {
	c := s.children[node+1]
	return s.order[c.start:c.end]
}

func (s *side) kind(node int32) *format.Table { return &s.l.Schema.Tables[s.nodes[node].Kind] }

// plan returns how the rows of a node's kind are compared, or nil.
func (s *side) plan(node int32) *plan { return s.plans[s.nodes[node].Kind] }

// table returns which table of this side a plan is about.
func (s *side) table(p *plan) int {
	if s.second {
		return p.b
	}
	return p.a
}

// field returns this side's field of a pair.
func (s *side) field(f *pair) *format.Field {
	if s.second {
		return f.b
	}
	return f.a
}

// id returns the shared number of a node's id.
func (s *side) id(node int32) (id uint32, ok bool) {
	n := &s.nodes[node]
	str, ok := s.l.IDString(int(n.Kind), n.Row)
	if !ok {
		return 0, false
	}
	return s.strs[str], true
}

// shared returns the shared number of a string. That of the empty one is 0, even if there
// are no strings at all.
func (s *side) shared(str uint32) uint32 {
	if str == 0 {
		return 0
	}
	return s.strs[str]
}

// path describes the place of a node for people: from the nearest node with an id down.
func (s *side) path(node int32) string { return string(s.appendPath(nil, node)) }

func (s *side) appendPath(b []byte, node int32) []byte {
	if node < 0 {
		return append(b, "the document"...)
	}
	n := &s.nodes[node]
	id, ok := s.l.ID(int(n.Kind), n.Row)
	if !ok && n.Parent >= 0 {
		b = append(s.appendPath(b, n.Parent), '/')
	}
	b = append(b, s.kind(node).Name...)
	if ok {
		return strconv.AppendQuote(append(b, ' '), clip(id))
	}
	b = append(b, '[')
	b = strconv.AppendUint(b, uint64(s.index[node]), 10)
	return append(b, ']')
}

// mostText is the most bytes of a text that are shown.
const mostText = 120

func clip(b []byte) string { return terse.Clip(b, mostText) }

// share gives equal texts of both sides the same number.
func share(a, b *side) {
	numbers := make(map[string]uint32, a.l.Strings())
	for _, s := range []*side{a, b} {
		s.strs = make([]uint32, s.l.Strings())
		for i := range s.strs {
			text := s.l.Text(uint32(i))
			n, ok := numbers[string(text)]
			if !ok {
				n = uint32(len(numbers))
				numbers[string(text)] = n
			}
			s.strs[i] = n
		}
	}
}
