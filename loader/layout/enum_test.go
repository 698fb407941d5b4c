package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The names of a Span's enum= and flags= are those of its elements.
func TestASpanHasTheSymbolsOfItsElements(t *testing.T) {
	type mood uint8
	type world struct {
		N standin.Bulk[struct {
			M store.Span[mood]    `level:"m,enum='calm|so, so'"`
			P store.Span[[2]mood] `level:"p,enum=up|down"`
			F store.Span[uint16]  `level:"f,flags=x|y"`
			B store.Span[bool]    `level:"b,enum=no|yes"`
		}] `level:"n"`
		M standin.Array[mood]
		P standin.Array[[2]mood]
		F standin.Array[uint16]
		B standin.Array[bool]
	}
	w := of(t, world{})
	for name, want := range map[string]format.Field{
		"n.m": {Type: format.TypeEnum8, Count: 1, Symbols: []string{"calm", "so, so"}},
		"n.p": {Type: format.TypeEnum8, Count: 2, Symbols: []string{"up", "down"}},
		"n.f": {Type: format.TypeFlags16, Count: 1, Symbols: []string{"x", "y"}},
		"n.b": {Type: format.TypeEnum8, Count: 1, Symbols: []string{"no", "yes"}},
	} {
		got := field(t, table(t, w, name), "value")
		require.Equal(t, want, format.Field{Type: got.Type, Count: got.Count, Symbols: got.Symbols}, name)
	}
	for _, f := range table(t, w, "n").Fields {
		require.Empty(t, f.Symbols)
	}
}
