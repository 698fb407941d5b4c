package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// A message about a name shows it, and not the object under it, which in a list may stand
// on another line. A message about what is in the object shows the object.
func TestAWrongKeyIsShown(t *testing.T) {
	for marked, msg := range map[string]string{
		"{\"type\":\"scene\",¦\"bodis\":[\n{\"name\":\"b\",\"pos\":[0,0]}]}":                        `unknown name "bodis" in scene (did you mean "bodies"?)`,
		"{\"type\":\"scene\",¦\"bodis\":[\n[{\"pos\":[0,0]}]]}":                                     `unknown name "bodis" in scene (did you mean "bodies"?)`,
		"{\"type\":\"scene\",¦\"bodis\" :\n{\"name\":\"b\",\"pos\":[0,0]}}":                         `unknown name "bodis" in scene`,
		"{\"type\":\"scene\",\"tags\":[],¦\"\\u0062odis\":{\n}}":                                    `unknown name "bodis" in scene`,
		"{\"bodies\":[{\"pos\":[0,0],\n¦\"stuff\":[\n{}]}]}":                                        `unknown name "stuff" in body`,
		"{\"bodies\":[{\"pos\":[0,0],\n¦\"materal\":\n{\"density\":2}}]}":                           `unknown name "materal" in body (did you mean "material"?)`,
		"{\"bodies\":[{\"pos\":[0,0],\"shape\":{\"vertices\":[{\"x\":1,\"y\":2,¦\"z\":[\n{}]}]}}]}": `unknown name "z" in shape.vertex`,
		"{\"bodies\":[{\"pos\":[0,0],\"shape\":{\"part\":[{¦\"pickup\":[\n{}]}]}}]}":                `a node cannot stand inside shape.part`,
		"{\"bodies\":[{\"pos\":[0,0],\"shape\":{\"part\":[{\"a\":[\n{\"type\":¦\"pickup\"}]}]}}]}":  `a node cannot stand inside shape.part`,
		"{¦\"bodis\":[\n{\"pos\":[0,0]}]}":                                                          `"bodis" is no kind of node (did you mean "bodies"?)`,
		"{¦\"stuff\":[\n{\"bodies\":[{\"pos\":[0,0]}]}]}":                                           `"stuff" is no kind of node (it holds nodes of the kind body`,
		"{\"type\":\"scene\",¦\"stuff\":\n{\"bodies\":[{\"pos\":[0,0]}]}}":                          `unknown name "stuff" in scene (it holds nodes of the kind body`,
		"{\"stuff\":[\n¦{\"a\":1}]}":                                                                `an object under "stuff" that names no kind`,
		"{\"type\":\"scene\",\"stuff\":[\n¦{\"kind\":\"body\"}]}":                                   `an object under "stuff" that names no kind`,
		"{\"type\":\"scene\",¦\"stuff\":[\n{},\n{}]}":                                               `unknown name "stuff" in scene, and once more`,
		"{\"type\":\"scene\",\"stuff\":[{\"type\":\"group\"},\n¦{}]}":                               `an object under "stuff" that names no kind (give it a member "type": `,
		"{\"type\":\"scene\",\"stuff\":[{\"type\":\"group\"},\n¦{\"bodies\":[{}]}]}":                `an object under "stuff" that names no kind (give it a member "type": `,
		"{\"type\":\"scene\",¦\"bodis\":[{\"type\":\"group\"},\n{}]}":                               `unknown name "bodis" in scene (did you mean "bodies"?)`,
		"{\"type\":\"scene\",\"stuff\":[\n{\"type\":¦\"bodi\"}]}":                                   `"bodi" is no kind of node`,
		"[\n¦{\"a\":1}]":                                         `an object that names no kind`,
		"{\"type\":\"scene\",\"\":\n¦{\"a\":1}}":                 `an object that names no kind`,
		"{\"a\":1,\n\"type\":¦\"level\"}":                        `no node in the file: "level" is no kind`,
		"{\"type\":\"scene\",\"bodies\":[\n¦{\"name\":\"b\"}]}":  `body lacks pos`,
		"{\"bodies\":[{\"pos\":[0,0],\"health\":\n¦{}}]}":        `health: expected `,
		"{\"bodies\":[{\"pos\":[0,0],\"material\":[{},\n¦{}]}]}": `material stands twice in body`,
	} {
		t.Run(marked, func(t *testing.T) { requireAtKey(t, gameSchema(), marked, msg) })
	}
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("a", "n.a")),
		makeTable("n.a", format.ClassArray, role(vec("value", format.TypeF32, "xy"), format.RoleText)),
	}}
	requireAtKey(t, s, "{\"type\":\"n\",\"a\":[\n{¦\"x\":\n{},\"text\":[1,2]}]}", `unknown name "x" in n.a`)
	requireAtKey(t, heldSchema(), "{\"type\":\"room\",\"id\":\"r\",¦\"rums\":\n{\"a\":\n{}}}", `unknown name "rums"`)
}

