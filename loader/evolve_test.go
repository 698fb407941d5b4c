package loader_test

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

var evolveSeeds = flag.Int("evolve.seeds", 0, "random schemas for TestAnySchemaEvolves")

// Levels of any schema, built for an earlier version of the world, are loaded as their
// author wrote them, whichever way of loading is used. They are the same after they have
// been saved and loaded again, and a reload turns one into another.
func TestAnySchemaEvolves(t *testing.T) {
	seeds := 60
	if testing.Short() || raceEnabled {
		seeds = 15
	}
	for seed := range cmp.Or(*evolveSeeds, seeds) {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { newEvolution(t, uint64(seed)).run() })
	}
}

// evolution is a world and what it was, several times over.
type evolution struct {
	t      *testing.T
	m      *anyMaker
	kinds  []*anyTable
	world  *format.Schema
	pasts  [][]*anyTable
	files  []*format.Schema
	serial uint32
}

func newEvolution(t *testing.T, seed uint64) *evolution {
	e := &evolution{t: t, m: &anyMaker{rng: rand.New(rand.NewPCG(seed, 5))}}
	e.kinds = e.m.world()
	for range 3 {
		e.pasts = append(e.pasts, e.m.past(e.kinds))
	}
	e.world = schemaOfKinds(e.kinds)
	for _, p := range e.pasts {
		e.files = append(e.files, schemaOfKinds(p))
	}
	return e
}

func (e *evolution) bind(opts ...loader.Option) *loader.Binding {
	b, _, err := loader.BindSchema(e.world, append(opts, loader.Extra(loader.Ignore))...)
	require.NoError(e.t, err)
	e.t.Cleanup(func() { b.Close() })
	return b
}

func (e *evolution) options() format.WriterOptions {
	return format.WriterOptions{
		BlockBytes: []int{0, 0, 64, 1000}[e.m.rng.IntN(4)],
		Codec:      []format.Codec{format.CodecNone, format.CodecLZ4, format.CodecZstd}[e.m.rng.IntN(3)],
	}
}

// level makes a level of some past, and its file.
func (e *evolution) level(most, chunks int) (*anyDoc, []byte) {
	k := e.m.rng.IntN(len(e.pasts))
	d := e.m.doc(e.pasts[k], e.m.rng.IntN(most+1), chunks, &e.serial)
	return d, d.file(e.t, e.files[k], e.options())
}

func everyNode(*anyNode) bool { return true }

func (e *evolution) run() {
	e.kept()
	e.reloads()
	e.chunks()
	e.sideBySide()
	e.refusals()
}

// kept: a level whose nodes are kept is saved as it was.
func (e *evolution) kept() {
	b := e.bind(loader.KeepNodes())
	for range 3 {
		d, file := e.level(40, e.m.rng.IntN(4))
		l, err := b.LoadBytes(ctx, file)
		require.NoError(e.t, err)
		for _, n := range d.nodes {
			h, ok := l.Find(n.id)
			require.Equal(e.t, n.id != "" && n.kind.now != nil, ok && !h.IsNil(), n.id)
		}
		again := saveLevel(e.t, l, loader.SaveOptions{})
		require.Equal(e.t, d.wanted(everyNode, true), told(e.t, again, true))
		require.Equal(e.t, again, saveWorld(e.t, b, loader.SaveOptions{}))
		require.NoError(e.t, l.Unload())
		ld := b.Start(bytes.NewReader(again))
		for !ld.Step(0) {
		}
		l, err = ld.Finish()
		require.NoError(e.t, err)
		require.Equal(e.t, again, saveLevel(e.t, l, loader.SaveOptions{}))
		require.NoError(e.t, l.Unload())
	}
}

