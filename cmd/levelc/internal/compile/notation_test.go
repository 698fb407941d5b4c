package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// notationSchema has what level files write in more than one way.
func notationSchema(change ...func(*format.Field)) *format.Schema {
	dim := format.Field{Name: "dim", Type: format.TypeU8, Count: 4}
	tint := format.Field{Name: "tint", Type: format.TypeU8, Count: 3}
	for _, f := range change {
		f(&dim)
	}
	return &format.Schema{Tables: []format.Table{
		makeTable("lamp", format.ClassNode, vec("pos", format.TypeF32, "xyz"), dim, tint,
			fld("on", format.TypeBool), span("path", "lamp.path"), role(span("args", "lamp.args"), format.RoleAny)),
		makeTable("lamp.args", format.ClassArray, role(fld("value", format.TypeStr), format.RoleText)),
		makeTable("lamp.path", format.ClassArray, fld("x", format.TypeI16), fld("y", format.TypeI16)),
	}}
}

func TestAListMayStandInBrackets(t *testing.T) {
	want := compileAll(t, notationSchema(), UnknownError, `<lamp pos="1 2.5 -3" dim="1 2 3 4" path="1 2 3 4"/>`)
	require.Empty(t, want.problems)
	for _, text := range []string{
		`<lamp pos="(1, 2.5, -3)" dim="[1,2,3,4]" path="(1 2, 3 4)"/>`,
		`<lamp><pos> (1,2.5,-3)
		</pos><dim>[1 2 3 4]</dim><path>(1 2)</path><path>[3, 4]</path></lamp>`,
	} {
		got := compileAll(t, notationSchema(), UnknownError, text)
		require.Empty(t, got.problems)
		require.Equal(t, want.dump(), got.dump())
	}
	out := compileAll(t, notationSchema(), UnknownError, `<lamp pos="(1, x, 3)" dim="(1)"/>`)
	require.Equal(t, []string{
		`1.pos[1]: pos: "x" is not a number`,
		`1.dim: dim: expected 4 values, got 1`,
	}, out.problems)
}

func TestAColourInAnotherFormIsToldHowToBeWritten(t *testing.T) {
	for text, hint := range map[string]string{
		`<lamp dim="red"/>`:                   "write it as #rrggbb, or as 4 numbers from 0 to 255",
		`<lamp tint="ff8000"/>`:               "write it as #rrggbb, or as 3 numbers from 0 to 255",
		`<lamp tint="0xff8000"/>`:             "write it as #rrggbb, or as 3 numbers from 0 to 255",
		`<lamp tint="rgb(255,128,0)"/>`:       "write it as #rrggbb, or as 3 numbers from 0 to 255",
		`<lamp tint="1 0.5 0"/>`:              "write it as #rrggbb, or as 3 numbers from 0 to 255",
		`<lamp tint="0xff 0 0"/>`:             "numbers are decimal: write 255",
		`{"type":"lamp","dim":"red"}`:         "write it as #rrggbb, or as a list, in square brackets",
		`{"type":"lamp","dim":[0.5,0.5,1,1]}`: "write it as #rrggbb, or as 4 numbers from 0 to 255",
	} {
		out := compileAll(t, notationSchema(), UnknownError, text)
		require.NotEmpty(t, out.problems, text)
		require.Contains(t, out.problems[0], "("+hint+")", text)
	}
}

func TestAColourMayBeHexadecimal(t *testing.T) {
	want := compileAll(t, notationSchema(), UnknownError, `<lamp dim="255 128 0 255" tint="10 11 12"/>`)
	require.Empty(t, want.problems)
	for _, text := range []string{
		`<lamp dim="#ff8000" tint="#0a0B0c"/>`,
		`<lamp><dim> #FF8000 </dim><tint>#0a0b0c</tint></lamp>`,
		`{"type":"lamp","dim":"#ff8000","tint":"#0a0b0c"}`,
	} {
		got := compileAll(t, notationSchema(), UnknownError, text)
		require.Empty(t, got.problems)
		require.Equal(t, want.dump(), got.dump())
	}
	got := compileAll(t, notationSchema(func(f *format.Field) { *f = def(*f, "#ff8000") }), UnknownError, `<lamp tint="10 11 12"/>`)
	require.Equal(t, want.dump(), got.dump())
	for _, wrong := range []string{"#fff", "#12345g", "#80ffffff", "#"} {
		for _, text := range []string{`<lamp dim="` + wrong + `"/>`, `{"type":"lamp","dim":"` + wrong + `"}`} {
			out := compileAll(t, notationSchema(), UnknownError, text)
			require.Len(t, out.problems, 1)
			require.Contains(t, out.problems[0], `dim: "`+wrong+`" is no colour (write it as #rrggbb, or as 4 numbers from 0 to 255)`)
		}
	}
	_, err := NewPlan(notationSchema(func(f *format.Field) { *f = def(*f, "#ff") }))
	require.ErrorContains(t, err, `default "#ff": 1 value for a field of 4 (write it as #rrggbb, or as 4 numbers from 0 to 255)`)
}

