package store

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Memory that was given back can be used without asking for it again, also where the
// system cannot take it at once.
func TestDiscardedPagesStayUsable(t *testing.T) {
	mem, err := mapReserve(64 << 20)
	require.NoError(t, err)
	n := 4 * os.Getpagesize()
	b := mem[:n:n]
	require.NoError(t, mapCommit(b))
	use := func() {
		for i := range b {
			b[i] = byte(i)
		}
		for i := range b {
			require.Equal(t, byte(i), b[i])
		}
	}
	use()
	require.NoError(t, mapDiscard(b))
	use()
	require.NoError(t, resetPages(addressOf(b), uintptr(n)))
	use()

	parts, err := partsOf(mem)
	require.NoError(t, err)
	require.Len(t, parts, 1, "pages differ, and are of one allocation")
	require.Equal(t, uintptr(len(mem)), parts[0].n)
	require.NoError(t, mapFree(mem))
}
