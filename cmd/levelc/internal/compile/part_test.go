package compile

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// linkSchema has references in an inline array whose places have names.
func linkSchema() *format.Schema {
	links := vec("ends", format.TypeRef, "ab")
	links.Target = "link"
	any := symbols(vec("near", format.TypeAnyRef, "lr"), "link", "post")
	id := role(fld("name", format.TypeStr), format.RoleID)
	return &format.Schema{Tables: []format.Table{
		makeTable("link", format.ClassNode, id, links, any),
		makeTable("post", format.ClassNode, id),
	}}
}

func TestReferencesAreGivenByComponent(t *testing.T) {
	const want = "0 link/0, 0 link/0, 0 post/0\n" +
		`link 0: name="x" ends=link:1,link:0 near=post:0,link:1` + "\n" +
		`link 1: name="y" ends=nil,link:0 near=nil,nil` + "\n" +
		`post 0: name="p"` + "\n"
	for _, text := range []string{
		`<l><link name="x"><ends a="y" b="x"/><near l="p" r="y"/></link><link name="y"><ends b="x"/></link><post name="p"/></l>`,
		`[{"type":"link","name":"x","ends":{"a":"y","b":"x"},"near":{"l":"p","r":"y"}},{"type":"link","name":"y","ends":{"b":"x"}},{"type":"post","name":"p"}]`,
	} {
		out := compileAll(t, linkSchema(), UnknownError, text)
		require.Empty(t, out.problems)
		require.Equal(t, want, out.dump())
	}
	out := compileAll(t, linkSchema(), UnknownError, `<link name="x"><ends a="z"/></link>`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], `no link has the id "z"`)
}

// A reference that stands as an element is called by the element's name, in a list of
// them too.
func TestDanglingReferencesAreCalledByTheirElement(t *testing.T) {
	schema := &format.Schema{Tables: []format.Table{
		makeTable("body", format.ClassNode, role(fld("name", format.TypeStr), format.RoleID), ref("on", "body"), span("friend", "body.friend")),
		makeTable("body.friend", format.ClassArray, role(ref("body", "body"), format.RoleText)),
	}}
	for text, want := range map[string]string{
		`<body name="a"><friend>z</friend></body>`:                   `friend: no body has the id "z"`,
		`<body name="a"><friend>a</friend><friend>z</friend></body>`: `friend: no body has the id "z"`,
		`<body name="a"><on>z</on></body>`:                           `on: no body has the id "z"`,
		`<body name="a" on="z"/>`:                                    `on: no body has the id "z"`,
		`{"type":"body","name":"a","friend":["a","z"]}`:              `friend: no body has the id "z"`,
	} {
		out := compileAll(t, schema, UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], ": "+want, text)
	}
}

// Ids that are numbers have no leading zeros, however they are spelt.
func TestANumberIsSuggestedForOneWithZeros(t *testing.T) {
	schema := &format.Schema{Tables: []format.Table{
		makeTable("body", format.ClassNode, role(fld("number", format.TypeI32), format.RoleID), symbols(fld("on", format.TypeAnyRef), "body", "post")),
		makeTable("post", format.ClassNode, role(fld("name", format.TypeStr), format.RoleID)),
	}}
	for word, want := range map[string]string{"0012345": `did you mean "12345"?`, "00": "name one that is there", "x": "name one that is there"} {
		out := compileAll(t, schema, UnknownError, `<body number="0012345" on="`+word+`"/>`)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], want)
	}
}

// What a source leaves out has its default, in texts as in numbers.
func TestComponentsThatAreNotGivenHaveTheirDefaults(t *testing.T) {
	with := func(preset string) *format.Schema {
		return &format.Schema{Tables: []format.Table{makeTable("sign", format.ClassNode,
			def(vec("says", format.TypeStr, "abc"), preset), def(vec("pos", format.TypeF32, "xy"), "1 2"))}}
	}
	const want = "0 sign/0\n" + `sign 0: says="none","x","west" pos=1,7` + "\n"
	for _, text := range []string{
		`<sign><says b="x"/><pos y="7"/></sign>`,
		`<sign><says><b>x</b></says><pos><y>7</y></pos></sign>`,
		`{"type":"sign","says":{"b":"x"},"pos":{"y":7}}`,
		`{"type":"sign","says":{"b":"x","a":null},"pos":{"y":7}}`,
	} {
		out := compileAll(t, with("(none, east, west)"), UnknownError, text)
		require.Empty(t, out.problems)
		require.Equal(t, want, out.dump())
	}
	for preset, says := range map[string]string{"none east west": `"none","east","west"`, "": `"","",""`} {
		out := compileAll(t, with(preset), UnknownError, `<sign/>`)
		require.Empty(t, out.problems)
		require.Contains(t, out.dump(), "says="+says)
	}
	for preset, wrong := range map[string]string{"a b": "2 values for a field of 3", "a,,b": "a list with an empty item"} {
		_, err := NewPlan(with(preset))
		require.EqualError(t, err, "field says of sign: default "+strconv.Quote(preset)+": "+wrong)
	}
}

// An element that refers to nothing is one all the same, in whatever form it is written.
func TestAnElementMayReferToNothing(t *testing.T) {
	want := compileAll(t, gameSchema(), UnknownError, `<w><trigger><wakes>b</wakes><wakes/></trigger><body name="b" pos="1 2"/></w>`)
	require.Empty(t, want.problems)
	for _, wakes := range []string{`["b",""]`, `[{"text":"b"},{"text":""}]`} {
		got := compileAll(t, gameSchema(), UnknownError, `[{"type":"trigger","wakes":`+wakes+`},{"type":"body","name":"b","pos":[1,2]}]`)
		require.Empty(t, got.problems)
		require.Equal(t, want.dump(), got.dump())
	}
	out := compileAll(t, gameSchema(), UnknownError, `{"type":"trigger","wakes":[{}]}`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "wakes: expected an id, got an object")
}

// White space refers to nothing in XML, and so does not fulfil what is required.
func TestARequiredReferenceIsNoWhiteSpace(t *testing.T) {
	for _, text := range []string{`<joint a=""/>`, `<joint a=" "/>`, "<joint><a>\n</a></joint>", `<joint a="&#9; "/>`, `{"type":"joint","a":""}`} {
		out := compileAll(t, gameSchema(), UnknownError, text)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], "joint lacks a")
	}
}

// References are given if one of them is there, in a list as among components.
func TestRequiredReferencesAreNotAllEmpty(t *testing.T) {
	s := linkSchema()
	s.Tables[0].Fields[s.Tables[0].Field("ends")].Attr.Required = true
	for _, ends := range []string{`["",""]`, `[[""],[""]]`, `{"a":"","b":""}`, `null`} {
		out := compileAll(t, s, UnknownError, `{"type":"link","name":"b","ends":`+ends+`}`)
		require.Len(t, out.problems, 1, ends)
		require.Contains(t, out.problems[0], "link lacks ends")
	}
	for _, ends := range []string{`["","b"]`, `[["b"],[""]]`, `{"a":"","b":"b"}`} {
		require.Empty(t, compileAll(t, s, UnknownError, `{"type":"link","name":"b","ends":`+ends+`}`).problems, ends)
	}
	require.Contains(t, compileAll(t, s, UnknownError, `<link><ends a="" b=" "/></link>`).problems[0], "link lacks ends")
}
