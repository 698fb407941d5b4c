package export

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGoNames(t *testing.T) {
	for in, want := range map[string]string{
		"anchor-a":          "AnchorA",
		"id":                "ID",
		"tile_gid":          "TileGID",
		"3d":                "N3d",
		"maxSpeed":          "MaxSpeed",
		"TOOL_ARMOR":        "ToolArmor",
		"MAX_HP":            "MaxHP",
		"GUN":               "GUN", // perhaps initials
		"NE":                "NE",
		"LAYER_2":           "Layer2",
		"LOOT_ZONE.NPC_ID":  "LootZoneNpcID",
		"NPC_talk":          "NPCTalk",
		"HTTPServer":        "HTTPServer",
		"ÜBERGANG":          "Übergang",
		"object.SIZE.width": "ObjectSizeWidth",
		"_":                 "X",
	} {
		require.Equal(t, want, goName(in), in)
	}
}

func TestShortPaths(t *testing.T) {
	for in, want := range map[string]string{
		"root.animations.entries.bones.entries": "animation.bone",
		"root.entries":                          "entry",
		"root.entries.entries":                  "entry.entry",
		"room.doors":                            "room.doors",
	} {
		require.Equal(t, want, shortPath(in, "root"), in)
	}
}

// Names that very many would like are found without trying them all again.
func TestManyNamesThatAreAlike(t *testing.T) {
	s := scope{}
	for range 50_000 {
		s.take("a9")
	}
	require.Len(t, s, 50_000)
	require.Equal(t, "a9_50001", s.take("a9"))
	require.Equal(t, "a9_50000_2", s.take("a9_50000"))
}
