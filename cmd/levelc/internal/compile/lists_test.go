package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/format"
)

const ungrouped = "one list of all does not say where each ends"

// In shapes, whose part is a span, and in groups, of which each is a node.
func TestListsOfObjectsInAListAreToldOfUnlessTheirNumberTellsThemApart(t *testing.T) {
	for text, told := range map[string]int{
		`"part":[[{},{}],[{},{}]]`:                               0,
		`"part":[[{}],[{}],[{}]]`:                                0,
		`"part":[[{"name":"a"},{"name":"b"},{"name":"c"}]]`:      0,
		`"part":[[{},{}],[{}]]`:                                  1,
		`"part":[[{}],[{},{}],[{},{},{}]]`:                       1, // and counted once more
		`"part":[{},[{}]]`:                                       1,
		`"part":[[{}],{}]`:                                       1,
		`"part":[[[{}]],[[{}]]]`:                                 1,
		`"part":[[{"hole":[[{},{}],[{}]]}]]`:                     1,
		`"part":[[{"hole":[[{}],[{}]]}],[{"hole":[[{}],[{}]]}]]`: 0,
		`"shape":[[{"body":"b"}],[{"body":"b"}]]`:                0,
	} {
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			source := `{"type":"body","name":"b","pos":[0,0],"shape":{` + text + `}}`
			if strings.HasPrefix(text, `"shape"`) {
				source = `{"type":"scene","group":[[{},{}],[{},{}]],"bodies":[[{"pos":[0,0]}],[{"pos":[0,0]}]]}`
			}
			out := compileAll(t, gameSchema(), policy, source)
			if policy == UnknownIgnore {
				require.Empty(t, out.problems, text)
				continue
			}
			require.Len(t, out.problems, told, text)
			for _, p := range out.problems {
				require.Contains(t, p, ungrouped, text)
				require.Contains(t, p, "put each list into an object of its own", text)
				require.Equal(t, policy != UnknownError, strings.HasPrefix(p, "warning"), "%v: %s", policy, p)
			}
		}
	}
}

func TestListsOfNodesInAListAreToldOf(t *testing.T) {
	for text, told := range map[string]int{
		`"group":[[{},{}],[{}]]`:                                          1,
		`"group":[[{},{}],[{},{}]],"bodies":[[{"pos":[0,0]}]]`:            0,
		`"group":[{"group":[[{}],[{}]]},{"group":[[{}],[{}]]}]`:           0,
		`"group":[{"group":[[{}],[{}]]},{"group":[[{}],[{},{}]]}]`:        1,
		`"group":[{"group":[[{}],[{}]]},{"group":{}}]`:                    1,
		`"group":[{"group":{}},{"group":[[{}],[{}]]}]`:                    1,
		`"group":[[{}],[]]`:                                               1,
		`"children":[[{"type":"group"}],[{"type":"group"}]]`:              1,
		`"children":[[{"type":"group"},{"type":"body","pos":[0,0]}]]`:     1,
		`"children":[{"type":"group"},{"type":"group"}],"group":[{}]`:     0,
		`"x":[[{"a":1},{"b":2}],[{"c":3}]]`:                               0, // kept as it is
		`"group":[[{"x":[[{}],[{},{}]]},{}],[{},{"x":[[1,{"y":[[]]}]]}]]`: 0,
	} {
		out := compileAll(t, gameSchema(), UnknownKeep, `{"type":"scene",`+text+`}`)
		require.Len(t, out.problems, told, text)
	}
	out := compileAll(t, gameSchema(), UnknownKeep, `[[{"type":"group"}],[{"type":"group"}]]`)
	require.Len(t, out.problems, 1, "an outermost list")
	require.Contains(t, out.problems[0], "1: lists of objects")
}

func TestListsInAMapAreToldOfOnce(t *testing.T) {
	for text, told := range map[string]int{
		`{"type":"scene","parts":{"1":[[{"mass":1},{"mass":2}],[{"mass":3}]],"2":{"mass":4},"3":[[{"mass":1}]]}}`: 1,
		`{"type":"scene","parts":{"1":[[{"mass":1}],[{"mass":2}]],"2":[[{"mass":3}]]}}`:                           0,
	} {
		require.Len(t, compileAll(t, mapSchema(), UnknownError, text).problems, told, text)
	}
}

