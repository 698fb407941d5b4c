package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// engine is one comparison of two levels.
type engine struct {
	a, b    *side
	say     func(Change)
	sum     Summary
	scratch []byte
	changed bool // the current node has changed
	at      string
	node    int32
}

// Levels compares two levels. It calls say for each difference: first those of the
// schemas, then of metadata and chunks, then of the nodes of a in document order, then
// the nodes that only b has, then chunks that begin elsewhere among the same nodes.
func Levels(a, b *level.Level, say func(Change)) Summary {
	e := &engine{a: newSide(a), b: newSide(b), say: say}
	share(e.a, e.b)
	e.b.second = true
	e.a.plans, e.b.plans = plans(a.Schema, b.Schema)
	e.sum.Schema = Schemas(a.Schema, b.Schema, say)
	e.props(Change{Part: Meta}, a.Meta, b.Meta)
	e.chunks()
	e.matchIDs()
	e.matchPaths()
	e.report()
	e.borders()
	return e.sum
}

// other reports a difference that is not about nodes.
func (e *engine) other(c Change) {
	e.sum.Other++
	e.say(c)
}

// chunks compares the chunks.
func (e *engine) chunks() {
	a, b := e.a.l, e.b.l
	if len(a.Chunks) != len(b.Chunks) {
		e.other(Change{Op: Changed, Part: Chunks, Of: "their number", Old: strconv.Itoa(len(a.Chunks)), New: strconv.Itoa(len(b.Chunks))})
		return
	}
	for i := range a.Chunks {
		x, y := a.Chunks[i].Label, b.Chunks[i].Label
		if e.a.shared(x) != e.b.shared(y) {
			old, now := apart(a.Text(x), b.Text(y))
			e.other(Change{Op: Changed, Part: Chunks, Of: strconv.Itoa(i), Field: "label", Old: strconv.Quote(old), New: strconv.Quote(now)})
		}
	}
}

// borders reports chunks that begin elsewhere among the same nodes.
func (e *engine) borders() {
	a, b := e.a.l.Chunks, e.b.l.Chunks
	if len(a) != len(b) || e.sum.Added+e.sum.Removed+e.sum.Moved+e.sum.Order > 0 {
		return
	}
	for i := range a {
		if x, y := a[i].Nodes, b[i].Nodes; x != y {
			e.other(Change{Op: Changed, Part: Chunks, Of: strconv.Itoa(i), Field: "nodes", Old: strconv.Itoa(int(x)), New: strconv.Itoa(int(y))})
		}
	}
}

// report reports the nodes.
func (e *engine) report() {
	removed, added := e.a.lost(), e.b.lost()
	order := e.reordered()
	for i := range e.a.nodes {
		i := int32(i)
		if inside, ok := removed[i]; ok {
			e.say(Change{Op: Removed, Of: e.a.path(i), Nodes: inside})
		}
		j := e.a.other[i]
		if j < 0 {
			e.sum.Removed++
			continue
		}
		pa, pb := e.a.nodes[i].Parent, e.b.nodes[j].Parent
		switch _, shifted := order[i]; {
		case !e.match(pa, pb):
			e.sum.Moved++
			e.say(Change{Op: Moved, Of: e.a.path(i), Old: e.a.path(pa), New: e.b.path(pb)})
		case shifted:
			e.sum.Order++
			e.say(Change{Op: Order, Of: e.a.path(i)})
		}
		e.compare(i, j)
	}
	for j := range e.b.nodes {
		j := int32(j)
		if inside, ok := added[j]; ok {
			e.say(Change{Op: Added, Of: e.b.path(j), Nodes: inside})
		}
		if e.b.other[j] < 0 {
			e.sum.Added++
		}
	}
}

// match reports whether two nodes match; the document matches itself.
func (e *engine) match(a, b int32) bool {
	if a < 0 || b < 0 {
		return a == b
	}
	return e.a.other[a] == b
}

// lost finds the topmost nodes without a match, and how many such nodes are in each.
func (s *side) lost() map[int32]int {
	out := make(map[int32]int)
	top := make(map[int32]int32)
	for i := range s.nodes {
		i := int32(i)
		if s.other[i] >= 0 {
			continue
		}
		t := i
		if p := s.nodes[i].Parent; p >= 0 && s.other[p] < 0 {
			t = top[p]
			out[t]++
		} else {
			out[i] = 0
		}
		top[i] = t
	}
	return out
}

