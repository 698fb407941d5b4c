package loader_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing/iotest"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// mutate makes a later version of a level.
func (m *model) mutate(d *doc) *doc {
	out := &doc{chunks: d.chunks}
	from := map[*docNode]*docNode{}
	to := map[*docNode]*docNode{}
	rate := []int{0, 5, 25, 60}[m.rng.IntN(4)]
	hit := func() bool { return m.rng.IntN(100) < rate }
	add := func(chunk int) {
		k := m.rng.IntN(4)
		out.nodes = append(out.nodes, &docNode{kind: k, depth: m.rng.IntN(5), chunk: chunk, v: m.m.value(k)})
	}
	for _, n := range d.nodes {
		if hit() {
			add(n.chunk)
		}
		if hit() && m.rng.IntN(2) == 0 {
			continue
		}
		c := *n
		c.v = mapVal(n.v, func(n *docNode) *docNode { return n })
		if hit() {
			c.depth = m.rng.IntN(5)
		}
		from[&c], to[n] = n, &c
		out.nodes = append(out.nodes, &c)
	}
	if len(d.nodes) == 0 && hit() {
		add(0)
	}
	if hit() && len(out.nodes) > 1 && len(d.chunks) == 0 {
		m.rng.Shuffle(len(out.nodes), func(i, j int) { out.nodes[i], out.nodes[j] = out.nodes[j], out.nodes[i] })
	}
	for _, c := range out.nodes {
		if c.kind == 0 {
			refs(&c.v, func(kinds string, r **docNode) {
				if *r != nil && from[c] != nil {
					*r = to[*r]
				}
				if hit() || *r == nil && from[c] == nil {
					*r = m.m.target(out, kinds)
				}
			})
		}
		m.edit(&c.v, c, hit)
	}
	if hit() && len(out.nodes) > 3 { // ids change their owners
		a, b := out.nodes[m.rng.IntN(len(out.nodes))], out.nodes[m.rng.IntN(len(out.nodes))]
		if a.kind == b.kind && a.kind == 0 {
			a.v.name, b.v.name = b.v.name, a.v.name
		}
	}
	if d.old && m.rng.IntN(2) == 0 {
		out.age()
	}
	out.settle()
	return out
}

// edit changes fields of a node, those that hit says.
func (m *model) edit(v *val[*docNode], n *docNode, hit func() bool) {
	switch {
	case n.kind == 1:
		if hit() {
			v.text = m.m.word()
		}
		if hit() && m.rng.IntN(3) == 0 {
			v.number = [...]uint64{0, uint64(v.serial) + 100000}[m.rng.IntN(2)]
		}
		return
	case n.kind != 0:
		return
	}
	if hit() {
		v.pos[m.rng.IntN(2)] = float32(m.rng.IntN(100))
	}
	if hit() {
		v.words = append(v.words, m.m.word())
	}
	if hit() && len(v.words) > 0 {
		v.words[0] = m.m.word()
	}
	if hit() {
		v.elems = append([]elemVal[*docNode]{{n: 7, to: n}}, v.elems...)
	}
	if hit() && len(v.elems) > 0 {
		v.elems = v.elems[1:]
	}
	if hit() && len(v.elems) > 0 {
		v.elems[0].n = m.rng.Uint32N(50)
	}
	if hit() && len(v.links) > 0 {
		v.links = v.links[1:]
	}
	if hit() && m.rng.IntN(3) == 0 {
		m.names++ // an earlier one may be another node's by now
		v.name = [...]string{"", "r" + strconv.Itoa(m.names)}[m.rng.IntN(2)]
	}
}

// reload reloads a level from a later version of its file.
func (m *model) reload() {
	if len(m.levels) == 0 {
		return
	}
	l := m.levels[m.rng.IntN(len(m.levels))]
	if !l.reload {
		if _, err := l.l.Reload(ctx, bytes.NewReader(nil)); !errors.Is(err, loader.ErrNotReloadable) {
			m.fail("%v", err)
		}
		return
	}
	d := m.mutate(l.d)
	file := d.file(m.t, m.options())
	m.note("reload %d to %d nodes", len(l.d.nodes), len(d.nodes))
	for range m.rng.IntN(3) {
		if m.reloadDamaged(l, d, slices.Clone(file)) {
			return
		}
	}
	changes, err := l.l.Reload(ctx, bytes.NewReader(file))
	if m.full(err) {
		return
	}
	m.reloaded(l, d, changes)
}

// reloadDamaged reloads what is broken, or is given up. It reports whether that went well
// all the same, as it does where nobody has looked.
func (m *model) reloadDamaged(l *modelLevel, d *doc, file []byte) bool {
	how, at := m.rng.IntN(4), m.rng.IntN(len(file))
	m.note("reload, damaged %d", how)
	c, src, broken := ctx, io.Reader(bytes.NewReader(file)), true
	switch how {
	case 0:
		src = bytes.NewReader(file[:at])
	case 1:
		file[at] ^= 1 << m.rng.IntN(8)
		broken = l.b != m.skip && !d.old // in what is not read
	case 2:
		src = io.MultiReader(bytes.NewReader(file[:at]), iotest.ErrReader(errRefused))
	case 3:
		c, broken = &counting{Context: ctx, left: m.rng.IntN(5)}, false // it may be over before
	}
	changes, err := l.l.Reload(c, src)
	switch {
	case err != nil:
		m.check()
		return false
	case broken:
		m.fail("damage %d at %d of %d is not noticed", how, at, len(file))
	}
	m.reloaded(l, d, changes)
	return true
}