func TestTheListThatIsUnlikeTheOthersIsShown(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for list, line := range map[string]int{
		"[{},{}],\n[{},{}],\n[{}]":                 4,
		"[{},{}],\nnull,\n[{},{}],\nnull,\n[{}]":   6,
		"{},\nnull,\n[{},{}]":                      4,
		"null,\n[{},{}],\nnull,\n[null,{}],\nnull": 5,
	} {
		text := "{\"type\":\"body\",\"pos\":[0,0],\"shape\":{\"part\":[\n" + list + "]}}"
		found, err := plan.Rows(t.Context(), openAll(t, text), newMemory(plan.Schema()), Options{})
		require.ErrorIs(t, err, ErrLevel)
		said := slices.DeleteFunc(found.Diagnostics.All(), func(d diag.Diagnostic) bool { return strings.Contains(d.Message, "null") })
		require.Len(t, said, 1)
		require.Equal(t, line, said[0].Line, list)
		require.Equal(t, 1, said[0].Col)
	}
}

func TestListsOfNumbersInAListAreEven(t *testing.T) {
	for text, want := range map[string]string{
		`"pos":[[1,2]]`:                   "",
		`"pos":[[1],[2]]`:                 "",
		`"pos":[1,[2]]`:                   "1.pos[1]: pos: expected a number, got a list",
		`"pos":[[1],2,3]`:                 "1.pos[0]: pos: expected a number, got a list",
		`"pos":[[],[1,2]]`:                "pos: " + unevenLists,
		`"pos":[[[1],[2]]]`:               "",
		`"pos":[[[1,2],[]]]`:              "pos: " + unevenLists,
		`"pos":[[[[1]],[[2]]]]`:           "",
		`"pos":[[[1,2],[3,4]],[[5],[6]]]`: "pos: " + unevenLists,
		`"pos":[[[[1]]],[[2]]]`:           "pos: " + unevenLists,
	} {
		out := compileAll(t, gameSchema(), UnknownError, fmt.Sprintf(`{"type":"body",%s}`, text))
		if want == "" {
			require.Empty(t, out.problems, text)
			continue
		}
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], want, text)
	}
	shape := `{"type":"body","pos":[0,0],"shape":{%s}}`
	require.Empty(t, compileAll(t, gameSchema(), UnknownError, fmt.Sprintf(shape, `"part":[{"hole":[[[5,6],7],[8,9,10]]}]`)).problems, "fields are no rows")
	out := compileAll(t, gameSchema(), UnknownError, fmt.Sprintf(shape, `"weights":[[[1],[]]]`))
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "weights: element 1: "+unevenLists)
}

// An element that null stands for would be missing, and the ones behind it have other
// numbers than in the source.
func TestNullAmongObjectsIsToldOf(t *testing.T) {
	const (
		of   = `{"type":"body","pos":[0,0],"shape":{"part":%s}}`
		told = "part: null among objects has no element, and those behind it move up (write {} for one of defaults, or leave it out)"
	)
	for list, say := range map[string]string{
		`[{},null]`:            told,
		`[null,{}]`:            told,
		`[[{},null],[{}]]`:     told,
		`[{"name":"a"},{},{}]`: "",
		`[null,null]`:          "",
		`null`:                 "",
	} {
		text := fmt.Sprintf(of, list)
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			problems := compileAll(t, gameSchema(), policy, text).problems
			if say == "" {
				require.Empty(t, problems, text)
				continue
			}
			require.Len(t, problems, 1, text)
			require.Contains(t, problems[0], say)
			require.Equal(t, policy != UnknownError, strings.HasPrefix(problems[0], "warning"))
		}
	}
	requireAt(t, gameSchema(), fmt.Sprintf(of, `[{}, ¦null, {}, null]`), told[:20])
}

