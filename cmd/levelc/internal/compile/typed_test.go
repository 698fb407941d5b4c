package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// doorSchema has a kind with a field that is called as the member for the kind.
func doorSchema() *format.Schema {
	door := makeTable("door", format.ClassNode, role(fld("id", format.TypeStr), format.RoleIDKey), fld("type", format.TypeStr))
	door.Attr.Names, door.Attr.JSON = []string{"door", "gate"}, "doors"
	return &format.Schema{Tables: []format.Table{door, makeTable("room", format.ClassNode)}}
}

func TestAKindThatTakesTheValueOfAFieldIsAWarning(t *testing.T) {
	const says = `type: "gate" is the name of a kind, so it says what the node is, and the field type of door gets no value`
	for text, want := range map[string]string{
		`{"door":[{"id":"b","type":"gate"}]}`:            says,
		`{"children":[{"type":"gate","id":"b"}]}`:        says,
		`{"type":"gate","id":"b"}`:                       says,
		`{"room":{"doors":{"b":{"type":"gate"}}}}`:       says,
		`{"door":[{"type":"gate"},{"type":"gate"}]}`:     says,
		`{"door":[{"id":"b","type":"oak"},{"type":""}]}`: "",
		`{"room":[{"type":"room"},{"type":"room"}]}`:     "",
		`<room><gate id="b" type="gate"/><gate/></room>`: "",
		`{"door":[{"id":"b","type":"gat"}]}`:             "",
		`{"door":[{"id":"b"}],"room":[{"type":"room"}]}`: "",
	} {
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			out := compileAll(t, doorSchema(), policy, text)
			if want == "" {
				require.Empty(t, out.problems, text)
				continue
			}
			require.Len(t, out.problems, 1, text)
			require.Contains(t, out.problems[0], want, text)
			require.Contains(t, out.problems[0], "warning", text)
			require.Contains(t, out.problems[0], "--kind-member", text)
			require.Contains(t, out.problems[0], "another name in JSON, with json= and in the level", "in the types alone, the type would still say the kind")
		}
	}
}
