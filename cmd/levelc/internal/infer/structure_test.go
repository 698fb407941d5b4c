package infer_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	levelformat "github.com/levelc/levelc/format"
)

func TestElementsBecomeKindsSpansStructsAndFields(t *testing.T) {
	r := from(t, `<scene title="T">
		<bounds><min>0 0</min><max>9 9</max><margin unit="m">2</margin></bounds>
		<body name="crate"><pos x="1" y="2"/><mass>3</mass><tag>a</tag><tag>b</tag>
			<vertex x="1" y="2"/><vertex x="3" y="4.5"/><script>go()</script></body>
		<body name="tree"><vertex x="1" y="2"/><body name="branch"/></body>
		<sun/>
	</scene>`)
	require.Equal(t, lines(
		"scene: title str, bounds.margin.unit str, bounds.margin.text u8 text, bounds.min u8[2], bounds.max u8[2]",
		"body: name str id, tag span, vertex span, script str, parent anyref(scene body) parent, pos u8[2], mass u8",
		"sun: parent ref(scene) parent",
		"body.tag: value str text",
		"body.vertex: x f32, y f32",
	), shape(r))
	require.Empty(t, r.Notes)
}

func TestAnOutermostElementWithNothingOfItsOwnIsNoNode(t *testing.T) {
	require.Equal(t, "car: id str id, n u8", shape(from(t, `<cars xmlns:xsi="u" xsi:schemaLocation="x"><car id="a" n="1"/><car id="b" n="2"/></cars>`)))
	require.Equal(t, "cars: n u8\ncar: x u8", shape(from(t, `<cars n="1"><car x="1"/><car x="2"/></cars>`)), "what repeats in it is a kind")
	require.Equal(t, "cars: n u8, car.x u8", shape(from(t, `<cars n="1"><car x="1"/></cars>`)), "what does not may be a struct")
}

// A nested struct would not say in which of two a node stood.
func TestWhatHoldsNodesIsANode(t *testing.T) {
	r := from(t, `<house n="1"><left side="1"><door id="a"/></left><right side="2"><frame><door id="b"/></frame></right></house>`)
	require.Equal(t, lines(
		"house: n u8",
		"left: side u8",
		"door: id str id, parent anyref(left frame) parent",
		"right: side u8",
		"frame: parent ref(right) parent",
	), shape(r))
	require.Empty(t, r.Notes)
}

func TestATypeOfWhatIsNotJSONHasAnotherNameThere(t *testing.T) {
	jsonNames := func(r *infer.Result) []string {
		var out []string
		for _, t := range r.Schema.Tables {
			for _, f := range t.Fields {
				if f.Attr.JSON != "" {
					out = append(out, t.Name+"."+f.Name+" "+f.Attr.JSON)
				}
			}
		}
		return out
	}
	r := from(t, `<s n="1"><joint id="1" type="a"/><geom id="2" type="b" kind="c"/><joint id="3" type="d"><wheel type="e"/></joint></s>`)
	require.Equal(t, []string{"joint.type kind", "joint.wheel.type wheel/kind", "geom.type type2"}, jsonNames(r))
	require.Equal(t, `Such as "a", "d". In JSON its name is kind: there, type is the kind of the node.`, r.Schema.Tables[1].Fields[r.Schema.Tables[1].Field("type")].Attr.Doc)
	r = from(t, `<s n="1"><joint id="1" type="a"/></s>`, `{"type":"s","joint":[{"id":1,"type":"b"}]}`)
	require.Empty(t, jsonNames(r), "where there is JSON, that says the names")
}

func TestElementsThatStandInTurnsAreNodes(t *testing.T) {
	r := from(t, `<s n="1"><track id="1"><straight l="1"/><bend r="2"/><straight l="3"/><bend r="4"/><pit p="1"/><name>q</name></track></s>`)
	require.Equal(t, lines(
		"s: n u8",
		"track: id u8 id",
		"straight: parent ref(track) parent, l u8",
		"bend: parent ref(track) parent, r u8",
		"pit: parent ref(track) parent, p u8",
		"name: text str text, parent ref(track) parent",
	), shape(r), "what follows may belong to the order")
	require.Empty(t, r.Notes)

	r = from(t, `<s n="1"><dict id="1"><key>a</key><int>1</int><key>b</key><text>x</text><key>c</key><int>2</int></dict><dict id="2"><key>a</key><real>0.5</real><key>b</key><int>2</int></dict></s>`)
	require.Contains(t, shape(r), "real: text f32 text, parent ref(dict) parent", "it came back once there, and elsewhere again and again")
	require.Empty(t, r.Notes)

	r = from(t, `<s n="1"><shape id="1"><v x="1"/><mass>3</mass><v x="2"/></shape></s>`)
	require.Equal(t, lines("s: n u8", "shape: v span, id u8 id, mass u8", "shape.v: x u8"), shape(r), "once is by chance")
	require.Equal(t, []string{"shape: elements of several names stand in turns, and which of them stood before which is lost (v, mass)"}, notes(r))

	r = from(t, `<s><row id="a"><gap c="1"/><item id="x"/><gap c="2"/></row><row id="b"><item id="y"/></row></s>`)
	require.Equal(t, []string{"row: elements of several names stand in turns, and which of them stood before which is lost (gap, item)"}, notes(r), "one of them is a kind")

	r = from(t, `<s n="1"><o id="1"><int name="a" value="1"/><text name="b" value="x"/><int name="c" value="2"/><text name="d" value="y"/></o></s>`)
	require.Contains(t, shape(r), "o: int span, text span, id u8 id", "names say which is which")
	require.Empty(t, r.Notes)
}

