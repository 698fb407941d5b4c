package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

func TestSchemasThatNoSourceCanFillAreRefused(t *testing.T) {
	node := format.ClassNode
	id := role(fld("name", format.TypeStr), format.RoleID)
	for _, test := range []struct {
		name   string
		want   string
		tables []format.Table
	}{
		{"two kinds of one name", `the element name "b" is taken by kind b`, []format.Table{
			makeTable("b", node, fld("x", format.TypeU8)),
			func() format.Table {
				t := makeTable("c", node, fld("x", format.TypeU8))
				t.Attr.Names = []string{"c", "b"}
				return t
			}()}},
		{"two keys", `the JSON key "things" is taken by kind b; choose another`, []format.Table{
			func() format.Table {
				t := makeTable("b", node, fld("x", format.TypeU8))
				t.Attr.JSON = "things"
				return t
			}(),
			func() format.Table {
				t := makeTable("c", node, fld("x", format.TypeU8))
				t.Attr.JSON = "things"
				return t
			}()}},
		{"a key that is a name", `the JSON key "c" is a name of the kind already; leave it out`, []format.Table{
			func() format.Table {
				t := makeTable("b", node, fld("x", format.TypeU8))
				t.Attr.Names, t.Attr.JSON = []string{"b", "c"}, "c"
				return t
			}()}},
		{"two ids", `a second id besides name`, []format.Table{makeTable("b", node, id, role(fld("nr", format.TypeU8), format.RoleID))}},
		{"two fields of one name", `the name "x" is taken`, []format.Table{makeTable("b", node, fld("x", format.TypeU8), with(fld("y", format.TypeU8), func(f *format.Field) { f.Attr.Source = "x" }))}},
		{"a field like a struct", `is taken by a field and by a nested struct`, []format.Table{makeTable("b", node, fld("x", format.TypeU8), fld("x.y", format.TypeU8))}},
		{"a field deeper than a source nests", `it stands in more than 255 nested structs`, []format.Table{makeTable("b", node, with(fld("x", format.TypeU8), func(f *format.Field) { f.Attr.Source = strings.Repeat("a/", 256) + "x" }))}},
		{"two maps", `a second map besides a`, []format.Table{makeTable("b", node, role(span("a", "b.a"), format.RoleMap), role(span("c", "b.c"), format.RoleMap)),
			makeTable("b.a", format.ClassArray, role(fld("k", format.TypeStr), format.RoleKey), fld("x", format.TypeU8)),
			makeTable("b.c", format.ClassArray, role(fld("k", format.TypeStr), format.RoleKey), fld("x", format.TypeU8))}},
		{"two texts", `an element's text cannot be both`, []format.Table{makeTable("b", node, role(fld("x", format.TypeU8), format.RoleText), role(fld("y", format.TypeU8), format.RoleText))}},
		{"an id with a default", `an id cannot have a default`, []format.Table{makeTable("b", node, def(id, "x"))}},
		{"a parent that is no reference", `a parent is one reference of a node`, []format.Table{makeTable("b", node, role(fld("up", format.TypeU8), format.RoleParent))}},
		{"two parents in one field", `a parent is one reference of a node`, []format.Table{makeTable("b", node, id, with(role(ref("up", "b"), format.RoleParent), func(f *format.Field) { f.Count = 2 }))}},
		{"a parent of an element", `a parent is one reference of a node`, []format.Table{makeTable("b", node, id, span("s", "b.s")), makeTable("b.s", format.ClassArray, role(ref("up", "b"), format.RoleParent))}},
		{"a parent with a default", `a parent takes no default`, []format.Table{makeTable("b", node, def(role(ref("up", "b"), format.RoleParent), "x"))}},
		{"an id that is a float", `an id is one string or integer`, []format.Table{makeTable("b", node, role(fld("x", format.TypeF32), format.RoleID))}},
		{"an id of two strings", `an id is one string or integer`, []format.Table{makeTable("b", node, with(id, func(f *format.Field) { f.Count = 2 }))}},
		{"a reference to what has no id", `it refers to b by id, but no field there has the option id, as in level:"name,id"`, []format.Table{makeTable("b", node, ref("next", "b"))}},
		{"a default that is no number", `default "many": "many" is not a whole number`, []format.Table{makeTable("b", node, def(fld("x", format.TypeU8), "many"))}},
		{"a default that is too long", `default "1 2 3": 3 values for a field of 2`, []format.Table{makeTable("b", node, def(vec("x", format.TypeU8, "xy"), "1 2 3"))}},
		{"a default of too few references", `default "a": x: expected 2 values, got 1`, []format.Table{
			makeTable("b", node, role(fld("id", format.TypeStr), format.RoleID), def(with(ref("x", "b"), func(f *format.Field) { f.Count, f.Attr.Components = 2, []string{"x", "y"} }), "a"))}},
		{"a default without a value in it", `default "1,,2": a list with an empty item`, []format.Table{makeTable("b", node, def(vec("x", format.TypeU8, "xy"), "1,,2"))}},
		{"a default without a string in it", `default "a,,b": a list with an empty item`, []format.Table{makeTable("b", node, def(vec("x", format.TypeStr, "xy"), "a,,b"))}},
		{"a default with a wrong value in it", `default "1 y": "y" is not a whole number`, []format.Table{makeTable("b", node, def(vec("x", format.TypeU8, "xy"), "1 y"))}},
		{"a default with a value in it that is too large", `default "300 1": "300" is out of range: u8 holds 0 to 255`, []format.Table{makeTable("b", node, def(vec("x", format.TypeU8, "xy"), "300 1"))}},
		{"an unknown default symbol", `default "c": "c" is no symbol; there are a|b`, []format.Table{makeTable("b", node, def(symbols(fld("x", format.TypeEnum8), "a", "b"), "c"))}},
		{"components that do not fit", `3 components for 2 values`, []format.Table{makeTable("b", node, with(vec("x", format.TypeU8, "xyz"), func(f *format.Field) { f.Count = 2 }))}},
		{"two components of one name", `two components named "x"`, []format.Table{makeTable("b", node, vec("v", format.TypeU8, "xx"))}},
	} {
		_, err := NewPlan(&format.Schema{Tables: test.tables})
		require.ErrorContains(t, err, test.want, test.name)
		var e *Error
		require.ErrorAs(t, err, &e, test.name)
		require.NotEmpty(t, e.Table)
	}
	_, err := NewPlan(&format.Schema{Tables: []format.Table{{Name: "b", Class: node}}})
	require.Error(t, err, "format's own check")
}

