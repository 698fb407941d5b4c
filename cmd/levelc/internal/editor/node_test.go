package editor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A member that is null says no more than one that is not there, but it is there.
func TestWhatANodeHasOfAName(t *testing.T) {
	translate(t, editor.Options{}, func(tr *editor.Translation) error {
		n := tr.Main.Root
		require.Empty(t, n.Type(), "a type is a string")
		require.Equal(t, "5", n.String("type"))
		require.Empty(t, n.String("list"))
		require.Equal(t, source.Pos{Off: 1, Member: "list"}, n.PlaceOf("list").Pos)
		for _, name := range []string{"none", "absent"} {
			require.Nil(t, n.Member(name))
			require.Empty(t, n.String(name))
			require.Equal(t, n.Place(), n.PlaceOf(name))
			require.Equal(t, name == "none", n.Has(name))
		}
		require.True(t, n.Has("list"))
		require.Equal(t, "x", n.Child("in").Type())
		require.Nil(t, n.Child("list"))
		return nil
	}, "main.json", ` {"type":5,"list":[1],"none":null,"in":{"type":"x"}}`)
}

// An object and a list of one object are not the same, packed or not.
func TestNodesKnowWhetherTheyAreInAList(t *testing.T) {
	const both = `"one": {"x": 1}, "two": [{"one": {}, "two": [5, {"x": 1}]}], "three": [1, {"x": 1}], "four": [[{"x": 1}]]`
	by := func(tr *editor.Translation) error {
		var check func(n *editor.Node)
		check = func(n *editor.Node) {
			for name, want := range map[string]bool{"one": false, "two": true, "three": true, "four": true} {
				if c := n.Child(name); c != nil {
					require.Equal(t, want, c.Listed, name)
					require.Equal(t, want, n.IsListed(name), name)
					check(c)
				}
			}
		}
		root := tr.Main.Root
		require.False(t, root.Listed)
		check(root)
		row, rows := root.Child("row"), root.Child("rows")
		require.True(t, row.IsListed("cell"))
		require.False(t, rows.IsListed("cell"))
		require.False(t, rows.IsListed("none"))
		for c := range row.Children("cell") {
			require.True(t, c.Listed)
			check(c)
		}
		for c := range rows.Children("cell") {
			require.False(t, c.Listed)
			check(c)
		}
		return nil
	}
	level, _ := translate(t, editor.Options{}, by, "main.json", `{`+both+`, "row": {"cell": [{`+both+`}, {`+both+`}]}, "rows": {"cell": {`+both+`}}}`)
	require.Empty(t, level.Found.All())
}
