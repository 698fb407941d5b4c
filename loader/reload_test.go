package loader_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// hut is a level of one scene and one group, with what a test puts into it.
func hut(t require.TestingT, build func(a *author)) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "hut"})
	a.node("group", 1, "g", fields{"name": "g"})
	build(a)
	return a.file()
}

func (a *author) crate(name string, fs fields) uint32 {
	all := fields{"name": name, "group": ref(0), "health": 10, "material.density": 1}
	maps.Copy(all, fs)
	return a.node("body", 2, name, all)
}

func reload(t testing.TB, l *loader.Level, file []byte) []string {
	t.Helper()
	changes, err := l.Reload(ctx, bytes.NewReader(file))
	require.NoError(t, err)
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprint(c.What, " ", c.Kind, " ", c.Fields))
	}
	return out
}

func TestReloadKeepsHandlesAndWhatTheGameMade(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, hut(t, func(a *author) {
		a.crate("a", fields{"pos": []float64{1, 1}})
		a.crate("b", nil)
		a.node("joint", 1, "j", fields{"name": "j", "a": ref(0), "b": ref(1)})
	}))
	ha, hb := handleOf(t, l, &w.Bodies, "a"), handleOf(t, l, &w.Bodies, "b")
	hj := handleOf(t, l, &w.Joints, "j")
	body, _ := w.Bodies.Get(ha)
	body.Pos, body.Health, body.Velocity = game.Vec2{X: 50}, 3, game.Vec2{Y: 9} // the game goes on
	strs := w.Strings.Len()

	changes := reload(t, l, hut(t, func(a *author) {
		a.crate("new", fields{"pos": []float64{7, 7}})
		a.crate("a", fields{"pos": []float64{1, 1}, "material.density": 5, "material.sound": "wood"})
		a.node("joint", 1, "j", fields{"name": "j", "a": ref(1), "b": ref(0)})
	}))
	require.Equal(t, []string{"removed body []", "added body []", "changed body [material.density material.sound]", "changed joint [b]"}, changes)

	same, ok := w.Bodies.Get(handleOf(t, l, &w.Bodies, "a"))
	require.True(t, ok)
	require.Same(t, body, same, "the node has its handle and its place")
	require.Equal(t, ha, handleOf(t, l, &w.Bodies, "a"))
	require.Equal(t, game.Vec2{X: 50}, body.Pos, "the file says what it said before, so the game's value stays")
	require.EqualValues(t, 3, body.Health)
	require.Equal(t, game.Vec2{Y: 9}, body.Velocity)
	require.EqualValues(t, 5, body.Material.Density, "the file says something else")
	require.Equal(t, "wood", w.Strings.Get(body.Material.Sound))
	require.Equal(t, strs+2, w.Strings.Len(), "of the new version")
	_, ok = w.Bodies.Get(hb)
	require.False(t, ok)
	joint, ok := w.Joints.Get(hj)
	require.True(t, ok)
	require.Equal(t, ha, joint.A)
	fresh := handleOf(t, l, &w.Bodies, "new")
	require.Equal(t, fresh, joint.B)
	made, _ := w.Bodies.Get(fresh)
	require.Equal(t, game.Vec2{X: 7, Y: 7}, made.Pos)
	require.Equal(t, "g", w.Strings.Get(must(w.Groups.Get(made.Group)).Name))
	require.Equal(t, 2, w.Bodies.Len())
	require.Equal(t, 5, l.Nodes())

	require.NoError(t, l.Unload())
	require.Zero(t, w.Bodies.Len())
	require.Zero(t, w.Strings.Len())
	require.NoError(t, w.Bodies.Check())
	_, err := l.Reload(ctx, bytes.NewReader(nil))
	require.ErrorIs(t, err, loader.ErrUnloaded)
}

