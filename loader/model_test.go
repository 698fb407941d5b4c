package loader_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// object is a record that the model knows: alive as long as it is in model.objs.
type object struct {
	h     store.AnyHandle
	v     val[store.AnyHandle]
	own   [3]bool // the game has replaced its words, links, elems
	under val[store.AnyHandle]
}

type modelLevel struct {
	l      *loader.Level
	d      *doc
	at     map[*docNode]*object
	reload bool
	b      *loader.Binding
}

type modelFile struct {
	f      *loader.File
	d      *doc
	at     map[*docNode]*object // nodes of loaded chunks
	loaded map[string]bool
	src    *reads
	steps  []*modelSteps
	skips  bool // dots
}

// modelSteps is a load of chunks that is under way.
type modelSteps struct {
	ld    *loader.ChunkLoading
	label string
}

type modelLoading struct {
	ld *loader.Loading
	d  *doc
}

type model struct {
	t        testing.TB
	rng      *rand.Rand
	m        docMaker
	w        *mWorld
	plain    *loader.Binding
	keep     *loader.Binding
	skip     *loader.Binding // keeps too, and skips dots
	passes   *loader.Binding // skips dots
	hook     *loader.Binding
	placed   []loader.Placed
	refuseAt int
	bursts   bool // the hook refuses by a panic
	objs     map[store.AnyHandle]*object
	levels   []*modelLevel
	files    []*modelFile
	loads    []*modelLoading
	log      []string
	walker   *loader.Walker
	made     int // elements that the game has appended
	names    int // that reloads have given
	mapped   int // levels
}

var errRefused = errors.New("refused")

func newModel(t testing.TB, seed uint64) *model {
	rng := rand.New(rand.NewPCG(seed, 77))
	m := &model{t: t, rng: rng, m: docMaker{rng: rng}, objs: map[store.AnyHandle]*object{}, refuseAt: -1, walker: loader.NewWalker()}
	m.w = newModelWorld(t, rng)
	m.plain = bind(t, m.w)
	m.keep = bind(t, m.w, loader.Reloadable())
	m.skip = bind(t, m.w, loader.Reloadable(), loader.Skip(loader.Ignore, "dot"))
	m.passes = bind(t, m.w, loader.Skip(loader.Ignore, "dot"))
	m.hook = bind(t, m.w, loader.OnNode(func(p loader.Placed) error {
		if len(m.placed) == m.refuseAt {
			if m.bursts {
				panic(errRefused)
			}
			return errRefused
		}
		m.placed = append(m.placed, p)
		return nil
	}))
	return m
}

func (m *model) note(f string, args ...any) { m.log = append(m.log, fmt.Sprintf(f, args...)) }

func (m *model) fail(f string, args ...any) {
	m.t.Helper()
	for _, l := range m.log[max(0, len(m.log)-40):] {
		m.t.Log(l)
	}
	m.t.Fatalf(f, args...)
}

// full reports whether there was no room for a load; then nothing has come.
func (m *model) full(err error) bool {
	m.t.Helper()
	if errors.Is(err, store.ErrFull) {
		m.note("there is no room")
		m.nothingFresh(m.fresh())
		return true
	}
	m.must(err)
	return false
}

func (m *model) must(err error) {
	m.t.Helper()
	if err != nil {
		m.fail("%v", err)
	}
}

// norm makes empty lists nil.
func norm(v val[store.AnyHandle]) val[store.AnyHandle] {
	if len(v.words) == 0 {
		v.words = nil
	}
	if len(v.links) == 0 {
		v.links = nil
	}
	if len(v.elems) == 0 {
		v.elems = nil
	}
	return v
}

