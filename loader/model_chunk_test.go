package loader_test

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// open opens a level of chunks.
func (m *model) open() {
	d := m.m.doc(m.rng.IntN(60), 1+m.rng.IntN(5))
	if m.rng.IntN(4) == 0 {
		d.age()
	}
	file := d.file(m.t, m.options())
	src := &reads{ReaderAt: bytes.NewReader(file)}
	b := []*loader.Binding{m.plain, m.hook, m.passes}[m.rng.IntN(3)]
	f, err := b.Open(ctx, src, int64(len(file)))
	m.must(err)
	mf := &modelFile{f: f, d: d, skips: b == m.passes, at: map[*docNode]*object{}, loaded: map[string]bool{}, src: src}
	for _, c := range f.Chunks() {
		mf.loaded[c.Label] = false
	}
	m.note("open %d nodes, %d chunks", len(d.nodes), len(mf.loaded))
	m.files = append(m.files, mf)
}

// patch changes the references of a File's rows that are from to to.
func (f *modelFile) patch(was, now map[*docNode]store.AnyHandle) {
	for n, o := range f.at {
		one := func(target *docNode, r *store.AnyHandle) {
			if target != nil && f.d.chunks[target.chunk] != f.d.chunks[n.chunk] && *r == was[target] && *r != (store.AnyHandle{}) {
				*r = now[target]
			}
		}
		one(n.v.parent, &o.v.parent)
		one(n.v.next, &o.v.next)
		one(n.v.any, &o.v.any)
		for i := range n.v.pair {
			one(n.v.pair[i], &o.v.pair[i])
		}
		for i := range n.v.links {
			one(n.v.links[i], &o.v.links[i])
		}
		if !o.own[2] {
			for i := range n.v.elems {
				one(n.v.elems[i].to, &o.v.elems[i].to)
			}
		}
	}
}

// chunks is what a game does with its levels of chunks for a while.
func (m *model) chunks() {
	for range 10 {
		if len(m.files) > 0 {
			m.chunk()
			m.check()
		}
	}
}

// chunk is something that a game does with a level of chunks.
func (m *model) chunk() {
	i := m.rng.IntN(len(m.files))
	f := m.files[i]
	if m.rng.IntN(40) == 0 {
		m.note("close %d", i)
		m.closeFile(f)
		m.files = slices.Delete(m.files, i, i+1)
		return
	}
	if len(f.loaded) == 0 {
		return
	}
	cs := f.f.Chunks()
	label := cs[m.rng.IntN(len(cs))].Label
	m.placed, m.refuseAt = m.placed[:0], -1
	switch {
	case m.rng.IntN(2) == 0:
		m.stepChunk(f, label)
	case f.loaded[label]:
		m.unloadChunk(f, label)
	default:
		m.loadChunk(f, label)
	}
}

// closeFile closes a file, sometimes while its chunks are being loaded.
func (m *model) closeFile(f *modelFile) {
	late := m.rng.IntN(2) == 0
	for _, s := range f.steps {
		if !late {
			s.ld.Cancel()
		}
	}
	m.must(f.f.Close())
	for _, s := range f.steps {
		if late && m.rng.IntN(2) == 0 {
			s.ld.Cancel()
		} else if late {
			if err := s.ld.Finish(); !errors.Is(err, loader.ErrUnloaded) && !m.mayFail(err) {
				m.fail("a load of a closed file: %v", err)
			}
		}
	}
	m.forget(f.at)
}

// mayFail reports whether an error is one that the model has provoked.
func (m *model) mayFail(err error) bool {
	return errors.Is(err, errRefused) || errors.Is(err, store.ErrFull) || errors.Is(err, context.Canceled)
}

// under is the nodes of a label, and what references to them are.
func (f *modelFile) under(label string) (nodes []*docNode, at map[*docNode]store.AnyHandle) {
	at = map[*docNode]store.AnyHandle{}
	for _, n := range f.d.nodes {
		if f.d.chunks[n.chunk] == label && !f.lacks(n) {
			nodes = append(nodes, n)
			at[n] = f.handle(n)
		}
	}
	return nodes, at
}

func (m *model) unloadChunk(f *modelFile, label string) {
	m.note("unload chunk %q", label)
	m.must(f.f.Unload(label))
	nodes, was := f.under(label)
	for _, n := range nodes {
		delete(m.objs, f.at[n].h)
		delete(f.at, n)
	}
	f.loaded[label] = false
	_, now := f.under(label)
	f.patch(was, now)
}

func (m *model) loadChunk(f *modelFile, label string) {
	nodes, _ := f.under(label)
	how := m.rng.IntN(9)
	m.note("load chunk %q, way %d", label, how)
	ctx := ctx
	switch {
	case how == 0:
		f.src.fail = errRefused
	case how == 1 && len(nodes) > 0:
		m.refuseAt, m.bursts = m.rng.IntN(len(nodes)), m.rng.IntN(2) == 0 // by a hook, if there is one
	case how == 2:
		ctx = &counting{Context: ctx, left: m.rng.IntN(3)}
	}
	err := m.caught(func() error { return f.f.Load(ctx, label) })
	f.src.fail = nil
	if how == 0 && err == nil && len(nodes) > 0 {
		m.fail("loaded from nothing")
	}
	m.chunkArrived(f, label, err)
}

// stepChunk goes on with some load in steps, or begins one.
func (m *model) stepChunk(f *modelFile, label string) {
	if len(f.steps) == 0 || len(f.steps) < 3 && m.rng.IntN(4) == 0 {
		m.note("start chunk %q", label)
		f.steps = append(f.steps, &modelSteps{ld: f.f.Start(label), label: label})
		return
	}
	k := m.rng.IntN(len(f.steps))
	s := f.steps[k]
	if m.rng.IntN(3) > 0 {
		m.note("step chunk %q", s.label)
		if m.rng.IntN(12) == 0 {
			f.src.fail = errRefused
		}
		for range 1 + m.rng.IntN(20) {
			s.ld.Step(0)
		}
		f.src.fail = nil
		return
	}
	f.steps = slices.Delete(f.steps, k, k+1)
	if m.rng.IntN(5) == 0 {
		m.note("cancel chunk %q", s.label)
		s.ld.Cancel()
		return
	}
	m.note("finish chunk %q", s.label)
	err := s.ld.Finish()
	if err == nil && f.loaded[s.label] {
		m.nothingFresh(m.fresh())
		return
	}
	m.chunkArrived(f, s.label, err)
}

// chunkArrived adds the nodes of a label that a load has brought, if it has.
func (m *model) chunkArrived(f *modelFile, label string, err error) {
	if m.mayFail(err) {
		m.nothingFresh(m.fresh())
		return
	}
	m.must(err)
	nodes, was := f.under(label)
	fresh := m.fresh()
	at := map[*docNode]*object{}
	for c := range f.d.chunks { // those of a label are each in one piece
		of := slices.DeleteFunc(slices.Clone(nodes), func(n *docNode) bool { return n.chunk != c })
		for n, o := range m.take(&fresh, of) {
			at[n], f.at[n] = o, o
		}
	}
	m.nothingFresh(fresh)
	m.fill(at, f.handle)
	_, now := f.under(label)
	f.loaded[label] = true
	f.patch(was, now)
}
