package loader_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
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