// check holds the stores against the model.
func (m *model) check() {
	m.t.Helper()
	m.w.check(m.t)
	n := 0
	for k := range 4 {
		for _, h := range m.w.handles(k) {
			n++
			o := m.objs[h]
			if o == nil {
				m.fail("%s %v is alive", mKinds[k], h)
			}
			v, _ := m.w.read(h)
			if !reflect.DeepEqual(norm(v), norm(o.v)) {
				m.fail("%s %v is\n%+v, not\n%+v", mKinds[k], h, v, o.v)
			}
		}
	}
	if n != len(m.objs) {
		m.fail("%d records, not %d", n, len(m.objs))
	}
	for _, l := range m.levels {
		if got := l.l.Nodes(); got != len(l.at) {
			m.fail("a level has %d nodes, not %d", got, len(l.at))
		}
		for n, o := range l.at {
			if id := n.id(); id != "" {
				m.checkFound(id, n, o.h, l.l.Find)
			}
		}
		if _, ok := l.l.Find("nobody"); ok {
			m.fail("found nobody")
		}
	}
	for _, f := range m.files {
		for _, n := range f.d.nodes {
			if id := n.id(); id != "" {
				m.checkFound(id, n, f.handle(n), f.f.Find)
			}
		}
		for l, is := range f.loaded {
			if f.f.Loaded(l) != is {
				m.fail("chunk %q loaded: %t", l, !is)
			}
		}
	}
}

func (m *model) checkFound(id string, n *docNode, want store.AnyHandle, find func(string) (store.AnyHandle, bool)) {
	m.t.Helper()
	if h, ok := find(id); !ok || h != want {
		m.fail("%s %q is found at %v %t, not at %v", mKinds[n.kind], id, h, ok, want)
	}
}

// handle is what a reference to a node of the file is now.
func (f *modelFile) handle(n *docNode) store.AnyHandle {
	switch o := f.at[n]; {
	case n == nil, f.lacks(n):
		return store.AnyHandle{}
	case o != nil:
		return o.h
	}
	return store.AnyFromBits(uint16(n.kind+1), uint64(n.row)+1)
}

// lacks reports whether the nodes of a File are without this one.
func (f *modelFile) lacks(n *docNode) bool { return f.skips && n.kind == 2 }

// fresh are the records that the model does not know, by kind and slot.
func (m *model) fresh() (out [4][]store.AnyHandle) {
	for k := range out {
		for _, h := range m.w.handles(k) {
			if m.objs[h] == nil {
				out[k] = append(out[k], h)
			}
		}
	}
	return out
}

// take gives the nodes their records among the fresh ones: consecutive ones,
// which begin with the first node's.
func (m *model) take(fresh *[4][]store.AnyHandle, nodes []*docNode) map[*docNode]*object {
	m.t.Helper()
	at := make(map[*docNode]*object, len(nodes))
	for k := range fresh {
		var want []*docNode
		for _, n := range nodes {
			if n.kind == k {
				want = append(want, n)
			}
		}
		if len(want) == 0 {
			continue
		}
		i := slices.IndexFunc(fresh[k], func(h store.AnyHandle) bool {
			v, _ := m.w.read(h)
			return v.serial == want[0].v.serial
		})
		if i < 0 || len(fresh[k])-i < len(want) {
			m.fail("%d of %d %ss are there", len(fresh[k]), len(want), mKinds[k])
		}
		for j, n := range want {
			h := fresh[k][i+j]
			if j > 0 && h.Index() != fresh[k][i].Index()+uint32(j) {
				m.fail("rows are apart")
			}
			at[n] = &object{h: h}
			m.objs[h] = at[n]
		}
		fresh[k] = slices.Delete(fresh[k], i, i+len(want))
	}
	return at
}

func (m *model) fill(at map[*docNode]*object, handle func(*docNode) store.AnyHandle) {
	for n, o := range at {
		o.v = mapVal(n.v, handle)
	}
}

func handleIn(at map[*docNode]*object) func(*docNode) store.AnyHandle {
	return func(n *docNode) store.AnyHandle {
		if o := at[n]; o != nil {
			return o.h
		}
		return store.AnyHandle{}
	}
}

