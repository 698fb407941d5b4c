package loader_test

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

var ctx = context.Background()

func bind(t testing.TB, w any, opts ...loader.Option) *loader.Binding {
	t.Helper()
	b, err := loader.Bind(w, opts...)
	require.NoError(t, err)
	if _, ok := t.(*testing.T); ok { // a benchmark may bind again and again, and closes what it has bound
		t.Cleanup(func() { b.Close() })
	}
	return b
}

func load(t testing.TB, b *loader.Binding, file []byte) *loader.Level {
	t.Helper()
	l, err := b.Load(ctx, bytes.NewReader(file))
	require.NoError(t, err)
	return l
}

// requireBridge requires that the level of bridge lies in the world, reached
// through its ids.
func requireBridge(t *testing.T, w *game.World, l *loader.Level) {
	t.Helper()
	str := w.Strings.Get
	for i := range 5 {
		h, ok := loader.Find(l, &w.Bodies, "plank"+strconv.Itoa(i))
		require.True(t, ok)
		body, ok := w.Bodies.Get(h)
		require.True(t, ok)
		require.Equal(t, "plank"+strconv.Itoa(i), str(body.Name))
		require.Equal(t, game.Vec2{X: float32(i), Y: 0.5}, body.Pos)
		require.Equal(t, game.Dynamic, body.Motion)
		require.Equal(t, "wood", str(body.Material.Sound))
		group, ok := w.Groups.Get(body.Group)
		require.True(t, ok)
		require.Equal(t, "front", str(group.Name))
	}
	shapes := 0
	for _, s := range w.Shapes.All() {
		body, ok := w.Bodies.Get(s.Body)
		require.True(t, ok)
		if !strings.HasPrefix(str(body.Name), "plank") {
			continue // of another level
		}
		i := int(body.Pos.X)
		corners := w.Lists.Corners.Slice(s.Outline)
		require.Len(t, corners, i%3)
		for c := range corners {
			require.Equal(t, game.Vertex{X: float32(c), Y: float32(i)}, corners[c])
		}
		require.Equal(t, []float32{float32(i)}, w.Lists.Numbers.Slice(s.Weights))
		shapes++
	}
	require.Zero(t, shapes%5)

	rope, ok := loader.Find(l, &w.Joints, "rope")
	require.True(t, ok)
	joint, _ := w.Joints.Get(rope)
	a, ok := w.Bodies.Get(joint.A)
	require.True(t, ok)
	b, ok := w.Bodies.Get(joint.B)
	require.True(t, ok)
	require.Equal(t, []string{"plank0", "plank4"}, []string{str(a.Name), str(b.Name)})

	gate, ok := loader.Find(l, &w.Triggers, "gate")
	require.True(t, ok)
	trigger, _ := w.Triggers.Get(gate)
	require.Equal(t, "open()", str(trigger.Script))
	target, ok := w.Joints.FromAny(trigger.Target)
	require.True(t, ok)
	require.Equal(t, rope, target)
	_, ok = w.Bodies.FromAny(trigger.Target)
	require.False(t, ok, "a joint is no body")
	wakes := w.Lists.Bodies.Slice(trigger.Wakes)
	require.Len(t, wakes, 2)
	woken, ok := w.Bodies.Get(wakes[1])
	require.True(t, ok)
	require.Equal(t, "plank3", str(woken.Name))

	pickup, ok := loader.Find(l, &w.Pickups, "7")
	require.True(t, ok)
	p, _ := w.Pickups.Get(pickup)
	require.EqualValues(t, 7, p.Number)
	_, ok = l.Find("nobody")
	require.False(t, ok)
}

func TestLoadRelocatesEverything(t *testing.T) {
	var w game.World
	l := load(t, bind(t, &w), bridge(t))
	require.Equal(t, 17, l.Nodes())
	requireBridge(t, &w, l)

	scene, ok := w.Scenes.Get(handleOf(t, l, &w.Scenes, "bridge"))
	require.True(t, ok)
	var tags []string
	for _, s := range w.Lists.Words.Slice(scene.Tags) {
		tags = append(tags, w.Strings.Get(s))
	}
	require.Equal(t, []string{"wood", "river"}, tags)
	require.Empty(t, w.Strings.Get(scene.Music), "a string that is not there is empty")
	eye, ok := w.Cameras.Get(scene.Opening)
	require.True(t, ok)
	require.EqualValues(t, 2, eye.Zoom)
}

func handleOf[T any](t *testing.T, l *loader.Level, b *store.Bulk[T], id string) store.Handle[T] {
	t.Helper()
	h, ok := loader.Find(l, b, id)
	require.True(t, ok, id)
	return h
}
