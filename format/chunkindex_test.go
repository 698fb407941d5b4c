package format

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// manyChunks is a file with a chunk for each of n nodes.
func manyChunks(t testing.TB, n int) []byte {
	s := &Schema{Tables: []Table{{Name: "n", Class: ClassNode, Stride: 4, Fields: []Field{{Name: "x", Type: TypeU32, Count: 1}}}}}
	w, err := NewWriter(s, WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	for i := range n {
		require.NoError(t, w.Chunk(0))
		row, err := w.Node(FixedTables, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(FixedTables, row, []byte{byte(i), byte(i >> 8), byte(i >> 16), 0}))
	}
	out := new(buf)
	_, err = w.Finish(out)
	require.NoError(t, err)
	return out.b
}

func TestIndexTellsWhatAWalkWouldTell(t *testing.T) {
	file := testLevel(t, 200, WriterOptions{BlockBytes: 256})
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	d := &f.head.dir
	have := make([]uint64, len(d.total))
	for i := range d.blocks {
		for table := range have {
			require.Equal(t, have[table], f.index.rows(d, table, i))
		}
		have[d.blocks[i].Table] += uint64(d.blocks[i].Rows)
	}
	for table := range have {
		require.Equal(t, d.total[table], f.index.rows(d, table, len(d.blocks)))
	}
}

// Every chunk of many, each by itself: a walk over the blocks in front of each
// would be 2.5 thousand million steps here.
func TestManyChunksCostNoMoreEach(t *testing.T) {
	n := 1 << 16
	if testing.Short() {
		n = 1 << 13
	}
	file := manyChunks(t, n)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	require.Len(t, f.Chunks(), n+1)
	var c ChunkReader
	pass := func(from, to int) time.Duration {
		begin := time.Now()
		for chunk := from; chunk < to; chunk++ {
			require.NoError(t, c.Reset(f, chunk))
			nodes := 0
			for {
				b, err := c.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					require.NoError(t, err)
				}
				if b.Table == FixedTables {
					nodes += int(b.Rows)
					want := chunk - 1
					if want := []byte{byte(want), byte(want >> 8), byte(want >> 16), 0}; !bytes.Equal(want, b.Data) {
						require.Equal(t, want, b.Data)
					}
				}
			}
			if chunk > 0 && nodes != 1 {
				require.Equal(t, 1, nodes)
			}
		}
		return time.Since(begin)
	}
	early := pass(0, n/4)
	late := pass(3*n/4, n)
	require.Less(t, late, 8*early+time.Second, "a late chunk costs more than an early one")
}

// A node that is too deep for the chunk before it is found in whatever order the
// two are read, also where a chunk without nodes stands between them.
func TestTheTreeIsHeldFromChunkToChunkInAnyOrder(t *testing.T) {
	for between := range 3 {
		a := dissect(t, manyChunks(t, 3)) // the first chunk has no nodes
		for range between {
			a.chunks = slices.Insert(a.chunks, 3, Chunk{})
		}
		last := len(a.chunks) - 1
		node := slices.IndexFunc(a.blocks, func(b rawBlock) bool { return b.table == TableNode })
		for i := node + 1; i < len(a.blocks); i++ {
			if a.blocks[i].table == TableNode {
				node = i
			}
		}
		a.blocks[node].stored[2] = 1 // below the node before: good
		for _, bad := range []bool{false, true} {
			if bad {
				a.blocks[node].stored[2] = 2
			}
			file := a.assemble()
			for _, order := range [][2]int{{2, last}, {last, 2}} {
				f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
				require.NoError(t, err)
				for i, chunk := range order {
					c, err := chunkOf(f, chunk)
					for err == nil {
						_, err = c.Next()
					}
					if bad && i == 1 {
						require.ErrorIs(t, err, ErrTree, "%d between, chunks in the order %v", between, order)
					} else {
						require.Equal(t, io.EOF, err)
					}
				}
			}
		}
	}
}

func BenchmarkChunk(b *testing.B) {
	for _, n := range []int{1 << 10, 1 << 16} {
		file := manyChunks(b, n)
		f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
		require.NoError(b, err)
		b.Run("chunks="+map[int]string{1 << 10: "1024", 1 << 16: "65536"}[n], func(b *testing.B) {
			var c ChunkReader
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.Reset(f, n))
				for {
					if _, err := c.Next(); err == io.EOF {
						break
					}
				}
			}
		})
	}
}
