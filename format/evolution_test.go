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
	cases := []struct {
		name     string
		from, to []Field
		effect   Effect
		says     string
	}{
		{"nothing", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8)}, Notes, ""},
		{"narrowing", []Field{f("a", TypeU32)}, []Field{f("a", TypeU16)}, Breaks, "does not fit"},
		{"sign", []Field{f("a", TypeU32)}, []Field{f("a", TypeI64)}, Breaks, "the sign changed"},
		{"inexact", []Field{f("a", TypeI32)}, []Field{f("a", TypeF32)}, Breaks, "not every value is exact"},
		{"number to text", []Field{f("a", TypeI32)}, []Field{f("a", TypeStr)}, Breaks, "there is no conversion"},
		{"widening", []Field{f("a", TypeU16)}, []Field{f("a", TypeU32)}, Notes, "u16 became u32"},
		{"removed", []Field{f("a", TypeU8), f("b", TypeF32)}, []Field{f("a", TypeU8)}, Loses, "removed"},
		{"renamed without alias", []Field{f("a", TypeF32)}, []Field{f("b", TypeF32)}, Loses, `give b the alias "a"`},
		{"renamed", []Field{f("a", TypeF32)}, []Field{alias(f("b", TypeF32), "a")}, Notes, "renamed to b"},
		{"alias taken", []Field{f("a", TypeF32)}, []Field{alias(f("b", TypeF32), "a"), f("a", TypeU8)}, Breaks, "earlier name"},
		{"retired name back", []Field{alias(f("b", TypeF32), "a")}, []Field{alias(f("b", TypeF32)), f("a", TypeF32)}, Breaks, "retired"},
		{"new field", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), def(f("b", TypeU8), "4")}, Notes, `default, "4"`},
		{"bad default", []Field{f("a", TypeU8)}, []Field{f("a", TypeU8), def(f("b", TypeU8), "400")}, Breaks, "400"},
		{"symbol gone", []Field{f("a", TypeEnum8, "x", "y")}, []Field{f("a", TypeEnum8, "x")}, Breaks, `"y"`},
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

func TestEvolutionAgreesWithThePlan(t *testing.T) {
	types := []Type{TypeU8, TypeI8, TypeU16, TypeI16, TypeU32, TypeI32, TypeU64, TypeI64, TypeF32, TypeF64, TypeBool, TypeStr}
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
	require.Contains(t, fmt.Sprint(CheckEvolution(from, both)), "body and joint are both it")

	class := testSchema()
	class.Tables[1] = Table{Name: "joint", Class: ClassArray, Stride: 4}
	found = CheckEvolution(from, class)
	require.Equal(t, Breaks, worst(found))
	require.Contains(t, found[0].String(), "its class was node and is array")
}
