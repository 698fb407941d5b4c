package store

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A load that does not know that the game has closed a store writes to no other one.
func TestRowsOfAClosedStoreStayWithTheirLoad(t *testing.T) {
	for _, backing := range []Backing{Reserved, Blocks, Heap} {
		t.Run(fmt.Sprint(backing), func(t *testing.T) {
			opts := []Option{Backed(backing), Limit(100)}
			var bulks [2]Bulk[record]
			var arrays [2]Array[uint64]
			var strs [2]Strings
			open := func(i int) {
				require.NoError(t, bulks[i].Init(opts...))
				require.NoError(t, arrays[i].Init(opts...))
				require.NoError(t, strs[i].Init(opts...))
			}
			open(0)
			var mem [][]byte
			hold := func(b []byte, err error) {
				require.NoError(t, err)
				mem = append(mem, b)
			}
			rows, err := bulks[0].Reserve(10)
			require.NoError(t, err)
			hold(bulks[0].Bytes(rows, 0, 10))
			elems, err := arrays[0].Reserve(10)
			require.NoError(t, err)
			hold(arrays[0].Bytes(elems, 0, 10))
			texts, err := strs[0].Reserve(2, 10)
			require.NoError(t, err)
			hold(strs[0].TextBytes(texts, 0, 10))
			hold(strs[0].EntryBytes(texts, 0, 2))
			require.NoError(t, bulks[0].Close())
			require.NoError(t, arrays[0].Close())
			require.NoError(t, strs[0].Close())

			open(1)
			handles, err := bulks[1].InsertRange(nil, make([]record, 10))
			require.NoError(t, err)
			span, err := arrays[1].AppendRange(make([]uint64, 10))
			require.NoError(t, err)
			text, err := strs[1].Intern("others")
			require.NoError(t, err)
			for _, b := range mem {
				for i := range b {
					b[i] = 0xAA
				}
			}
			for _, h := range handles {
				r, ok := bulks[1].Get(h)
				require.True(t, ok)
				require.Equal(t, record{}, *r)
			}
			require.Equal(t, make([]uint64, 10), arrays[1].Slice(span))
			require.Equal(t, "others", strs[1].Get(text))
			require.NoError(t, bulks[1].Close())
			require.NoError(t, arrays[1].Close())
			require.NoError(t, strs[1].Close())
		})
	}
}
