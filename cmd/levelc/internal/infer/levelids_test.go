package infer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// However many kinds have ids, a field is held against few of them: those that have its
// rarest value, or of which its name speaks.
func TestAFieldIsHeldAgainstFewIDs(t *testing.T) {
	const kinds, each = 4000, 3
	b := &budget{left: mostAllValues}
	setOf := func(values ...uint64) *set {
		s := new(set)
		for _, v := range values {
			s.add(v, b)
		}
		return s
	}
	// The ids of all kinds differ but for one value, or are all alike.
	differ, alike := make([]*idSpace, kinds), make([]*idSpace, kinds)
	for k := range kinds {
		own := uint64(each*k + 10)
		kind := fmt.Sprintf("k%d", k)
		differ[k] = &idSpace{kind: kind, level: *setOf(1, own, own+1)}
		alike[k] = &idSpace{kind: kind, level: *setOf(1, 2, 3)}
	}
	ids := newLevelIDs(differ)
	for _, k := range []int{0, 17, kinds - 1} {
		own := uint64(each*k + 10)
		values := []*set{setOf(1, own), setOf(own + 1)}
		require.Equal(t, differ[k:k+1], ids.worth("v", values))
		require.Equal(t, differ[k:k+1], ids.havingAll("v", values))
		asked := 0
		ids.having(own, func(id *idSpace) bool { asked++; return true })
		require.Equal(t, 1, asked)
	}
	require.Empty(t, ids.havingAll("v", []*set{setOf(10, 14)}))
	require.Empty(t, ids.havingAll("v", []*set{setOf(2)}))
	asked := 0
	ids.having(1, func(*idSpace) bool { asked++; return asked < 2 })
	require.Equal(t, 2, asked)

	ids = newLevelIDs(alike)
	require.Equal(t, alike[17:18], ids.worth("k17Id", []*set{setOf(1, 3)}))
	require.Empty(t, ids.worth("v", []*set{setOf(1, 3)}))

	few := newLevelIDs(differ[:fewIDs])
	require.Equal(t, differ[:fewIDs], few.worth("v", []*set{setOf(10)}), "they are asked one by one")
	require.Equal(t, differ[:1], few.havingAll("v", []*set{setOf(10)}))
}
