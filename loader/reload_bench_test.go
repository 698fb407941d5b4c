package loader_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// BenchmarkReload loads a version of a level over its former self. The versions are
// equal, or differ in one camera, in each body, or in the name of each body, by which
// nodes are known. Beside it, how=load loads one of them into stores that are warm.
func BenchmarkReload(b *testing.B) {
	for _, size := range sizes {
		b.Run("size="+size.name, func(b *testing.B) {
			file, err := io.ReadAll(generated(b, size.bytes))
			require.NoError(b, err)
			versions := func(edit func(w *game.World)) [2][]byte {
				return [2][]byte{edited(b, file, func(*game.World) {}), edited(b, file, edit)}
			}
			b.Run("how=load", func(b *testing.B) {
				var w game.World
				bd := bind(b, &w, loader.Reloadable())
				b.SetBytes(int64(len(file)))
				for b.Loop() {
					l, err := bd.LoadBytes(ctx, file)
					require.NoError(b, err)
					require.NoError(b, l.Unload())
				}
			})
			b.Run("how=reload/change=none", func(b *testing.B) {
				benchmarkReload(b, new(game.World), versions(func(*game.World) {}))
			})
			b.Run("how=reload/change=camera", func(b *testing.B) {
				benchmarkReload(b, new(game.World), versions(func(w *game.World) {
					for _, c := range w.Cameras.All() {
						c.Zoom++
						break
					}
				}))
			})
			b.Run("how=reload/change=bodies", func(b *testing.B) {
				benchmarkReload(b, new(game.World), versions(func(w *game.World) {
					for _, body := range w.Bodies.All() {
						body.Pos.X++
					}
				}))
			})
			b.Run("how=reload/change=names", func(b *testing.B) {
				benchmarkReload(b, new(game.World), versions(func(w *game.World) {
					for _, body := range w.Bodies.All() {
						name, err := w.Strings.Intern(w.Strings.Get(body.Name) + "+")
						require.NoError(b, err)
						body.Name = name
					}
				}))
			})
		})
	}
}

// edited returns a level as it is after edit.
func edited(b *testing.B, file []byte, edit func(w *game.World)) []byte {
	var w game.World
	bd := bind(b, &w, loader.KeepNodes())
	l, err := bd.LoadBytes(ctx, file)
	require.NoError(b, err)
	edit(&w)
	var out bytes.Buffer
	require.NoError(b, l.Save(ctx, &out, loader.SaveOptions{}))
	require.NoError(b, bd.Close())
	return out.Bytes()
}

func benchmarkReload(b *testing.B, world any, versions [2][]byte) {
	bd := bind(b, world, loader.Reloadable())
	l, err := bd.LoadBytes(ctx, versions[0])
	require.NoError(b, err)
	b.SetBytes(int64(len(versions[0])))
	b.ReportAllocs()
	next := 1
	for b.Loop() {
		_, err := l.Reload(ctx, bytes.NewReader(versions[next]))
		require.NoError(b, err)
		next = 1 - next
	}
}