// reloaded notes what a reload has made of a level.
func (m *model) reloaded(l *modelLevel, d *doc, changes []loader.Change) {
	at, old := m.identify(l, d, m.told(l, changes))
	before, now := handleIn(l.at), handleIn(at)
	for n, o := range at {
		if p := old[n]; p != nil {
			merge(o, mapVal(p.v, before), mapVal(n.v, now))
			continue
		}
		o.v = mapVal(n.v, now)
		m.objs[o.h] = o
	}
	l.d, l.at = d, at
}

// told is what a reload says that it did, by handle.
func (m *model) told(l *modelLevel, changes []loader.Change) map[store.AnyHandle]loader.ChangeKind {
	was := map[store.AnyHandle]bool{}
	for _, o := range l.at {
		was[o.h] = m.objs[o.h] != nil
	}
	out := map[store.AnyHandle]loader.ChangeKind{}
	for _, c := range changes {
		_, twice := out[c.Handle]
		_, alive := m.w.read(c.Handle)
		if twice || was[c.Handle] != (c.What != loader.Added) || alive == (c.What == loader.Removed) {
			m.fail("a reload says %v", c)
		}
		out[c.Handle] = c.What
	}
	return out
}

type nodeKey struct {
	kind int
	id   string
}

func (n *docNode) key() nodeKey { return nodeKey{n.kind, strconv.Itoa(int(n.v.serial))} }

// identify finds which node of the new version is which of the old one, by id,
// else by its number, and forgets those that are gone.
func (m *model) identify(l *modelLevel, d *doc, told map[store.AnyHandle]loader.ChangeKind) (at map[*docNode]*object, old map[*docNode]*docNode) {
	byID, bySerial := map[nodeKey]*docNode{}, map[nodeKey]*docNode{}
	was, now := map[store.AnyHandle]*docNode{}, map[nodeKey]store.AnyHandle{}
	see := func(h store.AnyHandle) {
		v, ok := m.w.read(h)
		k := nodeKey{int(h.Kind()) - 1, strconv.Itoa(int(v.serial))}
		if _, twice := now[k]; ok && twice {
			m.fail("%v is there twice", k)
		} else if ok {
			now[k] = h
		}
	}
	for n, o := range l.at {
		was[o.h], byID[nodeKey{n.kind, n.id()}], bySerial[n.key()] = n, n, n
		see(o.h)
	}
	for h, what := range told {
		if what == loader.Added {
			see(h)
		}
	}
	at, old = map[*docNode]*object{}, map[*docNode]*docNode{}
	used := map[*docNode]bool{}
	for _, n := range m.seen(l.b, d.nodes) {
		p := byID[nodeKey{n.kind, n.id()}]
		if n.id() == "" || p == nil {
			h, ok := now[n.key()]
			if p = was[h]; ok && p == nil {
				at[n] = &object{h: h}
				continue
			}
			if !ok { // it is one that is dead
				p = bySerial[n.key()]
			}
			if p == nil || !ok && m.objs[l.at[p].h] != nil {
				m.fail("%s %+v is not there", mKinds[n.kind], n.v)
			}
		}
		if used[p] {
			m.fail("%+v is two nodes", p.v)
		}
		used[p], old[n], at[n] = true, p, l.at[p]
	}
	for h, n := range was {
		if what, ok := told[h]; used[n] == (ok && what == loader.Removed) && m.objs[h] != nil {
			m.fail("%v is removed %t, and there %t", n.v, ok, used[n])
		}
		if !used[n] {
			delete(m.objs, h)
		}
	}
	return at, old
}

// merge writes what has changed from a to b.
func merge(o *object, a, b val[store.AnyHandle]) {
	set(&o.v.name, a.name, b.name)
	set(&o.v.number, a.number, b.number)
	set(&o.v.serial, a.serial, b.serial)
	set(&o.v.pos, a.pos, b.pos)
	set(&o.v.next, a.next, b.next)
	set(&o.v.pair, a.pair, b.pair)
	set(&o.v.any, a.any, b.any)
	set(&o.v.parent, a.parent, b.parent)
	set(&o.v.text, a.text, b.text)
	if !slices.Equal(a.words, b.words) {
		o.v.words = slices.Clone(b.words)
	}
	if !slices.Equal(a.links, b.links) {
		if len(a.links) == len(b.links) {
			for i := range b.links {
				set(&o.v.links[i], a.links[i], b.links[i])
			}
		} else {
			o.v.links = slices.Clone(b.links)
		}
	}
	if slices.Equal(a.elems, b.elems) {
		return
	}
	if len(a.elems) == len(b.elems) && !o.own[2] {
		for i := range b.elems {
			set(&o.v.elems[i].n, a.elems[i].n, b.elems[i].n)
			set(&o.v.elems[i].text, a.elems[i].text, b.elems[i].text)
			set(&o.v.elems[i].to, a.elems[i].to, b.elems[i].to)
		}
		return
	}
	o.own[2] = false
	o.v.elems = slices.Clone(b.elems)
}

func set[T comparable](v *T, was, now T) {
	if was != now {
		*v = now
	}
}
