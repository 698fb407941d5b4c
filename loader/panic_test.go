package loader_test

import (
	"bytes"
	"io"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// brittle is a hook that panics at one node.
type brittle struct{ at, seen int }

func (h *brittle) hook(loader.Placed) error {
	if h.seen++; h.seen == h.at {
		panic("hook")
	}
	return nil
}

func TestAHookThatPanicsUndoesTheLoad(t *testing.T) {
	file := planks(t, 100)
	for name, load := range map[string]func(*loader.Binding) (*loader.Level, error){
		"Load":      func(b *loader.Binding) (*loader.Level, error) { return b.Load(ctx, bytes.NewBuffer(file)) },
		"LoadBytes": func(b *loader.Binding) (*loader.Level, error) { return b.LoadBytes(ctx, file) },
		"LoadMapped": func(b *loader.Binding) (*loader.Level, error) {
			return b.LoadMapped(ctx, onDisk(t, meadow(t, 5000, format.WriterOptions{})))
		},
		"Finish": func(b *loader.Binding) (*loader.Level, error) {
			ld := b.Start(bytes.NewReader(file))
			for !ld.Step(time.Millisecond) {
			}
			return ld.Finish()
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, opts := range [][]loader.Option{nil, {loader.KeepNodes()}, {loader.Reloadable()}} {
				var w game.World
				h := &brittle{at: 30}
				b := bind(t, &w, append(opts, loader.OnNode(h.hook))...)
				before := stateOf(t, &w)
				require.PanicsWithValue(t, "hook", func() { load(b) })
				require.Equal(t, before, stateOf(t, &w))
				l, err := load(b)
				require.NoError(t, err)
				require.NotZero(t, l.Nodes())
				require.NoError(t, l.Unload())
				require.NoError(t, b.Close(), "no load is under way")
			}
		})
	}
}

func TestAHookThatPanicsUndoesAChunk(t *testing.T) {
	for name, load := range map[string]func(*loader.File) error{
		"Load":   func(f *loader.File) error { return f.Load(ctx, "island1") },
		"Finish": func(f *loader.File) error { return f.Start("island1").Finish() },
	} {
		t.Run(name, func(t *testing.T) {
			var w, whole game.World
			h := new(brittle)
			file := archipelago(t, 3, 40)
			f, all := open(t, bind(t, &w, loader.OnNode(h.hook)), file), open(t, bind(t, &whole), file)
			loadChunks(t, f, "island0")
			loadChunks(t, all, "island0")
			h.at = h.seen + 30
			require.PanicsWithValue(t, "hook", func() { load(f) })
			require.False(t, f.Loaded("island1"))
			require.Equal(t, contentOf(t, &whole), contentOf(t, &w))
			require.NoError(t, load(f))
			loadChunks(t, all, "island1")
			require.Equal(t, contentOf(t, &whole), contentOf(t, &w))
		})
	}
}

func TestAStepThatPanickedIsOver(t *testing.T) {
	var w game.World
	h := &brittle{at: 10}
	b := bind(t, &w, loader.OnNode(h.hook))
	ld := b.Start(bytes.NewReader(planks(t, 100)))
	require.Panics(t, func() { ld.Finish() })
	_, err := ld.Finish()
	require.ErrorContains(t, err, "a panic")
	require.Zero(t, w.Bodies.Len())

	f := open(t, b, archipelago(t, 2, 40))
	h.seen = 0
	step := f.Start("island1")
	require.Panics(t, func() { step.Finish() })
	require.ErrorContains(t, step.Finish(), "a panic")
	require.Zero(t, w.Bodies.Len())
	require.NoError(t, f.Close())
	require.NoError(t, b.Close())
}

// A test's FailNow in a hook ends the goroutine.
func TestAHookThatEndsItsGoroutineUndoesTheLoad(t *testing.T) {
	var w game.World
	n := 0
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error {
		if n++; n == 7 {
			runtime.Goexit()
		}
		return nil
	}))
	file := planks(t, 20)
	var wait sync.WaitGroup
	wait.Go(func() { b.LoadBytes(ctx, file) })
	wait.Wait()
	require.Zero(t, w.Bodies.Len()+w.Strings.Len())
	load(t, b, file)
	require.Equal(t, 20, w.Bodies.Len())
}

