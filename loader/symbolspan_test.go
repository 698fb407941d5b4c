package loader_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// The elements of a Span with enum= or flags= are symbols: a walk says them, and types that
// number them otherwise get their own numbers.
func TestSymbolsOfSpansAreSavedAndConverted(t *testing.T) {
	type mood uint8
	type crowd struct {
		Moods store.Span[mood]   `level:"mood,enum=calm|sad|very angry"`
		Doors store.Span[uint16] `level:"door,flags=open|locked"`
	}
	type world struct {
		Crowds store.Bulk[crowd] `level:"crowd"`
		Moods  store.Array[mood]
		Doors  store.Array[uint16]
	}
	var from world
	moods, err := from.Moods.AppendRange([]mood{0, 2, 1})
	require.NoError(t, err)
	doors, err := from.Doors.AppendRange([]uint16{3, 0, 2})
	require.NoError(t, err)
	_, err = from.Crowds.Insert(crowd{moods, doors})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, loader.Save(context.Background(), &file, &from, loader.SaveOptions{}))

	for n, err := range loader.Walk(bytes.NewReader(file.Bytes())) {
		require.NoError(t, err)
		v, ok := n.Field("mood")
		require.True(t, ok)
		var words []string
		for i := range v.Len() {
			row, ok := v.Element(i)
			require.True(t, ok)
			e, ok := row.Field("value")
			require.True(t, ok)
			words = append(words, e.Symbol(0))
		}
		require.Equal(t, []string{"calm", "very angry", "sad"}, words)
	}

	type newCrowd struct {
		Moods store.Span[uint16] `level:"mood,enum=sad|merry|calm|very angry"`
		Doors store.Span[uint32] `level:"door,flags=locked|new|open"`
	}
	var to struct {
		Crowds store.Bulk[newCrowd] `level:"crowd"`
		Moods  store.Array[uint16]
		Doors  store.Array[uint32]
	}
	_, err = loader.Load(context.Background(), bytes.NewReader(file.Bytes()), &to)
	require.NoError(t, err)
	for _, c := range to.Crowds.All() {
		require.Equal(t, []uint16{2, 3, 0}, to.Moods.Slice(c.Moods))
		require.Equal(t, []uint32{5, 0, 1}, to.Doors.Slice(c.Doors))
	}
}
