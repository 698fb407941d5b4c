package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type pebbles struct {
	Pebbles store.Bulk[plain] `level:"pebble"`
}

type purse struct {
	Points store.Span[[2]float32] `level:"point"`
	Counts store.Span[int32]      `level:"count"`
	Words  store.Span[store.Str]  `level:"word"`
	Bytes  store.Span[uint8]      `level:"byte"`
}

type purses struct {
	Purses  store.Bulk[purse] `level:"purse"`
	Points  store.Array[[2]float32]
	Counts  store.Array[int32]
	Words   store.Array[store.Str]
	Bytes   store.Array[uint8]
	Strings store.Strings
}

type sun struct {
	Pos    [3]float32 `level:"pos"`
	Colour [3]uint8   `level:"colour"`
}

type moon struct {
	Sun  store.Handle[sun] `level:"sun,parent"`
	Mass float64           `level:"mass"`
}

type suns struct {
	Suns  store.Bulk[sun]  `level:"sun"`
	Moons store.Bulk[moon] `level:"moon"`
}

// levelOf is the level of a world that build fills.
func levelOf[W any](t testing.TB, build func(w *W)) []byte {
	w := new(W)
	b := bind(t, w)
	build(w)
	var out bytes.Buffer
	require.NoError(t, b.Save(ctx, &out, loader.SaveOptions{}))
	require.NoError(t, b.Close())
	return out.Bytes()
}

// BenchmarkReloadOne reloads many small nodes without ids, of which one has changed: a
// number, one more element in a list, and a parent. Beside it, how=load loads them into
// stores that are warm, with KeepNodes.
func BenchmarkReloadOne(b *testing.B) {
	must := func(_ any, err error) { require.NoError(b, err) }
	benchmarkReloadOne(b, "numbers", func(w *pebbles, more int) {
		for i := range 200000 {
			v := uint32(i) * 2654435761
			if i == 100000 {
				v += uint32(more)
			}
			must(w.Pebbles.Insert(plain{v}))
		}
	})
	benchmarkReloadOne(b, "lists", func(w *purses, more int) {
		for i := range 15000 {
			var p purse
			n, err := i*7%4, error(nil)
			if i == 100 {
				n += more
			}
			p.Points, err = w.Points.Make(i % 4)
			require.NoError(b, err)
			p.Counts, err = w.Counts.Make(n)
			require.NoError(b, err)
			p.Words, err = w.Words.Make(i * 5 % 4)
			require.NoError(b, err)
			for k := range w.Words.Slice(p.Words) {
				w.Words.Slice(p.Words)[k], err = w.Strings.Intern(string(rune('a' + i%20)))
				require.NoError(b, err)
			}
			p.Bytes, err = w.Bytes.Make(i * 3 % 4)
			require.NoError(b, err)
			for k := range w.Counts.Slice(p.Counts) {
				w.Counts.Slice(p.Counts)[k] = int32(i)
			}
			must(w.Purses.Insert(p))
		}
	})
	benchmarkReloadOne(b, "parents", func(w *suns, more int) {
		for i := range 40000 {
			s := sun{Pos: [3]float32{float32(i)}}
			if i == 100 {
				s.Pos[1] = float32(more)
			}
			h, err := w.Suns.Insert(s)
			require.NoError(b, err)
			for k := range i % 3 {
				must(w.Moons.Insert(moon{h, float64(k)}))
			}
		}
	})
}

func benchmarkReloadOne[W any](b *testing.B, shape string, build func(w *W, more int)) {
	var files [2][]byte
	for i := range files {
		files[i] = levelOf(b, func(w *W) { build(w, i) })
	}
	b.Run("nodes="+shape+"/how=load", func(b *testing.B) {
		bd := bind(b, new(W), loader.KeepNodes())
		b.SetBytes(int64(len(files[0])))
		b.ReportAllocs()
		for b.Loop() {
			l, err := bd.LoadBytes(ctx, files[0])
			require.NoError(b, err)
			require.NoError(b, l.Unload())
		}
	})
	b.Run("nodes="+shape+"/how=reload", func(b *testing.B) {
		benchmarkReload(b, new(W), files)
	})
}
