package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// heldSchema has nodes that may stand under their keys: rooms under strings that
// are ids, doors under numbers that are, items under what is no id.
func heldSchema() *format.Schema {
	room := makeTable("room", format.ClassNode, role(fld("id", format.TypeStr), format.RoleIDKey),
		fld("light", format.TypeU8), ref("to", "room"))
	room.Attr.Names, room.Attr.JSON = []string{"room", "cave"}, "rooms"
	door := makeTable("door", format.ClassNode, role(fld("number", format.TypeI16), format.RoleIDKey), ref("to", "door"), ref("room", "room"))
	item := makeTable("item", format.ClassNode, fld("kind", format.TypeStr), role(fld("slot", format.TypeStr), format.RoleKey))
	item.Fields = append(item.Fields, role(format.Field{Name: "room", Type: format.TypeRef, Offset: 8, Count: 1, Target: "room"}, format.RoleParent))
	item.Stride = 16
	item.Attr.Names = []string{"item", "tool"}
	coin := makeTable("coin", format.ClassNode, fld("worth", format.TypeU8))
	return &format.Schema{Tables: []format.Table{room, door, item, coin}}
}

func TestObjectsUnderKeysAreNodes(t *testing.T) {
	const xml = `<w><room id="hall" light="3" to="attic"><item slot="a" kind="lamp"/><tool slot="b"/></room><room id="attic"/><cave id="deep"/>
		<door number="7" to="-1" room="hall"/><door number="-1"/></w>`
	want := compileAll(t, heldSchema(), UnknownError, xml)
	require.Empty(t, want.problems)
	for _, text := range []string{
		`{"rooms":{"hall":{"light":3,"item":{"a":{"kind":"lamp"}},"tool":{"b":{}},"to":"attic"},"attic":{},"deep":{"type":"cave"}},
			"door":{"7":{"to":"-1","room":"hall"},"-1":{}}}`,
		`{"rooms":{"hall":{"id":"hall","to":"attic","light":3,"item":{"a":{"kind":"lamp","slot":"a"},"b":{"type":"tool"}}},"attic":{},"deep":{"type":"cave","id":"deep"}},
			"door":{"7":{"room":"hall","number":7,"to":-1},"-1":{"number":-1}}}`,
		`{"rooms":[{"id":"hall","light":3,"to":"attic","item":[{"slot":"a","kind":"lamp"}],"tool":[{"slot":"b"}]}],"room":{"id":"attic"},"cave":{"id":"deep"},
			"any":[{"type":"door","number":7,"to":-1,"room":"hall"}],"door":[{"number":-1}]}`,
		`{"rooms":{"h\u0061ll":{"light":3,"to":"\u0061ttic","item":{"\u0061":{"kind":"lamp"},"\u0062":{"type":"tool"}}},"attic":{"type":"room"},"deep":{"type":"cave"}},
			"door":{"7":{"to":-1,"room":"hall"},"\u002d1":{}},"room":[]}`,
	} {
		for _, policy := range []Policy{UnknownError, UnknownKeep} {
			got := compileAll(t, heldSchema(), policy, text)
			require.Empty(t, got.problems, text)
			require.Equal(t, want.dump(), got.dump(), text)
		}
	}
}

// The outermost object holds nodes of the kind that stands under no key.
func TestTheOutermostObjectHoldsNodes(t *testing.T) {
	s := heldSchema()
	s.Tables[0].Attr.JSON = format.NoKey
	want := compileAll(t, s, UnknownError, `<w><room id="hall" light="3" to="attic"/><room id="attic"/></w>`)
	for _, text := range []string{
		`{"$schema":"x","hall":{"light":3,"to":"attic"},"attic":{}}`,
		`[{"id":"hall","light":3,"to":"attic"},{"id":"attic"}]`,
		`[[{"id":"hall","light":3,"to":"attic"}],[{"id":"attic"}]]`,
	} {
		got := compileAll(t, s, UnknownError, text)
		require.Empty(t, got.problems, text)
		require.Equal(t, want.dump(), got.dump(), text)
	}
	one := compileAll(t, s, UnknownError, `{"type":"room","id":"hall"}`)
	require.Empty(t, one.problems)
	require.Equal(t, "0 room/0\nroom 0: id=\"hall\" light=0 to=nil\n", one.dump())
	for _, text := range []string{`{}`, `{"$schema":null}`} {
		out := compileAll(t, s, UnknownError, text)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], "no node in the file: the outermost object holds nodes of the kind room under their keys")
	}
}

