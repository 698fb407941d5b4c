package loader_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// chunk begins a chunk of the level.
func (a *author) chunk(label string) {
	str, err := a.w.String([]byte(label))
	require.NoError(a.t, err)
	require.NoError(a.t, a.w.Chunk(str))
}

// archipelago is a level of islands, a chunk each, with n bodies; what is not
// on an island comes first. Bodies of neighbouring islands are joined, and
// triggers look at the island before and after by each kind of reference.
func archipelago(t require.TestingT, islands, n int) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, "sea", fields{"name": "sea", "title": "The Sea", "opening": ref(0)})
	for i := range islands {
		label := fmt.Sprint("island", i)
		a.chunk(label)
		a.node("group", 1, label, fields{"name": label})
		first := 0
		for k := range n {
			id := fmt.Sprint(label, "-", k)
			body := a.node("body", 2, id, fields{"name": id, "group": ref(i), "pos": []float64{float64(i), float64(k)}})
			if k == 0 {
				first = int(body)
			}
			a.node("shape", 3, "", fields{"body": ref(body), "vertex": []fields{{"x": i}, {"y": k}}, "texture": id})
		}
		before, after := (i+islands-1)%islands*n, (i+1)%islands*n
		a.node("joint", 1, fmt.Sprint("rope", i), fields{"name": fmt.Sprint("rope", i), "a": ref(first), "b": ref(after)})
		a.node("trigger", 1, fmt.Sprint("gate", i), fields{"name": fmt.Sprint("gate", i), "target": anyRef{"body", uint32(before)},
			"wakes": []fields{{"value": ref(first)}, {"value": ref(before)}, {"value": ref(after)}}})
	}
	a.chunk("sky")
	a.node("camera", 1, "eye", fields{"name": "eye", "follow": anyRef{"body", uint32(n)}, "zoom": 2})
	return a.file()
}

func open(t testing.TB, b *loader.Binding, file []byte) *loader.File {
	t.Helper()
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return f
}

func loadChunks(t testing.TB, f *loader.File, labels ...string) {
	t.Helper()
	for _, l := range labels {
		require.NoError(t, f.Load(ctx, l), l)
		require.True(t, f.Loaded(l))
	}
}

func find[T any](t testing.TB, f *loader.File, b *store.Bulk[T], id string) store.Handle[T] {
	t.Helper()
	a, ok := f.Find(id)
	require.True(t, ok, id)
	h, ok := b.FromAny(a)
	require.True(t, ok, id)
	return h
}

func TestChunksComeAndGo(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	file := archipelago(t, 3, 4)
	f := open(t, b, file)
	var labels []string
	nodes, size := 0, int64(0)
	for _, c := range f.Chunks() {
		labels = append(labels, c.Label)
		nodes += c.Nodes
		size += c.Bytes
		require.Equal(t, c.Bytes, c.Size, "nothing is compressed")
	}
	require.Equal(t, []string{"", "island0", "island1", "island2", "sky"}, labels)
	require.Equal(t, 1+3*11+1, nodes)
	require.Less(t, size, int64(len(file)))
	require.Zero(t, w.Bodies.Len(), "nothing is loaded yet")

	loadChunks(t, f, "island1")
	require.Equal(t, 4, w.Bodies.Len())
	require.Equal(t, 8, w.Lists.Corners.Len())
	for _, body := range w.Bodies.All() {
		require.Equal(t, float32(1), body.Pos.X)
		group, ok := w.Groups.Get(body.Group)
		require.True(t, ok, "what the chunk has itself resolves")
		require.Equal(t, "island1", w.Strings.Get(group.Name))
	}
	for _, s := range w.Shapes.All() {
		body, ok := w.Bodies.Get(s.Body)
		require.True(t, ok)
		require.Equal(t, []game.Vertex{{X: 1}, {Y: body.Pos.Y}}, w.Lists.Corners.Slice(s.Outline))
	}
	loadChunks(t, f, "island1", "island0", "island2", "sky", "")
	var whole game.World
	load(t, bind(t, &whole), file)
	require.Equal(t, 12, w.Bodies.Len())
	for _, l := range []string{"island0", "", "sky", "island1", "island2"} {
		require.NoError(t, f.Unload(l))
		require.False(t, f.Loaded(l))
		err := f.Unload(l)
		require.ErrorIs(t, err, loader.ErrUnloaded)
		require.EqualError(t, err, fmt.Sprintf("unload: chunk %q is not loaded", l))
	}
	require.Zero(t, w.Bodies.Len())
	require.ErrorIs(t, f.Load(ctx, "atlantis"), loader.ErrNoChunk)
	require.ErrorIs(t, f.Unload("atlantis"), loader.ErrNoChunk)
	const has = `no chunk has this label: "islnad1"; the file has "", "island0", "island1", "island2", "sky": see File.Chunks`
	require.EqualError(t, f.Load(ctx, "islnad1"), "load: "+has)
	require.EqualError(t, f.Start("islnad1").Finish(), "load: "+has)
	require.EqualError(t, f.Unload("islnad1"), "unload: "+has)

	loadChunks(t, f, labels...) // in the file's order: just what Load gives
	require.Equal(t, contentOf(t, &whole), contentOf(t, &w))
	require.NoError(t, f.Close())
	require.NoError(t, f.Close())
	require.Zero(t, w.Bodies.Len()+w.Lists.Corners.Len()+w.Strings.Len())
	require.ErrorIs(t, f.Load(ctx, "sky"), loader.ErrUnloaded)
	_, ok := f.Find("eye")
	require.False(t, ok)
}