// requireAtKey is requireAt for each way in which JSON is read: in one step and member by
// member, on one core and on two.
func requireAtKey(t *testing.T, s *format.Schema, marked, msg string) {
	t.Helper()
	plan, err := NewPlan(s)
	require.NoError(t, err)
	for _, blanks := range []int{0, 100 << 10} {
		long := marked[:1] + strings.Repeat(" ", blanks) + marked[1:]
		before, behind, marks := strings.Cut(long, "¦")
		require.True(t, marks, marked)
		line, col := strings.Count(before, "\n")+1, len(before)-strings.LastIndexByte(before, '\n')
		for _, ahead := range []int64{0, 1} {
			_, said := buildText(t, plan, []byte(before+behind), ahead)
			require.Contains(t, said, fmt.Sprintf("%d:%d %s", line, col, msg), marked)
			require.Equal(t, 1, strings.Count(said, "\n"), said)
		}
	}
}

// An outermost object that is no node has its name in the member for kinds.
func TestTheTypeOfAnOutermostObjectIsShown(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[],"type":"scne"}`:                      `1.type: no node in the file: "scne" is no kind`,
		`{"type":"scne","groups":[{"type":"group"}]}`: `warning 1.type: "scne" is no kind of node: only what stands inside it is read`,
		`[]`: `1: no node in the file`,
		`{}`: `1: no node in the file`,
	} {
		out := compileAll(t, gameSchema(), UnknownError, text)
		require.Len(t, out.problems, 1)
		require.Contains(t, out.problems[0], want)
	}
}

// With other policies, too.
func TestAWrongKeyIsShownWhateverItsPolicyIs(t *testing.T) {
	for policy, want := range map[Policy]string{
		UnknownWarn:   `warning 1.stuff?: unknown name "stuff" in scene`,
		UnknownIgnore: `warning 1.stuff?: unknown name "stuff" in scene`,
	} {
		out := compileAll(t, gameSchema(), policy, `{"type":"scene","stuff":[{"bodies":[{"pos":[0,0]}]}]}`)
		require.Len(t, out.problems, 1)
		require.True(t, strings.HasPrefix(out.problems[0], want), out.problems[0])
	}
	for text, want := range map[string]string{
		`{"bodies":[{"pos":[0,0],"shape":{"part":[{"pickup":{}}]}}]}`:           `1.pickup?: a node cannot stand inside shape.part`,
		`{"bodies":[{"pos":[0,0],"shape":{"part":[{"a":{"type":"pickup"}}]}}]}`: `1.type: a node cannot stand inside shape.part`,
	} {
		out := compileAll(t, gameSchema(), UnknownKeep, text)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], want)
	}
}

// An unknown name that is written twice is one mistake: the message about the second one,
// which is the reader's, is enough.
func TestAnUnknownKeyThatIsWrittenTwiceIsOneMistake(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	for _, blanks := range []int{0, 100 << 10} {
		text := `{"type":"scene","bodies":[{"name":"b","pos":[0,0]}],` + strings.Repeat(" ", blanks) + "\n" + `"stuff":null,"stuff":{"a":1}}`
		for _, ahead := range []int64{0, 1} {
			_, said := buildText(t, plan, []byte(text), ahead)
			require.Equal(t, 1, strings.Count(said, "\n"), said)
			require.Contains(t, said, "2:14 the member stuff is written twice")
		}
	}
}
