package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A number that is 0 in some nodes and not given in others is one value in its type. Where
// it may be a place in a list, as in glTF, these are the first node and none.
func TestAPlaceThatIsNotAlwaysGivenIsNoted(t *testing.T) {
	const meshes = `,"meshes":[{"name":"a","weights":[0.5]},{"name":"b","weights":[0.25]}]`
	for list, want := range map[string]string{
		`"nodes":[{"x":1,"mesh":0},{"x":2},{"x":3,"mesh":1}]` + meshes:                       "node.mesh: ",
		`"nodes":[{"x":1,"of":[{"y":1,"mesh":0},{"y":2}]},{"x":3,"of":[]},{"x":3}]` + meshes: "node.of.mesh: ",
		`"nodes":[{"x":1,"mesh":0},{"x":2,"mesh":1},{"x":3,"mesh":1}]` + meshes:              "",
		`"nodes":[{"x":1,"mesh":1},{"x":2},{"x":3,"mesh":1}]` + meshes:                       "",
		`"nodes":[{"x":1,"mesh":0},{"x":2},{"x":3,"mesh":2}]` + meshes:                       "",
		`"nodes":[{"x":1,"mesh":0},{"x":2},{"x":3,"mesh":-1}]` + meshes:                      "",
		`"nodes":[{"x":1,"mesh":0},{"x":2},{"x":3,"mesh":0.5}]` + meshes:                     "",
		`"nodes":[{"x":1,"light":0},{"x":2},{"x":3,"light":1}]` + meshes:                     "",
	} {
		said := notes(requireBuilds(t, []string{"{" + list + "}"}, false))
		if want == "" {
			require.Empty(t, said, list)
			continue
		}
		require.Len(t, said, 1, list)
		require.True(t, strings.HasPrefix(said[0], want), said[0])
		require.Contains(t, said[0], "0 here and nothing there are one value in this type: if it is a place among the nodes of mesh,", list)
	}
}
