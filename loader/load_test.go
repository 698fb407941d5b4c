package loader_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

func TestLevelsLieSideBySide(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	first := load(t, b, bridge(t))
	other := load(t, b, planks(t, 700))
	second := load(t, b, bridge(t))
	requireBridge(t, &w, first)
	require.Equal(t, 5+700+5, w.Bodies.Len())

	require.NoError(t, other.Unload())
	requireBridge(t, &w, first)
	requireBridge(t, &w, second)
	gone := handleOf(t, first, &w.Bodies, "plank1")
	require.NoError(t, first.Unload())
	_, ok := w.Bodies.Get(gone)
	require.False(t, ok, "handles of an unloaded level are dead")
	requireBridge(t, &w, second)
	require.ErrorIs(t, first.Unload(), loader.ErrUnloaded)
	require.Zero(t, first.Nodes())
	_, ok = first.Find("plank1")
	require.False(t, ok)

	third := load(t, b, bridge(t))
	requireBridge(t, &w, third)
	_, ok = w.Bodies.Get(gone)
	require.False(t, ok, "they stay dead when their slots have new owners")
}

// What the game inserted itself survives levels coming and going.
func TestLevelsLeaveTheGamesOwnObjectsAlone(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	own, err := w.Bodies.Insert(game.Body{Health: 42})
	require.NoError(t, err)
	for range 3 {
		l := load(t, b, bridge(t))
		h, err := w.Bodies.Insert(game.Body{Health: 43})
		require.NoError(t, err)
		require.NoError(t, l.Unload())
		require.True(t, w.Bodies.Remove(h))
	}
	body, ok := w.Bodies.Get(own)
	require.True(t, ok)
	require.EqualValues(t, 42, body.Health)
	require.Equal(t, 1, w.Bodies.Len())
}

func TestSourcesThatReadOddly(t *testing.T) {
	file := planks(t, 300)
	for name, src := range map[string]func(io.Reader) io.Reader{
		"one byte at a time": iotest.OneByteReader,
		"half of what fits":  iotest.HalfReader,
		"EOF with data":      iotest.DataErrReader,
	} {
		t.Run(name, func(t *testing.T) {
			var w game.World
			_, err := bind(t, &w).Load(ctx, src(bytes.NewReader(file)))
			require.NoError(t, err)
			require.Equal(t, 300, w.Bodies.Len())
		})
	}
}

func TestACancelledLoadIsUndone(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, bridge(t))
	before := stateOf(t, &w)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err := b.Load(cancelled, bytes.NewReader(planks(t, 100)))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, stateOf(t, &w))
}

// What is cancelled before it begins does not read: the source may be one that blocks.
func TestACancelledLoadReadsNothing(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	file := bridge(t)
	l := load(t, b, file)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	stuck := iotest.ErrReader(errors.New("it was read"))
	_, err := b.Load(cancelled, stuck)
	require.ErrorIs(t, err, context.Canceled)
	_, err = l.Reload(cancelled, stuck)
	require.ErrorIs(t, err, context.Canceled)
	_, err = bind(t, new(game.World)).Open(cancelled, unreadable{}, int64(len(file)))
	require.ErrorIs(t, err, context.Canceled)
	name := filepath.Join(t.TempDir(), "empty.lvl")
	require.NoError(t, os.WriteFile(name, nil, 0o666))
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	_, err = b.LoadMapped(cancelled, f)
	require.ErrorIs(t, err, context.Canceled)
}

type unreadable struct{}

func (unreadable) ReadAt([]byte, int64) (int, error) { return 0, errors.New("it was read") }

// The bytes of a compressed block are those that stand in the file, not those
// that they decode to.
func TestProgressThroughCompressedBlocks(t *testing.T) {
	var w game.World
	file := meadow(t, 20_000, format.WriterOptions{Codec: format.CodecLZ4, BlockBytes: 16 << 10})
	ld := bind(t, &w).Start(bytes.NewReader(file))
	last := loader.Progress{}
	for !ld.Step(0) {
		p := ld.Progress()
		require.GreaterOrEqual(t, p.Bytes, last.Bytes)
		require.LessOrEqual(t, p.Bytes, p.TotalBytes)
		last = p
	}
	require.Greater(t, last.Fraction(), 0.9, "in front of the file's end")
	_, err := ld.Finish()
	require.NoError(t, err)
}

func TestAFailingSourceIsNamed(t *testing.T) {
	var w game.World
	broken := errors.New("the cable is out")
	_, err := bind(t, &w).Load(ctx, io.MultiReader(bytes.NewReader(bridge(t)[:500]), iotest.ErrReader(broken)))
	require.ErrorIs(t, err, broken)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "load", e.Op)
}

func TestBudget(t *testing.T) {
	var w game.World
	_, err := bind(t, &w, loader.MaxBytes(1000)).Load(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, format.ErrBudget)
	require.Zero(t, w.Bodies.Len())
}

