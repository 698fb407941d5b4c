package layout

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTypesWithoutANameAreShortened(t *testing.T) {
	for in, want := range map[string]string{
		"game.Body":                   "game.Body",
		"struct{}":                    "struct{...}",
		"struct {}":                   "struct{...}",
		"struct { X int32 }":          "struct{...}",
		"[3]struct{ A struct{}; B T}": "[3]struct{...}",
		"store.Span[struct{ A T }]":   "store.Span[struct{...}]",
		`struct { X int32 "json:\"}\"" }.X and struct{Y int32 "a{"}.Y`: "struct{...}.X and struct{...}.Y",
		"game.struct":        "game.struct",
		"constructs.Body":    "constructs.Body",
		"map[struct{A int}]": "map[struct{...}]",
		"struct{ A":          "struct{...}",
	} {
		require.Equal(t, want, TypeName(in), in)
	}
}
