package diff

import (
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// matchIDs matches the nodes of one kind and one id.
func (e *engine) matchIDs() {
	for _, p := range e.a.plans {
		if p == nil || e.a.byRow[p.a] == nil {
			continue
		}
		byID := make(map[uint32]int32)
		for _, j := range e.b.byRow[p.b] {
			if id, ok := e.b.id(j); ok {
				byID[id] = j
			}
		}
		for _, i := range e.a.byRow[p.a] {
			if id, ok := e.a.id(i); ok {
				if j, ok := byID[id]; ok && e.b.other[j] < 0 {
					e.pair(i, j)
				}
			}
		}
	}
}

func (e *engine) pair(i, j int32) { e.a.other[i], e.b.other[j] = j, i }

// matchPaths matches the remaining nodes, from the roots down.
func (e *engine) matchPaths() {
	e.pairBelow(-1, -1)
	for i := range e.a.nodes {
		if j := e.a.other[i]; j >= 0 {
			e.pairBelow(int32(i), j)
		}
	}
}

// left lists the children of a node that have no match yet.
func (s *side) left(node int32) (list []int32) {
	for _, i := range s.below(node) {
		if s.other[i] < 0 {
			list = append(list, i)
		}
	}
	return list
}

// pairBelow matches the children of two matched nodes.
func (e *engine) pairBelow(a, b int32) {
	if len(e.a.left(a)) == 0 || len(e.b.left(b)) == 0 {
		return
	}
	as, bs := e.a.below(a), e.b.below(b)
	e.byKin(as, bs, true)
	e.inPlace(as, bs, e.hash)
	e.equals(e.a.left(a), e.b.left(b))
	e.inPlace(as, bs, e.rowHash)
	e.byKin(as, bs, false)
	// Between the same neighbours first: across one, a node would seem to have passed it.
	e.between(as, bs, e.rowHash, e.rest)
	e.rest(as, bs)
}

// equals matches equal nodes wherever they are, including a node with an id that was
// renamed.
func (e *engine) equals(as, bs []int32) {
	e.inOrder(as, bs, func(s *side, node int32) (uint64, bool) {
		if s.plan(node) == nil {
			return 0, false
		}
		return e.hash(s, node), true
	})
}

// rest matches the nodes of each kind that have neither a match nor an id in their order.
func (e *engine) rest(as, bs []int32) {
	e.inOrder(e.a.nameless(as), e.b.nameless(bs), func(s *side, node int32) (uint64, bool) {
		p := s.plan(node)
		if p == nil {
			return 0, false
		}
		return uint64(p.a), true
	})
}

// inOrder matches nodes with the same key: the first with the first, and so on. It leaves
// out those without a key.
func (e *engine) inOrder(as, bs []int32, key func(s *side, node int32) (k uint64, ok bool)) {
	byKey := make(map[uint64][]int32)
	for _, j := range bs {
		if k, ok := key(e.b, j); ok {
			byKey[k] = append(byKey[k], j)
		}
	}
	for _, i := range as {
		k, ok := key(e.a, i)
		if list := byKey[k]; ok && len(list) > 0 {
			e.pair(i, list[0])
			byKey[k] = list[1:]
		}
	}
}

// nameless lists the nodes that have neither a match nor an id.
func (s *side) nameless(list []int32) (out []int32) {
	for _, i := range list {
		if _, ok := s.id(i); !ok && s.other[i] < 0 {
			out = append(out, i)
		}
	}
	return out
}

// hash returns a number for the contents of a node and everything inside it, without
// ids. It is equal on both sides for equal contents.
func (e *engine) hash(s *side, node int32) uint64 {
	if s.hashes[node] != 0 {
		return s.hashes[node]
	}
	n := &s.nodes[node]
	start := len(e.scratch)
	e.scratch = append(e.scratch, n.Slot)
	e.addRow(s, s.plan(node), n.Row)
	for _, c := range s.below(node) {
		h := e.hash(s, c)
		e.scratch = binary.LittleEndian.AppendUint64(e.scratch, h)
	}
	h := max(1, xxh3.Hash(e.scratch[start:]))
	e.scratch = e.scratch[:start]
	s.hashes[node] = h
	return h
}

// addRow appends the contents of a row to the scratch.
func (e *engine) addRow(s *side, p *plan, row uint32) {
	le := binary.LittleEndian
	if p == nil {
		e.scratch = append(e.scratch, 0xff)
		return
	}
	e.scratch = le.AppendUint16(e.scratch, uint16(p.a))
	table := s.table(p)
	b := s.l.Row(table, row)
	for i := range p.fields {
		f := &p.fields[i]
		fd := s.field(f)
		v := b[fd.Offset:][:fd.Size()]
		switch {
		case f.id:
		case f.how == byBytes:
			e.scratch = append(e.scratch, v...)
		case f.how == byString:
			for ; len(v) > 0; v = v[4:] {
				e.scratch = le.AppendUint32(e.scratch, s.strs[le.Uint32(v)])
			}
		case f.how == byRef:
			for ; len(v) > 0; v = v[fd.Type.Size():] {
				e.addRef(s, fd, v)
			}
		case f.how == bySpan:
			start, n := level.Span(v)
			e.scratch = le.AppendUint32(e.scratch, n)
			for i := start; i < start+n; i++ {
				e.addRow(s, f.elems, i)
			}
		default:
			e.scratch = s.appendWhole(e.scratch, fd, b)
		}
	}
	if props, ok := s.props[level.At(table, row)]; ok {
		e.scratch = append(e.scratch, props...)
	}
}

// addRef appends the target of a reference: by its id, since rows differ between the
// sides.
func (e *engine) addRef(s *side, f *format.Field, v []byte) {
	table, row, ok := s.l.Ref(f, v)
	if !ok {
		e.scratch = append(e.scratch, 0)
		return
	}
	e.scratch = append(e.scratch, 1)
	if p := s.plans[table]; p != nil {
		e.scratch = binary.LittleEndian.AppendUint16(e.scratch, uint16(p.a))
	}
	if f.Attr.Role == format.RoleParent {
		return
	}
	if id, ok := s.id(s.byRow[table][row]); ok {
		e.scratch = binary.LittleEndian.AppendUint32(e.scratch, id)
	}
}

// outOfOrder lists the nodes of a sequence that have to move so that the rest ascends:
// all but a longest ascending part of it.
func outOfOrder(seq []int32) (out []int) {
	if slices.IsSorted(seq) {
		return nil
	}
	tails := make([]int, 0, len(seq)) // by length: where the ascending part of that length with the least end ends
	before := make([]int, len(seq))
	for i, v := range seq {
		k, _ := slices.BinarySearchFunc(tails, v, func(t int, v int32) int { return int(seq[t]) - int(v) })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	keep := make([]bool, len(seq))
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		keep[i] = true
	}
	for i := range seq {
		if !keep[i] {
			out = append(out, i)
		}
	}
	return out
}
