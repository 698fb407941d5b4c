package loader_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A world is saved as the levels that are in it, whichever were unloaded before.
func TestAWorldIsSavedWithoutUnloadedLevels(t *testing.T) {
	files := [][]byte{planks(t, 3), bridge(t), planks(t, 5)}
	saved := func(loads, stays []int) []byte {
		var w game.World
		b := bind(t, &w, loader.KeepNodes())
		levels := make(map[int]*loader.Level)
		for _, i := range loads {
			levels[i] = load(t, b, files[i])
		}
		for _, i := range stays {
			delete(levels, i)
		}
		for _, l := range levels {
			require.NoError(t, l.Unload())
		}
		var out bytes.Buffer
		require.NoError(t, b.Save(ctx, &out, loader.SaveOptions{}))
		return out.Bytes()
	}
	all := []int{0, 1, 2}
	for _, stays := range [][]int{{0, 1, 2}, {1, 2}, {0, 2}, {0, 1}, {0}, {1}, {2}, {}} {
		require.True(t, bytes.Equal(saved(stays, stays), saved(all, stays)), "%v", stays)
	}
}
