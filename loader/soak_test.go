package loader_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// committed is the memory that the world's stores hold.
func committed(w *game.World) int {
	strs, text := w.Strings.Stats()
	return w.Bodies.Stats().Committed + w.Shapes.Stats().Committed + w.Groups.Stats().Committed + w.Scenes.Stats().Committed +
		w.Lists.Corners.Stats().Committed + strs.Committed + text.Committed
}

// Hours of play: levels of several sizes come and go in random order, up to six
// at once, while the game makes and removes objects of its own. Nothing leaks
// and nothing fragments: memory is bounded by what was there at the beginning.
func TestSoak(t *testing.T) {
	cycles := 10000
	if testing.Short() {
		cycles = 300
	}
	var files [][]byte
	for _, n := range []int{1, 7, 60, 300, 900} {
		files = append(files, planks(t, n))
	}
	files = append(files, bridge(t))
	rng := rand.New(rand.NewPCG(6, 1))
	var w game.World
	b := bind(t, &w)
	src := bytes.NewReader(nil)
	var levels []*loader.Level
	bodies := func() (n int) {
		for _, l := range levels {
			n += l.Nodes()
		}
		return n
	}
	// The most that can be at once: six of the largest.
	for range 6 {
		levels = append(levels, load(t, b, files[4]))
	}
	most := committed(&w)
	for i := range cycles {
		k := rng.IntN(len(levels))
		require.NoError(t, levels[k].Unload())
		h, err := w.Bodies.Insert(game.Body{})
		require.NoError(t, err)
		src.Reset(files[rng.IntN(len(files))])
		if levels[k], err = b.Load(ctx, src); err != nil {
			require.NoError(t, err)
		}
		require.True(t, w.Bodies.Remove(h))
		if i%(cycles/20) != 0 {
			continue
		}
		require.NoError(t, w.Bodies.Check())
		require.NoError(t, w.Shapes.Check())
		require.NoError(t, w.Groups.Check())
		require.NoError(t, w.Lists.Corners.Check())
		require.Equal(t, bodies(), w.Bodies.Len()+w.Shapes.Len()+w.Groups.Len()+w.Scenes.Len()+w.Joints.Len()+w.Cameras.Len()+w.Triggers.Len()+w.Lights.Len()+w.Pickups.Len())
		require.LessOrEqual(t, committed(&w), 2*most, "cycle %d", i)
		require.NoError(t, w.Strings.Check())
	}
	t.Logf("%d cycles; %d bytes committed before, %d after", cycles, most, committed(&w))
	for _, l := range levels {
		require.NoError(t, l.Unload())
	}
	require.Zero(t, w.Bodies.Len()+w.Shapes.Len()+w.Strings.Len()+w.Lists.Corners.Len())
}
