package loader_test

import (
	"bytes"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

type doorsFirst struct {
	Doors   store.Bulk[named] `level:"door"`
	Keys    store.Bulk[named] `level:"key"`
	Strings store.Strings
}
type keysFirst struct {
	Keys    store.Bulk[named] `level:"key"`
	Doors   store.Bulk[named] `level:"door"`
	Strings store.Strings
}

func TestFindPrefersTheKindThatTheWorldDeclaresFirst(t *testing.T) {
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	a.node("door", 0, "red", fields{"name": "red"})
	a.node("key", 0, "red", fields{"name": "red"})
	a.node("key", 0, "blue", fields{"name": "blue"})
	file := a.file()
	var w keysFirst
	for _, opt := range [][]loader.Option{nil, {loader.Reloadable()}} {
		lvl := load(t, bind(t, &w, opt...), file)
		h, ok := lvl.Find("red")
		require.True(t, ok)
		require.Equal(t, w.Keys.Kind(), h.Kind())
		if opt != nil {
			_, err := lvl.Reload(ctx, bytes.NewReader(file))
			require.NoError(t, err)
			h, _ = lvl.Find("red")
			require.Equal(t, w.Keys.Kind(), h.Kind())
		}
		require.NoError(t, lvl.Unload())
	}
}

// Find gives no handle for a store that the level was not loaded into, even if its
// records have the right type.
func TestFindKnowsTheStoresOfItsWorld(t *testing.T) {
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	a.node("door", 0, "red", fields{"name": "red"})
	file := a.file()
	var w, other doorsFirst
	var turned keysFirst
	bind(t, &other)
	bind(t, &turned)
	lvl := load(t, bind(t, &w, loader.Reloadable()), file)
	for range 2 {
		h := handleOf(t, lvl, &w.Doors, "red")
		_, ok := w.Doors.Get(h)
		require.True(t, ok)
		_, ok = loader.Find(lvl, &w.Keys, "red")
		require.False(t, ok)
		_, ok = loader.Find(lvl, &other.Doors, "red")
		require.False(t, ok)
		_, ok = loader.Find(lvl, &turned.Keys, "red") // whose kind is that of doors
		require.False(t, ok)
		_, ok = loader.Find[named](lvl, nil, "red")
		require.False(t, ok)
		_, err := lvl.Reload(ctx, bytes.NewReader(file))
		require.NoError(t, err)
	}
}

// A store has one kind, however many Bindings it is in.
func TestAStoreHasOneKind(t *testing.T) {
	var w doorsFirst
	bind(t, &w)
	bind(t, &w, loader.KeepNodes())
	doors, keys := loader.Named{Tag: "door", Store: &w.Doors}, loader.Named{Tag: "key", Store: &w.Keys}
	_, err := loader.BindStores(&w.Strings, []loader.Named{doors})
	require.NoError(t, err)
	for _, stores := range [][]loader.Named{{keys, doors}, {keys}} {
		_, err = loader.BindStores(&w.Strings, stores)
		require.ErrorIs(t, err, loader.ErrWorld)
		require.ErrorContains(t, err, "bind the same stores in the same order")
		require.EqualValues(t, 1, w.Doors.Kind())
		require.EqualValues(t, 2, w.Keys.Kind())
	}
}

// A snapshot that comes after Bind leaves the stores the numbers by which levels name them.
func TestASnapshotLeavesBoundStoresTheirKinds(t *testing.T) {
	var was, w doorsFirst // was is not bound, as in a tool that makes worlds without levels
	b := bind(t, &w)
	own, err := was.Keys.Insert(named{})
	require.NoError(t, err)
	defer was.Keys.Close()
	var saved bytes.Buffer
	require.NoError(t, was.Keys.Save(&saved))
	require.NoError(t, w.Keys.Load(&saved))
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	a.node("key", 0, "blue", fields{"name": "blue"})
	lvl := load(t, b, a.file())
	blue := handleOf(t, lvl, &w.Keys, "blue")
	_, ok := w.Keys.Get(blue)
	require.True(t, ok)
	id, ok := lvl.ID(w.Keys.Any(blue))
	require.True(t, ok)
	require.Equal(t, "blue", id)
	_, ok = w.Keys.Get(own)
	require.True(t, ok)

	var turned keysFirst
	bind(t, &turned)
	saved.Reset()
	require.NoError(t, w.Keys.Save(&saved))
	require.ErrorIs(t, turned.Keys.Load(&saved), store.ErrSnapshot)
	require.EqualValues(t, 1, turned.Keys.Kind())
}

func TestAKindHasAStoreOfItsOwn(t *testing.T) {
	var w doorsFirst
	twice := []loader.Named{{Tag: "door", Store: &w.Doors}, {Tag: "gate", Store: &w.Doors}}
	_, err := loader.BindStores(&w.Strings, twice)
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "it has the store of door already")
	require.Zero(t, w.Doors.Kind(), "a Bind that fails numbers none")
}

// The strings of a closed world are all empty.
func TestNothingIsFoundInAClosedWorld(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	file := bridge(t)
	l := load(t, b, file)
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, closed := range []bool{false, true} {
		if closed {
			require.NoError(t, b.Close())
		}
		for id, want := range map[string]bool{"": false, "plank3": !closed} {
			_, ok := l.Find(id)
			require.Equal(t, want, ok, id)
			_, ok = loader.Find(l, &w.Bodies, id)
			require.Equal(t, want, ok, id)
			_, ok = f.Find(id)
			require.Equal(t, want, ok, id)
		}
		for _, in := range []idLister{l, f} {
			n := 0
			for range in.IDs() {
				n++
			}
			require.Equal(t, closed, n == 0)
		}
	}
}

type idLister interface {
	loader.Finder
	IDs() iter.Seq2[string, store.AnyHandle]
}

// A File has all its ids before any chunk is loaded, but for those of kinds that the world
// does not have.
func TestAFileListsItsIDs(t *testing.T) {
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	a.node("door", 0, "b", nil)
	a.node("door", 0, "same", nil)
	a.node("door", 0, "", nil)
	a.chunk("hall")
	a.node("key", 0, "a", nil)
	a.node("key", 0, "same", nil)
	file := a.file()
	var w doorsFirst
	var onlyKeys struct {
		Keys    store.Bulk[named] `level:"key"`
		Strings store.Strings
	}
	for want, b := range map[string]*loader.Binding{"a b same same": bind(t, &w), "a same": bind(t, &onlyKeys, loader.Extra(loader.Ignore))} {
		f := open(t, b, file)
		for range 2 {
			var ids []string
			for id, h := range f.IDs() {
				ids = append(ids, id)
				if id != "same" {
					found, ok := f.Find(id)
					require.True(t, ok)
					require.Equal(t, found, h)
				}
			}
			require.Equal(t, want, strings.Join(ids, " "))
			loadChunks(t, f, "hall")
		}
		require.Zero(t, testing.AllocsPerRun(10, func() {
			for range f.IDs() {
			}
		}))
		require.NoError(t, f.Close())
		for range f.IDs() {
			t.Fatal("it is closed")
		}
	}
}
