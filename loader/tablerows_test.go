package loader

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
)

// Rows that nobody has reserved are named.
func TestRowsOfTablesThatAreNotReserved(t *testing.T) {
	r := byteRows{stride: 4}
	_, err := r.Bytes(store.Range{First: 7, Len: 3}, 0, 3)
	require.ErrorIs(t, err, store.ErrRange)
	require.ErrorContains(t, err, "7+3 is not reserved")
}
