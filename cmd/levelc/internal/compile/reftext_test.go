package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

func none(f format.Field, values ...string) format.Field { f.Attr.None = values; return f }

func forms(f format.Field, forms ...string) format.Field { f.Attr.Forms = forms; return f }

// boneSchema has references of all shapes that say how they are written.
func boneSchema() *format.Schema {
	node, array := format.ClassNode, format.ClassArray
	return &format.Schema{Tables: []format.Table{
		makeTable("bone", node, role(fld("id", format.TypeStr), format.RoleID),
			none(ref("parent", "bone"), "-1", "none"),
			none(with(ref("two", "bone"), func(f *format.Field) { f.Count = 2 }), "-1"),
			forms(none(symbols(fld("any", format.TypeAnyRef), "bone", "mesh"), "0"), "#*", "url(#*)"),
			span("list", "bone.list"), forms(ref("in.h", "bone"), "@*", "@( * )", "@(*)"), span("el", "bone.el"),
			role(span("map.all", "bone.map.all"), format.RoleMap)),
		makeTable("mesh", node, role(fld("id", format.TypeI16), format.RoleID), role(forms(ref("of", "bone"), "#*"), format.RoleText),
			none(forms(ref("next", "mesh"), "m*"), "-1")),
		makeTable("bone.list", array, role(none(forms(ref("value", "bone"), "#*"), "-1"), format.RoleText)),
		makeTable("bone.el", array, none(forms(ref("h", "bone"), "#*"), "-1"), fld("t", format.TypeI32)),
		makeTable("bone.map.all", array, role(fld("k", format.TypeStr), format.RoleKey), none(forms(ref("h", "bone"), "#*"), "-1", "false")),
	}}
}

func TestReferencesAreWrittenAsTheirTagsSay(t *testing.T) {
	plain := compileAll(t, boneSchema(), UnknownError, `{"children":[
		{"type":"bone","id":"a","two":["a",""],"any":"7","list":["a","","b",""],"in":{"h":"b"},"el":[{"t":2},{"h":"b"}],"map":{"x":"a","y":"","z":{"h":"a"}}},
		{"type":"bone","id":"b","list":["a"]},
		{"type":"bone","id":"c","parent":"a"},
		{"type":"mesh","id":7,"text":"a"},{"type":"mesh","id":8,"next":7}]}`)
	require.Empty(t, plain.problems)
	for _, text := range []string{
		`{"children":[
		{"type":"bone","id":"a","parent":-1,"two":["a",-1],"any":"url(#7)","list":["#a",-1,"b","-1"],"in":{"h":"@( b )"},"el":[{"h":-1,"t":2},{"h":"#b"}],"map":{"x":"#a","y":false,"z":{"h":"a"}}},
		{"type":"bone","id":"b","parent":"none","any":"0","list":["#a"]},
		{"type":"bone","id":"c","parent":"a","any":0},
		{"type":"mesh","id":7,"text":"#a","next":-1},{"type":"mesh","id":8,"next":"m07"}]}`,
		`<all>
		<bone id="a" parent="-1" two="a -1" any="url(#7)" list="#a,-1,b -1"><in h="@b"/><el h=" -1 " t="2"/><el><h>#b</h></el><map x="#a" y="-1"><z h="a"/></map></bone>
		<bone id="b" parent="none" any="0"><list>#a</list></bone>
		<bone id="c" parent=" a "><any> 0 </any></bone>
		<mesh id="7" next="-1"> #a </mesh><mesh id="8" next="m7"/></all>`,
	} {
		out := compileAll(t, boneSchema(), UnknownError, text)
		require.Empty(t, out.problems)
		require.Equal(t, plain.dump(), out.dump(), text)
	}
}

