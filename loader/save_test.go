package loader_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

func saved(t testing.TB, save func(*bytes.Buffer) error) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, save(&out))
	require.NoError(t, format.Verify(bytes.NewReader(out.Bytes()), format.Options{}))
	return out.Bytes()
}

func saveWorld(t testing.TB, b *loader.Binding, o loader.SaveOptions) []byte {
	t.Helper()
	return saved(t, func(out *bytes.Buffer) error { return b.Save(ctx, out, o) })
}

func saveLevel(t testing.TB, l *loader.Level, o loader.SaveOptions) []byte {
	t.Helper()
	return saved(t, func(out *bytes.Buffer) error { return l.Save(ctx, out, o) })
}

// outline is the tree of a level, a line for each node.
func outline(t testing.TB, file []byte) string {
	t.Helper()
	var b strings.Builder
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err)
		b.WriteString(strings.Repeat(" ", n.Depth()) + n.Kind())
		if v, ok := n.Field("name"); ok && len(v.Text(0)) > 0 {
			b.WriteString(" " + string(v.Text(0)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestASavedLevelLoadsLikeTheOneItWas(t *testing.T) {
	file := bridge(t)
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	load(t, b, planks(t, 40)) // so that nothing lies where it did in the file
	l := load(t, b, file)
	again := saveLevel(t, l, loader.SaveOptions{Strict: true})
	require.Equal(t, file, again, "nothing has changed, so it is the same file")
	var fresh game.World
	requireBridge(t, &fresh, load(t, bind(t, &fresh), again))
	require.Equal(t, again, saveLevel(t, l, loader.SaveOptions{}), "the same again")
	require.NoError(t, l.Unload())
	require.ErrorIs(t, l.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}), loader.ErrUnloaded)
	require.ErrorIs(t, l.SaveFile(ctx, "x", loader.SaveOptions{}), loader.ErrUnloaded)
}

// Without KeepNodes the order of the file is lost, but what stands in what is
// known from the parent fields.
func TestTheTreeIsFoundAgainFromParents(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	l := load(t, b, planks(t, 2))
	want := "scene\ngroup g\n body body0\n  shape\n body body1\n  shape\n"
	require.Equal(t, want, outline(t, saveLevel(t, l, loader.SaveOptions{Strict: true})))
	require.Equal(t, want, outline(t, saveWorld(t, b, loader.SaveOptions{Strict: true})))
}

func TestObjectsOfTheGameAreSavedBehindTheLevel(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, planks(t, 3))
	gone := handleOf(t, l, &w.Bodies, "body1")
	require.True(t, w.Bodies.Remove(gone))
	name, err := w.Strings.Intern("crate")
	require.NoError(t, err)
	corners, err := w.Lists.Corners.AppendRange([]game.Vertex{{X: 1}, {X: 2}})
	require.NoError(t, err)
	group := handleOf(t, l, &w.Groups, "g")
	crate, err := w.Bodies.Insert(game.Body{Name: name, Group: group, Health: 3})
	require.NoError(t, err)
	_, err = w.Shapes.Insert(game.Shape{Body: crate, Outline: corners})
	require.NoError(t, err)
	_, err = w.Joints.Insert(game.Joint{A: crate, B: gone})
	require.NoError(t, err)

	file := saveWorld(t, b, loader.SaveOptions{})
	require.Equal(t, "scene\n group g\n  body body0\n   shape\n  shape\n  body body2\n   shape\n  body crate\n   shape\njoint\n", outline(t, file),
		"the shape of the body that is gone stands where it stood")
	var fresh game.World
	again := load(t, bind(t, &fresh), file)
	body, ok := fresh.Bodies.Get(handleOf(t, again, &fresh.Bodies, "crate"))
	require.True(t, ok)
	require.EqualValues(t, 3, body.Health)
	_, ok = again.Find("body1")
	require.False(t, ok)
	for _, j := range fresh.Joints.All() {
		require.Equal(t, handleOf(t, again, &fresh.Bodies, "crate"), j.A)
		require.True(t, j.B.IsNil(), "a dead handle is saved as nil")
	}
	var last *game.Shape
	for _, s := range fresh.Shapes.All() {
		last = s
	}
	require.Equal(t, []game.Vertex{{X: 1}, {X: 2}}, fresh.Lists.Corners.Slice(last.Outline))

	err = b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{Strict: true})
	require.ErrorIs(t, err, loader.ErrDangling)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, []string{"save", "shape", "body"}, []string{e.Op, e.Table, e.Field})
	culprit, ok := w.Shapes.FromAny(e.Record)
	require.True(t, ok)
	shape, ok := w.Shapes.Get(culprit)
	require.True(t, ok)
	_, ok = w.Bodies.Get(shape.Body)
	require.False(t, ok)
	require.Contains(t, err.Error(), "table shape, record "+culprit.String()+", field body: ")
	require.NotContains(t, outline(t, saveLevel(t, l, loader.SaveOptions{})), "crate", "it is not of the level")
}

