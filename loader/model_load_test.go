package loader_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing/fstest"
	"testing/iotest"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

func (m *model) options() format.WriterOptions {
	return format.WriterOptions{
		Align:      []int{0, 0, 16384}[m.rng.IntN(3)],
		BlockBytes: []int{0, 0, 64, 1000}[m.rng.IntN(4)],
		Codec:      []format.Codec{format.CodecNone, format.CodecLZ4, format.CodecZstd}[m.rng.IntN(3)],
	}
}

func (m *model) newDoc() *doc {
	n := []int{0, 1, 2, 10, 10, 20, 30, 60}[m.rng.IntN(8)]
	if m.rng.IntN(30) == 0 {
		n = 1000
	}
	d := m.m.doc(n, []int{0, 0, 1, 4}[m.rng.IntN(4)])
	if m.rng.IntN(4) == 0 {
		d.age()
	}
	return d
}

func (m *model) loadLevel() {
	d, o := m.newDoc(), m.options()
	way := m.rng.IntN(9)
	if way == 5 { // one that can be mapped
		n := (200 + m.rng.IntN(200)) * os.Getpagesize() >> 12
		d, o = m.m.doc(n, 0), format.WriterOptions{Align: pageAlign}
	}
	file := d.file(m.t, o)
	var l *loader.Level
	var err error
	b := m.plain
	switch m.rng.IntN(5) {
	case 0, 1:
		b = m.keep
	case 2:
		b = m.skip
	}
	m.note("load %d nodes, %d chunks, way %d, reloadable %t", len(d.nodes), len(d.chunks), way, b != m.plain)
	switch way {
	case 0:
		l, err = b.LoadBytes(ctx, file)
	case 1:
		l, err = b.LoadFS(ctx, fstest.MapFS{"x.lvl": &fstest.MapFile{Data: file}}, "x.lvl")
	case 2:
		l, err = b.Load(ctx, iotest.HalfReader(bytes.NewReader(file)))
	case 3:
		r, w := io.Pipe()
		go func() { w.Write(file); w.Close() }()
		l, err = b.Load(ctx, r)
	case 4:
		ld := b.Start(bytes.NewReader(file))
		for range m.rng.IntN(5) {
			ld.Step(0)
		}
		l, err = ld.Finish()
	case 5, 6:
		f := onDisk(m.t, file)
		l, err = b.LoadMapped(ctx, f)
		f.Close()
		if err == nil && l.Mapped() > 0 {
			m.mapped++
		}
	case 7:
		b = m.hook
		m.placed, m.refuseAt, m.bursts = m.placed[:0], -1, m.rng.IntN(2) == 0
		if len(d.nodes) > 0 && m.rng.IntN(2) == 0 {
			m.refuseAt = m.rng.IntN(len(d.nodes))
		}
		err = m.caught(func() (err error) {
			l, err = b.Load(ctx, bytes.NewReader(file))
			return err
		})
		if m.refuseAt >= 0 && !errors.Is(err, store.ErrFull) {
			if !errors.Is(err, errRefused) {
				m.fail("refused: %v", err)
			}
			m.nothingFresh(m.fresh())
			return
		}
	default:
		l, err = b.Load(ctx, bytes.NewReader(file))
	}
	if m.full(err) {
		return
	}
	fresh := m.fresh()
	ml := m.arrived(l, d, &fresh, b)
	m.nothingFresh(fresh)
	if way == 7 {
		m.checkPlaced(d.nodes, ml.at)
	}
}

// caught returns the error of f, also if a hook panics with it.
func (m *model) caught(f func() error) (err error) {
	defer func() {
		if r := recover(); r == errRefused {
			err = errRefused
		} else if r != nil {
			panic(r)
		}
	}()
	return f()
}

func (m *model) checkPlaced(nodes []*docNode, at map[*docNode]*object) {
	if len(m.placed) != len(nodes) {
		m.fail("told of %d nodes, not %d", len(m.placed), len(nodes))
	}
	var path [8]store.AnyHandle
	for i, n := range nodes {
		p := m.placed[i]
		path[n.depth] = at[n].h
		var up store.AnyHandle
		if n.depth > 0 {
			up = path[n.depth-1]
		}
		if p.Handle != at[n].h || p.Kind != mKinds[n.kind] || p.Depth != n.depth || p.Parent != up {
			m.fail("node %d: told %+v, is %+v", i, p, n)
		}
	}
}

