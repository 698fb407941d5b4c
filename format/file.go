package format

import (
	"fmt"
	"io"
	"math"
)

// File is a file that is read chunk by chunk, in any order. Opening it reads what is in
// front of the data. Reading a chunk reads the chunk's own blocks. If it has rows of
// $id that are not skipped, it also reads the strings of the chunks before it; a
// ChunkReader that reads chunks in their order reads these once.
//
// The checks are those of Reader, except that rows of $id are compared only within
// their chunk. One check needs two chunks: the first node of a chunk is at most one
// level deeper than the last node of the chunk before it. It is made when both chunks
// have been read.
//
// A File is for one goroutine at a time. Several Files may be open on one io.ReaderAt.
type File struct {
	src   io.ReaderAt
	size  int64
	o     Options
	head  head
	first []int // by chunk: its first block
	index chunkIndex
	edges []edge
	names []string // labels by chunk, once they have been read
	text  []int64  // by chunk, once they are needed: bytes of the strings before it
}

// edge is the depths of a chunk's first and last nodes.
type edge struct {
	known       bool
	first, last uint8
}

// OpenFile reads what is in front of the blocks and checks rules 1 to 4 on a file of
// size bytes. Rule 5, the budget, is checked for each chunk, and by Allow for whatever
// else a caller reads.
func OpenFile(src io.ReaderAt, size int64, o Options) (*File, error) {
	if src == nil {
		return nil, errAt(0, -1, errNoSource, "")
	}
	f := &File{src: src, size: size, o: o}
	var first [headerLen]byte
	if err := f.readAt(first[:], 0); err != nil {
		short := first[:max(0, min(size, headerLen-1))]
		if f.readAt(short, 0) != nil {
			short = nil
		}
		return nil, shortHeader(short, err)
	}
	h, err := parseHeader(first[:])
	if err != nil {
		return nil, err
	}
	if h.fileLen < uint64(size) {
		return nil, errAt(1, int64(h.fileLen), ErrTrailing, "")
	}
	if h.fileLen > uint64(size) {
		return nil, errAt(1, size, ErrTruncated, "")
	}
	b := make([]byte, h.dataPos()-headerLen) // which is within the file
	if err := f.readAt(b, headerLen); err != nil {
		return nil, err
	}
	whole := o
	if o.MaxBytes >= 0 {
		whole.MaxBytes = math.MaxInt64
	}
	if err := f.head.parse(&h, b, &whole); err != nil {
		return nil, err
	}
	at := 0
	for i := range f.head.dir.chunks {
		f.first = append(f.first, at)
		at += int(f.head.dir.chunks[i].Blocks)
	}
	f.edges = make([]edge, len(f.head.dir.chunks))
	f.index = newChunkIndex(&f.head.dir)
	return f, nil
}

// readAt fills b from an offset of the file.
func (f *File) readAt(b []byte, off int64) error {
	if off+int64(len(b)) > f.size {
		return errAt(1, f.size, ErrTruncated, "")
	}
	n, err := readAt(f.src, b, off)
	if err != nil {
		return readError(off+int64(n), err)
	}
	return nil
}

// Schema returns the schema of the file, and nil for the zero File. Do not modify it: see
// Reader.Schema.
func (f *File) Schema() *Schema {
	if f.head.readSchema == nil {
		return nil
	}
	return f.head.plan.schema
}

// Chunks returns the directory's chunks.
func (f *File) Chunks() []Chunk { return f.head.dir.chunks }

// Blocks returns the directory's blocks.
func (f *File) Blocks() []BlockInfo { return f.head.dir.blocks }

// Rows returns how many rows a table has in the whole file.
func (f *File) Rows(table int) uint32 { return f.head.dir.rows(table) }

// Meta returns the file's metadata.
func (f *File) Meta() Props { return f.head.meta }

// Align returns the alignment of the blocks in bytes.
func (f *File) Align() int { return 1 << f.head.h.align }

// Allow checks bytes that a caller is about to read from several chunks against the
// budget. what describes them in the error.
func (f *File) Allow(raw int64, what string) error {
	if raw < 0 || uint64(raw) <= f.o.budget() {
		return nil
	}
	return errAt(5, int64(f.head.h.dirPos()), ErrBudget, fmt.Sprintf("%d decoded in %s; MaxBytes allows %d", raw, what, f.o.budget()))
}

// ChunkReader yields the blocks of one chunk. The zero ChunkReader has none until Reset.
type ChunkReader struct {
	f     *File
	chunk int
	next  int
	end   int
	begun bool
	edge  edge // of the chunk; the File learns it at the end of the chunk
	ids   bool // the chunk has rows of $id
	all   bool // check has the strings of all chunks before this one
	strs  int  // how many chunks, from the first on, have all their strings in check
	buf   []byte
	codec decoder
	check checker
	err   error
}

