package loader_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// A bool whose two values have names is the same bool after it was saved and loaded.
func TestABoolWithNamesIsSavedAndLoaded(t *testing.T) {
	type lamp struct {
		Lit bool `level:"lit,enum=off|on"`
	}
	type world struct {
		Lamps   store.Bulk[lamp] `level:"lamp"`
		Strings store.Strings
	}
	var from, to world
	for _, lit := range []bool{true, false, true} {
		_, err := from.Lamps.Insert(lamp{lit})
		require.NoError(t, err)
	}
	var file bytes.Buffer
	require.NoError(t, loader.Save(context.Background(), &file, &from, loader.SaveOptions{}))

	_, err := loader.Load(context.Background(), bytes.NewReader(file.Bytes()), &to)
	require.NoError(t, err)
	var lit []bool
	for _, l := range to.Lamps.All() {
		lit = append(lit, l.Lit)
	}
	require.Equal(t, []bool{true, false, true}, lit)

	var words []string
	for n, err := range loader.Walk(bytes.NewReader(file.Bytes())) {
		require.NoError(t, err)
		v, ok := n.Field("lit")
		require.True(t, ok)
		words = append(words, v.Symbol(0))
	}
	require.Equal(t, []string{"on", "off", "on"}, words)
}