func TestLoadInSteps(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	file := planks(t, 5000)
	ld := b.Start(bytes.NewReader(file))
	last := loader.Progress{}
	for steps := 0; !ld.Step(0); steps++ {
		require.Zero(t, w.Bodies.Len(), "nothing is seen before Finish")
		p := ld.Progress()
		require.GreaterOrEqual(t, p.Bytes, last.Bytes)
		require.LessOrEqual(t, p.Fraction(), 1.0)
		last = p
	}
	l, err := ld.Finish()
	require.NoError(t, err)
	require.Equal(t, 5000, w.Bodies.Len())
	require.EqualValues(t, len(file), ld.Progress().Bytes)
	require.Equal(t, ld.Progress().TotalRows, ld.Progress().Rows)
	again, err := ld.Finish()
	require.NoError(t, err)
	require.Same(t, l, again)
	require.NoError(t, l.Unload())
	require.Zero(t, w.Bodies.Len())
}

func TestCancelledStepsAreUndone(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, bridge(t))
	before := stateOf(t, &w)
	file := planks(t, 3000)
	for steps := range 12 {
		ld := b.Start(bytes.NewReader(file))
		for range steps {
			ld.Step(0)
		}
		ld.Cancel()
		_, err := ld.Finish()
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, before, stateOf(t, &w))
	}
}

func TestBindSaysThatAWorldIsNil(t *testing.T) {
	_, err := loader.Bind((*game.World)(nil))
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "the *game.World is nil")
}

func TestAClosedWorldIsEmptyAndStaysSo(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	l := load(t, b, bridge(t))
	h := handleOf(t, l, &w.Bodies, "plank0")
	require.NoError(t, b.Close())
	require.NoError(t, b.Close())
	_, ok := w.Bodies.Get(h)
	require.False(t, ok)
	require.Zero(t, w.Bodies.Len()+w.Shapes.Len()+w.Strings.Len())
	_, err := b.LoadBytes(t.Context(), bridge(t))
	require.ErrorIs(t, err, store.ErrClosed)
	_, err = l.Reload(ctx, bytes.NewReader(bridge(t)))
	require.ErrorIs(t, err, store.ErrClosed)
	var saved bytes.Buffer
	require.ErrorIs(t, b.Save(ctx, &saved, loader.SaveOptions{}), store.ErrClosed, "a saved game would be replaced by nothing")
	require.ErrorIs(t, l.Save(ctx, &saved, loader.SaveOptions{}), store.ErrClosed)
	require.Zero(t, saved.Len())
	require.NoError(t, l.Unload())
}

// A game may close a store of its world itself. A save without its records would be a
// level that looks whole.
func TestAWorldWithAClosedStoreIsNotSaved(t *testing.T) {
	closers := map[string]func(w *game.World) error{
		"body":         func(w *game.World) error { return w.Bodies.Close() },
		"shape.vertex": func(w *game.World) error { return w.Lists.Corners.Close() },
		"$str":         func(w *game.World) error { return w.Strings.Close() },
	}
	for table, closeOne := range closers {
		var w game.World
		b := bind(t, &w)
		l := load(t, b, bridge(t))
		require.NoError(t, closeOne(&w))
		var saved bytes.Buffer
		for _, err := range []error{
			b.Save(ctx, &saved, loader.SaveOptions{}),
			l.Save(ctx, &saved, loader.SaveOptions{}),
			b.SaveFile(ctx, filepath.Join(t.TempDir(), "game.lvl"), loader.SaveOptions{}),
		} {
			require.ErrorIs(t, err, store.ErrClosed, table)
			var e *loader.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, table, e.Table)
		}
		require.Zero(t, saved.Len())
		require.NoError(t, b.Close())
	}
	var w game.World // stores that have never been used are not closed
	require.NoError(t, bind(t, &w).Save(ctx, io.Discard, loader.SaveOptions{}))
	require.NoError(t, w.Bodies.Init(store.Limit(5)), "a save does not begin a store")
}

func TestBindRefusesClosedStores(t *testing.T) {
	for field, closeOne := range map[string]func(w *game.World) error{
		"Bodies: ":        func(w *game.World) error { return w.Bodies.Close() },
		"Lists.Corners: ": func(w *game.World) error { return w.Lists.Corners.Close() },
		"Strings":         func(w *game.World) error { return w.Strings.Close() },
	} {
		var w game.World
		require.NoError(t, closeOne(&w))
		_, err := loader.Bind(&w)
		require.ErrorIs(t, err, store.ErrClosed)
		require.ErrorContains(t, err, field)
	}
}

