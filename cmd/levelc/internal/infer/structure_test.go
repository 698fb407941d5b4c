package infer_test

import (
	"context"
	"fmt"
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

// The definitions of a whole game are such lists. Their objects have more members in all
// than objects that are one thing.
func TestAListOfManyTypesHasAKindForEach(t *testing.T) {
	const types = 200
	var list, want strings.Builder
	for i := range 3 * types {
		kind := i % types
		fmt.Fprintf(&list, `,{"type": "t%d", "id": "x%d", "a%d": %d, "b%d": true, "c%d": {"x%d": 0.5, "y": %d}}`, kind, i, kind, i, kind, kind, kind, i)
		if i < types {
			fmt.Fprintf(&want, "t%d: id str id, c%d.x%d f32, c%d.y u16, a%d u16, b%d bool\n", i, i, i, i, i, i)
		}
	}
	for name, text := range map[string]string{
		"outermost":       "[" + list.String()[1:] + "]",
		"under a key":     `{"defs": [` + list.String()[1:] + "]}",
		"beside a member": `{"version": 3, "defs": [` + list.String()[1:] + "]}",
	} {
		t.Run(name, func(t *testing.T) {
			r := from(t, text)
			require.Empty(t, r.Notes)
			got := shape(r)
			if name == "beside a member" {
				got, _ = strings.CutPrefix(got, "root/.: version u8\n")
				got = strings.ReplaceAll(got, ", parent ref(root) parent", "")
			}
			require.Equal(t, strings.TrimSpace(want.String()), got)
		})
	}
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

	r = from(t, `<s n="1"><o id="1"><int name="a" value="1"/><text name="b" value="x"/><int name="c" value="2"/><text name="d" value="y"/></o></s>`)
	require.Contains(t, shape(r), "o: int span, text span, id u8 id", "names say which is which")
	require.Empty(t, r.Notes)
}

// Programs that write their objects as XML say with it what they are.
func TestAnObjectsTypeIsAField(t *testing.T) {
	r := from(t, `<s xmlns:xsi="u" xsi:schemaLocation="x"><a xsi:type="Circle" xsi:nil="true" n="1"/><a xsi:type="Box" n="2"/></s>`)
	require.Equal(t, "a: xsi:type str, n u8", shape(r))
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
	require.Equal(t, []string{"! a.p: a value here and an element or object there; neither has a place"}, notes(r))
	r = from(t, `<s n="1"><a p="1"><p>2</p></a><a/></s>`)
	require.Equal(t, []string{"! a.p: a value here and an element or object there; neither has a place"}, notes(r))
}

func TestJSONTypesNameKinds(t *testing.T) {
	r := from(t, `{"type":"scene","name":"s","children":[
		{"type":"body","mass":1,"shapes":[{"form":"box","type":"x"},{"form":"ball","type":"y"}]},
		{"type":"light","range":2}]}`)
	require.Equal(t, lines(
		"scene: name str id",
		"body: shape/shapes span, mass u8",
		"light: range u8",
		"body.shape: form str, type str",
	), shape(r), "types of one shape are a field")
	r = from(t, `{"shapes":[{"type":"box","size":[1,2]},{"type":"ball","radius":1}]}`)
	require.Equal(t, "box: size u8[2]\nball: radius u8", shape(r), "types that differ in their members are kinds")
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

// In XML an element <scene> in a node with the field scene would be the field.
func TestAKeyInThePluralOfAFieldKeepsIt(t *testing.T) {
	r := from(t, `{"version":1,"scene":0,"scenes":[{"name":"a"},{"name":"b"}]}`)
	require.Equal(t, lines("root/.: version u8, scene u8", "scenes: name str id"), shape(r))
	r = from(t, `{"version":1,"scene":0,"all":{"n":1,"scenes":[{"name":"a"},{"name":"b"}]}}`)
	require.Contains(t, shape(r), "scenes: name str id")
	r = from(t, `{"n":1,"shape":[{"id":"a","w":1},{"id":"b","w":2}],"box":[{"id":"c","shape":"round","shapes":[{"id":"d","w":3}]}]}`)
	require.Contains(t, shape(r), "\nshapes: id str id, ", "nor are its nodes those of the kind of that name")
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

// The sides of an operator are told apart by their keys, so their types cannot be kinds.
func TestObjectsOfOneTypeUnderTwoKeys(t *testing.T) {
	const mul, noise = `{"type":"mul","v":1,"q":2}`, `{"type":"noise","scale":3}`
	r := from(t, `{"ops":[{"left":`+mul+`,"right":`+noise+`},{"left":`+noise+`,"right":`+mul+`}]}`)
	require.Equal(t, "op/ops: left.type str, left.v u8, left.q u8, left.scale u8, right.type str, right.scale u8, right.v u8, right.q u8", shape(r))
	require.Empty(t, notes(r))
	r = from(t, `{"ops":[{"left":`+mul+`,"right":`+noise+`},{"left":`+mul+`,"right":`+noise+`}]}`)
	require.NotContains(t, shape(r), "mul:", "of one type each, they are no kinds")
	r = from(t, `{"ops":[{"id":1,"things":[`+mul+`,`+noise+`],"target":`+mul+`},{"id":2}]}`)
	require.Contains(t, shape(r), "mul: ", "what stands in a list of things is a node")
	require.Equal(t, []string{`mul: such objects stand under "things" and under "target", which as nodes they do not say`}, notes(r))
}

// A body is a box, a circle or a polygon. If a box has to be a struct, so have the others.
func TestWhatStandsUnderAKeyIsAllOfOneSort(t *testing.T) {
	const entity = `{"name":"%d","components":{"body":%s%s}},`
	box, circle, poly := `{"type":"box","w":1,"h":2}`, `{"type":"circle","r":3}`, `{"type":"poly","points":[[0,1],[2,3]]}`
	render := `,"render":{"type":"sprite","image":"i"}`
	text := fmt.Sprintf(entity, 1, box, render+`,"trigger":`+box) + fmt.Sprintf(entity, 2, circle, render) + fmt.Sprintf(entity, 3, poly, `,"render":{"type":"mesh","file":"f"}`)
	r := requireBuilds(t, []string{`{"entities":[` + strings.TrimSuffix(text, ",") + `]}`}, false)
	require.Equal(t, lines(
		"entity/entities: name str id",
		"components: body.type str, body.points span, body.w u8, body.h u8, body.r u8, trigger.type str, trigger.w u8, trigger.h u8, parent ref(entity) parent",
		"sprite: image str, parent ref(components) parent",
		"mesh: file str, parent ref(components) parent",
		"components.body.points: value u8[2] text",
	), shape(r))
	r = from(t, `{"entities":[`+text+`{"name":"4","parts":[`+circle+`,`+poly+`]}]}`)
	require.Contains(t, shape(r), "circle: parent anyref(entity components) parent, r u8", "a node where it stands in a list, and so everywhere")
	require.Contains(t, shape(r), "body.type str, body.w u8, body.h u8,")
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

// A Tiled property may refer to an object, and then says so as its type.
func TestATypeThatIsDataElsewhereIsNoNameOfAKind(t *testing.T) {
	r := from(t, `{"type":"map","width":2,"properties":[{"name":"boss","type":"object","value":7},{"name":"n","type":"int","value":1}],
		"objects":[{"id":7,"name":"a"},{"id":8,"name":"b"}]}`)
	require.Equal(t, lines(
		"map: property/properties span, width u8",
		"objects: name str, id u8 id",
		"map.property: name str, type str, value u8",
	), shape(r))
}

// Tiled's format 1.10 came after 1.9.
func TestAVersionIsNoNumber(t *testing.T) {
	require.Equal(t, "map: version str, scale f32", shape(from(t, `<map version="1.10" scale="1.10"/>`)))
	require.Equal(t, "map: fileVersion u8", shape(from(t, `<map fileVersion="3"/>`)))
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
}

func TestObjectsWithDataForKeysAreMaps(t *testing.T) {
	r := from(t, `{"type":"prefab","Entities":{"Entity_[1]":{"Name":"a","n":1},"Entity_[22]":{"Name":"b"},"Entity_[333]":{"Name":"c"},"Entity_[4444]":{"Name":"d"}}}`)
	require.Equal(t, lines(
		"prefab: Entities.entries span map",
		"prefab.Entities.entries: key str key, Name str, n u8",
	), shape(r))
	r = from(t, `{"type":"game","n":1,"scores":{"1":10,"2":20,"3":3000,"4":4}}`)
	require.Equal(t, lines("game: scores.entries span map, n u8", "game.scores.entries: key str key, value u16 text"), shape(r))
	r = from(t, `{"type":"game","a":[{"set":{"p1":{"x":1},"p2":{"x":2},"p3":{"x":3},"p4":{"x":4}}},{"set":{"p1":{"x":1},"p2":{"x":2},"p3":{"x":3},"p4":{"x":4}}}]}`)
	require.NotContains(t, shape(r), "map", "always the same keys: fields")
	r = from(t, `{"type":"game","n":1,"config":{"speed":10,"jump":20,"fall":3000,"run":4}}`)
	require.NotContains(t, shape(r), "map", "names, not data")
}

// Numbers name no fields of a struct, be they few or the same in every object. Nor does
// the outermost object have a field for each of its keys then.
func TestObjectsWithNumbersForKeysAreMaps(t *testing.T) {
	var some, names strings.Builder
	for i := range 100 {
		fmt.Fprintf(&some, `,"%d":{"hp":%d}`, i, i)
		fmt.Fprintf(&names, `,"gob%c%c":{"hp":%d}`, 'a'+i%10, 'a'+i/10, i)
	}
	for text, want := range map[string]string{
		`{"1":{"hp":3},"2":{"hp":4}}`:                                                       lines("root/.: entries span map", "root.entries: key str key, hp u8"),
		`{"1":{"name":"a","hp":3},"2":{"name":"b","hp":4},"3":{"name":"c"}}`:                lines("root/.: entries span map", "root.entries: key str key, name str, hp u8"),
		`{"1":[1,2],"2":[3,4]}`:                                                             lines("root/.: entries span map", "root.entries: key str key, value u8[2] text"),
		`{"-1":"a","0":"b"}`:                                                                lines("root/.: entries span map", "root.entries: key str key, value str text"),
		`{"foes":{"1":{"name":"a","hp":3},"2":{"name":"b","hp":4}}}`:                        lines("root/.: foes.entries span map", "root.foes.entries: key str key, name str, hp u8"),
		`{"n":1,"a":[{"set":{"0":{"x":1},"1":{"x":2}}},{"set":{"0":{"x":1},"1":{"x":2}}}]}`: "",
		"{" + some.String()[1:] + "}":                                                       lines("root/.: entries span map", "root.entries: key str key, hp u8"),
		"{" + names.String()[1:] + "}":                                                      lines("root/.: entries span map", "root.entries: key str key, hp u8"),
	} {
		r := requireBuilds(t, []string{text}, false)
		if want == "" {
			require.Contains(t, shape(r), "set.entries span map", text)
			continue
		}
		require.Equal(t, want, shape(r), text)
		require.Empty(t, notes(r), text)
	}
	for _, text := range []string{`{"1":{"x":1},"n":{"x":2}}`, `{"1":{"x":1}}`, `{"1":{"x":1},"2":3}`, `{"1":{"x":1},"2":{"y":3},"3":{"z":3,"w":{"v":1}}}`} {
		require.NotContains(t, shape(from(t, text)), "map", text)
	}
}

// Names that a programmer could give to fields are data if what stands under them is all
// of one sort.
func TestRecordsUnderWordsAreMaps(t *testing.T) {
	rows := func(format string, names ...string) string {
		var all []string
		for i, name := range names {
			all = append(all, fmt.Sprintf("%q:"+format, name, i))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	many := strings.Fields("axe bow club dirk epee flail gun hook iron jack")
	for text, want := range map[string]string{
		`{"n":1,"items":` + rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:3]...) + `}`:                                                         "root.items.entries: key str key, icon str, weight f32, price u8",
		`{"n":1,"items":{"axe":{"price":1,"icon":"a","tags":["x"]},"bow":{"price":300,"icon":"b"},"club":{"price":2,"icon":"c","tags":["x"]}}}`:     "root.items.entries: key str key, icon str, tags span, price u16",
		`{"n":1,"pairs":` + rows(`{"p":%d,"q":"x"}`, many[:8]...) + `}`:                                                                             "root.pairs.entries: key str key, q str, p u8",
		rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:8]...):                                                                                   "root.entries: key str key, icon str, weight f32, price u8",
		`{"n":1,"walks":` + rows(`{"a":%d}`, "walk1", "walk2", "walk3", "walk4") + `}`:                                                              "root.walks.entries: key str key, a u8",
		`{"n":1,"skins":{"old":` + rows(`{"a":%d,"b":1,"c":2}`, many[:4]...) + `,"new":` + rows(`{"a":%d,"b":1,"c":2}`, many[4:]...) + `,"no":{}}}`: "root.skins.entries.entries: key str key, a u8, b u8, c u8",
		`{"n":1,"skins":{"old":` + rows(`{"a":%d,"b":1,"c":2}`, many[:4]...) + `,"new":` + rows(`{"a":%d,"b":1,"c":2}`, many[4:]...) + `}}`:         "root.skins.entries.entries: key str key, a u8, b u8, c u8",
		`{"n":1,"items":` + rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:2]...) + `}`:                                                         "",
		`{"n":1,"pairs":` + rows(`{"p":%d,"q":"x"}`, many[:7]...) + `}`:                                                                             "",
		`{"n":1,"rects":` + rows(`{"x":%d,"y":1,"width":5,"height":6}`, many...) + `}`:                                                              "",
		`{"n":1,"items":{"axe":{"a":1,"b":2,"c":3},"bow":{"a":1,"b":[2],"c":3},"club":{"a":1,"b":2,"c":3}}}`:                                        "",
		`{"n":1,"items":{"axe":{"a":1,"b":2,"c":3},"bow":{"a":1,"b":2,"d":3},"club":{"e":1,"b":2,"c":3}}}`:                                          "",
		rows(`{"price":%d,"icon":"a","weight":0.5}`, many[:7]...):                                                                                   "",
		`{"a":[{"k":` + rows(`{"a":%d,"b":1,"c":2}`, many...) + `},{"k":` + rows(`{"a":%d,"b":1,"c":2}`, many...) + `}]}`:                           "",
	} {
		r := requireBuilds(t, []string{text}, false)
		if want == "" {
			require.NotContains(t, shape(r), "map", text)
			continue
		}
		require.Contains(t, shape(r), want, text)
		require.Empty(t, notes(r), text)
	}
}