// Reset begins a chunk, perhaps of another file, with the same buffers. Next skips the
// blocks of the tables in skip, as [Reader.Skip] does, and the budget is for the others
// only. Another chunk of the same file costs as much as this chunk and the last one have,
// however many tables the schema has.
func (c *ChunkReader) Reset(f *File, chunk int, skip ...int) error {
	if f == nil {
		c.err = errAt(0, -1, ErrRange, "a chunk of no File")
		return c.err
	}
	known := c.check.index == &f.index && (c.err == nil || c.err == io.EOF)
	c.err, c.begun, c.ids, c.all, c.edge = nil, false, false, false, edge{}
	if chunk < 0 || chunk >= len(f.first) {
		c.err = errAt(0, -1, ErrRange, fmt.Sprintf("chunk %d of %d", chunk, len(f.first)))
		return c.err
	}
	c.f, c.chunk, c.next = f, chunk, f.first[chunk]
	blocks := f.head.dir.chunkBlocks(chunk, c.next)
	c.end = c.next + len(blocks)
	if known {
		c.check.again()
	} else {
		c.check.start(f.head.plan, &f.head.dir, f.head.full)
		c.strs = 0
	}
	for _, table := range skip {
		c.check.pass(table)
	}
	c.err = c.allow(blocks)
	return c.err
}

// allow checks the chunk's blocks, and the strings that come with them, against the
// budget.
func (c *ChunkReader) allow(blocks []BlockInfo) error {
	raw := int64(0)
	for i := range blocks {
		if t := blocks[i].Table; !c.check.skip[t] {
			raw += int64(blocks[i].Raw)
			c.ids = c.ids || t == TableIDs
		}
	}
	if most := c.f.o.budget(); uint64(raw) > most {
		return errAt(5, int64(c.f.head.h.dirPos()), ErrBudget, fmt.Sprintf("%d decoded in chunk %d; MaxBytes allows %d", raw, c.chunk, most))
	}
	if c.ids && c.check.strsWanted() {
		return c.f.allowBefore(c.chunk)
	}
	return nil
}

// begin begins the chunk. The tables to skip must be known.
func (c *ChunkReader) begin() error {
	c.begun = true
	all, err := c.stringsBefore()
	if err != nil {
		return err
	}
	blocks := c.f.head.dir.blocks[c.next:c.end]
	c.check.jump(&c.f.index, c.next, blocks)
	c.check.enter(c.chunk, blocks)
	if c.chunk == 0 {
		c.check.nodes.depth = -1
	}
	c.all = all && c.check.strs.keep
	return nil
}

// stringsBefore gives check the strings of all chunks before this one if rows of $id need
// them. Those that it has from chunks before need not be read. It reports whether check has
// all.
func (c *ChunkReader) stringsBefore() (all bool, err error) {
	have, wanted := c.strs, c.check.strsWanted()
	c.strs = 0
	if have == 0 || have > c.chunk || !wanted || !c.ids && c.haveStrings(have) {
		c.check.strs.start()
		have = 0
	}
	if c.ids && wanted {
		err = c.strings(have)
	}
	return c.ids || have > 0 || c.chunk == 0, err
}

// leave ends the chunk.
func (c *ChunkReader) leave() error {
	if err := c.check.leave(); err != nil {
		return err
	}
	if c.all {
		c.strs = c.chunk + 1
	}
	if c.edge.known {
		c.f.edges[c.chunk] = c.edge
	}
	return c.meet()
}

// haveStrings reports whether one of the chunks [first, this one) has strings.
func (c *ChunkReader) haveStrings(first int) bool {
	for ; first < c.chunk; first++ {
		if len(c.f.stringsOf(first)) > 0 {
			return true
		}
	}
	return false
}

// stringsOf returns the blocks of a chunk that have strings. They are its first ones.
func (f *File) stringsOf(chunk int) []BlockInfo {
	blocks := f.head.dir.chunkBlocks(chunk, f.first[chunk])
	n := 0
	for n < len(blocks) && blocks[n].Table <= TableStr {
		n++
	}
	return blocks[:n]
}

// allowBefore is Allow for the strings of all chunks before this one.
func (f *File) allowBefore(chunk int) error {
	if f.text == nil {
		f.text = make([]int64, len(f.first)+1)
		for i := range f.first {
			f.text[i+1] = f.text[i]
			for _, b := range f.stringsOf(i) {
				f.text[i+1] += int64(b.Raw)
			}
		}
	}
	return f.Allow(f.text[chunk], "strings")
}

// strings reads the strings of the chunks [first, this one), for rows of $id that name
// them. This package's Writer puts $id beside the strings, so only files of
// other writers need it. Chunks that are read in their order have each string read
// once.
func (c *ChunkReader) strings(first int) error {
	c.check.jump(&c.f.index, c.f.first[first], nil)
	for chunk := first; chunk < c.chunk; chunk++ {
		blocks := c.f.stringsOf(chunk)
		if len(blocks) == 0 {
			continue
		}
		c.check.enter(chunk, blocks)
		for i := range blocks {
			data, err := c.read(&blocks[i])
			if err != nil {
				return err
			}
			if err := c.check.check(&blocks[i], data, nil); err != nil {
				return err
			}
		}
		if err := c.check.leave(); err != nil { // or the next chunk's would be refused, but only if they are read here too
			return err
		}
	}
	return nil
}

