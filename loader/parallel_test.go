package loader_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// region is a level of n bodies whose names begin with its own, so that levels
// that got into each other's rows would be noticed.
func region(t require.TestingT, name string, n int) []byte {
	a := gameAuthor(t)
	a.node("scene", 0, name, fields{"name": name, "title": name})
	a.node("group", 1, "g", fields{"name": name + "-group"})
	for i := range n {
		id := fmt.Sprint(name, "-", i)
		body := a.node("body", 2, id, fields{"name": id, "group": ref(0), "pos": []float64{float64(i), 1}})
		a.node("shape", 3, "", fields{"body": ref(body), "texture": id, "vertex": []fields{{"x": i}, {"y": i}}})
	}
	return a.file()
}

// requireRegion requires that the bodies and shapes of a region refer to each
// other and to nothing else.
func requireRegion(t *testing.T, w *game.World, l *loader.Level, name string, n int) {
	t.Helper()
	for i := range n {
		body, ok := w.Bodies.Get(handleOf(t, l, &w.Bodies, fmt.Sprint(name, "-", i)))
		require.True(t, ok)
		require.Equal(t, float32(i), body.Pos.X)
		group, ok := w.Groups.Get(body.Group)
		require.True(t, ok)
		require.Equal(t, name+"-group", w.Strings.Get(group.Name))
	}
	shapes := 0
	for _, s := range w.Shapes.All() {
		if texture := w.Strings.Get(s.Texture); strings.HasPrefix(texture, name+"-") {
			body, ok := w.Bodies.Get(s.Body)
			require.True(t, ok)
			require.Equal(t, texture, w.Strings.Get(body.Name))
			require.Equal(t, game.Vertex{X: body.Pos.X}, w.Lists.Corners.Slice(s.Outline)[0])
			shapes++
		}
	}
	require.Equal(t, n, shapes)
}

