package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// mapSchema has a map of objects, inside a nested struct, and a map of values.
func mapSchema() *format.Schema {
	return &format.Schema{Tables: []format.Table{
		makeTable("scene", format.ClassNode,
			fld("name", format.TypeStr),
			role(span("parts.entries", "scene.parts.entries"), format.RoleMap)),
		makeTable("score", format.ClassNode, role(span("all", "score.all"), format.RoleMap)),
		makeTable("scene.parts.entries", format.ClassArray,
			role(fld("key", format.TypeStr), format.RoleKey), fld("mass", format.TypeU8),
			role(fld("kind", format.TypeStr), format.RoleAny)),
		makeTable("score.all", format.ClassArray, fld("value", format.TypeU16), role(fld("key", format.TypeStr), format.RoleKey)),
	}}
}

func TestMapTakesObjectsUnderAnyName(t *testing.T) {
	want := compileAll(t, mapSchema(), UnknownError, `<scene name="s"><parts><a mass="1"/><b mass="2" kind="3"/></parts></scene>`)
	require.Empty(t, want.problems)
	require.Contains(t, want.dump(), "mass=2")
	got := compileAll(t, mapSchema(), UnknownError, `{"type":"scene","name":"s","parts":{"a":{"mass":1},"b":{"mass":2,"kind":3}}}`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
}

func TestMapTakesValuesUnderAnyName(t *testing.T) {
	out := compileAll(t, mapSchema(), UnknownError, `{"type":"score","mia":3,"tom":40000}`)
	require.Empty(t, out.problems)
	require.Contains(t, out.dump(), "mia")
	require.Contains(t, out.dump(), "40000")
	xml := compileAll(t, mapSchema(), UnknownError, `<score mia="3" tom="40000"/>`)
	require.Empty(t, xml.problems)
	require.Equal(t, out.dump(), xml.dump())
}

// The value of an element is its text in XML, as it stands for the element in JSON.
func TestMapTakesTextsUnderAnyName(t *testing.T) {
	s := mapSchema()
	s.Tables[0] = makeTable("scene", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), role(span("parts.entries", "scene.parts.entries"), format.RoleMap))
	s.Tables[2] = makeTable("scene.parts.entries", format.ClassArray, role(fld("key", format.TypeStr), format.RoleKey), ref("to", "scene"))
	want := compileAll(t, s, UnknownError, `{"type":"scene","id":"hall","parts":{"north":"hall","south":""}}`)
	require.Empty(t, want.problems)
	require.Contains(t, want.dump(), "north")
	for _, text := range []string{
		`<scene id="hall"><parts north="hall" south=""/></scene>`, `<scene id="hall"><parts><north>hall</north><south/></parts></scene>`,
		"<scene id='hall'><parts>\n<north>\n hall\n</north> <south>\n</south></parts></scene>", `<scene id="hall"><parts><north to="hall"/><south><to/></south></parts></scene>`,
	} {
		got := compileAll(t, s, UnknownError, text)
		require.Empty(t, got.problems, text)
		require.Equal(t, want.dump(), got.dump(), text)
	}
	for text, want := range map[string]string{
		`<scene id="hall"><parts><north>attic</north></parts></scene>`:          `no scene has the id "attic"`,
		`<scene id="hall"><parts><north to="hall">hall</north></parts></scene>`: "to is given twice",
		`<scene id="hall"><parts><north>hall<west/></north></parts></scene>`:    `unknown name "west"`,
		`<score><mia>70000</mia></score>`:                                       "70000 is out of range",
	} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], want)
	}

	// A string is what it is in any other child element.
	s.Tables[3] = makeTable("score.all", format.ClassArray, fld("value", format.TypeStr), role(fld("key", format.TypeStr), format.RoleKey))
	got := compileAll(t, s, UnknownError, "<score><mia>\n a b \n</mia><tom> c </tom></score>")
	require.Empty(t, got.problems)
	require.Equal(t, compileAll(t, s, UnknownError, `{"type":"score","mia":"a b","tom":" c "}`).dump(), got.dump())

	// Elements with several fields have no text.
	out := compileAll(t, mapSchema(), UnknownError, `<scene><parts><a>1</a></parts></scene>`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "unknown text")
}

