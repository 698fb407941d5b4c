package format

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func worst(b []Breakage) Effect {
	if len(b) == 0 {
		return Notes
	}
	return b[0].Effect
}

func TestEvolutionFindsWhatBreaks(t *testing.T) {
	f := func(name string, ty Type, symbols ...string) Field {
		return Field{Name: name, Type: ty, Count: 1, Symbols: symbols}
	}
	alias := func(f Field, a ...string) Field { f.Attr.Aliases = a; return f }
	def := func(f Field, d string) Field { f.Attr.HasDefault, f.Attr.Default = true, d; return f }
	n := func(f Field, count uint32) Field { f.Count = count; return f }
	finite := func(f Field) Field { f.Attr.Finite = true; return f }
	cases := []struct {
		name     string
		from, to []Field
		effect   Effect
		says     string
	}{
		{"nothing", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8)}, Notes, ""},
		{"narrowing", []Field{f("a", TypeU32)}, []Field{f("a", TypeU16)}, Breaks, "does not fit"},
		{"sign", []Field{f("a", TypeU32)}, []Field{f("a", TypeI64)}, Breaks, "the sign changed (keep the type, or give the field another name and keep the old one beside it)"},
		{"sign under an alias", []Field{f("a", TypeU32)}, []Field{alias(f("b", TypeI64), "a")}, Breaks, "the sign changed (take the alias away and keep the old field beside it)"},
		{"inexact", []Field{f("a", TypeI32)}, []Field{f("a", TypeF32)}, Breaks, "not every value is exact"},
		{"number to text", []Field{f("a", TypeI32)}, []Field{f("a", TypeStr)}, Breaks, "there is no conversion"},
		{"reference to number", []Field{{Name: "a", Type: TypeRef, Count: 1, Target: "thing"}}, []Field{f("a", TypeU64)}, Breaks, "there is no conversion (keep the type, or give the field another name and keep the old one beside it)"},
		{"widening", []Field{f("a", TypeU16)}, []Field{f("a", TypeU32)}, Notes, "u16 became u32"},
		{"removed", []Field{f("a", TypeU8), f("b", TypeF32)}, []Field{f("a", TypeU8)}, Loses, "removed"},
		{"renamed without alias", []Field{f("a", TypeF32)}, []Field{f("b", TypeF32)}, Loses, `give b the alias "a"`},
		{"renamed", []Field{f("a", TypeF32)}, []Field{alias(f("b", TypeF32), "a")}, Notes, "renamed to b"},
		{"alias taken", []Field{f("a", TypeF32)}, []Field{alias(f("b", TypeF32), "a"), f("a", TypeU8)}, Breaks, "earlier name"},
		{"alias taken by the first", []Field{f("a", TypeF32)}, []Field{f("a", TypeU8), alias(f("b", TypeF32), "a")}, Breaks, `b: its earlier name "a" is now the name of another`},
		{"renamed back", []Field{alias(f("b", TypeF32), "a")}, []Field{alias(f("a", TypeF32), "b")}, Notes, "note: thing.b: renamed to a\n"},
		{"the name before the alias", []Field{f("a", TypeU8), f("old", TypeF32)}, []Field{alias(f("a", TypeU8), "old")}, Loses, "loses: thing.old: removed; its values in levels built before are not read\n"},
		{"fewer", []Field{n(f("a", TypeU8), 3)}, []Field{n(f("a", TypeU8), 2)}, Loses, "loses: thing.a: 3 values became 2"},
		{"more", []Field{n(f("a", TypeU8), 2)}, []Field{n(f("a", TypeU8), 3)}, Notes, "note: thing.a: 2 values became 3; the rest comes from the default"},
		{"like it, but for the type", []Field{f("a", TypeF32)}, []Field{f("b", TypeU32), n(f("c", TypeF32), 2), f("d", TypeF32)}, Loses, `give d the alias "a"`},
		{"finite", []Field{f("a", TypeF32)}, []Field{finite(f("a", TypeF32))}, Notes, "has to be finite from now on; NaN and infinities in levels built before are loaded, but cannot be saved"},
		{"flag gone", []Field{f("a", TypeFlags8, "x", "y")}, []Field{f("a", TypeFlags8, "x")}, Breaks, `the reader has no flag "y", and no default that says it may be dropped (keep it, or`},
		{"flag gone, default", []Field{f("a", TypeFlags8, "x", "y")}, []Field{def(f("a", TypeFlags8, "x"), "")}, Loses, `loses: thing.a: flag "y" is gone; where it was set, it is dropped`},
		{"new enum", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), f("b", TypeEnum8, "x", "y")}, Notes, `it is "x", the first symbol`},
		{"new text", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), f("b", TypeStr)}, Notes, "it is empty"},
		{"new number", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), f("b", TypeI8)}, Notes, "it is zero"},
		{"retired name back", []Field{alias(f("b", TypeF32), "a")}, []Field{alias(f("b", TypeF32)), f("a", TypeF32)}, Breaks, "retired"},
		{"new field", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), def(f("b", TypeU8), "4")}, Notes, `default, "4"`},
		{"new parent", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), {Name: "b", Type: TypeRef, Count: 1, Target: "thing", Attr: Attr{Role: RoleParent}}}, Notes,
			"note: thing.b: new; for levels built before, the loader sets it from the tree of the nodes\n"},
		{"bad default", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), def(f("b", TypeU8), "400")}, Breaks, "400"},
		{"new reference with a default", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), def(Field{Name: "b", Type: TypeRef, Count: 1, Target: "thing"}, "x")}, Breaks,
			`new, and default "x": only a build can look up this id, not the load of a level that was built without the field (build the levels again, or leave out the default)`},
		{"symbol gone", []Field{f("a", TypeEnum8, "x", "y")}, []Field{f("a", TypeEnum8, "x")}, Breaks, `"y"`},
		{"a kind gone that a reference may name", []Field{f("a", TypeAnyRef, "thing", "lamp")}, []Field{f("a", TypeAnyRef, "thing")}, Breaks,
			`the file's may name lamp, the reader's may not (keep the kind; a game can pass over its nodes (loader.Skip))`},
		{"symbol gone, default", []Field{f("a", TypeEnum8, "x", "y")}, []Field{def(f("a", TypeEnum8, "x"), "x")}, Loses, `"y"`},
		{"symbols moved", []Field{f("a", TypeEnum8, "x", "y")}, []Field{f("a", TypeEnum8, "z", "y", "x")}, Notes, ""},
		{"default changed", []Field{def(f("a", TypeU8), "1")}, []Field{def(f("a", TypeU8), "2")}, Notes, "keep their values"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := CheckEvolution(one(c.from...), one(c.to...))
			require.Equal(t, c.effect, worst(found), "%v", found)
			all := ""
			for _, b := range found {
				all += b.String() + "\n"
			}
			require.Contains(t, all, c.says)
		})
	}
}

