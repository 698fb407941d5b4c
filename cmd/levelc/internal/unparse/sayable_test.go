package unparse_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// Only flags that are set have to be said.
func TestFlagsBesideOnesThatAreNoWords(t *testing.T) {
	names := []string{"a", "b c", "d|e", "f"}
	for _, count := range []uint32{1, 2} {
		s := simple(format.Field{Name: "on", Type: format.TypeFlags8, Count: count, Symbols: names})
		for _, bits := range []byte{1, 8, 9} {
			l := made(t, s, func(w *format.Writer) { node(t, w, 0, []byte{bits, 1}[:count]) })
			for _, syntax := range syntaxes {
				text := write(t, l, unparse.Options{Syntax: syntax})
				again, err := build(t, l.Schema, []byte(text))
				require.NoError(t, err, text)
				require.Equal(t, text, write(t, leveltest.Read(t, again), unparse.Options{Syntax: syntax}))
			}
		}
		l := made(t, s, func(w *format.Writer) { node(t, w, 0, []byte{5, 1}[:count]) })
		require.Contains(t, refusal(t, l, source.XML), `has a flag "d|e", which is no word`)
	}
}

// A name of the kind in JSON says it where its first name means a struct of the node around.
func TestAKindWithAnotherNameWhereItsFirstIsAField(t *testing.T) {
	for _, typed := range []bool{true, false} {
		name := "type" // which makes nodes stand under their kinds
		if typed {
			name = "x"
		}
		s := simple(format.Field{Name: "n.a", Type: format.TypeU32}, format.Field{Name: name, Type: format.TypeU32})
		s.Tables[0].Attr.JSON = "ns"
		l := made(t, s, func(w *format.Writer) {
			node(t, w, 0, u32(1, 0))
			node(t, w, 1, u32(0, 2))
			node(t, w, 2, u32(3, 4))
			node(t, w, 1, u32(5, 6))
		})
		text := write(t, l, unparse.Options{Syntax: source.JSON})
		again, err := build(t, l.Schema, []byte(text))
		require.NoError(t, err, text)
		require.Equal(t, text, write(t, leveltest.Read(t, again), unparse.Options{Syntax: source.JSON}))
		require.Len(t, leveltest.Read(t, again).Nodes(), 4)
	}
}

// That name may be a field as well.
func TestAKindWhoseNamesAreBothFields(t *testing.T) {
	s := simple(format.Field{Name: "n", Type: format.TypeU32}, format.Field{Name: "ns", Type: format.TypeU32}, format.Field{Name: "type", Type: format.TypeU32})
	s.Tables[0].Attr.JSON = "ns"
	l := made(t, s, func(w *format.Writer) {
		node(t, w, 0, u32(1, 1, 1))
		node(t, w, 1, u32(1, 1, 1))
	})
	require.Contains(t, refusal(t, l, source.JSON), `an object of the kind "n" would not be taken for a node here`)
}