// Next returns the next block of the chunk, and io.EOF after the last one.
func (c *ChunkReader) Next() (Block, error) {
	if c.err != nil {
		return Block{}, c.err
	}
	c.err = errLeft // unless advance returns
	b, err := c.advance()
	c.err = err
	return b, err
}

func (c *ChunkReader) advance() (Block, error) {
	if c.f == nil {
		return Block{}, errAt(0, -1, ErrRange, "no chunk: Reset begins one")
	}
	if !c.begun {
		if err := c.begin(); err != nil {
			return Block{}, err
		}
	}
	blocks := c.f.head.dir.blocks
	for c.next < c.end && c.check.skip[blocks[c.next].Table] {
		c.next++
	}
	if c.next == c.end {
		if err := c.leave(); err != nil {
			return Block{}, err
		}
		return Block{}, io.EOF
	}
	b := &blocks[c.next]
	c.next++
	data, err := c.read(b)
	if err != nil {
		return Block{}, err
	}
	if err := c.check.check(b, data, nil); err != nil {
		return Block{}, err
	}
	if b.Table == TableNode {
		c.note(b, data)
	}
	return Block{Chunk: b.Chunk, Table: b.Table, First: b.First, Rows: b.Rows, Data: data, Offset: b.Offset}, nil
}

// read reads and decodes a block, which is within the file.
func (c *ChunkReader) read(b *BlockInfo) ([]byte, error) {
	n := int(pad(uint64(b.Stored), c.f.head.h.align))
	if cap(c.buf) < n {
		c.buf = make([]byte, max(n, stageFull))
	}
	stored := c.buf[:n]
	if err := c.f.readAt(stored, b.Offset); err != nil {
		return nil, err
	}
	return c.f.head.open(b, stored, &c.codec)
}

// note keeps the first and last depths of the chunk.
func (c *ChunkReader) note(b *BlockInfo, data []byte) {
	e := &c.edge
	if uint64(b.First) == c.check.before(TableNode) {
		e.first = data[2]
	}
	e.last, e.known = data[len(data)-2], true
}

// meet checks the edges of the chunk against those of its neighbours.
func (c *ChunkReader) meet() error {
	if !c.f.head.full || !c.f.edges[c.chunk].known {
		return nil
	}
	next := c.chunk + 1
	for next < len(c.f.edges) && c.f.index.before[next] == int32(c.chunk) && c.f.head.dir.chunks[next].Nodes == 0 {
		next++
	}
	for _, k := range [2]int{c.chunk, next} { // the second chunk of each pair
		if k >= len(c.f.edges) || !c.f.edges[k].known {
			continue
		}
		last := -1
		if before := c.f.index.before[k]; before >= 0 {
			if !c.f.edges[before].known {
				continue
			}
			last = int(c.f.edges[before].last)
		}
		if int(c.f.edges[k].first) > last+1 {
			return &Error{Rule: 8, Offset: -1, Table: "$node", Row: -1, Field: "depth", Err: ErrTree,
				Detail: fmt.Sprintf("chunk %d begins with depth %d, the nodes before it end with %d", k, c.f.edges[k].first, last)}
		}
	}
	return nil
}

// Label returns a chunk's label, or "". The first call reads the strings of the file.
func (f *File) Label(chunk int) (string, error) {
	if chunk < 0 || chunk >= len(f.first) {
		return "", errAt(0, -1, ErrRange, fmt.Sprintf("chunk %d of %d", chunk, len(f.first)))
	}
	if f.names == nil {
		t, err := f.Strings()
		if err != nil {
			return "", err
		}
		f.names = make([]string, len(f.first))
		for i := range f.names {
			f.names[i] = string(t.Get(f.head.dir.chunks[i].Label))
		}
	}
	return f.names[chunk], nil
}

// Strings reads the strings of the whole file.
func (f *File) Strings() (*StringTable, error) {
	if err := f.allowBefore(len(f.first)); err != nil {
		return nil, err
	}
	t := new(StringTable)
	c := &ChunkReader{f: f}
	for i := range f.head.dir.blocks {
		b := &f.head.dir.blocks[i]
		if b.Table != TableBytes && b.Table != TableStr {
			continue
		}
		data, err := c.read(b)
		if err != nil {
			return nil, err
		}
		if err := t.Add(Block{Table: b.Table, First: b.First, Rows: b.Rows, Data: data, Offset: b.Offset}); err != nil {
			return nil, err
		}
	}
	return t, nil
}