// An integer that became a float has never held a NaN.
func TestEvolutionOfAnIntegerThatBecameAFloat(t *testing.T) {
	from, to := one(Field{Name: "a", Type: TypeU16}), one(Field{Name: "a", Type: TypeF32, Attr: Attr{Finite: true}})
	require.Equal(t, []Breakage{{Table: "thing", Field: "a", What: "u16 became f32; values are converted when loaded"}}, CheckEvolution(from, to))
}

// What is gone may have got another name beside its own, stand in another struct, or in a
// struct of another name. The hint is what a tag takes.
func TestEvolutionGuessesWhereAFieldIsNow(t *testing.T) {
	list := func(names ...string) []Field {
		var out []Field
		for _, n := range names {
			out = append(out, Field{Name: n, Type: TypeF32, Count: 1})
		}
		return out
	}
	for _, c := range []struct {
		from, to []Field
		hint     string
	}{
		{list("in.drag", "in.x"), list("in.friction", "in.x"), `if it became in.friction, give in.friction the alias "drag"`},
		{list("in.mass", "in.hot"), list("body.hot", "body.mass"), `if in became body, give body the alias "in"`},
		{list("a.in.mass"), list("in.mass"), `if a.in became in, give in the alias "/a/in"`},
		{list("in.mass", "in.hot"), list("body.mass", "in.hot"), `if it became body.mass, give body.mass the alias "/in/mass"`},
		{list("mass"), list("other", "in.mass"), `if it became in.mass, give in.mass the alias "/mass"`},
		{list("in.mass"), list("mass"), `if it became mass, give mass the alias "/in/mass"`},
	} {
		found := CheckEvolution(one(c.from...), one(c.to...))
		require.Equal(t, Loses, found[0].Effect)
		require.Equal(t, c.hint, found[0].Hint)
	}
}