func TestNodesThatTheGameMovedStandElsewhere(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "s", fields{"name": "s"})
	a.node("group", 1, "a", fields{"name": "a", "parent": anyRef{"scene", 0}})
	a.node("group", 2, "b", fields{"name": "b", "parent": anyRef{"group", 0}})
	a.node("body", 3, "x", fields{"name": "x", "group": ref(1)})
	a.node("group", 1, "c", fields{"name": "c", "parent": anyRef{"scene", 0}})
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, a.file())
	group := func(id string) (store.Handle[game.Group], *game.Group) {
		h := handleOf(t, l, &w.Groups, id)
		g, ok := w.Groups.Get(h)
		require.True(t, ok)
		return h, g
	}
	cHandle, c := group("c")
	bHandle, inner := group("b")
	inner.Parent = w.Groups.Any(cHandle)
	require.Equal(t, "scene s\n group a\n group c\n  group b\n   body x\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
	c.Parent = w.Groups.Any(bHandle) // round in a circle
	require.Equal(t, "scene s\n group a\ngroup b\n body x\n group c\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
}

// Whatever circles a game makes of parents, and however deep, nothing is lost, and what
// is in no circle stands where it says.
func TestCirclesOfParentsLoseNothing(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		var w game.World
		b := bind(t, &w)
		n := 2 + r.IntN(12)
		if seed%10 == 0 {
			n = 600
		}
		var groups []store.Handle[game.Group]
		parents := make([]int, n)
		for i := range n {
			name, err := w.Strings.Intern(fmt.Sprint("g", i))
			require.NoError(t, err)
			h, err := w.Groups.Insert(game.Group{Name: name})
			require.NoError(t, err)
			groups = append(groups, h)
			if parents[i] = r.IntN(n+1) - 1; n == 600 {
				parents[i] = i - 1 // deeper than a file can be
			}
		}
		for i, p := range parents {
			if p >= 0 {
				g, _ := w.Groups.Get(groups[i])
				g.Parent = w.Groups.Any(groups[p])
			}
		}
		var again game.World
		l := load(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{}))
		require.Equal(t, n, again.Groups.Len(), "seed %d", seed)
		if n == 600 {
			continue
		}
		for i := range parents {
			steps, p := 0, parents[i]
			for ; p >= 0 && steps <= n; steps++ {
				p = parents[p]
			}
			if p >= 0 {
				continue // it is in a circle, or inside of one
			}
			g, ok := again.Groups.Get(handleOf(t, l, &again.Groups, fmt.Sprint("g", i)))
			require.True(t, ok)
			want := store.AnyHandle{}
			if parents[i] >= 0 {
				want = again.Groups.Any(handleOf(t, l, &again.Groups, fmt.Sprint("g", parents[i])))
			}
			require.Equal(t, want, g.Parent, "seed %d, group %d of %v", seed, i, parents)
		}
	}
}

