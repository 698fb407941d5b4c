package loader_test

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The types of a game as they were when its levels were built, and as they are
// a year later: fields moved, widened, renamed, gone and new.
type (
	oldWorld struct {
		Crates standin.Bulk[oldCrate] `level:"crate"`
		Points standin.Array[oldPoint]
		Gone   standin.Bulk[oldGone] `level:"gone"`
		Str    store.Strings
	}
	oldCrate struct {
		Name  store.Str              `level:"name,id"`
		Mass  float32                `level:"mass"`
		Hits  uint8                  `level:"hits"`
		Kind  uint8                  `level:"kind,enum=wood|iron"`
		Color [3]uint8               `level:"color"`
		Next  store.Handle[oldCrate] `level:"next,ref"`
		Lost  uint32                 `level:"lost"`
		Path  store.Span[oldPoint]   `level:"point"`
	}
	oldPoint struct{ X, Y float32 }
	oldGone  struct{ N int32 }

	newWorld struct {
		Boxes  store.Bulk[newBox] `level:"box,alias=crate"`
		Points store.Array[newPoint]
		Str    store.Strings
	}
	newBox struct {
		Path  store.Span[newPoint] `level:"waypoint,alias=point"`
		Mass  float64              `level:"weight,alias=mass"`
		Name  store.Str            `level:"name,id"`
		Kind  uint16               `level:"kind,enum=paper|iron|wood"`
		Hits  uint32               `level:"hits"`
		Color [4]uint8             `level:"color,default=1 2 3 255"`
		Note  store.Str            `level:"note,default=none"`
		Next  store.Handle[newBox] `level:"next,ref"`
		Other store.Handle[newBox] `level:"other,ref"`
		Lives int32                `level:"lives,default=3"`
	}
	newPoint struct {
		X, Y float64
		Z    float64 `level:"z,default=-1"` // not 32 bits: the record has no padding, which 32-bit systems would not have
	}
)

func oldLevel(t *testing.T) []byte {
	a := newAuthor(t, oldWorld{}, format.WriterOptions{})
	a.node("gone", 0, "", fields{"n": 5})
	a.node("crate", 0, "a", fields{"name": "a", "mass": 1.5, "hits": 200, "kind": 0, "color": []float64{9, 8, 7}, "next": ref(1), "lost": 77,
		"point": []fields{{"x": 1, "y": 2}, {"x": 3, "y": 4}}})
	a.node("crate", 1, "b", fields{"name": "b", "kind": 1, "point": []fields{{"x": 5, "y": 6}}})
	return a.file()
}

func TestALevelOfOlderTypesIsConverted(t *testing.T) {
	var w newWorld
	b := bind(t, &w)
	for range 3 {
		l := load(t, b, oldLevel(t))
		require.Equal(t, 2, l.Nodes())
		ha, ok := loader.Find(l, &w.Boxes, "a")
		require.True(t, ok)
		hb, ok := loader.Find(l, &w.Boxes, "b")
		require.True(t, ok)
		x, _ := w.Boxes.Get(ha)
		require.Equal(t, 1.5, x.Mass)
		require.EqualValues(t, 200, x.Hits)
		require.EqualValues(t, 2, x.Kind, "wood is another number now")
		require.Equal(t, [4]uint8{9, 8, 7, 255}, x.Color)
		require.Equal(t, "none", w.Str.Get(x.Note))
		require.Equal(t, hb, x.Next)
		require.True(t, x.Other.IsNil())
		require.EqualValues(t, 3, x.Lives)
		require.Equal(t, []newPoint{{1, 2, -1}, {3, 4, -1}}, w.Points.Slice(x.Path))
		y, _ := w.Boxes.Get(hb)
		require.EqualValues(t, 1, y.Kind)
		require.Equal(t, []newPoint{{5, 6, -1}}, w.Points.Slice(y.Path))
		require.NoError(t, l.Unload())
		require.Zero(t, w.Boxes.Len())
	}
}

func TestWhatCannotBeConvertedIsNamedBeforeARowIsRead(t *testing.T) {
	type narrow struct {
		Name store.Str `level:"name,id"`
		Mass float32   `level:"mass"`
		Hits int8      `level:"hits"`
	}
	type world struct {
		Crates standin.Bulk[narrow] `level:"crate"`
		Str    store.Strings
	}
	b, _ := bindLike(t, world{})
	_, err := b.Load(ctx, bytes.NewReader(oldLevel(t)))
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorIs(t, err, format.ErrConvert)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "crate", e.Table)
	require.Equal(t, "hits", e.Field)
	t.Log(err)
}

// If the world took two kinds of a level for one, a reference to a node of the first
// would lead to a node of the second.
func TestTwoKindsThatAreOneInTheWorldAreRefused(t *testing.T) {
	type level struct {
		Lamps  standin.Bulk[named] `level:"lamp"`
		Lights standin.Bulk[named] `level:"light"`
		Str    store.Strings
	}
	type world struct {
		Lights store.Bulk[named] `level:"light,alias=lamp"`
		Str    store.Strings
	}
	a := newAuthor(t, level{}, format.WriterOptions{})
	a.node("lamp", 0, "a", fields{"name": "a"})
	a.node("light", 0, "b", fields{"name": "b"})
	file := a.file()
	var w world
	_, err := bind(t, &w).Load(ctx, bytes.NewReader(file))
	require.ErrorIs(t, err, loader.ErrMismatch)
	require.ErrorContains(t, err, "both lamp and light")
	require.Zero(t, w.Lights.Len())
	_, err = bind(t, &w, loader.Skip(loader.Ignore, "light")).Load(ctx, bytes.NewReader(file))
	require.NoError(t, err)
}

// Levels that keep their rows do not ask the world's strings for defaults while
// others are loaded beside them.
func TestLevelsAreConvertedBesideEachOther(t *testing.T) {
	file := oldLevel(t)
	var w newWorld
	b := bind(t, &w, loader.Reloadable())
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() {
			for range 200 {
				l, err := b.Load(ctx, bytes.NewReader(file))
				if err == nil {
					err = l.Unload()
				}
				errs[i] = errors.Join(errs[i], err)
			}
		})
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
	require.Zero(t, w.Boxes.Len())
}
