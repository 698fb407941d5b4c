package loader

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// imageOf is an image with these strings.
func imageOf(t *testing.T, strs []string) *image {
	var text, rows []byte
	for _, s := range strs {
		rows = binary.LittleEndian.AppendUint32(rows, uint32(len(text)))
		rows = binary.LittleEndian.AppendUint32(rows, uint32(len(s)))
		text = append(text, s...)
	}
	im := &image{own: uint32(len(strs))}
	require.NoError(t, im.strs.Add(format.Block{Table: format.TableBytes, Data: text}))
	require.NoError(t, im.strs.Add(format.Block{Table: format.TableStr, Data: rows}))
	return im
}

// A set finds each of its strings, in any order, and no other.
func TestAStringSetFindsItsStrings(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 1000} {
		strs := []string{""}
		for i := range n {
			strs = append(strs, fmt.Sprint("s", i))
		}
		im := imageOf(t, strs)
		ordered, mixed := stringsOf(im), stringsOf(im)
		for i := 1; i <= n; i++ {
			require.EqualValues(t, i, ordered.find(strs[i]))
		}
		require.Nil(t, ordered.slots, "in their order they need no hash table")
		for _, i := range rand.Perm(n) {
			require.Zero(t, mixed.find(fmt.Sprint("t", i)))
			require.EqualValues(t, i+1, mixed.find(strs[i+1]))
		}
		require.Zero(t, ordered.find(""))
		require.Zero(t, mixed.find("s"))
		require.LessOrEqual(t, len(mixed.slots), max(4*len(strs), 1))
	}
	var none stringSet
	none.in = &image{own: 1}
	require.Zero(t, none.find("s"))
}

// After a string that is not there, a set goes on where it was.
func TestAStringSetGoesOnBehindItsLastFind(t *testing.T) {
	s := stringsOf(imageOf(t, []string{"", "a", "b", "c", "d"}))
	require.EqualValues(t, 1, s.find("a"))
	require.Zero(t, s.find("new"))
	clear(s.slots) // so that only order finds any
	require.EqualValues(t, 2, s.find("b"))
	require.EqualValues(t, 3, s.find("c"))
	require.Zero(t, s.find("a"))
}
