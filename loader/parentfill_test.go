package loader_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// estate is a world, and oldEstate what it was before it had parent fields.
type estate struct {
	Wings   store.Bulk[wing]  `level:"wing"`
	Rooms   store.Bulk[room]  `level:"room"`
	Things  store.Bulk[thing] `level:"thing"`
	Strings store.Strings
}

type wing struct {
	Serial uint32
	In     store.Handle[wing] `level:",parent"`
}

type room struct {
	In     store.Handle[wing] `level:",parent"`
	Serial uint32
	Around store.AnyHandle `level:",parent,ref=wing|thing"`
	Name   store.Str
}

type thing struct {
	Serial uint32
	In     store.AnyHandle    `level:",parent,ref=room|wing"`
	Next   store.Handle[room] `level:",ref"`
}

type oldEstate struct {
	Wings   standin.Bulk[oldWing]  `level:"wing"`
	Rooms   standin.Bulk[oldRoom]  `level:"room"`
	Things  standin.Bulk[oldThing] `level:"thing"`
	Marks   standin.Bulk[oldMark]  `level:"mark"`
	Strings store.Strings
}

type oldMark struct{ Serial uint32 }

type oldWing struct{ Serial uint32 }

type oldRoom struct {
	Serial uint32
	Name   store.Str
}

type oldThing struct {
	Next   store.Handle[oldRoom] `level:",ref"`
	Serial uint32
}

// newEstate is what a level of today is built from, with the kind that the world lacks.
type newEstate struct {
	estate
	Marks standin.Bulk[oldMark] `level:"mark"`
}

// holding is a node of an estate.
type holding struct {
	kind  string
	depth int
	row   uint32
	label string // of the chunk that begins with it; "" if none does
}

// holdings makes up an estate.
func holdings(r *rand.Rand, n, chunks int) []holding {
	var out []holding
	rows := map[string]uint32{}
	for i := range n {
		h := holding{kind: []string{"wing", "room", "thing", "mark"}[r.IntN(4)]}
		if i > 0 {
			h.depth = r.IntN(min(out[i-1].depth+2, 9))
		}
		if i > 0 && chunks > 0 && r.IntN(n/chunks+1) == 0 {
			h.label = fmt.Sprint("part", i)
		}
		h.row = rows[h.kind]
		rows[h.kind]++
		out = append(out, h)
	}
	return out
}

// estateFile is the level of an estate, with parent fields or from before there were any.
func estateFile(t *testing.T, nodes []holding, parents bool, o format.WriterOptions) []byte {
	var world any = oldEstate{}
	if parents {
		world = newEstate{}
	}
	a := newAuthor(t, world, o)
	var path [10]holding
	for i, n := range nodes {
		if n.label != "" {
			a.chunk(n.label)
		}
		path[n.depth] = n
		nearest := func(kinds ...string) *holding {
			for d := n.depth - 1; d >= 0; d-- {
				if slices.Contains(kinds, path[d].kind) {
					return &path[d]
				}
			}
			return nil
		}
		f := fields{"serial": i + 1}
		set := func(name string, any bool, kinds ...string) {
			if up := nearest(kinds...); up != nil && parents {
				f[name] = ref(up.row)
				if any {
					f[name] = anyRef{up.kind, up.row}
				}
			}
		}
		switch n.kind {
		case "wing":
			set("in", false, "wing")
		case "room":
			set("in", false, "wing")
			set("around", true, "wing", "thing")
			f["name"] = fmt.Sprint("room ", i)
		case "thing":
			set("in", true, "room", "wing")
		}
		a.node(n.kind, n.depth, fmt.Sprint(n.kind, n.row), f)
	}
	return a.file()
}