func TestMistakesInWrittenReferencesHintAtTheTag(t *testing.T) {
	for _, c := range []struct{ text, told string }{
		{`<bone id="a" any="-1"/>`, `any: no bone or mesh has the id "-1" (if that is to say none, leave it out, or leave it empty, or put none=0|-1 into the tag of the field)`},
		{`{"type":"bone","id":"a","in":{"h":-1}}`, `h: expected an id, got -1 (if that is to say none, leave it out, or leave it empty, or put none=-1 into the tag of the field)`},
		{`<bone id="a" parent="#a"/>`, `parent: no bone has the id "#a" (if "a" is meant, put form=#* into the tag of the field) | 1.id: the bone "a"`},
		{`<bone id="a" any="res://a"/>`, `any: no bone or mesh has the id "res://a" (if "a" is meant, put form=#*|url(#*)|res://* into the tag of the field)`},
		{`<bone id="a"><in h="url(#a)"/></bone>`, `(if "a" is meant, put form=@*|@( * )|@(*)|url(#*) into the tag of the field)`},
		{`<bone id="a" any="##a"/>`, `any: no bone or mesh has the id "#a"`},
		{`<bone id="a" any="#"/>`, `any: no bone or mesh has the id "#"`},
		{`<bone id="a" any="#b"/>`, `any: no bone or mesh has the id "b"`},
		{`<bone id="a" any="x*y://a"/>`, `any: no bone or mesh has the id "x*y://a" (name one that is there, or leave it out)`},
		{`<bone id="a" list="#a #b"/>`, `list: no bone has the id "b"`},
		{`<bone id="none"/>`, `the id "none" says none in parent of bone, by none= in its tag (give the node another id, or change the tag)`},
		{`<bone id="#a"/>`, `the id "#a" would be read as "a" in any of bone, by form= in its tag (give the node another id, or change the tag)`},
		{`<mesh id="0"/>`, `the id "0" says none in any of bone`},
		{`<mesh id="3" next="-2"/>`, `next: no mesh has the id "-2"`},
	} {
		out := compileAll(t, boneSchema(), UnknownError, c.text)
		require.Len(t, out.problems, 1, c.text)
		require.Contains(t, out.problems[0], c.told, c.text)
	}
}

// A schema file may say what no tag can.
func TestASchemaSaysHowReferencesAreWritten(t *testing.T) {
	id := role(fld("id", format.TypeStr), format.RoleID)
	for _, c := range []struct {
		field format.Field
		why   string
	}{
		{none(fld("n", format.TypeI32), "-1"), "none and forms are for references"},
		{forms(ref("r", "n"), "#"), `the form "#" does not have one *`},
		{forms(ref("r", "n"), "*"), `the form "*" does not have one *`},
		{forms(ref("r", "n"), "#**"), `does not have one *`},
		{need(none(ref("r", "n"), "-1")), "a reference that may say none is not required and has no default"},
		{def(none(ref("r", "n"), "-1"), "a"), "a reference that may say none is not required and has no default"},
		{with(fld("i", format.TypeI32), func(f *format.Field) { f.Attr.Index = true }), "an index is for a node's id"},
	} {
		_, err := NewPlan(&format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, id, c.field)}})
		require.ErrorContains(t, err, c.why)
	}
}

func indexSchema() *format.Schema {
	index := func(t format.Type) format.Field {
		return with(role(fld("id", t), format.RoleID), func(f *format.Field) { f.Attr.Index = true })
	}
	s := &format.Schema{Tables: []format.Table{
		makeTable("node", format.ClassNode, index(format.TypeU8), none(ref("mesh", "mesh"), "-1"), span("children", "node.children")),
		makeTable("mesh", format.ClassNode, index(format.TypeI32)),
		makeTable("node.children", format.ClassArray, role(ref("value", "node"), format.RoleText)),
	}}
	s.Tables[0].Attr.JSON, s.Tables[1].Attr.JSON = "nodes", "meshes"
	return s
}

func TestANodeWithoutAnIDHasItsPlaceAsOne(t *testing.T) {
	want := compileAll(t, indexSchema(), UnknownError, `{"children":[{"type":"node","id":0,"mesh":1,"children":[1,2]},{"type":"node","id":1},{"type":"node","id":2,"mesh":0},
		{"type":"mesh","id":0},{"type":"mesh","id":1}]}`)
	require.Empty(t, want.problems)
	for _, text := range []string{
		`{"nodes":[{"mesh":1,"children":[1,2]},{"mesh":-1},{"mesh":0}],"meshes":[{},{}]}`,
		`{"nodes":[{"id":0,"mesh":1,"children":[1,2]},{},{"mesh":0}],"meshes":[{},{"id":1}]}`,
		`<all><node mesh="1" children="1 2"/><node/><node mesh="0"/><mesh/><mesh/></all>`,
	} {
		out := compileAll(t, indexSchema(), UnknownError, text)
		require.Empty(t, out.problems, text)
		require.Equal(t, want.dump(), out.dump(), text)
	}
	nested := compileAll(t, indexSchema(), UnknownError, `<node children="1 3"><node children="2"><node/></node><node/></node>`)
	require.Empty(t, nested.problems)
	require.Contains(t, nested.dump(), "node 1: id=1 ")
	require.Contains(t, nested.dump(), "node 3: id=3 ")
	null := compileAll(t, indexSchema(), UnknownError, `{"nodes":[null,{"mesh":1},null,{"children":[1,3]}],"meshes":[null,{}]}`)
	require.Empty(t, null.problems, "null counts, and nothing is lost")
	require.Contains(t, null.dump(), "node 1: id=3 ")
}

