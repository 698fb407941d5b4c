package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// A misspelt name is told of, and not also what is missing because of it.
func TestAMisspeltNameIsOneMistake(t *testing.T) {
	for text, want := range map[string]string{
		`<body ps="0 0"/>`:                                             `unknown name "ps" in body (did you mean "pos"?)`,
		`<body><ps>0 0</ps></body>`:                                    `unknown name "ps" in body (did you mean "pos"?)`,
		`{"type":"body","ps":[0,0]}`:                                   `unknown name "ps" in body (did you mean "pos"?)`,
		`{"type":"body","ps":{"x":0,"y":0}}`:                           `unknown name "ps" in body (did you mean "pos"?)`,
		`{"type":"body","pos":{"left":0}}`:                             `unknown name "left" in pos of body (pos of body has x and y)`,
		`<body><pos left="0"/></body>`:                                 `unknown name "left" in pos of body (pos of body has x and y)`,
		`<scene><body ps="0 0"/><body ps="0 0"/></scene>`:              `unknown name "ps" in body +1 (did you mean "pos"?)`,
		`<body pos="0 0"><shape><vertex x="1" yy="2"/></shape></body>`: `unknown name "yy" in shape.vertex (did you mean "y"?)`,
		`<group><body nme="b" pos="0 0"/><joint a="b"/></group>`:       `unknown name "nme" in body (did you mean "name"?)`,
		`<group><joint a="b"/><body nme=" b " pos="0 0"/></group>`:     `unknown name "nme" in body (did you mean "name"?)`,
		`{"type":"group","children":[{"type":"joint","a":"b"},{"type":"body","nme":"b","pos":[0,0]}]}`:         `unknown name "nme" in body (did you mean "name"?)`,
		`{"type":"group","children":[{"type":"body","name":7,"pos":[0,0]},{"type":"joint","a":"7"}]}`:          `name: expected a string, got 7 (put it in quotes)`,
		`{"type":"group","children":[{"type":"body","name":"b","pos":[0,0]},{"type":"joint","a":{"id":"b"}}]}`: `a: expected an id, got an object`,
	} {
		said := wrong(t, text)
		require.Len(t, said, 1, "%s: %q", text, said)
		require.Equal(t, want, first(said), text)
	}
	for text, lacks := range map[string]string{
		`<scene><body ps="0 0"/><body/></scene>`:                                      "body lacks pos",
		`<scene><body ps="0 0"><body/></body></scene>`:                                "body lacks pos",
		`<scene><body><pos left="0"/></body><body/></scene>`:                          "body lacks pos",
		`<scene><body><body ps="0 0"/></body></scene>`:                                "body lacks pos",
		`<body pos="0 0"><shape><vertex x="1" yy="2"/><vertex x="1"/></shape></body>`: "shape.vertex lacks y",
		`<group><body pos="0 0"><shape><vertex x="1" yy="2"/></shape></body><body pos="0 0"><shape><vertex x="1"/></shape></body></group>`: "shape.vertex lacks y",
		`{"type":"body","pos":[0,0],"shape":{"vertices":[{"x":1,"yy":2},{"x":1}]}}`:                                                        "shape.vertex lacks y",
		`<body colour="0 0"/>`: "body lacks pos",
		`<group><body nme="b" pos="0 0"/><joint a="c"/></group>`:    `no body has the id "c"`,
		`<group><body colour="b" pos="0 0"/><joint a="b"/></group>`: `no body has the id "b"`,
	} {
		said := wrong(t, text)
		require.Len(t, said, 2, "%s: %q", text, said)
		require.Contains(t, strings.Join(said, "\n"), lacks, text)
	}
	out := compileAll(t, gameSchema(), UnknownWarn, `<body ps="0 0"/>`)
	require.Len(t, out.problems, 2, "a warning does not keep a build from succeeding")
}

