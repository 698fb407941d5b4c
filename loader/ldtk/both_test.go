package ldtk_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

// A game with levels of both editors has a world for each.
func TestTheWorldsOfBothEditorsAreBoundOneByOne(t *testing.T) {
	var w struct {
		Tiled tiled.World
		LDtk  ldtk.World
	}
	_, err := loader.Bind(&w)
	require.ErrorIs(t, err, loader.ErrWorld)
	require.ErrorContains(t, err, "LDtk: is a world of its own, as Tiled is: each has a store.Strings, and a world has one; bind them one by one, as by loader.Bind(&w.LDtk), each for levels of its own")
	require.NotContains(t, err.Error(), "\n", "what follows from it is not told")
	for _, world := range []any{&w.Tiled, &w.LDtk} {
		b, err := loader.Bind(world)
		require.NoError(t, err)
		require.NoError(t, b.Close())
	}

	var own struct {
		ldtk.World
		Strings store.Strings
	}
	_, err = loader.Bind(&own)
	require.ErrorContains(t, err, "Strings: a second store.Strings besides World.Strings; a world has one")
}