// told is the world by serial numbers: what each node's parent fields name.
func (w *estate) told() map[string]string {
	out := map[string]string{}
	name := func(a store.AnyHandle) string {
		if a.IsNil() {
			return "-"
		}
		if a.Pending() {
			return fmt.Sprint("pending ", a)
		}
		if h, ok := w.Wings.FromAny(a); ok {
			return fmt.Sprint("wing ", must(w.Wings.Get(h)).Serial)
		}
		if h, ok := w.Rooms.FromAny(a); ok {
			return fmt.Sprint("room ", must(w.Rooms.Get(h)).Serial)
		}
		return fmt.Sprint("thing ", must(w.Things.Get(must(w.Things.FromAny(a)))).Serial)
	}
	for _, x := range w.Wings.All() {
		out[fmt.Sprint("wing ", x.Serial)] = name(w.Wings.Any(x.In))
	}
	for _, x := range w.Rooms.All() {
		out[fmt.Sprint("room ", x.Serial)] = name(w.Wings.Any(x.In)) + ", " + name(x.Around) + ", " + w.Strings.Get(x.Name)
	}
	for _, x := range w.Things.All() {
		out[fmt.Sprint("thing ", x.Serial)] = name(x.In)
	}
	return out
}

func bindEstate(t *testing.T, o ...loader.Option) (*estate, *loader.Binding) {
	w := new(estate)
	b, err := loader.Bind(w, o...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return w, b
}

// A level from before a parent field existed gives the field what a level of today has
// there, whichever way it comes.
func TestParentFieldsThatALevelLacksComeFromItsTree(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 9))
		nodes := holdings(r, 1+r.IntN(300), r.IntN(6))
		o := format.WriterOptions{BlockBytes: []int{0, 64}[seed%2]}
		before, today := estateFile(t, nodes, false, o), estateFile(t, nodes, true, o)
		for name, way := range ways {
			for _, opts := range [][]loader.Option{nil, {loader.Check(format.CheckNone)}, {loader.Check(format.CheckFull), loader.OnNode(func(loader.Placed) error { return nil })}} {
				got, b := bindEstate(t, opts...)
				want, wb := bindEstate(t, opts...)
				gone, err := way(t, b, before)
				require.NoError(t, err)
				_, err = way(t, wb, today)
				require.NoError(t, err)
				require.Equal(t, want.told(), got.told(), "%d by %s", seed, name)
				require.NoError(t, gone())
				require.Zero(t, got.Wings.Len()+got.Rooms.Len()+got.Things.Len())
				require.NoError(t, b.Close()) // all of them together are more than 32 bits can address
				require.NoError(t, wb.Close())
			}
		}
		old, b := bindEstate(t, loader.Skip(loader.Ignore, "wing"))
		_, err := b.LoadBytes(ctx, before)
		require.NoError(t, err)
		for _, x := range old.Rooms.All() {
			require.True(t, x.In.IsNil(), "there are no such nodes")
		}
	}
}

// A level without the field has no reference that Skip could find.
func TestAMissingParentFieldPassesOverSkippedNodes(t *testing.T) {
	nodes := []holding{{kind: "wing"}, {kind: "room", depth: 1}, {kind: "thing", depth: 2}}
	for name, way := range ways {
		w, b := bindEstate(t, loader.Skip(loader.Fail, "room"), loader.Extra(loader.Ignore))
		_, err := way(t, b, estateFile(t, nodes, false, format.WriterOptions{}))
		require.NoError(t, err, name)
		for _, x := range w.Things.All() {
			_, ok := w.Wings.FromAny(x.In)
			require.True(t, ok, name)
		}
		require.NoError(t, b.Close())
		_, b = bindEstate(t, loader.Skip(loader.Fail, "room"), loader.Extra(loader.Ignore))
		_, err = way(t, b, estateFile(t, nodes, true, format.WriterOptions{}))
		require.ErrorIs(t, err, loader.ErrSkipped, name)
	}
}

