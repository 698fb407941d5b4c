package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// listedSchema has spans whose elements are lists of rows, of numbers and of strings, and
// a span of elements with an attribute beside such a text.
func listedSchema() *format.Schema {
	text := func(name, target string) format.Field { return role(span(name, target), format.RoleText) }
	value := func(t format.Type, n uint32) format.Field {
		f := fld("value", t)
		f.Count = n
		return role(f, format.RoleText)
	}
	array := func(name string, f ...format.Field) format.Table { return makeTable(name, format.ClassArray, f...) }
	return &format.Schema{Tables: []format.Table{
		makeTable("map", format.ClassNode, json(span("line", "map.line"), "lines"), span("row", "map.row"), span("word", "map.word"), span("path", "map.path")),
		array("map.line", text("points", "map.line.points")),
		array("map.row", text("cells", "map.row.cells")),
		array("map.word", text("all", "map.word.all")),
		array("map.path", text("at", "map.path.at"), fld("name", format.TypeU8)),
		array("map.line.points", value(format.TypeF32, 2)),
		array("map.row.cells", value(format.TypeU8, 1)),
		array("map.word.all", value(format.TypeStr, 1)),
		array("map.path.at", value(format.TypeU16, 1)),
	}}
}

// An element whose text is a list may be that list in JSON.
func TestListsInAListAreElements(t *testing.T) {
	long := strings.TrimSuffix(strings.Repeat("7,", 5000), ",")
	for _, c := range []struct{ xml, json string }{
		{`<map><line>1 2 3 4</line><line>5 6.5</line></map>`, `{"type":"map","lines":[[[1,2],[3,4]],[[5,6.5]]]}`},
		{`<map><line>1 2 3 4</line><line/><line>5 6</line></map>`, `{"type":"map","lines":[[1,2,3,4],[],[5,6]]}`},
		{`<map><row>1 2 3</row><row>4</row><row/></map>`, `{"type":"map","row":[[1,2,3],[4],[]]}`},
		{`<map><row/><row/></map>`, `{"type":"map","row":[[],[]]}`},
		{`<map><word>a,b</word><word>c</word></map>`, `{"type":"map","word":[["a","b"],["c"]]}`},
		{`<map><path>1</path><path>2 300</path></map>`, `{"type":"map","path":[[1],[2,300]]}`},
		{`<map/>`, `{"type":"map","row":[],"lines":[null]}`},
		{`<map><row>` + long + `</row><row>1</row><row>` + long + `</row></map>`, `{"type":"map","row":[[` + long + `],[1],[` + long + `]]}`},
	} {
		want := compileAll(t, listedSchema(), UnknownError, c.xml)
		require.Empty(t, want.problems, c.xml)
		got := compileAll(t, listedSchema(), UnknownError, c.json)
		require.Empty(t, got.problems, c.json)
		require.Equal(t, want.dump(), got.dump(), c.json)
	}
}

func TestListsInAListThatAreNoElements(t *testing.T) {
	long := strings.TrimSuffix(strings.Repeat("7,", 5000), ",")
	for _, c := range []struct{ text, want string }{
		{`"row":[[1,2],[3,"x"]]`, `1.row[3]: row: expected an integer, got the string "x"`},
		{`"row":[[1,2],[3,400]]`, `1.row[3]: row: 400 is out of range: a uint8 holds 0 to 255 (write a number in this range, or give the field another type)`},
		{`"row":[[` + long + `],[400]]`, `1.row[5000]: row: 400 is out of range: a uint8 holds 0 to 255 (write a number in this range, or give the field another type)`},
		{`"row":[[1,2],7]`, "1.row: row: element 2: expected a list like the others, got 7"},
		{`"row":[7,[1,2]]`, "1.row: row: element 1: expected a list like the others, got 7"},
		{`"row":[[1,2],null]`, "1.row: row: element 2: expected a list like the others, got null"},
		{`"row":[` + long + `]`, "1.row: row: expected a list of lists, got numbers"},
		{`"row":7`, "1.row: row: expected a list of lists, got 7"},
		{`"lines":[[[1,2]],[[3]]]`, "1.lines: lines: element 1 has 1 value, not 2"},
		{`"lines":[[1,2],[3,4,5]]`, "1.lines: lines: 3 values are no whole number of elements of 2"},
		{`"path":[[1],[[]]]`, "1.path: path: element 1 has 0 values, not 1"},
		{`"path":[[1],[[2,3],[4]]]`, "1.path: path: element 1 has 2 values, not 1 (lists of 2 values are elements of a span of arrays, [2]T)"},
	} {
		out := compileAll(t, listedSchema(), UnknownError, `{"type":"map",`+c.text+`}`)
		require.Equal(t, []string{c.want}, out.problems, c.text)
	}
}
