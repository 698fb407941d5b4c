package loader_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// Nodes of several kinds may have one id: each is that of its own kind, also where
// others of the id come or go, and none is that of the next id.
func TestReloadTellsKindsOfOneIDApart(t *testing.T) {
	type node struct{ kind, id string }
	body, camera, light := node{"body", "x"}, node{"camera", "x"}, node{"light", "x"}
	version := func(x float64, nodes ...node) []byte {
		a := gameAuthor(t)
		a.node("scene", 0, "", fields{"title": "ids"})
		for _, n := range nodes {
			a.node(n.kind, 1, n.id, fields{"pos": []float64{x}})
		}
		return a.file()
	}
	// No two nodes are equal: only their ids tell which are the same.
	tests := []struct {
		was, now []node
		want     []string
	}{
		{[]node{body, light}, []node{light, body}, []string{"changed light [pos]", "changed body [pos]"}},
		{[]node{light}, []node{body, light}, []string{"added body []", "changed light [pos]"}},
		{[]node{body, light}, []node{light}, []string{"removed body []", "changed light [pos]"}},
		{[]node{body, camera, light}, []node{light}, []string{"removed body []", "removed camera []", "changed light [pos]"}},
		{[]node{body, light, {"light", "y"}}, []node{light, {"body", "y"}, {"light", "y"}},
			[]string{"removed body []", "changed light [pos]", "added body []", "changed light [pos]"}},
	}
	for _, test := range tests {
		var w game.World
		l := load(t, bind(t, &w, loader.Reloadable()), version(1, test.was...))
		require.Equal(t, test.want, reload(t, l, version(2, test.now...)), "%v", test.was)
	}
}
