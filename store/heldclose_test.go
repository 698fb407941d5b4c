package store

import (
	"fmt"
	"os"
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

// The same holds for a store that also has pages of a file. These go, as with any Close.
func TestRowsOfAClosedStoreWithAFileStayWithTheirLoad(t *testing.T) {
	n := 2*int(perPages(sizeOf[record]())) + 1
	b := openMapped(t)
	f := rowsFile(t, n)
	mapAll(t, b, f, n)
	require.NotEmpty(t, b.slots.mem.rows.files)
	used := mappings.taken.Load()
	rows, err := b.Reserve(10)
	require.NoError(t, err)
	bulk, err := b.Bytes(rows, 0, 10)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	require.EqualValues(t, 1, used-mappings.taken.Load(), "the file's mapping is given back")

	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	span, err := a.ReservePages(n, int64(os.Getpagesize()))
	require.NoError(t, err)
	_, err = a.Map(span, 0, n, f, int64(os.Getpagesize()))
	require.NoError(t, err)
	require.NotEmpty(t, a.spans.mem.files)
	elems, err := a.Reserve(10)
	require.NoError(t, err)
	array, err := a.Bytes(elems, 0, 10)
	require.NoError(t, err)
	require.NoError(t, a.Close())

	var others [2]Bulk[record]
	for i := range others {
		require.NoError(t, others[i].Init(Backed(Reserved), Limit(n)))
		_, err := others[i].InsertRange(nil, make([]record, n))
		require.NoError(t, err)
	}
	for _, mem := range [][]byte{bulk, array} {
		for i := range mem {
			mem[i] = 0xAA
		}
	}
	for i := range others {
		for _, r := range others[i].All() {
			require.Equal(t, record{}, *r)
		}
		require.NoError(t, others[i].Close())
	}
}

// What a load writes after the store was closed is not taken for a use after death.
func TestRowsOfAClosedStoreAreNotPoisoned(t *testing.T) {
	for _, backing := range []Backing{Reserved, Blocks, Heap} {
		var b Bulk[record]
		var a Array[record]
		require.NoError(t, b.Init(Backed(backing)))
		require.NoError(t, a.Init(Backed(backing)))
		rows, err := b.Reserve(10)
		require.NoError(t, err)
		bulk, err := b.Bytes(rows, 0, 10)
		require.NoError(t, err)
		elems, err := a.Reserve(10)
		require.NoError(t, err)
		array, err := a.Bytes(elems, 0, 10)
		require.NoError(t, err)
		for _, mem := range [][]byte{bulk, array} {
			for i := range mem {
				mem[i] = byte(i)
			}
		}
		require.NoError(t, b.Close())
		require.NoError(t, a.Close())
		for _, mem := range [][]byte{bulk, array} {
			for i := range mem {
				require.Equal(t, byte(i), mem[i], backing)
			}
		}
	}
}
