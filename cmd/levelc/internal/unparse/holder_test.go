package unparse_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// heldSchema has nodes that may stand under their keys: rooms under strings that are
// ids, doors under numbers that are, items under what is no id, things by no type.
func heldSchema(outermost bool) *format.Schema {
	field := func(name string, typ format.Type, at uint32, role format.Role) format.Field {
		return format.Field{Name: name, Type: typ, Offset: at, Count: 1, Attr: format.Attr{Role: role, Source: name}}
	}
	to := func(f format.Field, kind string) format.Field {
		f.Target = kind
		return f
	}
	kind := func(stride uint32, json string, names []string, fields ...format.Field) format.Table {
		return format.Table{Name: names[0], Class: format.ClassNode, Stride: stride, Attr: format.TableAttr{Names: names, JSON: json}, Fields: fields}
	}
	s := &format.Schema{Tables: []format.Table{
		kind(16, "rooms", []string{"room", "cave"}, field("id", format.TypeStr, 0, format.RoleIDKey), field("light", format.TypeU8, 4, format.RoleValue),
			to(field("to", format.TypeRef, 8, format.RoleValue), "room")),
		kind(2, "", []string{"door", "gate"}, field("number", format.TypeI16, 0, format.RoleIDKey)),
		kind(8, "items", []string{"item", "tool"}, field("slot", format.TypeStr, 0, format.RoleKey), field("size", format.TypeU8, 4, format.RoleValue)),
		kind(12, "", []string{"thing", "stuff"}, field("id", format.TypeStr, 0, format.RoleIDKey), field("type", format.TypeStr, 4, format.RoleValue),
			field("n", format.TypeU8, 8, format.RoleValue)),
	}}
	if outermost {
		s.Tables[0].Attr.JSON = format.NoKey
	}
	return s
}

var heldNames = []string{"rooms", "room", "cave", "door", "gate", "items", "item", "tool", "thing", "stuff", "type", "id", "light", "to", "number", "slot", "size", "n",
	"a", "b", "c", "7", "-3", "", "children"}

// heldJSON makes up an object or a value, mostly one that has a place.
func heldJSON(r *rand.Rand, depth int) any {
	switch n := r.IntN(10); {
	case depth > 0 && n < 7 || depth > 4:
		o := map[string]any{}
		for range r.IntN(5) {
			name := heldNames[r.IntN(len(heldNames))]
			switch name {
			case "type":
				o[name] = heldNames[r.IntN(10)]
			case "id", "slot", "to":
				o[name] = heldNames[18+r.IntN(6)]
			case "light", "number", "size", "n":
				o[name] = r.IntN(9)
			default:
				o[name] = heldJSON(r, depth-1)
			}
		}
		return o
	case depth > 0 && n < 9:
		var list []any
		for range r.IntN(4) {
			list = append(list, heldJSON(r, depth-1))
		}
		return list
	case n < 2:
		return r.IntN(3)
	}
	return map[string]any{}
}

// Whatever objects hold nodes, under whatever keys: what builds comes back.
func TestNodesUnderTheirKeysComeBack(t *testing.T) {
	n, same, refused := 1500, 0, 0
	if testing.Short() {
		n = 600
	}
	for _, outermost := range []bool{false, true} {
		plan, err := compile.NewPlan(heldSchema(outermost))
		require.NoError(t, err)
		build := func(text []byte) ([]byte, error) {
			return leveltest.TryBuildBy(t, plan, text, format.WriterOptions{}, compile.Options{})
		}
		for seed := range uint64(n) {
			text, err := json.Marshal(heldJSON(rand.New(rand.NewPCG(seed, 1)), 5))
			require.NoError(t, err)
			lvl, err := build(text)
			if err != nil {
				continue
			}
			l := leveltest.Read(t, lvl)
			for _, syntax := range syntaxes {
				var b strings.Builder
				if err := unparse.Write(&b, l, unparse.Options{Syntax: syntax}); err != nil {
					var e *unparse.Error
					require.ErrorAs(t, err, &e)
					require.Equal(t, source.JSON, syntax, "%s", text)
					refused++
					continue
				}
				again, err := build([]byte(b.String()))
				require.NoError(t, err, "%s\n%s", text, b.String())
				require.True(t, string(lvl) == string(again), "%s\n%s", text, b.String())
				same++
			}
		}
	}
	t.Logf("%d came back, %d were refused", same, refused)
	require.Greater(t, same, n/20)
}

// A list of nodes cannot stand under the member that says kinds: that has been said.
func TestNodesDoNotStandUnderTheMemberForKinds(t *testing.T) {
	s := &format.Schema{Tables: []format.Table{
		{Name: "root", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"root"}}, Fields: []format.Field{{Name: "n", Type: format.TypeU8, Count: 1, Attr: format.Attr{Source: "n"}}}},
		{Name: "type", Class: format.ClassNode, Stride: 4, Attr: format.TableAttr{Names: []string{"type"}}, Fields: []format.Field{{Name: "type", Type: format.TypeStr, Count: 1, Attr: format.Attr{Source: "type"}}}},
	}}
	lvl, err := build(t, s, []byte(`<root><type type="x"/></root>`))
	require.NoError(t, err)
	var e *unparse.Error
	require.ErrorAs(t, unparse.Write(new(strings.Builder), leveltest.Read(t, lvl), unparse.Options{Syntax: source.JSON}), &e)
	require.Contains(t, e.Error(), `the key "type" is taken`)
}

// An object that holds nodes is one value more to be inside of, which deep nodes do without.
func TestDeepNodesUnderTheirKeysComeBack(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, `<room id="r%d">`, i)
	}
	text.WriteString(strings.Repeat(`</room>`, 200))
	lvl, err := build(t, heldSchema(false), []byte(text.String()))
	require.NoError(t, err)
	requireSame(t, lvl)
}
