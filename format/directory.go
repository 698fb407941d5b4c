package format

import (
	"encoding/binary"
	"fmt"
)

// Codec is how the bytes of a block are stored. It is [CodecNone], [CodecLZ4] or
// [CodecZstd].
type Codec uint8

const (
	CodecNone Codec = iota
	CodecLZ4        // one LZ4 block, without a frame
	CodecZstd       // one zstd frame, without a dictionary
)

var codecNames = []string{CodecNone: "none", CodecLZ4: "lz4", CodecZstd: "zstd"}

// String is "none", "lz4" or "zstd".
func (c Codec) String() string { return nameOf(codecNames, uint8(c)) }

// Chunk is an entry of the directory: consecutive blocks that are loaded
// together.
type Chunk struct {
	Blocks uint32
	Nodes  uint32 // rows of $node in it
	Label  uint32 // a string id; 0 is none
}

// BlockInfo is an entry of the directory, with what its place in the order
// says about it.
type BlockInfo struct {
	Table  int
	Chunk  int
	Codec  Codec
	First  uint32 // the block's first row, counted over the whole file
	Rows   uint32
	Offset int64 // of the stored bytes in the file
	Stored int   // bytes in the file, without padding
	Raw    int   // bytes when decoded: Rows times the table's stride
	Sum    uint64
}

// directory says what is in a file and where.
type directory struct {
	chunks []Chunk
	blocks []BlockInfo
	total  []uint64 // rows by table
	raw    uint64   // decoded bytes of all blocks
}

// rows returns how many rows a table has, or 0 if there is no such table.
func (d *directory) rows(table int) uint32 {
	if table < 0 || table >= len(d.total) {
		return 0
	}
	return uint32(d.total[table])
}

// parse checks rule 4 on the bytes of the directory, which h has announced. It
// reuses d's memory. What it allocates is a small multiple of len(b).
func (d *directory) parse(h *header, b []byte, s *Schema) error {
	le := binary.LittleEndian
	base := int64(h.dirPos())
	d.chunks, d.blocks = d.chunks[:0], d.blocks[:0]
	d.total = zeroed(d.total, len(s.Tables))
	d.raw = 0
	chunkBytes, blockBytes := b[:chunkLen*int(h.chunks)], b[chunkLen*int(h.chunks):]
	sumBlocks := uint64(0)
	for i := 0; i < int(h.chunks); i++ {
		e := chunkBytes[i*chunkLen:]
		c := Chunk{Blocks: le.Uint32(e), Nodes: le.Uint32(e[4:]), Label: le.Uint32(e[8:])}
		if le.Uint32(e[12:]) != 0 {
			return errAt(4, base+int64(i)*chunkLen+12, ErrPadding, fmt.Sprintf("in the entry of chunk %d", i))
		}
		sumBlocks += uint64(c.Blocks)
		d.chunks = append(d.chunks, c)
	}
	if sumBlocks != uint64(h.blocks) {
		return errAt(4, base, ErrDirectory, fmt.Sprintf("the chunks have %d blocks, the file has %d", sumBlocks, h.blocks))
	}
	pos := h.dataPos()
	base += int64(len(chunkBytes))
	chunk, left := -1, uint32(0)
	for i := 0; i < int(h.blocks); i++ {
		first := left == 0
		for left == 0 {
			chunk++
			left = d.chunks[chunk].Blocks
		}
		left--
		at := base + int64(i)*blockLen
		bi, err := d.entry(blockBytes[i*blockLen:(i+1)*blockLen], at, s)
		if err != nil {
			return err
		}
		if !first && bi.Table < d.blocks[i-1].Table {
			return errAt(4, at, ErrDirectory, fmt.Sprintf("blocks of chunk %d do not ascend by table", chunk))
		}
		bi.Chunk, bi.Offset = chunk, int64(pos)
		pos += pad(uint64(bi.Stored), h.align)
		if pos > h.fileLen {
			return errAt(4, at, ErrDirectory, fmt.Sprintf("block %d ends at %d, the file at %d", i, pos, h.fileLen))
		}
		d.blocks = append(d.blocks, bi)
	}
	if pos != h.fileLen {
		return errAt(4, 16, ErrDirectory, fmt.Sprintf("the last block ends at %d, the file at %d", pos, h.fileLen))
	}
	return d.checkChunks(int64(h.dirPos()), s)
}

