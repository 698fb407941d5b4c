package layout

import (
	"reflect"
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

func TestNamesOfTypesHaveNoPaths(t *testing.T) {
	for in, want := range map[string]string{
		"game.Body": "game.Body",
		"store.Span[github.com/levelc/levelc/store.AnyHandle]":         "store.Span[store.AnyHandle]",
		"game.Pair[int8,example.com/a/b.T]":                            "game.Pair[int8,b.T]",
		"*store.Span[[4]a/b.T]":                                        "*store.Span[[4]b.T]",
		"store.Span[a.b/store.Handle[a.b/c/game.Node[x/y.T,z/y/x.U]]]": "store.Span[store.Handle[game.Node[y.T,x.U]]]",
	} {
		require.Equal(t, want, shortPaths(in), in)
	}
	type box[T any] struct{ Of T }
	require.Equal(t, "layout.box[layout.Place]", FromReflect(reflect.TypeFor[box[Place]]()).Name)
}
