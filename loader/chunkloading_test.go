package loader_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

func TestAChunkComesInSteps(t *testing.T) {
	var w, whole game.World
	file := archipelago(t, 3, 40)
	f, all := open(t, bind(t, &w), file), open(t, bind(t, &whole), file)
	loadChunks(t, f, "island0")
	loadChunks(t, all, "island0", "island1")
	before := stateOf(t, &w)

	ld := f.Start("island1")
	require.False(t, ld.Done())
	steps, last := 0, loader.Progress{}
	for !ld.Step(0) {
		steps++
		now := ld.Progress()
		require.LessOrEqual(t, now.Bytes, now.TotalBytes)
		require.GreaterOrEqual(t, now.Bytes, last.Bytes)
		require.GreaterOrEqual(t, now.Rows, last.Rows)
		require.Equal(t, 40, w.Bodies.Len(), "nothing is seen before Finish")
		require.False(t, f.Loaded("island1"))
		last = now
	}
	require.Greater(t, steps, 5)
	now := ld.Progress()
	require.Equal(t, now.TotalBytes, now.Bytes)
	require.Equal(t, now.TotalBytes, last.Bytes, "it was said to be all before the end was seen")
	require.Equal(t, now.TotalRows, now.Rows)
	require.EqualValues(t, 1, now.Fraction())
	require.Equal(t, before, stateOf(t, &w))
	require.NoError(t, ld.Finish())
	require.NoError(t, ld.Finish())
	ld.Cancel()
	require.NoError(t, ld.Finish(), "it is in the world now")
	require.True(t, f.Loaded("island1"))
	require.Equal(t, contentOf(t, &whole), contentOf(t, &w))

	sea := f.Start("") // which has the strings, and one row: of the first table
	for !sea.Step(0) {
		last = sea.Progress()
	}
	require.Equal(t, last.TotalBytes, last.Bytes)
	require.EqualValues(t, 1, last.Rows)
	require.EqualValues(t, 1, last.TotalRows)
	sea.Cancel()
	ld = f.Start("island1")
	require.True(t, ld.Step(time.Hour), "there is nothing to do")
	require.NoError(t, ld.Finish())
	require.NoError(t, f.Start("island2").Finish(), "all at once")
	require.Equal(t, 120, w.Bodies.Len())
}

func TestAChunkThatIsThereIsLoadedToItsEnd(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 2, 4))
	loadChunks(t, f, "island0")
	ld := f.Start("island0")
	require.Zero(t, ld.Progress().Fraction())
	require.True(t, ld.Step(0))
	require.EqualValues(t, 1, ld.Progress().Fraction())
	require.NoError(t, ld.Finish())

	none := f.Start("nowhere")
	require.True(t, none.Step(0))
	require.Zero(t, none.Progress().Fraction())
	require.ErrorIs(t, none.Finish(), loader.ErrNoChunk)
}

// That there is nothing to do may have changed until Finish.
func TestAChunkThatGoesBeforeFinishIsLoaded(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 2, 4))
	idle := func() *loader.ChunkLoading {
		loadChunks(t, f, "island0")
		ld := f.Start("island0")
		require.True(t, ld.Step(0))
		return ld
	}
	ld := idle()
	require.NoError(t, f.Unload("island0"))
	require.NoError(t, ld.Finish())
	require.True(t, f.Loaded("island0"))
	require.EqualValues(t, 1, ld.Progress().Fraction())
	require.Equal(t, ld.Progress().TotalRows, ld.Progress().Rows)
	require.NotZero(t, ld.Progress().Rows)
	require.Equal(t, 4, w.Bodies.Len())

	require.NoError(t, f.Unload("island0"))
	require.NoError(t, ld.Finish(), "the load had ended well")
	require.False(t, f.Loaded("island0"))
	still := idle()
	require.NoError(t, still.Finish(), "it is there")
	require.NoError(t, f.Unload("island0"))
	require.NoError(t, still.Finish())
	require.False(t, f.Loaded("island0"))

	ld = idle()
	require.NoError(t, f.Unload("island0"))
	ld.Cancel()
	require.ErrorIs(t, ld.Finish(), context.Canceled)
	require.False(t, f.Loaded("island0"))

	ld = idle()
	require.NoError(t, f.Close())
	require.ErrorIs(t, ld.Finish(), loader.ErrUnloaded)
	require.ErrorIs(t, ld.Finish(), loader.ErrUnloaded)
	require.Zero(t, w.Bodies.Len()+w.Strings.Len())
}