// A colour where there is no place for one is no advice to write a number of that size.
func TestAColourAmongNumbersIsNoLargeNumber(t *testing.T) {
	for text, hint := range map[string]string{
		`<lamp dim="1 2 3 #ff8000"/>`:             "",
		`<lamp dim="1 2 3 #ff"/>`:                 "(numbers are decimal: write 255)",
		`{"type":"lamp","dim":[1,2,3,"#ff8000"]}`: "",
		`{"type":"lamp","dim":[1,2,3,"0xff"]}`:    "(numbers are decimal: write 255)",
		`{"type":"lamp","path":[[1,"#8000"]]}`:    "",
		`{"type":"lamp","path":[[1,"#7fff"]]}`:    "(numbers are decimal: write 32767)",
	} {
		out := compileAll(t, notationSchema(), UnknownError, text)
		require.Len(t, out.problems, 1, text)
		if hint == "" {
			require.NotContains(t, out.problems[0], "decimal", text)
		}
		require.Contains(t, out.problems[0], hint)
	}
}

func TestABoolMayHaveACapital(t *testing.T) {
	for text, want := range map[string]string{"True": "on=1", "TRUE": "on=1", "False": "on=0", "FALSE": "on=0"} {
		out := compileAll(t, notationSchema(), UnknownError, `<lamp on="`+text+`"/>`)
		require.Empty(t, out.problems)
		require.Contains(t, out.dump(), want)
	}
	out := compileAll(t, notationSchema(), UnknownError, `{"type":"lamp","on":"True"}`)
	require.Len(t, out.problems, 1)
}

func TestAListOfStringsMayTakeAnything(t *testing.T) {
	want := compileAll(t, notationSchema(), UnknownError, `<lamp><args>door</args><args>3</args><args>true</args><args>-1.50</args></lamp>`)
	require.Empty(t, want.problems)
	got := compileAll(t, notationSchema(), UnknownError, `{"type":"lamp","args":["door",3,true,-1.50]}`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	out := compileAll(t, notationSchema(), UnknownError, `{"type":"lamp","args":["door",null]}`)
	require.Len(t, out.problems, 1)
}

func TestNodesUnderTheirIdsAreTold(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("room", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), fld("light", format.TypeF32)),
	}}
	s.Tables[0].Attr.JSON = "rooms"
	out := compileAll(t, s, UnknownError, `{"rooms":{"hall":{"light":1},"cellar":{}}}`)
	require.Len(t, out.problems, 2)
	require.Contains(t, out.problems[0], `unknown name "hall" in room (if "hall" is the id of a node, the field "id" takes it with the option key`)
	out = compileAll(t, s, UnknownError, `{"rooms":[{"id":"hall","door":{}}]}`)
	require.Len(t, out.problems, 1)
	require.NotContains(t, out.problems[0], "write a list")
}

// What the compiler takes for a default and what a game takes for it are one.
func TestADefaultIsWhatTheFormatTakesItFor(t *testing.T) {
	fields := []format.Field{
		{Type: format.TypeU8, Count: 4}, {Type: format.TypeU8, Count: 3}, {Type: format.TypeU8, Count: 2}, {Type: format.TypeU8, Count: 1},
		{Type: format.TypeI16, Count: 3}, {Type: format.TypeF32, Count: 3}, {Type: format.TypeF64, Count: 1}, {Type: format.TypeU64, Count: 1},
		{Type: format.TypeBool, Count: 1}, {Type: format.TypeBool, Count: 3},
		{Type: format.TypeEnum8, Count: 1, Symbols: []string{"True", "b"}}, {Type: format.TypeFlags8, Count: 1, Symbols: []string{"True", "b"}},
	}
	taken := 0
	for _, text := range []string{
		"", " ", "1", " 1 ", "+1", "-1", "-0", "1.", ".5", "1e2", "(1)", "1 2 3", "1,2,3", "1, 2 ,3", "(1 2 3)", "[1,2,3]", " ( 1 2 3 ) ", "(1 2 3]", "((1 2 3))", "()", "[]",
		"1 2 3 4", "(1,2,3,4)", "1 2", "#ff8000", " #FF8000\n", "#ff8", "#ff800", "#ff80000", "#ff8000ff", "#gg0000", "(#ff8000)", "#+f8000",
		"true", "True", "TRUE", "tRUE", "false", "False", "FALSE", "True 0 false", "[1 1 0]", "b", "True b", "True|b", "256", "-32768 0 1", "1e39 0 0", "18446744073709551615",
		"inf", "-Infinity", "nan", "0x1p4", "1_0", "1e", "1e+2", "1e400", "nan 1 1", "1 0x2 1_0",
	} {
		for _, f := range fields {
			f.Name = "f"
			f = def(f, text)
			s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, f)}}
			want, err := format.DefaultBytes(&s.Tables[0].Fields[0])
			plan, err2 := NewPlan(s)
			require.Equal(t, err == nil, err2 == nil, "%v of %d: %q: %v, %v", f.Type, f.Count, text, err, err2)
			if err == nil {
				taken++
				last := plan.tables[len(plan.tables)-1]
				require.Equal(t, want, last.fresh[last.Fields[0].Offset:][:len(want)], "%v of %d: %q", f.Type, f.Count, text)
			}
		}
	}
	require.Greater(t, taken, 50)
}