// An empty list is nothing where the entry's value would be no list; where lists
// are what it takes, there is an entry.
// What is wrong with an entry that is a value is told under its key, where it stands.
func TestMapSaysUnderWhichKeyAValueIsWrong(t *testing.T) {
	s := mapSchema()
	for _, text := range []string{"{\"type\":\"score\",\n\"mia\":1,\n\"tom\":99999}", "<score\nmia='1'\ntom='99999'/>"} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], ".tom: tom: 99999 is out of range")
	}
	s = mapSchema()
	s.Tables[0] = makeTable("scene", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), role(span("parts.entries", "scene.parts.entries"), format.RoleMap))
	s.Tables[3] = makeTable("score.all", format.ClassArray, ref("value", "scene"), role(fld("key", format.TypeStr), format.RoleKey))
	for _, text := range []string{`{"type":"score","mia":"","tom":"x"}`, `<score mia="" tom="x"/>`} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], ".tom: tom: no scene has the id \"x\"")
	}
}

func TestMapTakesAnEmptyListForWhatTakesLists(t *testing.T) {
	for name, value := range map[string]format.Field{
		"flags": symbols(fld("value", format.TypeFlags8), "up", "down"),
		"span":  span("value", "score.all.value"),
	} {
		s := mapSchema()
		s.Tables[3] = makeTable("score.all", format.ClassArray, value, role(fld("key", format.TypeStr), format.RoleKey))
		if name == "span" {
			s.Tables = append(s.Tables, makeTable("score.all.value", format.ClassArray, role(fld("value", format.TypeU16), format.RoleText)))
		}
		got := compileAll(t, s, UnknownError, `{"type":"score","mia":[]}`)
		require.Empty(t, got.problems)
		want := compileAll(t, s, UnknownError, `<score><mia/></score>`)
		require.Empty(t, want.problems)
		require.Contains(t, want.dump(), "mia")
		require.Equal(t, want.dump(), got.dump(), name)
	}
}

func TestMapSaysWhatDoesNotFit(t *testing.T) {
	out := compileAll(t, mapSchema(), UnknownError, `{"type":"scene","parts":{"a":7}}`, `{"type":"score","mia":"three"}`)
	require.Len(t, out.problems, 2)
	require.Contains(t, out.problems[0], "expected an object, got 7 (it is an element of the map ")
	require.Contains(t, out.problems[1], "three")
}

func TestAValueAmongAMapsObjectsIsAnUnknownName(t *testing.T) {
	const text = `{"type":"scene","parts":{"b":{},"a":7,"c":"x"}}`
	out := compileAll(t, mapSchema(), UnknownWarn, text)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "warning 1.a: a: expected an object, got 7 +1")
	require.Empty(t, compileAll(t, mapSchema(), UnknownIgnore, text).problems)
	out = compileAll(t, mapSchema(), UnknownKeep, text)
	require.Empty(t, out.problems)
	require.Equal(t, []string{`scene 0 {"parts/a":7,"parts/c":"x"}`}, out.extra)
}

func TestAnyTakesScalarsAsTheyAreWritten(t *testing.T) {
	out := compileAll(t, mapSchema(), UnknownError,
		`{"type":"scene","parts":{"a":{"kind":1.50},"b":{"kind":true},"c":{"kind":"word"},"d":{"kind":null}}}`)
	require.Empty(t, out.problems)
	for _, text := range []string{"1.50", "true", "word"} {
		require.Contains(t, out.dump(), text)
	}
	out = compileAll(t, mapSchema(), UnknownError, `{"type":"scene","parts":{"a":{"kind":[1]}}}`)
	require.Len(t, out.problems, 1)
}