// In a list of objects, the elements behind null would have other numbers than there.
func TestNullAmongObjects(t *testing.T) {
	r := requireBuilds(t, []string{`{"n":1,"c":{"a":[null,{"x":1,"s":"a"}]},"foes":[null,{"id":1},null,{"id":2}]}`}, true)
	require.Equal(t, []string{"! root.c.a: null among the objects of a list: it has no element, and those behind it move up"}, notes(r))
	require.Contains(t, shape(r), "foe/foes: id u8 id", "nodes have ids")
}

func TestNamesThatATagCannotHaveGetAnother(t *testing.T) {
	r := from(t, `{"type":"s","$x":1,"type2":2,"a|b":3,"a,b":4,"a/b":5,"":6,"$y":{"z":1}}`)
	require.Equal(t, "s: x/$x u8, type2 u8, a_b/a|b u8", shape(r))
	require.Len(t, r.Notes, 4)
	// A tag has no white space at the end of a name.
	r = requireBuilds(t, []string{`[{"b":{"a":1},"b.a":2}]`}, false)
	require.Equal(t, "root/.: b_a/b.a u8, b.a u8", shape(r), "one with a dot, where that is another's")
	require.Empty(t, notes(r))
	r = from(t, `[{"a ":1," b":2,"a":3,"$ c":4,"x y|z":1,"\t":1,"a\u00a0":2," ":5}]`)
	require.Equal(t, "root/.: a u8, c/$ c u8, x y_z/x y|z u8", shape(r))
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

// Its name means nothing in XML; the type of JSON's outermost object is a value.
func TestTheTypeOfAnOutermostObjectThatIsNoNodeIsToldOf(t *testing.T) {
	r := requireBuilds(t, []string{`{"type":"FeatureCollection","features":[{"id":1},{"id":2}]}`}, false)
	require.Equal(t, "feature/features: id u8 id", shape(r))
	require.Equal(t, []string{"FeatureCollection: no node comes of the outermost object of this type, so that the type is not kept"}, notes(r))
	r = from(t, `{"type":"FeatureCollection","n":1,"features":[{"id":1},{"id":2}]}`)
	require.Contains(t, shape(r), "FeatureCollection: n u8")
	require.Empty(t, notes(r))
}

// It is no kind's name, which would be kept.
func TestAnAttributeTypeOfAnOutermostElementWithoutAPlace(t *testing.T) {
	const json = `{"type":"s","k":[{"id":2,"s":1},{"id":3,"s":["a",2]}]}`
	r := from(t, `<s type="q"><k id="1"/></s>`, json)
	require.Contains(t, notes(r), "! s.type: no kind can have the name of the outermost element, so this has no place")
	files := spool(t, `{"type":"q","kind":"s","k":[{"id":2,"s":1},{"id":3,"s":["a",2]}]}`)
	r, err := infer.Files(context.Background(), files, infer.Options{Source: source.Options{KindMember: "kind"}})
	require.NoError(t, err)
	require.Contains(t, notes(r), "! s.type: no kind can have the name of the outermost element, so this has no place")
}

// An element of a map has no place for lists of different lengths: then the
// members are fields, or have none.
func TestMembersThatAreListsAreNoMap(t *testing.T) {
	r := from(t, `{"n":1,"data":{"p-1":[1,2],"p-2":[3],"p-3":[5,6],"p-4":[5,7],"p-5":[1,1]}}`)
	require.NotContains(t, shape(r), "entries")
	require.Contains(t, shape(r), "data.p-2 span, data.p-1 u8[2]")
	r = from(t, `{"n":1,"data":{"p-1":[1,2],"p-2":[3,4],"p-3":[5,6],"p-4":[5,7],"p-5":[1,1]}}`)
	require.Contains(t, shape(r), "entries", "lists of one length are vectors")
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
		"q":[{"mid":1},{"mid":[1]}]}`}, false)
	require.Contains(t, shape(r), lines(
		"g: parent ref(w) parent, a u8, mid.c u8",
		"lamp/lamps: id str id, parent ref(g) parent",
	))
	require.Equal(t, []string{"! q.mid: lists and single values: no type takes them"}, notes(r))
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

func TestAMapOfObjectsHasNoPlaceForValues(t *testing.T) {
	of := func(object, value string) *infer.Result {
		var m strings.Builder
		for i := range 600 {
			fmt.Fprintf(&m, `"k%d":%s,`, i, fmt.Sprintf(object, i))
		}
		return from(t, `{"type":"s","n":1,"m":{`+m.String()+`"v":`+value+`}}`)
	}
	r := of(`{"x":%d,"y":true}`, "7")
	require.Contains(t, shape(r), "s.m.entries: key str key, x u16, y bool")
	require.Equal(t, []string{"! s.m.entries: 1 of its members are no objects like the others; they have no place"}, notes(r))
	r = of(`{"x":%d}`, "700000")
	require.Contains(t, shape(r), "s.m.entries: key str key, x u32", "a build gives the value to the only member")
	require.Empty(t, notes(r))
	r = of(`{"x":%d}`, "[7]")
	require.NotContains(t, shape(r), "entries")
	require.Contains(t, notes(r), "! s.m.entries: objects with one member, and 1 value: none of them has a place")
}

// Very many members are a map even if they are lists.
func TestAMapOfLists(t *testing.T) {
	for list, want := range map[string]string{
		`[%d]`:           "value span text",
		`["a","b%d"]`:    "value span text",
		`[[1,2],[%d,3]]`: "value span text",
		`["a b","b%d"]`:  "! root.m.entries: lists that have no place under keys",
		`[[1,2],[%d]]`:   "! root.m.entries: lists that have no place under keys",
		`["a",%d]`:       "! root.m.entries: lists of values of different types: no type takes them",
	} {
		var m strings.Builder
		for i := range 600 {
			fmt.Fprintf(&m, `,"k%d":%s`, i, fmt.Sprintf(list, i))
		}
		text := `{"n":1,"m":{"first":` + strings.Replace(fmt.Sprintf(list, 1), "[1]", "[1,2]", 1) + m.String() + `}}`
		files := spool(t, text)
		r, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err)
		policy := compile.UnknownError
		if want[0] == '!' {
			policy = compile.UnknownKeep
			require.Contains(t, notes(r), want)
		} else {
			require.Empty(t, r.Notes)
			require.Contains(t, shape(r), "root.m.entries: key str key, "+want)
		}
		require.NotContains(t, build(t, r.Schema, policy, files...), "ERROR", list)
	}
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
