package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/format"
)

// Null among nodes, or under a key of a map, has a place that a level does not keep, and
// an empty list under such a key has one too. It is told of once for each place, whatever
// happens to unknown names.
func TestNullThatLosesItsPlaceIsToldOf(t *testing.T) {
	const (
		node  = "null among objects makes no node, and those behind it move up"
		left  = "null is nothing, so the key is left out"
		empty = "an empty list has no element, so the key is left out"
		write = " (if something counts the nodes, write an object for one of defaults, or give them ids)"
	)
	held := heldSchema()
	outer := heldSchema()
	outer.Tables[0].Attr.JSON = format.NoKey
	for _, c := range []struct {
		schema *format.Schema
		text   string
		told   string
	}{
		{gameSchema(), `[¦null,{"type":"group"},null]`, node + " +1" + write},
		{gameSchema(), `[{"type":"group"},¦null]`, node + write},
		{gameSchema(), `{"type":"group","group":[{},¦null,null,{}]}`, "group: " + node + " +1" + write},
		{gameSchema(), `{"type":"group","group":[[{}],[{},{}],¦null]}`, "group: " + node + write},
		{mapSchema(), `{"type":"scene","parts":{"a":{"mass":1},"b":¦null,"c":null,"d":null}}`, "b: " + left + " +2 (write {} for an element of defaults, or leave it out)"},
		{mapSchema(), `{"type":"scene","parts":¦{"":null}}`, `"": ` + left + " (write {} for an element of defaults, or leave it out)"},
		{mapSchema(), `{"type":"scene","parts":{"a":[{"mass":1},¦null,{"mass":2}]}}`, "a: null among objects has no element, and those behind it move up (write {} for one of defaults, or leave it out)"},
		{mapSchema(), `{"type":"score","mia":3,"none":¦null}`, "none: " + left + " (give it a value, or leave it out)"},
		{mapSchema(), `{"type":"scene","parts":{"a":[{"mass":1},{}],"b":¦[],"c":[]}}`, "b: " + empty + " +1 (if the key alone says something, write {} for an element of defaults)"},
		{mapSchema(), `{"type":"score","mia":3,"none":¦[]}`, "none: " + empty},
		{held, `{"rooms":{"hall":{},"attic":¦null}}`, "attic: " + left + " (write {} for a node of defaults, or leave it out)"},
		{outer, `{"$schema":null,"hall":{},"attic":¦null}`, "attic: " + left + " (write {} for a node of defaults, or leave it out)"},
	} {
		text := strings.Replace(c.text, "¦", "", 1)
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			out := compileAll(t, c.schema, policy, text)
			found := out.problems
			if strings.Contains(text, "[[") && policy != UnknownIgnore { // and that the lists become one
				require.Len(t, found, 2, text)
				found = found[1:]
			}
			require.Len(t, found, 1, text)
			require.True(t, strings.HasPrefix(found[0], "warning "), found[0])
			require.Contains(t, found[0], c.told, text)
			require.Empty(t, out.extra, text)
		}
		if !strings.Contains(text, "[[") {
			msg, _, _ := strings.Cut(c.told, " (")
			msg, _, _ = strings.Cut(msg, " +")
			requireWarned(t, c.schema, c.text, msg)
		}
	}
}

// requireWarned checks that a source has one warning, and that it is at the mark.
func requireWarned(t *testing.T, s *format.Schema, marked, msg string) {
	t.Helper()
	before, behind, _ := strings.Cut(marked, "¦")
	plan, err := NewPlan(s)
	require.NoError(t, err)
	found, err := plan.Rows(t.Context(), openAll(t, before+behind), newMemory(plan.Schema()), Options{})
	require.NoError(t, err)
	said := found.Diagnostics.All()
	require.Len(t, said, 1, marked)
	require.Equal(t, diag.Warning, said[0].Severity)
	require.Contains(t, said[0].Message, msg, marked)
	require.Equal(t, len(before)+1, said[0].Col, marked)
}

// A member that is null is one that is not given, and a list of nothing but null is empty.
func TestNullThatIsNothingIsNotToldOf(t *testing.T) {
	for _, text := range []string{
		`{"type":"scene","gravity":null,"music":null,"tags":null,"group":null}`,
		`{"type":"group","group":[null,null]}`,
		`{"type":"group","$schema":null}`,
	} {
		for policy := UnknownError; policy <= UnknownKeep; policy++ {
			require.Empty(t, compileAll(t, gameSchema(), policy, text).problems, text)
		}
	}
}

// Null is no node under any name, as an empty list is none. Where no node could stand, a
// name is a mistake whatever it has.
func TestNullUnderAnUnknownNameIsNothing(t *testing.T) {
	const text = `{"type":"body","pos":[0,0],"shape":[{"mask":1}]%s}`
	plain := compileAll(t, gameSchema(), UnknownError, strings.Replace(text, "%s", "", 1))
	require.Empty(t, plain.problems)
	for _, more := range []string{`,"zz":null`, `,"material":{"zz":null}`, `,"group":null,"groups":null`, `,"zz":[]`} {
		for _, policy := range []Policy{UnknownError, UnknownWarn, UnknownIgnore} {
			got := compileAll(t, gameSchema(), policy, strings.Replace(text, "%s", more, 1))
			require.Empty(t, got.problems, more)
			require.Equal(t, plain.dump(), got.dump())
		}
	}
	for more, want := range map[string]string{
		`,"type":null`: `the member type is written twice`,
		`,"zz":[null]`: `unknown name "zz" in body`,
	} {
		require.Contains(t, wrong(t, strings.Replace(text, "%s", more, 1))[0], want)
	}
	require.Contains(t, wrong(t, `{"type":"scene","body":{"pos":[0,0],"type":null}}`)[0], `unknown name "type" in body`)
	require.Contains(t, wrong(t, `{"type":"body","pos":[0,0],"shape":{"vertices":[{"x":1,"y":2,"zz":null}]}}`)[0], `unknown name "zz" in shape.vertex`)
}