func TestEvolutionAgreesWithThePlan(t *testing.T) {
	types := bareTypes()
	for _, a := range types {
		for _, b := range types {
			from, to := one(Field{Name: "x", Type: a}), one(Field{Name: "x", Type: b})
			_, err := NewPlan(from, FixedTables, to, FixedTables)
			require.Equal(t, err != nil, worst(CheckEvolution(from, to)) == Breaks, "%s to %s", a, b)
		}
	}
}

func TestEvolutionOfTables(t *testing.T) {
	from, to := testSchema(), testSchema()
	require.Empty(t, CheckEvolution(from, to))
	to.Tables[1].Name = "hinge"
	to.Tables[2].Fields[0].Symbols = []string{"body", "hinge"}
	found := CheckEvolution(from, to)
	require.Equal(t, Breaks, worst(found), "an anyref may name joints: %v", found)
	to.Tables[1].Attr.Aliases = []string{"joint"}
	require.Equal(t, Notes, worst(CheckEvolution(from, to)))

	both := testSchema()
	both.Tables[0].Attr.Aliases = []string{"joint"}
	both.Tables = append(both.Tables[:1], both.Tables[2:]...)
	found = CheckEvolution(from, both)
	require.Equal(t, Breaks, worst(found), "the loader refuses such a level")
	require.Contains(t, fmt.Sprint(found), "body and joint are both it")

	class := testSchema()
	class.Tables[1] = Table{Name: "joint", Class: ClassArray, Stride: 4}
	found = CheckEvolution(from, class)
	require.Equal(t, Breaks, worst(found))
	require.Contains(t, found[0].String(), "its class was node and is array")
}

// The loader refuses a level of which nothing would be left, whatever its tables are.
func TestEvolutionWithoutACommonKind(t *testing.T) {
	kinds := func(names ...string) *Schema {
		s := new(Schema)
		for _, name := range names {
			s.Tables = append(s.Tables, Table{Name: name, Class: ClassNode, Stride: 1, Fields: []Field{{Name: "a", Type: TypeU8, Count: 1}}})
		}
		return s
	}
	found := CheckEvolution(kinds("a", "b"), kinds("c", "d"))
	require.Equal(t, "breaks: a: neither it nor another kind of the baseline is in the new schema, so levels are refused"+
		" (give kinds that were renamed their earlier names as aliases)", found[0].String())
	require.NotEqual(t, Breaks, found[1].Effect, "it is said once")
	require.Equal(t, Loses, worst(CheckEvolution(kinds("a", "b"), kinds("c", "b"))))
	renamed := kinds("c", "d")
	renamed.Tables[1].Attr.Aliases = []string{"b"}
	require.Equal(t, Loses, worst(CheckEvolution(kinds("a", "b"), renamed)))
	require.Empty(t, CheckEvolution(kinds(), kinds()), "a level without kinds has no nodes")
}

// A field may go on as two.
func TestMissingFieldsAreThoseUnderNoName(t *testing.T) {
	file := &Table{Fields: []Field{{Name: "a"}, {Name: "old"}, {Name: "gone"}}}
	reader := &Table{Fields: []Field{{Name: "new"}, {Name: "a"}, {Name: "b", Attr: Attr{Aliases: []string{"older", "old"}}}, {Name: "c", Attr: Attr{Aliases: []string{"a"}}}}}
	var names []string
	for _, f := range MissingFields(file, reader) {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"new", "c"}, names)
	require.Empty(t, MissingFields(file, file))
}