// The first node of a level may move like any other.
func TestTheFirstNodeOfALevelMoves(t *testing.T) {
	a := gameAuthor(t)
	a.node("group", 0, "a", fields{"name": "a"})
	a.node("body", 1, "x", fields{"name": "x", "group": ref(0)})
	a.node("group", 0, "b", fields{"name": "b"})
	a.node("body", 1, "y", fields{"name": "y", "group": ref(1)})
	a.node("group", 0, "c", fields{"name": "c"})
	var w game.World
	l := load(t, bind(t, &w, loader.KeepNodes()), a.file())
	group := func(id string) (store.AnyHandle, *game.Group) {
		h := handleOf(t, l, &w.Groups, id)
		g, ok := w.Groups.Get(h)
		require.True(t, ok)
		return w.Groups.Any(h), g
	}
	bHandle, _ := group("b")
	cHandle, _ := group("c")
	_, first := group("a")
	first.Parent = cHandle
	require.Equal(t, "group b\n body y\ngroup c\n group a\n  body x\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
	first.Parent = bHandle
	require.Equal(t, "group b\n body y\n group a\n  body x\ngroup c\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
}

// What stays behind when the node around it moves away takes along all that stands in it,
// however deep.
func TestWhatStaysBehindKeepsWhatStandsInIt(t *testing.T) {
	a := gameAuthor(t)
	a.node("group", 0, "g", fields{"name": "g"})
	for i, id := range []string{"x", "a", "b", "c", "d"} {
		a.node("body", 1+i, id, fields{"name": id, "group": ref(0)})
	}
	a.node("group", 0, "h", fields{"name": "h"})
	var w game.World
	l := load(t, bind(t, &w, loader.KeepNodes()), a.file())
	x, ok := w.Bodies.Get(handleOf(t, l, &w.Bodies, "x"))
	require.True(t, ok)
	x.Group = handleOf(t, l, &w.Groups, "h")
	require.Equal(t, "group g\n body a\n  body b\n   body c\n    body d\ngroup h\n body x\n", outline(t, saveLevel(t, l, loader.SaveOptions{})))
}

// A node whose parent field names a node further out than the one around it
// stands where it stood.
func TestANodeStaysInWhatItsParentFieldCannotName(t *testing.T) {
	a := gameAuthor(t)
	a.node("group", 0, "g", fields{"name": "g"})
	a.node("trigger", 1, "t", fields{"name": "t", "group": ref(0)})
	a.node("body", 2, "x", fields{"name": "x", "group": ref(0)})
	a.node("light", 1, "sun", fields{"name": "sun"})
	a.node("group", 2, "in", fields{"name": "in", "parent": anyRef{"group", 0}})
	file := a.file()
	var w game.World
	l := load(t, bind(t, &w, loader.KeepNodes()), file)
	want := "group g\n trigger t\n  body x\n light sun\n  group in\n"
	require.Equal(t, want, outline(t, file))
	require.Equal(t, want, outline(t, saveLevel(t, l, loader.SaveOptions{})))
}

func TestIDsFollowTheGame(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, bridge(t))
	second := load(t, b, bridge(t))
	body, _ := w.Bodies.Get(handleOf(t, l, &w.Bodies, "plank1"))
	var err error
	body.Name, err = w.Strings.Intern("renamed")
	require.NoError(t, err)
	pickup, _ := w.Pickups.Get(handleOf(t, l, &w.Pickups, "7"))
	pickup.Number = 8
	var fresh game.World
	again := load(t, bind(t, &fresh), saveWorld(t, b, loader.SaveOptions{}))
	for _, id := range []string{"renamed", "plank0", "plank1", "8", "7"} {
		_, ok := again.Find(id)
		require.True(t, ok, id)
	}
	require.Equal(t, 10, fresh.Bodies.Len())
	first, _ := fresh.Bodies.Get(handleOf(t, again, &fresh.Bodies, "plank0"))
	require.Equal(t, "front", fresh.Strings.Get(must(fresh.Groups.Get(first.Group)).Name))
	require.NoError(t, second.Unload())
}

// A level knows its nodes, whether or not it keeps their order: tiles are
// numbered from 0, and a number that nobody gave is 0 too.
func TestIDsThatNoFieldTellsAreTheLevels(t *testing.T) {
	a := gameAuthor(t)
	a.node("pickup", 0, "0", fields{})
	a.node("pickup", 0, "", fields{})
	file := a.file()
	for _, opts := range [][]loader.Option{nil, {loader.KeepNodes()}} {
		var w, fresh game.World
		l := load(t, bind(t, &w, opts...), file)
		again := load(t, bind(t, &fresh), saveLevel(t, l, loader.SaveOptions{}))
		require.Equal(t, 2, fresh.Pickups.Len())
		_, ok := loader.Find(again, &fresh.Pickups, "0")
		require.True(t, ok)
	}
}

func TestACancelledSaveWritesNothing(t *testing.T) {
	var w game.World // also where there is nothing to write
	b := bind(t, &w)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	require.ErrorIs(t, b.Save(ctx, &out, loader.SaveOptions{}), context.Canceled)
	require.Zero(t, out.Len())
	path := filepath.Join(t.TempDir(), "slot.lvl")
	require.ErrorIs(t, b.SaveFile(ctx, path, loader.SaveOptions{}), context.Canceled)
	require.NoFileExists(t, path)
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("not there")
	}
	return v
}

