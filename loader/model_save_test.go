package loader_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// save saves the world and loads it into another.
func (m *model) save() {
	m.note("save")
	b := []*loader.Binding{m.plain, m.keep, m.hook}[m.rng.IntN(3)]
	m.saved(saveWorld(m.t, b, loader.SaveOptions{Writer: m.options()}), func(h store.AnyHandle) bool { return true })
	if len(m.levels) > 0 {
		l := m.levels[m.rng.IntN(len(m.levels))]
		m.note("save level")
		mine := map[store.AnyHandle]bool{}
		for _, o := range l.at {
			mine[o.h] = true
		}
		file := saveLevel(m.t, l.l, loader.SaveOptions{Writer: m.options()})
		m.saved(file, func(h store.AnyHandle) bool { return mine[h] })
		if l.reload {
			m.savedOrder(file, l)
		}
	}
}

func (m *model) saved(file []byte, which func(store.AnyHandle) bool) {
	m.t.Helper()
	var w mWorld
	b := bind(m.t, &w)
	l, err := b.LoadBytes(ctx, file)
	m.must(err)
	w.check(m.t)
	var want, got []string
	for h, o := range m.objs {
		if which(h) {
			want = append(want, fmt.Sprintf("%d %+v", h.Kind(), (mapVal(o.v, func(h store.AnyHandle) string {
				if x := m.objs[h]; x != nil && which(h) {
					return fmt.Sprint(h.Kind(), ".", x.v.serial)
				}
				return ""
			}))))
		}
	}
	for k := range 4 {
		for _, h := range w.handles(k) {
			v, _ := w.read(h)
			got = append(got, fmt.Sprintf("%d %+v", h.Kind(), (mapVal(v, func(h store.AnyHandle) string {
				if h == (store.AnyHandle{}) {
					return ""
				}
				x, ok := w.read(h)
				if !ok {
					m.fail("a saved reference is dead")
				}
				return fmt.Sprint(h.Kind(), ".", x.serial)
			}))))
		}
	}
	for h, o := range m.objs {
		id := o.v.name
		if o.v.number != 0 {
			id = strconv.FormatUint(o.v.number, 10)
		}
		if id != "" && which(h) {
			if g, ok := l.Find(id); !ok {
				m.fail("%q is not found in what was saved", id)
			} else if v, _ := w.read(g); v.serial != o.v.serial {
				m.fail("%q is another node in what was saved: %d, not %d", id, v.serial, o.v.serial)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			m.fail("saved %d of %d records\n%s\n%s", len(got), len(want), want[min(i, len(want)-1)], got[min(i, len(got)-1)])
		}
	}
	m.must(l.Unload())
	m.must(b.Close())
}

// savedOrder holds a saved level against the order of the one that it was.
func (m *model) savedOrder(file []byte, l *modelLevel) {
	var want, got []string
	var alive [9]int // by depth: how many of those around are there
	for _, n := range l.d.nodes {
		alive[n.depth+1] = alive[n.depth]
		if l.at[n] == nil || m.objs[l.at[n].h] == nil {
			continue
		}
		alive[n.depth+1]++
		want = append(want, fmt.Sprint(mKinds[n.kind], " ", l.at[n].v.serial, " ", alive[n.depth]))
	}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		m.must(err)
		v, _ := n.Field("serial")
		got = append(got, fmt.Sprint(n.Kind(), " ", v.Int(0), " ", n.Depth()))
	}
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			m.fail("saved in another order, from %d on:\n%v\n%v", i, want[i:min(i+10, len(want))], got[i:min(i+10, len(got))])
		}
	}
}