// seen is the nodes that a Binding loads.
func (m *model) seen(b *loader.Binding, nodes []*docNode) []*docNode {
	if b != m.skip {
		return nodes
	}
	return slices.DeleteFunc(slices.Clone(nodes), func(n *docNode) bool { return n.kind == 2 })
}

// arrived adds a level that was loaded.
func (m *model) arrived(l *loader.Level, d *doc, fresh *[4][]store.AnyHandle, b *loader.Binding) *modelLevel {
	m.t.Helper()
	ml := &modelLevel{l: l, d: d, b: b, reload: b == m.keep || b == m.skip, at: m.take(fresh, m.seen(b, d.nodes))}
	m.fill(ml.at, handleIn(ml.at))
	m.levels = append(m.levels, ml)
	return ml
}

func (m *model) nothingFresh(fresh [4][]store.AnyHandle) {
	m.t.Helper()
	for k := range fresh {
		if len(fresh[k]) > 0 {
			m.fail("%d %ss nobody knows", len(fresh[k]), mKinds[k])
		}
	}
}

func (m *model) run(n int) {
	commands := []struct {
		weight int
		f      func()
	}{{6, m.loadLevel}, {4, m.loadDamaged}, {2, m.start}, {5, m.step}, {6, m.unload}, {2, m.parallel}, {6, m.insert}, {8, m.remove},
		{10, m.write}, {1, m.trim}, {1, m.compact}, {2, m.open}, {12, m.chunks}, {2, m.save}, {10, m.reload}, {3, m.walk}}
	total := 0
	for _, c := range commands {
		total += c.weight
	}
	for range n {
		if len(m.levels) > 8 {
			m.unload()
		}
		k := m.rng.IntN(total)
		for _, c := range commands {
			if k -= c.weight; k < 0 {
				c.f()
				break
			}
		}
		m.check()
		if m.m.serial > 60000 {
			break
		}
	}
	m.end()
}

// end takes everything away again.
func (m *model) end() {
	m.note("end")
	for _, ld := range m.loads {
		ld.ld.Cancel()
	}
	for len(m.levels) > 0 {
		m.unload()
	}
	for _, f := range m.files {
		m.must(f.f.Close())
		m.forget(f.at)
		for _, s := range f.steps {
			s.ld.Cancel()
		}
	}
	m.files = nil
	m.check()
	for h := range m.objs { // the game's own
		m.erase(h)
	}
	m.check()
	w := m.w
	strs, text := w.Strings.Stats()
	for i, s := range []store.Stats{w.Nodes.Stats(), w.Parts.Stats(), w.Dots.Stats(), w.Leaves.Stats(), w.Words.Stats(), w.Links.Stats()} {
		if s.Live != 0 || s.Reserved != 0 {
			m.fail("store %d is not empty: %+v", i, s)
		}
	}
	if strs.Live > 1 || text.Live > 0 || strs.Reserved+text.Reserved > 0 { // "" stays
		m.fail("strings are left: %+v, %+v", strs, text)
	}
	if s := w.Elems.Stats(); s.Live != m.made || s.Reserved != 0 {
		m.fail("elements are left: %+v, the game made %d", s, m.made)
	}
	m.must(m.plain.Close())
}

var modelSeeds = flag.Int("model.seeds", 0, "random worlds for TestModel")

// Random commands as a game gives them over hours, on random worlds and random
// levels: after each the stores hold what a plain model of them says, and in the
// end nothing.
func TestModel(t *testing.T) {
	seeds := 16
	switch {
	case raceEnabled:
		seeds = 4 // each takes ten times as long
	case testing.Short():
		seeds = 8
	}
	seeds = cmp.Or(*modelSeeds, seeds)
	loader.MapFrom(t, 4<<10)
	ran, mapped := 0, 0
	for seed := range seeds {
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			m := newModel(t, uint64(seed))
			m.run(80)
			mapped += m.mapped
			ran++
		})
	}
	t.Logf("%d levels were mapped", mapped)
	if ran >= 8 && canMap() {
		require.Positive(t, mapped)
	}
}
