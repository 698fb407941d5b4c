package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// idsInTwoChunks is a file with rows of $id, and the strings that they name, in
// each of two chunks. In the first one ids ask now for the one block of $bytes
// and now for the other, until the table is kept.
func idsInTwoChunks(t *testing.T, codec Codec) []byte {
	le := binary.LittleEndian
	const n = 200
	var text [2][]byte
	var strs, ids, late, lateIDs []byte
	strs = le.AppendUint64(strs, 0)
	at := uint32(0)
	for half := range text {
		for i := half; i < 2*n; i += 2 {
			s := fmt.Sprintf("id %04d of some length, to be seen", i)
			strs = le.AppendUint32(le.AppendUint32(strs, at), uint32(len(s)))
			text[half] = append(text[half], s...)
			at += uint32(len(s))
		}
	}
	id := func(to []byte, str uint32) []byte {
		return le.AppendUint32(le.AppendUint32(le.AppendUint32(to, str), 0), tBody)
	}
	for i := range uint32(2 * n) {
		ids = id(ids, 1+i/2+n*(i%2))
	}
	var lateText []byte
	for i := range uint32(3) {
		s := fmt.Sprintf("later, é and %d", i)
		late = le.AppendUint32(le.AppendUint32(late, at), uint32(len(s)))
		lateText = append(lateText, s...)
		at += uint32(len(s))
		lateIDs = id(lateIDs, 2*n+1+i)
	}
	var e encoder
	bytesBlock := func(b []byte) rawBlock {
		packed, err := e.encode(codec, false, nil, b)
		require.NoError(t, err)
		require.NotEmpty(t, packed)
		return rawBlock{table: TableBytes, codec: codec, rows: uint32(len(b)), stored: packed}
	}
	a := dissect(t, testLevel(t, 1, WriterOptions{}))
	a.chunks = []Chunk{{Blocks: 6, Nodes: 1}, {Blocks: 3}}
	lateBytes := rawBlock{table: TableBytes, rows: uint32(len(lateText)), stored: lateText}
	a.blocks = []rawBlock{bytesBlock(text[0]), bytesBlock(text[1]),
		{table: TableStr, rows: uint32(len(strs) / 8), stored: strs},
		{table: TableNode, rows: 1, stored: []byte{tBody, 0, 0, 0}},
		{table: TableIDs, rows: uint32(len(ids) / 12), stored: ids},
		{table: tBody, rows: 1, stored: make([]byte, 72)},
		lateBytes,
		{table: TableStr, rows: 3, stored: late},
		{table: TableIDs, rows: 3, stored: lateIDs},
	}
	return a.assemble()
}

func TestIDsOfALaterChunkAreLookedUpToo(t *testing.T) {
	for _, codec := range []Codec{CodecLZ4, CodecZstd} {
		if canEncode(codec) != nil {
			continue
		}
		file := idsInTwoChunks(t, codec)
		_, err := readFrom(struct{ *bytes.Buffer }{bytes.NewBuffer(bytes.Clone(file))}, Options{})
		require.NoError(t, err, "as a stream")
		require.NoError(t, Verify(bytes.NewReader(file), Options{}), "of a source that can be read at any place")
	}
}

// idsInEachChunk is a file of n chunks, with nodes in the first alone: each has some
// strings, and the ids that name them.
func idsInEachChunk(t testing.TB, n int) []byte {
	le := binary.LittleEndian
	a := dissect(t, testLevel(t, 1, WriterOptions{}))
	a.chunks, a.blocks = nil, nil
	at := uint32(0)
	for c := range n {
		text := fmt.Sprintf("id %06d, é", c)
		strs := le.AppendUint32(le.AppendUint32(nil, at), uint32(len(text)))
		if c == 0 {
			strs = append(make([]byte, 8), strs...)
		}
		at += uint32(len(text))
		id := le.AppendUint32(le.AppendUint32(le.AppendUint32(nil, uint32(c+1)), 0), tBody)
		a.chunks = append(a.chunks, Chunk{Blocks: 3})
		a.blocks = append(a.blocks, rawBlock{table: TableBytes, rows: uint32(len(text)), stored: []byte(text)},
			rawBlock{table: TableStr, rows: uint32(len(strs) / 8), stored: strs})
		if c == 0 {
			a.chunks[0] = Chunk{Blocks: 5, Nodes: 1}
			a.blocks = append(a.blocks, rawBlock{table: TableNode, rows: 1, stored: []byte{tBody, 0, 0, 0}})
		}
		a.blocks = append(a.blocks, rawBlock{table: TableIDs, rows: 1, stored: id})
		if c == 0 {
			a.blocks = append(a.blocks, rawBlock{table: tBody, rows: 1, stored: make([]byte, 72)})
		}
	}
	return a.assemble()
}

