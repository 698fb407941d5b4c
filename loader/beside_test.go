package loader_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// checkStores holds the invariants of the stores that the levels of these tests
// use most.
func checkStores(t *testing.T, w *game.World) {
	t.Helper()
	for _, c := range []interface{ Check() error }{&w.Bodies, &w.Groups, &w.Joints, &w.Triggers, &w.Shapes, &w.Lists.Corners, &w.Lists.Bodies, &w.Strings} {
		require.NoError(t, c.Check())
	}
}

// Files whose chunks come and go, levels and loads in steps, each in a goroutine
// of its own. Run it with -race.
func TestFilesAndLevelsBesideEachOther(t *testing.T) {
	for seed := range uint64(3) {
		var w game.World
		if seed%3 == 1 {
			require.NoError(t, w.Bodies.Init(store.Backed(store.Blocks)))
			require.NoError(t, w.Lists.Corners.Init(store.Backed(store.Blocks)))
		}
		if seed%3 == 2 {
			require.NoError(t, w.Bodies.Init(store.Backed(store.Geometric)))
			require.NoError(t, w.Lists.Corners.Init(store.Backed(store.Geometric)))
		}
		b := bind(t, &w)
		file := archipelago(t, 4, 40)
		big := planks(t, 3000)
		var wg sync.WaitGroup
		for g := range 6 {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(seed, uint64(g)))
				if g < 3 {
					for range 4 {
						f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
						if err != nil {
							t.Error(err)
							return
						}
						for range 40 {
							l := fmt.Sprint("island", rng.IntN(4))
							if f.Loaded(l) {
								err = f.Unload(l)
							} else {
								err = f.Load(ctx, l)
							}
							if err != nil {
								t.Error(err)
								return
							}
						}
						if err := f.Close(); err != nil {
							t.Error(err)
						}
					}
					return
				}
				for range 10 {
					src := big
					if g == 4 {
						src = file
					}
					var lvl *loader.Level
					var err error
					switch g {
					case 3:
						lvl, err = b.LoadBytes(ctx, src)
					case 4:
						lvl, err = b.Load(ctx, bytes.NewReader(src))
					case 5:
						ld := b.Start(bytes.NewReader(src))
						for range rng.IntN(9) {
							ld.Step(0)
						}
						if rng.IntN(2) == 0 {
							ld.Cancel()
							continue
						}
						lvl, err = ld.Finish()
					}
					if err != nil {
						t.Error(err)
						return
					}
					if err := lvl.Unload(); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		checkStores(t, &w)
		require.Zero(t, w.Bodies.Len()+w.Strings.Len()+w.Lists.Corners.Len()+w.Lists.Bodies.Len())
		require.NoError(t, b.Close())
	}
}

// What the goroutine of a File or a Loading may ask while others load, and no more: see
// Binding. Run it with -race.
func TestFilesAndLoadingsAnswerBesideLoads(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	file, big := archipelago(t, 4, 40), planks(t, 3000)
	f := open(t, b, file)
	loadChunks(t, f, "island0")
	ref := must(f.Find("island1-2"))
	loads := func() error {
		l, err := b.LoadBytes(ctx, big)
		if err != nil {
			return err
		}
		other, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return err
		}
		return errors.Join(l.Unload(), other.Load(ctx, "island1"), other.Unload("island1"), other.Close())
	}
	beside := func(what string, ask func()) {
		done := make(chan struct{})
		go func() {
			defer close(done)
			for range 5 {
				if err := loads(); err != nil {
					t.Error(what, err)
				}
			}
		}()
		for over := false; !over; runtime.Gosched() {
			ask()
			select {
			case <-done:
				over = true
			default:
			}
		}
	}
	beside("chunks", func() { require.Len(t, f.Chunks(), 6) })
	beside("meta", func() { require.Empty(t, f.Meta()) })
	beside("loaded", func() { require.True(t, f.Loaded("island0")) })
	beside("chunk of", func() {
		label, ok := f.ChunkOf(ref)
		require.True(t, ok)
		require.Equal(t, "island1", label)
	})
	beside("resolve", func() {
		require.NoError(t, f.Load(ctx, "island1"))
		h, ok := f.Resolve(ref)
		require.True(t, ok)
		require.False(t, h.Pending())
		require.NoError(t, f.Unload("island1"))
	})
	beside("chunk in steps", func() {
		ld := f.Start("island2")
		for !ld.Step(0) {
			require.False(t, ld.Done())
			require.LessOrEqual(t, ld.Progress().Fraction(), 1.0)
		}
		ld.Cancel()
	})
	beside("level in steps", func() {
		ld := b.Start(bytes.NewReader(big))
		for !ld.Step(0) {
			require.False(t, ld.Done())
			require.LessOrEqual(t, ld.Progress().Fraction(), 1.0)
		}
		ld.Cancel()
	})
	require.NoError(t, f.Close())
	checkStores(t, &w)
}

// A hook has the turn, so Find is safe there even beside other loads.
func TestAHookFindsBesideLoads(t *testing.T) {
	for _, backing := range []store.Backing{store.Automatic, store.Blocks, store.Geometric} {
		var w game.World
		require.NoError(t, w.Strings.Init(store.Backed(backing)))
		var f *loader.File
		found := 0
		b := bind(t, &w, loader.OnNode(func(n loader.Placed) error {
			if n.Handle.Kind() == w.Triggers.Kind() { // planks have none: it is f that loads
				if _, ok := f.Find("island1-2"); ok {
					found++
				}
			}
			return nil
		}))
		f = open(t, b, archipelago(t, 3, 20))
		big := planks(t, 1000)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for range 10 {
					if l, err := b.LoadBytes(ctx, big); err != nil || l.Unload() != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 10 {
			loadChunks(t, f, "island0", "island1")
			require.NoError(t, errors.Join(f.Unload("island0"), f.Unload("island1")))
		}
		wg.Wait()
		require.Equal(t, 20, found)
	}
}
