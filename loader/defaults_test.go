package loader_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The game may clear its strings when no level is loaded. A later load, for which the plan
// is at hand, must not take another string for the default.
func TestDefaultsOutliveClearedStrings(t *testing.T) {
	var w newWorld
	b := bind(t, &w, loader.Reloadable())
	file := oldLevel(t)
	ways := map[string]func() (func() error, error){
		"Load":      func() (func() error, error) { return unloader(b.Load(ctx, bytes.NewReader(file))) },
		"LoadBytes": func() (func() error, error) { return unloader(b.LoadBytes(ctx, file)) },
		"Reload": func() (func() error, error) {
			a := newAuthor(t, oldWorld{}, format.WriterOptions{})
			a.node("crate", 0, "z", fields{"name": "z"})
			l := load(t, b, a.file())
			_, err := l.Reload(ctx, bytes.NewReader(file))
			return unloader(l, err)
		},
	}
	for _, way := range []string{"Load", "Load", "LoadBytes", "Reload", "Load"} {
		gone, err := ways[way]()
		require.NoError(t, err, way)
		require.Equal(t, 2, w.Boxes.Len())
		for _, x := range w.Boxes.All() {
			require.Equal(t, "none", w.Str.Get(x.Note), way)
		}
		require.NoError(t, gone())
		w.Str.Clear()
		_, err = w.Str.Intern("the game's own")
		require.NoError(t, err)
	}
}

// bitsOfBoxes is the stores of a newWorld as they are, bit by bit.
func bitsOfBoxes(t testing.TB, w *newWorld) []byte {
	var b bytes.Buffer
	for _, s := range []interface{ Save(io.Writer) error }{&w.Boxes, &w.Points, &w.Str} {
		require.NoError(t, s.Save(&b))
	}
	return b.Bytes()
}

// newLevel is a level that has a text for the field that oldLevel lacks.
func newLevel(t *testing.T) []byte {
	a := newAuthor(t, newWorld{}, format.WriterOptions{})
	a.node("box", 0, "c", fields{"name": "c", "note": "mine"})
	return a.file()
}

// In a level that lacks a string field with a default, too, a fault at any byte leaves
// the strings as they were.
func TestFaultsLeaveNoDefaults(t *testing.T) {
	var w newWorld
	b := bind(t, &w, loader.Reloadable())
	lvl := load(t, b, newLevel(t))
	n := w.Str.Len()
	failEverywhere(t, faultWays(b, lvl), oldLevel(t), 67, func() []byte { return bitsOfBoxes(t, &w) })
	require.Equal(t, n, w.Str.Len())
}

func TestMappedFilesThatEndEarlyLeaveNoDefaults(t *testing.T) {
	var w newWorld
	b := bind(t, &w)
	file := oldLevel(t)
	f := onDisk(t, file)
	before := bitsOfBoxes(t, &w)
	for n := len(file) - 1; n >= 0; n -= 29 {
		require.NoError(t, f.Truncate(int64(n)))
		_, err := b.LoadMapped(ctx, f)
		require.Error(t, err)
		require.True(t, bytes.Equal(before, bitsOfBoxes(t, &w)), n)
	}
}

func TestOpenAndChunksThatFailLeaveNoDefaults(t *testing.T) {
	var w newWorld
	b := bind(t, &w)
	file := oldLevel(t)
	empty := bitsOfBoxes(t, &w)
	failed := 0
	for n := 0; n <= len(file); n += 32 {
		f, err := b.Open(ctx, bytes.NewReader(file[:n]), int64(len(file)))
		if err != nil {
			require.True(t, bytes.Equal(empty, bitsOfBoxes(t, &w)), n)
			failed++
			continue
		}
		before := bitsOfBoxes(t, &w)
		if f.Load(ctx, "") != nil {
			require.True(t, bytes.Equal(before, bitsOfBoxes(t, &w)), n)
			failed++
		}
		require.NoError(t, f.Close())
		require.Zero(t, w.Str.Len(), n)
	}
	require.Greater(t, failed, len(file)/40)
}

// The rest of what may fail: there is no room, or the game refuses a node.
func TestLoadsWithoutRoomLeaveNoDefaults(t *testing.T) {
	var w newWorld
	require.NoError(t, w.Boxes.Init(store.Limit(2)))
	b := bind(t, &w, loader.Reloadable())
	lvl := load(t, b, newLevel(t))
	n := w.Str.Len()
	for name, way := range faultWays(b, lvl) {
		a := newAuthor(t, oldWorld{}, format.WriterOptions{})
		for _, id := range []string{"a", "b", "d"} {
			a.node("crate", 0, id, fields{"name": id})
		}
		require.ErrorIs(t, way(ctx, bytes.NewReader(a.file())), store.ErrFull, name)
		require.Equal(t, n, w.Str.Len(), name)
	}
}

func TestRefusedNodesLeaveNoDefaults(t *testing.T) {
	errNo := errors.New("no")
	var w newWorld
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error { return errNo }))
	_, err := b.LoadBytes(ctx, oldLevel(t))
	require.ErrorIs(t, err, errNo)
	require.Zero(t, w.Str.Len())
}