func TestReferencesIntoAbsentChunksArePending(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 3, 4))
	rope := find(t, f, &w.Joints, "rope0")
	require.True(t, rope.Pending())
	loadChunks(t, f, "island0")
	joint, ok := w.Joints.Get(find(t, f, &w.Joints, "rope0"))
	require.True(t, ok)
	gate, ok := w.Triggers.Get(find(t, f, &w.Triggers, "gate0"))
	require.True(t, ok)
	wakes := w.Lists.Bodies.Slice(gate.Wakes)
	check := func(before, after bool) {
		t.Helper()
		_, ok := w.Bodies.Get(joint.A)
		require.True(t, ok)
		for _, x := range []struct {
			h      store.Handle[game.Body]
			loaded bool
			island float32
		}{{joint.B, after, 1}, {wakes[0], true, 0}, {wakes[1], before, 2}, {wakes[2], after, 1}, {bodyOf(t, &w, gate.Target), before, 2}} {
			body, ok := w.Bodies.Get(x.h)
			require.Equal(t, x.loaded, ok)
			require.Equal(t, !x.loaded, x.h.Pending())
			require.False(t, x.h.IsNil())
			if ok {
				require.Equal(t, x.island, body.Pos.X)
			} else {
				require.ErrorIs(t, w.Bodies.Explain(x.h), store.ErrPending)
			}
		}
	}
	check(false, false)
	loadChunks(t, f, "island1")
	check(false, true)
	copied := joint.B
	loadChunks(t, f, "island2")
	check(true, true)
	require.NoError(t, f.Unload("island1"))
	check(true, false)
	require.ErrorIs(t, w.Bodies.Explain(copied), store.ErrDead, "the game's copy is dead, not pending")
	loadChunks(t, f, "island1")
	check(true, true)
	require.ErrorIs(t, w.Bodies.Explain(copied), store.ErrDead)
	require.NoError(t, f.Unload("island2"))
	check(false, true)
	require.NoError(t, f.Unload("island0"))
	require.NoError(t, f.Unload("island1"))
	require.Zero(t, w.Bodies.Len())
}

func bodyOf(t testing.TB, w *game.World, a store.AnyHandle) store.Handle[game.Body] {
	t.Helper()
	h, ok := w.Bodies.FromAny(a)
	require.True(t, ok, "what is pending has its kind")
	return h
}

func TestChunksLeaveWhatTheGameHasChangedAlone(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 3, 4))
	loadChunks(t, f, "island0", "island1")
	own, err := w.Bodies.Insert(game.Body{Health: 7})
	require.NoError(t, err)
	rope := find(t, f, &w.Joints, "rope0")
	joint, _ := w.Joints.Get(rope)
	joint.B = own
	gone := find(t, f, &w.Joints, "rope1")
	require.True(t, w.Joints.Remove(gone))
	again, err := w.Joints.Insert(game.Joint{A: own, B: own}) // into the slot of rope1
	require.NoError(t, err)
	require.Equal(t, gone.Index(), again.Index())
	target := func(gate string, kind uint16, bits uint64) (*store.AnyHandle, store.AnyHandle) { // alike in part
		trigger, _ := w.Triggers.Get(find(t, f, &w.Triggers, gate))
		trigger.Target = store.AnyFromBits(trigger.Target.Kind()+kind, trigger.Target.Bits()+bits)
		return &trigger.Target, trigger.Target
	}
	of, other := target("gate0", 1, 0)

	loadChunks(t, f, "island2")
	require.Equal(t, other, *of, "another kind")
	require.NoError(t, f.Unload("island1"))
	require.Equal(t, own, joint.B)
	mine, ok := w.Joints.Get(again)
	require.True(t, ok, "what the game put into a level's slot stays")
	require.Equal(t, game.Joint{A: own, B: own}, *mine)
	require.NoError(t, f.Unload("island2"))
	loadChunks(t, f, "island1", "island2")
	require.Equal(t, own, joint.B)
	require.Equal(t, game.Joint{A: own, B: own}, *mine)
	of, other = target("gate1", 0, 1<<32)
	require.NoError(t, f.Unload("island0"))
	require.Equal(t, other, *of, "another generation")
	require.NoError(t, f.Close())
	require.Equal(t, 1, w.Bodies.Len())
	require.Equal(t, 1, w.Joints.Len())
}

