package loader_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// numbered has nodes that go by whole numbers, and no text.
type numbered struct {
	Slots store.Bulk[slotKind] `level:"slot"`
	Rooms store.Bulk[roomKind] `level:"room"`
}

type slotKind struct {
	N      int32 `level:"n,id"`
	Weight float32
}

type roomKind struct {
	N uint16 `level:"n,id"`
}

// numberedLevel has rooms and slots with the ids from 1 to n, in two chunks.
func numberedLevel(t *testing.T, n int, o format.WriterOptions) []byte {
	a := newAuthor(t, numbered{}, o)
	for i := 1; i <= n; i++ {
		a.node("room", 0, strconv.Itoa(i), fields{"n": i})
	}
	a.chunk("rest")
	for i := 1; i <= n; i++ {
		a.node("slot", 0, strconv.Itoa(i), fields{"n": i})
	}
	return a.file()
}

func TestIDsAreFoundInAWorldWithoutStrings(t *testing.T) {
	file := numberedLevel(t, 20, format.WriterOptions{})
	for name, opt := range map[string]loader.Option{"plain": nil, "nodes": loader.KeepNodes(), "rows": loader.Reloadable()} {
		t.Run(name, func(t *testing.T) {
			var w numbered
			b := bind(t, &w, opt)
			first, second := load(t, b, file), load(t, b, file)
			require.NoError(t, first.Unload())
			for i := 1; i <= 20; i++ {
				room, ok := loader.Find(second, &w.Rooms, strconv.Itoa(i))
				require.True(t, ok, i)
				r, ok := w.Rooms.Get(room)
				require.True(t, ok)
				require.EqualValues(t, i, r.N)
				h, ok := second.Find(strconv.Itoa(i))
				require.True(t, ok)
				require.Equal(t, w.Slots.Kind(), h.Kind())
			}
			_, ok := second.Find("21")
			require.False(t, ok)
			_, ok = first.Find("1")
			require.False(t, ok)

			again := load(t, b, saveLevel(t, second, loader.SaveOptions{}))
			_, ok = loader.Find(again, &w.Rooms, "7")
			require.True(t, ok)
			require.NoError(t, b.Close())
			_, ok = second.Find("1")
			require.False(t, ok)
		})
	}
}

func TestIDsOfAFileAreFoundInAWorldWithoutStrings(t *testing.T) {
	file := numberedLevel(t, 20, format.WriterOptions{})
	var w numbered
	b := bind(t, &w)
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	h, ok := loader.Find(f, &w.Slots, "3")
	require.True(t, ok)
	require.True(t, h.Pending())
	require.NoError(t, f.Load(ctx, "rest"))
	h, _ = loader.Find(f, &w.Slots, "3")
	s, ok := w.Slots.Get(h)
	require.True(t, ok)
	require.EqualValues(t, 3, s.N)
	require.NoError(t, f.Close())
	_, ok = f.Find("3")
	require.False(t, ok)
}

// A reload may bring the first ids.
func TestReloadsBringIDsToAWorldWithoutStrings(t *testing.T) {
	none := newAuthor(t, numbered{}, format.WriterOptions{})
	none.node("slot", 0, "", nil)
	empty, full := none.file(), numberedLevel(t, 3, format.WriterOptions{})
	var w numbered
	l := load(t, bind(t, &w, loader.Reloadable()), empty)
	for _, file := range [][]byte{empty, full, empty, full, full} {
		_, err := l.Reload(ctx, bytes.NewReader(file))
		require.NoError(t, err)
		for i := 1; i <= 3; i++ {
			h, ok := loader.Find(l, &w.Rooms, strconv.Itoa(i))
			require.Equal(t, len(file) == len(full), ok)
			if ok {
				r, _ := w.Rooms.Get(h)
				require.EqualValues(t, i, r.N)
			}
		}
	}
}

