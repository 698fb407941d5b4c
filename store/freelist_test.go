package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// LIFO takes the slot that was freed last and FIFO the one that was freed first,
// however many slots a hole of that size notes.
func TestSlotsComeBackInThePolicysOrder(t *testing.T) {
	for _, back := range backings {
		for _, policy := range []Policy{LIFO, FIFO} {
			comeBack[uint32](t, back, policy)
			comeBack[pair](t, back, policy)
			comeBack[[3]uint16](t, back, policy)
			comeBack[small](t, back, policy)
			comeBack[[13]byte](t, back, policy)
			comeBack[rec64](t, back, policy)
			comeBack[[33]uint32](t, back, policy)
		}
	}
}

func comeBack[T any](t *testing.T, back Backing, policy Policy) {
	t.Run(fmt.Sprintf("%v/%v/%T", back, policy, *new(T)), func(t *testing.T) {
		var b Bulk[T]
		require.NoError(t, b.Init(Backed(back), Reuse(policy)))
		defer b.Close()
		rng := rand.New(rand.NewPCG(uint64(b.slots.size), 1))
		var live []Handle[T]
		var freed []uint32 // in order
		for round := range 60 {
			// Now and then the list gets long, or empty.
			for range rng.IntN(80) {
				h, err := b.Insert(*new(T))
				require.NoError(t, err)
				live = append(live, h)
				if n := len(freed); n > 0 {
					k := 0
					if policy == LIFO {
						k = n - 1
					}
					require.Equal(t, freed[k], h.Index())
					freed = slices.Delete(freed, k, k+1)
				}
			}
			for range rng.IntN(80) {
				if len(live) == 0 {
					break
				}
				k := rng.IntN(len(live))
				require.True(t, b.Remove(live[k]))
				freed = append(freed, live[k].Index())
				live = slices.Delete(live, k, k+1)
			}
			require.Equal(t, len(freed), b.Stats().Holes)
			require.NoError(t, b.Check())
			if round == 40 { // all that were listed are set in free
				b.Clear()
				require.NoError(t, b.Check())
				live, freed = nil, nil
			}
		}
	})
}

// With Lowest, the last record leaves no hole to keep and to find again.
func TestTheLastRecordLeavesNoHole(t *testing.T) {
	for _, back := range backings {
		m := newModel(t, Backed(back), Reuse(Lowest))
		for range 3000 {
			m.insert()
		}
		for k := 2999; k >= 1000; k-- {
			require.True(t, m.b.Remove(m.order[k]))
			m.kill(k)
		}
		require.Equal(t, uint32(1001), m.b.slots.top)
		require.Empty(t, m.b.slots.hint.words, "no hole was noted")
		m.compare()
		for range 3000 {
			m.insert()
		}
		m.compare()
		require.NoError(t, m.b.Close())
	}
}
