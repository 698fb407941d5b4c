package loader_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type link struct {
	Next store.Handle[link] `level:"next,ref"`
	X    uint64             `level:"x"`
}

type links struct {
	Links store.Bulk[link] `level:"link"`
}

// linkedChunks is chunks c0, c1 and so on of n nodes each. Each node refers to one of its
// own chunk, or of the whole file. X is the row of that node.
func linkedChunks(t require.TestingT, chunks, n int, away bool) []byte {
	b, err := loader.Bind(new(links))
	require.NoError(t, err)
	w, err := format.NewWriter(b.Schema(), format.WriterOptions{})
	require.NoError(t, err)
	table := w.Schema().Table("link")
	r := rand.New(rand.NewPCG(1, 1))
	row := make([]byte, 16)
	for c := range chunks {
		label, err := w.String([]byte(fmt.Sprint("c", c)))
		require.NoError(t, err)
		require.NoError(t, w.Chunk(label))
		for range n {
			k, err := w.Node(table, 0, 0)
			if err != nil {
				require.NoError(t, err)
			}
			to := c*n + r.IntN(n)
			if away {
				to = r.IntN(chunks * n)
			}
			binary.LittleEndian.PutUint32(row, uint32(to)+1)
			binary.LittleEndian.PutUint64(row[8:], uint64(to))
			if err := w.Put(table, k, row); err != nil {
				require.NoError(t, err)
			}
		}
	}
	var file format.Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return file
}

// The references that lead out of a chunk are put in order in as many steps as their rows
// are read in, or more.
func TestReferencesOutOfAChunkComeInSteps(t *testing.T) {
	const n = 50000
	steps := func(away bool) (n int) {
		f := open(t, bind(t, new(links)), linkedChunks(t, 2, 50000, away))
		ld := f.Start("c0")
		for ; !ld.Step(0); n++ {
		}
		require.NoError(t, ld.Finish())
		return n
	}
	own, away := steps(false), steps(true)
	require.GreaterOrEqual(t, away-own, n/2/5000, "steps with references to its own nodes: %d", own)
}

// Many references, in whatever order the chunks come and go, lead where they have to.
func TestManyReferencesOutOfChunks(t *testing.T) {
	const chunks, n = 5, 6000
	var w links
	f := open(t, bind(t, &w), linkedChunks(t, chunks, n, true))
	loaded := make([]bool, chunks)
	for _, c := range []int{1, 3, 0, 1, 4, 2, 3, 1, 0, 3} {
		if label := fmt.Sprint("c", c); loaded[c] {
			require.NoError(t, f.Unload(label))
		} else {
			loadChunks(t, f, label)
		}
		loaded[c] = !loaded[c]
		place := make(map[uint64]int) // how often what should be one node is named, by its handle
		for _, l := range w.Links.All() {
			if c := l.X / n; !loaded[c] {
				require.True(t, l.Next.Pending())
				continue
			}
			_, ok := w.Links.Get(l.Next)
			require.True(t, ok)
			if at, ok := place[l.X]; ok {
				require.Equal(t, at, int(l.Next.Index()))
			}
			place[l.X] = int(l.Next.Index())
		}
	}
}

// BenchmarkChunkAway loads a chunk in the smallest steps, and all others of its file after
// it. refs=own: references stay in their chunk; refs=away: nearly all lead out of it.
func BenchmarkChunkAway(b *testing.B) {
	for _, chunks := range []int{10, 1000} {
		for _, refs := range []string{"own", "away"} {
			b.Run(fmt.Sprintf("chunks=%d/refs=%s", chunks, refs), func(b *testing.B) {
				n := 1000000 / chunks
				file := linkedChunks(b, chunks, n, refs == "away")
				bd := bind(b, new(links))
				var longest, all []time.Duration
				for b.Loop() {
					f := open(b, bd, file)
					ld, most := f.Start("c0"), time.Duration(0)
					for done := false; !done; {
						start := time.Now()
						done = ld.Step(0)
						most = max(most, time.Since(start))
					}
					require.NoError(b, ld.Finish())
					start := time.Now()
					for c := range chunks {
						if err := f.Load(ctx, fmt.Sprint("c", c)); err != nil {
							b.Fatal(err)
						}
					}
					longest, all = append(longest, most), append(all, time.Since(start))
					require.NoError(b, f.Close())
				}
				b.ReportMetric(float64(median(longest).Microseconds()), "longest-step-us")
				b.ReportMetric(float64(median(all).Nanoseconds())/float64(chunks*n-n), "ns/node")
			})
		}
	}
}