func TestNodesWithoutIDsAreFoundAgain(t *testing.T) {
	shapes := func(radii ...float64) []byte {
		return hut(t, func(a *author) {
			body := a.crate("a", nil)
			for _, r := range radii {
				a.node("shape", 3, "", fields{"body": ref(body), "radius": r})
			}
		})
	}
	for _, test := range []struct {
		was, now []float64
		kept     []int // for each of now: which of was it is, -1 for none
	}{
		{[]float64{1, 2, 3}, []float64{1, 2, 3}, []int{0, 1, 2}},
		{[]float64{1, 2, 3}, []float64{9, 1, 2, 3}, []int{-1, 0, 1, 2}},
		{[]float64{1, 2, 3}, []float64{1, 3}, []int{0, 2}},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, []int{2, 1, 0}},
		{[]float64{1, 2, 3}, []float64{1, 8, 3}, []int{0, 1, 2}},
		{[]float64{1, 1, 1}, []float64{1, 1}, []int{0, 1}},
		{[]float64{1}, []float64{1, 1}, []int{0, -1}},
		{[]float64{1, 2}, []float64{1, 2, 1, 2}, []int{0, 1, -1, -1}},
		{[]float64{1, 5, 5, 5, 2}, []float64{5, 5, 5, 3, 4}, []int{1, 2, 3, 0, 4}},
		{[]float64{1, 5, 5, 5, 2}, []float64{5, 3}, []int{1, 0}},
		{[]float64{}, []float64{4}, []int{-1}},
		{[]float64{4, 5}, []float64{}, []int{}},
	} {
		var w game.World
		l := load(t, bind(t, &w, loader.Reloadable()), shapes(test.was...))
		var was []store.Handle[game.Shape]
		for h := range w.Shapes.All() {
			was = append(was, h)
		}
		reload(t, l, shapes(test.now...))
		kept := make(map[float64][]int) // by radius, as equal ones may stand in any slot
		for h, s := range w.Shapes.All() {
			kept[float64(s.Radius)] = append(kept[float64(s.Radius)], slices.Index(was, h))
		}
		want := make(map[float64][]int)
		for i, r := range test.now {
			want[r] = append(want[r], test.kept[i])
		}
		require.Equal(t, want, kept, "%v to %v", test.was, test.now)
	}
}

// A node without an id is recognised by the node that it refers to, even if that node's
// id has another number among the strings now.
func TestNodesWithoutIDsAreFoundAgainByTheirReferences(t *testing.T) {
	version := func(names []string, joined ...int) []byte {
		return hut(t, func(a *author) {
			for _, name := range names {
				a.crate(name, nil)
			}
			for _, k := range joined {
				a.node("joint", 1, "", fields{"a": ref(0), "b": ref(k)})
			}
		})
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), version([]string{"a", "b", "c", "d"}, 1, 2, 3))
	to := func(id string) (found store.Handle[game.Joint]) {
		for h, j := range w.Joints.All() {
			if j.B == handleOf(t, l, &w.Bodies, id) {
				found = h
			}
		}
		require.False(t, found.IsNil())
		return found
	}
	c, d := to("c"), to("d")
	reload(t, l, version([]string{"a", "b", "bb", "c", "d"}, 3, 4))
	require.Equal(t, c, to("c"))
	require.Equal(t, d, to("d"))

	reload(t, l, version([]string{"a", "b", "c", "d"}, 1, 2, 3))
	b := to("b")
	reload(t, l, version([]string{"a", "b", "bb", "c", "d"}, 2, 1))
	require.Equal(t, b, to("b"), "not the one in its place")
}

func TestARenamedNodeKeepsItsHandle(t *testing.T) {
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), hut(t, func(a *author) { a.crate("old", fields{"health": 4}); a.crate("b", nil) }))
	h := handleOf(t, l, &w.Bodies, "old")
	changes := reload(t, l, hut(t, func(a *author) { a.crate("b", nil); a.crate("new", fields{"health": 4}) }))
	require.Equal(t, []string{"changed body [name]"}, changes)
	require.Equal(t, h, handleOf(t, l, &w.Bodies, "new"))
	_, ok := l.Find("old")
	require.False(t, ok)
}

