package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// Objects in place of values are one mistake: the types lack a struct.
func TestObjectsForValuesAreToldOfOnce(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		makeTable("n", format.ClassNode, span("a", "n.a"), span("c", "n.c")),
		makeTable("n.a", format.ClassArray, role(vec("value", format.TypeF32, "xy"), format.RoleText)),
		makeTable("n.c", format.ClassArray, role(span("value", "n.c.value"), format.RoleText)),
		makeTable("n.c.value", format.ClassArray, fld("x", format.TypeF32), fld("y", format.TypeF32)),
	}}
	for text, want := range map[string]string{
		`{"type":"n","a":[{"x":1,"y":2},{"x":3,"y":4}]}`:                   `1: a: expected a list of 2 values, got an object +1 (for objects like this, make it a store.Span of a struct with x and y)`,
		`{"type":"n","a":[{"x":{},"y":[2]},{"z":{}}]}`:                     `1: a: expected a list of 2 values, got an object +1 (for objects like this, make it a store.Span of a struct with x and y)`,
		`{"type":"n","a":[{}]}`:                                            `1: a: expected a list of 2 values, got an object`,
		`{"type":"n","c":[[{"x":1,"y":2},{"x":3}],[{"x":5,"y":6}]]}`:       `1: c: expected a list, got an object +2 (put each list into an object of its own, {"text": [...]})`,
		`{"type":"n","a":[{"x":1,"text":[1,2]}]}`:                          `1.x?: unknown name "x" in n.a (an element of it is a list of 2 values)`,
		`{"type":"n","a":[{"text":[1,2]}],"c":[{"text":[{"x":1}]},[1,2]]}`: ``,
	} {
		got := compileAll(t, s, UnknownError, text).problems
		if want == "" {
			want = `1.c: c: expected an object like the others in the list, got a list`
		}
		require.Len(t, got, 1, text)
		require.Contains(t, got[0], want)
	}
	require.Empty(t, compileAll(t, s, UnknownError, `{"type":"n","c":[{"text":[{"x":1},{"x":2}]},{"text":[{"x":3}]}]}`).problems)
	many := `{"type":"n","a":[`
	for range 300 {
		many += `{"x":1,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1},`
	}
	got := compileAll(t, s, UnknownError, many+`{}]}`).problems
	require.Len(t, got, 1)
	require.Contains(t, got[0], "got an object +300")
}

// A group of nodes in JSON stands under their key. A message calls the kind by its name.
func TestNodesUnderAnUnknownKeyAreCalledByTheirKind(t *testing.T) {
	out := wrong(t, `{"type":"scene","all":{"bodies":[{"pos":[0,0]}]}}`)
	require.Len(t, out, 1)
	require.Contains(t, out[0], "it holds nodes of the kind body: ")
}

// What an object that names no kind has is not taken for what a later one has.
func TestAMemberThatCouldNameTheKindIsThatOfItsOwnObject(t *testing.T) {
	out := wrong(t, `{"type":"scene","a":[{"is":"body"}],"bodies":[{"pos":[0,0],"shape":{"vertices":[{"x":1,"y":2,"foo":{}}]}}]}`)
	require.Len(t, out, 2)
	require.Contains(t, out[0], `--kind-member=is looks in "is"`)
	require.Contains(t, out[1], `unknown name "foo" in shape.vertex`)
}
