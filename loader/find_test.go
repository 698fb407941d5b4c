package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type doorKind struct {
	Name store.Str `level:"name,id"`
}
type keyKind struct {
	Name store.Str `level:"name,id"`
}
type doorsFirst struct {
	Doors   store.Bulk[doorKind] `level:"door"`
	Keys    store.Bulk[keyKind]  `level:"key"`
	Strings store.Strings
}
type keysFirst struct {
	Keys    store.Bulk[keyKind]  `level:"key"`
	Doors   store.Bulk[doorKind] `level:"door"`
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