func TestASpanThatTakesAnyTakesOneValueForAList(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("lamp", format.ClassNode, role(span("tags", "lamp.tags"), format.RoleAny), role(span("ports", "lamp.ports"), format.RoleAny), span("pins", "lamp.pins")),
		makeTable("lamp.pins", format.ClassArray, role(fld("value", format.TypeI8), format.RoleText)),
		makeTable("lamp.ports", format.ClassArray, role(fld("value", format.TypeI8), format.RoleText)),
		makeTable("lamp.tags", format.ClassArray, role(fld("value", format.TypeStr), format.RoleText)),
	}}
	want := compileAll(t, s, UnknownError, `[{"type":"lamp","tags":["old"],"ports":[-7]},{"type":"lamp","tags":["5"]},{"type":"lamp","tags":["a b"]},{"type":"lamp"}]`)
	require.Empty(t, want.problems)
	got := compileAll(t, s, UnknownError, `[{"type":"lamp","tags":"old","ports":-7},{"type":"lamp","tags":5},{"type":"lamp","tags":"a b"},{"type":"lamp","tags":null,"ports":null}]`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	for text, problem := range map[string]string{
		`"ports":"x"`:      `1.ports: ports: expected an integer, got the string "x"`,
		`"ports":300`:      `1.ports: ports: 300 is out of range`,
		`"pins":3`:         `1.pins: pins: expected a list, got 3`,
		`"ports":[1,null]`: `1.ports[1]: ports: expected an integer, got null`,
	} {
		out := compileAll(t, s, UnknownError, `{"type":"lamp",`+text+`}`)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], problem, text)
	}
}

// three.js writes one material as its id, and several as a list.
func TestASpanOfReferencesThatTakesAnyTakesOneForAList(t *testing.T) {
	skins := role(span("skins", "mesh.skins"), format.RoleAny)
	s := &format.Schema{Tables: []format.Table{
		makeTable("mesh", format.ClassNode, skins, role(fld("no", format.TypeI8), format.RoleID)),
		makeTable("mesh.skins", format.ClassArray, role(ref("value", "mesh"), format.RoleText)),
	}}
	want := compileAll(t, s, UnknownError, `{"mesh":[{"no":1,"skins":[2]},{"no":2,"skins":["1"]},{"no":3,"skins":[""]},{"no":4}]}`)
	require.Empty(t, want.problems)
	got := compileAll(t, s, UnknownError, `{"mesh":[{"no":1,"skins":2},{"no":2,"skins":"1"},{"no":3,"skins":""},{"no":4,"skins":null}]}`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	for text, problem := range map[string]string{
		`7`:    `no mesh has the id "7"`,
		`true`: `expected an id, got true`,
		`{}`:   `skins`,
	} {
		out := compileAll(t, s, UnknownError, `{"mesh":[{"no":1,"skins":`+text+`},{}]}`)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], problem, text)
	}
}

func TestAValueInPlaceOfAnObjectIsItsText(t *testing.T) {
	text := role(fld("title.text", format.TypeStr), format.RoleText)
	exits := role(span("exits.all", "tool.all"), format.RoleMap)
	exits.Attr.Source = "exits/all"
	s := &format.Schema{Tables: []format.Table{
		makeTable("tool", format.ClassNode, text, fld("title.plural", format.TypeStr), role(ref("owner.tool", "tool"), format.RoleText), fld("owner.since", format.TypeI8),
			span("parts", "tool.parts"), exits, role(fld("id", format.TypeStr), format.RoleID)),
		makeTable("tool.all", format.ClassArray, role(fld("way", format.TypeStr), format.RoleKey), role(fld("to", format.TypeStr), format.RoleText), fld("cost", format.TypeI8)),
		makeTable("tool.parts", format.ClassArray, role(fld("worth", format.TypeI8), format.RoleText), fld("of", format.TypeStr)),
	}}
	want := compileAll(t, s, UnknownError, `<a><tool><title>axe</title><parts>7</parts><owner>b</owner><exits><n>hall</n><e cost="3">attic</e></exits></tool><tool id="b"><title plural="saws"/><parts of="x">1</parts><parts>2</parts></tool></a>`)
	require.Empty(t, want.problems)
	got := compileAll(t, s, UnknownError, `[{"type":"tool","title":"axe","parts":7,"owner":"b","exits":{"n":"hall","e":{"cost":3,"text":"attic"}}},{"type":"tool","id":"b","title":{"plural":"saws"},"parts":[{"of":"x","text":1},{"text":2}]}]`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	for text, problem := range map[string]string{
		`"title":5`:       `1.title: title: expected a string, got 5`,
		`"title":["axe"]`: `1.title: title: expected its fields, got a list (write an object with text and plural, or a single value in its place)`,
		`"parts":"x"`:     `1.parts: parts: expected an integer, got the string "x"`,
		`"parts":300`:     `1.parts: parts: 300 is out of range`,
		`"exits":{"n":5}`: `expected a string, got 5`,
		`"owner":"saw"`:   `no tool has the id "saw"`,
	} {
		out := compileAll(t, s, UnknownError, `[{"type":"tool",`+text+`},{"type":"tool","title":"y"}]`)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], problem, text)
	}
}

