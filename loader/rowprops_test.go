package loader_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

func TestWalkReadsPropertiesAndPositions(t *testing.T) {
	a := gameAuthor(t)
	a.node("scene", 0, "", fields{"title": "props"})
	file, err := a.w.String([]byte("level.xml"))
	require.NoError(t, err)
	var pb format.PropBuilder
	for i := range uint32(6) {
		row := a.node("group", 1, "", nil)
		if i%2 == 0 {
			continue
		}
		pb.Reset()
		pb.Key("number")
		pb.Int(int64(i))
		props, err := pb.Finish()
		require.NoError(t, err)
		require.NoError(t, a.w.Prop(a.table("group"), row, props))
		require.NoError(t, a.w.Src(a.table("group"), row, file, 10+i, 3))
	}
	seen := 0
	for n, err := range loader.Walk(bytes.NewReader(a.file())) {
		require.NoError(t, err)
		if n.Kind() != "group" || n.Index()%2 == 0 {
			require.Zero(t, n.Props().Len())
			_, _, _, ok := n.Source()
			require.False(t, ok)
			continue
		}
		v, ok := n.Props().Get("number").Int()
		require.True(t, ok)
		require.EqualValues(t, n.Index(), v)
		name, line, column, ok := n.Source()
		require.True(t, ok)
		require.Equal(t, "level.xml", string(name))
		require.Equal(t, []int{10 + n.Index(), 3}, []int{line, column})
		seen++
	}
	require.Equal(t, 3, seen)
}

// A game reads the properties of a node by its handle, whatever became of the node and
// of others, until a reload brings other properties.
func TestPropertiesOfANodeThatTheGameHas(t *testing.T) {
	file := func(numbers ...int) []byte {
		a := gameAuthor(t)
		for _, n := range numbers {
			row := a.node("light", 0, fmt.Sprint("light", n), nil)
			if n%2 == 1 {
				require.NoError(t, a.w.Prop(a.table("light"), row, format.Props{0x81, 0xa1, 'n', byte(n)}))
			}
		}
		a.node("group", 0, "dark", nil)
		return a.file()
	}
	for name, o := range map[string]loader.Option{"kept": loader.KeepNodes(), "reloadable": loader.Reloadable()} {
		t.Run(name, func(t *testing.T) {
			var w game.World
			b := bind(t, &w, o)
			load(t, b, file(8, 9))
			l := load(t, b, file(1, 2, 3))
			number := func(id string) int64 {
				h, ok := l.Find(id)
				require.True(t, ok, id)
				n, _ := l.Props(h).Get("n").Int()
				return n
			}
			check := func(ids map[string]int64) {
				t.Helper()
				for id, n := range ids {
					require.Equal(t, n, number(id), id)
				}
			}
			check(map[string]int64{"light1": 1, "light2": 0, "light3": 3, "dark": 0})
			h1, _ := l.Find("light1")
			h, _ := w.Lights.FromAny(h1)
			w.Lights.Remove(h)
			check(map[string]int64{"light1": 1})
			require.Zero(t, l.Props(store.AnyHandle{}).Len())
			require.Zero(t, l.Props(store.AnyFromBits(60000, h.Bits())).Len())
			require.Zero(t, testing.AllocsPerRun(10, func() { l.Props(h1) }))
			if name == "reloadable" {
				_, err := l.Reload(ctx, bytes.NewReader(file(5, 3, 2, 7)))
				require.NoError(t, err)
				check(map[string]int64{"light5": 5, "light2": 0, "light3": 3, "light7": 7, "dark": 0})
			}
			any, _ := l.Find("light3")
			require.NoError(t, l.Unload())
			require.Zero(t, l.Props(any).Len())
		})
	}
	var w game.World
	l := load(t, bind(t, &w), file(1))
	h, _ := l.Find("light1")
	require.Zero(t, l.Props(h).Len(), "without KeepNodes")
}
