package tiled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/tiled"
)

func TestTransformationsPrintTheirNames(t *testing.T) {
	require.Equal(t, "hflip|preferuntransformed", (tiled.MayFlipH | tiled.PreferUntransformed).String())
	require.Equal(t, "vflip|rotate|32", (tiled.MayFlipV | tiled.MayRotate | 32).String())
	require.Empty(t, tiled.Transformations(0).String())
}
