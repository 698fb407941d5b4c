package loader_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// Saving and closing in a hook are refused: the level is not loaded yet. The load goes on.
func TestAHookCanNeitherSaveNorClose(t *testing.T) {
	var w game.World
	var first *loader.Level
	var b *loader.Binding
	path := filepath.Join(t.TempDir(), "slot.lvl")
	calls := map[string]func() error{
		"save":       func() error { return b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}) },
		"save file":  func() error { return b.SaveFile(ctx, path, loader.SaveOptions{}) },
		"save level": func() error { return first.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}) },
		"close":      func() error { return b.Close() },
	}
	b = bind(t, &w, loader.OnNode(func(loader.Placed) error {
		if first != nil {
			for name, call := range calls {
				err := call()
				require.ErrorIs(t, err, store.ErrInUse, name)
				require.ErrorContains(t, err, "a level is being loaded: its OnNode hook has not returned", name)
			}
			require.NotZero(t, first.Nodes())
			_, ok := first.Find("body0")
			require.True(t, ok)
		}
		return nil
	}))
	first = load(t, b, planks(t, 2))
	load(t, b, planks(t, 2))
	f := open(t, b, archipelago(t, 2, 2))
	loadChunks(t, f, "island0")
	require.NoFileExists(t, path)
	require.NoError(t, b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}))
	require.NoError(t, f.Close())
	require.NoError(t, b.Close())
}

// A hook that panics has ended, too.
func TestAfterAHookThatPanickedAWorldIsSavedAndClosed(t *testing.T) {
	var w game.World
	h := &brittle{at: 3}
	b := bind(t, &w, loader.OnNode(h.hook))
	require.Panics(t, func() { b.LoadBytes(ctx, planks(t, 2)) })
	require.NoError(t, b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}))
	require.NoError(t, b.Close())
}

// While a hook runs, other goroutines that load and unload wait for it; those that save
// and close are told.
func TestOthersWaitForAHookOrAreTold(t *testing.T) {
	var w game.World
	var first *loader.Level
	var b *loader.Binding
	errs, done := make(chan error), make(chan error, 2)
	inHook := false
	b = bind(t, &w, loader.OnNode(func(n loader.Placed) error {
		if first == nil || inHook {
			return nil
		}
		inHook = true
		go func() { errs <- b.Save(ctx, new(bytes.Buffer), loader.SaveOptions{}) }()
		require.ErrorIs(t, <-errs, store.ErrInUse)
		go func() { errs <- b.Close() }()
		require.ErrorIs(t, <-errs, store.ErrInUse)
		go func() { done <- first.Unload() }()
		go func() { done <- errOf(b.LoadBytes(ctx, planks(t, 3))) }()
		return nil
	}))
	first = load(t, b, planks(t, 1))
	load(t, b, planks(t, 2))
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.Equal(t, 5, w.Bodies.Len())
}