// A schema joins the names of structs and spans with dots to those of what they hold.
func TestANameWithADotIsNoneThatAnotherPlaceHas(t *testing.T) {
	for text, want := range map[string][]string{
		`<s n="1"><a id="1"><b x="1"/><b x="2"/></a><a id="2"/><a.b id="q"/><a.b id="r"/></s>`: {"! a.b: a name with a dot, where another name has one in the same place: no kind can have it"},
		`<s n="1"><a id="1" b.c="2"><b c="3"/></a><a id="2"/></s>`:                             {"! a.b.c: a name with a dot, where another name has one in the same place, has no place"},
		`<s n="1"><a id="1" b.c="2"/><a id="2"/><a.b id="q"/><a.b id="r"/></s>`:                nil,
	} {
		require.Equal(t, want, notes(requireBuilds(t, []string{text}, false)), text)
	}
}

func TestTheLanguageOfATextIsAField(t *testing.T) {
	r := requireBuilds(t, []string{`<s><a id="x"><t xml:lang="en">hello</t></a><a id="y"><t xml:lang="de" xml:space="preserve"> hallo </t></a></s>`}, false)
	require.Equal(t, "a: id str id, t.xml:lang str, t.text str text", shape(r))
	require.Empty(t, notes(r))
}

func TestCoordinatesHaveOneType(t *testing.T) {
	r := from(t, `<s n="1"><p id="a" x="1" y="0.5" z="-3" u="300" v="1" width="1" height="0.1" name="q"/></s>`)
	require.Equal(t, "s: n u8\np: id str id, x f32, y f32, z f32, width f32, height f32, name str, u u16, v u16", shape(r))
	r = from(t, `{"type":"s","n":1,"p":[{"x":0.5,"y":9007199254740993,"id":1},{"id":2}]}`)
	require.Contains(t, shape(r), "y u64", "but not if that loses digits")
}

func TestElementsWithoutAnythingInThemAreNodes(t *testing.T) {
	r := from(t, `<level><start/><wall x="1"/><wall x="2"><soft/></wall></level>`)
	require.Equal(t, lines(
		"start: parent ref(start) parent",
		"wall: x u8",
		"soft: parent ref(wall) parent",
	), shape(r))
}

func TestRepeatedPairsAreElementsOfASpanAlthoughTheirNamesDiffer(t *testing.T) {
	r := from(t, `<map n="1"><object id="1"><property name="a" value="1"/><property name="b" value="x"/></object><object id="2"/></map>`)
	require.Equal(t, lines(
		"map: n u8",
		"object: property span, id u8 id",
		"object.property: name str, value str",
	), shape(r))
}

func TestWhatStandsSomewhereIsNoPair(t *testing.T) {
	r := from(t, `<s n="1"><room id="1"><coin id="1" x="1" y="2" value="5"/><coin id="2" x="3" y="4" value="10"/></room></s>`)
	require.Contains(t, shape(r), "coin: parent ref(room) parent, id u8 id, x u8, y u8, value u8")
}

func TestTextGetsAnotherNameWhereTextIsTaken(t *testing.T) {
	r := from(t, `<say text="a">hello</say>`)
	require.Equal(t, `say: text str, content/content str text`, shape(r))
	r = from(t, `<say>hello<b>1</b></say>`)
	require.Equal(t, `say: text str text, b u8`, shape(r))
}

func TestAttributesAndElementsOfOneNameAreOneField(t *testing.T) {
	require.Equal(t, "s: n u8\na: v u16", shape(from(t, `<s n="1"><a v="1"/><a><v>300</v></a></s>`)))
	require.Equal(t, "s: n u8\na: p f32[2]", shape(from(t, `<s n="1"><a p="1 2"/><a><p x="1.5" y="2"/></a></s>`)))
	r := from(t, `<s n="1"><a p="1"/><a><p q="2"/></a></s>`)
	require.Contains(t, shape(r), "s: n u8\na: parent", "neither has a place")
	require.Equal(t, []string{"! a.p: a value here and an element or object there; neither has a place, unless one of them is renamed"}, notes(r))
	r = from(t, `<s n="1"><a p="1"><p>2</p></a><a/></s>`)
	require.Equal(t, []string{"! a.p: a value here and an element or object there; neither has a place, unless one of them is renamed"}, notes(r))
}