// A tag of a Go type cannot say it, but the schema of a file may.
func TestARequiredSpanIsGivenByItsElements(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("b", format.ClassNode, with(span("list", "b.list"), func(f *format.Field) { f.Attr.Required = true })),
		makeTable("b.list", format.ClassArray, fld("x", format.TypeU8)),
	}}
	for text, lacks := range map[string]bool{`<b><list x="1"/></b>`: false, `<b list="1 2"/>`: false, `<b list=""/>`: false, `<b/>`: true,
		`{"type":"b","list":[{"x":1}]}`: false, `{"type":"b","list":[]}`: false, `{"type":"b"}`: true} {
		require.Equal(t, lacks, len(compileAll(t, s, UnknownError, text).problems) > 0, text)
	}
}

func TestAllMistakesOfASchemaAreTold(t *testing.T) {
	_, err := NewPlan(&format.Schema{Tables: []format.Table{makeTable("b", format.ClassNode,
		def(fld("x", format.TypeU8), "300"), def(fld("y", format.TypeBool), "perhaps"))}})
	require.ErrorContains(t, err, `"300" is out of range`)
	require.ErrorContains(t, err, "neither true nor false")
	_, err = NewPlan(&format.Schema{Tables: []format.Table{makeTable("b", format.ClassNode, fld("x.y", format.TypeU8), fld("x", format.TypeU8))}})
	require.EqualError(t, err, `field x of b: the name "x" is taken`, "once, though in both syntaxes")
}

// One message tells what is wrong with all fields.
func TestASchemaWithoutNamesIsToldOnce(t *testing.T) {
	b := makeTable("b", format.ClassNode, fld("x", format.TypeU8), fld("y", format.TypeU8), fld("z", format.TypeU8))
	b.Fields[0].Attr.Source, b.Fields[1].Attr.Source = "", ""
	s := &format.Schema{Tables: []format.Table{b}}
	_, err := NewPlan(s)
	require.EqualError(t, err, "field x of b: the name \"\" is taken\nfield y of b: the name \"\" is taken")
	b.Fields[2].Attr.Source = ""
	_, err = NewPlan(s)
	require.Equal(t, ErrNameless, err)
}

func TestDefaultsThatDependOnTheLevel(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("b", format.ClassNode, role(fld("name", format.TypeStr), format.RoleID),
			def(ref("next", "b"), "last"), def(span("list", "b.list"), "1,2 3"),
			def(with(fld("words", format.TypeStr), func(f *format.Field) { f.Count = 2 }), "one two")),
		makeTable("b.list", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	out := compileAll(t, s, UnknownError, `<w><b/><b list="9" words="a b" next=""/><b name="last"/><b><list>8</list><list>7</list></b></w>`)
	require.Empty(t, out.problems)
	require.Equal(t, `0 b/0, 0 b/0, 0 b/0, 0 b/0
b 0: name="" next=b:2 list=#3 words="one","two"
b 1: name="" next=b:2 list=#1 words="a","b"
b 2: name="last" next=b:2 list=#3 words="one","two"
b 3: name="" next=b:2 list=#2 words="one","two"
b.list 0<0: value=1
b.list 1<0: value=2
b.list 2<0: value=3
b.list 3<1: value=9
b.list 4<2: value=1
b.list 5<2: value=2
b.list 6<2: value=3
b.list 7<3: value=8
b.list 8<3: value=7
`, out.dump())
}

// What a source says is written over the default, zeros too.
func TestZerosReplaceDefaults(t *testing.T) {
	three := func(f *format.Field) { f.Count = 3 }
	s := &format.Schema{Tables: []format.Table{makeTable("b", format.ClassNode, def(fld("on", format.TypeBool), "true"),
		def(with(fld("each", format.TypeBool), three), "1 1 1"), def(fld("n", format.TypeI32), "7"), def(symbols(fld("e", format.TypeEnum8), "p", "q"), "q"),
		def(symbols(fld("f", format.TypeFlags8), "r", "s"), "r s"))}}
	for _, text := range []string{`<b on="false" each="0 false 1" n="0" e="p" f=""/>`, `{"type":"b","on":false,"each":[false,0,true],"n":0,"e":"p","f":[]}`} {
		out := compileAll(t, s, UnknownError, text)
		require.Empty(t, out.problems, text)
		require.Equal(t, "0 b/0\nb 0: on=0 each=0,0,1 n=0 e=p f=0\n", out.dump(), text)
	}
}