// A default goes with the level that lacks the field, however often the level changes
// between having it and not.
func TestDefaultsGoWithTheirLevel(t *testing.T) {
	var w newWorld
	b := bind(t, &w, loader.Reloadable())
	mine, err := w.Str.Intern("none")
	require.NoError(t, err)
	lvl := load(t, b, oldLevel(t))
	for range 3 {
		for _, file := range [][]byte{newLevel(t), oldLevel(t)} {
			_, err := lvl.Reload(ctx, bytes.NewReader(file))
			require.NoError(t, err)
		}
		a, ok := loader.Find(lvl, &w.Boxes, "a")
		require.True(t, ok)
		box, _ := w.Boxes.Get(a)
		require.Equal(t, "none", w.Str.Get(box.Note))
		require.NotEqual(t, mine, box.Note)
	}
	again := saveLevel(t, lvl, loader.SaveOptions{})
	require.NoError(t, lvl.Unload())
	require.Equal(t, 1, w.Str.Len(), "the game's own")
	lvl = load(t, b, again)
	a, _ := loader.Find(lvl, &w.Boxes, "a")
	box, _ := w.Boxes.Get(a)
	require.Equal(t, "none", w.Str.Get(box.Note))
}

// A level whose only string is a default has it as well.
func TestALevelWithoutStringsHasDefaults(t *testing.T) {
	type was struct{ N int32 }
	type is struct {
		N     int32
		Notes [3]store.Str `level:"notes,default=one two one"`
	}
	var w struct {
		Things store.Bulk[is] `level:"thing"`
		Str    store.Strings
	}
	a := newAuthor(t, struct {
		Things standin.Bulk[was] `level:"thing"`
	}{}, format.WriterOptions{})
	a.node("thing", 0, "", fields{"n": 5})
	file := a.file()
	b := bind(t, &w)
	check := func() {
		for _, x := range w.Things.All() {
			require.Equal(t, []string{"one", "two", "one"}, []string{w.Str.Get(x.Notes[0]), w.Str.Get(x.Notes[1]), w.Str.Get(x.Notes[2])})
		}
		require.Equal(t, 1, w.Things.Len())
		require.Equal(t, 2, w.Str.Len())
	}
	lvl := load(t, b, file)
	check()
	require.NoError(t, lvl.Unload())
	require.Zero(t, w.Str.Len())
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.NoError(t, f.Load(ctx, ""))
	check()
	require.NoError(t, f.Close())
	require.Zero(t, w.Str.Len())
}

// Versions of a level that have a string, or lack it and have the default, are compared by
// their texts, whatever numbers those have in each.
func TestReloadComparesDefaultsByTheirText(t *testing.T) {
	type before struct {
		Name store.Str `level:"name,id"`
	}
	type now struct {
		Name store.Str `level:"name,id"`
		Note store.Str `level:"note,default=none"`
		Rest store.Str `level:"rest,default=some"`
	}
	version := func(lacks bool, notes ...string) []byte {
		a := newAuthor(t, struct {
			Things standin.Bulk[now] `level:"thing"`
			Str    store.Strings
		}{}, format.WriterOptions{})
		if lacks {
			a = newAuthor(t, struct {
				Things standin.Bulk[before] `level:"thing"`
				Str    store.Strings
			}{}, format.WriterOptions{})
		}
		for i, note := range notes {
			f := fields{"name": string(rune('a' + i))}
			if !lacks {
				f["note"], f["rest"] = note, "some"
			}
			a.node("thing", 0, f["name"].(string), f)
		}
		return a.file()
	}
	var w struct {
		Things store.Bulk[now] `level:"thing"`
		Str    store.Strings
	}
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, version(true, "none"))
	for _, test := range []struct {
		lacks   bool
		notes   []string
		changes string // by node
	}{
		{true, []string{"none"}, "="},
		{true, []string{"none", "none", "none"}, "=++"},
		{false, []string{"none", "mine", "none"}, "=*="},
		{false, []string{"none", "some", "none", "b"}, "=*=+"},
		{true, []string{"none", "none", "none", "none"}, "=*=*"},
		{true, []string{"none", "none"}, "=="},
		{false, []string{"a", "none"}, "*="},
		{true, []string{"none", "none"}, "*="},
	} {
		changes, err := l.Reload(ctx, bytes.NewReader(version(test.lacks, test.notes...)))
		require.NoError(t, err)
		got := bytes.Repeat([]byte("="), len(test.notes))
		for _, c := range changes {
			if c.What != loader.Removed {
				id, ok := l.ID(c.Handle)
				require.True(t, ok)
				got[id[0]-'a'] = "*+"[c.What]
			}
		}
		require.Equal(t, test.changes, string(got), "%v", test)
		for i, note := range test.notes {
			h, ok := loader.Find(l, &w.Things, string(rune('a'+i)))
			require.True(t, ok)
			x, _ := w.Things.Get(h)
			require.Equal(t, []string{note, "some"}, []string{w.Str.Get(x.Note), w.Str.Get(x.Rest)}, "%v", test)
		}
	}
	require.NoError(t, l.Unload())
	require.Zero(t, w.Str.Len())
}
