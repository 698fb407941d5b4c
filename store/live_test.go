package store_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

var (
	_ store.Live     = (*store.Bulk[uint32])(nil)
	_ store.Elements = (*store.Array[uint32])(nil)
)

func TestLiveRecordsAreSeenAsBytes(t *testing.T) {
	for _, backing := range []store.Backing{store.Reserved, store.Blocks, store.Heap} {
		var b store.Bulk[uint32]
		require.NoError(t, b.Init(store.Backed(backing)))
		var hs []store.Handle[uint32]
		for i := range uint32(3000) {
			h, err := b.Insert(i)
			require.NoError(t, err)
			hs = append(hs, h)
		}
		for i := 0; i < len(hs); i += 7 {
			require.True(t, b.Remove(hs[i]))
		}
		var seen int
		for first, rows := range b.RunBytes() {
			for k := range uint32(len(rows) / 4) {
				v, ok := b.At(first + k)
				require.True(t, ok)
				require.Equal(t, *v, binary.NativeEndian.Uint32(rows[4*k:]))
				seen++
			}
		}
		require.Equal(t, b.Len(), seen)

		dead, alive := hs[7], hs[8]
		gen := uint32(alive.Bits() >> 32)
		require.Zero(t, b.GenAt(dead.Index()))
		require.Equal(t, gen, b.GenAt(alive.Index()))
		require.Zero(t, b.GenAt(1<<20))
		require.Nil(t, b.RowBytes(dead.Index(), uint32(dead.Bits()>>32)))
		row := b.RowBytes(alive.Index(), gen)
		require.Len(t, row, 4)
		binary.NativeEndian.PutUint32(row, 77)
		v, ok := b.Get(alive)
		require.True(t, ok)
		require.EqualValues(t, 77, *v)
		require.False(t, b.RemoveRow(alive.Index(), gen+2))
		require.True(t, b.RemoveRow(alive.Index(), gen))
		require.False(t, b.RemoveRow(alive.Index(), gen))
		require.NoError(t, b.Check())
		require.NoError(t, b.Close())
	}
}

func TestSpansAreSeenAsBytes(t *testing.T) {
	var a store.Array[uint32]
	require.Nil(t, a.SpanBytes(0, 1), "nothing is in use yet")
	s, err := a.AppendRange([]uint32{1, 2, 3})
	require.NoError(t, err)
	other, err := a.AppendRange([]uint32{9})
	require.NoError(t, err)
	got := a.SpanBytes(s.Start(), uint32(s.Len()))
	require.Len(t, got, 12)
	require.EqualValues(t, 2, binary.NativeEndian.Uint32(got[4:]))
	require.Nil(t, a.SpanBytes(s.Start(), 0))
	require.Nil(t, a.SpanBytes(s.Start(), 100))
	require.NoError(t, a.Free(s))
	require.Nil(t, a.SpanBytes(s.Start(), 3), "a span that was freed is not in use")
	require.Len(t, a.SpanBytes(other.Start(), 1), 4)
	require.NoError(t, a.Close())
	require.Nil(t, a.SpanBytes(other.Start(), 1))
}