func TestEvolutionOfAFieldThatTwoAreReadFrom(t *testing.T) {
	from := &Schema{Tables: []Table{{Name: "rock", Class: ClassNode, Stride: 1, Fields: []Field{{Name: "size", Type: TypeU8, Count: 1}}}}}
	to := &Schema{Tables: []Table{{Name: "rock", Class: ClassNode, Stride: 2, Fields: []Field{
		{Name: "width", Type: TypeU8, Count: 1, Attr: Attr{Aliases: []string{"size"}}},
		{Name: "height", Type: TypeU8, Offset: 1, Count: 1, Attr: Attr{Aliases: []string{"size"}}},
	}}}}
	require.Equal(t, []Breakage{{Table: "rock", Field: "size", What: "renamed to width"}, {Table: "rock", Field: "size", What: "read into height as well"}}, CheckEvolution(from, to))
	plan, err := NewPlan(from.Complete(), FixedTables, to.Complete(), FixedTables)
	require.NoError(t, err)
	row := make([]byte, 2)
	require.NoError(t, plan.Convert(row, []byte{7}, 1))
	require.Equal(t, []byte{7, 7}, row)
}

// What is said of tables that go, come and have other names, line by line.
func TestEvolutionGuessesRenames(t *testing.T) {
	table := func(name string, class Class, fields ...string) Table {
		to := Table{Name: name, Class: class, Stride: uint32(len(fields))}
		for i, f := range fields {
			to.Fields = append(to.Fields, Field{Name: f, Type: TypeU8, Offset: uint32(i), Count: 1})
		}
		return to
	}
	alias := func(t Table, a ...string) Table { t.Attr.Aliases = a; return t }
	const gone, fresh = "removed; its rows in levels built before are skipped", "new table; levels built before have no rows of it"
	rock, pebble := table("rock", ClassNode, "x", "y"), table("pebble", ClassNode, "x", "y")
	withSpans := table("thing", ClassNode, "x")
	withSpans.Fields = append(withSpans.Fields, Field{Name: "list", Type: TypeSpan, Offset: 4, Count: 1, Target: "thing.list"})
	withSpans.Stride = 12
	kept := table("kept", ClassNode, "x", "y", "z") // without a common kind, a level is refused
	for _, c := range []struct {
		from, to []Table
		want     []string
	}{
		{[]Table{rock}, []Table{alias(pebble, "rock")}, []string{"note: rock: renamed to pebble"}},
		{[]Table{alias(pebble, "rock")}, []Table{alias(rock, "pebble")}, []string{"note: pebble: renamed to rock"}},
		{[]Table{rock, kept}, []Table{kept, table("leaf", ClassArray, "x", "y"), table("moss", ClassNode, "x"), table("fern", ClassNode, "y", "x"), pebble}, []string{
			`loses: rock: ` + gone + ` (if it became pebble, give pebble the alias "rock")`,
			"note: leaf: " + fresh, "note: moss: " + fresh, "note: fern: " + fresh, "note: pebble: " + fresh}},
		{[]Table{withSpans, table("thing.list", ClassArray, "x"), kept}, []Table{table("thing", ClassNode, "x"), kept}, []string{"loses: thing.list: removed; its values in levels built before are not read"}},
		{[]Table{withSpans, table("thing.list", ClassArray, "x"), kept}, []Table{kept}, []string{"loses: thing: " + gone}},
		{[]Table{rock, pebble}, []Table{pebble}, []string{"loses: rock: " + gone}},
		{[]Table{rock, table("sand", ClassNode), kept}, []Table{table("dust", ClassNode), kept}, []string{"loses: rock: " + gone, "loses: sand: " + gone, "note: dust: " + fresh}},
		{[]Table{alias(pebble, "rock")}, []Table{pebble, rock}, []string{
			"breaks: rock: this name was retired: it is an earlier name of pebble (choose another name)", "note: rock: " + fresh}},
		{[]Table{rock}, []Table{alias(pebble, "rock", "flint"), alias(table("grit", ClassNode, "x", "y"), "rock")}, []string{
			`breaks: grit: its earlier name "rock" is also one of pebble, which gets the rows (leave the name to one of them)`,
			"note: rock: renamed to pebble", "note: grit: " + fresh}},
		{[]Table{rock}, []Table{rock, alias(pebble, "rock")}, []string{
			`breaks: pebble: its earlier name "rock" is now the name of another table (a retired name is not used again)`, "note: pebble: " + fresh}},
	} {
		var got []string
		for _, b := range CheckEvolution(&Schema{Tables: c.from}, &Schema{Tables: c.to}) {
			got = append(got, b.String())
		}
		require.Equal(t, c.want, got)
	}
}