func TestSpansAreReloaded(t *testing.T) {
	outline := func(xs ...float64) []byte {
		return hut(t, func(a *author) {
			var corners []fields
			for _, x := range xs {
				corners = append(corners, fields{"x": x, "y": 1})
			}
			a.node("shape", 2, "", fields{"vertex": corners})
		})
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), outline(1, 2, 3))
	var shape *game.Shape
	for _, s := range w.Shapes.All() {
		shape = s
	}
	corners := w.Lists.Corners.Slice(shape.Outline)
	corners[0].Y = 77 // the game bends it
	require.Equal(t, []string{"changed shape [vertex]"}, reload(t, l, outline(5, 2, 3)))
	require.Equal(t, []game.Vertex{{X: 5, Y: 77}, {X: 2, Y: 1}, {X: 3, Y: 1}}, corners, "in place, and what the file left alone is the game's")

	reload(t, l, outline(5, 2, 3, 4))
	require.Equal(t, []game.Vertex{{X: 5, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 1}, {X: 4, Y: 1}}, w.Lists.Corners.Slice(shape.Outline))
	own, err := w.Lists.Corners.AppendRange([]game.Vertex{{X: -1}})
	require.NoError(t, err)
	shape.Outline = own
	require.Empty(t, reload(t, l, outline(5, 2, 3, 4)))
	require.Equal(t, own, shape.Outline, "the file has not changed")
	reload(t, l, outline(5, 2, 3, 6))
	require.Equal(t, float32(6), w.Lists.Corners.Slice(shape.Outline)[3].X)
	reload(t, l, outline())
	require.Zero(t, shape.Outline.Len())
	require.NoError(t, l.Unload())
	require.Equal(t, 1, w.Lists.Corners.Len(), "the game's own")
}

func TestWhatTheGameRemovedStaysDead(t *testing.T) {
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), hut(t, func(a *author) { a.crate("a", nil); a.crate("b", nil) }))
	h := handleOf(t, l, &w.Bodies, "a")
	require.True(t, w.Bodies.Remove(h))
	require.Equal(t, []string{"changed body [health]"}, reload(t, l, hut(t, func(a *author) { a.crate("a", fields{"health": 1}); a.crate("b", fields{"health": 2}) })))
	require.Equal(t, 1, w.Bodies.Len())
	require.Empty(t, reload(t, l, hut(t, func(a *author) { a.crate("b", fields{"health": 2}) })), "it was gone before")
}

func TestAWorldWithoutStringsIsReloaded(t *testing.T) {
	var from, w numbered
	h, err := from.Slots.Insert(slotKind{N: 5, Weight: 1})
	require.NoError(t, err)
	b := bind(t, &from)
	l := load(t, bind(t, &w, loader.Reloadable()), saveWorld(t, b, loader.SaveOptions{}))
	r, _ := from.Slots.Get(h)
	r.Weight = 2
	require.Equal(t, []string{"changed slot [weight]"}, reload(t, l, saveWorld(t, b, loader.SaveOptions{})))
	for _, r := range w.Slots.All() {
		require.Equal(t, slotKind{N: 5, Weight: 2}, *r)
	}
}

// A reload that fails, wherever it does, leaves everything as it was.
func TestAFailedReloadChangesNothing(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	_, err := load(t, bind(t, &w), bridge(t)).Reload(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, loader.ErrNotReloadable)
	l := load(t, b, hut(t, func(a *author) { a.crate("a", nil) }))
	before, savedBefore := stateOf(t, &w), saveLevel(t, l, loader.SaveOptions{})
	file := hut(t, func(a *author) {
		a.crate("a", fields{"health": 1})
		a.crate("b", fields{"material.sound": "new"})
		a.node("shape", 3, "", fields{"vertex": []fields{{"x": 1}}})
	})
	check := func(err error, how string, n int) {
		require.Error(t, err, "%s %d", how, n)
		require.Equal(t, before, stateOf(t, &w), "%s %d", how, n)
		require.Equal(t, savedBefore, saveLevel(t, l, loader.SaveOptions{}), "%s %d", how, n)
	}
	step := 17
	if testing.Short() {
		step = 101
	}
	for n := 0; n < len(file); n += step {
		_, err := l.Reload(ctx, bytes.NewReader(file[:n]))
		check(err, "cut at", n)
		_, err = l.Reload(ctx, io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(io.ErrClosedPipe)))
		require.ErrorIs(t, err, io.ErrClosedPipe)
		check(err, "closed at", n)
		bad := bytes.Clone(file)
		bad[n] ^= 4
		_, err = l.Reload(ctx, bytes.NewReader(bad))
		check(err, "flipped at", n)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = l.Reload(cancelled, bytes.NewReader(file))
	require.ErrorIs(t, err, context.Canceled)
	check(err, "cancelled", 0)
	require.Len(t, reload(t, l, file), 3)
}

