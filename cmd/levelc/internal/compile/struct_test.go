package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// A list of one object is that object.
func TestAStructInAListOfOne(t *testing.T) {
	body := `{"type":"body","pos":[0,0],"material":%s}`
	alone := compileAll(t, gameSchema(), UnknownError, fmt.Sprintf(body, `{"density":2,"noise":"a"}`))
	require.Empty(t, alone.problems)
	for _, list := range []string{`[{"density":2,"noise":"a"}]`, `[[{"noise":"a","density":2}]]`, `[null,{"density":2,"noise":"a"}]`} {
		got := compileAll(t, gameSchema(), UnknownError, fmt.Sprintf(body, list))
		require.Empty(t, got.problems, list)
		require.Equal(t, alone.dump(), got.dump(), list)
	}
}

// Two elements of one struct do not become one, whether they have the same fields or not,
// and what stands in the second one is not looked at.
func TestAStructStandsOnce(t *testing.T) {
	for _, text := range []string{
		`<body pos="0 0"><material density="2"/><material sound="a"/></body>`,
		`<body pos="0 0"><material density="2"/><material density="x" zz="1"><zz/>text</material></body>`,
		`<body pos="0 0"><material/><group/><material/></body>`,
		`{"type":"body","pos":[0,0],"material":[{"density":2},{"noise":"a"}]}`,
		`{"type":"body","pos":[0,0],"material":[{"density":2},{},null]}`,
		`{"type":"body","pos":[0,0],"material":[[{"noise":"a"}],[{"noise":5}]]}`,
	} {
		for _, policy := range []Policy{UnknownError, UnknownWarn, UnknownIgnore, UnknownKeep} {
			got := compileAll(t, gameSchema(), policy, text)
			require.Len(t, got.problems, 1, text)
			require.Contains(t, got.problems[0], "material stands twice in body (the types have room for one, a struct: ")
			require.Contains(t, got.problems[0], "it stands here as well")
		}
	}
}

// A type that has one where its levels have several is one mistake.
func TestStructsThatStandTwiceAreCounted(t *testing.T) {
	body := `<body pos="0 0"><material density="1"/><material/><material/></body>`
	out := wrong(t, `<group>`+strings.Repeat(body, 100)+`</group>`)
	require.Len(t, out, 1)
	require.Contains(t, out[0], "material stands twice in body +199 (")
}

// A struct in a struct, and one whose text is a value of JSON, are structs as well; and
// each row has its own.
func TestAStructInAStructStandsOnce(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("k", format.ClassNode, fld("x", format.TypeU8), role(fld("name.value", format.TypeStr), format.RoleText), fld("name.font.size", format.TypeU8), span("parts", "k.parts")),
		makeTable("k.parts", format.ClassArray, fld("at.x", format.TypeU8), fld("y", format.TypeStr)),
	}}
	for text, want := range map[string]string{
		`<k><name><font size="1"/></name><parts><at x="1"/></parts><parts><at/></parts></k>`:   "",
		`{"type":"k","name":{"font":{"size":1}},"parts":[{"at":{"x":1}},{"at":{}},{"at":{}}]}`: "",
		`<k><name>a<font size="1"/><font/></name></k>`:                                         "font stands twice in name of k",
		`<k><parts><at x="1"/><at x="2"/></parts></k>`:                                         "at stands twice in k.parts",
		`<k><name>a</name><name>b</name></k>`:                                                  "name stands twice in k",
		`{"type":"k","name":["a",{"font":{"size":1}}]}`:                                        "name stands twice in k",
		`{"type":"k","name":[{"font":{"size":1}},"a"]}`:                                        "name stands twice in k",
		`{"type":"k","name":[{"font":[{"size":1},{}]}]}`:                                       "font stands twice in name of k",
	} {
		got := compileAll(t, s, UnknownError, text)
		if want == "" {
			require.Empty(t, got.problems, text)
			continue
		}
		require.Len(t, got.problems, 1, text)
		require.Contains(t, got.problems[0], want, text)
	}
}
