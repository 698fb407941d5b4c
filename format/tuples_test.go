package format

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sizedSchema has numbers, texts and lists of all lengths that msgpack writes in another
// way. It need not be valid.
func sizedSchema() *Schema {
	s := (&Schema{}).Complete()
	for _, n := range []int{0, 1, 15, 16, 31, 32, 127, 128, 255, 256, 65535, 65536, 1 << 17} {
		t := Table{Name: strings.Repeat("n", n), Stride: uint32(n), Class: Class(n & 0xff), Fields: []Field{}}
		t.Attr.Doc = strings.Repeat("d", n+1)
		for i := range min(n, maxFields) / 64 {
			t.Fields = append(t.Fields, Field{Name: fmt.Sprint(i), Offset: uint32(n), Count: 1<<32 - 1, Type: Type(i)})
		}
		f := Field{Attr: Attr{Role: 255, Required: n&1 == 0, HasDefault: n&1 != 0, Finite: n > 20, Default: t.Name}}
		for i := range min(n, 1<<16) {
			f.Symbols = append(f.Symbols, fmt.Sprint(i%8))
		}
		f.Attr.Aliases, f.Attr.Components = f.Symbols[:min(n, 3)], f.Symbols[:min(n, 17)]
		if n == 0 {
			f.Attr.Aliases, f.Attr.Components = nil, nil
		}
		t.Fields = append(t.Fields, f)
		s.Tables = append(s.Tables, t)
	}
	return s
}

func TestSchemasAreDecodedAsTheGeneratedMethodsDo(t *testing.T) {
	s := sizedSchema()
	b, err := AppendSchema(nil, s)
	require.NoError(t, err)
	require.Equal(t, s, decodeTuples(b))
	slow, err := decodeWire(b)
	require.NoError(t, err)
	require.Equal(t, s, slow)
}

func TestSchemasThatAreCutOrLongerAreNotDecoded(t *testing.T) {
	b, err := AppendSchema(nil, (&Schema{}).Complete())
	require.NoError(t, err)
	require.NotNil(t, decodeTuples(b))
	for n := range b {
		require.Nil(t, decodeTuples(b[:n:n]), n)
	}
	require.Nil(t, decodeTuples(append(bytes.Clone(b), 0xc0)))
	for i := range b { // what one decoder takes, both take alike
		for bit := range 8 {
			c := bytes.Clone(b)
			c[i] ^= 1 << bit
			slow, err := decodeWire(c)
			if fast := decodeTuples(c); err == nil {
				require.Equal(t, slow, fast, i)
			} else {
				require.Nil(t, fast, i)
			}
		}
	}
}

// A count that is a lie is found before there is memory for it.
func TestCountsInASchemaAreHeldAgainstItsLength(t *testing.T) {
	lie := append([]byte{0x91, 0xdc, 0x0f, 0xff}, make([]byte, 1000)...)
	require.Nil(t, decodeTuples(lie))
	require.LessOrEqual(t, testing.AllocsPerRun(10, func() { decodeTuples(lie) }), 2.0)
}
