package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestObjectsThatSayTheirKeysAreAMap(t *testing.T) {
	r := from(t, `{"weapons": {
		"sword": {"id": "sword", "damage": 5},
		"bow": {"id": "bow", "damage": 3, "range": 40, "ammo": "arrow"},
		"net": {"id": "net", "holds": 2.5, "skill": "fishing"}}}`)
	require.Equal(t, lines(
		"root/.: weapons.entries span map",
		"root.weapons.entries: key str key, id str, ammo str, holds f32, skill str, damage u8, range u8",
	), shape(r))
	require.Empty(t, r.Notes)
	w := `{"w": {"a": {"id": "a", "p": 1}, "b": {"id": "b", "q": 2}, "c": {"id": "c", "r": 1}}}`
	require.Contains(t, shape(from(t, "["+w+", "+w+", "+w+"]")), "w.entries span map", "the same keys each time")

	for name, text := range map[string]string{
		"one does not":        `{"w": {"sword": {"id": "sword", "damage": 5}, "bow": {"id": "bow", "range": 40}, "net": {"id": "nets", "holds": 2.5}}}`,
		"two may be chance":   `{"w": {"menu": {"id": "menu", "font": "a"}, "game": {"id": "game", "speed": 3}}}`,
		"no type takes them":  `{"w": {"a": {"id": "a", "v": [1, 2]}, "b": {"id": "b", "v": "x"}, "c": {"id": "c", "v": true}}}`,
		"not everywhere true": `[{"w": {"a": {"id": "a", "p": 1}, "b": {"id": "b", "q": 2}, "c": {"id": "c", "r": 1}}}, {"w": {"a": {"id": "x", "p": 1}}}]`,
	} {
		require.NotContains(t, shape(from(t, text)), " map", name)
	}
}

// As nodes of the types they would lose their keys.
func TestTypedObjectsInAMapKeepTheirKeys(t *testing.T) {
	r := from(t, `{"items": {
		"sword-1": {"type": "weapon", "damage": 5, "range": 2}, "sword-2": {"type": "weapon", "damage": 5, "range": 3},
		"potion-1": {"type": "drink", "heal": 3, "uses": 1}, "potion-2": {"type": "drink", "heal": 3, "uses": 2},
		"hat-1": {"type": "armor", "defense": 3, "weight": 2}}}`)
	require.Equal(t, lines(
		"root/.: items.entries span map",
		"root.items.entries: key str key, type str, damage u8, range u8, heal u8, uses u8, defense u8, weight u8",
	), shape(r))
	require.Empty(t, r.Notes)
}

func TestSeveralSeriesOfNamesAreKeys(t *testing.T) {
	r := from(t, `{"anims": {
		"walk1": {"from": 0, "to": 3}, "walk2": {"from": 4, "to": 7}, "run1": {"from": 8, "to": 9}, "run2": {"from": 9, "to": 12},
		"jump1": {"from": 13, "to": 15}, "jump2": {"from": 16, "to": 18}, "idle": {"from": 19, "to": 20}, "fall": {"from": 21}}}`)
	require.Equal(t, lines(
		"root/.: anims.entries span map",
		"root.anims.entries: key str key, from u8, to u8",
	), shape(r))
	r = from(t, `{"pad": {"axis1": {"min": 0, "max": 3}, "axis2": {"min": 4, "max": 7}, "key1": {"code": 8}, "key2": {"code": 9}}}`)
	require.NotContains(t, shape(r), " map", "a few may be parts of one thing")
}

func TestAMapOfMapsHasSeveral(t *testing.T) {
	records := func(names string) string {
		var all []string
		for i, name := range strings.Fields(names) {
			all = append(all, fmt.Sprintf(`%q: {"price": %d, "icon": "i"}`, name, i))
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	items, loot := records("axe bow cap dirk egg fan gun hat"), records("ale bun cod dill eel fig gum ham")
	require.Equal(t, lines(
		"root/.: items.entries span map",
		"root.items.entries: key str key, icon str, price u8",
	), shape(from(t, `{"items": `+items+`}`)))
	require.Equal(t, lines(
		"root/.: items.entries span map, loot.entries span map",
		"root.items.entries: key str key, icon str, price u8",
		"root.loot.entries: key str key, icon str, price u8",
	), shape(from(t, `{"items": `+items+`, "loot": `+loot+`}`)))
	require.Contains(t, shape(from(t, `{"n": 1, "game": {"items": `+items+`}}`)), "root.game.items.entries: key")
	require.Equal(t, lines(
		"root/.: shops.entries span map",
		"root.shops.entries: key str key, entries span map",
		"root.shops.entries.entries: key str key, icon str, price u8",
	), shape(from(t, `{"shops": {"north": `+items+`, "south": `+loot+`}}`)))
}