// An empty key is an empty id, and so none; where the key is none, it is a text.
func TestAKeyMayBeEmpty(t *testing.T) {
	want := compileAll(t, heldSchema(), UnknownError, `<w><room light="1"/><room id="x"/><item kind="a"/></w>`)
	got := compileAll(t, heldSchema(), UnknownError, `{"rooms":{"":{"light":1},"x":{}},"item":{"":{"kind":"a"}}}`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	s := heldSchema()
	s.Tables[0].Fields[0].Attr.Required = true
	got = compileAll(t, s, UnknownError, `{"rooms":{"":{"light":1},"x":{}}}`)
	require.Len(t, got.problems, 1)
	require.Contains(t, got.problems[0], "room lacks id")
}

func TestWhatCannotStandUnderAKeyIsTold(t *testing.T) {
	for text, want := range map[string]string{
		`{"rooms":{"a":{},"b":3}}`:                              `b: expected an object, got 3 (what stands in rooms are nodes of the kind room under their keys)`,
		`{"rooms":{"a":{},"b":[]}}`:                             `b: expected an object, got a list`,
		`{"rooms":{"a":{},"b":[{}]}}`:                           `b: expected an object, got a list`,
		`{"rooms":{"a":{},"b":[{},{"x":1},3]}}`:                 `b: expected an object, got a list`,
		`{"rooms":{"a":{},"b":[3,{"x":1},[{}]]}}`:               `b: expected an object, got a list`,
		`{"rooms":{"a":{},"b":[1,2]}}`:                          `b: expected an object, got a list`,
		`{"item":{"slot":"a"}}`:                                 `one such node by itself stands in a list, [{"slot": ...}]`,
		`{"rooms":{"a":{"id":"b"}}}`:                            `id: "b", but the node stands under the key "a" (leave it out, or let the two be one)`,
		`{"rooms":{"a":{"id":["a"]}}}`:                          `id: expected a string, got a list`,
		`{"rooms":{"a":{"id":3}}}`:                              `id: expected a string, got 3`,
		`{"door":{"3":{"number":4}}}`:                           `number: "4", but the node stands under the key "3"`,
		`{"door":{"3":{"number":"3"}}}`:                         `number: expected an integer, got the string "3"`,
		`{"door":{"x":{}}}`:                                     `number: "x" is not a number`,
		`{"door":{"":{}}}`:                                      `number: expected an integer, got nothing`,
		`{"door":{"1.5":{}}}`:                                   `number: 1.5 is not an integer`,
		`{"door":{"99999":{}}}`:                                 `number: 99999 is out of range`,
		`{"door":{"01":{}}}`:                                    `number: as a key, the number 1 has one form only, and "01" is another (write "1")`,
		`{"door":{"-0":{}}}`:                                    `(write "0")`,
		`{"door":{"+3":{}}}`:                                    `(write "3")`,
		`{"rooms":{"a":{"type":"coin"}}}`:                       `a node of the kind "coin" under a key, "a" (a field of coin that has the option key would take it`,
		`{"rooms":{"a":{}},"room":{"id":"a"}}`:                  `a second room with the id "a"`,
		`{"rooms":{"a":{}},"x":[{"type":"room","id":"a"}]}`:     `a second room with the id "a"`,
		`{"rooms":{"a":{"to":"b"}}}`:                            `to: no room has the id "b"`,
		`{"rooms":{"a":{"to":"b"},"c":{"type":"coin"}}}`:        `a node of the kind "coin" under a key`,
		`{"rooms":[[{"id":"a"}],[{"id":"b"}]],"x":{"rooms":3}}`: `x`,
		`{"rooms":{}}`:                                          `no node in the file`,
		`{"coin":{"a":{}}}`:                                     `unknown name "a" in coin`,
	} {
		out := compileAll(t, heldSchema(), UnknownError, text)
		require.NotEmpty(t, out.problems, text)
		require.Contains(t, strings.Join(out.problems, "\n"), want, text)
	}
	for _, text := range []string{
		`{"door":{"01":{},"1":{"to":"01"}}}`,
		`{"rooms":{"a":{"to":"b"},"b":3}}`,
		`{"rooms":{"a":{"to":"b"},"b":[{}]}}`,
		`{"rooms":{"a":{"to":"b"},"c":{"id":"b"}}}`,
		`{"rooms":{"a":{"to":"b"},"b":{"type":"coin"}}}`,
		`{"rooms":{"a":{"to":"b"},"b":[3,{},4,{}]}}`,
	} {
		out := compileAll(t, heldSchema(), UnknownError, text)
		require.Len(t, out.problems, 1, "of a reference to what is wrong nothing is said: %s", out.problems)
	}
}

// A mistake about a key is told where the key stands, the first definition too.
func TestMistakesAboutKeysAreToldAtTheKey(t *testing.T) {
	out := compileAll(t, heldSchema(), UnknownError, "{\"rooms\":{\n\"a\":{},\n\"b\":{\"item\":{}}},\n\"room\":{\n\"id\":\"a\"}}", "{\"rooms\":\n{\n\"b\":{}}}")
	require.Len(t, out.problems, 2)
	require.Equal(t, `4.id: a second room with the id "a" (give one of them another id) | 1.a?: first defined at`, out.problems[0])
	require.Equal(t, `#1 2.b?: a second room with the id "b" (give one of them another id) | 1.b?: first defined at`, out.problems[1])
	same := `{"rooms":{"a":{}}}` // the same key at the same place, but of another file
	out = compileAll(t, heldSchema(), UnknownError, same, same)
	require.Equal(t, []string{`#1 1.a?: a second room with the id "a" (give one of them another id) | 1.a?: first defined at`}, out.problems)
	out = compileAll(t, heldSchema(), UnknownError, `{"door":{"3":{"number":"3"}}}`)
	require.Equal(t, []string{`1.number: number: expected an integer, got the string "3" (remove the quotes)`}, out.problems)
}

func TestAKeyThatIsWrittenTwiceIsToldOfOnce(t *testing.T) {
	plan, err := NewPlan(heldSchema())
	require.NoError(t, err)
	for text, want := range map[string]string{
		`{"rooms":{"a":{},"a":{}}}`:            "the member a is written twice",
		`{"rooms":{"a":{}},"room":{"id":"a"}}`: `a second room with the id "a"`,
		`{"rooms":{"a":{"rooms":{"a":{}}}}}`:   `a second room with the id "a"`,
	} {
		found, _, err := plan.Build(t.Context(), openAll(t, text), new(format.Buffer), format.WriterOptions{}, Options{})
		require.ErrorIs(t, err, ErrLevel, text)
		all := found.Diagnostics.All()
		require.Len(t, all, 1, text)
		require.Contains(t, all[0].Message, want, text)
	}
}

// Lists of nodes in a list keep where each ends only while nothing else is beside.
func TestHoldersBesideListsInAList(t *testing.T) {
	out := compileAll(t, heldSchema(), UnknownError, `{"x":[],"rooms":[[{"id":"a"}],[{"id":"b"}]]}`)
	require.Empty(t, out.problems)
	s := heldSchema()
	s.Tables[0].Attr.JSON = ""
	out = compileAll(t, s, UnknownError, `{"room":[[{"id":"a"}],[{"id":"b"}]],"cave":{"c":{}}}`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "does not say where each ends")
	out = compileAll(t, s, UnknownError, `{"room":[[{"id":"a"}],[{"id":"b"}]],"item":{"c":{"type":"room"}}}`)
	require.Len(t, out.problems, 1)
	require.Contains(t, out.problems[0], "does not say where each ends")
}

// A field of the object around has its name first, as it has for any node.
func TestAFieldOfTheNameComesBeforeAHolder(t *testing.T) {
	s := heldSchema()
	s.Tables[3] = makeTable("coin", format.ClassNode, span("rooms", "coin.rooms"))
	s.Tables = append(s.Tables, makeTable("coin.rooms", format.ClassArray, fld("light", format.TypeU8)))
	out := compileAll(t, s, UnknownError, `{"coin":[{"rooms":[{"light":3}]}],"rooms":{"a":{"light":4}}}`)
	require.Empty(t, out.problems)
	require.Contains(t, out.dump(), "light=3")
	s.Tables[3] = makeTable("coin", format.ClassNode, fld("rooms", format.TypeU8))
	s.Tables = s.Tables[:4]
	out = compileAll(t, s, UnknownError, `{"coin":[{"rooms":{"a":{"light":4}}},{"rooms":5}]}`)
	require.Empty(t, out.problems)
	require.Contains(t, out.dump(), "1 room/0")
}

// As everywhere, nodes nest 256 deep and no more.
func TestHoldersNestAsNodesDo(t *testing.T) {
	deep := func(n int) string {
		return "{" + strings.Repeat(`"item":{"a":{`, n) + strings.Repeat("}}", n) + "}"
	}
	out := compileAll(t, heldSchema(), UnknownError, deep(127))
	require.Empty(t, out.problems)
	out = compileAll(t, heldSchema(), UnknownError, deep(128))
	require.NotEmpty(t, out.problems)
}
