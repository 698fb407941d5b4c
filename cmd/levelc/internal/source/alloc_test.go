package source

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

// A source of ten times as many nodes takes no more allocations, once a Reader
// has read one.
func TestReadingDoesNotAllocateForANode(t *testing.T) {
	small, large := level(t, gen.XML, 100<<10), level(t, gen.XML, 1000<<10)
	var r Reader
	src := bytes.NewReader(nil)
	xml := func(doc []byte) float64 {
		return testing.AllocsPerRun(5, func() {
			src.Reset(doc)
			require.NoError(t, r.XML(src, none{}, Options{}))
		})
	}
	if testing.Short() {
		large = level(t, gen.XML, 300<<10)
	}
	xml(large)
	require.LessOrEqual(t, xml(large), 2.0)
	require.LessOrEqual(t, xml(small), 2.0)

	small, large = level(t, gen.JSON, 100<<10), level(t, gen.JSON, 1000<<10)
	if testing.Short() {
		large = level(t, gen.JSON, 300<<10)
	}
	json := func(doc []byte, o Options) float64 {
		return testing.AllocsPerRun(5, func() {
			src.Reset(doc)
			require.NoError(t, r.JSON(src, int64(len(doc)), none{kinds: true}, o))
		})
	}
	json(large, Options{})
	require.LessOrEqual(t, json(large, Options{}), 10.0)
	require.LessOrEqual(t, json(small, Options{}), 10.0)
	// Member by member, looking for types in the file costs a few for each.
	json(large, Options{window: -1})
	require.LessOrEqual(t, json(large, Options{window: -1}), 3*float64(bytes.Count(large, []byte{'{'})))
}