// What stands in a member that is written twice, or behind it, is no further mistake.
func TestAMemberThatIsWrittenTwiceIsOneMistake(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for text, want := range map[string]string{
		`{"type":"body","pos":[0,0],"material":{"density":1},"material":{"density":1}}`:                            "1:53",
		`{"type":"scene","bodies":[{"name":"b","pos":[0,0]}],"bodies":[{"name":"b","pos":[0,0]}]}`:                 "1:53",
		`{"type":"scene","bodies":[{"name":"b","pos":[0,0]}],"bodies":[{"name":"b","pos":[0,0]},{"name":"c"},{}]}`: "1:53",
		`{"type":"scene","type":"scene","name":"a"}`:                                                               "1:17",
		`{"children":[{"type":"body","type":"body","pos":[0,0]}]}`:                                                 "1:29",
	} {
		_, said := buildText(t, plan, []byte(text), 0)
		require.Equal(t, 1, strings.Count(said, "\n"), "%s: %s", text, said)
		require.Contains(t, said, want, text)
		require.Contains(t, said, "is written twice", text)
	}
}

// Where nodes stand in a list under the name of a field, values beside them are lost, and told
// of, whatever the field is.
func TestValuesAmongNodesAreToldOf(t *testing.T) {
	const node = `{"type":"body","name":"b","pos":[0,0]}`
	for _, list := range []string{`"flags":["bullet",` + node + `]`, `"flags":[` + node + `,"bullet"]`, `"name":["a",` + node + `]`} {
		said := wrong(t, `{"type":"body","pos":[0,0],`+list+`}`)
		require.Len(t, said, 1, "%s: %q", list, said)
		require.Contains(t, said[0], "expected an object like the others in the list", list)
	}
	for list, values := range map[string]int{`["a",` + node + `]`: 1, `["a",` + node + `,"b"]`: 2, `[` + node + `,"b"]`: 1} {
		said := wrong(t, `{"type":"scene","tags":`+list+`}`)
		require.Len(t, said, values, "%s: %q", list, said)
		require.Contains(t, said[0], "tags: expected an object like the others in the list", list)
	}
	out := compileAll(t, gameSchema(), UnknownWarn, `{"type":"scene","tags":[null,`+node+`]}`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "warning 1.tags: tags: null among objects")
}

// An object among values is told of alone, also if it stands in a list of its own.
func TestAnObjectInAListOfAListIsOneMistake(t *testing.T) {
	for _, list := range []string{`[0,{"x":1},0]`, `[0,[1,{"z":1},2],0]`} {
		said := wrong(t, `{"type":"body","pos":`+list+`}`)
		require.Len(t, said, 1, "%s: %q", list, said)
		require.Contains(t, said[0], "got an object", list)
	}
}

// Of two names that are equally near, the hint is the one that the row does not have yet.
func TestAHintIsANameThatIsStillFree(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("joint", format.ClassNode, fld("anchor-a", format.TypeU8), fld("anchor-b", format.TypeU8),
		with(fld("in.on", format.TypeU8), func(f *format.Field) { f.Attr.Source = "in/on" }), with(fld("in.one", format.TypeU8), func(f *format.Field) { f.Attr.Source = "in/one" }))}}
	for text, hint := range map[string]string{
		`<joint anchor-a="1" anchor-v="2"/>`:         "anchor-b",
		`<joint anchor-b="1" anchor-v="2"/>`:         "anchor-a",
		`<joint anchor-v="2" anchor-a="1"/>`:         "anchor-a",
		`{"type":"joint","anchor-a":1,"anchor-v":2}`: "anchor-b",
		`<joint><in on="1" onn="2"/></joint>`:        "one",
		`<joint anchor-a="1" anchor-aa="2"/>`:        "anchor-a",
	} {
		require.Contains(t, first(compileAll(t, s, UnknownError, text).problems), `did you mean "`+hint+`"?`, text)
	}
}

