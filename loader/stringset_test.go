package loader

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// tableOf is a file's table of these strings.
func tableOf(t *testing.T, strs []string) *format.StringTable {
	var text, rows []byte
	for _, s := range strs {
		rows = binary.LittleEndian.AppendUint32(rows, uint32(len(text)))
		rows = binary.LittleEndian.AppendUint32(rows, uint32(len(s)))
		text = append(text, s...)
	}
	st := new(format.StringTable)
	require.NoError(t, st.Add(format.Block{Table: format.TableBytes, Data: text}))
	require.NoError(t, st.Add(format.Block{Table: format.TableStr, Data: rows}))
	return st
}

// A set finds each of its strings, in any order, and no other.
func TestAStringSetFindsItsStrings(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 8, 1000} {
		strs := []string{""}
		for i := range n {
			strs = append(strs, fmt.Sprint("s", i))
		}
		table := tableOf(t, strs)
		ordered, mixed := stringsOf(table), stringsOf(table)
		for i := 1; i <= n; i++ {
			require.EqualValues(t, i, ordered.find([]byte(strs[i])))
		}
		require.Nil(t, ordered.slots, "in their order they need no hash table")
		for _, i := range rand.Perm(n) {
			require.Zero(t, mixed.find(fmt.Append(nil, "t", i)))
			require.EqualValues(t, i+1, mixed.find([]byte(strs[i+1])))
		}
		require.Zero(t, ordered.find(nil))
		require.Zero(t, mixed.find([]byte("s")))
		require.LessOrEqual(t, len(mixed.slots), max(4*len(strs), 1))
	}
	var none stringSet
	none.strs = new(format.StringTable)
	require.Zero(t, none.find([]byte("s")))
}

// After a string that is not there, a set goes on where it was.
func TestAStringSetGoesOnBehindItsLastFind(t *testing.T) {
	s := stringsOf(tableOf(t, []string{"", "a", "b", "c", "d"}))
	require.EqualValues(t, 1, s.find([]byte("a")))
	require.Zero(t, s.find([]byte("new")))
	clear(s.slots) // so that only order finds any
	require.EqualValues(t, 2, s.find([]byte("b")))
	require.EqualValues(t, 3, s.find([]byte("c")))
	require.Zero(t, s.find([]byte("a")))
}