// Every chunk in every order that three islands have, over and over.
func TestAnyOrderOfChunksGivesTheSameReferences(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	f := open(t, b, archipelago(t, 3, 2))
	loadChunks(t, f, "sky") // into island1, as the islands beside it
	var loaded [3]bool
	state := uint32(1)
	rounds := 400
	if testing.Short() {
		rounds = 80
	}
	for range rounds {
		state = state*1664525 + 1013904223
		k := int(state>>16) % 3
		label := fmt.Sprint("island", k)
		if loaded[k] {
			require.NoError(t, f.Unload(label))
		} else {
			loadChunks(t, f, label)
		}
		loaded[k] = !loaded[k]
		require.NoError(t, f.CheckTies())
		joints := 0
		for _, j := range w.Joints.All() {
			joints++
			a, ok := w.Bodies.Get(j.A)
			require.True(t, ok)
			next := (int(a.Pos.X) + 1) % 3
			body, ok := w.Bodies.Get(j.B)
			require.Equal(t, loaded[next], ok)
			require.Equal(t, !loaded[next], j.B.Pending())
			if ok {
				require.EqualValues(t, next, body.Pos.X)
			}
		}
		for i := range loaded {
			if loaded[i] {
				joints--
			}
		}
		require.Zero(t, joints)
	}
	require.NoError(t, f.Close())
	require.NoError(t, w.Bodies.Check())
	require.NoError(t, w.Lists.Bodies.Check())
	require.Zero(t, w.Bodies.Len()+w.Lists.Bodies.Len()+w.Strings.Len())
}

func TestChunksOfOneLabelComeTogether(t *testing.T) {
	a := gameAuthor(t)
	a.chunk("x")
	a.node("body", 0, "b0", fields{"name": "b0"})
	a.chunk("y")
	a.node("body", 0, "b1", fields{"name": "b1"})
	a.node("joint", 0, "j", fields{"a": ref(0), "b": ref(2)})
	a.chunk("x")
	a.node("group", 0, "g", fields{"name": "g"})
	a.node("body", 0, "b2", fields{"name": "b2"})
	var w game.World
	var got []string
	f := open(t, bind(t, &w, loader.OnNode(func(n loader.Placed) error {
		id, _ := w.Bodies.FromAny(n.Handle)
		name := n.Kind
		if body, ok := w.Bodies.Get(id); ok {
			name = w.Strings.Get(body.Name)
		}
		got = append(got, name)
		return nil
	})), a.file())
	require.Len(t, f.Chunks(), 3)
	require.Equal(t, 3, f.Chunks()[1].Nodes)
	loadChunks(t, f, "y", "x")
	require.Equal(t, []string{"b1", "joint", "b0", "group", "b2"}, got)
	for _, j := range w.Joints.All() {
		require.Equal(t, find(t, f, &w.Bodies, "b0"), j.A)
		require.Equal(t, find(t, f, &w.Bodies, "b2"), j.B)
	}
	require.NoError(t, f.Unload("x"))
	require.Equal(t, 1, w.Bodies.Len())
}

// reads notes which bytes of the file were read.
type reads struct {
	io.ReaderAt
	seen  []bool
	fail  error
	burst bool // panic
}

func (r *reads) ReadAt(p []byte, at int64) (int, error) {
	if r.burst {
		panic("burst")
	}
	if r.fail != nil {
		return 0, r.fail
	}
	for i := range p {
		if k := int(at) + i; k < len(r.seen) {
			r.seen[k] = true
		}
	}
	return r.ReaderAt.ReadAt(p, at)
}

