package loader_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// Nodes without ids are the same where all that they hold is: their texts, elements,
// children, properties and element names. Of the numbers 1, 2, 3 the last one stays,
// and moves to the front; the first one becomes another.
func TestNodesAreKnownByAllThatTheyHold(t *testing.T) {
	for name, node := range map[string]func(a *author, number int){
		"number": func(a *author, n int) { a.node("light", 0, "", fields{"reach": n}) },
		"text":   func(a *author, n int) { a.node("shape", 0, "", fields{"texture": "abcdefghij"[n : n+1]}) },
		"element": func(a *author, n int) {
			a.node("shape", 0, "", fields{"vertex": []fields{{"x": 1}, {"y": n}}})
		},
		"child": func(a *author, n int) {
			a.node("shape", 0, "", nil)
			a.node("shape", 1, "", nil)
			a.node("light", 2, "", fields{"reach": n})
		},
		"properties": func(a *author, n int) {
			row := a.node("light", 0, "", nil)
			require.NoError(a.t, a.w.Prop(a.table("light"), row, format.Props{0x81, 0xa1, 'n', byte(n)}))
		},
		"name": func(a *author, n int) {
			table := a.table("light")
			row, err := a.w.Node(table, 0, uint8(n))
			require.NoError(a.t, err)
			require.NoError(a.t, a.w.Put(table, row, make([]byte, a.s.Tables[table].Stride)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := func(numbers ...int) []byte {
				a := gameAuthor(t)
				for _, n := range numbers {
					node(a, n)
				}
				return a.file()
			}
			var w game.World
			l := load(t, bind(t, &w, loader.Reloadable()), file(1, 2, 3))
			roots := func() []uint32 {
				if w.Shapes.Len() > 0 {
					return rootsOf(&w.Shapes, w.Shapes.Len()/3)
				}
				return rootsOf(&w.Lights, 1)
			}
			before := roots()
			require.Len(t, before, 3)
			_, err := l.Reload(ctx, bytes.NewReader(file(3, 9)))
			require.NoError(t, err)
			now := func() []uint32 {
				if w.Shapes.Len() > 0 {
					return rootsOf(&w.Shapes, w.Shapes.Len()/2)
				}
				return rootsOf(&w.Lights, 1)
			}()
			slices.Sort(now)
			require.Equal(t, []uint32{before[0], before[2]}, now, "the second one is gone")
		})
	}
}

// rootsOf is the slots of every so many records.
func rootsOf[T any](b *store.Bulk[T], step int) (out []uint32) {
	i := 0
	for h := range b.All() {
		if i%step == 0 {
			out = append(out, h.Index())
		}
		i++
	}
	return out
}

// What a level does not have is zero in a node that a reload brings, whatever was
// there before.
func TestANodeThatAReloadBringsIsNew(t *testing.T) {
	var w game.World
	require.NoError(t, w.Bodies.Init(store.Reuse(store.Lowest)))
	l := load(t, bind(t, &w, loader.Reloadable()), hut(t, func(a *author) { a.crate("a", nil) }))
	var used []store.Handle[game.Body]
	for range 20 {
		h, err := w.Bodies.Insert(game.Body{Spin: 7, Velocity: game.Vec2{X: 1, Y: 2}})
		require.NoError(t, err)
		used = append(used, h)
	}
	last, err := w.Bodies.Insert(game.Body{}) // so that the store does not shrink
	require.NoError(t, err)
	for _, h := range used {
		require.True(t, w.Bodies.Remove(h))
	}
	reload(t, l, hut(t, func(a *author) {
		a.crate("a", nil)
		a.crate("b", nil)
		a.crate("c", nil)
	}))
	again := 0
	for h, body := range w.Bodies.All() {
		require.Zero(t, body.Spin)
		require.Zero(t, body.Velocity)
		if slices.ContainsFunc(used, func(u store.Handle[game.Body]) bool { return u.Index() == h.Index() }) {
			again++
		}
	}
	require.Equal(t, 2, again, "they stand where others have stood")
	require.True(t, w.Bodies.Remove(last))
}

// A span that the game has replaced by one of the same length is another one: what
// the file has becomes a new span, with nothing of what was in the old one.
func TestAReplacedSpanOfTheSameLengthBecomesANewOne(t *testing.T) {
	var w game.World
	corners := func(x float64) []byte {
		return hut(t, func(a *author) {
			a.crate("a", nil)
			a.node("shape", 3, "", fields{"vertex": []fields{{"x": x, "y": 1}, {"x": 5, "y": 2}}})
		})
	}
	l := load(t, bind(t, &w, loader.Reloadable()), corners(1))
	for _, s := range w.Shapes.All() {
		w.Lists.Corners.Slice(s.Outline)[1].Y = 77 // in the old one
		own, err := w.Lists.Corners.AppendRange([]game.Vertex{{X: 8}, {X: 9}})
		require.NoError(t, err)
		s.Outline = own
		require.Equal(t, []string{"changed shape [vertex]"}, reload(t, l, corners(3)))
		require.Equal(t, []game.Vertex{{X: 3, Y: 1}, {X: 5, Y: 2}}, w.Lists.Corners.Slice(s.Outline))
		require.Equal(t, []game.Vertex{{X: 8}, {X: 9}}, w.Lists.Corners.Slice(own))
	}
}
