package loader_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// touch reads a field of every record, and of every corner.
func touch(w *game.World) (sum float32) {
	for _, p := range w.Groups.All() {
		sum += float32(p.Depth)
	}
	for _, p := range w.Bodies.All() {
		sum += p.Pos.X
	}
	for _, p := range w.Shapes.All() {
		sum += p.Radius
	}
	for _, p := range w.Joints.All() {
		sum += float32(p.Form)
	}
	for _, p := range w.Triggers.All() {
		sum += float32(p.Script.ID())
	}
	for _, p := range w.Lights.All() {
		sum += p.Pos[0]
	}
	for _, p := range w.Pickups.All() {
		sum += p.Pos.X
	}
	for _, s := range w.Shapes.All() {
		if corners := w.Lists.Corners.Slice(s.Outline); len(corners) > 0 {
			sum += corners[0].X
		}
	}
	return sum
}

func closeGame(w *game.World) {
	for _, s := range []interface{ Close() error }{&w.Scenes, &w.Groups, &w.Bodies, &w.Shapes, &w.Joints, &w.Cameras, &w.Triggers, &w.Lights, &w.Pickups,
		&w.Lists.Corners, &w.Lists.Stops, &w.Lists.Bodies, &w.Lists.Words, &w.Lists.Numbers, &w.Strings} {
		s.Close()
	}
}

// stars is a level of lights, whose records refer to nothing, of about so many
// bytes, aligned to be mapped.
func stars(b *testing.B, size int) []byte {
	a := newAuthor(b, game.World{}, format.WriterOptions{Align: 16 << 10})
	t := a.table("light")
	row := a.row(t, 0, fields{"name": "star", "pos": []float64{1, 2, 3}, "shadows": 1})
	for range size / len(row) {
		n, err := a.w.Node(t, 0, 0)
		require.NoError(b, err)
		require.NoError(b, a.w.Put(t, n, row))
	}
	return a.file()
}

// BenchmarkFirstTouch is a level that comes into a fresh world and has a field
// of every record read once: loaded, and mapped, where the file is checked or
// trusted. The records of level=game refer to each other, but for a quarter of
// its bytes; those of level=stars do not.
func BenchmarkFirstTouch(b *testing.B) {
	size := 50 << 20
	if testing.Short() {
		size = 1 << 20
	}
	game50, err := os.CreateTemp(b.TempDir(), "game*.lvl")
	require.NoError(b, err)
	defer game50.Close()
	_, err = io.Copy(game50, generated(b, int64(size), "--align=16K"))
	require.NoError(b, err)
	for name, f := range map[string]*os.File{"game": game50, "stars": onDisk(b, stars(b, size))} {
		st, err := f.Stat()
		require.NoError(b, err)
		for _, mode := range []struct {
			name string
			mode format.Mode
		}{{"full", format.CheckFull}, {"none", format.CheckNone}} {
			for _, how := range []string{"load", "mapped"} {
				b.Run(fmt.Sprintf("level=%s/check=%s/how=%s", name, mode.name, how), func(b *testing.B) {
					b.SetBytes(st.Size())
					var mapped int64
					for b.Loop() {
						w := game.NewWorld()
						bd := bind(b, w, loader.Check(mode.mode))
						_, err := f.Seek(0, io.SeekStart)
						require.NoError(b, err)
						load := func() (*loader.Level, error) { return bd.Load(ctx, f) }
						if how == "mapped" {
							load = func() (*loader.Level, error) { return bd.LoadMapped(ctx, f) }
						}
						l, err := load()
						if err != nil {
							b.Fatal(err)
						}
						mapped = l.Mapped()
						if touch(w) == 1 {
							b.Fatal("no level has this sum")
						}
						b.StopTimer()
						closeGame(w)
						b.StartTimer()
					}
					b.ReportMetric(100*float64(mapped)/float64(st.Size()), "%mapped")
				})
			}
		}
	}
}

// BenchmarkSource loads a level into warm stores, from a file and from memory.
func BenchmarkSource(b *testing.B) {
	for _, n := range []int{5000, 100000} {
		file := planks(b, n)
		f := onDisk(b, file)
		var w game.World
		bd := bind(b, &w)
		for _, how := range []struct {
			name string
			load func() (*loader.Level, error)
		}{
			{"bytes", func() (*loader.Level, error) { return bd.LoadBytes(ctx, file) }},
			{"reader", func() (*loader.Level, error) { return bd.Load(ctx, bytes.NewReader(file)) }},
			{"file", func() (*loader.Level, error) {
				if _, err := f.Seek(0, io.SeekStart); err != nil {
					return nil, err
				}
				return bd.Load(ctx, f)
			}},
		} {
			b.Run(fmt.Sprintf("bodies=%d/how=%s", n, how.name), func(b *testing.B) {
				b.SetBytes(int64(len(file)))
				for b.Loop() {
					l, err := how.load()
					if err != nil {
						b.Fatal(err)
					}
					if err := l.Unload(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkChunk loads and unloads one chunk of a hundred, beside a load of the
// whole level.
func BenchmarkChunk(b *testing.B) {
	const islands, bodies = 100, 300
	file := archipelago(b, islands, bodies)
	b.Run("what=chunk", func(b *testing.B) {
		var w game.World
		f := open(b, bind(b, &w), file)
		loadChunks(b, f, "", "island0", "island2")
		b.SetBytes(f.Chunks()[2].Bytes)
		b.ReportAllocs()
		for b.Loop() {
			if err := f.Load(ctx, "island1"); err != nil {
				b.Fatal(err)
			}
			if err := f.Unload("island1"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("what=open", func(b *testing.B) {
		var w game.World
		bd := bind(b, &w)
		for b.Loop() {
			if err := open(b, bd, file).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("what=level", func(b *testing.B) {
		var w game.World
		bd := bind(b, &w)
		b.SetBytes(int64(len(file)))
		for b.Loop() {
			l, err := bd.LoadBytes(ctx, file)
			if err != nil {
				b.Fatal(err)
			}
			if err := l.Unload(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSchemas loads small levels in turns, which have as many schemas.
func BenchmarkSchemas(b *testing.B) {
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("schemas=%d", n), func(b *testing.B) {
			files := schemas(b, n)
			var w game.World
			bd := bind(b, &w)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				l, err := bd.LoadBytes(ctx, files[i%n])
				if err != nil {
					b.Fatal(err)
				}
				if err := l.Unload(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
