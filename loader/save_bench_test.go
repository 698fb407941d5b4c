package loader_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// The records of BenchmarkSave, and what stands for each in gob, where a reference is an
// index.
type (
	savedGrain struct {
		Pos  [3]float32 `level:"pos"`
		Mass float64    `level:"mass"`
		Kind uint32     `level:"kind"`
	}
	savedHero struct {
		Name    store.Str                  `level:"name,id"`
		Title   store.Str                  `level:"title"`
		Friends [3]store.Handle[savedHero] `level:"friends,ref"`
		Pos     [3]float32                 `level:"pos"`
	}
	savedItem struct {
		Serial uint32                  `level:"serial,id"`
		Owner  store.Handle[savedItem] `level:"owner,ref"`
		Holds  store.Span[savedCoin]   `level:"coin"`
	}
	savedCoin struct {
		N uint32 `level:"n"`
	}
	savedWorld struct {
		Grains  store.Bulk[savedGrain] `level:"grain"`
		Heroes  store.Bulk[savedHero]  `level:"hero"`
		Items   store.Bulk[savedItem]  `level:"item"`
		Coins   store.Array[savedCoin]
		Strings store.Strings
	}
	gobHero struct {
		Name, Title string
		Friends     [3]uint32
		Pos         [3]float32
	}
	gobItem struct {
		Serial, Owner uint32
		Holds         []savedCoin
	}
)

// savedWorlds fill a world with n records of one shape, and return them for gob.
var savedWorlds = []struct {
	shape string
	fill  func(b *testing.B, w *savedWorld, n int) any
}{
	{"numbers", func(b *testing.B, w *savedWorld, n int) any {
		list := make([]savedGrain, n)
		for i := range list {
			list[i] = savedGrain{Pos: [3]float32{float32(i), 2.5, 3}, Mass: float64(i) / 3, Kind: uint32(i)}
			_, err := w.Grains.Insert(list[i])
			require.NoError(b, err)
		}
		return list
	}},
	{"strings", func(b *testing.B, w *savedWorld, n int) any {
		list, handles := make([]gobHero, n), make([]store.Handle[savedHero], n)
		rnd := rand.New(rand.NewPCG(1, 2))
		for i := range list {
			h := &list[i]
			h.Name, h.Title, h.Pos = fmt.Sprintf("hero-%d", rnd.Uint32()), fmt.Sprintf("the %d-th of the line", i), [3]float32{float32(i), 2.5, 3}
			name, err := w.Strings.Intern(h.Name)
			require.NoError(b, err)
			title, err := w.Strings.Intern(h.Title)
			require.NoError(b, err)
			handles[i], err = w.Heroes.Insert(savedHero{Name: name, Title: title, Pos: h.Pos})
			require.NoError(b, err)
		}
		for i, h := range handles {
			r, _ := w.Heroes.Get(h)
			for k := range r.Friends {
				to := rnd.IntN(n)
				r.Friends[k], list[i].Friends[k] = handles[to], uint32(to)
			}
		}
		return list
	}},
	{"spans", func(b *testing.B, w *savedWorld, n int) any {
		list := make([]gobItem, n)
		var last store.Handle[savedItem]
		for i := range list {
			list[i] = gobItem{Serial: uint32(i + 1), Owner: uint32(i), Holds: []savedCoin{{uint32(i)}, {7}}}
			coins, err := w.Coins.AppendRange(list[i].Holds)
			require.NoError(b, err)
			last, err = w.Items.Insert(savedItem{Serial: uint32(i + 1), Owner: last, Holds: coins})
			require.NoError(b, err)
		}
		return list
	}},
}

// BenchmarkSave saves worlds of which no two records are alike, beside encoding/gob and the
// same values in slices of structs.
func BenchmarkSave(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		if testing.Short() && n > 1000 {
			continue
		}
		for _, sh := range savedWorlds {
			w := new(savedWorld)
			bd := bind(b, w)
			list := sh.fill(b, w, n)
			for _, how := range []struct {
				name string
				save func(out *bytes.Buffer) error
			}{
				{"levelc", func(out *bytes.Buffer) error { return bd.Save(ctx, out, loader.SaveOptions{}) }},
				{"gob", func(out *bytes.Buffer) error { return gob.NewEncoder(out).Encode(list) }},
			} {
				b.Run(fmt.Sprintf("shape=%s/nodes=%d/how=%s", sh.shape, n, how.name), func(b *testing.B) {
					b.ReportAllocs()
					var out bytes.Buffer
					for b.Loop() {
						out.Reset()
						require.NoError(b, how.save(&out))
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/node")
					b.ReportMetric(float64(out.Len())/float64(n), "file-bytes/node")
				})
			}
			require.NoError(b, bd.Close())
		}
	}
}
