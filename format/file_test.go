package format

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// countReads notes which bytes of a file are read.
type countReads struct {
	*bytes.Reader
	from, to []int64
}

func (c *countReads) ReadAt(b []byte, off int64) (int, error) {
	c.from, c.to = append(c.from, off), append(c.to, off+int64(len(b)))
	return c.Reader.ReadAt(b, off)
}

// chunkOf begins reading a chunk.
func chunkOf(f *File, chunk int) (*ChunkReader, error) {
	c := new(ChunkReader)
	return c, c.Reset(f, chunk)
}

func chunkRows(t testing.TB, f *File, chunk int) (rows [][]byte, err error) {
	rows = make([][]byte, len(f.Schema().Tables))
	c, err := chunkOf(f, chunk)
	if err != nil {
		return nil, err
	}
	for {
		b, err := c.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		require.Equal(t, chunk, b.Chunk)
		rows[b.Table] = append(rows[b.Table], b.Data...)
	}
}

func TestChunksInAnyOrderGiveTheRowsOfTheStream(t *testing.T) {
	file := testLevel(t, 200, WriterOptions{BlockBytes: 256})
	want := allRows(t, file)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	n := len(f.Chunks())
	require.Greater(t, n, 5)
	parts := make([][][]byte, n)
	for _, i := range []int{3, 1, n - 1, 0} {
		parts[i], err = chunkRows(t, f, i)
		require.NoError(t, err)
	}
	for i := range parts {
		if parts[i] == nil {
			parts[i], err = chunkRows(t, f, i)
			require.NoError(t, err)
		}
	}
	got := make([][]byte, len(want))
	for _, p := range parts {
		for table := range p {
			got[table] = append(got[table], p[table]...)
		}
	}
	require.Equal(t, want, got)
}

func TestChunkIsReadWithoutTheOthersData(t *testing.T) {
	file := testLevel(t, 200, WriterOptions{BlockBytes: 256})
	src := &countReads{Reader: bytes.NewReader(file)}
	f, err := OpenFile(src, int64(len(file)), Options{})
	require.NoError(t, err)
	data := int64(f.head.h.dataPos())
	_, err = chunkRows(t, f, 2)
	require.NoError(t, err)
	for i := range src.from {
		if src.from[i] < data {
			continue
		}
		inside := false
		for _, b := range f.Blocks() {
			inside = inside || b.Chunk == 2 && b.Offset == src.from[i]
		}
		require.True(t, inside, "read from %d", src.from[i])
	}
}

func TestLabelsNameTheChunks(t *testing.T) {
	file := testLevel(t, 60, WriterOptions{})
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	first, err := f.Label(0)
	require.NoError(t, err)
	require.Empty(t, first)
	second, err := f.Label(1)
	require.NoError(t, err)
	require.Regexp(t, `^region \d+$`, second)
	_, err = f.Label(len(f.Chunks()))
	require.ErrorIs(t, err, ErrRange)
	_, err = chunkOf(f, -1)
	require.ErrorIs(t, err, ErrRange)
}

func TestBlocksStandAtTheAlignmentAskedFor(t *testing.T) {
	want := allRows(t, testLevel(t, 50, WriterOptions{}))
	for _, align := range []int{64, 128, 4096, 16384, 65536} {
		file := testLevel(t, 50, WriterOptions{Align: align})
		f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
		require.NoError(t, err)
		require.Equal(t, align, f.Align())
		for _, b := range f.Blocks() {
			require.Zero(t, b.Offset%int64(align))
		}
		require.Zero(t, len(file)%align)
		require.Equal(t, want, allRows(t, file))
	}
}

func TestSkippedTablesAreNotRead(t *testing.T) {
	file := testLevel(t, 3000, WriterOptions{})
	want := allRows(t, file)
	for _, table := range []int{TableBytes, TableStr, TableNode, TableIDs, tBody, tVertex, tTag} {
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		r.Skip(table)
		got := make([][]byte, len(want))
		for {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err, "without table %d", table)
			got[b.Table] = append(got[b.Table], b.Data...)
		}
		require.Nil(t, got[table])
		got[table] = want[table]
		require.Equal(t, want, got)
	}
}

// The strings of a file are as many bytes as any: the budget bounds them too where
// no chunk is asked for, and those of the chunks before one that has ids.
func TestBudgetBoundsTheStringsOfAFile(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	text := int64(0)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	for _, b := range f.Blocks() {
		if b.Table == TableBytes || b.Table == TableStr {
			text += int64(b.Raw)
		}
	}
	for _, most := range []int64{text - 1, text} {
		f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{MaxBytes: most})
		require.NoError(t, err)
		_, err = f.Strings()
		_, err2 := f.Label(1)
		if most < text {
			require.ErrorIs(t, err, ErrBudget)
			require.ErrorIs(t, err2, ErrBudget)
		} else {
			require.NoError(t, errors.Join(err, err2))
		}
	}
	if canEncode(CodecLZ4) != nil {
		return
	}
	late := idsInTwoChunks(t, CodecLZ4)
	for most, want := range map[int64]error{1000: ErrBudget, 1 << 20: nil} {
		f, err := OpenFile(bytes.NewReader(late), int64(len(late)), Options{MaxBytes: most})
		require.NoError(t, err)
		_, err = chunkOf(f, 1)
		require.ErrorIs(t, err, want)
	}
}