// A value in a list may be such a text as well, alone or among objects, as <line>Halt!</line>.
func TestAValueInAListOfObjectsIsItsText(t *testing.T) {
	must := fld("who", format.TypeStr)
	must.Attr.Required = true
	s := &format.Schema{Tables: []format.Table{
		makeTable("talk", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), span("lines", "talk.lines"), span("pins", "talk.pins"), span("goals", "talk.goals"), span("must", "talk.must")),
		makeTable("talk.goals", format.ClassArray, role(ref("at", "talk"), format.RoleText), fld("note", format.TypeStr)),
		makeTable("talk.lines", format.ClassArray, role(fld("text", format.TypeStr), format.RoleText), fld("who", format.TypeStr)),
		makeTable("talk.must", format.ClassArray, role(fld("text", format.TypeStr), format.RoleText), must),
		makeTable("talk.pins", format.ClassArray, role(fld("n", format.TypeI8), format.RoleText), fld("m", format.TypeI8)),
	}}
	inParts := allBlanks
	inParts.ListParts = 1
	for _, c := range []struct{ xml, json string }{
		{`<a><talk><lines>a</lines><lines who="x">b</lines><lines>c</lines></talk></a>`, `{"type":"talk","lines":["a",{"text":"b","who":"x"},"c"]}`},
		{`<a><talk><lines who="x">b</lines><lines>c</lines></talk></a>`, `{"type":"talk","lines":[{"text":"b","who":"x"},"c"]}`},
		{`<a><talk><lines>a</lines><lines>b c</lines></talk></a>`, `{"type":"talk","lines":["a","b c"]}`},
		{`<a><talk><lines>a</lines><lines who="x"/><lines>b</lines><lines>c</lines></talk></a>`, `{"type":"talk","lines":[["a",{"who":"x"}],[{"text":"b"},"c"]]}`},
		{`<a><talk id="p"><goals>q</goals><goals note="n">p</goals></talk><talk id="q"/></a>`, `[{"type":"talk","id":"p","goals":["q",{"at":"p","note":"n"}]},{"type":"talk","id":"q"}]`},
		{`<a><talk><pins m="2">1</pins><pins m="4">3</pins></talk></a>`, `{"type":"talk","pins":[1,2,3,4]}`},
	} {
		c.json = strings.ReplaceAll(c.json, `"at"`, `"text"`)
		want, got := compileAll(t, s, UnknownError, c.xml), compileAll(t, s, UnknownError, c.json)
		require.Empty(t, append(want.problems, got.problems...), c.json)
		require.Equal(t, want.dump(), got.dump(), c.json)
		if strings.Count(c.json, "{") == 1 {
			require.Equal(t, want.dump(), compileWith(t, s, UnknownError, inParts, c.json).dump(), c.json)
		}
	}
	for text, problem := range map[string]string{
		`"lines":["a",5]`:              `1.lines: lines: expected a string, got 5`,
		`"lines":[{"who":"x"},5]`:      `1.lines: lines: expected a string, got 5`,
		`"lines":["a",["b"]]`:          `1.lines: lines: expected an object or its text, got a list`,
		`"lines":["a",["b"],["c"]]`:    `1.lines: lines: expected an object or its text, got a list`,
		`"lines":["a",null,"b"]`:       `1.lines: lines: null among objects has no element, and those behind it move up (write {} for one of defaults, or leave it out)`,
		`"lines":[null,"a"]`:           `1.lines: lines: null among objects has no element, and those behind it move up (write {} for one of defaults, or leave it out)`,
		`"lines":[["a",{}],[{}]]`:      `lists of objects in a list: one list of all does not say where each ends`,
		`"pins":[1,{"m":2}]`:           `expected an object like the others in the list, got 1`,
		`"goals":[{"note":"n"},"far"]`: `1.goals: goals: no talk has the id "far"`,
		`"must":[{"who":"x"},"a"]`:     `who`,
	} {
		out := compileAll(t, s, UnknownError, `[{"type":"talk",`+text+`}]`)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], problem, text)
		if !strings.Contains(text, "{") {
			require.Equal(t, out.problems, compileWith(t, s, UnknownError, inParts, `[{"type":"talk",`+text+`}]`).problems, text)
		}
	}
}

