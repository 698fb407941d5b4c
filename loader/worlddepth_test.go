package loader

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWorldDepthsLeaveOutNodesThatTheWorldLacks(t *testing.T) {
	var depths worldDepths
	for i, n := range []struct {
		depth uint8
		in    bool
		want  int
	}{
		{0, false, 0}, {1, true, 0}, {2, false, 1}, {3, true, 1}, {4, true, 2}, {2, true, 1}, {1, true, 0},
		{0, true, 0}, {1, true, 1}, {2, true, 2}, {1, false, 1}, {2, true, 1}, // the root before is of no account
	} {
		require.Equal(t, n.want, depths.next(n.depth, n.in), "node %d", i)
	}
	for d := range 256 {
		require.Equal(t, d, depths.next(uint8(d), true))
	}
}
