package format

import (
	"testing"

	"github.com/stretchr/testify/require"
)

type vertex struct {
	X, Y float32
	On   bool
	N    [3]uint8
}

func TestRowsAndBytesShareTheirMemory(t *testing.T) {
	rows := []vertex{{X: 1}, {Y: 2, On: true}}
	b := BytesOf(rows)
	require.Len(t, b, 24)
	again, err := RowsOf[vertex](b)
	require.NoError(t, err)
	require.Equal(t, rows, again)
	again[0].X = 9
	require.Equal(t, float32(9), rows[0].X)
	require.Nil(t, BytesOf[vertex](nil))
	none, err := RowsOf[vertex](nil)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestRowsOfRefusesWhatIsNoRow(t *testing.T) {
	b := BytesOf(make([]uint64, 6))
	_, err := RowsOf[vertex](b[:25])
	require.ErrorIs(t, err, ErrRowSize)
	_, err = RowsOf[vertex](b[1:25])
	require.ErrorIs(t, err, ErrRowAlign)
	_, err = RowsOf[*int](b)
	require.ErrorIs(t, err, ErrRowType)
	_, err = RowsOf[struct {
		A [2]struct{ S string }
	}](b)
	require.ErrorIs(t, err, ErrRowType)
	_, err = RowsOf[struct{}](b)
	require.ErrorIs(t, err, ErrRowType)
	_, err = RowsOf[struct{ A [0]*int }](b)
	require.ErrorIs(t, err, ErrRowType, "of no size")
}

func TestRowsOfAllocatesNothing(t *testing.T) {
	b := BytesOf(make([]vertex, 10))
	n := 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		rows, _ := RowsOf[vertex](b)
		n += len(rows)
	}))
	require.NotZero(t, n)
}
