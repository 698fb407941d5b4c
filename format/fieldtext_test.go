package format

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFieldsReadAsTheirTypesSay(t *testing.T) {
	cases := []struct {
		f     Field
		value any
		text  string
	}{
		{Field{Type: TypeU8}, uint8(255), "255"},
		{Field{Type: TypeI8}, int8(-1), "-1"},
		{Field{Type: TypeI16}, int16(-2), "-2"},
		{Field{Type: TypeI32}, int32(math.MinInt32), "-2147483648"},
		{Field{Type: TypeU64}, uint64(math.MaxUint64), "18446744073709551615"},
		{Field{Type: TypeI64}, int64(-9), "-9"},
		{Field{Type: TypeF32, Count: 3}, [3]float32{1, 0.1, -2.5}, "1 0.1 -2.5"},
		{Field{Type: TypeF64}, 0.1, "0.1"},
		{Field{Type: TypeBool}, true, "true"},
		{Field{Type: TypeBool}, uint8(7), "7"},
		{Field{Type: TypeStr}, uint32(1), `"one"`},
		{Field{Type: TypeStr}, uint32(9), "#9"},
		{Field{Type: TypeRef, Target: "body"}, [2]uint32{4, 0}, "body 3"},
		{Field{Type: TypeRef, Target: "body"}, [2]uint32{}, "null"},
		{Field{Type: TypeAnyRef}, [3]uint32{1, 0, TableNode}, "$node 0"},
		{Field{Type: TypeAnyRef}, [3]uint32{1, 0, 900}, "table 900 0"},
		{Field{Type: TypeSpan}, [2]uint32{5, 2}, "2 from 5"},
		{Field{Type: TypeEnum8, Symbols: []string{"a", "b"}}, uint8(1), "b"},
		{Field{Type: TypeEnum8, Symbols: []string{"a", "b"}}, uint8(2), "2"},
		{Field{Type: TypeFlags16, Symbols: []string{"a", "b"}}, uint16(3), "a|b"},
		{Field{Type: TypeFlags16, Symbols: []string{"a", "b"}}, uint16(9), "a|0x8"},
		{Field{Type: TypeFlags64, Symbols: []string{"a", "b"}}, uint64(0), ""},
	}
	strs := &StringTable{text: []byte("one"), ends: []uint32{0, 3}}
	for _, c := range cases {
		c.f.Name = "x"
		s := one(c.f)
		got := AppendField(nil, s, &s.Tables[FixedTables].Fields[0], rowOf(s, c.value), strs)
		require.Equal(t, c.text, string(got), "%v", c.f.Type)
	}
}