func TestStepsOfAChunkThatFailLeaveNothing(t *testing.T) {
	file := archipelago(t, 3, 30)
	var w game.World
	b := bind(t, &w)
	src := &reads{ReaderAt: bytes.NewReader(file)}
	f, err := b.Open(ctx, src, int64(len(file)))
	require.NoError(t, err)
	loadChunks(t, f, "island0")
	before := stateOf(t, &w)
	for stop := range 8 {
		ld := f.Start("island1")
		for range stop {
			ld.Step(0)
		}
		ld.Cancel()
		ld.Cancel()
		require.True(t, ld.Done())
		require.ErrorIs(t, ld.Finish(), context.Canceled)
		require.Equal(t, before, stateOf(t, &w))

		ld = f.Start("island1")
		for range stop {
			ld.Step(0)
		}
		src.fail = errors.New("the disk is gone")
		require.ErrorIs(t, ld.Finish(), src.fail)
		require.ErrorIs(t, ld.Finish(), src.fail)
		src.fail = nil
		require.Equal(t, before, stateOf(t, &w))
	}
	require.ErrorIs(t, f.Start("atlantis").Finish(), loader.ErrNoChunk)
	ld := f.Start("island1")
	ld.Step(0)
	ld.Step(0)
	src.burst = true
	require.Panics(t, func() { _ = ld.Finish() })
	src.burst = false
	require.True(t, ld.Done())
	require.ErrorContains(t, ld.Finish(), "a panic of the hook or the source has ended the load")
	require.Equal(t, before, stateOf(t, &w))
	blocks, err := format.OpenFile(bytes.NewReader(file), int64(len(file)), format.Options{})
	require.NoError(t, err)
	for _, blk := range blocks.Blocks() {
		if blk.Chunk == 2 {
			file[blk.Offset] ^= 4
			require.ErrorIs(t, f.Start("island1").Finish(), format.ErrSum)
			require.Equal(t, before, stateOf(t, &w), "table %d", blk.Table)
			file[blk.Offset] ^= 4
		}
	}
	var ready *loader.ChunkLoading
	ld, ready = f.Start("island1"), f.Start("island2")
	ld.Step(0)
	ld.Step(0)
	require.True(t, ready.Step(time.Hour))
	require.NoError(t, f.Close())
	require.ErrorIs(t, ld.Finish(), loader.ErrUnloaded)
	require.ErrorIs(t, ready.Finish(), loader.ErrUnloaded)
	require.Zero(t, w.Bodies.Len()+w.Strings.Len())
	require.NoError(t, w.Bodies.Check())
}

// A chunk for which there is no room leaves nothing: not of the tables before the
// one that is full, and not of the label's other chunks.
func TestAChunkWithoutRoomLeavesNothing(t *testing.T) {
	var w game.World
	require.NoError(t, w.Shapes.Init(store.Limit(45)))
	f := open(t, bind(t, &w), archipelago(t, 3, 40))
	loadChunks(t, f, "island0")
	before := stateOf(t, &w)
	require.ErrorIs(t, f.Load(ctx, "island1"), store.ErrFull)
	require.ErrorIs(t, f.Start("island1").Finish(), store.ErrFull)
	require.Equal(t, before, stateOf(t, &w))
	require.False(t, f.Loaded("island1"))
	require.Zero(t, w.Bodies.Stats().Reserved+w.Groups.Stats().Reserved)
	require.NoError(t, f.Unload("island0"))
	loadChunks(t, f, "island1")
	require.NoError(t, f.Close())
}

// A load that has nothing to do any more gives back what it has reserved.
func TestStepsOfAChunkThatComeTooLateLeaveNothing(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 2, 4))
	steps := func(label string) *loader.ChunkLoading {
		ld := f.Start(label)
		for !ld.Step(0) {
		}
		return ld
	}
	first, second, late := steps("island0"), steps("island0"), steps("island1")
	require.Equal(t, 12, w.Bodies.Stats().Reserved)
	require.NoError(t, first.Finish())
	require.NoError(t, second.Finish())
	require.Equal(t, 4, w.Bodies.Stats().Reserved)
	require.Equal(t, 4, w.Bodies.Len())
	require.NoError(t, f.Close())
	require.ErrorIs(t, late.Finish(), loader.ErrUnloaded)
	require.Zero(t, w.Bodies.Stats().Reserved+w.Lists.Corners.Len()+w.Bodies.Len())
}

// What a load that was given up has found leads nowhere later, and what comes while a chunk
// is read is found.
func TestAChunkTakesNothingFromALoadThatWasGivenUp(t *testing.T) {
	var w, plain game.World
	file := archipelago(t, 3, 4)
	f, whole := open(t, bind(t, &w), file), open(t, bind(t, &plain), file)
	loadChunks(t, whole, "island0", "island1", "island2")
	for given := 0; ; given++ { // up after so many steps
		ld := f.Start("island0")
		for range given {
			ld.Step(0)
		}
		over := ld.Done()
		ld.Cancel()
		first := f.Start("island0")
		for !first.Step(0) {
		}
		loadChunks(t, f, "island1") // while island0 waits for Finish
		require.NoError(t, first.Finish())
		loadChunks(t, f, "island2")
		require.NoError(t, f.CheckTies())
		require.Equal(t, contentOf(t, &plain), contentOf(t, &w))
		for _, j := range w.Joints.All() {
			require.False(t, j.A.Pending() || j.B.Pending())
		}
		for _, label := range []string{"island1", "island0", "island2"} {
			require.NoError(t, f.Unload(label))
			require.NoError(t, f.CheckTies())
		}
		if over {
			break
		}
	}
}

