package loader

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// What limit knows of the nodes around a node makes the same roots as a climb from each
// node to its root, in whatever order the nodes come.
func TestTheSameNodesBecomeRootsAsByClimbing(t *testing.T) {
	climb := func(nodes []savedNode, now []int32) {
		for _, k := range now {
			for p, n := nodes[k].up, 0; p >= 0; p = nodes[p].up {
				if n++; p == k || n >= deepest {
					nodes[k].up = -1
					break
				}
			}
		}
	}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 4))
		n := 1 + r.IntN(8)
		if seed%4 == 0 {
			n = 250 + r.IntN(300)
		}
		a, places := make([]savedNode, n), r.Perm(n)
		for i, k := range places {
			a[k].up = -1
			switch {
			case i > 0 && r.IntN(100) > 0:
				a[k].up = int32(places[i-1-r.IntN(min(i, 1+int(seed%3)))])
			case r.IntN(2) == 0:
				a[k].up = int32(r.IntN(n)) // a circle, perhaps
			}
		}
		var now []int32
		for k := range a {
			if seed%2 == 0 || r.IntN(3) > 0 {
				now = append(now, int32(k))
			}
		}
		b := append([]savedNode(nil), a...)
		climb(a, now)
		(&saver{nodes: b}).limit(now, make([]int32, n))
		require.Equal(t, a, b, "seed %d", seed)
	}
}