func TestKeysInThePluralAreTheJSONNamesOfTheSingular(t *testing.T) {
	r := from(t, `{"type":"scene","n":1,"bodies":[{"id":"a","vertices":[{"x":1},{"x":2}]},{"id":"b","vertices":[]}],"boss":[{"id":"c"},{"id":"d"}]}`)
	require.Equal(t, lines(
		"scene: n u8",
		"body/bodies: id str id, vertex/vertices span",
		"boss: id str id",
		"body.vertex: x u8",
	), shape(r))
	r = from(t, `{"type":"scene","n":1,"shapes":[{"id":"a"},{"id":"b"}],"children":[{"type":"shape","id":"c"}]}`)
	require.Equal(t, "scene: n u8\nshape/shapes: id str id", shape(r), "one kind under its key and by its type")
}

// In XML an element <scene> in a node with the field scene would be the field, or its struct.
func TestAKeyInThePluralOfAFieldKeepsIt(t *testing.T) {
	r := from(t, `{"version":1,"scene":0,"scenes":[{"name":"a"},{"name":"b"}]}`)
	require.Equal(t, lines("root/.: version u8, scene u8", "scenes: name str id"), shape(r))
	r = from(t, `{"version":1,"scene":0,"all":{"n":1,"scenes":[{"name":"a"},{"name":"b"}]}}`)
	require.Contains(t, shape(r), "scenes: name str id")
	r = from(t, `{"n":1,"shape":[{"id":"a","w":1},{"id":"b","w":2}],"box":[{"id":"c","shape":"round","shapes":[{"id":"d","w":3}]}]}`)
	require.Contains(t, shape(r), "\nshapes: id str id, ", "nor are its nodes those of the kind of that name")
	r = from(t, `{"n":1,"shape":[{"id":"a","w":1},{"id":"b","w":2}],"box":[{"id":"c","shape":{"q":1},"shapes":[{"id":"d","w":3}]}]}`)
	require.Contains(t, shape(r), "\nshapes: id str id, ")
}

func TestAnEmptyListSaysThatTheOthersAreListsToo(t *testing.T) {
	r := from(t, `{"type":"s","n":1,"a":[{"n":"x","v":[{"x":1}]},{"n":"y","v":[]}]}`)
	require.Contains(t, shape(r), "a.v: x u8")
}

func TestAListOfOneIsAList(t *testing.T) {
	require.Equal(t, lines("a: item/items span", "a.item: x u8"),
		shape(from(t, `{"children":[{"type":"a","items":[{"x":1}]},{"type":"a","items":[{"x":2}]}]}`)))
	require.Equal(t, "a: items.x u8", shape(from(t, `{"children":[{"type":"a","items":{"x":1}},{"type":"a","items":{"x":2}}]}`)), "an object that stands alone is none")
}

func TestObjectsInListsInAList(t *testing.T) {
	r := from(t, `{"type":"room","cells":[[{"t":1},{"t":2}],[{"t":3},{"t":4}]]}`)
	require.Equal(t, "cell/cells: t u8", shape(r), "their number tells the lists apart")
	require.Contains(t, notes(r), "room.cells: lists in a list, each of 2 objects: one list of all takes them")
	for _, text := range []string{
		`[[{"t":1},{"t":2}],[{"t":3}]]`,
		`[{"t":1},[{"t":2}]]`,
		`[[[{"t":1}]]]`,
		`[[{"t":1}],[]]`,
	} {
		r := from(t, `{"type":"room","n":1,"cells":`+text+`}`)
		require.Equal(t, "room: n u8", shape(r), text)
		require.Len(t, notes(r), 1, text)
		require.Regexp(t, "^! room.cells: ", notes(r)[0])
	}
	r = from(t, `{"cells":[[{"t":1}],[{"t":2},{"t":3}]]}`)
	require.Regexp(t, "^root/.: ", shape(r), "a node that keeps them")
	r = from(t, `{"cells":[[{"t":1}],[{"t":2}]]}`)
	require.Equal(t, []string{"cells: lists in a list, each of 1 object: one list of all takes them"}, notes(r))
	r = from(t, `{"type":"room","n":1,"walls":[{"cells":[[{"t":1}]]},{"cells":[[{"t":1},{"t":2}]]}]}`)
	require.Equal(t, []string{"! wall.cells: objects in lists in a list: one list of all would not say where each ends, so they have no place"}, notes(r))
	r = from(t, `[[{"t":1}],[{"t":2},{"t":3}]]`)
	require.Equal(t, "root/.: t u8", shape(r), "the outermost list has no row that could keep it")
	require.Equal(t, []string{"! []: objects in lists in a list: one list of all would not say where each ends"}, notes(r))
	r = requireBuilds(t, []string{`{"type":"w","m":{"a-1":[[{"x":1},{"x":2}],[{"x":3}]],"a-2":{"x":1},"a-3":{"x":2},"a-4":{"x":3},"a-5":{"x":4}}}`}, false)
	require.Equal(t, []string{"! w.m.entries: objects in lists in a list: one list of all would not say where each ends"}, notes(r))
}

// Tiled's format 1.10 came after 1.9.
func TestAVersionIsNoNumber(t *testing.T) {
	require.Equal(t, "map: version str, scale f32", shape(from(t, `<map version="1.10" scale="1.10"/>`)))
	require.Equal(t, "map: fileVersion u8", shape(from(t, `<map fileVersion="3"/>`)))
	require.Equal(t, "map: minversion str, iconversion str, tiledversion str, unitConversion f32, inversion f32",
		shape(from(t, `<map minversion="1.10" iconversion="1.5" tiledversion="1.10" unitConversion="1.5" inversion="0.5"/>`)))
	require.Equal(t, "map: version str any", shape(from(t, `<map version="1.10"/>`, `{"type":"map","version":1.9}`)))
}

