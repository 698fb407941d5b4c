package format

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileOf returns a file without nodes, of one kind with that name.
func fileOf(t *testing.T, kind string) []byte {
	w, err := NewWriter(&Schema{Tables: []Table{{Name: kind, Class: ClassNode, Stride: 4, Fields: []Field{{Name: "x", Type: TypeI32, Count: 1}}}}}, WriterOptions{})
	require.NoError(t, err)
	var out Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

// A Reader keeps a few schemas, those that were used last.
func TestAReaderKeepsAFewSchemas(t *testing.T) {
	var files [][]byte
	for i := range keptSchemas + 1 {
		files = append(files, fileOf(t, fmt.Sprint("t", i)))
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
	runtime.GC()
	for _, i := range []int{2, 3, 0} {
		require.Same(t, first[i], read(i))
	}
	require.NotSame(t, first[1], read(1))
	bad := bytes.Clone(files[4])
	bad[headerLen] ^= 1
	require.Error(t, r.Reset(bytes.NewReader(bad), Options{Check: CheckNone}))
	require.Same(t, first[0], read(0))
}

// A schema that one reader has is not decoded by others, and goes when no reader has it.
func TestReadersShareSchemas(t *testing.T) {
	file := fileOf(t, "shared")
	schemas := make([]*Schema, 8)
	readers := make([]*Reader, len(schemas))
	var all sync.WaitGroup
	for i := range schemas {
		all.Go(func() {
			if r, err := NewReader(bytes.NewReader(file), Options{}); err == nil {
				readers[i] = r
			}
		})
	}
	all.Wait()
	for i := range readers {
		require.NotNil(t, readers[i])
		schemas[i] = readers[i].Schema()
		require.Equal(t, "shared", schemas[i].Tables[FixedTables].Name)
	}
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	require.Contains(t, schemas, f.Schema())
	for range 2 {
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		require.Same(t, f.Schema(), r.Schema())
	}
	section := bytes.Clone(f.head.schema)
	require.NotNil(t, readSchemas.find(section))
	clear(readers)
	f = nil
	runtime.GC()
	require.Nil(t, readSchemas.find(section))
}

// Many schemas in turns take each other's places, and each reader gets its own.
func TestMoreSchemasThanAreFound(t *testing.T) {
	var readers []*Reader
	for i := range 3 * len(readSchemas.list) {
		kind := fmt.Sprint("kind", i)
		r, err := NewReader(bytes.NewReader(fileOf(t, kind)), Options{})
		require.NoError(t, err)
		readers = append(readers, r)
	}
	for i, r := range readers {
		require.Equal(t, fmt.Sprint("kind", i), r.Schema().Tables[FixedTables].Name)
	}
}