// loadDamaged loads what cannot be, and nothing is there.
func (m *model) loadDamaged() {
	d := m.newDoc()
	file := d.file(m.t, m.options())
	b := []*loader.Binding{m.plain, m.keep, m.hook, m.skip}[m.rng.IntN(4)]
	m.placed, m.refuseAt = nil, -1
	how := m.rng.IntN(5)
	m.note("load %d nodes, damaged %d", len(d.nodes), how)
	var err error
	at := m.rng.IntN(len(file))
	switch how {
	case 0:
		_, err = b.Load(ctx, bytes.NewReader(file[:at]))
	case 1:
		file[at] ^= 1 << m.rng.IntN(8)
		var l *loader.Level
		if l, err = b.LoadBytes(ctx, file); err == nil && (b == m.skip || d.old) { // in what is not read
			m.must(l.Unload())
			return
		}
	case 2:
		_, err = b.Load(ctx, io.MultiReader(bytes.NewReader(file[:at]), iotest.ErrReader(errRefused)))
		if !errors.Is(err, errRefused) && !errors.Is(err, store.ErrFull) {
			m.fail("source fails at %d: %v", at, err)
		}
	case 3:
		var l *loader.Level
		if l, err = b.Load(&counting{Context: ctx, left: m.rng.IntN(3)}, bytes.NewReader(file)); err == nil { // it was over before
			m.must(l.Unload())
			return
		}
	case 4:
		ld := b.Start(bytes.NewReader(file[:at]))
		for range m.rng.IntN(4) {
			ld.Step(0)
		}
		if m.rng.IntN(2) == 0 {
			ld.Cancel()
			return
		}
		_, err = ld.Finish()
	}
	if err == nil {
		m.fail("damage %d at %d of %d is not noticed", how, at, len(file))
	}
	m.nothingFresh(m.fresh())
}

func (m *model) start() {
	d := m.newDoc()
	m.note("start %d nodes", len(d.nodes))
	m.loads = append(m.loads, &modelLoading{m.plain.Start(bytes.NewReader(d.file(m.t, m.options()))), d})
}

func (m *model) step() {
	if len(m.loads) == 0 {
		return
	}
	i := m.rng.IntN(len(m.loads))
	ld := m.loads[i]
	switch m.rng.IntN(4) {
	case 0:
		m.note("cancel %d", i)
		ld.ld.Cancel()
	case 1:
		m.note("finish %d", i)
		l, err := ld.ld.Finish()
		if m.full(err) {
			break
		}
		fresh := m.fresh()
		m.arrived(l, ld.d, &fresh, m.plain)
		m.nothingFresh(fresh)
	default:
		m.note("step %d", i)
		ld.ld.Step(0)
		return
	}
	m.loads = slices.Delete(m.loads, i, i+1)
}

func (m *model) forget(at map[*docNode]*object) {
	for _, o := range at {
		delete(m.objs, o.h)
	}
}

func (m *model) unload() {
	if len(m.levels) == 0 {
		return
	}
	i := m.rng.IntN(len(m.levels))
	l := m.levels[i]
	m.note("unload %d", i)
	m.must(l.l.Unload())
	if !errors.Is(l.l.Unload(), loader.ErrUnloaded) {
		m.fail("unloaded twice")
	}
	m.forget(l.at)
	m.levels = slices.Delete(m.levels, i, i+1)
}

// parallel loads and unloads levels at the same time.
func (m *model) parallel() {
	n := 2 + m.rng.IntN(3)
	docs, files, levels := make([]*doc, n), make([][]byte, n), make([]*loader.Level, n)
	var gone []*modelLevel
	m.note("%d in parallel", n)
	b := m.plain
	switch m.rng.IntN(5) {
	case 0, 1:
		b = m.keep
	case 2:
		b = m.skip
	}
	for i := range n {
		docs[i] = m.newDoc()
		files[i] = docs[i].file(m.t, m.options())
	}
	m.levels = slices.DeleteFunc(m.levels, func(l *modelLevel) bool {
		if l.b == b && m.rng.IntN(4) == 0 {
			gone = append(gone, l)
			return true
		}
		return false
	})
	errs := make([]error, n+len(gone))
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if i == 0 {
				levels[i], errs[i] = b.LoadBytes(ctx, files[i])
			} else {
				levels[i], errs[i] = b.Load(ctx, bytes.NewReader(files[i]))
			}
		})
	}
	for i, l := range gone {
		wg.Go(func() { errs[n+i] = l.l.Unload() })
	}
	var fileErrs [3]error
	for i := range fileErrs {
		if b != m.plain {
			break
		}
		file := m.m.doc(60, 4).file(m.t, m.options())
		seed := m.rng.Uint64()
		wg.Go(func() {
			fileErrs[i] = comeAndGo(b, file, rand.New(rand.NewPCG(seed, 1)))
		})
	}
	wg.Wait()
	for _, err := range fileErrs {
		if errors.Is(err, store.ErrFull) {
			continue
		}
		m.must(err)
	}
	for i, err := range errs {
		if !errors.Is(err, store.ErrFull) || i >= n {
			m.must(err)
		}
	}
	for _, l := range gone {
		m.forget(l.at)
	}
	fresh := m.fresh()
	for i := range n {
		if levels[i] != nil {
			m.arrived(levels[i], docs[i], &fresh, b)
		}
	}
	m.nothingFresh(fresh)
}

// comeAndGo opens a level, loads and unloads its chunks and closes it.
func comeAndGo(b *loader.Binding, file []byte, rng *rand.Rand) error {
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	cs := f.Chunks()
	for range 12 {
		c := cs[rng.IntN(len(cs))]
		switch {
		case f.Loaded(c.Label):
			err = f.Unload(c.Label)
		case rng.IntN(2) == 0:
			ld := f.Start(c.Label)
			for range rng.IntN(12) {
				ld.Step(0)
			}
			if rng.IntN(3) == 0 {
				ld.Cancel()
			} else {
				err = ld.Finish()
			}
		default:
			err = f.Load(ctx, c.Label)
		}
		if err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return f.Close()
}
