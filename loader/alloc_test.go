//go:build !race && !invariants

package loader_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A load allocates as often for a large level as for a small one. The memory
// is there: what is counted is what the load itself does.
func TestAllocationsDoNotGrowWithTheLevel(t *testing.T) {
	var counts []float64
	for _, n := range []int{100, 1000, 10000} {
		file := planks(t, n)
		var w game.World
		b := bind(t, &w)
		src := bytes.NewReader(file)
		once := func() {
			src.Reset(file)
			l, err := b.Load(ctx, src)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Unload(); err != nil {
				t.Fatal(err)
			}
		}
		once()
		counts = append(counts, leastAllocs(once))
	}
	t.Log("allocations of a warm load of 100, 1000, 10000 bodies:", counts)
	require.LessOrEqual(t, counts[2], counts[0]+1)
	require.LessOrEqual(t, counts[2], 6.0)
}

// So it is for levels of different sizes in turns, whichever was unloaded last.
func TestLevelsInTurnsAllocateNoMore(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	sizes := []int{1000, 10, 10000, 100}
	files := make(map[int][]byte)
	for _, n := range sizes {
		files[n] = planks(t, n)
	}
	once := func() {
		for _, n := range sizes {
			l, err := b.LoadBytes(ctx, files[n])
			if err == nil {
				err = l.Unload()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	once()
	require.LessOrEqual(t, leastAllocs(once), 6.0*float64(len(sizes)))
}

// A Binding remembers a few schemas, so that levels of several in turns are not planned each
// time.
func TestSchemasInTurnsAllocateNoMore(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	files := schemas(t, 4)
	once := func() {
		for i := range files {
			l, err := b.LoadBytes(ctx, files[i])
			if err == nil {
				err = l.Unload()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	once()
	require.LessOrEqual(t, leastAllocs(once), 6.0*float64(len(files)))
}

// leastAllocs is what f allocates at least in some runs: what other tests have
// left to the collector's goroutines is not f's.
func leastAllocs(f func()) float64 {
	least := testing.AllocsPerRun(10, f)
	for range 2 {
		least = min(least, testing.AllocsPerRun(10, f))
	}
	return least
}

// The first load of a fresh world, binding included, allocates a number of
// times that does not depend on the level either.
func TestColdAllocationsDoNotGrowWithTheLevel(t *testing.T) {
	if runtime.GOOS == "js" || strconv.IntSize == 32 {
		t.Skip("without a reservation of address space stores grow block by block")
	}
	var counts []float64
	for _, n := range []int{100, 10000} {
		file := planks(t, n)
		counts = append(counts, testing.AllocsPerRun(5, func() {
			w := game.NewWorld()
			if _, err := loader.Load(ctx, bytes.NewReader(file), w); err != nil {
				t.Fatal(err)
			}
		}))
	}
	t.Log("allocations of a first load of 100 and 10000 bodies:", counts)
	require.Less(t, counts[1], counts[0]+40)
}

func TestWalkingAllocatesNothingPerNode(t *testing.T) {
	var counts []float64
	for _, n := range []int{100, 10000} {
		file := planks(t, n)
		wk := loader.NewWalker()
		src := bytes.NewReader(file)
		once := func() {
			src.Reset(file)
			sum := 0.0
			for n, err := range wk.Walk(src) {
				if err != nil {
					t.Fatal(err)
				}
				if v, ok := n.Field("pos"); ok {
					sum += v.Float(0)
				}
				if v, ok := n.Field("name"); ok {
					sum += float64(len(v.Text(0)))
				}
				if p, ok := n.Parent(); ok {
					sum += float64(p.Index())
				}
			}
			if sum == 0 {
				t.Fatal("nothing was read")
			}
		}
		once()
		counts = append(counts, leastAllocs(once))
	}
	t.Log("allocations of a warm walk over 100 and 10000 bodies:", counts)
	require.LessOrEqual(t, counts[1], counts[0]+1)
	require.LessOrEqual(t, counts[1], 4.0)
}

// So it is in a world without Strings, whose ids the Binding keeps.
func TestIDsInAWorldWithoutStringsCostNoAllocationEach(t *testing.T) {
	if runtime.GOOS == "js" || strconv.IntSize == 32 {
		t.Skip("without a reservation of address space stores grow block by block")
	}
	var warm, cold []float64
	for _, n := range []int{100, 10000} {
		file := numberedLevel(t, n, format.WriterOptions{})
		once := func(b *loader.Binding) {
			l, err := b.Load(ctx, bytes.NewReader(file))
			if err == nil {
				err = l.Unload()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		b := bind(t, new(numbered))
		once(b)
		warm = append(warm, leastAllocs(func() { once(b) }))
		cold = append(cold, testing.AllocsPerRun(5, func() {
			b, err := loader.Bind(new(numbered))
			if err != nil {
				t.Fatal(err)
			}
			once(b)
			b.Close()
		}))
	}
	t.Log("allocations of a load with 200 and 20000 ids:", warm, cold)
	require.LessOrEqual(t, warm[1], warm[0]+1)
	require.Less(t, cold[1], cold[0]+40)
}

// A save allocates nothing for each of its strings and nodes, and about the file and the
// rows for all of them.
func TestSaveAllocatesNothingPerNode(t *testing.T) {
	var counts []float64
	for _, n := range []int{100, 10000} {
		var w signs
		b := bind(t, &w)
		for i := range n {
			text, err := w.Strings.Intern(fmt.Sprintf("a text that is too long for the stack of a function: %d", i))
			require.NoError(t, err)
			_, err = w.Signs.Insert(sign{Number: int32(i), Text: text, Again: text})
			require.NoError(t, err)
		}
		counts = append(counts, leastAllocs(func() {
			if err := b.Save(ctx, io.Discard, loader.SaveOptions{}); err != nil {
				t.Fatal(err)
			}
		}))
	}
	t.Log("allocations of a save of 100 and 10000 nodes:", counts)
	require.Less(t, counts[1], counts[0]+100)
}

// It takes its tables once, for it knows how much is to come: tables that grow take a
// multiple of that.
func TestSaveMakesRoomOnce(t *testing.T) {
	var w signs
	b := bind(t, &w)
	for i := range 30000 {
		text, err := w.Strings.Intern(fmt.Sprintf("a text of some length: %d", i))
		require.NoError(t, err)
		_, err = w.Signs.Insert(sign{Number: int32(i), Text: text, Again: text})
		require.NoError(t, err)
	}
	least, size := uint64(math.MaxUint64), countBytes(0)
	for range 5 {
		var before, after runtime.MemStats
		size = 0
		runtime.ReadMemStats(&before)
		require.NoError(t, b.Save(ctx, &size, loader.SaveOptions{}))
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	t.Logf("a save of %d bytes allocates %d", size, least)
	require.Less(t, float64(least), 6*float64(size))
}

// What a level's save makes room for is the level's, however much else is in the world.
func TestSaveOfALevelMakesNoRoomForOthers(t *testing.T) {
	var w grove
	b := bind(t, &w)
	add := func(n int) {
		for i := range n {
			name, err := w.Strings.Intern(fmt.Sprintf("a name of some length: %d", i))
			require.NoError(t, err)
			sacks, err := w.Sacks.AppendRange([]sack{{Key: name}, {Key: name}})
			require.NoError(t, err)
			_, err = w.Twigs.Insert(twig{ID: name, Sacks: sacks})
			require.NoError(t, err)
		}
	}
	add(10)
	var level bytes.Buffer
	require.NoError(t, b.Save(ctx, &level, loader.SaveOptions{}))
	w.Twigs.Clear()
	l := load(t, b, level.Bytes())
	add(50000)
	least := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		size := countBytes(0)
		runtime.ReadMemStats(&before)
		err := l.Save(ctx, &size, loader.SaveOptions{})
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	t.Log("a save of 10 nodes beside 50000 allocates", least)
	require.Less(t, least, uint64(256<<10))
}

type countBytes int

func (n *countBytes) Write(p []byte) (int, error) { *n += countBytes(len(p)); return len(p), nil }