// A world cannot be closed while a level is loaded into it, since the load writes to its
// memory. This holds at each step, until the load is finished or canceled.
func TestAWorldIsNotClosedUnderALoad(t *testing.T) {
	file := archipelago(t, 2, 3)
	for steps, done := 1, false; !done; steps++ {
		var w game.World
		b, err := loader.Bind(&w)
		require.NoError(t, err)
		ld := b.Start(bytes.NewReader(file))
		for range steps {
			ld.Step(0)
		}
		done = ld.Done()
		err = b.Close()
		require.ErrorIs(t, err, store.ErrInUse)
		require.ErrorContains(t, err, "close: a level is being loaded")
		if steps%2 == 0 {
			ld.Cancel()
		} else {
			_, err = ld.Finish()
			require.NoError(t, err)
			require.Equal(t, 6, w.Bodies.Len())
		}
		require.Error(t, errOf(b.LoadBytes(ctx, file[:len(file)-1])))
		require.NoError(t, b.Close())
		_, err = b.Start(bytes.NewReader(file)).Finish()
		require.ErrorIs(t, err, store.ErrClosed)
		require.NoError(t, b.Close(), "a load that was refused is over")
	}
}

func errOf[T any](_ T, err error) error { return err }

// A level in chunks that is still open when its world is closed answers questions, and
// can be closed.
func TestAFileOutlivesItsWorld(t *testing.T) {
	file := archipelago(t, 2, 3)
	for steps, done := 0, false; !done; steps++ {
		var w game.World
		b, err := loader.Bind(&w)
		require.NoError(t, err)
		f := open(t, b, file)
		loadChunks(t, f, "island0")
		ld := f.Start("island1")
		for range steps {
			ld.Step(0)
		}
		done = ld.Done()
		require.NoError(t, b.Close())
		err = ld.Finish()
		require.Error(t, err)
		if done || steps == 0 {
			require.ErrorIs(t, err, store.ErrClosed)
		}
		require.Equal(t, "island0", f.Chunks()[1].Label)
		require.ErrorIs(t, f.Load(ctx, "island1"), store.ErrClosed)
		require.NoError(t, f.Unload("island0"))
		_, ok := f.Find("nobody")
		require.False(t, ok)
		require.NoError(t, f.Close())
		_, err = b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		require.ErrorIs(t, err, store.ErrClosed)
	}
}

// closing is a source during whose reads, from a place on, somebody closes the world.
type closing struct {
	io.ReaderAt
	from int64
	b    *loader.Binding
	errs []error
}

func (c *closing) ReadAt(p []byte, at int64) (int, error) {
	if at >= c.from {
		c.errs = append(c.errs, c.b.Close())
	}
	return c.ReaderAt.ReadAt(p, at)
}

// A world is not closed while strings or a chunk are read into it, by whatever
// goroutine.
func TestAWorldIsNotClosedUnderAChunk(t *testing.T) {
	file := archipelago(t, 2, 3)
	head, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	var w game.World
	b := bind(t, &w)
	src := &closing{ReaderAt: bytes.NewReader(file), from: head.Blocks()[0].Offset, b: b}
	refused := func(step string) {
		t.Helper()
		require.NotEmpty(t, src.errs, step)
		for _, err := range src.errs {
			require.ErrorIs(t, err, store.ErrInUse, step)
		}
		src.errs = nil
	}
	f, err := b.Open(ctx, src, int64(len(file)))
	require.NoError(t, err)
	refused("open")
	loadChunks(t, f, "island0")
	refused("load")
	require.NoError(t, f.Start("island1").Finish())
	refused("steps")
	require.Equal(t, 6, w.Bodies.Len())
	require.NoError(t, f.Close())
	require.NoError(t, b.Close())
}

// If there is no room for a level, nothing of it stays, not even in the stores that were
// filled before the one that had no room.
func TestALevelWithoutRoomLeavesNothing(t *testing.T) {
	var w game.World
	require.NoError(t, w.Shapes.Init(store.Limit(5)))
	b := bind(t, &w)
	before := stateOf(t, &w)
	file := planks(t, 6)
	for name, load := range map[string]func() error{
		"load":  func() error { _, err := b.LoadBytes(ctx, file); return err },
		"steps": func() error { _, err := b.Start(bytes.NewReader(file)).Finish(); return err },
	} {
		err := load()
		require.ErrorIs(t, err, store.ErrFull, name)
		var e *loader.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, "shape", e.Table)
		require.Equal(t, before, stateOf(t, &w), name)
		require.Zero(t, w.Bodies.Stats().Reserved+w.Groups.Stats().Reserved, name)
	}
	_, err := b.LoadBytes(ctx, planks(t, 5))
	require.NoError(t, err)
	require.NoError(t, b.Close(), "no load is under way")

	var few game.World // strings
	require.NoError(t, few.Strings.Init(store.Limit(5)))
	b = bind(t, &few)
	before = stateOf(t, &few)
	_, err = b.LoadBytes(ctx, file)
	require.ErrorIs(t, err, store.ErrFull)
	require.Equal(t, before, stateOf(t, &few))
	require.Zero(t, few.Bodies.Stats().Reserved)
}
