package editor

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// What is found is what a search through all of them finds.
func TestMarksAreFound(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		var m marks
		var all []mark
		off := r.Int64N(5)
		for range r.IntN(500) {
			a := mark{off: off, at: r.Int64N(1<<40) - 1, doc: int32(r.IntN(2)), member: int32(r.IntN(3)), name: r.IntN(2) > 0}
			if r.IntN(4) == 0 {
				a.item = int32(r.IntN(1<<31 - 1))
			}
			m.add(a)
			all = append(all, a)
			if r.IntN([]int{2, 200}[seed%2]) == 0 {
				off += r.Int64N(40)
			}
		}
		for off := int64(-1); off < m.last.off+3; off++ {
			var want mark
			some := false
			for _, a := range all {
				if a.off <= off && (!some || a.off != want.off) {
					want, some = a, true
				}
			}
			got, ok := m.find(off)
			require.Equal(t, some, ok)
			require.Equal(t, want, got)
		}
	}
}

// They take a few bytes each, not what the fields do.
func TestMarksTakeLittleMemory(t *testing.T) {
	var m marks
	const many = 100000
	for i := range int64(many) {
		m.add(mark{off: 30 * i, at: 20 * i, member: int32(i % 4)})
	}
	size := 0
	for _, g := range m.groups {
		size += len(g.text)
	}
	require.Less(t, size, 6*many)
}

// A level of millions of nodes is made of few files, and its members have few names.
func TestFilesAndNamesOfMarksAreKeptOnce(t *testing.T) {
	w := Writer{docs: map[*Doc]int32{}}
	docs := [...]*Doc{new(Doc), new(Doc)}
	for i := range 10 {
		for _, member := range []string{"", "a", "b"} {
			at := Place{Doc: docs[i%2], Pos: source.Pos{Off: int64(i), Member: member}}
			w.mark(w.markAt(at))
			doc, pos := w.origin(0)
			require.Same(t, docs[0], doc)
			require.Equal(t, source.Pos{}, pos)
		}
	}
	require.Equal(t, docs[:], w.list)
	require.Equal(t, []string{"a", "b"}, w.names)
}

func TestWhatStandsBesideAFileThatHasGone(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.tsx", nil, 0o600))
	path := filepath.Join("maps", "none.tmx")
	require.Equal(t, filepath.Join("maps", "a.tsx"), Beside(&Doc{Path: path}, "a.tsx"))
}