// Arrays follow the spans that own them, and their own arrays follow them. A name counts
// before an alias.
func TestMatchFollowsArraysOfArrays(t *testing.T) {
	from, to := testSchema(), testSchema()
	body := &to.Tables[0]
	body.Name, body.Attr.Aliases = "thing", []string{"body", "joint"}
	names := map[string]string{"body.outline": "thing.outline", "body.parts": "thing.bits", "body.parts.tags": "thing.bits.tags"}
	for i := range to.Tables {
		t := &to.Tables[i]
		if name, ok := names[t.Name]; ok {
			t.Name = name
		}
		for k := range t.Fields {
			if name, ok := names[t.Fields[k].Target]; ok {
				t.Fields[k].Target = name
			}
		}
	}
	parts := &body.Fields[body.Field("parts")]
	parts.Name, parts.Attr.Aliases = "bits", []string{"parts"}
	require.Equal(t, []int{0, 1, 2, 3, 4, 5}, Match(from, to))
	from.Tables = append(from.Tables[3:], from.Tables[:3]...) // owners may come last
	require.Equal(t, []int{3, 4, 5, 0, 1, 2}, Match(from, to))
}

// Nodes have an id and a name of their element even where their fields are other ones.
func TestEvolutionOfIDsAndElementNames(t *testing.T) {
	rock := func(id string, names ...string) *Schema {
		table := Table{Name: names[0], Class: ClassNode, Stride: 8, Attr: TableAttr{Names: names}}
		for i, name := range []string{"a", "b"} {
			f := Field{Name: name, Type: TypeU32, Offset: uint32(4 * i), Count: 1}
			if name == id {
				f.Attr.Role = RoleID
			}
			table.Fields = append(table.Fields, f)
		}
		return &Schema{Tables: []Table{table}}
	}
	for _, c := range []struct {
		from, to *Schema
		want     []Breakage
	}{
		{rock("a", "rock", "stone"), rock("b", "rock", "stone"),
			[]Breakage{{Table: "rock", Field: "a", What: "the id is b from now on; levels built before keep their ids until they are saved"}}},
		{rock("a", "rock"), rock("", "rock"), []Breakage{{Table: "rock", Field: "a", What: "is no id from now on; nodes of levels built before keep theirs"}}},
		{rock("", "rock"), rock("a", "rock"),
			[]Breakage{{Table: "rock", Field: "a", What: "is the id from now on; nodes of levels built before have no id until these are saved"}}},
		{rock("a", "rock", "stone"), rock("a", "rock", "pebble"), []Breakage{{Table: "rock", What: `its name "stone" is gone; nodes of that name are saved as rock`}}},
	} {
		require.Equal(t, c.want, CheckEvolution(c.from, c.to))
	}
}

