package compile

import (
	"strings"
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

// A span's elements that have nothing but the text of an element inside are
// structs, whatever stands between the tags.
func TestATextInsideTheElementsOfASpan(t *testing.T) {
	for _, typ := range []format.Type{format.TypeU8, format.TypeStr} {
		text := fld("value.text", typ)
		text.Attr.Role = format.RoleText
		s := &format.Schema{Tables: []format.Table{
			makeTable("tile", format.ClassNode, span("c", "tile.c")),
			makeTable("tile.c", format.ClassArray, text),
		}}
		var dumps []string
		for _, source := range []string{
			`<tile><c><value>1</value></c><c/><c><value>2</value></c></tile>`,
			"<tile>\n<c>\n<value>1</value>\n</c><c></c><c><value>2</value></c>\n</tile>",
			`{"type":"tile","c":[{"value":{"text":1}},{},{"value":{"text":2}}]}`,
		} {
			if typ == format.TypeStr {
				source = strings.NewReplacer(`:1}`, `:"1"}`, `:2}`, `:"2"}`).Replace(source)
			}
			out := compileAll(t, s, UnknownError, source)
			require.Empty(t, out.problems, source)
			dumps = append(dumps, out.dump())
		}
		require.Equal(t, dumps[0], dumps[1])
		require.Equal(t, dumps[0], dumps[2])
	}
}

// A node's own text may be nothing but white space, where that is written as a
// reference or CDATA. Elsewhere it is layout, however it is written.
func TestATextOfWhiteSpace(t *testing.T) {
	text, size := fld("text", format.TypeStr), fld("size", format.TypeU8)
	text.Attr.Role = format.RoleText
	note := fld("note", format.TypeStr)
	s := &format.Schema{Tables: []format.Table{
		makeTable("label", format.ClassNode, text, note, size),
		makeTable("box", format.ClassNode, size),
	}}
	same := func(want string, sources ...string) {
		t.Helper()
		for _, src := range sources {
			out, ref := compileAll(t, s, UnknownError, src), compileAll(t, s, UnknownError, want)
			require.Empty(t, out.problems, src)
			require.Empty(t, ref.problems, want)
			require.Equal(t, ref.dump(), out.dump(), src)
		}
	}
	same(`{"type":"label","text":"  "}`, `<label>&#32; </label>`, `<label><![CDATA[  ]]></label>`, `<label>  </label>`)
	same(`{"type":"label"}`, "<label>\n</label>", `<label><![CDATA[]]></label>`)
	same(`{"type":"label","size":1}`, "<label>\n<size>&#10;1</size>\n</label>", "<label><size>1</size> <note>\n</note></label>")
	same(`{"type":"label","note":" ","size":1}`, `<label><size>1</size> <note>&#32;</note></label>`, `<label><size> 1 </size> <note> </note> </label>`)
	same(`{"type":"box"}`, `<box>&#32;</box>`, `<box> </box>`, `<box><![CDATA[ ]]></box>`)
}
