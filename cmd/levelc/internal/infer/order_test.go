package infer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of two names that say id equally, it is the plainer one, not the one that came first.
func TestTheIDOfAKindDoesNotDependOnTheOrderOfTheFiles(t *testing.T) {
	a := `<level><door ID="a" id="b" hp="1"/><door ID="c" id="d" hp="2"/></level>`
	b := `<level><door id="a" ID="b" hp="1"/></level>`
	for _, files := range [][]string{{a, b}, {b, a}} {
		require.Contains(t, shape(from(t, files...)), "id str id")
	}
}

// XML calls a kind pos that JSON may call the plural of po. Ids that are there twice in
// either are none.
func TestIDsThatRepeatUnderAPluralAreNone(t *testing.T) {
	requireBuilds(t, []string{
		`{"pos":[{"pos":{"Name":"q4"}},{"pos":{"Name":"q4"}}]}`,
		`<level><po><pos Name="r2"/><tag n="r2"/></po></level>`,
	}, false)
}

// A kind may stand, by its type, in a list whose name is that of a field.
func TestNullAmongTypedObjectsInAListCalledAsAFieldBuilds(t *testing.T) {
	r := requireBuilds(t, []string{`{"children":[{"type":"one","roomId":null},{"type":"one","roomId":[null,{"type":"one"}]}]}`}, false)
	require.Equal(t, []string{"one.roomId: null stands once among the objects of a list: it makes no node, and those behind it move up"}, notes(r))
	requireBuilds(t, []string{
		`{"b":[{"y":[null,{"type":"links"}]},{"y":"q"},{"y":["a","b"]}]}`,
		`{"links":[{"n":1},{"n":2}],"children":[{"type":"links"}]}`,
	}, false)
}

// Where nodes of one kind are merged, what stands in them may be merged too, and is then
// something else than before.
func TestKindsAreMergedInAnyOrderOfTheFiles(t *testing.T) {
	for _, levels := range [][]string{
		{`{"a-b":[{"Name":{}}]}`, `<level><Name/><a-b><Name roomId="some text"/></a-b></level>`},
		{`{"link":[{"owner":[{}]}]}`, `<level><owner/><link><owner roomId="0.75"/></link></level>`},
		{`{"q":{"a":{},"b":{"ID":[{}]}}}`, `{"q":{"a":{"ID":[{"ID":{}}]},"b":{"ID":[{"ID":{"ID":""}},{"e":[{}]}]}}}`},
	} {
		tables := func() []string {
			var all []string
			for line := range strings.SplitSeq(shape(requireBuilds(t, levels, false)), "\n") {
				name, fields, _ := strings.Cut(line, ":")
				all = append(all, name)
				for f := range strings.SplitSeq(fields, ",") {
					all = append(all, name+":"+strings.TrimSpace(f))
				}
			}
			return all
		}
		want := tables()
		slices.Reverse(levels)
		require.ElementsMatch(t, want, tables())
	}
}