func TestValuesThatALevelCannotHoldAreNamed(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	h, err := w.Bodies.Insert(game.Body{Motion: 77})
	require.NoError(t, err)
	err = b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{})
	var e *format.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, []string{"body", "motion"}, []string{e.Table, e.Field})
	require.NotRegexp(t, "offset|row ", err.Error(), "of a file that was not written")
	var le *loader.Error
	require.ErrorAs(t, err, &le)
	culprit, ok := w.Bodies.FromAny(le.Record)
	require.True(t, ok)
	require.Equal(t, h, culprit)
	require.EqualError(t, err, "save: table body, record "+h.String()+", field motion: value out of range: symbol 77 of 3", "the place is said once")
	require.True(t, w.Bodies.Remove(h))
	bad, err := w.Strings.Intern("\xff")
	require.NoError(t, err)
	_, err = w.Bodies.Insert(game.Body{Name: bad})
	require.NoError(t, err)
	require.ErrorIs(t, b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}), format.ErrUTF8)
}

func TestAnEmptyWorldIsSaved(t *testing.T) {
	var w, fresh game.World
	var out bytes.Buffer
	require.NoError(t, loader.Save(ctx, &out, &w, loader.SaveOptions{Strict: true}))
	require.Zero(t, load(t, bind(t, &fresh), out.Bytes()).Nodes())
	require.ErrorIs(t, loader.Save(ctx, &out, 5, loader.SaveOptions{}), loader.ErrWorld)
}

// SaveFile replaces nothing but files, follows links and keeps permissions. Its errors
// have the name that the game gave.
func TestSavingOverWhatIsThere(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	dir := t.TempDir()
	save := func(name string) error { return b.SaveFile(ctx, filepath.Join(dir, name), loader.SaveOptions{}) }
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	require.EqualError(t, save("folder"), "save: write "+filepath.Join(dir, "folder")+": no file that could be replaced")
	var pe *fs.PathError
	require.ErrorAs(t, save("nowhere/x.lvl"), &pe)
	require.Equal(t, filepath.Join(dir, "nowhere", "x.lvl"), pe.Path)
	require.ErrorIs(t, pe, fs.ErrNotExist)
	require.NoError(t, save(strings.Repeat("l", 250)+".lvl"), "as long as file systems take")

	kept := filepath.Join(dir, "kept.lvl")
	require.NoError(t, os.WriteFile(kept, nil, 0o640))
	before, err := os.Stat(kept)
	require.NoError(t, err)
	if os.Symlink("kept.lvl", filepath.Join(dir, "link.lvl")) == nil {
		require.NoError(t, save("link.lvl"))
		to, err := os.Readlink(filepath.Join(dir, "link.lvl"))
		require.NoError(t, err)
		require.Equal(t, "kept.lvl", to)
	} else { // Windows gives that right to few
		require.NoError(t, save("kept.lvl"))
	}
	after, err := os.Stat(kept)
	require.NoError(t, err)
	require.Equal(t, before.Mode(), after.Mode())
	require.NotZero(t, after.Size())
}

