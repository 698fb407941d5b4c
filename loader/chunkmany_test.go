package loader_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A chunk costs what is in it, and not a look at all chunks of the file: to find
// it, to join what refers to it, and to say how large it is.
func TestManyChunks(t *testing.T) {
	n := 40_000 // half a second; with a look at each other one it was 50
	if testing.Short() {
		n = 10_000 // for the race detector; the time is judged with all of them
	}
	a := gameAuthor(t)
	a.node("scene", 0, "sea", fields{"name": "sea", "title": "The Sea"})
	for i := range n {
		id := fmt.Sprint("b", i)
		a.chunk(id)
		a.node("body", 1, id, fields{"name": id})
		a.node("joint", 1, "", fields{"a": ref(i), "b": ref((i + 1) % n)})
	}
	var w game.World
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	f := open(t, b, a.file())
	ctx, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	order := rand.New(rand.NewSource(1)).Perm(n)
	for k, i := range order {
		label := fmt.Sprint("b", i)
		if k%2 == 0 {
			require.NoError(t, f.Load(ctx, label))
			continue
		}
		if ctx.Err() != nil {
			require.NoError(t, ctx.Err())
		}
		ld := f.Start(label)
		for !ld.Step(time.Nanosecond) {
		}
		require.EqualValues(t, 2, ld.Progress().TotalRows)
		require.NoError(t, ld.Finish())
	}
	joined := 0
	for _, j := range w.Joints.All() {
		if _, ok := w.Bodies.Get(j.B); !ok {
			require.True(t, ok)
		}
		joined++
	}
	require.Equal(t, n, joined)
	for k, i := range order {
		if err := cmp.Or(ctx.Err(), f.Unload(fmt.Sprint("b", i))); err != nil {
			require.NoError(t, err)
		}
		if k == n/2 {
			requirePending(t, &w, n-k-1)
		}
	}
	require.Zero(t, w.Bodies.Len())
	require.EqualError(t, f.Load(context.Background(), "c1"), fmt.Sprintf("load: no chunk has this label: \"c1\"; File.Chunks lists the %d that the file has", n+1))
	require.NoError(t, f.Close())
}

// requirePending holds that each of the n joints refers to a body that is there
// or to one that is awaited, and that both occur.
func requirePending(t *testing.T, w *game.World, n int) {
	var live, pending int
	for _, j := range w.Joints.All() {
		if _, ok := w.Bodies.Get(j.B); ok {
			live++
		} else if j.B.Pending() {
			pending++
		}
	}
	require.Equal(t, n, live+pending)
	require.NotZero(t, live)
	require.NotZero(t, pending)
}