func TestAnIndexIsAnIDAsAnyOther(t *testing.T) {
	for _, c := range []struct {
		sources []string
		told    string
	}{
		{[]string{`{"nodes":[{"id":1},{}]}`}, `a second node with the id "1"`},
		{[]string{`{"nodes":[{}]}`, `{"nodes":[{}]}`}, `a second node with the id "0"`}, // of each source its own
		{[]string{`{"nodes":[{"children":[1]}]}`}, `children: no node has the id "1"`},
		{[]string{`{"nodes":[` + strings.Repeat(`{},`, 256) + `{}]}`}, `id: 256 is out of range: a uint8 holds 0 to 255`},
	} {
		out := compileAll(t, indexSchema(), UnknownError, c.sources...)
		require.Len(t, out.problems, 1, c.told)
		require.Contains(t, out.problems[0], c.told)
	}
	s := indexSchema()
	s.Tables[0].Fields[1].Attr.None = []string{"0"}
	out := compileAll(t, s, UnknownError, `{"nodes":[{}],"meshes":[{}]}`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], `the id "0" says none in mesh of node`)
}

// The components of several references are written as the field says.
func TestAComponentMaySayNone(t *testing.T) {
	pair := vec("pair", format.TypeRef, "xy")
	pair.Target, pair.Attr.None, pair.Attr.Forms = "n", []string{"-1"}, []string{"#*"}
	s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), pair)}}
	for _, text := range []string{`<n id="a"><pair x="-1" y="#a"/></n>`, `{"type":"n","id":"a","pair":{"x":-1,"y":"#a"}}`} {
		got := compileAll(t, s, UnknownError, text)
		require.Empty(t, got.problems)
		require.Contains(t, got.dump(), "pair=nil,n:0")
	}
}

// What a hint says to put into the tag is what the tag of the whole field may have.
func TestAHintAtAComponentKnowsItsField(t *testing.T) {
	said := func(change func(*format.Field), ofLevel bool) string {
		pair := vec("pair", format.TypeRef, "xy")
		pair.Target = "n"
		change(&pair)
		plan, err := NewPlan(&format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), pair)}})
		require.NoError(t, err)
		if ofLevel {
			plan.OfLevel()
		}
		found, err := plan.Rows(t.Context(), openAll(t, `<n id="a"><pair x="-1" y="a"/></n>`), newMemory(plan.Schema()), Options{})
		require.ErrorIs(t, err, ErrLevel)
		require.Len(t, found.Diagnostics.All(), 1)
		return found.Diagnostics.All()[0].Hint
	}
	leave := "if that is to say none, leave it out, or leave it empty"
	put := leave + ", or put none=-1 into the tag of the field"
	require.Equal(t, put, said(func(*format.Field) {}, false))
	require.Equal(t, put+"; a level does not store that, so name the Go types in place of it, or a schema file written from them", said(func(*format.Field) {}, true))
	require.Equal(t, leave, said(func(f *format.Field) { f.Attr.Required = true }, false), "none= would be refused")
	require.Equal(t, leave, said(func(f *format.Field) { f.Attr.HasDefault, f.Attr.Default = true, "a a" }, false))
}

// A string of JSON is an id as it is: nothing is taken from it, and none of it is a sign.
func TestIDsOfJSONAreAsTheyAreWritten(t *testing.T) {
	out := compileAll(t, gameSchema(), UnknownError, `[{"type":"body","name":" a","pos":[0,0]},{"type":"body","name":"|","pos":[0,0]},
		{"type":"joint","a":" a","both":["|"," a"]}]`)
	require.Empty(t, out.problems)
	require.Contains(t, out.dump(), "a=body:0 b=nil both=body:1,body:0")
	for _, id := range []string{" a", "|"} {
		out = compileAll(t, gameSchema(), UnknownError, `[{"type":"body","name":"a","pos":[0,0]},{"type":"joint","a":"a","both":["a","`+id+`"]}]`)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], `no body has the id "`+id+`"`)
	}
}