// Tiled writes visible="0" and nothing for what can be seen; were both 0, nobody
// could tell them apart.
func TestWhatIsSwitchedOffDiffersFromWhatIsNotGiven(t *testing.T) {
	field := func(text, name string) levelformat.Attr {
		for _, f := range from(t, text).Schema.Tables[0].Fields {
			if f.Name == name {
				return f.Attr
			}
		}
		require.Fail(t, name)
		return levelformat.Attr{}
	}
	require.Equal(t, "1", field(`<s><layer id="a" visible="0"/><layer id="b"/></s>`, "visible").Default)
	require.False(t, field(`<s><layer id="a" visible="0"/><layer id="b" visible="0"/></s>`, "visible").HasDefault, "always given")
	require.False(t, field(`<s><layer id="a" visible="1"/><layer id="b"/></s>`, "visible").HasDefault)
	require.Equal(t, "1", field(`<s><layer id="a" opacity="0.5"/><layer id="b"/></s>`, "opacity").Default, "nobody writes that a layer cannot be seen by leaving it out")
	require.Equal(t, "1", field(`<s><layer id="a" parallaxx="0"/><layer id="b" parallaxx="0.25"/><layer id="c"/></s>`, "parallaxx").Default)
	require.False(t, field(`<s><layer id="a" opacity="0.5"/><layer id="b" opacity="1"/><layer id="c"/></s>`, "opacity").HasDefault)
	require.False(t, field(`<s><layer id="a" opacity="-1"/><layer id="b"/></s>`, "opacity").HasDefault)
	require.False(t, field(`<s><layer id="a" x="0"/><layer id="b"/></s>`, "x").HasDefault, "a place is 0 as well")
	const four = `<s><p id="a" %[1]s="false"/><p id="b" %[1]s="false"/><p id="c" %[1]s="false"/><p id="d" %[1]s="false"/><p id="e" string="x"/></s>`
	require.Equal(t, "true", field(fmt.Sprintf(four, "loop"), "loop").Default)
	require.False(t, field(fmt.Sprintf(four, "bool"), "bool").HasDefault, "what a property says is absent in others")
	require.False(t, field(fmt.Sprintf(four, "boolValue"), "boolValue").HasDefault)
}

// An object of JSON under a key of its own has no second beside it. So a name in it that
// happens to be another one each time does not make it a node.
func TestAMemberOfNodesIsNoNodeForItsName(t *testing.T) {
	places := func(member, more string) string {
		var items []string
		for i, name := range []string{"Fiji", "Tonga", "Samoa"} {
			items = append(items, fmt.Sprintf(`{"id": %d, "size": %d, %s}`, i+1, i+3, fmt.Sprintf(member, name)))
		}
		return `{"place": [` + strings.Join(items, ", ") + `]` + more + `}`
	}
	for level, want := range map[string]string{
		places(`"in": {"name": "%s"}`, ""):   "place: in.name str, id u8 id, size u8",
		places(`"in": [{"name": "%s"}]`, ""): "place: id u8 id, size u8\nin: name str id, parent ref(place) parent",
		places(`"in": {"name": "%s"}`, `, "road": [{"to": "Fiji"}, {"to": "Tonga"}, {"to": "Samoa"}]`): "place: id u8 id, size u8\nin: name str id, parent ref(place) parent\nroad: to ref(in)",
	} {
		require.Equal(t, want, shape(from(t, level)), level)
	}
}