// There is no room for what is new: found out when half of it is in place.
func TestAReloadWithoutRoomChangesNothing(t *testing.T) {
	var w game.World
	require.NoError(t, w.Shapes.Init(store.Limit(4)))
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, hut(t, func(a *author) { a.crate("a", nil) }))
	before, strings := stateOf(t, &w), w.Strings.Len()
	_, err := l.Reload(ctx, bytes.NewReader(hut(t, func(a *author) {
		a.crate("a", fields{"health": 1, "material.sound": "loud"})
		a.crate("b", nil)
		for range 9 {
			a.node("shape", 3, "", nil)
		}
	})))
	require.ErrorIs(t, err, store.ErrFull)
	require.Equal(t, before, stateOf(t, &w))
	require.Equal(t, strings, w.Strings.Len())
	require.Zero(t, w.Bodies.Stats().Reserved)
	strs, text := w.Strings.Stats()
	require.Zero(t, strs.Reserved+text.Reserved)
}

// Editing for hours costs what has changed, and all of it is given back.
func TestManyReloadsGiveEverythingBack(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	version := func(i int) []byte {
		return hut(t, func(a *author) {
			for k := range 20 {
				a.crate(fmt.Sprint("crate", (k+i)%25), fields{"health": i % 100, "material.sound": fmt.Sprint("sound", i%3)})
				a.node("shape", 3, "", fields{"vertex": make([]fields, i%4)})
			}
		})
	}
	n := 60
	if testing.Short() {
		n = 12
	}
	for range 3 {
		l := load(t, b, version(0))
		for i := range n {
			reload(t, l, version(i))
			var fresh game.World
			want := load(t, bind(t, &fresh, loader.KeepNodes()), version(i))
			require.Equal(t, saveLevel(t, want, loader.SaveOptions{}), saveLevel(t, l, loader.SaveOptions{}))
		}
		require.NoError(t, w.Bodies.Check())
		require.NoError(t, l.Unload())
		require.Zero(t, w.Bodies.Len()+w.Shapes.Len()+w.Strings.Len()+w.Lists.Corners.Len())
		require.NoError(t, w.Bodies.Check())
		require.NoError(t, w.Shapes.Check())
	}
	require.Less(t, w.Bodies.Stats().Committed, 8<<20)
}

// A file may give a node several ids: it is the node of the first only, and what
// refers to it does so after a reload.
func TestReloadPairsANodeOnce(t *testing.T) {
	version := func(also uint32) []byte {
		return hut(t, func(a *author) {
			a.crate("a", nil)
			b := a.crate("b", nil)
			str, err := a.w.String([]byte("z"))
			require.NoError(t, err)
			require.NoError(t, a.w.ID(str, a.table("body"), b-also))
			a.node("joint", 1, "j", fields{"name": "j", "a": ref(0), "b": ref(1)})
		})
	}
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, version(0))
	reload(t, l, version(1)) // "z" is "a" now
	j, ok := w.Joints.Get(handleOf(t, l, &w.Joints, "j"))
	require.True(t, ok)
	require.Equal(t, handleOf(t, l, &w.Bodies, "a"), j.A)
	require.Equal(t, handleOf(t, l, &w.Bodies, "b"), j.B)
}

// Long blocks are read straight into the place where their rows stay, and the rows of a
// level that is not the first of its world have other numbers there than in the file. A
// reload compares with what the file said all the same.
func TestReloadOfALargeLevelThatIsNotTheFirst(t *testing.T) {
	for _, n := range []int{100, 6000, 30000} {
		if n > 10000 && testing.Short() {
			continue
		}
		var w game.World
		b := bind(t, &w, loader.Reloadable())
		load(t, b, bridge(t))
		file := planks(t, n)
		inPlace, err := b.LoadBytes(ctx, file)
		require.NoError(t, err)
		for _, l := range []*loader.Level{inPlace, load(t, b, file)} {
			require.Empty(t, reload(t, l, file), n)
			require.Len(t, reload(t, l, planks(t, n-1)), 2, n) // a body and its shape
			require.NoError(t, l.Unload())
		}
	}
}

