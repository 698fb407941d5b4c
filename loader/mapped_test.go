package loader_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// canMap says whether levels are mapped where the test runs.
func canMap() bool {
	switch runtime.GOOS {
	case "linux", "windows", "darwin", "freebsd", "netbsd", "openbsd", "dragonfly":
		return strconv.IntSize == 64 && !raceEnabled && format.LittleEndian && placesForFiles()
	}
	return false
}

// pageAlign has blocks begin pages, whatever the system: Windows may ask for that much too.
const pageAlign = 64 << 10

// onDisk puts a level into a file of its own.
func onDisk(t testing.TB, file []byte) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "level.lvl"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	_, err = f.Write(file)
	require.NoError(t, err)
	return f
}

// meadow is a level of lights, which refer to nothing, and bodies, which do,
// with outlines; its blocks begin pages.
func meadow(t require.TestingT, n int, o format.WriterOptions) []byte {
	o.Align = pageAlign
	a := newAuthor(t, game.World{}, o)
	a.node("group", 0, "g", fields{"name": "g"})
	for i := range n {
		a.node("light", 1, "", fields{"name": "light" + strconv.Itoa(i%100), "pos": []float64{float64(i), 1, 2}, "shadows": i % 2})
	}
	for i := range n / 4 {
		body := a.node("body", 1, "body"+strconv.Itoa(i), fields{"name": "body" + strconv.Itoa(i), "group": ref(0), "pos": []float64{float64(i), 1}})
		a.node("shape", 2, "", fields{"body": ref(body), "vertex": []fields{{"x": 1}, {"y": i}, {"u": i}, {"v": 2}}})
	}
	return a.file()
}

func TestAMappedLevelIsLikeALoadedOne(t *testing.T) {
	for _, n := range []int{1, 5000, 12345} {
		if n > 5000 && testing.Short() {
			continue
		}
		file := meadow(t, n, format.WriterOptions{})
		var want game.World
		load(t, bind(t, &want), file)
		content := contentOf(t, &want)
		for _, mode := range []format.Mode{format.CheckFull, format.CheckSums, format.CheckNone} {
			w := game.NewWorld()
			b := bind(t, w, loader.Check(mode))
			f := onDisk(t, file)
			l, err := b.LoadMapped(ctx, f)
			require.NoError(t, err)
			require.NoError(t, f.Close())
			require.Equal(t, canMap() && n > 1, l.Mapped() > 0)
			require.Equal(t, content, contentOf(t, w))
			require.NoError(t, w.Lists.Corners.Check())
			if n > 1 {
				_, ok := loader.Find(l, &w.Bodies, "body7")
				require.True(t, ok)
			}
			second, err := b.LoadBytes(ctx, file)
			require.NoError(t, err)
			require.NoError(t, l.Unload())
			require.Equal(t, content, contentOf(t, w), "what is left is the other level")
			require.NoError(t, second.Unload())
			require.Zero(t, w.Lights.Len()+w.Lists.Corners.Len()+w.Strings.Len())
			require.Zero(t, l.Mapped())
			require.NoError(t, w.Lights.Close())
			require.NoError(t, w.Lists.Corners.Close())
		}
	}
}

func TestWritingToAMappedLevelNeverReachesTheFile(t *testing.T) {
	file := meadow(t, 6000, format.WriterOptions{})
	f := onDisk(t, file)
	var w game.World
	b := bind(t, &w)
	l, err := b.LoadMapped(ctx, f)
	require.NoError(t, err)
	for _, light := range w.Lights.All() {
		light.Pos = [3]float32{-1, -1, -1}
	}
	var own store.Handle[game.Light]
	gone := 0
	for h := range w.Lights.All() { // holes in mapped pages are filled like others
		if gone++; gone%3 == 0 {
			require.True(t, w.Lights.Remove(h))
			own = h
		}
	}
	mine, err := w.Lights.Insert(game.Light{Pos: [3]float32{7, 7, 7}})
	require.NoError(t, err)
	require.Equal(t, own.Index(), mine.Index())
	require.NoError(t, w.Lights.Check())
	require.NoError(t, l.Unload())
	require.NoError(t, w.Lights.Check())
	light, ok := w.Lights.Get(mine)
	require.True(t, ok, "the game's own light stays")
	require.Equal(t, [3]float32{7, 7, 7}, light.Pos)
	require.Equal(t, 1, w.Lights.Len())
	for range 5000 { // into the holes that the level left
		_, err := w.Lights.Insert(game.Light{})
		require.NoError(t, err)
	}
	require.NoError(t, w.Lights.Check())
	got, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	require.True(t, bytes.Equal(file, got))

	l, err = b.LoadMapped(ctx, f)
	require.NoError(t, err)
	require.Equal(t, canMap(), l.Mapped() > 0)
	require.NoError(t, b.Close())
	require.Zero(t, l.Mapped(), "Close has ended the mappings")
}