func TestWhatIsNoObjectInAListOfObjectsIsShown(t *testing.T) {
	const beside = "expected an object like the others in the list, got "
	for text, msg := range map[string]string{
		`{"type":"body","pos":[0,0],"shape":{"part":[{},{"name":"[1"},¦5]}}`:   beside + "5",
		`{"type":"body","pos":[0,0],"shape":{"part":[¦[5,[6]],{}]}}`:           beside + "a list",
		`{"type":"body","pos":[0,0],"shape":{"part":[[{}],¦[{},5]]}}`:          beside + "5",
		`{"type":"group","group":[[{}],¦["x",{}]]}`:                            beside + `the string "x"`,
		`[{"type":"group"},¦"x"]`:                                              beside + `the string "x"`,
		`{"type":"group","group":[{},¦"x"]}`:                                   beside + `the string "x"`,
		`{"type":"group","things":[{"type":"group"},¦"x"]}`:                    beside + `the string "x"`,
		`{"type":"body","pos":[0,0],"shape":{"weights":[1,2,¦{}]}}`:            "weights: expected a number, got an object",
		`{"type":"body","pos":[0,0],"shape":{"weights":[null,¦{"text":1},2]}}`: "weights: expected a number, got an object",
		`{"type":"body","pos":[0,0],"shape":{"weights":[{"text":1},¦2]}}`:      beside + "2",
		`{"type":"body","pos":[0,0],"shape":{"weights":[¦{},1,2]}}`:            "weights: expected a number, got an object",
		`{"type":"body","pos":[¦{},0]}`:                                        "pos: expected a number, got an object",
		`{"type":"body","pos":[0,¦{}]}`:                                        "pos: expected a number, got an object",
		`{"type":"body","pos":[0,¦{"x":1,"y":2}]}`:                             "pos: expected a number, got an object",
		`{"type":"body","pos":[¦{"x":1,"y":2},0]}`:                             "pos: expected a number, got an object",
		`{"type":"body","pos":[0,0],"flags":["bullet",¦{}]}`:                   "got an object",
		`{"type":"body","pos":[0,0],"flags":[¦{},"bullet"]}`:                   "got an object",
		`{"type":"body","pos":[0,0],"shape":{"weights":[¦{}]}}`:                "weights: expected a number, got an object",
		`{"type":"body","pos":[0,0],"shape":{"weights":¦{}}}`:                  "weights: expected a list, got an object",
		`{"type":"scene","tags":["a",¦{"name":"b"}]}`:                          "tags: expected a string, got an object",
	} {
		requireAt(t, gameSchema(), text, msg)
	}
}

// An element that is given by an item of a list gets its defaults, and what is wrong with
// the next item is still told of the list.
func TestDefaultsOfAnElementAreNotWhatTheNextItemIsFor(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, role(fld("id", format.TypeStr), format.RoleID), span("list", "n.list"), span("row", "n.row")),
		makeTable("n.list", format.ClassArray, role(fld("text", format.TypeStr), format.RoleText), def(ref("to", "n"), "a")),
		makeTable("n.row", format.ClassArray, role(span("value", "n.row.value"), format.RoleText), def(ref("to", "n"), "a")),
		makeTable("n.row.value", format.ClassArray, role(fld("value", format.TypeU8), format.RoleText)),
	}}
	for text, want := range map[string]string{
		`"list":["x",3,"y"]`:          `1.list: list: expected a string, got 3 (put it in quotes)`,
		`"list":["x",[4]]`:            `1.list: list: expected an object or its text, got a list`,
		`"list":["x",null]`:           `1.list: list: null among objects has no element, and those behind it move up (write {} for one of defaults, or leave it out)`,
		`"row":[[1,2],[3],["x"],[4]]`: `1.row[3]: row: expected an integer, got the string "x"`,
		`"row":[[1,2],3]`:             `1.row: row: element 2: expected a list like the others, got 3`,
	} {
		out := compileAll(t, s, UnknownError, `{"type":"n","id":"a",`+text+`}`)
		require.Equal(t, []string{want}, out.problems)
	}
}
