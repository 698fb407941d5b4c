package format

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hintsOf returns what an edit is advised, by table and field.
func hintsOf(from, to []Table) map[string]string {
	hints := map[string]string{}
	for _, b := range CheckEvolution(&Schema{Tables: from}, &Schema{Tables: to}) {
		if b.Effect == Loses {
			hints[b.Table+"."+b.Field] = b.Hint
		}
	}
	return hints
}

// A field is not said to have become one that its values do not fit.
func TestAHintNamesWhatFits(t *testing.T) {
	sym := func(name string, symbols ...string) Field {
		return Field{Name: name, Type: TypeEnum8, Count: 1, Symbols: symbols}
	}
	ref := func(name, to string) Field { return Field{Name: name, Type: TypeRef, Count: 1, Target: to} }
	up := func(name string) Field { f := ref(name, "rock"); f.Attr.Role = RoleParent; return f }
	anyOf := func(name string, to ...string) Field {
		return Field{Name: name, Type: TypeAnyRef, Count: 1, Symbols: to}
	}
	for _, c := range []struct {
		from Field
		to   []Field
		hint string
	}{
		{sym("a", "x", "y"), []Field{sym("b", "x"), sym("c", "y", "x")}, `if it became c, give c the alias "a"`},
		{sym("a", "x", "y"), []Field{sym("b", "x")}, ""},
		{ref("a", "rock"), []Field{ref("b", "other"), ref("c", "rock")}, `if it became c, give c the alias "a"`},
		{ref("a", "rock"), []Field{ref("b", "other")}, ""},
		{ref("a", "rock"), []Field{up("b"), ref("c", "rock")}, `if it became c, give c the alias "a"`},
		{up("a"), []Field{ref("b", "rock"), up("c")}, `if it became c, give c the alias "a"`},
		{anyOf("a", "rock", "other"), []Field{anyOf("b", "rock"), anyOf("c", "other", "rock")}, `if it became c, give c the alias "a"`},
		{sym("in.a", "x", "y"), []Field{sym("body.a", "x"), sym("c", "y", "x")}, `if it became c, give c the alias "/in/a"`},
	} {
		other := Table{Name: "other", Class: ClassNode, Stride: 1}
		hints := hintsOf([]Table{{Name: "rock", Class: ClassNode, Fields: []Field{c.from}}, other}, []Table{{Name: "rock", Class: ClassNode, Fields: c.to}, other})
		require.Equal(t, map[string]string{"rock." + c.from.Name: c.hint}, hints)
	}
	// A struct is not said to have become another if one of its fields would not fit.
	num := func(name string) Field { return Field{Name: name, Type: TypeU8, Count: 1} }
	hints := hintsOf([]Table{{Name: "rock", Class: ClassNode, Fields: []Field{num("in.a"), sym("in.b", "x", "y")}}},
		[]Table{{Name: "rock", Class: ClassNode, Fields: []Field{num("body.a"), sym("body.b", "x")}}})
	require.Equal(t, map[string]string{"rock.in.a": `if it became body.a, give body.a the alias "/in/a"`, "rock.in.b": ""}, hints)
}

// The array table of a span has no aliases, for it follows the span.
func TestAHintForASpanIsGivenOnce(t *testing.T) {
	rock := func(span string, elements ...Field) []Table {
		return []Table{
			{Name: "rock", Class: ClassNode, Stride: 8, Fields: []Field{{Name: span, Type: TypeSpan, Count: 1, Target: "rock." + span}}},
			{Name: "rock." + span, Class: ClassArray, Stride: 4, Fields: elements},
		}
	}
	f := func(name string, ty Type) Field { return Field{Name: name, Type: ty, Count: 1} }
	const hint = `if it became edges, give edges the alias "sides"`
	x, y := f("x", TypeU8), f("y", TypeF32)
	require.Equal(t, map[string]string{"rock.sides": hint}, hintsOf(rock("sides", x, y), rock("edges", y, x)))
	require.Equal(t, map[string]string{"rock.sides": ""}, hintsOf(rock("sides", x), rock("edges", f("x", TypeI8))))
	require.Equal(t, map[string]string{"rock.sides": ""}, hintsOf(rock("sides", x, y), rock("edges", x)), "y would be lost")
	loop := rock("sides", Field{Name: "x", Type: TypeSpan, Count: 1, Target: "rock.sides"})
	hintsOf(loop, rock("edges", Field{Name: "x", Type: TypeSpan, Count: 1, Target: "rock.edges"})) // not valid, and no panic
}

