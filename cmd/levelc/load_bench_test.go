package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
	"github.com/levelc/levelc/testdata/gen"
)

var benchSizes = []struct {
	name  string
	bytes int64
}{{"500KB", gen.Small}, {"5MB", gen.Medium}, {"50MB", gen.Large}}

// sizes runs a benchmark for each size. -short leaves the largest out.
func sizes(b *testing.B, f func(b *testing.B, bytes int64)) {
	for _, size := range benchSizes {
		if testing.Short() && size.bytes > gen.Small {
			continue
		}
		b.Run("size="+size.name, func(b *testing.B) { f(b, size.bytes) })
	}
}

// perNode reports the time and the garbage of one node.
func perNode(b *testing.B, nodes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
}

// BenchmarkLoad compares the ways to get a level into memory: how=read is the
// bare read of the compiled file, least is what no checked load can do without,
// load is the loader with a game's own types, xml and json are Unmarshal into
// structs of the same level. The stores and buffers have been used before.
func BenchmarkLoad(b *testing.B) {
	sizes(b, func(b *testing.B, size int64) {
		src, stats := generated(b, gen.XML, size, 1)
		path := filepath.Join(b.TempDir(), "level.lvl")
		require.NoError(b, os.WriteFile(path, compiled(b, src), 0o644))
		f, err := os.Open(path)
		require.NoError(b, err)
		defer f.Close()

		b.Run("how=read", func(b *testing.B) { benchRead(b, f, stats.Nodes) })
		b.Run("how=least", func(b *testing.B) { benchLeast(b, f, stats.Nodes) })
		for _, mode := range []struct {
			name string
			mode format.Mode
		}{{"full", format.CheckFull}, {"sums", format.CheckSums}, {"none", format.CheckNone}} {
			b.Run("how=load/check="+mode.name, func(b *testing.B) { benchLoad(b, f, mode.mode, stats.Nodes) })
		}
		b.Run("how=xml", func(b *testing.B) {
			text, err := os.ReadFile(src)
			require.NoError(b, err)
			benchUnmarshal(b, stats.Nodes, func() (int, error) {
				var scene xmlScene
				err := xml.Unmarshal(text, &scene)
				return scene.nodes(), err
			})
		})
		b.Run("how=json", func(b *testing.B) {
			src, _ := generated(b, gen.JSON, size, 1)
			text, err := os.ReadFile(src)
			require.NoError(b, err)
			benchUnmarshal(b, stats.Nodes, func() (int, error) {
				var root jsonNode
				err := json.Unmarshal(text, &root)
				return root.nodes(), err
			})
		})
	})
}

func benchRead(b *testing.B, f *os.File, nodes int) {
	info, err := f.Stat()
	require.NoError(b, err)
	buf := make([]byte, info.Size())
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		f.Seek(0, io.SeekStart)
		_, err = io.ReadFull(f, buf)
		require.NoError(b, err)
	}
	perNode(b, nodes)
}

// benchLeast reads the file to its end, sums its blocks and copies each to where it
// stays, through a buffer of 256 KiB: no row is looked at, no reference is made a
// handle, and nothing knows yet that anything is there.
func benchLeast(b *testing.B, f *os.File, nodes int) {
	info, err := f.Stat()
	require.NoError(b, err)
	r, err := format.NewReader(io.NewSectionReader(f, 0, info.Size()), format.Options{})
	require.NoError(b, err)
	blocks := slices.Clone(r.Blocks())
	at := blocks[0].Offset
	head, buf, to := make([]byte, at), make([]byte, 256<<10), make([]byte, r.Size())
	b.SetBytes(r.Size())
	b.ReportAllocs()
	for b.Loop() {
		f.Seek(0, io.SeekStart)
		_, err = io.ReadFull(f, head)
		require.NoError(b, err)
		for i := 0; i < len(blocks); {
			n := 0
			for k := i; k < len(blocks) && int(blocks[k].Offset-blocks[i].Offset)+blocks[k].Stored <= len(buf); k++ {
				n = k - i + 1
			}
			last := &blocks[i+n-1]
			window := buf[:int(last.Offset-blocks[i].Offset)+last.Stored]
			_, err = f.ReadAt(window, blocks[i].Offset)
			require.NoError(b, err)
			for k := range blocks[i : i+n] {
				blk := &blocks[i+k]
				rows := window[blk.Offset-blocks[i].Offset:][:blk.Stored]
				if xxh3.Hash(rows) != blk.Sum {
					b.Fatal("a sum is wrong")
				}
				copy(to[blk.Offset:], rows)
			}
			i += n
		}
		if n, err := f.ReadAt(head[:1], r.Size()); n != 0 || err != io.EOF {
			b.Fatal(n, err)
		}
	}
	perNode(b, nodes)
}

func benchLoad(b *testing.B, f *os.File, mode format.Mode, nodes int) {
	binding, err := loader.Bind(reflect.New(game.WorldType).Interface(), loader.Check(mode))
	require.NoError(b, err)
	load := func() {
		f.Seek(0, io.SeekStart)
		level, err := binding.Load(context.Background(), f)
		require.NoError(b, err)
		require.NoError(b, level.Unload())
	}
	load()
	info, err := f.Stat()
	require.NoError(b, err)
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		load()
	}
	perNode(b, nodes)
}

func benchUnmarshal(b *testing.B, nodes int, f func() (int, error)) {
	b.ReportAllocs()
	for b.Loop() {
		n, err := f()
		require.NoError(b, err)
		require.Equal(b, nodes, n)
	}
	perNode(b, nodes)
}

// BenchmarkCompile compares building a level with reading the tokens of the
// same XML by encoding/xml, which is less than half of what there is to do.
func BenchmarkCompile(b *testing.B) {
	sizes(b, func(b *testing.B, size int64) {
		for _, f := range []gen.Format{gen.XML, gen.JSON} {
			path, stats := generated(b, f, size, 1)
			b.Run("how=levelc/from="+f.String(), func(b *testing.B) { benchCompile(b, path, stats) })
		}
		path, stats := generated(b, gen.XML, size, 1)
		text, err := os.ReadFile(path)
		require.NoError(b, err)
		b.Run("how=tokens/from=xml", func(b *testing.B) {
			b.SetBytes(stats.Bytes)
			b.ReportAllocs()
			for b.Loop() {
				d := xml.NewDecoder(bytes.NewReader(text))
				for {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
			perNode(b, stats.Nodes)
		})
	})
}

func benchCompile(b *testing.B, path string, stats gen.Stats) {
	plan := gamePlan(b)
	var out format.Buffer
	b.SetBytes(stats.Bytes)
	b.ReportAllocs()
	for b.Loop() {
		f, err := source.Open(path)
		require.NoError(b, err)
		out = out[:0]
		found, _, err := plan.Build(context.Background(), []*source.File{f}, &out, format.WriterOptions{}, compile.Options{})
		require.NoError(b, err)
		require.Equal(b, stats.Nodes, found.Nodes)
		require.NoError(b, f.Close())
	}
	perNode(b, stats.Nodes)
}