func TestMapsThatNoSourceCanFillAreRefused(t *testing.T) {
	s := mapSchema()
	s.Tables[1].Fields[0].Attr.Role = format.RoleValue
	_, err := NewPlan(s)
	require.ErrorContains(t, err, "a map's elements")
	s = mapSchema()
	s.Tables[3].Fields[0].Attr.Role = format.RoleKey
	_, err = NewPlan(s)
	require.ErrorContains(t, err, "a key is a string")
	require.ErrorContains(t, err, "a second key")
	s = mapSchema()
	s.Tables[2].Fields[0].Attr.Role = format.RoleIDKey
	_, err = NewPlan(s)
	require.ErrorContains(t, err, "in the elements of a map")
	for typ := format.TypeU8; typ.Size() > 0; typ++ {
		f := role(fld("rest", typ), format.RoleMap)
		switch typ {
		case format.TypeSpan: // is a map
			continue
		case format.TypeRef:
			f.Target = "b"
		case format.TypeAnyRef:
			f.Symbols = []string{"b"}
		default:
			if typ.IsEnum() || typ.IsFlags() {
				f.Symbols = []string{"x"}
			}
		}
		_, err = NewPlan(&format.Schema{Tables: []format.Table{makeTable("b", format.ClassNode, role(fld("name", format.TypeStr), format.RoleID), f)}})
		require.ErrorContains(t, err, "a map is a span, and this is of type "+typ.String())
	}
}

// A map with a name does not stand for an object of that name.
func TestAnObjectThatIsCalledAsTheMapIsTold(t *testing.T) {
	s := mapSchema()
	s.Tables[0] = makeTable("scene", format.ClassNode, fld("name", format.TypeStr), role(span("entries", "scene.entries"), format.RoleMap))
	s.Tables[2].Name = "scene.entries"
	for _, text := range []string{`{"type":"scene","name":"s","entries":{"tom":{"mass":1}}}`, `<scene name="s"><entries><tom mass="1"/></entries></scene>`} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], `unknown name "tom" in scene.entries (a map takes what stands beside its fields: for what stands in "entries", make that a struct with the map in it)`)
	}
}

// Nodes cannot stand beside the fields of a map.
func TestANodeThatAMapTakesIsTold(t *testing.T) {
	s := mapSchema()
	s.Tables[0] = makeTable("scene", format.ClassNode, fld("name", format.TypeStr), role(span("entries", "scene.entries"), format.RoleMap))
	s.Tables[2].Name = "scene.entries"
	for _, text := range []string{`{"type":"scene","children":[{"type":"scene","name":"s"}]}`, `<scene><scene name="s"/></scene>`} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], `unknown name "name" in scene.entries (scene is a kind, but a map takes what stands beside its fields, so no nodes can: make the map part of a struct, which has a name)`)
	}

	// An entry may well be called as a kind.
	out := compileAll(t, s, UnknownError, `<scene><scene mas="1"/></scene>`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], `did you mean "mass"?`)
	out = compileAll(t, mapSchema(), UnknownError, `<scene name="s"><parts><score height="1"/></parts></scene>`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], `unknown name "height" in scene.parts.entries (scene.parts.entries has mass and kind)`)
}
