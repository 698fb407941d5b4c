package loader

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// sparseFile is a level of a chunk for each of some kinds, which has one node of
// that kind.
func sparseFile(t *testing.T, kinds int) (*format.Schema, *os.File) {
	s := new(format.Schema)
	for i := range kinds {
		s.Tables = append(s.Tables, format.Table{Name: fmt.Sprint("kind", i), Class: format.ClassNode, Stride: 4,
			Fields: []format.Field{{Name: "n", Type: format.TypeU32, Count: 1}}})
	}
	w, err := format.NewWriter(s, format.WriterOptions{})
	require.NoError(t, err)
	for i := range kinds {
		label, err := w.String([]byte(fmt.Sprint("chunk", i)))
		require.NoError(t, err)
		require.NoError(t, w.Chunk(label))
		row, err := w.Node(format.FixedTables+i, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(format.FixedTables+i, row, []byte{byte(i), 0, 0, 0}))
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "level.lvl"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	_, err = w.Finish(f)
	require.NoError(t, err)
	return s, f
}

// What a chunk takes and what is read of it follows from its own blocks, and not
// from a look at each table of the file.
func TestAChunkIsLoadedByItsOwnBlocks(t *testing.T) {
	const kinds = 200
	s, file := sparseFile(t, kinds)
	b, tables, err := BindSchema(s)
	require.NoError(t, err)
	defer tables.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	f, err := b.Open(context.Background(), file, info.Size())
	require.NoError(t, err)
	require.Equal(t, []int{format.TableBytes, format.TableStr, format.TableIDs}, f.skips)
	f.places = nil // who asked which chunk has which rows of each table would find none
	for i := range kinds {
		require.NoError(t, f.Load(context.Background(), fmt.Sprint("chunk", i)))
		require.Equal(t, 1, tables.Len(fmt.Sprint("kind", i)))
		require.Len(t, f.chunks[i+1].parts, 1)
	}
	for i := range kinds {
		require.NoError(t, f.Unload(fmt.Sprint("chunk", i)))
		require.Zero(t, tables.Len(fmt.Sprint("kind", i)))
	}
	require.NoError(t, f.Close())
}

// A walk lets go of the rows of the tables that the chunk has had.
func TestAWalkEndsAChunkByItsOwnBlocks(t *testing.T) {
	const kinds = 20
	_, file := sparseFile(t, kinds)
	w := NewWalker()
	at := 0
	for n, err := range w.Walk(file) {
		require.NoError(t, err)
		x, ok := n.Field("n")
		require.True(t, ok)
		require.EqualValues(t, at, x.Uint(0))
		table := format.FixedTables + at
		require.Len(t, w.tables[table].data, 4)
		if at > 1 {
			require.Len(t, w.tables[table-2].data, 1, "nobody has looked here since")
			w.tables[table-2].data = nil
		}
		if at > 0 {
			require.Empty(t, w.tables[table-1].data, "of the chunk before")
			w.tables[table-1].data = []byte{1}
		}
		at++
	}
	require.Equal(t, kinds, at)
}

// A walk takes the memory of a chunk's rows at once only where all of their blocks are
// known to be there as long as they say.
func TestAWalkTakesMemoryForRowsThatAreThere(t *testing.T) {
	const table = format.FixedTables
	plain := format.BlockInfo{Table: table, Raw: 1000}
	packed := format.BlockInfo{Table: table, Raw: 1000, Codec: format.CodecNone + 1}
	for _, test := range []struct {
		whole  bool
		blocks []format.BlockInfo
		want   int
	}{
		{true, []format.BlockInfo{plain, plain}, 2000},
		{true, []format.BlockInfo{packed, plain}, 0},
		{true, []format.BlockInfo{plain, packed}, 0},
		{false, []format.BlockInfo{plain, plain}, 0},
	} {
		w := &Walker{tables: make([]chunkRows, table+1), whole: test.whole}
		w.beginChunk(test.blocks)
		require.Len(t, w.tables[table].data, test.want)
		require.Equal(t, test.want > 0, w.tables[table].sized)
	}
}