// entry reads one block's entry and adds its rows to the totals.
func (d *directory) entry(e []byte, at int64, s *Schema) (BlockInfo, error) {
	le := binary.LittleEndian
	bi := BlockInfo{Table: int(le.Uint16(e)), Codec: Codec(e[2]), Rows: le.Uint32(e[4:]), Sum: le.Uint64(e[16:])}
	stored := le.Uint32(e[8:])
	if e[3] != 0 || le.Uint32(e[12:]) != 0 {
		return bi, errAt(4, at, ErrPadding, "in the entry of a block")
	}
	if bi.Table >= len(s.Tables) {
		return bi, errAt(4, at, ErrDirectory, fmt.Sprintf("table %d of %d", bi.Table, len(s.Tables)))
	}
	t := &s.Tables[bi.Table]
	bad := func(format string, args ...any) (BlockInfo, error) {
		return bi, &Error{Rule: 4, Offset: at, Table: t.Name, Row: -1, Err: ErrDirectory, Detail: fmt.Sprintf(format, args...)}
	}
	raw := uint64(bi.Rows) * uint64(t.Stride)
	switch {
	case bi.Rows == 0:
		return bad("a block without rows")
	case raw > maxRaw:
		return bad("a block of %d bytes; at most 16 MiB is possible", raw)
	case bi.Codec > CodecZstd:
		return bad("codec %d does not exist", bi.Codec)
	case bi.Codec == CodecNone && uint64(stored) != raw:
		return bad("%d bytes stored for %d rows of %d bytes", stored, bi.Rows, t.Stride)
	case bi.Codec != CodecNone && (stored == 0 || uint64(stored) >= raw):
		return bad("%d bytes compressed to %d", raw, stored)
	}
	before := d.total[bi.Table]
	if before+uint64(bi.Rows) > maxRows {
		return bad("more than 2^32-2 rows")
	}
	bi.First, bi.Stored, bi.Raw = uint32(before), int(stored), int(raw)
	d.total[bi.Table] = before + uint64(bi.Rows)
	d.raw += raw
	return bi, nil
}

// checkChunks compares the labels and node counts of the chunks with the blocks. Every
// row of a node table has its $node row in the same chunk.
func (d *directory) checkChunks(base int64, s *Schema) error {
	i := 0
	for c := range d.chunks {
		ch := &d.chunks[c]
		nodes, rows := uint64(0), uint64(0)
		for end := i + int(ch.Blocks); i < end; i++ {
			b := &d.blocks[i]
			if b.Table == TableNode {
				nodes += uint64(b.Rows)
			} else if s.Tables[b.Table].Class == ClassNode {
				rows += uint64(b.Rows)
			}
		}
		at := base + int64(c)*chunkLen
		if nodes != uint64(ch.Nodes) || nodes != rows {
			return errAt(4, at, ErrDirectory,
				fmt.Sprintf("chunk %d declares %d nodes, has %d rows of $node and %d rows of node tables", c, ch.Nodes, nodes, rows))
		}
		if ch.Label != 0 && uint64(ch.Label) >= d.total[TableStr] {
			return errAt(4, at+8, ErrRange, fmt.Sprintf("label of chunk %d: string %d of %d", c, ch.Label, d.total[TableStr]))
		}
	}
	return nil
}

// chunkBlocks returns the blocks of a chunk, given the index of its first one.
func (d *directory) chunkBlocks(chunk, first int) []BlockInfo {
	return d.blocks[first : first+int(d.chunks[chunk].Blocks)]
}

// append appends the directory's bytes.
func (d *directory) append(b []byte) []byte {
	le := binary.LittleEndian
	for i := range d.chunks {
		c := &d.chunks[i]
		b = le.AppendUint32(b, c.Blocks)
		b = le.AppendUint32(b, c.Nodes)
		b = le.AppendUint32(b, c.Label)
		b = le.AppendUint32(b, 0)
	}
	for i := range d.blocks {
		e := &d.blocks[i]
		b = le.AppendUint16(b, uint16(e.Table))
		b = append(b, byte(e.Codec), 0)
		b = le.AppendUint32(b, e.Rows)
		b = le.AppendUint32(b, uint32(e.Stored))
		b = le.AppendUint32(b, 0)
		b = le.AppendUint64(b, e.Sum)
	}
	return b
}