// In a list of objects, the elements behind null would have other numbers than there.
func TestNullAmongObjects(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"c":{"a":[null,{"x":1,"s":"a"}]},"foes":[null,{"id":1},null,{"id":2}]}`}, true)
	require.Equal(t, []string{
		"! root.c.a: null stands once among the objects of a list: it has no element, and those behind it move up",
		"root.foes: null stands 2 times among the objects of a list: it makes no node, and those behind it move up",
	}, notes(r))
	require.Contains(t, shape(r), "foe/foes: id u8 id")
	const of, under = "among the objects of a list: it ", "under its keys: it is nothing, so that these keys are left out"
	for level, told := range map[string]string{
		`[null,{"x":1},null]`: "[]: null stands 2 times " + of + "makes no node, and those behind it move up",
		`{"n":1,"all":[{"type":"a","x":1},null,{"type":"b","s":"y"},{"type":"a","x":2}]}`:                           "root.all: null stands once " + of + "makes no node, and those behind it move up",
		`{"n":1,"doors":{"12":{"to":"a"},"13":null,"14":{"to":"b"},"15":null}}`:                                     "root.doors.entries: null stands 2 times " + under,
		`{"n":1,"doors":{"12":[{"to":"a"},null],"14":[{"to":"b"}]}}`:                                                "root.doors.entries: null stands once " + of + "has no element, and those behind it move up",
		`{"n":1,"scores":{"12":1,"13":null,"14":3}}`:                                                                "root.scores.entries: null stands once " + under,
		`{"rooms":{"a":{"w":1},"b":{"w":2},"c":{"w":3},"d":null},"doors":[{"to":"a"},{"to":"b"},{"to":"c"}],"n":1}`: "room: null stands once " + under,
	} {
		require.Equal(t, []string{told}, notes(requireBuilds(t, []string{level}, true)), level)
	}
	require.Empty(t, notes(from(t, `{"n":null,"a":{"x":null},"foes":[{"x":1},{"x":null},{"x":2}],"foe":null}`)), "a member that is not given")
}

// Null under a key does not tell a map from a struct, if what stands beside it does.
func TestNullIsAKeyAmongObjects(t *testing.T) {
	for level, want := range map[string]string{
		`{"n":1,"doors":{"12":{"to":"a"},"13":null,"14":{"to":"b"}}}`: "root.doors.entries: key str key, to str",
		`{"n":1,"doors":{"12":{"to":"a"},"13":null}}`:                 "root.doors.entries: key str key, to str",
	} {
		r := requireBuilds(t, []string{level}, false)
		require.Contains(t, shape(r), want, level)
	}
	require.NotContains(t, shape(from(t, `{"n":1,"doors":{"12":{"to":"a"},"13":5,"14":{"to":"b"}}}`)), " map", "nor does a value")
	require.NotContains(t, shape(from(t, `{"n":1,"at":{"from":{"x":1,"y":2},"to":null}}`)), " map")
}

func TestNamesThatATagCannotHaveGetAnother(t *testing.T) {
	r := from(t, `{"type":"s","$x":1,"type2":2,"a|b":3,"a,b":4,"a/b":5,"":6,"$y":{"z":1}}`)
	require.Equal(t, "s: x/$x u8, type2 u8, a_b/a|b u8", shape(r))
	require.Len(t, r.Notes, 4)
	// A tag has no white space at the end of a name.
	r = requireBuilds(t, []string{`[{"b":{"a":1},"b.a":2}]`}, false)
	require.Equal(t, "root/.: b_a/b.a u8, b.a u8", shape(r), "one with a dot, where that is another's")
	require.Empty(t, notes(r))
	r = from(t, `[{"a ":1," b":2,"a":3,"$ c":4,"x y|z":1,"\t":1,"a\u00a0":2," ":5,"d":1,"e":2,"f":3}]`)
	require.Equal(t, "root/.: a u8, c/$ c u8, x y_z/x y|z u8, d u8, e u8, f u8", shape(r))
	require.Len(t, r.Notes, 5)
}

// What stands in an outermost element that can be no kind is lost, and is told
// of by name.
func TestAnOutermostElementWithoutAPlace(t *testing.T) {
	r := from(t, `<s n="1">word<k id="1" s="x"><k2 v="1"/></k><k id="2"><s/></k><k id="3" s="y"><k2 v="2"/></k></s>`)
	require.Equal(t, []string{"s.n", "s.text"}, []string{r.Notes[0].Where, r.Notes[1].Where}, r.Notes)
	require.Contains(t, r.Notes[0].Msg, "outermost element")
	r = from(t, `[1,{"a":1},2]`)
	require.Contains(t, r.Notes[0].Msg, "outermost list")
}

func TestXMLAndJSONOfOneLevelHaveOneSchema(t *testing.T) {
	xml := from(t, `<scene name="s" gravity="0 -9.81"><body name="a" pos="1 2"><shape form="box" size="1 1"/><shape form="ball" radius="0.5"/></body>
		<body name="b" pos="3 4.5"><vertex x="1" y="2"/><vertex x="2" y="2"/></body><joint a="a" b="b"/><joint a="b" b="c"/><joint a="c" b="a"/><body name="c" pos="0 0"/></scene>`)
	json := from(t, `{"type":"scene","name":"s","gravity":[0,-9.81],"children":[
		{"type":"body","name":"a","pos":[1,2],"shapes":[{"form":"box","size":[1,1]},{"form":"ball","radius":0.5}]},
		{"type":"body","name":"b","pos":[3,4.5],"vertices":[{"x":1,"y":2},{"x":2,"y":2}]},
		{"type":"joint","a":"a","b":"b"},{"type":"joint","a":"b","b":"c"},{"type":"joint","a":"c","b":"a"},{"type":"body","name":"c","pos":[0,0]}]}`)
	for _, s := range []string{"shape", "vertex"} {
		require.Contains(t, shape(json), s)
	}
	for i := range xml.Schema.Tables {
		x, j := &xml.Schema.Tables[i], &json.Schema.Tables[i]
		require.Equal(t, x.Name, j.Name)
		require.Equal(t, x.Stride, j.Stride)
		for k := range x.Fields {
			x.Fields[k].Attr.JSON, j.Fields[k].Attr.JSON = "", ""
		}
		require.Equal(t, x.Fields, j.Fields)
	}
}

// It is no kind's name, which would be kept.
func TestAnAttributeTypeOfAnOutermostElementWithoutAPlace(t *testing.T) {
	const json = `{"type":"s","k":[{"id":2,"s":1},{"id":3,"s":["a",null]}]}`
	r := from(t, `<s type="q"><k id="1"/></s>`, json)
	require.Contains(t, notes(r), "! s.type: no kind can have the name of the outermost element, so this has no place")
	files := spool(t, `{"type":"q","kind":"s","k":[{"id":2,"s":1},{"id":3,"s":["a",null]}]}`)
	r, err := infer.Files(context.Background(), files, infer.Options{Source: source.Options{KindMember: "kind"}})
	require.NoError(t, err)
	require.Contains(t, notes(r), "! s.type: no kind can have the name of the outermost element, so this has no place")
}

// Nodes cannot stand in the elements of a span, at no depth. So that the level
// builds, such elements are nodes too, or what stands in them is none.
func TestNodesInsideOfWhatRepeats(t *testing.T) {
	for _, text := range []string{
		`<s><g id="1"><part n="1"><inner q="1"><lamp id="c"/></inner></part><part n="2"/></g><g id="2"/><lamp id="a"/></s>`,
		`<top><text><item key="é"><text text="4.822"/><text/></item><text>6.042</text></text><k2 ref="1e999"/></top>`,
	} {
		files := spool(t, text)
		r, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err)
		require.NotContains(t, build(t, r.Schema, compile.UnknownKeep, files...), "ERROR", text)
	}
}

// What stands between them can be no kind here, since there are values of its name.
func TestANodeBelongsToTheNextOneAroundIt(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"w":{"v":1,"g":[{"a":1,"mid":{"c":1,"lamps":[{"id":"x"},{"id":"y"}]}},{"a":2,"mid":{"c":2,"lamps":[{"id":"z"}]}}]},
		"q":[{"mid":[1]},{"mid":[1,null]}]}`}, false)
	require.Contains(t, shape(r), lines(
		"g: parent ref(w) parent, a u8, mid.c u8",
		"lamp/lamps: id str id, parent ref(g) parent",
	))
	require.Equal(t, []string{"! q.mid: lists with null in them: no type takes them"}, notes(r))
}

