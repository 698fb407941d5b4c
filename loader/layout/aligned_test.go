package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

// The rows of a 32-bit system, where 8-byte fields stand at multiples of 4, get the
// places that the same struct has on a 64-bit system.
func TestRowsOf32BitSystemsAreAligned(t *testing.T) {
	field := func(name string, typ format.Type, at, count uint32) format.Field {
		return format.Field{Name: name, Type: typ, Offset: at, Count: count}
	}
	narrow := format.Table{Name: "narrow", Stride: 36, Fields: []format.Field{
		field("a", format.TypeU8, 0, 1), field("b", format.TypeF64, 4, 2), field("c", format.TypeU16, 20, 1),
		field("d", format.TypeI64, 24, 1), field("e", format.TypeU32, 32, 1),
	}}
	tail := format.Table{Name: "tail", Stride: 12, Fields: []format.Field{
		field("a", format.TypeU64, 0, 1), field("b", format.TypeU32, 8, 1),
	}}
	even := format.Table{Name: "even", Stride: 8, Fields: []format.Field{
		field("a", format.TypeU32, 0, 1), field("b", format.TypeU32, 4, 1),
	}}
	s := &format.Schema{Tables: []format.Table{even, narrow, tail}}
	out := layout.Aligned(s)
	offsets := func(t *format.Table) []uint32 {
		var at []uint32
		for i := range t.Fields {
			at = append(at, t.Fields[i].Offset)
		}
		return append(at, t.Stride)
	}
	require.Equal(t, []uint32{0, 4, 8}, offsets(&out.Tables[0]))
	require.Equal(t, []uint32{0, 8, 24, 32, 40, 48}, offsets(&out.Tables[1]))
	require.Equal(t, []uint32{0, 8, 16}, offsets(&out.Tables[2]), "only the row's size is no multiple")
	require.Equal(t, []uint32{0, 4, 20, 24, 32, 36}, offsets(&s.Tables[1]), "the schema itself is as it was")
	require.Same(t, out, layout.Aligned(out), "nothing is to be done")
}