// What Reset is told to skip takes nothing of the budget, neither do strings that only
// skipped rows of $id would need.
func TestSkippedTablesTakeNothingOfTheBudget(t *testing.T) {
	file := testLevel(t, 50, WriterOptions{})
	size := func(want func(table int) bool) (raw int64) {
		f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
		require.NoError(t, err)
		for _, b := range f.Blocks() {
			if b.Chunk == 0 && want(b.Table) {
				raw += int64(b.Raw)
			}
		}
		require.Positive(t, raw)
		return raw
	}
	nodes := size(func(table int) bool { return table == TableNode })
	require.Less(t, nodes, size(func(int) bool { return true }))
	for _, most := range []int64{nodes - 1, nodes} {
		f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{MaxBytes: most})
		require.NoError(t, err)
		_, err = chunkOf(f, 0)
		require.ErrorIs(t, err, ErrBudget)
		var others []int
		for i := range f.Schema().Tables {
			if i != TableNode {
				others = append(others, i)
			}
		}
		c := new(ChunkReader)
		err = c.Reset(f, 0, others...)
		if most < nodes {
			require.ErrorIs(t, err, ErrBudget)
			continue
		}
		require.NoError(t, err)
		for {
			b, err := c.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			require.Equal(t, TableNode, b.Table)
		}
		require.ErrorIs(t, c.Reset(f, 0), ErrBudget, "the next Reset skips what it is told")
	}
}

// What is cut off, where no chunk is asked for yet, and what the source says of it.
func TestOpenFileSaysWhatItsSourceDoes(t *testing.T) {
	file := testLevel(t, 20, WriterOptions{})
	for _, n := range []int{len(file) - 1, len(file) - 64, len(file) / 2} {
		_, err := OpenFile(bytes.NewReader(file[:n]), int64(n), Options{})
		require.ErrorIs(t, err, ErrTruncated)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.EqualValues(t, n, e.Offset)
	}
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	for limit := 1; limit < int(f.head.h.dataPos()); limit += 63 {
		_, err := OpenFile(&countingFile{Reader: bytes.NewReader(file), limit: limit}, int64(len(file)), Options{})
		require.ErrorIs(t, err, errGone, "after %d bytes", limit)
		_, err = OpenFile(bytes.NewReader(file[:limit]), int64(len(file)), Options{})
		require.ErrorIs(t, err, ErrTruncated, "it ends after %d bytes", limit)
	}
}

// Whichever of two chunks is read later shows that they do not fit each other.
func TestChunksThatDoNotFitAreFoundInAnyOrder(t *testing.T) {
	for _, depth := range []byte{1, 2} {
		a := dissect(t, testLevel(t, 1, WriterOptions{}))
		a.chunks = []Chunk{{Blocks: 3, Nodes: 1}, {Blocks: 2, Nodes: 1}, {Blocks: 2, Nodes: 1}}
		body := rawBlock{table: tBody, rows: 1, stored: make([]byte, 72)}
		node := func(depth byte) rawBlock {
			return rawBlock{table: TableNode, rows: 1, stored: []byte{tBody, 0, depth, 0}}
		}
		a.blocks = []rawBlock{{table: TableStr, rows: 1, stored: make([]byte, 8)}, node(0), body, node(depth), body, node(0), body}
		file := a.assemble()
		for _, order := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}} {
			f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
			require.NoError(t, err)
			read := 0
			for _, k := range order {
				if _, err = chunkRows(t, f, k); err != nil {
					break
				}
				read |= 1 << k
			}
			if depth == 1 {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, ErrTree, "%v", order)
			require.NotEqual(t, 3, read&3, "one of the two is refused")
		}
	}
}

// Rows that no span of their own chunk names are refused, even if one of a later chunk
// would have them.
func TestASpanDoesNotReachBackIntoAnotherChunk(t *testing.T) {
	node := rawBlock{table: TableNode, rows: 1, stored: []byte{tBody, 0, 0, 0}}
	vertices := rawBlock{table: tVertex, rows: 1, stored: make([]byte, 8)}
	body := rawBlock{table: tBody, rows: 1, stored: make([]byte, 72)}
	body.stored[40] = 1 // of its outline
	a := dissect(t, testLevel(t, 1, WriterOptions{}))
	a.chunks = []Chunk{{Blocks: 1}, {Blocks: 3, Nodes: 1}}
	a.blocks = []rawBlock{{table: TableStr, rows: 1, stored: make([]byte, 8)}, node, body, vertices}
	require.NoError(t, Verify(bytes.NewReader(a.assemble()), Options{}))
	a.chunks = []Chunk{{Blocks: 2}, {Blocks: 2, Nodes: 1}}
	a.blocks[1], a.blocks[2], a.blocks[3] = vertices, node, body
	_, err := readChunks(a.assemble(), Options{})
	for _, err := range []error{err, Verify(bytes.NewReader(a.assemble()), Options{})} {
		require.ErrorIs(t, err, ErrSpan)
	}
}

// Nodes that a reader has skipped are not missing where it goes on.
func TestNodesOfASkippedTreeAreNotThoseOfTheNextChunk(t *testing.T) {
	a := dissect(t, testLevel(t, 1, WriterOptions{}))
	node := rawBlock{table: TableNode, rows: 1, stored: []byte{tBody, 0, 0, 0}}
	a.chunks = []Chunk{{Blocks: 3, Nodes: 1}, {Blocks: 2, Nodes: 1}}
	a.blocks = []rawBlock{{table: TableStr, rows: 1, stored: make([]byte, 8)}, node, {table: tBody, rows: 1, stored: make([]byte, 72)},
		node, {table: tJoint, rows: 1, stored: make([]byte, 20)}} // a joint whose node says that it is a body
	file := a.assemble()
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	var c ChunkReader
	for chunk, want := range []error{io.EOF, ErrTree} {
		require.NoError(t, c.Reset(f, chunk, []int{TableNode, tPart}[chunk]))
		for err = nil; err == nil; {
			_, err = c.Next()
		}
		require.ErrorIs(t, err, want)
	}
}
