package readers_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/readers"
	"github.com/levelc/levelc/format"
)

func TestReadersAreToldApart(t *testing.T) {
	met := map[string]bool{}
	for _, r := range readers.All {
		require.True(t, readers.HasKind(r.Schema(), r.Kind), r.Name)
		for _, word := range append([]string{r.Name, r.Kind, r.Types}, r.Extensions...) {
			require.False(t, met[word] && word != r.Name, word)
			met[word] = true
		}
		for _, other := range readers.All {
			require.Equal(t, r == other, readers.HasKind(other.Schema(), r.Kind), "%s in %s", r.Kind, other.Name)
		}
	}
	require.Len(t, readers.Names(), len(readers.All))
}

func TestLevelsOfEditorsAreKnownByTheirNames(t *testing.T) {
	for path, want := range map[string]bool{
		"a/map.tmx": true, "MAP.TMX": true, "map.tmj": true, "all.world": true, "game.ldtk": true,
		"map.json": false, "map.xml": false, "tiles.tsx": false, "one.ldtkl": false, "tmx": false,
	} {
		require.Equal(t, want, readers.IsNamedAsLevel(path, path), path)
	}
	require.False(t, readers.IsNamedAsLevel("/w/backups/1.ldtk", "backups/1.ldtk"))
	require.True(t, readers.IsNamedAsLevel("/backups/1.ldtk", "1.ldtk"), "the folder is above the one that was named")
	require.True(t, readers.IsNamedAsLevel("/w/backups/1.tmx", "backups/1.tmx"), "Tiled makes no such folder")
}

func TestBesidesAnEditorsTypesAreThoseOfTheGame(t *testing.T) {
	door := format.Table{Name: "door", Class: format.ClassNode, Stride: 1}
	for _, r := range readers.All {
		own := r.Schema()
		all := &format.Schema{Tables: append(slices.Clone(own.Tables), door)}
		rest := readers.Besides(r.Name, all)
		require.Equal(t, "door", rest.Tables[len(rest.Tables)-1].Name)
		for _, table := range rest.Tables[:len(rest.Tables)-1] {
			require.Equal(t, format.ClassFixed, table.Class, table.Name)
		}
		game := &format.Schema{Tables: []format.Table{door}}
		require.Same(t, game, readers.Besides(r.Name, game), "without the types of the editor, all are the game's")
	}
}

func TestAChoiceOfOneAsksNobody(t *testing.T) {
	one := readers.All[0]
	require.Same(t, one, readers.Choice{One: one}.Of(nil, nil))
	require.Nil(t, readers.Choice{Plain: true}.Of(nil, nil))
	require.Nil(t, readers.Choice{}.Of(nil, func(*readers.Reader) bool { return false }))
}