// The new id may be a field that levels lack.
func TestEvolutionOfAnIDThatIsNew(t *testing.T) {
	rock := func(fields ...Field) *Schema {
		table := Table{Name: "rock", Class: ClassNode, Stride: 8, Fields: fields}
		for i := range fields {
			fields[i].Offset, fields[i].Count = uint32(4*i), 1
		}
		return &Schema{Tables: []Table{table}}
	}
	id := Attr{Role: RoleID}
	for _, typ := range []Type{TypeStr, TypeU32} {
		found := CheckEvolution(rock(Field{Name: "a", Type: TypeStr, Attr: id}), rock(Field{Name: "a", Type: TypeStr}, Field{Name: "b", Type: typ, Attr: id}))
		want := []Breakage{{Table: "rock", Field: "b", What: "new; in levels built before it is zero"}}
		if typ == TypeStr { // what is empty when a level is saved is no id
			want = []Breakage{{Table: "rock", Field: "b", What: "new; in levels built before it is empty"},
				{Table: "rock", Field: "a", What: "the id is b from now on; levels built before keep their ids until they are saved"}}
		}
		require.Equal(t, want, found)
	}
}

// A reference and a parent field are read alike, and mean something else.
func TestEvolutionOfAReferenceThatBecomesAParentField(t *testing.T) {
	rock := func(role Role) *Schema {
		return &Schema{Tables: []Table{{Name: "rock", Class: ClassNode, Stride: 8, Fields: []Field{{Name: "on", Type: TypeRef, Count: 1, Target: "rock", Attr: Attr{Role: role}}}}}}
	}
	require.Equal(t, []Breakage{{Table: "rock", Field: "on", What: "is the parent from now on; in levels built before it is what they refer to, wherever the node stands"}},
		CheckEvolution(rock(RoleValue), rock(RoleParent)))
	require.Equal(t, []Breakage{{Table: "rock", Field: "on", What: "is an ordinary reference from now on; in levels built before it is the parent"}},
		CheckEvolution(rock(RoleParent), rock(RoleValue)))
	require.Empty(t, CheckEvolution(rock(RoleParent), rock(RoleParent)))
}

// A parent field of a level is the nearest of the kinds that it could name. Of kinds that the
// level cannot have there is nothing to say.
func TestEvolutionOfAParentFieldThatMayNameMoreKinds(t *testing.T) {
	world := func(kinds ...string) *Schema {
		in := Field{Name: "in", Type: TypeAnyRef, Count: 1, Symbols: kinds, Attr: Attr{Role: RoleParent}}
		one := []Field{{Name: "x", Type: TypeU32, Count: 1}}
		return &Schema{Tables: []Table{{Name: "item", Class: ClassNode, Stride: 12, Fields: []Field{in}},
			{Name: "room", Class: ClassNode, Stride: 4, Fields: one}, {Name: "chest", Class: ClassNode, Stride: 4, Fields: one}}}
	}
	old, now := world("room"), world("room", "chest", "cart")
	now.Tables = append(now.Tables, Table{Name: "cart", Class: ClassNode, Stride: 4, Fields: now.Tables[1].Fields})
	want := []Breakage{{Table: "item", Field: "in", What: "may name chest from now on; in levels built before it is a node around the chest, and a save moves what stands in the chest there",
		Hint: "build the levels again"}, {Table: "cart", What: "new table; levels built before have no rows of it"}}
	require.Equal(t, want, CheckEvolution(old, now))
	old.Tables[2].Name, now.Tables[2].Attr.Aliases = "box", []string{"box"}
	require.Equal(t, want[0], CheckEvolution(old, now)[0])
	old.Tables[0].Fields[0].Symbols = []string{"room", "box"}
	require.Len(t, CheckEvolution(old, now), 2, "the renaming and the new table")
}

// Of a schema that is not valid, anything may be said, without a panic.
func TestEvolutionOfAnEnumWithoutSymbols(t *testing.T) {
	table := func(fields ...Field) *Schema {
		return &Schema{Tables: []Table{{Name: "a", Class: ClassNode, Stride: uint32(len(fields)), Fields: fields}}}
	}
	x := Field{Name: "x", Type: TypeU8, Count: 1}
	found := CheckEvolution(table(x), table(x, Field{Name: "y", Type: TypeEnum8, Offset: 1, Count: 1}))
	require.Len(t, found, 1)
	require.Equal(t, "y", found[0].Field)
}
