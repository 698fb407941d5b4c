package format

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Reader keeps a few schemas, those that were used last.
func TestAReaderKeepsAFewSchemas(t *testing.T) {
	var files [][]byte
	for i := range keptSchemas + 1 {
		w, err := NewWriter(&Schema{Tables: []Table{{Name: fmt.Sprint("t", i), Class: ClassNode, Stride: 4, Fields: []Field{{Name: "x", Type: TypeI32, Count: 1}}}}}, WriterOptions{})
		require.NoError(t, err)
		var out Buffer
		_, err = w.Finish(&out)
		require.NoError(t, err)
		files = append(files, out)
	}
	var r Reader
	read := func(i int) *Schema {
		require.NoError(t, r.Reset(bytes.NewReader(files[i]), Options{}))
		s := r.Schema()
		require.Equal(t, fmt.Sprint("t", i), s.Tables[FixedTables].Name)
		require.Equal(t, -1, s.Table("t9"))
		return s
	}
	var first [keptSchemas]*Schema
	for i := range first {
		first[i] = read(i)
	}
	for _, i := range []int{3, 0, 2, 1, 1, 0, 3, 2} {
		require.Same(t, first[i], read(i))
	}
	read(keptSchemas) // in the place of the one that was used longest ago
	for _, i := range []int{2, 3, 0} {
		require.Same(t, first[i], read(i))
	}
	require.NotSame(t, first[1], read(1))
	bad := bytes.Clone(files[4])
	bad[headerLen] ^= 1
	require.Error(t, r.Reset(bytes.NewReader(bad), Options{Check: CheckNone}))
	require.Same(t, first[0], read(0))
}
