package loader_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/gen"
)

// sizes are those of the levels' XML.
var sizes = []struct {
	name  string
	bytes int64
}{{"500KB", 500 << 10}, {"5MB", 5 << 20}, {"50MB", 50 << 20}}

// generated builds a level of testdata/gen with the command and opens it.
func generated(b *testing.B, bytes int64, flags ...string) *os.File {
	if testing.Short() && bytes > 1<<20 {
		b.Skip("a large level, in short mode")
	}
	dir := b.TempDir()
	xml, lvl := filepath.Join(dir, "level.xml"), filepath.Join(dir, "level.lvl")
	f, err := os.Create(xml)
	require.NoError(b, err)
	_, err = gen.Write(f, gen.Options{Format: gen.XML, Bytes: bytes, Seed: 1})
	require.NoError(b, err)
	require.NoError(b, f.Close())
	args := append([]string{"run", "./cmd/levelc", "build", "-types", "./testdata/game.World", xml, "-o", lvl}, flags...)
	cmd := exec.Command("go", args...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, string(out))
	f, err = os.Open(lvl)
	require.NoError(b, err)
	b.Cleanup(func() { f.Close() })
	return f
}

// BenchmarkLoad loads a level into stores that are warm from the one before,
// beside the bare read of the same file into warm memory.
func BenchmarkLoad(b *testing.B) {
	for _, size := range sizes {
		b.Run("size="+size.name, func(b *testing.B) {
			f := generated(b, size.bytes)
			st, err := f.Stat()
			require.NoError(b, err)
			b.Run("how=read", func(b *testing.B) {
				buf := make([]byte, st.Size())
				b.SetBytes(st.Size())
				for b.Loop() {
					_, err := f.Seek(0, io.SeekStart)
					require.NoError(b, err)
					_, err = io.ReadFull(f, buf)
					require.NoError(b, err)
				}
			})
			for _, mode := range []struct {
				name string
				mode format.Mode
			}{{"load", format.CheckFull}, {"load-sums", format.CheckSums}, {"load-unchecked", format.CheckNone}} {
				b.Run("how="+mode.name, func(b *testing.B) { benchmarkLoad(b, f, st.Size(), mode.mode) })
			}
			b.Run("how=read-cold", func(b *testing.B) {
				b.SetBytes(st.Size())
				for b.Loop() {
					b.StopTimer()
					debug.FreeOSMemory() // the memory of the last turn
					_, err := f.Seek(0, io.SeekStart)
					require.NoError(b, err)
					b.StartTimer()
					_, err = io.ReadFull(f, make([]byte, st.Size()))
					require.NoError(b, err)
				}
			})
			b.Run("how=load-cold", func(b *testing.B) { benchmarkCold(b, f, st.Size(), true) })
			b.Run("how=load-new", func(b *testing.B) { benchmarkCold(b, f, st.Size(), false) })
			b.Run("how=walk", func(b *testing.B) { benchmarkWalk(b, f, st.Size()) })
		})
	}
}

func benchmarkLoad(b *testing.B, f *os.File, size int64, mode format.Mode) {
	var w game.World
	bd := bind(b, &w, loader.Check(mode))
	nodes := 0
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		_, err := f.Seek(0, io.SeekStart)
		require.NoError(b, err)
		l, err := bd.Load(ctx, f)
		if err != nil {
			b.Fatal(err)
		}
		nodes = l.Nodes()
		if err := l.Unload(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
}

// benchmarkCold loads into a world that has no memory yet. If fresh is set, there is nothing
// left of earlier worlds either.
func benchmarkCold(b *testing.B, f *os.File, size int64, fresh bool) {
	b.SetBytes(size)
	for b.Loop() {
		b.StopTimer()
		if fresh {
			debug.FreeOSMemory()
			store.TrimClosed()
		}
		_, err := f.Seek(0, io.SeekStart)
		require.NoError(b, err)
		w := game.NewWorld()
		bd := bind(b, w)
		b.StartTimer()
		if _, err := bd.Load(ctx, f); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		closeGame(w)
		b.StartTimer()
	}
}

// BenchmarkWorld is all that one level costs who loads no other: the types read,
// the load planned, memory taken, filled and given back. The first Bind of a type reads
// it, which how=types is, and later ones know it.
func BenchmarkWorld(b *testing.B) {
	b.Run("how=types", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := layout.Of(layout.FromReflect(reflect.TypeFor[game.World]()))
			require.NoError(b, err)
		}
	})
	for _, n := range []int{10, 1000} {
		level := planks(b, n)
		b.Run(fmt.Sprintf("planks=%d/how=bind", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bind(b, game.NewWorld())
			}
		})
		b.Run(fmt.Sprintf("planks=%d/how=bind-load-close", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bd := bind(b, game.NewWorld())
				_, err := bd.LoadBytes(ctx, level)
				require.NoError(b, err)
				require.NoError(b, bd.Close())
			}
		})
	}
}

func benchmarkWalk(b *testing.B, f *os.File, size int64) {
	wk := loader.NewWalker()
	nodes := 0
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		_, err := f.Seek(0, io.SeekStart)
		require.NoError(b, err)
		nodes = 0
		for n, err := range wk.Walk(f) {
			if err != nil {
				b.Fatal(err)
			}
			if n.Depth() >= 0 {
				nodes++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
}