// Under -race the stores lie on Go's heap, where the detector sees their rows.
func TestLevelsLoadSideBySideInGoroutines(t *testing.T) {
	const levels, rounds = 4, 3
	sizes := [levels]int{3, 300, 900, 2500}
	var files [levels][]byte
	for k := range files {
		files[k] = region(t, fmt.Sprint("region", k), sizes[k])
	}
	broken := bytes.Clone(files[3])
	broken[len(broken)-1] ^= 1
	var w game.World
	b := bind(t, &w)
	for range rounds {
		var wg sync.WaitGroup
		var got [levels]*loader.Level
		for k := range levels {
			wg.Go(func() {
				var err error
				switch k {
				case 0: // in steps
					ld := b.Start(bytes.NewReader(files[k]))
					for !ld.Step(0) {
					}
					got[k], err = ld.Finish()
				case 1: // from memory, and once more in between
					if got[k], err = b.LoadBytes(ctx, files[k]); err == nil {
						err = got[k].Unload()
					}
					if err == nil {
						got[k], err = b.LoadBytes(ctx, files[k])
					}
				default:
					got[k], err = b.Load(ctx, bytes.NewReader(files[k]))
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Go(func() {
			if _, err := b.LoadBytes(ctx, broken); err == nil {
				t.Error("a broken level was loaded")
			}
		})
		wg.Wait()
		require.False(t, t.Failed())
		require.NoError(t, w.Bodies.Check())
		require.NoError(t, w.Lists.Corners.Check())
		require.NoError(t, w.Strings.Check())
		require.Equal(t, 3+300+900+2500, w.Bodies.Len())
		for k, l := range got {
			requireRegion(t, &w, l, fmt.Sprint("region", k), sizes[k])
		}
		var gone sync.WaitGroup
		for _, l := range got {
			gone.Go(func() {
				if err := l.Unload(); err != nil {
					t.Error(err)
				}
			})
		}
		gone.Wait()
		require.Zero(t, w.Bodies.Len())
		require.Zero(t, w.Lists.Corners.Len())
		require.Zero(t, w.Strings.Len())
	}
}

// The stores of a schema without Go types are shared in the same way.
func TestSchemaTablesLoadInGoroutines(t *testing.T) {
	probe := bind(t, new(game.World))
	b, tables, err := loader.BindSchema(probe.Schema())
	require.NoError(t, err)
	defer tables.Close()
	var wg sync.WaitGroup
	for k := range 4 {
		file := region(t, fmt.Sprint("r", k), 200*(k+1))
		wg.Go(func() {
			for range 3 {
				l, err := b.Load(ctx, bytes.NewReader(file))
				if err == nil {
					err = l.Unload()
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	require.Zero(t, tables.Len("body"))
}

func TestHooksOfLevelsThatLoadInGoroutinesTakeTurns(t *testing.T) {
	var w game.World
	refuse := errors.New("not this one")
	nodes, names := 0, map[string]int{}
	b := bind(t, &w, loader.OnNode(func(n loader.Placed) error {
		nodes++
		if h, ok := w.Scenes.FromAny(n.Handle); ok {
			scene, _ := w.Scenes.Get(h)
			names[strings.Clone(w.Strings.Get(scene.Name))]++ // the text goes with its level
			if w.Strings.Get(scene.Name) == "bad" {
				return refuse
			}
		}
		return nil
	}))
	var wg sync.WaitGroup
	for _, name := range []string{"east", "bad", "west"} {
		file := region(t, name, 200)
		wg.Go(func() {
			_, err := b.LoadBytes(ctx, file)
			if name == "bad" && !errors.Is(err, refuse) || name != "bad" && err != nil {
				t.Error(name, err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, map[string]int{"east": 1, "bad": 1, "west": 1}, names)
	require.Equal(t, 2*402+1, nodes)
	require.Equal(t, 400, w.Bodies.Len())
}

// The hook belongs to the game, which is told that it needs no lock: the detector would
// see two at once, of levels as of chunks.
func TestTheHookIsCalledByOneLoadAtATime(t *testing.T) {
	level := region(t, "region", 300)
	chunks := archipelago(t, 3, 100)
	told := 0
	var w game.World
	b := bind(t, &w, loader.OnNode(func(loader.Placed) error {
		told++
		return nil
	}))
	f := open(t, b, chunks)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for k := range errs[1:] {
		wg.Go(func() { _, errs[k+1] = b.Load(ctx, bytes.NewReader(level)) })
	}
	wg.Go(func() {
		for _, c := range f.Chunks() {
			errs[0] = errors.Join(errs[0], f.Load(ctx, c.Label))
		}
	})
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
	nodes := 0
	for _, c := range f.Chunks() {
		nodes += c.Nodes
	}
	require.Equal(t, 3*(2+2*300)+nodes, told)
}

// Two goroutines settle the blocks of a large level, which lie where they stay in stores of
// one reservation. Only the detector of races can tell what they must not share.
func TestBlocksAreSettledByTwoGoroutines(t *testing.T) {
	if !raceEnabled {
		t.Skip("only under -race")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var w game.World
	require.NoError(t, w.Bodies.Init(store.Backed(store.Reserved)))
	require.NoError(t, w.Shapes.Init(store.Backed(store.Reserved)))
	const n = 9000
	src := inPairs{bytes.NewReader(region(t, "r", n)), make(chan struct{})}
	l, err := bind(t, &w).Load(ctx, src)
	require.NoError(t, err)
	requireRegion(t, &w, l, "r", n)
}

// inPairs is a source in which two reads of blocks begin together, if there are two.
type inPairs struct {
	*bytes.Reader
	meet chan struct{}
}

func (s inPairs) ReadAt(p []byte, at int64) (int, error) {
	if len(p) >= 64<<10 {
		select {
		case s.meet <- struct{}{}:
		case <-s.meet:
		case <-time.After(20 * time.Millisecond):
		}
	}
	return s.Reader.ReadAt(p, at)
}