// reordered finds the nodes of a that have another place among the siblings that they
// have on both sides.
func (e *engine) reordered() map[int32]struct{} {
	out := make(map[int32]struct{})
	for p := int32(-1); p < int32(len(e.a.nodes)); p++ {
		q := int32(-1)
		if p >= 0 {
			if q = e.a.other[p]; q < 0 {
				continue
			}
		}
		var nodes, seq []int32
		for _, i := range e.a.below(p) {
			if j := e.a.other[i]; j >= 0 && e.b.nodes[j].Parent == q {
				nodes, seq = append(nodes, i), append(seq, j)
			}
		}
		for _, k := range outOfOrder(seq) {
			out[nodes[k]] = struct{}{}
		}
	}
	return out
}

// compare reports the differences of two matched nodes.
func (e *engine) compare(i, j int32) {
	a, b := &e.a.nodes[i], &e.b.nodes[j]
	e.changed, e.at, e.node = false, "", i
	if x, y := e.a.element(i), e.b.element(j); x != y {
		e.change("as an element", x, y)
	}
	e.rows(e.a.plan(i), "", a.Row, b.Row)
	if e.changed {
		e.sum.Changed++
	}
}

// element returns the name of a node's element.
func (s *side) element(node int32) string {
	names := s.kind(node).Attr.Names
	if slot := int(s.nodes[node].Slot); slot < len(names) {
		return names[slot]
	} else if slot > 0 {
		return fmt.Sprintf("slot %d", slot)
	}
	return s.kind(node).Name
}

// change reports a field of the current node.
func (e *engine) change(field, old, now string) {
	if e.at == "" {
		e.at = e.a.path(e.node)
	}
	e.changed = true
	e.say(Change{Op: Changed, Of: e.at, Field: field, Old: old, New: now})
}

// rows compares two rows of matching tables. prefix goes before a field's name.
func (e *engine) rows(p *plan, prefix string, i, j uint32) {
	a, b := e.a.l.Row(p.a, i), e.b.l.Row(p.b, j)
	for k := range p.fields {
		f := &p.fields[k]
		switch {
		case f.how == bySpan:
			e.spans(f, prefix, a, b)
		case e.equal(f, a, b):
		case f.a.Count == f.b.Count && f.a.Count > mostItems+1:
			e.array(f, prefix+f.a.Name, a, b)
		default:
			e.values(f, prefix+f.a.Name, a, b)
		}
	}
	x, okA := e.a.props[level.At(p.a, i)]
	y, okB := e.b.props[level.At(p.b, j)]
	if okA || okB {
		e.props(Change{Part: Node, Field: prefix}, x, y)
	}
}

// values reports a field that differs.
func (e *engine) values(f *pair, name string, a, b []byte) {
	if f.how == byString && f.a.Count == 1 {
		x, y := apart(e.a.text(a[f.a.Offset:]), e.b.text(b[f.b.Offset:]))
		e.change(name, strconv.Quote(x), strconv.Quote(y))
		return
	}
	old, now := e.a.value(f.a, a), e.b.value(f.b, b)
	switch {
	case old != now:
	case f.a.Count > 1 && (f.how == byString || f.how == byRef): // they differ where they are cut off, or in nodes of one path
		e.array(f, name, a, b)
		return
	case f.how == byRef:
		old, now = e.targets(f, old, now, a[f.a.Offset:], b[f.b.Offset:])
	}
	e.change(name, old, now)
}

// targets tells two nodes apart whose paths are the same: by where their ids differ, or by
// what became of the first and what the second was.
func (e *engine) targets(f *pair, old, now string, x, y []byte) (string, string) {
	ta, ra, okA := e.a.l.Ref(f.a, x)
	tb, rb, okB := e.b.l.Ref(f.b, y)
	if !okA || !okB {
		return old, now
	}
	idA, okA := e.a.l.ID(ta, ra)
	idB, okB := e.b.l.ID(tb, rb)
	if okA && okB && !bytes.Equal(idA, idB) {
		x, y := apart(idA, idB)
		return e.a.kind(e.a.byRow[ta][ra]).Name + " " + strconv.Quote(x), e.b.kind(e.b.byRow[tb][rb]).Name + " " + strconv.Quote(y)
	}
	i, j := e.a.byRow[ta][ra], e.b.byRow[tb][rb]
	became, was := " (removed)", " (added)"
	if k := e.a.other[i]; k >= 0 {
		became = " (now " + e.b.path(k) + ")"
	}
	if k := e.b.other[j]; k >= 0 {
		was = " (was " + e.a.path(k) + ")"
	}
	return old + became, now + was
}