func TestAChunkCostsNoReadingOfTheOthers(t *testing.T) {
	file := archipelago(t, 3, 50)
	src := &reads{ReaderAt: bytes.NewReader(file), seen: make([]bool, len(file))}
	var w game.World
	f, err := bind(t, &w).Open(ctx, src, int64(len(file)))
	require.NoError(t, err)
	ff, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	clear(src.seen)
	loadChunks(t, f, "island1")
	for _, blk := range ff.Blocks() {
		want := blk.Chunk == 2
		for i := range blk.Stored {
			require.Equal(t, want, src.seen[int(blk.Offset)+i], "block of table %d in chunk %d", blk.Table, blk.Chunk)
		}
	}
}

func TestAChunkThatFailsLeavesNothing(t *testing.T) {
	file := archipelago(t, 3, 30)
	var w game.World
	b := bind(t, &w)
	src := &reads{ReaderAt: bytes.NewReader(file)}
	f, err := b.Open(ctx, src, int64(len(file)))
	require.NoError(t, err)
	loadChunks(t, f, "island0")
	before := stateOf(t, &w)
	broken := errors.New("the disk is gone")
	src.fail = broken
	require.ErrorIs(t, f.Load(ctx, "island1"), broken)
	require.Equal(t, before, stateOf(t, &w))
	src.fail = nil
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, f.Load(cancelled, "island1"), context.Canceled)
	require.Equal(t, before, stateOf(t, &w))
	strs, text := w.Strings.Stats()
	_, err = b.Open(cancelled, bytes.NewReader(file), int64(len(file)))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, stateOf(t, &w))
	entries, bytesOf := w.Strings.Stats()
	require.Equal(t, []int{strs.Reserved, text.Reserved}, []int{entries.Reserved, bytesOf.Reserved}, "the room for its strings is given back")

	blocks, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	for _, blk := range blocks.Blocks() {
		if blk.Chunk != 2 {
			continue
		}
		file[blk.Offset] ^= 4
		require.ErrorIs(t, f.Load(ctx, "island1"), format.ErrSum)
		require.Equal(t, before, stateOf(t, &w), "table %d", blk.Table)
		file[blk.Offset] ^= 4
	}
	loadChunks(t, f, "island1", "island2")
}

// Strings and ids that no chunk needs are held against the rules as Load does:
// in a world without text, and of a file that has no string but "".
func TestOpenChecksStringsThatItDoesNotKeep(t *testing.T) {
	for id, blocks := range map[string]int{"": 1, "name": 3} {
		a := newAuthor(t, pebbles{}, format.WriterOptions{})
		a.node("pebble", 0, id, fields{"n": 1})
		file := a.file()
		var w pebbles
		b := bind(t, &w)
		require.NoError(t, open(t, b, file).Close())
		r, err := format.NewReader(bytes.NewReader(file), format.Options{})
		require.NoError(t, err)
		flipped := 0
		for _, bi := range r.Blocks() {
			if bi.Table != format.TableBytes && bi.Table != format.TableStr && bi.Table != format.TableIDs {
				continue
			}
			flipped++
			file[bi.Offset] ^= 1
			_, err := b.Load(ctx, bytes.NewReader(file))
			require.ErrorIs(t, err, format.ErrSum)
			_, err = b.Open(ctx, bytes.NewReader(file), int64(len(file)))
			require.ErrorIs(t, err, format.ErrSum, "table %d", bi.Table)
			file[bi.Offset] ^= 1
		}
		require.Equal(t, blocks, flipped)
	}
}

func TestHooksAreToldOfAChunksNodes(t *testing.T) {
	var w game.World
	var got []string
	refuse := ""
	b := bind(t, &w, loader.OnNode(func(n loader.Placed) error {
		got = append(got, fmt.Sprint(n.Kind, n.Depth))
		if h, ok := w.Bodies.FromAny(n.Handle); ok {
			body, ok := w.Bodies.Get(h)
			require.True(t, ok)
			require.Equal(t, w.Groups.Any(body.Group), n.Parent)
		}
		if n.Kind == refuse {
			return io.ErrUnexpectedEOF
		}
		return nil
	}))
	f := open(t, b, archipelago(t, 2, 1))
	loadChunks(t, f, "island1")
	require.Equal(t, []string{"group0", "body1", "shape2", "joint0", "trigger0"}, got)
	before := stateOf(t, &w)
	refuse = "joint"
	require.ErrorIs(t, f.Load(ctx, "island0"), io.ErrUnexpectedEOF)
	require.Equal(t, before, stateOf(t, &w))
	require.False(t, f.Loaded("island0"))
}