// reloads: a reload gives the level that a load gives.
func (e *evolution) reloads() {
	b, fresh := e.bind(loader.Reloadable()), e.bind(loader.Reloadable())
	k := e.m.rng.IntN(len(e.pasts))
	d := e.m.doc(e.pasts[k], e.m.rng.IntN(40), e.m.rng.IntN(3), &e.serial)
	l, err := b.LoadBytes(ctx, d.file(e.t, e.files[k], e.options()))
	require.NoError(e.t, err)
	for range 6 {
		var file []byte
		if e.m.hit(15) {
			k = e.m.rng.IntN(len(e.pasts))
			d = e.m.doc(e.pasts[k], e.m.rng.IntN(40), e.m.rng.IntN(3), &e.serial)
		} else {
			d = e.m.edit(d, &e.serial)
		}
		file = d.file(e.t, e.files[k], e.options())
		_, err := l.Reload(ctx, bytes.NewReader(file))
		require.NoError(e.t, err)
		other, err := fresh.LoadBytes(ctx, file)
		require.NoError(e.t, err)
		want := saveLevel(e.t, other, loader.SaveOptions{Strict: true})
		got := saveLevel(e.t, l, loader.SaveOptions{Strict: true})
		require.Equal(e.t, d.wanted(everyNode, true), told(e.t, want, true))
		require.Equal(e.t, told(e.t, want, true), told(e.t, got, true))
		require.Equal(e.t, want, got)
		require.Equal(e.t, other.Nodes(), l.Nodes())
		for _, n := range d.nodes {
			_, ok := l.Find(n.id)
			require.Equal(e.t, n.id != "" && n.kind.now != nil, ok, n.id)
		}
		require.NoError(e.t, other.Unload())
	}
	require.NoError(e.t, l.Unload())
}

// chunks: of a file that is open there is what its loaded chunks hold.
func (e *evolution) chunks() {
	b := e.bind()
	_, other := e.level(20, 0)
	before, err := b.LoadBytes(ctx, other)
	require.NoError(e.t, err)
	d, file := e.level(60, 1+e.m.rng.IntN(5))
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(e.t, err)
	require.NoError(e.t, before.Unload()) // so that strings do not lie where they do in the file
	in := map[string]bool{}
	cs := f.Chunks()
	for range 20 {
		label := cs[e.m.rng.IntN(len(cs))].Label
		switch {
		case in[label]:
			require.NoError(e.t, f.Unload(label))
			in[label] = false
		case e.m.hit(20):
			bad := f.Start(label)
			for range e.m.rng.IntN(6) {
				bad.Step(0)
			}
			bad.Cancel()
		case e.m.hit(50):
			ld := f.Start(label)
			for range e.m.rng.IntN(6) {
				ld.Step(0)
			}
			other := cs[e.m.rng.IntN(len(cs))].Label
			if other != label {
				if in[other] {
					require.NoError(e.t, f.Unload(other))
				} else {
					require.NoError(e.t, f.Load(ctx, other))
				}
				in[other] = !in[other]
			}
			require.NoError(e.t, ld.Finish())
			in[label] = true
		default:
			require.NoError(e.t, f.Load(ctx, label))
			in[label] = true
		}
		want := d.wanted(func(n *anyNode) bool {
			if n.chunk == 0 {
				return in[""]
			}
			return in[d.chunks[n.chunk-1]]
		}, false)
		require.Equal(e.t, sortedRows(want), sortedRows(told(e.t, saveWorld(e.t, b, loader.SaveOptions{}), false)))
	}
	require.NoError(e.t, f.Close())
	require.Empty(e.t, told(e.t, saveWorld(e.t, b, loader.SaveOptions{}), false))
}

// sortedRows leaves out of what is told of nodes their depths and names, which an
// open file does not keep.
func sortedRows(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l[bytes.IndexByte([]byte(l), '{'):]
	}
	slices.Sort(out)
	return out
}

// sideBySide: levels come and go beside each other, and beside loads that fail.
func (e *evolution) sideBySide() {
	b := e.bind()
	type loaded struct {
		l *loader.Level
		d *anyDoc
	}
	var all []loaded
	for range 12 {
		d, file := e.level(20, e.m.rng.IntN(2))
		switch {
		case len(all) > 0 && e.m.hit(30):
			k := e.m.rng.IntN(len(all))
			require.NoError(e.t, all[k].l.Unload())
			all = slices.Delete(all, k, k+1)
		case e.m.hit(30):
			_, err := b.Load(ctx, &fault{file: file, at: e.m.rng.IntN(len(file)), how: "fails"})
			require.True(e.t, errors.Is(err, errCable))
		default:
			l, err := b.Load(ctx, bytes.NewReader(file))
			require.NoError(e.t, err)
			all = append(all, loaded{l, d})
		}
		var want []string
		for _, x := range all {
			want = append(want, x.d.wanted(everyNode, false)...)
		}
		require.Equal(e.t, sortedRows(want), sortedRows(told(e.t, saveWorld(e.t, b, loader.SaveOptions{}), false)))
	}
}
