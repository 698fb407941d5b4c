package ldtk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	reader "github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

// What LDtk 1.5 itself makes of names.
func TestIdentifiersAreLDtks(t *testing.T) {
	for name, want := range map[string]string{
		"oak": "Oak", "light iron": "Light_iron", "größe": "Gr_e", " a - b ": "A_b", "_x__y": "_X_y", "3türen": "_T_ren", "12": "Unnamed", "äö": "Unnamed",
		"Oak": "Oak", "_": "Unnamed", "_9a": "_9a", "a.b": "A_b",
	} {
		require.Equal(t, want, reader.Identifier(name), name)
	}
	require.Empty(t, reader.Alike([]string{"oak", "light iron", "lightiron", "oak2"}))
	require.Equal(t, [][2]string{{"a b", "a-b"}, {"oak", "Oak"}, {"a b", "A_B"}}, reader.Alike([]string{"a b", "oak", "a-b", "Oak", "A_B"}))
}

type plank struct {
	Wood  uint8            `level:"wood,enum=none|oak|light iron|größe|dark-oak|dark oak|OAK"`
	Bits  uint8            `level:"bits,flags=wet|half-burnt"`
	Woods store.Span[sort] `level:"woods"`
	Pair  [2]uint8         `level:"pair,enum=none|light-iron"`
	Free  store.Str        `level:"free"`
}

type sort struct {
	Wood uint8 `level:"wood,text,enum=oak|light-iron"`
}

type planks struct {
	ldtk.World
	Planks store.Bulk[plank] `level:"Crate"`
	Sorts  store.Array[sort]
}

// A level that has LDtk's names of the symbols builds, whatever the style of its project.
func TestLDtksNamesOfSymbolsAreKnown(t *testing.T) {
	for value, want := range map[string]uint8{
		"oak": 1, "Oak": 1, "OAK": 6, "light iron": 2, "Light_iron": 2, "LIGHT_IRON": 2, "light_iron": 2, "Gr_e": 3, "gr_e": 3,
	} {
		w := new(planks)
		load(t, w, compileFile(t, w, files(t, "p.ldtk", one(crateWith("wood", "ExternEnum.Wood", `"`+value+`"`)))))
		for _, p := range w.Planks.All() {
			require.Equal(t, want, p.Wood, value)
		}
	}
	w := new(planks)
	load(t, w, compileFile(t, w, files(t, "p.ldtk", one(crateWith("bits", "Array<ExternEnum.Bits>", `["Wet", null, "Half_burnt"]`,
		"woods", "Array<ExternEnum.Wood>", `["Light_iron", "Oak"]`, "pair", "Array<ExternEnum.Wood>", `["None", "Light_iron"]`, "free", "ExternEnum.Wood", `"Light_iron"`)))))
	for _, p := range w.Planks.All() {
		require.EqualValues(t, 3, p.Bits)
		require.Equal(t, []sort{{1}, {0}}, w.Sorts.Slice(p.Woods))
		require.Equal(t, [2]uint8{0, 1}, p.Pair)
		require.Equal(t, "Light_iron", w.Strings.Get(p.Free), "a string is what LDtk has")
	}
	for _, value := range []string{"Dark_oak", "dark_oak", "lIGHT_iron", "Light-iron", "Light iron"} {
		b := build(t, schemaOf(t, new(planks)), files(t, "p.ldtk", one(crateWith("wood", "ExternEnum.Wood", `"`+value+`"`))), compile.Options{})
		require.Contains(t, strings.Join(b.found, "\n"), `unknown symbol "`+value+`"`)
	}
}