// A reference in an array stands where the array has it, in a chunk too.
func TestArraysOfReferencesInChunks(t *testing.T) {
	type node struct {
		Name  store.Str `level:"name,id"`
		Names [3]store.Str
		To    [3]store.Handle[named]
		Any   [3]store.AnyHandle
	}
	type world struct {
		Nodes   store.Bulk[node]  `level:"node"`
		Names   store.Bulk[named] `level:"name"`
		Strings store.Strings
	}
	a := newAuthor(t, world{}, format.WriterOptions{})
	le := binary.LittleEndian
	table := a.table("node")
	for c := range 3 {
		a.chunk(fmt.Sprint(c))
		for k := range 2 {
			id := fmt.Sprint("name", c, k)
			a.node("name", 0, id, fields{"name": id})
		}
		id := fmt.Sprint("node", c)
		row, err := a.w.Node(table, 0, 0)
		require.NoError(t, err)
		b := a.row(table, row, fields{"name": id})
		for i := range a.s.Tables[table].Fields {
			fd := &a.s.Tables[table].Fields[i]
			for k := range uint32(fd.Count) {
				at := b[fd.Offset+k*fd.Type.Size():]
				switch fd.Type {
				case format.TypeStr:
					if fd.Count == 3 {
						text, err := a.w.String(fmt.Append(nil, "text", c, k))
						require.NoError(t, err)
						le.PutUint32(at, text)
					}
				case format.TypeRef:
					le.PutUint32(at, 2*k+uint32(c)%2+1) // one of each chunk
				case format.TypeAnyRef:
					le.PutUint32(at, 2*k+1)
					le.PutUint16(at[8:], uint16(a.table("name")))
				}
			}
		}
		require.NoError(t, a.w.Put(table, row, b))
	}
	var w world
	b, file := bind(t, &w), a.file()
	open(t, b, file) // whose strings come first
	f := open(t, b, file)
	hold := func() {
		t.Helper()
		for _, n := range w.Nodes.All() {
			c := int(w.Strings.Get(n.Name)[4] - '0')
			for k := range 3 {
				require.Equal(t, fmt.Sprint("text", c, k), w.Strings.Get(n.Names[k]))
				for to, at := range map[string]store.AnyHandle{fmt.Sprint("name", k, c%2): w.Names.Any(n.To[k]), fmt.Sprint("name", k, 0): n.Any[k]} {
					want, ok := f.Find(to)
					require.True(t, ok)
					require.Equal(t, want, at, "element %d of %s", k, w.Strings.Get(n.Name))
				}
			}
		}
	}
	for _, label := range []string{"1", "0", "2"} {
		loadChunks(t, f, label)
		hold()
	}
	require.NoError(t, f.Unload("1"))
	hold()
	loadChunks(t, f, "1")
	hold()
}

// Loads in steps go on beside each other, and chunks come and go in between:
// whatever the order, references lead where they have to.
func TestStepsOfChunksMixWithAllElse(t *testing.T) {
	const islands = 4
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, islands, 2))
	r := rand.New(rand.NewPCG(7, 7))
	var loaded [islands]bool
	var under [islands]*loader.ChunkLoading
	rounds := 6000
	if testing.Short() {
		rounds = 1000
	}
	for range rounds {
		k := r.IntN(islands)
		label := fmt.Sprint("island", k)
		switch op := r.IntN(12); {
		case op == 0 && !loaded[k]:
			loadChunks(t, f, label)
			loaded[k] = true
		case op <= 1 && loaded[k]:
			require.NoError(t, f.Unload(label))
			loaded[k] = false
		case op == 2 && under[k] == nil:
			under[k] = f.Start(label)
		case op == 3 && under[k] != nil:
			under[k].Cancel()
			under[k] = nil
		case under[k] != nil && under[k].Done():
			require.NoError(t, under[k].Finish()) // even if it had found the chunk loaded
			loaded[k], under[k] = true, nil
		case under[k] != nil:
			under[k].Step(0)
		}
		joints := 0
		for _, j := range w.Joints.All() {
			joints++
			a, ok := w.Bodies.Get(j.A)
			require.True(t, ok)
			next := (int(a.Pos.X) + 1) % islands
			body, ok := w.Bodies.Get(j.B)
			require.Equal(t, loaded[next], ok)
			require.Equal(t, !loaded[next], j.B.Pending())
			if ok {
				require.EqualValues(t, next, body.Pos.X)
			}
		}
		for i := range loaded {
			require.Equal(t, loaded[i], f.Loaded(fmt.Sprint("island", i)))
			if loaded[i] {
				joints--
			}
		}
		require.Zero(t, joints)
	}
	for k := range under {
		if under[k] != nil {
			under[k].Cancel()
		}
	}
	require.NoError(t, f.Close())
	require.NoError(t, w.Bodies.Check())
	require.NoError(t, w.Lists.Bodies.Check())
	require.Zero(t, w.Bodies.Len()+w.Lists.Bodies.Len()+w.Strings.Len())
}