func TestMappingAgainAndAgainTakesNoMore(t *testing.T) {
	f := onDisk(t, meadow(t, 9000, format.WriterOptions{}))
	var w game.World
	b := bind(t, &w, loader.Check(format.CheckNone))
	first, err := b.LoadMapped(ctx, f)
	require.NoError(t, err)
	var high uint32
	for round := range 50 {
		second, err := b.LoadMapped(ctx, f)
		require.NoError(t, err)
		if canMap() && round == 0 {
			require.Greater(t, first.Mapped(), second.Mapped(), "only the first level's strings are where the file says")
			require.NotZero(t, second.Mapped(), "what has none is mapped all the same")
		}
		require.NoError(t, first.Unload())
		first = second
		for h := range w.Lights.All() {
			if round < 4 {
				high = max(high, h.Index())
			}
			require.LessOrEqual(t, h.Index(), high, "levels in turns stay in two places")
			break
		}
	}
	require.NoError(t, first.Unload())
	require.NoError(t, w.Lights.Check())
	require.Zero(t, w.Lights.Len())
}

// LoadMapped reads what it cannot map.
func TestWhatCannotBeMappedIsRead(t *testing.T) {
	plain := meadow(t, 6000, format.WriterOptions{})
	var want game.World
	load(t, bind(t, &want), plain)
	content := contentOf(t, &want)
	for name, file := range map[string][]byte{
		"compressed": meadow(t, 6000, format.WriterOptions{Codec: format.CodecLZ4}),
		"unaligned":  planks(t, 3000),
	} {
		var w game.World
		l, err := bind(t, &w).LoadMapped(ctx, onDisk(t, file))
		require.NoError(t, err, name)
		require.Zero(t, l.Mapped(), name)
	}
	for _, backing := range []store.Backing{store.Blocks, store.Heap} {
		var w game.World
		require.NoError(t, w.Lights.Init(store.Backed(backing)))
		require.NoError(t, w.Lists.Corners.Init(store.Backed(backing)))
		l, err := bind(t, &w).LoadMapped(ctx, onDisk(t, plain))
		require.NoError(t, err)
		require.Zero(t, l.Mapped())
		require.Equal(t, content, contentOf(t, &w))
	}
	var w game.World // strings are not where the file has them
	_, err := w.Strings.Intern("mine")
	require.NoError(t, err)
	l, err := bind(t, &w).LoadMapped(ctx, onDisk(t, plain))
	require.NoError(t, err)
	require.Equal(t, content, contentOf(t, &w))
	require.NoError(t, l.Unload()) // some systems keep a mapped file from being removed
}

func TestAPipeIsReadWhereAFileWouldBeMapped(t *testing.T) {
	file := meadow(t, 5000, format.WriterOptions{})
	in, out, err := os.Pipe()
	if runtime.GOOS == "js" {
		t.Skipf("%s has no pipes", runtime.GOOS)
	}
	require.NoError(t, err)
	defer in.Close()
	go func() {
		out.Write(file)
		out.Close()
	}()
	var w, want game.World
	l, err := bind(t, &w).LoadMapped(ctx, in)
	require.NoError(t, err)
	require.Zero(t, l.Mapped())
	load(t, bind(t, &want), file)
	require.Equal(t, contentOf(t, &want), contentOf(t, &w))
}

func TestABrokenMappedLevelLeavesNothing(t *testing.T) {
	file := meadow(t, 6000, format.WriterOptions{})
	var w game.World
	b := bind(t, &w)
	before := stateOf(t, &w)
	for _, at := range []int{0, 70, len(file) / 3, len(file) / 2, len(file) - 20000} {
		broken := bytes.Clone(file)
		broken[at] ^= 16
		f := onDisk(t, broken)
		_, err := b.LoadMapped(ctx, f)
		require.Error(t, err, "byte %d", at)
		require.Equal(t, before, stateOf(t, &w))
		require.NoError(t, f.Truncate(int64(at)))
		_, err = b.LoadMapped(ctx, f)
		require.Error(t, err)
		require.Equal(t, before, stateOf(t, &w))
	}
	l, err := b.LoadMapped(ctx, onDisk(t, file))
	require.NoError(t, err)
	require.NoError(t, l.Unload())
}

// Rows with spans are mapped where the elements of the file lie at the beginning of
// their Array: in the first level only.
func TestRowsWithSpansAreMappedInTheFirstLevel(t *testing.T) {
	if !canMap() {
		t.Skip("nothing is mapped here")
	}
	a := newAuthor(t, purses{}, format.WriterOptions{Align: pageAlign})
	const n = 20000
	for i := range n {
		a.node("purse", 0, "", fields{"point": []fields{{"value": []float64{float64(i), 1}}}})
	}
	file := onDisk(t, a.file())
	var w purses
	b := bind(t, &w)
	first, err := b.LoadMapped(ctx, file)
	require.NoError(t, err)
	require.Greater(t, first.Mapped(), int64(n*32))
	second, err := b.LoadMapped(ctx, file)
	require.NoError(t, err)
	require.Less(t, second.Mapped(), int64(n*32), "its points alone")
	k := 0
	for _, p := range w.Purses.All() {
		if at := w.Points.Slice(p.Points); len(at) != 1 || at[0][0] != float32(k%n) {
			require.Fail(t, "a wrong point", "purse %d: %v", k, at)
		}
		k++
	}
	require.Equal(t, 2*n, k)
}
