package loader_test

import (
	"errors"
	"slices"

	"github.com/levelc/levelc/store"
)

// some is a record that is there, nil where none is.
func (m *model) some(kind int) *object {
	for range 8 {
		if hs := m.w.handles(kind); len(hs) > 0 {
			return m.objs[hs[m.rng.IntN(len(hs))]]
		}
	}
	return nil
}

func (m *model) someHandle(kind int) store.AnyHandle {
	if o := m.some(kind); o != nil && m.rng.IntN(4) > 0 {
		return o.h
	}
	return store.AnyHandle{}
}

func (m *model) insert() {
	m.note("insert")
	var h store.AnyHandle
	o := &object{}
	m.m.serial++
	o.v.serial = m.m.serial
	switch k := m.rng.IntN(4); k {
	case 0:
		o.v.next = m.someHandle(0)
		g, err := m.w.Nodes.Insert(mNode{Serial: o.v.serial, Next: store.FromBits[mNode](o.v.next.Bits())})
		if errors.Is(err, store.ErrFull) {
			return
		}
		m.must(err)
		h = store.AnyFromBits(1, g.Bits())
	case 1:
		o.v.parent = m.someHandle(0)
		g, err := m.w.Parts.Insert(mPart{Serial: o.v.serial, Parent: store.FromBits[mNode](o.v.parent.Bits())})
		if errors.Is(err, store.ErrFull) {
			return
		}
		m.must(err)
		h = store.AnyFromBits(2, g.Bits())
	case 2:
		g, err := m.w.Dots.Insert(mDot{Serial: uint16(o.v.serial)})
		if errors.Is(err, store.ErrFull) {
			return
		}
		m.must(err)
		h = store.AnyFromBits(3, g.Bits())
	case 3:
		o.v.parent = m.someHandle(m.rng.IntN(2))
		g, err := m.w.Leaves.Insert(mLeaf{Serial: o.v.serial, Parent: o.v.parent})
		if errors.Is(err, store.ErrFull) {
			return
		}
		m.must(err)
		h = store.AnyFromBits(4, g.Bits())
	}
	o.h = h
	m.objs[h] = o
}

func (m *model) remove() {
	k := m.rng.IntN(4)
	o := m.some(k)
	if o == nil {
		return
	}
	// Of what a reload finds by its number only those with ids, see reload.
	for _, l := range m.levels {
		for n, x := range l.at {
			if x == o && l.reload && n.id() == "" {
				return
			}
		}
	}
	m.note("remove %s %d", mKinds[k], o.v.serial)
	m.erase(o.h)
}

func (m *model) erase(h store.AnyHandle) {
	ok := false
	switch h.Kind() {
	case 1:
		ok = m.w.Nodes.Remove(store.FromBits[mNode](h.Bits()))
	case 2:
		ok = m.w.Parts.Remove(store.FromBits[mPart](h.Bits()))
	case 3:
		ok = m.w.Dots.Remove(store.FromBits[mDot](h.Bits()))
	case 4:
		ok = m.w.Leaves.Remove(store.FromBits[mLeaf](h.Bits()))
	}
	if !ok {
		m.fail("not removed")
	}
	delete(m.objs, h)
}

// write is the game changing a node.
func (m *model) write() {
	o := m.some(0)
	if len(m.levels) > 0 && m.rng.IntN(2) == 0 { // one that a reload may change
		l := m.levels[m.rng.IntN(len(m.levels))]
		if n := len(l.d.nodes); n > 0 {
			if x := l.at[l.d.nodes[m.rng.IntN(n)]]; x != nil && x.h.Kind() == 1 && m.objs[x.h] != nil {
				o = x
			}
		}
	}
	if o == nil {
		return
	}
	r, _ := m.w.Nodes.Get(store.FromBits[mNode](o.h.Bits()))
	what := m.rng.IntN(7)
	m.note("write %d of %d", what, o.v.serial)
	switch what {
	case 0:
		r.Pos[0] += 0.5
		o.v.pos = r.Pos
	case 1:
		o.v.next = m.someHandle(0)
		r.Next = store.FromBits[mNode](o.v.next.Bits())
	case 2:
		o.v.any = m.someHandle(m.rng.IntN(4))
		r.Any = o.v.any
	case 3:
		if len(o.v.elems) > 0 {
			i := m.rng.IntN(len(o.v.elems))
			e := &m.w.Elems.Slice(r.Elems)[i]
			e.N += 100
			e.To = m.someHandle(0)
			o.v.elems[i].n, o.v.elems[i].to = e.N, e.To
		}
	case 4:
		if len(o.v.links) > 0 {
			o.v.links[0] = m.someHandle(0)
			m.w.Links.Slice(r.Links)[0] = store.FromBits[mNode](o.v.links[0].Bits())
		}
	case 5:
		was := o.own[2]
		o.under.elems, o.own[2] = o.v.elems, true
		e := make([]mElem, m.rng.IntN(4))
		o.v.elems = nil
		for i := range e {
			e[i].N = 1000 + uint32(i)
			o.v.elems = append(o.v.elems, elemVal[store.AnyHandle]{n: e[i].N})
		}
		s, err := m.w.Elems.AppendRange(e)
		if errors.Is(err, store.ErrFull) {
			o.v.elems, o.own[2] = o.under.elems, was
			return
		}
		m.must(err)
		r.Elems = s
		m.made += len(e)
	case 6:
		m.extend(o, r)
	}
}

// extend adds elements to those of a node. A level's stay where they are too, so all that
// the node has then are the game's.
func (m *model) extend(o *object, r *mNode) {
	more := make([]mElem, 1+m.rng.IntN(3))
	for i := range more {
		more[i].N = 2000 + uint32(i)
	}
	s, err := m.w.Elems.Extend(r.Elems, more)
	if errors.Is(err, store.ErrFull) {
		return
	}
	m.must(err)
	r.Elems = s
	m.made += len(more)
	if !o.own[2] {
		m.made += len(o.v.elems)
		o.under.elems, o.own[2] = o.v.elems, true
	}
	o.v.elems = slices.Clone(o.v.elems)
	for _, e := range more {
		o.v.elems = append(o.v.elems, elemVal[store.AnyHandle]{n: e.N})
	}
}

// compact frees what the game has made and no node has any more.
func (m *model) compact() {
	m.note("compact")
	w := m.w
	for _, f := range []func() error{
		func() error {
			return compactSpans(&w.Nodes, &w.Words, func(r *mNode) *store.Span[store.Str] { return &r.Words })
		},
		func() error {
			return compactSpans(&w.Nodes, &w.Links, func(r *mNode) *store.Span[store.Handle[mNode]] { return &r.Links })
		},
		func() error {
			return compactSpans(&w.Nodes, &w.Elems, func(r *mNode) *store.Span[mElem] { return &r.Elems })
		},
	} {
		m.must(f())
	}
	m.made = 0
	for _, o := range m.objs {
		if o.own[2] {
			m.made += len(o.v.elems)
		}
	}
}

func compactSpans[T, E any](b *store.Bulk[T], a *store.Array[E], span func(*T) *store.Span[E]) error {
	_, err := a.Compact(func(yield func(*store.Span[E]) bool) {
		for _, r := range b.All() {
			if !yield(span(r)) {
				return
			}
		}
	})
	return err
}

func (m *model) trim() {
	m.note("trim")
	for _, s := range []interface{ Trim() (int, error) }{&m.w.Nodes, &m.w.Parts, &m.w.Dots, &m.w.Leaves} {
		_, err := s.Trim()
		m.must(err)
	}
}
