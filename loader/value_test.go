package loader

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// The number of an enum in a file that is not checked may be more than an int holds.
func TestAnEnumOfAnyNumberHasAtMostNoName(t *testing.T) {
	for typ, size := range map[format.Type]int{format.TypeEnum8: 1, format.TypeEnum16: 2, format.TypeEnum32: 4} {
		f := &format.Field{Type: typ, Count: 1, Symbols: []string{"a", "b"}}
		named := make([]byte, size)
		named[0] = 1
		require.Equal(t, "b", Value{f: f, data: named}.Symbol(0))
		for _, i := range []int{-1, 1, math.MaxInt, math.MinInt} {
			require.Empty(t, Value{f: f, data: named}.Symbol(i), "there is no such value, so it is not a")
		}
		for _, top := range []byte{2, 0x7f, 0x80, 0xff} {
			data := make([]byte, size)
			data[size-1] = top
			v := Value{f: f, data: data}
			require.Empty(t, v.Symbol(0), "%v %x", typ, data)
			require.Empty(t, v.String())
		}
	}
}

// A reference to nothing names no kind, whatever stands where a kind would.
func TestANullReferenceNamesNothing(t *testing.T) {
	w := &Walker{schema: &format.Schema{Tables: []format.Table{{Name: "body"}}}}
	for typ, size := range map[format.Type]int{format.TypeRef: 8, format.TypeAnyRef: 12, format.TypeU32: 4} {
		f := &format.Field{Type: typ, Count: 1, Target: "body"}
		data := make([]byte, size)
		check := func(i int) {
			kind, row, ok := Value{w: w, f: f, data: data}.Ref(i)
			require.False(t, ok)
			require.Equal(t, -1, row)
			require.Empty(t, kind, "%v %d", typ, i)
		}
		check(0)
		data[0] = 3
		check(1)
		check(-1)
		if typ != format.TypeU32 {
			kind, row, ok := Value{w: w, f: f, data: data}.Ref(0)
			require.True(t, ok)
			require.Equal(t, 2, row)
			require.Equal(t, "body", kind)
		}
	}
}

// Flags are written by the names of the bits that are set.
func TestFlagsAreWrittenByName(t *testing.T) {
	for typ, size := range map[format.Type]int{format.TypeFlags8: 1, format.TypeFlags16: 2, format.TypeFlags32: 4, format.TypeFlags64: 8} {
		f := &format.Field{Type: typ, Count: 1, Symbols: []string{"a", "b", "c"}}
		for bits, want := range []string{"", "a", "b", "a|b", "c", "a|c", "b|c", "a|b|c"} {
			var data [8]byte
			binary.LittleEndian.PutUint64(data[:], uint64(bits))
			require.Equal(t, want, Value{f: f, data: data[:size]}.String(), "%v", typ)
		}
	}
}
