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
