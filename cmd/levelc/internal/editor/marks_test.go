package editor

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
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