// array reports the values of an array that differ, one by one.
func (e *engine) array(f *pair, name string, a, b []byte) {
	one := *f
	x, y := *f.a, *f.b
	x.Count, y.Count = 1, 1
	one.a, one.b = &x, &y
	told := 0
	for k := range f.a.Count {
		x.Offset, y.Offset = f.a.Offset+k*f.a.Type.Size(), f.b.Offset+k*f.b.Type.Size()
		if e.equal(&one, a, b) {
			continue
		}
		if told++; told <= mostElements {
			e.values(&one, fmt.Sprintf("%s[%d]", name, k), a, b)
		}
	}
	if told > mostElements {
		e.change(name, fmt.Sprintf("%d more values", told-mostElements), "others")
	}
}

// equal compares the values of a field that is not a span.
func (e *engine) equal(f *pair, a, b []byte) bool {
	x, y := a[f.a.Offset:][:f.a.Size()], b[f.b.Offset:][:f.b.Size()]
	switch f.how {
	case byBytes:
		return bytes.Equal(x, y)
	case byString:
		for ; len(x) > 0; x, y = x[4:], y[4:] {
			if e.a.strs[level.Uint(format.TypeU32, x)] != e.b.strs[level.Uint(format.TypeU32, y)] {
				return false
			}
		}
		return true
	case byRef:
		for ; len(x) > 0; x, y = x[f.a.Type.Size():], y[f.b.Type.Size():] {
			if !e.sameTarget(f, x, y) {
				return false
			}
		}
		return true
	}
	return string(e.a.appendWhole(nil, f.a, a)) == string(e.b.appendWhole(nil, f.b, b))
}

// sameTarget reports whether two references name nodes that match.
func (e *engine) sameTarget(f *pair, x, y []byte) bool {
	ta, ra, okA := e.a.l.Ref(f.a, x)
	tb, rb, okB := e.b.l.Ref(f.b, y)
	if f.a.Attr.Role == format.RoleParent && f.b.Attr.Role == format.RoleParent {
		if j := e.a.other[e.node]; e.a.asNested(f.a, e.node, ta, ra, okA) && e.b.asNested(f.b, j, tb, rb, okB) {
			return true // the node's place has changed, and not the reference
		}
	}
	if !okA || !okB {
		return okA == okB
	}
	return e.a.other[e.a.byRow[ta][ra]] == e.b.byRow[tb][rb]
}

// asNested reports whether a parent field only repeats where its node is: it names the
// innermost node around it of a permitted kind.
func (s *side) asNested(f *format.Field, node int32, table int, row uint32, ok bool) bool {
	for p := s.nodes[node].Parent; p >= 0; p = s.nodes[p].Parent {
		if name := s.kind(p).Name; name == f.Target || slices.Contains(f.Symbols, name) {
			return ok && int(s.nodes[p].Kind) == table && s.nodes[p].Row == row
		}
	}
	return !ok
}

// props compares dynamic properties, or metadata, key by key.
func (e *engine) props(c Change, a, b format.Props) {
	if bytes.Equal(a, b) {
		return
	}
	list := func(p format.Props) (map[string]format.Value, []string) {
		out, keys := make(map[string]format.Value), []string{}
		for k, v := range p.All() {
			out[string(k)] = v
			keys = append(keys, string(k))
		}
		slices.Sort(keys)
		return out, keys
	}
	x, keysA := list(a)
	y, keysB := list(b)
	for _, k := range keysA {
		if !bytes.Equal(x[k], y[k]) {
			old, now := apart(x[k].AppendJSON(nil), y[k].AppendJSON(nil))
			if y[k] == nil {
				now = ""
			}
			e.prop(c, k, old, now)
		}
	}
	for _, k := range keysB {
		if x[k] == nil {
			e.prop(c, k, "", clip(y[k].AppendJSON(nil)))
		}
	}
}

func (e *engine) prop(c Change, key, old, now string) {
	if c.Part == Node {
		e.change(c.Field+"{"+clip([]byte(key))+"}", old, now)
		return
	}
	e.other(Change{Op: Changed, Part: c.Part, Of: strconv.Quote(clip([]byte(key))), Old: old, New: now})
}