// A short name is one letter from many: where the row has what is near, it is another thing.
func TestAShortNameDoesNotMeanWhatIsGiven(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("joint", format.ClassNode, fld("id", format.TypeU8), fld("hp", format.TypeU8))}}
	for text, hint := range map[string]string{
		`<joint id="1" uid="2"/>`:               "(joint has id and hp)",
		`<joint id="1" mp="2"/>`:                `(did you mean "hp"?)`,
		`<joint uid="2"/>`:                      `(did you mean "id"?)`,
		`{"type":"joint","hp":1,"ip":2}`:        `(did you mean "id"?)`,
		`{"type":"joint","hp":1,"id":2,"ID":3}`: "(joint has id and hp)",
	} {
		require.Contains(t, first(compileAll(t, s, UnknownError, text).problems), hint, text)
	}
}

// The field that the hint names is the one that is not also said to be missing.
func TestANameThatIsStillFreeIsTheOneThatWasMeant(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("joint", format.ClassNode, need(fld("anchor-a", format.TypeU8)), need(fld("anchor-b", format.TypeU8)))}}
	for _, text := range []string{`<joint anchor-a="1" anchor-v="2"/>`, `<joint anchor-b="1" anchor-v="2"/>`, `{"type":"joint","anchor-a":1,"anchor-v":2}`,
		`<joint anchor-v="2" anchor-a="1"/>`, `<joint anchor-v="2" anchor-b="1"/>`, `{"type":"joint","anchor-v":2,"anchor-a":1}`, `<joint><anchor-v>2</anchor-v><anchor-a>1</anchor-a></joint>`} {
		said := compileAll(t, s, UnknownError, text).problems
		require.Len(t, said, 1, "%s: %q", text, said)
		require.Contains(t, said[0], `unknown name "anchor-v"`, text)
	}
}

// A field that a nested struct lacks is told of at the struct.
func TestWhatAStructLacksIsToldOfAtTheStruct(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("body", format.ClassNode, need(fld("a", format.TypeU8)),
		need(with(fld("in.b", format.TypeU8), func(f *format.Field) { f.Attr.Source = "in/b" })),
		need(with(fld("in.on.c", format.TypeU8), func(f *format.Field) { f.Attr.Source = "in/on/c" })))}}
	for text, msg := range map[string]string{
		`<¦body a="1"/>`:                               "body lacks in.b and in.on.c",
		`<body a="1"><¦in/></body>`:                    "in of body lacks b and on.c",
		`<body a="1"><in b="1"><¦on/></in></body>`:     "on of in of body lacks c",
		`{"type":"body","a":1,"in":¦{"b":1}}`:          "in of body lacks on.c",
		`{"type":"body","a":1,"in":[¦{"on":{"c":1}}]}`: "in of body lacks b",
	} {
		requireAt(t, s, text, msg)
	}
	said := compileAll(t, s, UnknownError, `<body><in b="1"/></body>`).problems
	require.Equal(t, []string{"1: body lacks a", "1: in of body lacks on.c"}, said)
}

// Whether a file has a node is not known if it breaks off.
func TestAFileThatBreaksOffIsNotSaidToHaveNoNode(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for text, want := range map[string]string{
		`[], "group": [{}]}`:  "the file goes on behind its outermost value",
		`<level></level></a>`: "an end tag without a start tag",
		`<level></level>`:     "no node in the file",
	} {
		_, said := buildText(t, plan, []byte(text), 0)
		require.Equal(t, 1, strings.Count(said, "\n"), said)
		require.Contains(t, said, want)
	}
}

// What rows lack is only counted once no more errors are kept: it takes no time to look for
// the places, and no words.
func TestRowsThatLackMuchCostLittle(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{makeTable("body", format.ClassNode, need(with(fld("in.a", format.TypeU8), func(f *format.Field) { f.Attr.Source = "in/a" })))}}
	plan, err := NewPlan(s)
	require.NoError(t, err)
	allocs := func(rows int) float64 {
		text := []byte("<x>" + strings.Repeat("<body/>", rows) + "</x>")
		return testing.AllocsPerRun(1, func() { buildText(t, plan, text, 0) })
	}
	require.Less(t, allocs(3*leastKept)-allocs(2*leastKept), float64(leastKept)/2)
}