func TestChunksPassOverKindsToo(t *testing.T) {
	var log bytes.Buffer
	var w game.World
	b := bind(t, &w, loader.Skip(loader.Warn, "body"), loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
	f := open(t, b, archipelago(t, 2, 3))
	loadChunks(t, f, "island0", "island1")
	require.Zero(t, w.Bodies.Len())
	require.Equal(t, 6, w.Shapes.Len())
	for _, j := range w.Joints.All() {
		require.True(t, j.A.IsNil() && j.B.IsNil())
	}
	for _, g := range w.Triggers.All() {
		require.True(t, g.Target.IsNil())
	}
	require.Contains(t, log.String(), "chunk loaded")
	require.Contains(t, log.String(), "references to skipped nodes are nil")
	strict := bind(t, new(game.World), loader.Skip(loader.Fail, "body"))
	require.ErrorIs(t, open(t, strict, archipelago(t, 2, 3)).Load(ctx, "island0"), loader.ErrSkipped)
}

// A level in chunks cannot be opened with KeepNodes or Reloadable, and the error says
// so. If the world is bound again without them, it is loaded into and saved as usual.
func TestALevelInChunksKeepsNothing(t *testing.T) {
	file := bridge(t)
	for _, o := range []loader.Option{loader.KeepNodes(), loader.Reloadable()} {
		var w game.World
		b := bind(t, &w, o)
		_, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		var e *loader.Error
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, loader.ErrKeeps)
		require.Equal(t, "open", e.Op)
		_, err = loader.Open(ctx, bytes.NewReader(file), int64(len(file)), &w, o)
		require.ErrorIs(t, err, loader.ErrKeeps)

		f, err := loader.Open(ctx, bytes.NewReader(file), int64(len(file)), &w)
		require.NoError(t, err)
		for _, c := range f.Chunks() {
			require.NoError(t, f.Load(ctx, c.Label))
		}
		n := w.Bodies.Len()
		require.Positive(t, n)
		var again game.World
		load(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{}))
		require.Equal(t, n, again.Bodies.Len())
		require.NoError(t, f.Close())
	}
}

// A save has only the chunks that are loaded. Strict tells a reference that waits for
// another from one whose node is dead.
func TestASaveLosesPendingReferences(t *testing.T) {
	var w, again game.World
	b := bind(t, &w)
	f := open(t, b, archipelago(t, 3, 4))
	loadChunks(t, f, "island0")
	rope := must(w.Joints.Get(find(t, f, &w.Joints, "rope0")))
	require.True(t, rope.B.Pending())
	err := b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{Strict: true})
	require.ErrorIs(t, err, loader.ErrDangling)
	require.ErrorContains(t, err, "table joint, record")
	require.ErrorContains(t, err, "field b: a pending reference, into a chunk that is not loaded or copied before it was, names what is not saved")
	l := load(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{}))
	require.True(t, must(again.Joints.Get(handleOf(t, l, &again.Joints, "rope0"))).B.IsNil())
}

// What the file of an Open is refused for is an error of the open.
func TestARefusedOpenSaysThatItWasOne(t *testing.T) {
	file := bridge(t)
	var w small
	for _, o := range []loader.Option{loader.Missing(loader.Fail), loader.Extra(loader.Fail)} {
		_, err := bind(t, &w, o).Open(ctx, bytes.NewReader(file), int64(len(file)))
		var e *loader.Error
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, loader.ErrMismatch)
		require.Equal(t, "open", e.Op)
	}
}

// With its Binding closed, a File has no chunks any more, whoever asks.
func TestNoChunkIsLoadedInAClosedWorld(t *testing.T) {
	file := archipelago(t, 2, 3)
	var w game.World
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	f := open(t, b, file)
	ref, ok := f.Find("island0")
	require.True(t, ok)
	loadChunks(t, f, "island0")
	_, ok = f.Resolve(ref)
	require.True(t, ok)
	require.NoError(t, b.Close())
	require.False(t, f.Loaded("island0"))
	h, ok := f.Resolve(ref)
	require.False(t, ok)
	require.Equal(t, ref, h)
	require.NoError(t, f.Unload("island0"))
	require.ErrorIs(t, f.Unload("island0"), loader.ErrUnloaded)
	require.NoError(t, f.Close())
}