// A Level and a File agree on which of several nodes of one id they mean, whatever the
// order of the kinds in the file.
func TestFilesPreferTheKindThatTheWorldDeclaresFirst(t *testing.T) {
	for _, apart := range []bool{false, true} {
		a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
		a.node("door", 0, "red", fields{"name": "red"})
		if apart {
			a.chunk("keys")
		}
		a.node("key", 0, "red", fields{"name": "red"})
		a.node("key", 0, "blue", fields{"name": "blue"})
		file := a.file()
		var w keysFirst
		f, err := bind(t, &w).Open(ctx, bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		h, ok := f.Find("red")
		require.True(t, ok)
		require.Equal(t, w.Keys.Kind(), h.Kind())
		door, ok := loader.Find(f, &w.Doors, "red")
		require.True(t, ok)
		require.True(t, door.Pending())
		_, ok = loader.Find(f, &w.Doors, "blue")
		require.False(t, ok)
		var other keysFirst
		bind(t, &other)
		_, ok = loader.Find(f, &other.Keys, "blue")
		require.False(t, ok, "a store of another world")
	}
}

func TestLevelsTellTheIDsOfNodes(t *testing.T) {
	a := newAuthor(t, doorsFirst{}, format.WriterOptions{})
	for i := range 5 {
		name := "d" + strconv.Itoa(i)
		a.node("door", 0, name, fields{"name": name})
		a.node("key", 0, "k"+strconv.Itoa(i), nil)
	}
	a.node("key", 0, "", nil)
	file := a.file()
	var w keysFirst
	b := bind(t, &w, loader.Reloadable())
	other, l := load(t, b, file), load(t, b, file)
	own, err := w.Keys.Insert(named{})
	require.NoError(t, err)
	for range 2 {
		for i := range 5 {
			for _, name := range []string{"d" + strconv.Itoa(i), "k" + strconv.Itoa(i)} {
				h, ok := l.Find(name)
				require.True(t, ok)
				id, ok := l.ID(h)
				require.True(t, ok)
				require.Equal(t, name, id)
				h, _ = other.Find(name)
				_, ok = l.ID(h)
				require.False(t, ok, "a node of another level")
			}
		}
		for _, h := range []store.AnyHandle{{}, w.Keys.Any(own), store.AnyFromBits(9, 1<<32|1)} {
			_, ok := l.ID(h)
			require.False(t, ok)
		}
		var ids []string
		for id, h := range l.IDs() {
			want, ok := l.Find(id)
			require.True(t, ok)
			require.Equal(t, want, h)
			ids = append(ids, id)
		}
		require.Equal(t, []string{"d0", "d1", "d2", "d3", "d4", "k0", "k1", "k2", "k3", "k4"}, ids)
		k0, _ := l.Find("k0")
		require.Zero(t, testing.AllocsPerRun(10, func() { l.ID(k0) }))
		require.Zero(t, testing.AllocsPerRun(10, func() {
			for range l.IDs() {
			}
		}))
		_, err := l.Reload(ctx, bytes.NewReader(file)) // and then again
		require.NoError(t, err)
	}
	k0, _ := l.Find("k0")
	for range l.IDs() { // once
		require.NoError(t, l.Unload())
	}
	_, ok := l.ID(k0)
	require.False(t, ok)
	for range l.IDs() {
		t.Fatal("it is unloaded")
	}
}

func TestLevelsKeepTheirMetadata(t *testing.T) {
	meta := format.Props{0x81, 0xa1, 'k', 1}
	a := newAuthor(t, numbered{}, format.WriterOptions{Meta: meta})
	a.node("slot", 0, "1", nil)
	file := a.file()
	for _, opt := range []loader.Option{nil, loader.KeepNodes(), loader.Reloadable()} {
		var w numbered
		l := load(t, bind(t, &w, opt), file)
		if opt == nil {
			require.Zero(t, l.Meta().Len())
			continue
		}
		require.Equal(t, meta, l.Meta())
		require.NoError(t, l.Unload())
		require.Zero(t, l.Meta().Len())
	}
}

// A File whose world is closed has nothing in it, and loads nothing.
func TestAClosedWorldHasNoChunks(t *testing.T) {
	file := numberedLevel(t, 3, format.WriterOptions{})
	var w numbered
	b := bind(t, &w)
	f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.NoError(t, f.Load(ctx, "rest"))
	require.True(t, f.Loaded("rest"))
	require.NoError(t, b.Close())
	for _, label := range []string{"", "rest"} {
		require.False(t, f.Loaded(label))
		require.ErrorIs(t, f.Load(ctx, label), store.ErrClosed)
		require.ErrorIs(t, f.Start(label).Finish(), store.ErrClosed)
	}
	require.NoError(t, f.Close())
}
