package loader_test

import (
	"bytes"
	"iter"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// A tile fills 4 KiB, so that four of them begin pages of any size up to 16 KiB.
type tile struct {
	Heights [1024]float32 `level:"heights"`
}

type terrain struct {
	Tiles   store.Bulk[tile] `level:"tile"`
	Strings store.Strings
}

// regions is a level of chunks with as many tiles.
func regions(t testing.TB, tiles ...int) []byte {
	a := newAuthor(t, terrain{}, format.WriterOptions{Align: pageAlign})
	for i, n := range tiles {
		a.chunk("region" + strconv.Itoa(i))
		for k := range n {
			a.node("tile", 0, "", fields{"heights": []float64{float64(i), float64(k)}})
		}
	}
	return a.file()
}

// mappingsOf counts the mappings of a file, or returns -1 where the system does not tell.
func mappingsOf(f *os.File) int {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil || runtime.GOOS != "linux" {
		return -1
	}
	return bytes.Count(maps, []byte(f.Name()))
}

// A system has a limited number of mappings, and Go ends the program when it gets no more.
// So many short pieces of a table are read, and only the long ones are mapped.
func TestShortRunsAreReadAndLongOnesMapped(t *testing.T) {
	small := make([]int, 100)
	for i := range small {
		small[i] = 4
	}
	for name, c := range map[string]struct {
		tiles []int
		long  int // tiles in long runs
		runs  int
	}{
		"small chunks":       {small, 0, 0},
		"and two large ones": {append(append(append([]int{16}, small...), 32), small...), 48, 2},
		"large ones":         {[]int{16, 32, 64}, 112, 3},
		"the last is short":  {[]int{16, 32, 3}, 48, 2},
		"a table of its own": {[]int{512}, 512, 1},
	} {
		file := regions(t, c.tiles...)
		for _, mode := range []format.Mode{format.CheckFull, format.CheckSums, format.CheckNone} {
			var w, want terrain
			load(t, bind(t, &want, loader.Check(mode)), file)
			f := onDisk(t, file)
			l, err := bind(t, &w, loader.Check(mode)).LoadMapped(ctx, f)
			require.NoError(t, err, name)
			if canMap() {
				require.EqualValues(t, c.long<<12, l.Mapped(), name)
				if n := mappingsOf(f); n >= 0 {
					require.Equal(t, c.runs, n, name)
				}
			}
			require.Equal(t, want.Tiles.Len(), w.Tiles.Len())
			next, stop := iter.Pull2(want.Tiles.All())
			for h, tile := range w.Tiles.All() { // in the same order, although handles begin pages
				if _, same, _ := next(); *same != *tile {
					require.Fail(t, "another tile", "%s, %v", name, h)
				}
			}
			stop()
			require.NoError(t, w.Tiles.Check())
			require.NoError(t, l.Unload())
			require.Zero(t, w.Tiles.Len())
			require.NoError(t, w.Tiles.Close()) // some systems keep a mapped file from being removed
		}
	}
}

// What a level keeps of its nodes is there whether rows are read or mapped, and whether or
// not they are checked.
func TestAMappedLevelKeepsWhatALoadedOneDoes(t *testing.T) {
	type street struct {
		Lamps   store.Bulk[game.Light] `level:"lamp"`
		Strings store.Strings
	}
	const n = 5000
	build := func(changed bool) []byte {
		a := newAuthor(t, street{}, format.WriterOptions{Align: pageAlign})
		table := a.table("lamp")
		var p format.PropBuilder
		for i := range n {
			name := "lamp" + strconv.Itoa(i)
			reach := i
			if changed && i == 7 {
				reach = 1000
			}
			row := a.node("lamp", i%3, name, fields{"name": name, "pos": []float64{float64(i), 1, 2}, "reach": reach})
			if i%10 > 0 {
				continue
			}
			p.Reset()
			p.Key("of")
			p.Text(name)
			props, err := p.Finish()
			require.NoError(t, err)
			require.NoError(t, a.w.Prop(table, row, props))
		}
		return a.file()
	}
	file, next := build(false), build(true)
	for _, opt := range []loader.Option{loader.KeepNodes(), loader.Reloadable()} {
		for _, mode := range []format.Mode{format.CheckFull, format.CheckSums, format.CheckNone} {
			var w, want street
			b, wb := bind(t, &w, opt, loader.Check(mode)), bind(t, &want, opt, loader.Check(mode))
			loaded := load(t, wb, file)
			l, err := b.LoadMapped(ctx, onDisk(t, file))
			require.NoError(t, err)
			require.Equal(t, canMap(), l.Mapped() > 0)
			same := func() {
				require.Equal(t, loaded.Nodes(), l.Nodes())
				with := 0
				next, stop := iter.Pull2(want.Lamps.All())
				defer stop()
				for h, lamp := range w.Lamps.All() {
					other, at, ok := next()
					require.True(t, ok)
					if *at != *lamp {
						require.Equal(t, *at, *lamp)
					}
					props := l.Props(w.Lamps.Any(h))
					if !bytes.Equal(loaded.Props(want.Lamps.Any(other)), props) {
						require.Fail(t, "other properties", "%v", h)
					}
					with += min(props.Len(), 1)
				}
				require.Equal(t, n/10, with)
				for _, save := range []func(l *loader.Level, b *loader.Binding, to *bytes.Buffer) error{
					func(l *loader.Level, _ *loader.Binding, to *bytes.Buffer) error {
						return l.Save(ctx, to, loader.SaveOptions{})
					},
					func(_ *loader.Level, b *loader.Binding, to *bytes.Buffer) error {
						return b.Save(ctx, to, loader.SaveOptions{})
					},
				} {
					var got, saved bytes.Buffer
					require.NoError(t, save(l, b, &got))
					require.NoError(t, save(loaded, wb, &saved))
					require.True(t, bytes.Equal(saved.Bytes(), got.Bytes()))
				}
			}
			same()
			changes, err := loaded.Reload(ctx, bytes.NewReader(next))
			got, err2 := l.Reload(ctx, bytes.NewReader(next))
			require.Equal(t, err, err2)
			require.Len(t, got, len(changes))
			if err == nil {
				require.Len(t, changes, 1)
				same()
			}
			require.NoError(t, l.Unload())
			require.NoError(t, w.Lamps.Close())
		}
	}
}