// counted is a source that counts what is read of it.
type counted struct {
	*bytes.Reader
	n int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(b, at)
	c.n += n
	return n, err
}

// Who reads one chunk after the other has their strings read once, however many of
// them have ids; and who passes over the ids has no strings of other chunks read.
func TestIDsInEachChunkAreReadOnce(t *testing.T) {
	const n = 200
	file := idsInEachChunk(t, n)
	require.NoError(t, Verify(bytes.NewReader(file), Options{}))
	src := &counted{Reader: bytes.NewReader(file)}
	f, err := OpenFile(src, int64(len(file)), Options{})
	require.NoError(t, err)
	var c ChunkReader
	read := func(chunk int, skip ...int) (bytes int) {
		before := src.n
		require.NoError(t, c.Reset(f, chunk, skip...))
		for {
			if _, err := c.Next(); err != nil {
				require.Equal(t, io.EOF, err, "chunk %d", chunk)
				return src.n - before
			}
		}
	}
	const block = 64 // all are shorter
	last := read(n - 1)
	require.GreaterOrEqual(t, last, 2*block*(n-1), "it needs the strings of all")
	all := 0
	for chunk := range n {
		all += read(chunk)
	}
	require.Less(t, all, 2*len(file))
	require.Equal(t, 2*block, read(n-1, TableIDs))
	require.Equal(t, last, read(n-1), "what the one before left is not enough")
	for _, chunk := range []int{3, 7, 8, 5, 100, 101, 4} { // whatever went before
		read(chunk)
	}
	require.NoError(t, c.Reset(f, 9))
	_, err = c.Next()
	require.NoError(t, err)
	require.Greater(t, read(10), 20*block, "chunk 9 was not read to its end")
}

// The strings of earlier chunks, which a chunk's ids need, are held against their sums
// like its own.
func TestDamagedStringsOfAnEarlierChunkAreFound(t *testing.T) {
	file := idsInEachChunk(t, 9)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	for _, b := range f.Blocks() {
		if b.Table != TableStr && b.Table != TableBytes || b.Chunk > 6 {
			continue
		}
		bad := bytes.Clone(file)
		bad[b.Offset+int64(b.Stored)-1] ^= 1
		f, err := OpenFile(bytes.NewReader(bad), int64(len(bad)), Options{})
		require.NoError(t, err)
		_, err = chunkRows(t, f, 6)
		require.ErrorIs(t, err, ErrSum, "table %d of chunk %d", b.Table, b.Chunk)
	}
}

// A chunk that was read in part, and given up, says nothing of how its nodes end.
func TestAChunkReadInPartHasNoEnd(t *testing.T) {
	w, err := NewWriter(testSchema(), WriterOptions{BlockBytes: 64})
	require.NoError(t, err)
	stride := w.Schema().Tables[tBody].Stride
	for i, depth := range append(make([]int, 20), 1, 2, 3, 4) {
		if i == 23 {
			require.NoError(t, w.Chunk(0))
		}
		row, err := w.Node(tBody, depth, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(tBody, row, make([]byte, stride)))
	}
	var file Buffer
	_, err = w.Finish(&file)
	require.NoError(t, err)
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	part, err := chunkOf(f, 0)
	require.NoError(t, err)
	for {
		b, err := part.Next()
		require.NoError(t, err)
		if b.Table == TableNode {
			require.Less(t, b.Rows, uint32(23))
			break
		}
	}
	c, err := chunkOf(f, 1)
	require.NoError(t, err)
	for err == nil {
		_, err = c.Next()
	}
	require.Equal(t, io.EOF, err)
	for err = nil; err == nil; {
		_, err = part.Next()
	}
	require.Equal(t, io.EOF, err)
}

// If the strings of a chunk leave bytes over, later ids that need them are refused, whatever
// the ChunkReader has read before.
func TestIDsBehindStringsThatLeaveBytesAreRefused(t *testing.T) {
	const n, bad = 4, 1
	a := dissect(t, idsInEachChunk(t, n))
	strs := 0
	for i := range a.blocks {
		if b := &a.blocks[i]; b.table == TableStr {
			if strs == bad {
				b.stored[4] -= uint8(len("é"))
			}
			strs++
		}
	}
	file := a.assemble()
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	read := func(c *ChunkReader, chunk int) error {
		err := c.Reset(f, chunk)
		for err == nil {
			_, err = c.Next()
		}
		return err
	}
	var reused ChunkReader
	for chunk := range n {
		want := io.EOF
		if chunk >= bad {
			want = ErrSpan
		}
		require.ErrorIs(t, read(new(ChunkReader), chunk), want, "chunk %d", chunk)
		require.ErrorIs(t, read(&reused, chunk), want, "chunk %d behind others", chunk)
	}
}
