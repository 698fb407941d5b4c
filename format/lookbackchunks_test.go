package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
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