// Where no name can be a kind's, since values stand under it elsewhere, the
// outermost element is the node with which all of it is kept.
func TestSomethingIsANodeWhereThereIsSomething(t *testing.T) {
	r := from(t, `<scene><light light="3"><light/></light><light light="2"/></scene>`)
	require.Equal(t, "scene", r.Schema.Tables[0].Name)
	require.NotEmpty(t, r.Notes)
}

// What a kind has is put together from all the places where its nodes stand.
func TestAKindIsWhatItIsInAllPlaces(t *testing.T) {
	require.Equal(t, lines("b: id str id, n u8"), shape(from(t, `<b id="c" n="1"/>`, `<w><b id="a"/><b id="b"/></w>`)), "outermost and not")
	const inner = `{"k":[{"id":"a",%s}],"g":[{"id":"g1","k":[{"id":"b",%s}]}]}`
	r := from(t, fmt.Sprintf(inner, `"m":{"[1]":1,"[2]":2,"[3]":3,"[4]":4}`, `"m":{"[5]":1,"[6]":2,"[7]":3,"[8]":400}`))
	require.Contains(t, shape(r), "k.m.entries: key str key, value u16 text")
	require.Empty(t, r.Notes)
	r = from(t, fmt.Sprintf(inner, `"m":{}`, `"m":{"[5]":{"x":1},"[6]":{"x":2},"[7]":{"x":3},"[8]":{"x":400}}`))
	require.Contains(t, shape(r), "k.m.entries: key str key, x u16")
	r = from(t, fmt.Sprintf(inner, `"c":[[{"x":1}],[{"x":2}]]`, `"c":[[{"x":1},{"x":1}],[{"x":2},{"x":1}]]`))
	require.Equal(t, []string{"! k.c: objects in lists in a list: one list of all would not say where each ends, so they have no place"}, notes(r))
}

// Text that ends where the next one begins, with an element between, is one word then: it
// is no number, which it was not before either.
func TestTextAroundAnElementIsNoNumber(t *testing.T) {
	for text, want := range map[string]string{
		"<r><s>1e30<x/>1 2</s></r>":            "str",
		"<r><s>1<x/>2</s><s>3</s></r>":         "str",
		"<r><s>tr<x/>ue</s></r>":               "str",
		"<r><s>1 <x/>2</s><s>3\n<x/>4</s></r>": "u8 x 2",
		"<r><s>1<x/></s><s><x/>300</s></r>":    "u16",
	} {
		s := from(t, text).Schema
		f := s.Tables[s.Table("s")].Fields[0]
		got := f.Type.String()
		if f.Count > 1 {
			got += fmt.Sprint(" x ", f.Count)
		}
		require.Equal(t, want, got, text)
	}
}