func TestAPanicLeavesOtherGoroutinesLevels(t *testing.T) {
	var w game.World
	var mu sync.Mutex
	n := 0
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error {
		mu.Lock()
		defer mu.Unlock()
		if n++; n%150 == 0 {
			panic("hook")
		}
		return nil
	}))
	file := planks(t, 40) // 82 nodes
	var wait sync.WaitGroup
	whole := 0
	for range 8 {
		wait.Go(func() {
			defer func() { recover() }()
			if _, err := b.Load(ctx, bytes.NewReader(file)); err == nil {
				mu.Lock()
				whole++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	require.Less(t, whole, 8)
	require.NotZero(t, whole)
	require.Equal(t, 40*whole, w.Bodies.Len())
	require.Equal(t, 80*whole, w.Lists.Corners.Len())
}

// snapping is a source that panics behind some bytes.
type snapping struct {
	data []byte
	left int
}

func (s *snapping) Read(p []byte) (int, error) {
	if s.left <= 0 {
		panic("source")
	}
	n := copy(p[:min(len(p), s.left)], s.data)
	s.data, s.left = s.data[n:], s.left-n
	return n, nil
}

func (s *snapping) ReadAt(p []byte, off int64) (int, error) {
	if s.left -= len(p); s.left < 0 {
		panic("source")
	}
	return bytes.NewReader(s.data).ReadAt(p, off)
}

// seekable is a source that can be read at any place, and panics behind some bytes.
type seekable struct {
	*bytes.Reader
	left atomic.Int64
}

func (s *seekable) Read(p []byte) (int, error) {
	s.spend(len(p))
	return s.Reader.Read(p)
}

func (s *seekable) ReadAt(p []byte, off int64) (int, error) {
	s.spend(len(p))
	return s.Reader.ReadAt(p, off)
}

func (s *seekable) spend(n int) {
	if s.left.Add(int64(-n)) < 0 {
		panic("source")
	}
}

// Two goroutines read a long level; whichever meets the panic, the caller gets it.
func TestASourceThatPanicsBesideTheCallerUndoesTheLoad(t *testing.T) {
	file := planks(t, 20000)
	require.Greater(t, len(file), 2<<20)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	var w game.World
	b := bind(t, &w)
	before := stateOf(t, &w)
	for left := 1000; left < len(file)-1; left += len(file) / 30 {
		require.PanicsWithValue(t, "source", func() { b.Load(ctx, &snapping{file, left}) }, left)
		src := &seekable{Reader: bytes.NewReader(file)}
		src.left.Store(int64(left))
		require.PanicsWithValue(t, "source", func() { b.Load(ctx, src) }, left)
		require.Equal(t, before, stateOf(t, &w))
	}
	load(t, b, file)
	require.NoError(t, b.Close(), "no load is under way")
}

func TestASourceThatPanicsUndoesTheLoad(t *testing.T) {
	file := planks(t, 3000) // below what a second goroutine reads ahead
	for _, left := range []int{0, 100, 1000, 20000, len(file) - 1} {
		var w game.World
		b := bind(t, &w)
		require.PanicsWithValue(t, "source", func() { b.Load(ctx, io.MultiReader(&snapping{file, left})) }, left)
		ld := b.Start(io.MultiReader(&snapping{file, left}))
		require.PanicsWithValue(t, "source", func() { ld.Finish() }, left)
		_, err := ld.Finish()
		require.ErrorContains(t, err, "a panic")
		require.Zero(t, w.Bodies.Len()+w.Strings.Len())
		load(t, b, file)
		require.NoError(t, b.Close(), "no load is under way")
	}
	chunks := archipelago(t, 3, 40)
	for left := 0; left < 2*len(chunks); left += len(chunks) / 40 {
		var w game.World
		b := bind(t, &w)
		before := stateOf(t, &w)
		src := &snapping{chunks, left}
		func() {
			defer func() { recover() }()
			f, err := b.Open(ctx, src, int64(len(chunks)))
			require.NoError(t, err)
			defer func() { require.NoError(t, f.Close()) }()
			for _, label := range []string{"island0", "island2"} {
				step := f.Start(label)
				defer step.Cancel()
				for !step.Step(0) {
				}
				require.NoError(t, step.Finish())
				require.NoError(t, f.Load(ctx, "island1"))
			}
		}()
		require.Equal(t, before, stateOf(t, &w))
	}
}

func TestALevelWithoutAKindOfTheWorldIsRefused(t *testing.T) {
	type world struct {
		Rocks store.Bulk[plain] `level:"rock"`
	}
	file := bridge(t)
	for name, load := range map[string]func(*loader.Binding) (int, error){
		"Load": func(b *loader.Binding) (int, error) {
			l, err := b.Load(ctx, bytes.NewReader(file))
			if err != nil {
				return 0, err
			}
			return l.Nodes(), nil
		},
		"Step": func(b *loader.Binding) (int, error) {
			_, err := b.Start(bytes.NewReader(file)).Finish()
			return 0, err
		},
		"Open": func(b *loader.Binding) (int, error) {
			_, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
			return 0, err
		},
	} {
		var w world
		_, err := load(bind(t, &w))
		require.ErrorIs(t, err, loader.ErrMismatch, name)
		require.ErrorContains(t, err, "no kind in common; the level has scene, group, body, shape, joint and 4 more, the world rock; Extra(Ignore)", name)
		var log bytes.Buffer
		n, err := load(bind(t, &w, loader.Extra(loader.Ignore)))
		require.NoError(t, err, name)
		require.Zero(t, n)
		_, err = load(bind(t, &w, loader.Extra(loader.Warn), loader.Log(slog.New(slog.NewTextHandler(&log, nil)))))
		require.NoError(t, err, name)
		require.Contains(t, log.String(), "a kind that the world does not have")
	}
	// One kind is enough, also where it is skipped or the level has no node of it.
	var w small
	load(t, bind(t, &w, loader.Skip(loader.Ignore, "body", "group", "scene")), bridge(t))
	require.Zero(t, w.Bodies.Len())
}

func TestTheZeroWalkerWalks(t *testing.T) {
	var w loader.Walker
	for range 2 {
		nodes := 0
		for _, err := range w.Walk(bytes.NewReader(bridge(t))) {
			require.NoError(t, err)
			nodes++
		}
		require.Equal(t, 17, nodes)
	}
}

func TestANilOptionChangesNothing(t *testing.T) {
	var w game.World
	load(t, bind(t, &w, nil, loader.Skip(loader.Ignore, "body"), nil), bridge(t))
	require.Zero(t, w.Bodies.Len())
	for _, err := range loader.Walk(bytes.NewReader(bridge(t)), nil) {
		require.NoError(t, err)
	}
}

func TestUnknownPoliciesAndModesAreRefused(t *testing.T) {
	var w game.World
	for want, opt := range map[string]loader.Option{
		"Missing: unknown policy 3": loader.Missing(loader.Fail + 1),
		"Extra: unknown policy 9":   loader.Extra(9),
		"Skip: unknown policy 255":  loader.Skip(255, "body"),
		"MaxBytes: -1 is negative":  loader.MaxBytes(-1),
		"Check: unknown mode 3":     loader.Check(format.CheckNone + 1),
	} {
		_, err := loader.Bind(&w, opt)
		require.ErrorContains(t, err, want)
		for _, err := range loader.NewWalker(opt).Walk(bytes.NewReader(bridge(t))) {
			require.ErrorContains(t, err, want)
		}
	}
	_, err := format.NewReader(bytes.NewReader(bridge(t)), format.Options{Check: 3})
	require.ErrorIs(t, err, format.ErrOptions)
	require.ErrorContains(t, err, "unknown mode 3")
}
