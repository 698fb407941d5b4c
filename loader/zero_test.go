package loader_test

import (
	"bytes"
	"io/fs"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/smallalloc/inline"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// An option that cannot be followed is said to be one.
func TestWalksRefuseOptionsAboutStores(t *testing.T) {
	file := bridge(t)
	for name, opt := range map[string]loader.Option{
		"Skip":       loader.Skip(loader.Ignore, "body"),
		"KeepNodes":  loader.KeepNodes(),
		"Reloadable": loader.Reloadable(),
		"OnNode":     loader.OnNode(func(loader.Placed) error { return nil }),
		"Log":        loader.Log(nil),
		"Missing":    loader.Missing(loader.Fail),
		"Extra":      loader.Extra(loader.Ignore),
	} {
		n := 0
		for _, err := range loader.Walk(bytes.NewReader(file), loader.MaxBytes(0), opt, loader.Check(format.CheckSums)) {
			require.ErrorIs(t, err, loader.ErrOption)
			require.ErrorContains(t, err, "a walk has no stores for "+name+";")
			n++
		}
		require.Equal(t, 1, n, name)
	}
}

// A root has no parent, and what Parent returns for it has nothing.
func TestTheZeroNodeHasNothing(t *testing.T) {
	for n, err := range loader.Walk(bytes.NewReader(bridge(t))) {
		require.NoError(t, err)
		p, ok := n.Parent()
		if ok {
			continue
		}
		require.Empty(t, p.Kind())
		require.Empty(t, p.Name())
		require.Zero(t, p.Index()+p.Depth()+p.Number())
		_, ok = p.Parent()
		require.False(t, ok)
		v, ok := p.Field("name")
		require.False(t, ok)
		require.Zero(t, v.Len())
		for range p.Fields {
			require.Fail(t, "a field")
		}
		var buf [8]byte
		path := inline.OverString(buf[:])
		p.Path(&path)
		require.Zero(t, path.Len())
		require.Empty(t, p.Props())
		_, _, _, ok = p.Source()
		require.False(t, ok)
		_, err := loader.As[game.Body](p.Row)
		require.ErrorIs(t, err, loader.ErrMismatch)
	}
}

func TestTheZeroBindingHasNoWorld(t *testing.T) {
	var b loader.Binding
	file := bridge(t)
	_, err := b.Load(ctx, bytes.NewReader(file))
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "Bind makes one")
	_, err = b.Start(bytes.NewReader(file)).Finish()
	require.ErrorIs(t, err, loader.ErrWorld)
	_, err = b.Open(ctx, bytes.NewReader(file), int64(len(file)))
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorIs(t, b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}), loader.ErrWorld)
	require.Nil(t, b.Schema())
	require.NoError(t, b.Close())
}

func TestTheZeroLoadingLoadsNothing(t *testing.T) {
	var l loader.Loading
	require.True(t, l.Step(time.Hour))
	require.True(t, l.Done())
	_, err := l.Finish()
	require.ErrorContains(t, err, "load: nothing has been started")
	var c loader.ChunkLoading
	require.ErrorContains(t, c.Finish(), "load: nothing has been started")
	new(loader.Loading).Cancel()
	new(loader.ChunkLoading).Cancel()
}

func TestTheZeroFileHasNoLevel(t *testing.T) {
	var f loader.File
	require.Empty(t, f.Meta())
	require.Empty(t, f.Chunks())
	require.False(t, f.Loaded(""))
	_, ok := f.Find("x")
	require.False(t, ok)
	require.ErrorIs(t, f.Load(ctx, ""), loader.ErrNoChunk)
	require.ErrorIs(t, f.Start("").Finish(), loader.ErrNoChunk)
	require.ErrorIs(t, f.Unload(""), loader.ErrNoChunk)
	require.NoError(t, f.Close())
	require.NoError(t, f.Close())
	ref := store.AnyFromBits(1, 1)
	_, ok = f.ChunkOf(ref)
	require.False(t, ok)
	_, ok = f.Resolve(ref)
	require.False(t, ok)
}

func TestNilArgumentsAreToldOf(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	require.EqualError(t, b.Save(ctx, nil, loader.SaveOptions{}), "save: the writer is nil")
	require.EqualError(t, loader.Save(ctx, nil, &w, loader.SaveOptions{}), "save: the writer is nil")
	require.EqualError(t, b.SaveFile(ctx, "", loader.SaveOptions{}), "save: the path to write to is empty: invalid argument")
	require.ErrorIs(t, b.SaveFile(ctx, "", loader.SaveOptions{}), fs.ErrInvalid)

	_, _, err := loader.BindSchema(nil)
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "the schema is nil")
	_, _, err = loader.BindSchema(&format.Schema{})
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "the schema has no kind")

	_, err = loader.BindStores(nil, []loader.Named{{Tag: "body", Store: (*store.Bulk[game.Body])(nil)}})
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "the *store.Bulk[github.com/levelc/levelc/testdata/game.Body] is nil")
	_, err = loader.BindStores(nil, []loader.Named{{Tag: "body"}})
	require.ErrorIs(t, err, loader.ErrWorld)
}