// A child that is new in one node is not taken for one that is gone from the next.
func TestReloadPairsChildrenOfTheSameNodeOnly(t *testing.T) {
	version := func(a, b []float64) []byte {
		return hut(t, func(au *author) {
			for i, radii := range [][]float64{a, b} {
				body := au.crate(string(rune('a'+i)), nil)
				for _, r := range radii {
					au.node("shape", 3, "", fields{"body": ref(body), "radius": r})
				}
			}
		})
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), version([]float64{1}, []float64{2, 3}))
	changes := reload(t, l, version([]float64{1, 4}, []float64{2}))
	require.Equal(t, []string{"removed shape []", "added shape []"}, changes)
}

// A node that has got another name keeps its children, although they refer to it by its
// name.
func TestARenamedNodeKeepsItsChildren(t *testing.T) {
	version := func(name string) []byte {
		return hut(t, func(a *author) {
			for _, n := range []string{"first", name, "last"} {
				body := a.crate(n, nil)
				a.node("shape", 3, "", fields{"body": ref(body), "radius": float64(body)})
			}
		})
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), version("old"))
	h := handleOf(t, l, &w.Bodies, "old")
	require.Equal(t, []string{"changed body [name]"}, reload(t, l, version("young")))
	require.Equal(t, h, handleOf(t, l, &w.Bodies, "young"))
}

func TestASpanThatTheGameReplacedTakesNoMoreRoom(t *testing.T) {
	file := hut(t, func(a *author) {
		body := a.crate("a", nil)
		a.node("shape", 3, "", fields{"body": ref(body), "vertex": []fields{{"x": 1}, {"x": 2}}})
	})
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), file)
	own, err := w.Lists.Corners.AppendRange(make([]game.Vertex, 3))
	require.NoError(t, err)
	for _, s := range w.Shapes.All() {
		s.Outline = own
	}
	before := w.Lists.Corners.Len()
	for range 3 {
		require.Empty(t, reload(t, l, file))
	}
	require.Equal(t, before, w.Lists.Corners.Len())
	for _, s := range w.Shapes.All() {
		require.Equal(t, own, s.Outline)
	}
}

// A reload refuses references to what is skipped as a load does, or logs them, and nothing
// else.
func TestAReloadRefusesReferencesToSkippedKinds(t *testing.T) {
	version := func(target fields) []byte {
		return hut(t, func(a *author) {
			a.crate("a", nil)
			a.node("camera", 1, "eye", target)
		})
	}
	nobody := version(fields{"name": "eye", "zoom": 2})
	somebody := version(fields{"name": "eye", "zoom": 3, "follow": anyRef{"body", 0}})
	for policy, refused := range map[loader.Policy]error{loader.Fail: loader.ErrSkipped, loader.Warn: nil, loader.Ignore: nil} {
		var w game.World
		var log bytes.Buffer
		b := bind(t, &w, loader.Reloadable(), loader.Skip(policy, "body"), loader.Log(slog.New(slog.NewTextHandler(&log, nil))))
		l := load(t, b, nobody)
		before := contentOf(t, &w)
		_, err := l.Reload(ctx, bytes.NewReader(somebody))
		if refused != nil {
			require.ErrorIs(t, err, refused)
			require.Equal(t, before, contentOf(t, &w))
			_, err = b.LoadBytes(ctx, somebody)
			require.ErrorIs(t, err, refused)
			continue
		}
		require.NoError(t, err)
		eye, _ := w.Cameras.Get(handleOf(t, l, &w.Cameras, "eye"))
		require.EqualValues(t, 3, eye.Zoom)
		require.True(t, eye.Follow.IsNil())
		require.Equal(t, policy == loader.Warn, strings.Contains(log.String(), `msg="references to skipped nodes are nil" count=1`))
	}
}