// A writer that leaves something out and does not say so is found out.
func TestASaveThatIsCutIsAnError(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	l := load(t, b, bridge(t))
	var files spools
	for _, o := range []loader.SaveOptions{{}, {Writer: format.WriterOptions{Spool: files.open}}} {
		var whole bytes.Buffer
		require.NoError(t, b.Save(ctx, &whole, o))
		for room := 0; room < whole.Len(); room += 97 {
			require.ErrorIs(t, b.Save(ctx, &cuttingWriter{room}, o), io.ErrShortWrite)
			require.ErrorIs(t, l.Save(ctx, &cuttingWriter{room}, o), io.ErrShortWrite)
		}
		require.NoError(t, b.Save(ctx, &cuttingWriter{whole.Len()}, o))
	}
}

// cuttingWriter takes what it has room for.
type cuttingWriter struct{ room int }

func (c *cuttingWriter) Write(b []byte) (int, error) {
	n := min(len(b), c.room)
	c.room -= n
	return n, nil
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

// An id that the game has set to 0 is none: the node is known by the id that it
// had in its level.
func TestANodeWhoseIDIsZeroKeepsTheIDOfItsLevel(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "x"})
	a.node("pickup", 1, "7", fields{"number": 7})
	a.node("pickup", 1, "0", nil)
	file := a.file()
	for _, opts := range [][]loader.Option{nil, {loader.KeepNodes()}} {
		var w, again game.World
		l := load(t, bind(t, &w, opts...), file)
		seven, ok := w.Pickups.Get(handleOf(t, l, &w.Pickups, "7"))
		require.True(t, ok)
		seven.Number = 0
		saved := load(t, bind(t, &again), saveLevel(t, l, loader.SaveOptions{}))
		for _, id := range []string{"7", "0"} {
			_, ok := saved.Find(id)
			require.True(t, ok, id)
		}
	}
}

// The properties of an element of a node that the game has removed do not go to another
// element when a reload changes how many elements there are.
func TestPropertiesOfElementsThatAreGoneAreNobodys(t *testing.T) {
	version := func(n int) []byte {
		a := gameAuthor(t)
		a.node("scene", 0, "", fields{"title": "x"})
		a.node("group", 1, "g", fields{"name": "g"})
		a.node("body", 2, "a", fields{"name": "a", "group": ref(0)})
		a.node("shape", 3, "", fields{"body": ref(0), "vertex": []fields{{"x": 1}}})
		a.node("body", 2, "b", fields{"name": "b", "group": ref(0)})
		a.node("shape", 3, "", fields{"body": ref(1), "vertex": make([]fields, n)})
		var p format.PropBuilder
		p.Reset()
		p.Key("note")
		p.Text("of b")
		props, err := p.Finish()
		require.NoError(t, err)
		require.NoError(t, a.w.Prop(a.table("shape.vertex"), 1, props))
		return a.file()
	}
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, version(1))
	for h, s := range w.Shapes.All() {
		if s.Body == handleOf(t, l, &w.Bodies, "b") {
			w.Shapes.Remove(h)
		}
	}
	reload(t, l, version(2))
	for n, err := range loader.Walk(bytes.NewReader(saveLevel(t, l, loader.SaveOptions{}))) {
		require.NoError(t, err)
		if v, ok := n.Field("vertex"); ok && v.Len() > 0 {
			e, _ := v.Element(0)
			require.Empty(t, e.Props())
		}
	}
}

// A node that the game has moved takes its children along; one of them that says
// it is elsewhere stands there, so that the tree and the parent fields agree.
func TestWhatStandsInAMovedNodeIsWhereItSays(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "s", fields{"name": "s"})
	a.node("group", 1, "sky", fields{"name": "sky", "parent": anyRef{"scene", 0}})
	a.node("body", 2, "cloud", fields{"name": "cloud", "group": ref(0)})
	a.node("body", 3, "rain", fields{"name": "rain", "group": ref(0)})
	a.node("body", 4, "drop", fields{"name": "drop", "group": ref(0)})
	a.node("body", 3, "hail", fields{"name": "hail"}) // says nothing
	a.node("group", 1, "earth", fields{"name": "earth", "parent": anyRef{"scene", 0}})
	w := newGame(t)
	b := bind(t, w, loader.KeepNodes())
	l := load(t, b, a.file())
	must(w.Bodies.Get(handleOf(t, l, &w.Bodies, "cloud"))).Group = handleOf(t, l, &w.Groups, "earth")
	saved := saveWorld(t, b, loader.SaveOptions{})
	var tree []string
	for n, err := range loader.Walk(bytes.NewReader(saved)) {
		require.NoError(t, err)
		name, _ := n.Field("name")
		tree = append(tree, strings.Repeat(" ", n.Depth())+string(name.Text(0)))
	}
	require.Equal(t, []string{"s", " sky", "  rain", "   drop", " earth", "  cloud", "   hail"}, tree)

	again := newGame(t)
	c := bind(t, again, loader.KeepNodes())
	load(t, c, saved)
	require.Equal(t, saved, saveWorld(t, c, loader.SaveOptions{}))
}

