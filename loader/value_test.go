package loader

import (
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
		for _, top := range []byte{2, 0x7f, 0x80, 0xff} {
			data := make([]byte, size)
			data[size-1] = top
			v := Value{f: f, data: data}
			require.Empty(t, v.Symbol(0), "%v %x", typ, data)
			require.Empty(t, v.String())
		}
	}
}
