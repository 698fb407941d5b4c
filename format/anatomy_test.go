package format

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"
)

// anatomy is a file taken apart, to be put together again with one thing
// wrong and all sums right.
type anatomy struct {
	major      uint16
	flags      uint32
	align      uint8
	zero       byte
	schema     []byte
	meta       []byte
	chunks     []Chunk
	chunkZero  uint32
	blocks     []rawBlock
	fileLen    uint64 // 0 is the true one
	headPad    byte   // the last byte of padding in front of the data
	countExtra uint32 // added to block_count
}

type rawBlock struct {
	table  uint16
	codec  Codec
	zero   byte
	rows   uint32
	length uint32 // 0 is len(stored)
	zero2  uint32
	stored []byte
	pad    byte
}

// dissect takes apart a file that is not compressed.
func dissect(t testing.TB, file []byte) *anatomy {
	f, err := OpenFile(bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	h := &f.head.h
	a := &anatomy{major: major, align: h.align, schema: bytes.Clone(f.head.schema), meta: bytes.Clone(f.head.meta)}
	a.chunks = append(a.chunks, f.Chunks()...)
	for _, b := range f.Blocks() {
		a.blocks = append(a.blocks, rawBlock{table: uint16(b.Table), codec: b.Codec, rows: b.Rows,
			stored: bytes.Clone(file[b.Offset : b.Offset+int64(b.Stored)])})
	}
	return a
}

// assemble puts the file together.
func (a *anatomy) assemble() []byte {
	le := binary.LittleEndian
	h := header{schemaLen: uint32(len(a.schema)), metaLen: uint32(len(a.meta)), chunks: uint32(len(a.chunks)),
		blocks: uint32(len(a.blocks)), align: a.align}
	if a.align > maxAlign {
		h.align = minAlign
	}
	b := make([]byte, headerLen)
	b = append(append(b, a.schema...), make([]byte, int(h.metaPos())-headerLen-len(a.schema))...)
	b = append(append(b, a.meta...), make([]byte, int(h.dirPos()-h.metaPos())-len(a.meta))...)
	for _, c := range a.chunks {
		b = le.AppendUint32(b, c.Blocks)
		b = le.AppendUint32(b, c.Nodes)
		b = le.AppendUint32(b, c.Label)
		b = le.AppendUint32(b, a.chunkZero)
	}
	for _, r := range a.blocks {
		length := r.length
		if length == 0 {
			length = uint32(len(r.stored))
		}
		b = append(le.AppendUint16(b, r.table), byte(r.codec), r.zero)
		b = le.AppendUint32(b, r.rows)
		b = le.AppendUint32(b, length)
		b = le.AppendUint32(b, r.zero2)
		b = le.AppendUint64(b, sum(r.stored))
	}
	b = append(b, make([]byte, h.dataPos()-h.dirEnd())...)
	if a.headPad != 0 {
		b[len(b)-1] = a.headPad
	}
	h.headSum = sum(b[headerLen:])
	for _, r := range a.blocks {
		b = append(b, r.stored...)
		n := int(pad(uint64(len(b)), h.align)) - len(b)
		b = append(b, make([]byte, n)...)
		if r.pad != 0 {
			b[len(b)-1] = r.pad
		}
	}
	h.fileLen, h.flags, h.align = uint64(len(b)), a.flags, a.align
	if a.fileLen != 0 {
		h.fileLen = a.fileLen
	}
	h.blocks += a.countExtra
	h.append(b[:0])
	le.PutUint16(b[8:], a.major)
	b[41] = a.zero
	le.PutUint64(b[56:], sum(b[:56]))
	return b
}

// block returns the first block of a table.
func (a *anatomy) block(table int) *rawBlock {
	for i := range a.blocks {
		if int(a.blocks[i].table) == table {
			return &a.blocks[i]
		}
	}
	return nil
}

// put32 writes a number into the first block of a table.
func (a *anatomy) put32(table, at int, v uint32) {
	binary.LittleEndian.PutUint32(a.block(table).stored[at:], v)
}

// reschema changes the schema.
func (a *anatomy) reschema(change func(s *Schema)) {
	s, err := DecodeSchema(a.schema)
	if err != nil {
		panic(err)
	}
	change(s)
	if a.schema, err = AppendSchema(nil, s); err != nil {
		panic(err)
	}
}

// setProps makes payload the properties of the first row of $prop.
func (a *anatomy) setProps(payload []byte) {
	p, b := a.block(TableProp), a.block(TablePropBytes)
	first := int(leU32(p.stored[12:]))
	grow := len(payload) - first
	b.stored = append(bytes.Clone(payload), b.stored[first:]...)
	b.rows = uint32(len(b.stored))
	binary.LittleEndian.PutUint32(p.stored[12:], uint32(len(payload)))
	for at := 16; at < len(p.stored); at += 16 {
		binary.LittleEndian.PutUint32(p.stored[at+8:], leU32(p.stored[at+8:])+uint32(grow))
	}
}

// nested is a list in a list in a list, depth times, in a map.
func nested(depth int) []byte {
	b := msgp.AppendString(msgp.AppendMapHeader(nil, 1), "k")
	for range depth {
		b = msgp.AppendArrayHeader(b, 1)
	}
	return msgp.AppendNil(b)
}

func TestAssemblingADissectedFileGivesItsBytes(t *testing.T) {
	for _, name := range []string{"plain", "full", "empty"} {
		file := smallFiles(t)[name]
		require.Equal(t, file, dissect(t, file).assemble(), name)
	}
}

// later moves the last n rows of a table that stand before a chunk into that chunk. size is
// that of a row.
func (a *anatomy) later(to int, table uint16, n, size int) {
	at := 0
	for _, c := range a.chunks[:to] {
		at += int(c.Blocks)
	}
	from := at - 1
	for from > 0 && a.blocks[from].table != table {
		from--
	}
	b := &a.blocks[from]
	cut := len(b.stored) - n*size
	moved := rawBlock{table: table, rows: uint32(n), stored: b.stored[cut:]}
	b.stored, b.rows = b.stored[:cut], b.rows-uint32(n)
	for end := at + int(a.chunks[to].Blocks); at < end && a.blocks[at].table < table; {
		at++
	}
	a.blocks = slices.Insert(a.blocks, at, moved)
	a.chunks[to].Blocks++
}

// stringsLater is later for strings and their bytes.
func (a *anatomy) stringsLater(to, n int) {
	text := 0
	a.later(to, TableStr, n, 8)
	for _, b := range a.blocks {
		if b.table == TableStr {
			text = 0 // up to the last block, which was moved
			for k := 4; k < len(b.stored); k += 8 {
				text += int(binary.LittleEndian.Uint32(b.stored[k:]))
			}
		}
	}
	a.later(to, TableBytes, text, 1)
}
