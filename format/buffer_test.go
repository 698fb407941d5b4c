package format

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBufferIsAFile(t *testing.T) {
	b := append(make(Buffer, 0, 16), "dirt"...)[:0] // what was there before is not the file's
	n, err := b.WriteAt([]byte("cd"), 2)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Equal(t, "\x00\x00cd", string(b))
	_, err = b.WriteAt([]byte("abc"), 0)
	require.NoError(t, err)
	require.Equal(t, "abcd", string(b))
	_, err = b.WriteAt(nil, 6)
	require.NoError(t, err)
	require.Equal(t, "abcd\x00\x00", string(b))
	for _, off := range []int64{-1, math.MinInt64, math.MaxInt64, 1 << 62, math.MaxInt64 >> 1} {
		n, err := b.WriteAt([]byte("x"), off)
		require.ErrorContains(t, err, fmt.Sprint("offset ", off))
		require.Zero(t, n)
		require.Len(t, b, 6)
	}
}

// A file that is not compressed takes its memory at once.
func TestFinishReservesABuffer(t *testing.T) {
	w := newTestWriter(t)
	for range 30000 {
		row, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(tBody, row, make([]byte, 72)))
	}
	var b Buffer
	n, err := w.Finish(&b)
	require.NoError(t, err)
	require.Len(t, b, int(n))
	require.Less(t, cap(b), int(n)+64<<10)
}
