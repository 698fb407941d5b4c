package loader_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// A game may close one of its stores. Nothing could be reloaded into that.
func TestReloadIntoAStoreThatTheGameHasClosed(t *testing.T) {
	crate := func(health int) []byte {
		return hut(t, func(a *author) { a.crate("a", fields{"health": health}) })
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable()), crate(1))
	require.Equal(t, []string{"changed body [health]"}, reload(t, l, crate(2)))
	require.NoError(t, w.Bodies.Close())
	changes, err := l.Reload(ctx, bytes.NewReader(crate(3)))
	require.Empty(t, changes)
	require.ErrorIs(t, err, store.ErrClosed)
	require.EqualError(t, err, "reload: table body: store: closed")
}

// A game must not close a store of chunks that are being loaded, and is told if it does.
func TestChunksForAStoreThatTheGameHasClosed(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 3, 5))
	loadChunks(t, f, "island0")
	ld := f.Start("island1")
	for !ld.Step(0) {
	}
	require.NoError(t, w.Joints.Close())
	func() {
		defer func() { require.Contains(t, recover(), "which are not reserved") }()
		_ = ld.Finish()
	}()
	require.False(t, f.Loaded("island1"))
	require.True(t, f.Loaded("island0"))
}

// fragile is a log handler that panics.
type fragile struct{ slog.Handler }

func (fragile) Enabled(context.Context, slog.Level) bool { return true }

func (fragile) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "level reloaded" {
		panic(r.Message)
	}
	return nil
}

func TestALogHandlerThatPanicsComesAfterTheReload(t *testing.T) {
	crate := func(health int) []byte {
		return hut(t, func(a *author) { a.crate("a", fields{"health": health}) })
	}
	var w game.World
	l := load(t, bind(t, &w, loader.Reloadable(), loader.Log(slog.New(fragile{}))), crate(1))
	require.PanicsWithValue(t, "level reloaded", func() { _, _ = l.Reload(ctx, bytes.NewReader(crate(2))) })
	body, ok := w.Bodies.Get(handleOf(t, l, &w.Bodies, "a"))
	require.True(t, ok)
	require.EqualValues(t, 2, body.Health)
	require.NoError(t, l.Unload())
	require.Zero(t, w.Bodies.Len())
}