// Nodes with very many fields, of which each has few, are not rows with room for all.
func TestFieldsThatFewNodesHaveAreProperties(t *testing.T) {
	many := func(nodes, names, each int) string {
		var b strings.Builder
		b.WriteString("<r>")
		for i := range nodes {
			fmt.Fprintf(&b, `<e id="n%d"`, i)
			for k := range each {
				fmt.Fprintf(&b, ` a%d="%d"`, (i+k)%names, i)
			}
			b.WriteString("/>")
		}
		return b.String() + "</r>"
	}
	fields := func(text string) (int, []infer.Note) {
		r := from(t, text)
		return len(r.Schema.Tables[r.Schema.Table("e")].Fields), r.Notes
	}
	n, notes := fields(many(9000, 500, 2))
	require.Equal(t, 1, n)
	require.Equal(t, []infer.Note{{Where: "e", Msg: "500 names that fewer than one in 16 of its nodes have; as fields they would take most of the level", Lost: true}}, notes)
	n, notes = fields(many(9000, 500, 40)) // a twelfth of what there is room for
	require.Equal(t, 501, n)
	require.Empty(t, notes)
	n, notes = fields(many(2000, 500, 2)) // no room to speak of
	require.Equal(t, 501, n)
	require.Empty(t, notes)
}

