package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// The first and the last type of each sort are of that sort, and white space is
// passed over on either side alone.
func TestTypesAtTheEndsOfTheirSort(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("tile", format.ClassNode,
			fld("sort", format.TypeU8),
			fld("mass", format.TypeF64),
			symbols(fld("small", format.TypeEnum8), "a", "b"),
			symbols(fld("large", format.TypeEnum32), "a", "b"),
			symbols(fld("few", format.TypeFlags8), "x", "y"),
			symbols(fld("many", format.TypeFlags64), "x", "y"),
			span("color", "tile.color"),
		),
		makeTable("tile.color", format.ClassArray, fld("r", format.TypeU8), fld("w", format.TypeF64)),
	}}
	var dumps []string
	for _, text := range []string{
		`<tile sort="5" mass="0.5" small="b" large="b" few="x y" many="x y" color="1 2 3 4"/>`,
		`<tile sort="5 " mass=" 0.5" small="b " large=" b" few="x y " many=" x y" color=" 1 2 3 4 "/>`,
		"<tile><sort>5\n</sort><mass>\t0.5</mass><small>b\n</small><large>b</large><few>x y</few><many>x y</many><color>1 2</color><color>3 4</color></tile>",
		`{"type":"tile","sort":5,"mass":0.5,"small":"b","large":"b","few":["x","y"],"many":["x","y"],"color":[1,2,3,4]}`,
	} {
		out := compileAll(t, s, UnknownError, text)
		require.Empty(t, out.problems, text)
		dumps = append(dumps, out.dump())
	}
	for _, d := range dumps {
		require.Equal(t, dumps[0], d)
	}
	require.Contains(t, dumps[0], "tile.color")
}

// A kind is one to chunk by under the name of its table too, where no source
// calls it that.
func TestChunkKindsByTheNamesOfTables(t *testing.T) {
	s := gameSchema()
	for i := range s.Tables {
		if s.Tables[i].Name == "group" {
			s.Tables[i].Attr.Names = []string{"layer"}
		}
	}
	plan, err := NewPlan(s)
	require.NoError(t, err)
	require.NoError(t, plan.CheckChunks([]string{"group"}))
	require.NoError(t, plan.CheckChunks([]string{"layer"}))
	require.Error(t, plan.CheckChunks([]string{"groups"}))
}