// The names of a kind may stand in another order in the world than in a file, or be
// fewer there.
func TestASavedNodeKeepsItsName(t *testing.T) {
	type before struct {
		Lamps store.Bulk[plain] `level:"lamp|torch|sun"`
	}
	type after struct {
		Lamps store.Bulk[plain] `level:"lamp|sun"`
	}
	a := newAuthor(t, before{}, format.WriterOptions{})
	for i := range 3 {
		table := a.table("lamp")
		row, err := a.w.Node(table, 0, uint8(i))
		require.NoError(t, err)
		require.NoError(t, a.w.Put(table, row, a.row(table, row, fields{"n": i})))
	}
	var w after
	l := load(t, bind(t, &w, loader.KeepNodes()), a.file())
	var names []string
	for n, err := range loader.Walk(bytes.NewReader(saveLevel(t, l, loader.SaveOptions{}))) {
		require.NoError(t, err)
		names = append(names, n.Name())
	}
	require.Equal(t, []string{"lamp", "lamp", "sun"}, names)
}

// Levels whose nodes are in chunks are in these again, and none is in another's.
func TestASavedWorldKeepsTheChunksOfItsLevels(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	load(t, b, archipelago(t, 2, 3))
	load(t, b, bridge(t))
	file := saved(t, func(out *bytes.Buffer) error { return b.Save(ctx, out, loader.SaveOptions{Strict: true}) })
	var again game.World
	f := open(t, bind(t, &again), file)
	nodes := map[string]int{}
	for _, c := range f.Chunks() {
		nodes[c.Label] = c.Nodes
	}
	island, alone := 1+3+3+2, strings.Count(outline(t, bridge(t)), "\n")
	require.Equal(t, map[string]int{"": 1 + alone, "island0": island, "island1": island, "sky": 1}, nodes)
	loadChunks(t, f, "sky")
	require.Equal(t, 1, again.Cameras.Len())
	require.Zero(t, again.Bodies.Len())
	require.NoError(t, f.Close())
}

// What stands in a node that the game has moved goes along into another chunk, and takes
// none of those in between with it. What the game has made is where it stands.
func TestWhatStandsInAMovedNodeChangesItsChunk(t *testing.T) {
	a := gameAuthor(t)
	for i := range 3 {
		a.chunk(fmt.Sprint("c", i))
		a.node("group", 0, "", nil)
		a.node("group", 1, "", fields{"parent": anyRef{"group", uint32(2 * i)}})
		a.node("body", 2, fmt.Sprint("b", i), fields{"name": fmt.Sprint("b", i), "group": ref(2*i + 1)})
	}
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, a.file())
	group := func(body string) store.AnyHandle {
		return w.Groups.Any(must(w.Bodies.Get(handleOf(t, l, &w.Bodies, body))).Group)
	}
	outer := must(w.Groups.Get(must(w.Groups.FromAny(group("b0"))))).Parent
	must(w.Groups.Get(must(w.Groups.FromAny(group("b2"))))).Parent = outer
	_, err := w.Groups.Insert(game.Group{Parent: outer})
	require.NoError(t, err)
	for range 2 { // roots, which are of no region
		_, err = w.Lights.Insert(game.Light{})
		require.NoError(t, err)
	}
	var again game.World
	f := open(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{}))
	nodes := map[string]int{}
	for _, c := range f.Chunks() {
		nodes[c.Label] = c.Nodes
	}
	require.Equal(t, map[string]int{"": 2, "c0": 6, "c1": 3, "c2": 1}, nodes)
}
