package loader_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// A copy of a pending reference stays pending when its chunk comes, and the File knows
// what it stands for.
func TestACopyOfAPendingReferenceIsResolved(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 3, 4))
	loadChunks(t, f, "island0")
	rope := must(w.Joints.Get(find(t, f, &w.Joints, "rope0")))
	gate := must(w.Triggers.Get(find(t, f, &w.Triggers, "gate0")))
	rope.A = rope.B // where the level has another reference
	body, target := rope.B, gate.Target
	absent := func(ref store.AnyHandle) {
		t.Helper()
		h, ok := f.Resolve(ref)
		require.False(t, ok)
		require.Equal(t, ref, h)
	}
	resolve := func(h store.Handle[game.Body]) store.Handle[game.Body] {
		t.Helper()
		a, ok := f.Resolve(w.Bodies.Any(h))
		require.True(t, ok)
		return must(w.Bodies.FromAny(a))
	}
	absent(w.Bodies.Any(body))
	absent(target)

	loadChunks(t, f, "island1")
	require.True(t, rope.A.Pending())
	require.Equal(t, rope.B, resolve(rope.A))
	require.Equal(t, rope.B, resolve(body))
	require.EqualValues(t, 1, must(w.Bodies.Get(resolve(body))).Pos.X)
	absent(target)
	rope.A = resolve(rope.A)
	loadChunks(t, f, "island2")
	h, ok := f.Resolve(target)
	require.True(t, ok)
	require.Equal(t, gate.Target, h)
	require.Zero(t, testing.AllocsPerRun(10, func() { f.Resolve(target) }))

	require.NoError(t, f.Unload("island1"))
	absent(w.Bodies.Any(body))
	require.ErrorIs(t, w.Bodies.Explain(rope.A), store.ErrDead)
	absent(w.Bodies.Any(rope.A))
	loadChunks(t, f, "island1")
	require.Equal(t, rope.B, resolve(body))

	require.True(t, w.Bodies.Remove(rope.B))
	require.ErrorIs(t, w.Bodies.Explain(resolve(body)), store.ErrDead, "it waits for nothing any more")
	own, err := w.Bodies.Insert(game.Body{})
	require.NoError(t, err)
	require.Equal(t, rope.B.Index(), own.Index())
	require.ErrorIs(t, w.Bodies.Explain(resolve(body)), store.ErrDead, "another has come into its slot")

	require.NoError(t, f.Close())
	absent(w.Bodies.Any(body))
}

// What does not belong to a file is not resolved by it, as far as that can be told.
func TestOnlyReferencesOfTheFileAreResolved(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	large, small := open(t, b, archipelago(t, 8, 4)), open(t, b, archipelago(t, 2, 4))
	loadChunks(t, small, "", "island0", "island1", "sky")
	alive, far, near := must(small.Find("island1-1")), must(large.Find("island7-3")), must(large.Find("island0-3"))
	elements := slices.IndexFunc(b.Schema().Tables, func(t format.Table) bool { return t.Class == format.ClassArray })
	for name, ref := range map[string]store.AnyHandle{
		"nil": {}, "alive": alive, "behind the rows": far,
		"no kind": store.AnyFromBits(0, 1), "no such kind": store.AnyFromBits(999, 1),
		"of another kind": store.AnyFromBits(w.Cameras.Kind(), 2), "of elements": store.AnyFromBits(uint16(elements+1), 1),
	} {
		h, ok := small.Resolve(ref)
		require.False(t, ok, name)
		require.Equal(t, ref, h, name)
	}
	h, ok := small.Resolve(near)
	require.True(t, ok, "a number that both have")
	require.Equal(t, must(small.Find("island0-3")), h)
}

// A hook may already ask: the chunk is there.
func TestAHookResolvesReferences(t *testing.T) {
	var w game.World
	var f *loader.File
	var ref store.AnyHandle
	asked := 0
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error {
		if h, ok := f.Resolve(ref); ok {
			asked++
			require.False(t, h.Pending())
		}
		return nil
	}))
	f = open(t, b, archipelago(t, 2, 4))
	ref = must(f.Find("island1-2"))
	loadChunks(t, f, "island0")
	require.Zero(t, asked)
	loadChunks(t, f, "island1")
	require.Equal(t, 11, asked)
}
