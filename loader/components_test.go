package loader_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// Arrays as they were when a level was built, and later: their values moved, came and
// went. The tables of flags and tiles keep their identities.
type (
	flagsThen struct {
		Flags standin.Bulk[flagThen] `level:"flag"`
		Tiles standin.Array[tileThen]
		Str   store.Strings
	}
	flagThen struct {
		Name store.Str `level:"name,id"`
		Pos  struct{ X, Y float32 }
		Tint struct{ R, G uint16 }
		In   struct {
			At struct{ X, Y float32 }
			On bool
			_  [3]byte
		}
		Tiles store.Span[tileThen]
	}
	tileThen struct {
		Size  struct{ W, H float32 }
		Where [2]float32
	}

	flagsNow struct {
		Flags store.Bulk[flagNow] `level:"flag"`
		Tiles store.Array[tileNow]
		Str   store.Strings
	}
	flagNow struct {
		Name store.Str `level:"name,id"`
		Pos  struct{ Y, X float32 }
		Tint struct{ G, R uint16 }
		In   struct {
			At struct{ Y, X float32 }
			On bool
			_  [3]byte
		}
		Tiles store.Span[tileNow]
	}
	tileNow struct {
		Size  struct{ H, W float32 }
		Where struct{ Lon, Lat float32 }
	}
)

func flagLevel(t *testing.T, world any) []byte {
	a := newAuthor(t, world, format.WriterOptions{})
	xy := func(x, y float64) []float64 {
		if reflect.TypeOf(world) == reflect.TypeFor[flagsNow]() {
			return []float64{y, x}
		}
		return []float64{x, y}
	}
	for _, name := range []string{"a", "b"} {
		a.node("flag", 0, name, fields{"name": name, "pos": xy(1, 2), "tint": xy(3, 4), "in.at": xy(5, 6), "in.on": 1,
			"tiles": []fields{{"size": xy(7, 8), "where": []float64{9, 10}}, {"size": xy(11, 12), "where": []float64{13, 14}}}})
	}
	return a.file()
}

func TestValuesOfArraysGoByName(t *testing.T) {
	file := flagLevel(t, flagsThen{})
	for name, way := range ways {
		var w flagsNow
		gone, err := way(t, bind(t, &w), file)
		require.NoError(t, err, name)
		n := 0
		for _, f := range w.Flags.All() {
			n++
			require.Equal(t, struct{ Y, X float32 }{2, 1}, f.Pos, name)
			require.Equal(t, struct{ G, R uint16 }{4, 3}, f.Tint, name)
			require.Equal(t, struct{ Y, X float32 }{6, 5}, f.In.At, name)
			require.True(t, f.In.On)
			tiles := w.Tiles.Slice(f.Tiles)
			require.Equal(t, tileNow{struct{ H, W float32 }{8, 7}, struct{ Lon, Lat float32 }{9, 10}}, tiles[0], name)
			require.Equal(t, tileNow{struct{ H, W float32 }{12, 11}, struct{ Lon, Lat float32 }{13, 14}}, tiles[1], name)
		}
		require.Equal(t, 2, n, name)
		require.NoError(t, gone())
	}
}

// Rows that are as long as before, and yet not the same, come in long blocks too.
func TestManyRowsOfOneLengthAreConverted(t *testing.T) {
	const n = 8000
	a := newAuthor(t, flagsThen{}, format.WriterOptions{})
	for i := range n {
		name := fmt.Sprint("f", i)
		a.node("flag", 0, name, fields{"name": name, "pos": []float64{float64(i), 2}, "tint": []float64{3, 4}, "in.at": []float64{5, float64(i)}})
	}
	file := a.file()
	for name, way := range ways {
		var w flagsNow
		_, err := w.Str.Intern("another level's") // so that texts have other places than in the file
		require.NoError(t, err)
		gone, err := way(t, bind(t, &w), file)
		require.NoError(t, err, name)
		i := 0
		for _, f := range w.Flags.All() {
			if x := float32(i); f.Pos.X != x || f.Pos.Y != 2 || f.In.At.Y != x || f.Tint.G != 4 || w.Str.Get(f.Name) != fmt.Sprint("f", i) {
				require.Fail(t, "wrong row", "%s: flag %d: %+v %q", name, i, f, w.Str.Get(f.Name))
			}
			i++
		}
		require.Equal(t, n, i, name)
		require.NoError(t, gone())
	}
}

// A level that was built again from the same source with later types changed nothing, and
// a saved one is like it.
func TestReloadOfALevelWithOtherNamesOfValues(t *testing.T) {
	var w flagsNow
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, flagLevel(t, flagsThen{}))
	require.Empty(t, reload(t, l, flagLevel(t, flagsNow{})))
	saved := saveWorld(t, b, loader.SaveOptions{Strict: true})
	require.Empty(t, reload(t, l, saved))
	require.Empty(t, reload(t, l, flagLevel(t, flagsThen{})))
}

func TestAsRefusesOtherNamesOfValues(t *testing.T) {
	for n, err := range loader.Walk(bytes.NewReader(flagLevel(t, flagsThen{}))) {
		require.NoError(t, err)
		f, err := loader.As[flagThen](n.Row)
		require.NoError(t, err)
		require.Equal(t, struct{ X, Y float32 }{1, 2}, f.Pos)
		_, err = loader.As[flagNow](n.Row)
		require.ErrorIs(t, err, loader.ErrMismatch)
		require.ErrorContains(t, err, "pos")
		require.ErrorContains(t, err, "has the values y x in pos, the table x y")
	}
}

// Rows of an array of arrays keep their places, and the error says what to do where that
// cannot be told.
func TestRowsOfArraysKeepTheirPlaces(t *testing.T) {
	type then struct {
		Mat [2][2]float32
		Pts [2]struct{ X, Y float32 }
		Far [3][2]float32
	}
	a := newAuthor(t, struct {
		M standin.Bulk[then] `level:"m"`
		S store.Strings
	}{}, format.WriterOptions{})
	a.node("m", 0, "", fields{"mat": []float64{1, 2, 3, 4}, "pts": []float64{5, 6, 7, 8}, "far": []float64{1, 2, 3, 4, 5, 6}})
	file := a.file()
	type now struct {
		Mat [2][3]float32
		Pts [2]struct{ X, Y, Z float32 } `level:"pts,default=0 0 1 0 0 2"`
	}
	var w struct {
		M store.Bulk[now] `level:"m"`
		S store.Strings
	}
	load(t, bind(t, &w), file)
	for _, m := range w.M.All() {
		require.Equal(t, [2][3]float32{{1, 2, 0}, {3, 4, 0}}, m.Mat)
		require.Equal(t, [2]struct{ X, Y, Z float32 }{{5, 6, 1}, {7, 8, 2}}, m.Pts)
	}
	type unclear struct {
		M standin.Bulk[struct{ Far [3][3]float32 }] `level:"m"`
		S store.Strings
	}
	b, _ := bindLike(t, unclear{})
	_, err := b.Load(ctx, bytes.NewReader(file))
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorIs(t, err, format.ErrComponents)
	require.ErrorContains(t, err, "6 values in the file may be [2][3] or [3][2], [3][3] in the reader; build the level again with the game's types or, for a saved game too, keep the names and lengths of the array")
}