func TestDefaultsAreReadAsAnAttributeWouldBe(t *testing.T) {
	cases := []struct {
		f    Field
		text string
		want any // nil: refused
	}{
		{Field{Type: TypeU8}, "255", uint8(255)},
		{Field{Type: TypeU8}, "256", nil},
		{Field{Type: TypeU8}, "-1", nil},
		{Field{Type: TypeU8}, " +007 ", uint8(7)},
		{Field{Type: TypeU8}, "-00", uint8(0)},
		{Field{Type: TypeU8}, "+-1", nil},
		{Field{Type: TypeU8}, "-", nil},
		{Field{Type: TypeU16, Count: 2}, "+1 -0", [2]uint16{1, 0}},
		{Field{Type: TypeI64}, "-9223372036854775808", int64(math.MinInt64)},
		{Field{Type: TypeF32, Count: 3}, "1, 2,3", [3]float32{1, 2, 3}},
		{Field{Type: TypeF32, Count: 3}, "1 2", nil},
		{Field{Type: TypeF64}, "1e999", nil},
		{Field{Type: TypeF64}, "+.5E-1", 0.05},
		{Field{Type: TypeF64}, "inf", nil}, // strconv reads it, and the next two, and levelc does not
		{Field{Type: TypeF32}, "0x1p4", nil},
		{Field{Type: TypeF32}, "1_0", nil},
		{Field{Type: TypeBool}, "true", true},
		{Field{Type: TypeBool}, "0", false},
		{Field{Type: TypeBool}, "yes", nil},
		{Field{Type: TypeEnum16, Symbols: []string{"a", "b"}}, "b", uint16(1)},
		{Field{Type: TypeEnum16, Symbols: []string{"a", "b"}}, "c", nil},
		{Field{Type: TypeEnum8, Symbols: []string{"red", "light blue", "a,b"}}, "light blue", uint8(1)},
		{Field{Type: TypeEnum8, Symbols: []string{"red", "light blue", "a,b"}}, "a,b", uint8(2)},
		{Field{Type: TypeFlags8, Symbols: []string{"a", "b", "c"}}, "a | c", uint8(5)},
		{Field{Type: TypeFlags8, Symbols: []string{"a", "b", "c"}}, "", uint8(0)},
		{Field{Type: TypeFlags8, Symbols: []string{"a", "b", "c"}}, "d", nil},
		{Field{Type: TypeFlags8, Symbols: []string{"a", "b", "c"}}, "a\tb\nc", uint8(7)},
		{Field{Type: TypeStr}, "anything at all", uint32(0)},
		{Field{Type: TypeStr, Count: 2}, "one, two", [2]uint32{}},
		{Field{Type: TypeStr, Count: 2}, "one", nil},
		{Field{Type: TypeStr, Count: 2}, "[one two]", [2]uint32{}},
		{Field{Type: TypeI16, Count: 3}, " (1, -2 3)\n", [3]int16{1, -2, 3}},
		{Field{Type: TypeI16, Count: 3}, "[1,2,3]", [3]int16{1, 2, 3}},
		{Field{Type: TypeI16, Count: 3}, "(1,2,3]", nil},
		{Field{Type: TypeI16, Count: 3}, "((1,2,3))", nil},
		{Field{Type: TypeI16, Count: 3}, "()", nil},
		{Field{Type: TypeI16}, "(1)", nil},
		{Field{Type: TypeU8, Count: 3}, "#ff8000", [3]uint8{255, 128, 0}},
		{Field{Type: TypeU8, Count: 4}, " #0A0b0C ", [4]uint8{10, 11, 12, 255}},
		{Field{Type: TypeU8, Count: 4}, "#0a0b0c0d", nil},
		{Field{Type: TypeU8, Count: 4}, "#0a0b+c", nil},
		{Field{Type: TypeU8, Count: 4}, "#0a0b0", nil},
		{Field{Type: TypeU8, Count: 2}, " ( 1 , 2 ) ", [2]uint8{1, 2}},
		{Field{Type: TypeU8, Count: 2}, "1,,2", nil},
		{Field{Type: TypeU8, Count: 2}, "1,2,", nil},
		{Field{Type: TypeU8, Count: 2}, ", 1 2", nil},
		{Field{Type: TypeStr, Count: 2}, "a,,b", nil},
		{Field{Type: TypeStr, Count: 2}, "a b c", nil},
		{Field{Type: TypeU8, Count: 2}, "#0a0b0c", nil},
		{Field{Type: TypeI8, Count: 3}, "#0a0b0c", nil},
		{Field{Type: TypeBool}, "True", true},
		{Field{Type: TypeBool}, "FALSE", false},
		{Field{Type: TypeBool, Count: 2}, "(TRUE False)", [2]bool{true, false}},
		{Field{Type: TypeRef, Target: "thing"}, "", [2]uint32{}},
		{Field{Type: TypeRef, Target: "thing"}, "3", nil},
	}
	for _, c := range cases {
		c.f.Name, c.f.Count = "x", max(c.f.Count, 1)
		c.f.Attr.HasDefault, c.f.Attr.Default = true, c.text
		got, err := DefaultBytes(&c.f)
		if c.want == nil {
			require.ErrorIs(t, err, ErrSchema, "%v %q", c.f.Type, c.text)
			continue
		}
		require.NoError(t, err)
		s := one(c.f)
		require.Equal(t, rowOf(s, c.want), got, "%v %q", c.f.Type, c.text)
	}
}

func TestStringTableRefusesStringsThatDoNotFollow(t *testing.T) {
	var s StringTable
	require.NoError(t, s.Add(Block{Table: TableBytes, Data: []byte("abc")}))
	require.NoError(t, s.Add(Block{Table: TableStr, Data: []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}}))
	require.Equal(t, 2, s.Len())
	require.Equal(t, "ab", string(s.Get(1)))
	require.Nil(t, s.Get(2))
	require.ErrorIs(t, s.Add(Block{Table: TableStr, Data: []byte{0, 0, 0, 0, 2, 0, 0, 0}}), ErrSpan)
	require.ErrorIs(t, s.Add(Block{Table: TableStr, Data: []byte{2, 0, 0, 0, 2, 0, 0, 0}}), ErrSpan)
}
