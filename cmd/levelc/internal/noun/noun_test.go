package noun_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
)

func TestPluralsAndBack(t *testing.T) {
	for one, many := range map[string]string{
		"body": "bodies", "key": "keys", "Vertex": "Vertices", "index": "indices", "box": "boxes", "glass": "glasses",
		"torch": "torches", "brush": "brushes", "tile": "tiles", "y": "ys", "enemy2": "enemy2s", "Child": "Children", "grandchild": "grandchildren", "ȺȺȺly": "ȺȺȺlies",
	} {
		require.Equal(t, many, noun.Plural(one))
		if len(many) > 2 {
			require.Equal(t, one, noun.Singular(many))
		}
	}
}

func TestWhatLooksLikeTheOtherStays(t *testing.T) {
	for _, one := range []string{"glass", "bus", "axis", "lens", "series", "Species", "x", "s", "sheep", "", "king's"} {
		require.Equal(t, one, noun.Singular(one))
	}
	require.Equal(t, "CITİE", noun.Singular("CITİES"), "İ becomes i in lower case, which is shorter")
	require.Equal(t, "children", noun.Plural("children"))
	require.Equal(t, "bodies", noun.Plural("bodies"))
}