// In JSON, what mostly has one value is often that value, and an object where there is
// more to say.
func TestValuesInPlaceOfObjectsAreTheirText(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"tool":[
		{"id":"a","name":"axe","cost":3,"use":[{"on":"wood"},{"on":"bone"}]},
		{"id":"b","name":{"plural":"saws"},"cost":4.5,"use":"stone"},
		{"id":"c","name":{"plural":"x","text":"y"},"cost":{"min":1,"max":2},"use":[{"on":"wood","by":"a"}]}]}`}, true)
	require.Empty(t, notes(r))
	require.Contains(t, shape(r), "name.plural str, name.text str text")

	// A member that would become the text of all of them may have another type than these values.
	other := requireBuilds(t, []string{`{"b":[{"name":{"key":1,"text":"a b"}},{"name":{"key":2,"text":"a c"}},{"name":-9}]}`}, false)
	require.Equal(t, []string{"! b.name: a value here and an element or object there; neither has a place, unless one of them is renamed"}, notes(other))
	require.Contains(t, shape(r), "cost.text f32 text, cost.min u8, cost.max u8")
	require.Contains(t, shape(r), "tool.use: on str, by str, text str text")

	for text, note := range map[string]string{
		`{"n":1,"tool":[{"id":"a","name":"axe"},{"id":"b","name":{"type":"x","plural":"saws"}}]}`: "",
		`{"n":1,"tool":[{"id":"a","name":[5]},{"id":"b","name":{"plural":"saws"}}]}`:              "! tool.name: a value here and an element or object there; neither has a place, unless one of them is renamed",
		`{"n":1,"tool":[{"id":"a","name":"axe"},{"id":"b","name":5},{"id":"c","name":{"p":1}}]}`:  "! tool.name: a value here and an element or object there; neither has a place, unless one of them is renamed",
		`{"n":1,"tool":[{"id":"a","name":"axe"},{"id":"b","name":{"p":[1,null]}}]}`:               "! tool.name: a value here and an object there; neither has a place",
		`{"n":1,"tool":[{"id":"a","name":[5,{"p":1}]},{"id":"b","name":{"p":2}}]}`:                "! tool.name: values and objects in one list; neither has a place",
		`{"n":1,"tool":[{"id":"a","name":[["axe",{"p":1}]]},{"id":"b","name":{"p":2}}]}`:          "! tool.name: values and objects in one list; neither has a place",
	} {
		got := notes(requireBuilds(t, []string{text}, true))
		if note != "" {
			require.Contains(t, got, note, text)
		}
	}
	// Such objects are no nodes, under whichever of their names the values stand.
	r = requireBuilds(t, []string{`{"n":1,"tool":[{"id":"a","parts":"x"},{"id":"b","parts":{"id":"p1","w":1}},{"id":"c","part":[{"id":"p2","w":2},{"id":"p3","w":3}]}]}`}, true)
	require.NotContains(t, shape(r), "part/parts: ")
	r = requireBuilds(t, []string{`{"n":1,"tool":[{"id":"a","part":"x"},{"id":"b","part":{"id":"p1","w":1}}],"part":[{"id":"p4","w":1},{"id":"p5","w":2}]}`}, true)
	require.NotContains(t, shape(r), "part: id str id")

	// What all objects have, values do not have.
	var all strings.Builder
	for i := range 8 {
		fmt.Fprintf(&all, `{"id":"a%d","use":{"on":%q}},`, i, [2]string{"wood", "bone"}[i%2])
	}
	r = requireBuilds(t, []string{`{"n":1,"tool":[` + all.String() + `{"id":"b","use":7}]}`}, true)
	require.Contains(t, shape(r), "use.on enum8(unset bone wood)")
	requireBuilds(t, []string{`{"n":1,"tool":[` + all.String() + `{"id":"b","use":7},{"id":"c","use":[{"on":"wood"},{"on":"bone"}]}]}`}, true)

	// Values that no node has for an id are no references, whatever the texts are.
	requireBuilds(t, []string{
		`<l><tool id="a"><with at="1">b</with></tool><tool id="b"><with at="2">a</with></tool><tool id="c"><with at="2">a</with></tool></l>`,
		`{"n":1,"tool":[{"id":"d","with":"none"},{"id":"e","with":{"at":3}}]}`,
	}, false)
}

// Strings among the objects of a list are elements with nothing but that text.
func TestStringsAmongObjectsAreTheirTexts(t *testing.T) {
	const talks = `{"talks":[{"id":"a","lines":["Halt!",{%[1]q:"Who?","who":"guard"},"Go."]},{"id":"b","lines":["p","","p"]},{"id":"c","lines":"solo"},{"id":"d","lines":[]},{"id":"e","lines":{"who":"x"}}]}`
	r := requireBuilds(t, []string{fmt.Sprintf(talks, "text")}, true)
	require.Empty(t, notes(r))
	require.Equal(t, "talk/talks: id str id, line/lines span\ntalk.line: who str, text str text", shape(r))
	r = requireBuilds(t, []string{fmt.Sprintf(talks, "say")}, true)
	require.Empty(t, notes(r))
	require.Equal(t, "talk/talks: id str id, line/lines span\ntalk.line: say str, who str, text str text", shape(r))
	r = requireBuilds(t, []string{`{"talks":[{"id":"a","lines":["Halt!",{"text":"b"}]},{"id":"b","lines":{"text":"c"}}]}`}, true)
	require.Empty(t, notes(r))
	r = requireBuilds(t, []string{`{"talks":[{"id":"a","lines":["x","y"]},{"id":"b","lines":{"text":"c","who":"d"}}]}`}, true)
	require.Empty(t, notes(r), "an object alone is an element as well")
}

// In each of two places the values are the texts of objects, and of what both become no
// text takes them.
func TestTextsOfOneKindMayHaveNoPlace(t *testing.T) {
	r := requireBuilds(t, []string{`[{"name":[{"f":["a"]},{"f":[{"q":1}]}],"k":[{"name":[{"f":1.5},{"f":{"q":1}}]}]}]`}, false)
	require.Contains(t, notes(r), "! name.f: a value here and an object there; neither has a place")
	require.NotContains(t, shape(r), "text")
}

// A text has one place, in front of what stands in its element.
func TestTextBehindNodesLosesItsPlace(t *testing.T) {
	const lost = "l: text behind or between elements: where among them it stood is lost"
	for level, told := range map[string]bool{
		`<l><a x="1"/>hello<b y="2"/></l>`:               true,
		`<l><a x="1"/><a x="2"/>hello</l>`:               true,
		`<l><a x="1"/>hello</l>`:                         false, // a struct
		`<l>hello<a x="1"/><b y="2"/></l>`:               false,
		"<l>\n<a x='1'/>\n<b y='2'/>\n</l>":              false,
		`<w><l><n>1</n>hello</l><l>a</l><l>b</l></w>`:    false,
		`<w><l><a x="1"/><b>2</b></l><l x="2">y</l></w>`: false,
	} {
		require.Equal(t, told, slices.Contains(notes(from(t, level)), lost), "%s %v", level, notes(from(t, level)))
	}
	require.Equal(t, []string{"l: text with elements in it: it becomes one text, and where in it they stood is lost"},
		notes(from(t, `<l>a<a x="1"/>b<b y="2"/></l>`)), "which says the same")
}

func TestNilOfXMLIsToldOf(t *testing.T) {
	const told = "b: xsi:nil is left out, as an element without it has no value either"
	require.Equal(t, []string{told}, notes(from(t, `<l><a x="1"/><b xsi:nil="true"/><b y="2"/></l>`)))
	require.Equal(t, []string{told}, notes(from(t, `<l x="1"><b xsi:nil=" 1 "/></l>`)), "what has only a value")
	require.Empty(t, notes(from(t, `<l><a x="1" xsi:type="t"/><b xsi:nil="false"/><b y="2"/></l>`)))
}

func TestElementsInEitherOrderAreToldOf(t *testing.T) {
	const told = "p: elements of several names stand in one order here and in another there, and which of them stood before which is lost (a, n)"
	for level, want := range map[string]bool{
		`<r><p><a x="1"/><a x="2"/><n id="q"/></p><p><n id="r"/><n id="s"/><a x="3"/></p></r>`:        true,
		`<r><p><a x="1"/><n id="q"/></p><p><n id="s"/><a x="3"/></p></r>`:                             false, // one of each: structs
		`<r><p><a x="1"/><a x="2"/><n id="q"/></p><p><a x="3"/><n id="r"/><n id="s"/></p></r>`:        false,
		`<r><p><n id="q"/><n id="t"/></p><p><a x="1"/><a x="2"/><n id="r"/></p><p><a x="1"/></p></r>`: false,
		`<r><p><a id="1"/><a id="2"/><n id="q"/></p><p><n id="r"/><a id="3"/></p></r>`:                false, // nodes
	} {
		require.Equal(t, want, slices.Contains(notes(from(t, level)), told), "%s %v", level, notes(from(t, level)))
	}
	require.Contains(t, notes(from(t, `<r><k><p><a x="1"/><a x="2"/><n id="q"/></p></k><l><p><b/><n id="r"/><n id="s"/><a x="3"/></p></l></r>`)), told,
		"in two elements that are one kind")
}
