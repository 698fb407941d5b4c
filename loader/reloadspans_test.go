package loader

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Runs say of each row what a map of them says, in whatever order they were added.
func TestRunsFindTheirRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var rows []run
		row, slot := uint32(0), uint32(0)
		for range r.IntN(20) {
			n := uint32(1 + r.IntN(5))
			rows = append(rows, run{row: row, n: n, slot: slot})
			row, slot = row+n+uint32(r.IntN(2)), slot+n+uint32(r.IntN(2))
		}
		if r.IntN(2) == 0 {
			r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		}
		want, rs := make(map[uint32]place), runs{}
		for _, e := range rows {
			rs = rs.add(e.row, e.n, e.slot)
			for k := range e.n {
				want[e.row+k] = place{slot: e.slot + k}
			}
		}
		rs = rs.settled()
		require.NotNil(t, rs)
		for i := range rs[min(1, len(rs)):] {
			require.False(t, rs[i].follow(rs[i+1].row, rs[i+1].slot), "runs that follow each other are one")
		}
		for k := range row + 2 {
			p, ok := want[k]
			if !ok {
				p = nowhere
			}
			require.Equal(t, p, rs.place(k), "row %d of %v", k, rs)
		}
	}
}
