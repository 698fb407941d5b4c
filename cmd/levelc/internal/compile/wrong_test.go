package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// Each mistake stands here in XML and in JSON; the messages are the same words.
func TestMistakesAreSaidInTheSameWords(t *testing.T) {
	tests := []struct {
		name, xml, json string
		want            string // of the first problem, without its place
	}{
		{"no number", `<body pos="1 x"/>`, ``, `pos: "x" is not a number`},
		{"a decimal comma gives too many", `<body pos="1,5 2"/>`, ``, `pos: expected 2 values, got 3 (a comma divides values, and the decimal sign is a point: write 1.5 for 1,5)`},
		{"decimal commas", "<body><pos>\n-1\t2,25\n</pos></body>", ``, `pos: expected 2 values, got 3 (a comma divides values, and the decimal sign is a point: write 2.25 for 2,25)`},
		{"decimal commas beside commas", `<body pos="1,5, 2,5"/>`, ``, `pos: expected 2 values, got 4 (a comma divides values, and the decimal sign is a point: write 1.5 for 1,5)`},
		{"no decimal commas", `<body pos="1, 5, 2"/>`, ``, `pos: expected 2 values, got 3`},
		{"semicolons", `<body pos="1; 5"/>`, ``, `pos: "1;" is not a number (divide values by spaces or commas)`},
		{"digits in groups", `<shape mask="12,500"/>`, ``, `mask: "12,500" is not a number (digits are not grouped: write 12500)`},
		{"a semicolon behind a single number", `<pickup points="5;"/>`, ``, `points: "5;" is not a number`},
		{"a fraction of zero", `<shape mask="0,500"/>`, ``, `mask: "0,500" is not a number (the decimal sign is a point)`},
		{"a fraction without its zero", `<shape mask=",500"/>`, ``, `mask: ",500" is not a number`},
		{"a fraction behind a comma", `<shape mask="1,2.5"/>`, ``, `mask: "1,2.5" is not a number (the decimal sign is a point)`},
		{"an exponent behind a comma", `<shape mask="1,5e2"/>`, ``, `mask: "1,5e2" is not a number (the decimal sign is a point)`},
		{"digits in no groups", `<shape mask="1,5"/>`, ``, `mask: "1,5" is not a number (the decimal sign is a point)`},
		{"too many", `<body pos="1 5 2"/>`, `{"type":"body","pos":[1,5,2]}`, `pos: expected 2 values, got 3`},
		{"too many between commas", `<body pos="1,5,2"/>`, ``, `pos: expected 2 values, got 3`},
		{"too many between commas and spaces", `<body pos="1, 5 2"/>`, ``, `pos: expected 2 values, got 3`},
		{"too few", `<body pos="1"/>`, `{"type":"body","pos":[1]}`, `pos: expected 2 values, got 1`},
		{"a comma too many", `<body pos="1,,2"/>`, ``, `pos: a value is missing beside a comma`},
		{"nothing", `<pickup points=""/>`, ``, `points: expected an integer, got nothing (leave it out to say none, or give the field the type store.Str, which may be empty)`},
		{"overflow", `<body pos="0 0" health="128"/>`, `{"type":"body","pos":[0,0],"health":128}`, `health: 128 is out of range: an int8 holds -128 to 127 (write a number in this range, or give the field another type)`},
		{"underflow", `<body pos="0 0" health="-129"/>`, `{"type":"body","pos":[0,0],"health":-129}`, `health: -129 is out of range: an int8 holds -128 to 127 (write a number in this range, or give the field another type)`},
		{"negative", `<shape mask="-1"/>`, `{"type":"shape","mask":-1}`, `mask: -1 is out of range: a uint16 holds 0 to 65535 (write a number in this range, or give the field another type)`},
		{"a fraction", `<pickup points="1.0"/>`, `{"type":"pickup","points":1.0}`, `points: 1.0 is not an integer (write it without a fraction and without an exponent)`},
		{"float overflow", `<body pos="0 1e39"/>`, `{"type":"body","pos":[0,1e39]}`, `pos: 1e39 is out of range: a float32 reaches to 3.4028235e+38 (write a number in this range, or give the field another type)`},
		{"1e999", `<group><body name="b" pos="0 0"/><joint a="b" breaks="1e999"/></group>`, `{"type":"group","bodies":{"name":"b","pos":[0,0]},"joint":{"a":"b","breaks":1e999}}`, `breaks: 1e999 is out of range: a float64 reaches to 1.7976931348623157e+308 (write a number in this range, or give the field another type)`},
		{"NaN", `<group><body name="b" pos="0 0"/><joint a="b" breaks="NaN"/></group>`, ``, `breaks: "NaN" is not a number (numbers are finite)`},
		{"a bool", `<group visible="yes"/>`, ``, `visible: "yes" is neither true nor false (write true or false, or 1 or 0)`},
		{"a bool of an empty element", `<group><visible/></group>`, ``, `visible: "" is neither true nor false (write true or false, or 1 or 0)`},
		{"a value of a child element", `<shape><mask>x</mask></shape>`, ``, `mask: "x" is not a number`},
		{"a hexadecimal number", `<shape mask="0x1F"/>`, ``, `mask: "0x1F" is not a number (numbers are decimal: write 31)`},
		{"a hexadecimal number in a string", ``, `{"type":"shape","mask":"0x1F"}`, `mask: expected an integer, got the string "0x1F" (numbers are decimal: write 31)`},
		{"a number with a unit", `<shape mask="10px"/>`, ``, `mask: "10px" is not a number (a number has no suffix and no unit: write 10)`},
		{"a grouped number in a string", ``, `{"type":"shape","mask":"1_000"}`, `mask: expected an integer, got the string "1_000" (digits are not grouped: write 1000)`},
		{"a hexadecimal float", `<body pos="0 0x10"/>`, ``, `pos: "0x10" is not a number (numbers are decimal: write 16)`},
		{"a list in a string", ``, `{"type":"body","pos":"0 0"}`, `pos: expected a list of 2 values, got the string "0 0" (write a list, in square brackets)`},
		{"one bracket", `<body pos="(0 0"/>`, ``, `pos: "(0" is not a number`},
		{"nodes under an unknown name", `<scene><stuff><body pos="0 0"/><body pos="0 0"/></stuff></scene>`, `{"type":"scene","stuff":{"a":[{"type":"body","pos":[0,0]}]}}`,
			`unknown name "stuff" in scene (it holds nodes of the kind body: take "stuff" away from around them, or make it a kind too, a store.Bulk that is tagged with it)`},
		{"nodes of several kinds under an unknown name", `<scene><stuff><group/><body pos="0 0"/></stuff></scene>`, ``,
			`unknown name "stuff" in scene (it holds nodes of the kind group: take "stuff" away from around them, or make it a kind too, a store.Bulk that is tagged with it)`},
		{"nodes under a name like that of a kind", `<w><bodys><body pos="0 0"/></bodys></w>`, ``,
			`"bodys" is no kind of node (it holds nodes of the kind body: take "bodys" away from around them, or make it a kind too, a store.Bulk that is tagged with it)`},
		{"nodes under a misspelt name", `<scene><bodi><shape/></bodi></scene>`, ``, `unknown name "bodi" in scene (did you mean "body"?)`},
		{"a misspelt root with fields of its kind", `<bdy name="b"><pos>0 0</pos><motion>static</motion><shape/></bdy>`, `{"type":"bdy","name":"b","material":{},"shape":{}}`, `"bdy" is no kind of node (did you mean "body"?)`},
		{"a misspelt type under the name of a kind", ``, `{"body":[{"type":"gruop","visible":true}]}`, `"gruop" is no kind of node (did you mean "group"?)`},
		{"a symbol with spaces around it", ``, `{"type":"body","pos":[0,0],"motion":" static "}`, `motion: unknown symbol " static " (did you mean "static"?)`},
		{"null in a list of strings", ``, `{"type":"scene","tags":["a",null]}`, `tags: expected a string, got null`},
		{"a number for a bool", `<group visible="2"/>`, `{"type":"group","visible":2}`, ``},
		{"a number for an id", ``, `{"type":"group","name":5}`, `name: expected a string, got 5 (put it in quotes)`},
		{"a value for nodes", ``, `{"type":"scene","bodies":5}`, `bodies: expected an object, got 5`},
		{"values for nodes", ``, `{"type":"scene","bodies":[5]}`, `bodies: expected an object, got a list`},
		{"an unknown value like a kind", `<scene bdy="1"/>`, `{"type":"scene","bdies":1}`, ``},
		{"an enum", `<body pos="0 0" motion="dinamic"/>`, `{"type":"body","pos":[0,0],"motion":"dinamic"}`, `motion: unknown symbol "dinamic" (did you mean "dynamic"?)`},
		{"an enum far off", `<body pos="0 0" motion="no"/>`, `{"type":"body","pos":[0,0],"motion":"no"}`, `motion: unknown symbol "no" (it takes static, dynamic or kinematic)`},
		{"a number for an enum", ``, `{"type":"body","pos":[0,0],"motion":1}`, `motion: expected static, dynamic or kinematic, got 1`},
		{"an id near that of another kind", `<group name="plank"><body name="q" pos="0 0"/><joint a="plang"/></group>`, `{"type":"group","name":"plank","bodies":{"name":"q","pos":[0,0]},"joint":{"a":"plang"}}`,
			`a: no body has the id "plang" (name one that is there, or leave it out)`},
		{"a flag", `<body pos="0 0" flags="sleeping,bulet"/>`, `{"type":"body","pos":[0,0],"flags":["sleeping","bulet"]}`, `flags: unknown symbol "bulet" (did you mean "bullet"?)`},
		{"a required field", `<body name="b"/>`, `{"type":"body","name":"b"}`, `body lacks pos`},
		{"a required field of an element", `<shape><vertex x="1"/></shape>`, `{"type":"shape","vertices":[{"x":1}]}`, `shape.vertex lacks y`},
		{"a required reference to nothing", `<joint a=""/>`, `{"type":"joint","a":""}`, `joint lacks a`},
		{"no parent", `<shape/>`, `{"type":"shape"}`, `shape must stand inside body`},
		{"dangling", `<group><body name="plank-1" pos="0 0"/><joint a="plank-2"/></group>`, `{"type":"group","bodies":{"name":"plank-1","pos":[0,0]},"joint":{"a":"plank-2"}}`,
			`a: no body has the id "plank-2" (did you mean "plank-1"?)`},
		{"a reference to none", `<group><body name="b-1" pos="0 0"/><joint a="-1"/></group>`, `{"type":"group","bodies":{"name":"b-1","pos":[0,0]},"joint":{"a":"-1"}}`,
			`a: no body has the id "-1" (if that is to say none, leave it out, or leave it empty)`},
		{"of another kind", `<group name="g"><joint a="g"/></group>`, `{"type":"group","name":"g","joint":{"a":"g"}}`, `a: no body has the id "g" (name a body)`},
		{"ambiguous", `<group name="g"><body name="g" pos="0 0"/><trigger target="g"/></group>`, `{"type":"group","name":"g","bodies":{"name":"g","pos":[0,0]},"trigger":{"target":"g"}}`,
			`target: "g" could be a body or a group (give one of them another id)`},
		{"a second id", `<group name="g"><group name="g"/></group>`, `{"type":"group","name":"g","group":{"name":"g"}}`, `a second group with the id "g" (give one of them another id)`},
		{"a second number", `<group><pickup number="7"/><pickup number="07"/></group>`, `{"type":"group","pickup":[{"number":7},{"number":7}]}`, `a second pickup with the id "7" (give one of them another id)`},
		{"an id that is no number", `<group><pickup number="x"/></group>`, ``, `number: "x" is not a number`},
		{"an id that is a text", ``, `{"type":"pickup","number":"x"}`, ``},
		{"a text for a bool", ``, `{"type":"group","visible":"true"}`, ``},
		{"two flags in one", ``, `{"type":"body","pos":[0,0],"flags":["sensor","sleeping|bullet"]}`, `flags: unknown symbol "sleeping|bullet" (it takes sleeping, bullet or sensor)`},
		{"a flag with a space", ``, `{"type":"body","pos":[0,0],"flags":[" bullet"]}`, `flags: unknown symbol " bullet" (did you mean "bullet"?)`},
		{"a number among flags", ``, `{"type":"body","pos":[0,0],"flags":["sleeping",3]}`, ``},
		{"texts for numbers", ``, `{"type":"body","pos":["1","2"]}`, ``},
		{"an unknown name", `<body pos="0 0" moton="static"/>`, `{"type":"body","pos":[0,0],"moton":"static"}`, `unknown name "moton" in body (did you mean "motion"?)`},
		{"an unknown name far off", `<scene colour="1"/>`, `{"type":"scene","colour":1}`, `unknown name "colour" in scene (scene has name, gravity, tags and music)`},
		{"an unknown child", `<scene><bdy/></scene>`, `{"type":"scene","bdy":{}}`, `unknown name "bdy" in scene (did you mean "body"?)`},
		{"an unknown child by its type", ``, `{"type":"scene","children":[{"type":"bdy"}]}`, `"bdy" is no kind of node (did you mean "body"?)`},
		{"an unknown type far off", ``, `{"type":"scene","children":[{"name":"a","type":"goblin"}]}`,
			`"goblin" is no kind of node, and scene has no "children" (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"an unknown type in the outermost object", ``, `{"things":[{"type":"group"},{"children":[{"type":"x"}],"type":"grup"}]}`, `"grup" is no kind of node (did you mean "group"?)`},
		{"an object without a type", ``, `{"children":[{"type":"group"},{"name":"a"}]}`,
			`an object under "children" that names no kind (give it a member "type": scene, group, body, shape, joint, trigger, zone or pickup)`},
		{"a number for a type", ``, `{"type":5}`, `type: expected a kind of node in quotes, got 5 (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"a list for a type in a list", ``, `{"things":[{"type":"group"},{"name":"a","type":["group"]}]}`, `type: expected a kind of node in quotes, got a list (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"true for a type in a node", ``, `{"type":"scene","things":[{"type":true}]}`, `type: expected a kind of node in quotes, got true, and scene has no "things" (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"a number for a type under a misspelt name", ``, `{"type":"scene","bdies":[{"type":5}]}`, `unknown name "bdies" in scene (did you mean "bodies"?)`},
		{"null for a type", ``, `{"type":null}`, `no node in the file (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"a kind in another member", ``, `{"children":[{"kind":"group"},{"name":"a"}]}`,
			`an object under "children" that names no kind +1 (the kind is looked for in the member "type"; --kind-member=kind looks in "kind")`},
		{"a type nearly right under a name like a kind", ``, `{"shapess":[{"type":"bdy"}]}`, `"bdy" is no kind of node (did you mean "body"?)`},
		{"a type under a misspelt name", ``, `{"type":"scene","bdies":[{"type":"goblin"}]}`, `unknown name "bdies" in scene (did you mean "bodies"?)`},
		{"a value beside nodes", ``, `{"children":[{"type":"group"},7]}`, `children: expected an object like the others in the list, got 7`},
		{"a value beside nodes in a list", ``, `[{"type":"group"},"x"]`, `expected an object like the others in the list, got the string "x"`},
		{"a component of an array", `<body x="1"/>`, `{"type":"body","x":1}`, `unknown name "x" in body (put it into "pos")`},
		{"a name of a nested struct", `<body pos="0 0" density="1"/>`, `{"type":"body","pos":[0,0],"density":1}`, `unknown name "density" in body (put it into "material")`},
		{"an unknown name in a nested struct", `<body pos="0 0"><material mass="1"/></body>`, ``, `unknown name "mass" in material of body (material of body has density and sound)`},
		{"an unknown name in an element", `<shape><vertex x="1" y="2" z="3"/></shape>`, `{"type":"shape","vertices":[{"x":1,"y":2,"z":3}]}`, `unknown name "z" in shape.vertex (shape.vertex has x and y)`},
		{"an unknown name in an element that is a value", `<shape><weights kg="1">2</weights></shape>`, `{"type":"shape","weights":[{"text":1,"kg":2}]}`, `unknown name "kg" in shape.weights (an element of it is a number)`},
		{"a node in an element", `<shape><part><group/></part></shape>`, `{"type":"shape","part":[{"group":{}}]}`, `a node cannot stand inside shape.part`},
		{"a value for a struct", `<body pos="0 0" material="1"/>`, `{"type":"body","pos":[0,0],"material":1}`, ``},
		{"a list for a bool", ``, `{"type":"group","visible":[true]}`, `visible: expected true or false, got a list (write one value, without brackets)`},
		{"text and components", `<body><pos x="1">2 3</pos></body>`, ``, `pos: text beside components (give one or the other)`},
		{"twice", `<body pos="1 2"><pos>1 2</pos></body>`, ``, `pos is given twice`},
		{"half an element", `<shape vertex="1 2 3"/>`, `{"type":"shape","vertices":[1,2,3]}`, ``},
		{"a list and elements", `<shape vertex="1 2"><vertex x="1" y="2"/></shape>`, ``, `vertex is given both as a list and one by one`},
		{"elements and a list", `<shape><weights>1</weights><vertex x="1" y="2"/><vertex x="1" y="2">3 4</vertex></shape>`, ``, `vertex: text beside fields (give one or the other)`},
		{"structs from a list", `<shape part="1 2"/>`, ``, `part: expected elements, <part .../>, got "1 2"`},
		{"stray text", `<body pos="0 0">hello</body>`, ``, `unknown text in body: "hello" (remove it, or give the kind a field for its text)`},
		{"a misspelt root without nodes", `<scne name="s"/>`, `{"type":"scne","name":"s"}`, `no node in the file: "scne" is no kind, and nothing directly in it is (did you mean "scene"?)`},
		{"a wrapper without nodes", `<level name="s"/>`, `{"type":"level","name":"s"}`, ``},
		{"a plain value", ``, `42`, `no node in the file (the kinds are scene, group, body, shape, joint, trigger, zone and pickup)`},
		{"a misspelt root that holds its like", `<grup name="s"><group/></grup>`, `{"type":"grup","name":"s","children":[{"type":"group"}]}`, `"grup" is no kind of node: only what stands inside it is read (did you mean "group"?)`},
		{"a misspelt root", `<scne name="s"><group/></scne>`, `{"group":{},"type":"scne"}`, `"scne" is no kind of node: only what stands inside it is read (did you mean "scene"?)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			x, j := "", ""
			if test.xml != "" {
				x = first(wrongFree(t, test.xml))
			}
			if test.json != "" {
				j = first(wrongFree(t, test.json))
			}
			if test.want == "" {
				t.Log(x, j)
				require.NotEmpty(t, x+j)
				return
			}
			if test.xml != "" {
				require.Equal(t, test.want, x)
			}
			if test.json != "" {
				require.Equal(t, test.want, j)
			}
		})
	}
}

// What the outermost element has of its own is not lost without a word.
func TestTheOutermostElementIsNoNode(t *testing.T) {
	for text, want := range map[string]string{
		`<level version="3"><group/></level>`:                                 `[warning 1.version?: version is passed over: level is no kind of node (a kind of that name takes it, and --unknown=ignore says nothing)]`,
		`<level a="3" b="" c=""><group/></level>`:                             `[warning 1.a?: a and 2 more are passed over: level is no kind of node (a kind of that name takes it, and --unknown=ignore says nothing)]`,
		`{"type":"level","gravity":[0,1],"groups":[{"type":"group"}]}`:        `[warning 1.gravity?: gravity is passed over: level is no kind of node (a kind of that name takes it, and --unknown=ignore says nothing)]`,
		`{"a":1,"b":true,"groups":[{"type":"group"}]}`:                        `[warning 1.a?: a and 1 more are passed over: the outermost object is no node (a kind with json=. in its tag makes it one, and --unknown=ignore says nothing)]`,
		`{"group":5,"groups":[{"type":"group"}]}`:                             `[warning 1.group?: group is passed over: the outermost object is no node (a kind with json=. in its tag makes it one, and --unknown=ignore says nothing)]`,
		`{"a":null,"b":[],"group":null,"$schema":"s","c":[{"type":"group"}]}`: `[]`,
		`<level xmlns="a" xmlns:b="c"><group/></level>`:                       `[]`,
	} {
		for _, policy := range []Policy{UnknownError, UnknownWarn, UnknownKeep} {
			require.Equal(t, want, fmt.Sprint(compileAll(t, gameSchema(), policy, text).problems), text)
		}
		require.Empty(t, compileAll(t, gameSchema(), UnknownIgnore, text).problems, text)
	}
}

// A node that is passed over is one mistake, however many refer to it.
func TestReferencesToANodeThatIsPassedOverAreNoFurtherMistakes(t *testing.T) {
	for _, text := range []string{
		`<group><bdy name=" b "/><body name="c" pos="0 0"/><joint a="b"/><joint a="c" b="b"/></group>`,
		`{"type":"group","children":[{"type":"joint","a":"b"},{"type":"bdy","name":"b"},{"type":"joint","a":"b"}]}`,
	} {
		said := wrongFree(t, text)
		require.Len(t, said, 1, "%q", said)
		require.Contains(t, said[0], "bdy")
	}
	require.Len(t, wrongFree(t, `<group><pickup number="x"/><pickup number="2" next=" x"/></group>`), 1, "nor to an id that is none")
	require.Len(t, wrongFree(t, `<group><bdy name="b"/><joint a="nobody"/></group>`), 2)
	require.Len(t, wrongFree(t, `<group><bdy mass="b"/><joint a="b"/></group>`), 2, "only what may be an id")
	out := compileAll(t, gameSchema(), UnknownWarn, `<group><bdy name="b"/><joint a="b"/></group>`)
	require.Len(t, out.problems, 2, "a warning does not keep a build from succeeding")
}

// wrongFree drops what is said about shapes without a body, which keeps the
// cases short.
func wrongFree(t *testing.T, text string) []string {
	var out []string
	for _, p := range wrong(t, text) {
		if !strings.Contains(p, "must stand inside body") || text == `<shape/>` || text == `{"type":"shape"}` {
			out = append(out, p)
		}
	}
	return out
}

// first is the first problem without its place and notes.
func first(problems []string) string {
	if len(problems) == 0 {
		return "nothing"
	}
	s, _, _ := strings.Cut(problems[0], " | ")
	_, s, _ = strings.Cut(s, ": ")
	return s
}

// An id that another kind has is shown where that stands.
func TestAnIDOfAnotherKindIsPointedAt(t *testing.T) {
	require.Equal(t, []string{`1.a: a: no body has the id "g" (name a body) | 1.name: a group has it`}, wrong(t, `<group name="g"><joint a="g"/></group>`))
	require.Equal(t, []string{`1.a: a: no body has the id "gate1" (name a body) | 1.name: a group has it`}, wrong(t, `<group name="gate1"><body name="gate2" pos="0 0"/><joint a="gate1"/></group>`),
		"an id that is spelt alike is second to it")
	require.Equal(t, []string{"a door", "an object", "an Enemy", "a unit", "a "}, []string{withArticle("door"), withArticle("object"), withArticle("Enemy"), withArticle("unit"), withArticle("")})
}

// A wrong value is told of where it stands, also in lists of lists.
func TestWrongValuesInListsOfListsAreFound(t *testing.T) {
	for text, at := range map[string]string{
		`{"type":"body","pos":[0,0],"shape":{"vertices":[[1,2],[3,"q"]]}}`: "1.vertices[3]: ",
		`{"type":"body","pos":[0,0],"shape":{"vertices":[[1,2],[3]]}}`:     "1.vertices: vertices: element 2 has 1 value",
		`{"type":"body","pos":[[0],["q"]]}`:                                "1.pos[1]: ",
	} {
		require.Contains(t, wrong(t, text)[0], at)
	}
}

// A list with a mistake in it is dropped, with the references in it that wait.
func TestReferencesInAWrongListAreNoneOfTheSinks(t *testing.T) {
	for _, wakes := range []string{`["b",null]`, `["b",true]`, `["b","b",["b",null]]`} {
		text := `[{"type":"trigger","wakes":` + wakes + `},{"type":"body","name":"b","pos":[0,0]}]`
		out := wrong(t, text)
		require.Len(t, out, 1, wakes)
		require.Contains(t, out[0], "wakes: expected an id")
	}
	out := wrong(t, `[{"type":"trigger","wakes":["c",null]},{"type":"body","name":"b","pos":[0,0]}]`)
	require.Len(t, out, 2)
	require.Contains(t, out[1], `no body has the id "c"`)
}

// A list in quotes is a list, whatever its text would be as a number.
func TestAListInQuotesIsToBeWrittenAsOne(t *testing.T) {
	for text, hint := range map[string]string{
		`{"type":"body","pos":"1, 2"}`:                "write a list, in square brackets",
		`{"type":"body","pos":"1 2"}`:                 "write a list, in square brackets",
		`{"type":"body","pos":[1,"2,5"]}`:             "the decimal sign is a point",
		`{"type":"body","pos":[1,2],"health":"1,5"}`:  "the decimal sign is a point",
		`{"type":"body","pos":[1,2],"health":"10px"}`: "a number has no suffix and no unit: write 10",
	} {
		found := compileAll(t, gameSchema(), UnknownError, text)
		require.Len(t, found.problems, 1, text)
		require.Contains(t, found.problems[0], " ("+hint+")", text)
	}
}

// A kind is no hint for the name of a value, and null is not told of where nodes could stand.
func TestValuesUnderTheNamesOfKinds(t *testing.T) {
	for _, text := range []string{`<scene bdy="1"/>`, `{"type":"scene","bdy":1}`} {
		require.Equal(t, `unknown name "bdy" in scene (scene has name, gravity, tags and music)`, first(wrong(t, text)))
	}
	for _, policy := range []Policy{UnknownError, UnknownKeep} {
		for _, nothing := range []string{`null`, `[]`, `[null,null]`} {
			out := compileAll(t, gameSchema(), policy, `{"type":"scene","bodies":`+nothing+`}`)
			require.Empty(t, out.problems, nothing)
			require.Empty(t, out.extra, nothing)
		}
	}
}

// The second of two sources is read from its beginning, wherever the first one broke off.
func TestASourceThatBreaksOffLeavesNothingOpen(t *testing.T) {
	for _, broken := range []string{`<scene><group><stuff><a>`, `{"type":"scene","stuff":{"a":[{"b":`, `<scene>` + strings.Repeat("<group>", 254)} {
		out := wrong(t, broken, `<scene gravty="1"><group><group><group/></group></group></scene>`)
		require.Equal(t, `#1 1.gravty?: unknown name "gravty" in scene (did you mean "gravity"?)`, out[len(out)-1], broken)
	}
}

// A row may have more fields than there are bits in a word.
func TestRequiredFieldsBeyondTheFirstWord(t *testing.T) {
	var fields []format.Field
	text := ""
	for i := range 130 {
		fields = append(fields, need(fld(fmt.Sprint("f", i), format.TypeU8)))
		text += fmt.Sprintf(` f%d="1"`, i)
	}
	s := &format.Schema{Tables: []format.Table{makeTable("b", format.ClassNode, fields...)}}
	require.Empty(t, compileAll(t, s, UnknownError, "<b"+text+"/>").problems)
	for _, i := range []int{0, 63, 64, 127, 128, 129} {
		out := compileAll(t, s, UnknownError, "<b"+strings.Replace(text, fmt.Sprintf(` f%d="1"`, i), "", 1)+"/>")
		require.Equal(t, []string{fmt.Sprintf("1: b lacks f%d", i)}, out.problems)
	}
}

// A message calls things what the source calls them, not what their tables are called.
func TestMessagesHaveTheNamesOfTheSource(t *testing.T) {
	row := makeTable("Row", format.ClassNode, need(role(fld("code", format.TypeStr), format.RoleText)),
		with(fld("size", format.TypeU8), func(f *format.Field) { f.Attr.Aliases = []string{"extent"} }))
	row.Attr.Names = []string{"line"}
	s := &format.Schema{Tables: []format.Table{row}}
	for text, want := range map[string]string{
		`<line/>`:                               `line lacks its text`,
		`{"type":"line"}`:                       `line lacks text`,
		`<line extent="1">x</line>`:             `unknown name "extent" in line (it is called "size" now)`,
		`{"type":"line","text":"x","extent":1}`: `unknown name "extent" in line (it is called "size" now)`,
		`<line><x><y/></x>a</line>`:             `unknown name "x" in line (line has size)`,
	} {
		require.Equal(t, want, first(compileAll(t, s, UnknownError, text).problems), text)
	}
}

// An earlier name is no name in a source. The message says what it has become, in a struct
// and out of it.
func TestMessagesKnowEarlierNamesOfStructs(t *testing.T) {
	nested := func(name, json string, earlier ...string) format.Field {
		return with(fld(name, format.TypeU8), func(f *format.Field) {
			f.Attr.Source, f.Attr.JSON, f.Attr.Aliases = strings.ReplaceAll(name, ".", "/"), json, earlier
		})
	}
	s := &format.Schema{Tables: []format.Table{makeTable("n", format.ClassNode,
		nested("body.mass", "", "body.weight", "mass", "in.mass", "in.weight"),
		nested("body.deep.drag", "body/deep/pull", "body.low.drag", "in.deep.drag", "in.low.drag"),
		nested("hot", "", "in.hot", "body.hot", "lamp.light.on"))}}
	for text, want := range map[string]string{
		`<n mass="1"/>`:                             `unknown name "mass" in n (it is called "body/mass" now)`,
		`<n><in mass="1"/></n>`:                     `unknown name "in" in n (it is called "body" now)`,
		`{"type":"n","in":{"mass":1}}`:              `unknown name "in" in n (it is called "body" now`,
		`<n><lamp><light on="1"/></lamp></n>`:       `unknown name "lamp" in n ("lamp/light/on" is called "hot" now)`,
		`<n><body weight="1"/></n>`:                 `unknown name "weight" in body of n (it is called "mass" now)`,
		`<n><body hot="1"/></n>`:                    `unknown name "hot" in body of n (it is called "/hot" now)`,
		`{"type":"n","body":{"low":{"drag":1}}}`:    `unknown name "low" in body of n (it is called "deep" now`,
		`{"type":"n","body":{"deep":{"weight":1}}}`: `unknown name "weight" in`,
	} {
		require.Contains(t, first(compileAll(t, s, UnknownError, text).problems), want, text)
	}
}

// What a row lacks may be a field of a nested struct, which the row itself cannot have.
func TestWhatIsLackingInNestedStructsIsSaidWithTheirNames(t *testing.T) {
	nested := func(name, json string, r format.Role) format.Field {
		return need(with(role(fld(name, format.TypeStr), r), func(f *format.Field) {
			f.Attr.Source, f.Attr.JSON = strings.ReplaceAll(name, ".", "/"), json
		}))
	}
	s := &format.Schema{Tables: []format.Table{makeTable("door", format.ClassNode, fld("n", format.TypeU8),
		nested("lock.code", "lock/key", format.RoleValue), nested("bolt.in.word", "", format.RoleText))}}
	for text, want := range map[string]string{
		`<door/>`:                                    `door lacks lock.code and the text of bolt.in`,
		`<door><lock code="1"/></door>`:              `door lacks the text of bolt.in`,
		`<door><bolt><in>a</in></bolt></door>`:       `door lacks lock.code`,
		`{"type":"door"}`:                            `door lacks lock.key and bolt.in.text`,
		`{"type":"door","bolt":{"in":{"text":"a"}}}`: `door lacks lock.key`,
	} {
		require.Equal(t, want, first(compileAll(t, s, UnknownError, text).problems), text)
	}
}

// Of more than two kinds that have an id the first two are named.
func TestAnIDOfThreeKindsIsAmbiguous(t *testing.T) {
	out := wrong(t, `<w><pickup number="7"/><group name="7"/><body name="7" pos="0 0"/><trigger target="7"/></w>`)
	require.Len(t, out, 1)
	require.Contains(t, out[0], `"7" could be a body or a group`)
}

func TestAListOfNodesMayHaveTheirNameInThePlural(t *testing.T) {
	for _, text := range []string{
		`<groups><group/><scene/></groups>`,
		`<groups xmlns:xsi="x" xsi:noNamespaceSchemaLocation="groups.xsd"><group/></groups>`,
		`<shapely><group/></shapely>`,
		`<bodies><body name="a" pos="0 0"/></bodies>`,
		`<Groups><scene/><group/></Groups>`,
		`{"type":"groupes","children":[{"type":"group"}]}`,
	} {
		require.Empty(t, compileAll(t, gameSchema(), UnknownError, text).problems, text)
	}
	for _, text := range []string{`<groupe><scene/><group/></groupe>`, `<Group><group/></Group>`, `<groups a="1"><group/></groups>`} {
		require.Len(t, compileAll(t, gameSchema(), UnknownError, text).problems, 1, text)
	}
	out := compileAll(t, gameSchema(), UnknownError, `<groups><group/></groups>`, `<scne><group/></scne>`)
	require.Len(t, out.problems, 1, "of each source by itself")
}
