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

// The strings of a chunk came with the file. If the game has closed the store that has them,
// the chunk's rows would name what is gone.
func TestNoChunkIsLoadedWithoutItsStrings(t *testing.T) {
	var w game.World
	f := open(t, bind(t, &w), archipelago(t, 2, 5))
	ld := f.Start("island1")
	for !ld.Step(0) {
	}
	require.NoError(t, w.Strings.Close())
	for _, err := range []error{ld.Finish(), f.Load(ctx, "island0"), f.Start("island0").Finish()} {
		require.ErrorIs(t, err, store.ErrClosed)
		require.EqualError(t, err, "load: table $str: store: closed")
	}
	require.False(t, f.Loaded("island0"))
	require.False(t, f.Loaded("island1"))
	require.Zero(t, w.Bodies.Len()+w.Joints.Len())
}

// That a Binding is closed is said before anything else that is wrong.
func TestAClosedBindingSaysSoFirst(t *testing.T) {
	level := hut(t, func(a *author) { a.crate("a", fields{"health": 1}) })
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, level)
	var islands game.World
	ib := bind(t, &islands)
	f := open(t, ib, archipelago(t, 2, 5))
	require.NoError(t, b.Close())
	require.NoError(t, ib.Close())
	broken := level[:len(level)/2]
	_, loadErr := b.LoadBytes(ctx, broken)
	_, startErr := b.Start(bytes.NewReader(broken)).Finish()
	_, reloadErr := l.Reload(ctx, bytes.NewReader(broken))
	_, openErr := ib.Open(ctx, bytes.NewReader(broken), int64(len(broken)))
	for _, err := range []error{loadErr, startErr, reloadErr, openErr, f.Load(ctx, "nowhere"), f.Start("nowhere").Finish()} {
		require.ErrorIs(t, err, store.ErrClosed)
		require.ErrorContains(t, err, "the Binding is closed")
	}
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
