package tiled_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/tiled"
)

// A file may say that more is in a property than there is.
func TestPropertiesWithMoreInThemThanThereIs(t *testing.T) {
	var w tiled.World
	defer w.Properties.Close()
	list, err := w.Properties.AppendRange([]tiled.Property{{Nested: math.MaxUint32}, {Nested: 1 << 31}, {}})
	require.NoError(t, err)
	p := w.PropertiesOf(list)
	require.Equal(t, 1, p.Len())
	for _, in := range p.All() {
		require.Equal(t, 1, in.Len())
	}
}