// Kinds that refer to each other are guessed together, and none of them if one has other
// values now.
func TestKindsThatReferToEachOtherAreGuessedTogether(t *testing.T) {
	pair := func(a, b string, ty Type) []Table {
		return []Table{
			{Name: a, Class: ClassNode, Stride: 16, Fields: []Field{{Name: "me", Type: TypeRef, Count: 1, Target: a}, {Name: "it", Type: TypeRef, Count: 1, Target: b}}},
			{Name: b, Class: ClassNode, Stride: 16, Fields: []Field{{Name: "at", Type: TypeRef, Count: 1, Target: a}, {Name: "size", Type: ty, Count: 1}}},
		}
	}
	old := pair("rock", "sand", TypeU8)
	require.Equal(t, map[string]string{
		"rock.": `if it became stone, give stone the alias "rock"`, "sand.": `if it became dust, give dust the alias "sand"`,
	}, hintsOf(old, pair("stone", "dust", TypeU8)))
	require.Equal(t, map[string]string{"rock.": "", "sand.": ""}, hintsOf(old, pair("stone", "dust", TypeI8)))
	stones := func(names ...string) (all []Table) {
		for _, n := range names {
			all = append(all, Table{Name: n, Class: ClassNode, Stride: 1, Fields: []Field{{Name: "x", Type: TypeU8, Count: 1}}})
		}
		return all
	}
	require.Equal(t, map[string]string{"a.": `if it became c, give c the alias "a"`, "b.": ""}, hintsOf(stones("a", "b"), stones("c")), "two kinds are not one")
}

// Schemas of which all was renamed are compared in no time, though each table and field
// could have become any.
func TestHintsCostLittle(t *testing.T) {
	const n = 1000
	spans := func(name string) *Schema {
		s := &Schema{Tables: []Table{{Name: "k", Class: ClassNode, Stride: 8 * n}}}
		for i := range n {
			f := Field{Name: fmt.Sprint(name, i), Type: TypeSpan, Count: 1, Offset: uint32(8 * i), Target: fmt.Sprint("k.", name, i)}
			s.Tables[0].Fields = append(s.Tables[0].Fields, f)
			s.Tables = append(s.Tables, Table{Name: f.Target, Class: ClassArray, Stride: 4, Fields: []Field{{Name: name, Type: TypeU32, Count: 1}}})
		}
		return s
	}
	ring := func(name string, first Field) *Schema { // of kinds, of which each refers to the next
		s := new(Schema)
		for i := range n {
			s.Tables = append(s.Tables, Table{Name: fmt.Sprint(name, i), Class: ClassNode, Stride: 8, Fields: []Field{
				{Name: "to", Type: TypeRef, Count: 1, Target: fmt.Sprint(name, (i+1)%n)}}})
		}
		s.Tables[0].Fields[0] = first
		return s
	}
	enums := func(name string) *Schema { // many fields, none of which may become another
		s := new(Schema)
		for i := range 8 {
			k := Table{Name: fmt.Sprint("k", i), Class: ClassNode, Stride: n}
			for at := range n {
				f := Field{Name: fmt.Sprint(name, at), Type: TypeEnum8, Count: 1, Offset: uint32(at)}
				for j := range 20 {
					f.Symbols = append(f.Symbols, fmt.Sprint(name, j))
				}
				k.Fields = append(k.Fields, f)
			}
			s.Tables = append(s.Tables, k)
		}
		return s
	}
	begun := time.Now()
	require.NotEmpty(t, CheckEvolution(spans("a"), spans("b")))
	require.NotEmpty(t, CheckEvolution(enums("a"), enums("b")))
	require.NotEmpty(t, CheckEvolution(ring("a", Field{Name: "to", Type: TypeRef, Count: 1, Target: "a1"}), ring("b", Field{Name: "to", Type: TypeU64, Count: 1})))
	require.Less(t, time.Since(begun), 8*time.Second)
}