// A level that is not checked may say anything of its tree. No node then names a row that
// there is not, and nothing panics.
func TestParentsOfAnUncheckedTree(t *testing.T) {
	file := estateFile(t, holdings(rand.New(rand.NewPCG(3, 9)), 24, 3), false, format.WriterOptions{})
	f, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	tried := 0
	for _, blk := range f.Blocks() {
		if blk.Table != format.TableNode {
			continue
		}
		for i := range int(blk.Stored) {
			for _, v := range []byte{0, 1, 10, 11, 255} {
				bad := bytes.Clone(file)
				bad[blk.Offset+int64(i)] = v
				for _, name := range []string{"LoadBytes", "Open"} {
					w, b := bindEstate(t, loader.Check(format.CheckNone), loader.Extra(loader.Ignore))
					if gone, err := ways[name](t, b, bad); err == nil {
						w.told() // which finds the record of each handle
						require.NoError(t, gone())
						tried++
					}
					require.NoError(t, b.Close())
				}
			}
		}
	}
	require.Greater(t, tried, 100)
}

// Chunks that come and go find their parents in other chunks, as references do.
func TestParentsInOtherChunks(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 10))
		nodes := holdings(r, 20+r.IntN(60), 5)
		got, b := bindEstate(t)
		want, wb := bindEstate(t)
		f, g := open(t, b, estateFile(t, nodes, false, format.WriterOptions{})), open(t, wb, estateFile(t, nodes, true, format.WriterOptions{}))
		chunks := f.Chunks()
		under := map[string]*loader.ChunkLoading{}
		for range 60 {
			label := chunks[r.IntN(len(chunks))].Label
			switch ld := under[label]; {
			case f.Loaded(label):
				require.NoError(t, f.Unload(label))
				require.NoError(t, g.Unload(label))
			case ld == nil:
				under[label] = f.Start(label)
			case !ld.Done() && r.IntN(6) > 0:
				ld.Step(0)
			default:
				require.NoError(t, ld.Finish())
				delete(under, label)
				loadChunks(t, g, label)
			}
			require.Equal(t, want.told(), got.told(), "%d", seed)
		}
		for _, ld := range under {
			ld.Cancel()
		}
		require.NoError(t, f.Close())
	}
}

// What is saved has the tree, with KeepNodes and without, and may be loaded again.
func TestALevelWithoutParentFieldsIsSavedWithItsTree(t *testing.T) {
	nodes := holdings(rand.New(rand.NewPCG(1, 11)), 100, 3)
	for _, opts := range [][]loader.Option{nil, {loader.KeepNodes()}} {
		var saved [2][]byte
		for i, parents := range []bool{false, true} {
			_, b := bindEstate(t, opts...)
			_, err := b.LoadBytes(ctx, estateFile(t, nodes, parents, format.WriterOptions{}))
			require.NoError(t, err)
			saved[i] = saveWorld(t, b, loader.SaveOptions{Strict: true})
		}
		require.Equal(t, saved[1], saved[0])
	}
}

// A reload compares what the trees say.
func TestAReloadFillsParentFields(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 12))
		got, b := bindEstate(t, loader.Reloadable())
		want, wb := bindEstate(t, loader.Reloadable())
		nodes := holdings(r, 60, 2)
		l, err := b.LoadBytes(ctx, estateFile(t, nodes, false, format.WriterOptions{}))
		require.NoError(t, err)
		fresh, err := wb.LoadBytes(ctx, estateFile(t, nodes, true, format.WriterOptions{}))
		require.NoError(t, err)
		require.Equal(t, want.told(), got.told())
		for k := range 6 {
			same, err := l.Reload(ctx, bytes.NewReader(estateFile(t, nodes, k%3 > 0, format.WriterOptions{})))
			require.NoError(t, err)
			require.Empty(t, same, "the level of today says the same")
			nodes = holdings(r, 60, 2)
			changes, err := l.Reload(ctx, bytes.NewReader(estateFile(t, nodes, k%2 > 0, format.WriterOptions{})))
			require.NoError(t, err)
			as, err := fresh.Reload(ctx, bytes.NewReader(estateFile(t, nodes, true, format.WriterOptions{})))
			require.NoError(t, err)
			require.Len(t, changes, len(as))
			require.Equal(t, want.told(), got.told(), "%d", seed)
		}
	}
}
