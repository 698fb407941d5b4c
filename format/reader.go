package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Mode says how much of a file is checked: [CheckFull], [CheckSums] or [CheckNone].
// What the reader itself relies on (rules 1 to 5 without the sums, and exact
// decompression) is checked in every mode.
type Mode uint8

const (
	CheckFull Mode = iota // rules 1 to 9, which are all about files
	CheckSums             // the sums, but not the rows
	CheckNone             // neither: for files that are part of the program
)

// Options of a reader. The zero value checks everything.
type Options struct {
	MaxBytes int64 // decoded bytes of the whole file; 0 is DefaultMaxBytes, and less is an error
	Check    Mode
}

func (o *Options) budget() uint64 {
	if o.MaxBytes == 0 {
		return DefaultMaxBytes
	}
	return uint64(o.MaxBytes)
}

// Block is consecutive rows of one table.
type Block struct {
	Chunk  int
	Table  int
	First  uint32 // the first row, counted over the whole file
	Rows   uint32
	Data   []byte // the decoded rows, valid until the next call and, unless Placed, aligned to 8 bytes, as any row needs
	Offset int64  // of the stored bytes, in the file

	Placed  bool // Data is memory that a Placer gave
	Settled bool // the result of Placer.Settle
	Shared  bool // Data is part of the file that was given to ResetBytes, and must not be written to
}

// Reader reads a file from front to back, block by block. It reads each block into one
// buffer and checks it there. The buffer has 32 KiB at first, and grows to 256 KiB with the
// file. It is longer if a block is longer, and up to 512 KiB in a Reader that is Reset
// and reads short files whole. A Reader is for one goroutine at a time. After an error,
// every call of Next returns that error until Reset. If a file is read by Next alone and
// the source is an io.ReaderAt and an io.Seeker, parts of its strings are read twice; see
// Verify.
type Reader struct {
	stage stage
	head  head
	check checker
	codec decoder

	next int // block
	err  error
	back lookBack

	place   Placer // of NextInto
	text    []byte // where it keeps $bytes, or nil
	placed  bool
	settled bool
	ahead   *readahead
}

// head is everything in front of the data.
type head struct {
	h header
	*readSchema
	past      []*readSchema // those before it, of which the last one used comes first
	meta      []byte
	dir       directory
	sums      bool // sums are checked
	full      bool
	metaCheck keyCheck
}

// keptSchemas is how many schemas a Reader keeps, so that files of a few schemas in turns are
// not decoded each time.
const keptSchemas = 4

// NewReader reads what stands in front of the blocks and checks rules 1 to 5.
// The errors of this package are *Error.
func NewReader(src io.Reader, o Options) (*Reader, error) {
	r := new(Reader)
	if err := r.Reset(src, o); err != nil {
		return nil, err
	}
	return r, nil
}

// Reset begins another file with the same buffers. If its schema is byte for byte
// that of the last file, or one of the three schemas used before that, it is neither
// decoded nor checked again, and Schema returns the same pointer. Such a Reset
// allocates nothing unless the new file has more blocks than any before it.
func (r *Reader) Reset(src io.Reader, o Options) error {
	r.halt()
	if src == nil {
		r.err = errAt(0, -1, errNoSource, "")
		r.forget()
		return r.err
	}
	r.stage.start(src)
	return r.begin(&o)
}

// ResetBytes is Reset for a file in memory, which is read in place. The Data of an
// uncompressed block is then part of the file, and Block.Shared is set: the file must
// not change meanwhile, and the reader does not write to it. If the memory is not
// aligned to 8 bytes, as rows need it, the file is read through the reader's buffer
// like any other source.
func (r *Reader) ResetBytes(file []byte, o Options) error {
	if !alignedForRows(file) {
		return r.Reset(bytes.NewReader(file), o)
	}
	r.halt()
	r.stage.startMemory(file)
	if err := r.begin(&o); err != nil {
		return err
	}
	switch n := int64(len(file)); {
	case n < r.Size():
		r.err = errAt(1, n, ErrTruncated, "")
	case n > r.Size():
		r.err = errAt(1, r.Size(), ErrTrailing, "")
	}
	if r.err != nil {
		r.forget()
	}
	return r.err
}

// begin reads everything in front of the blocks.
func (r *Reader) begin(o *Options) error {
	r.next, r.err, r.place, r.text = 0, errLeft, nil, nil
	if r.err = r.readHead(o); r.err != nil {
		r.forget()
		return r.err
	}
	r.check.start(r.head.plan, &r.head.dir, r.head.full)
	r.stage.expect(r.Size())
	return nil
}

func (r *Reader) readHead(o *Options) error {
	first, err := r.stage.take(headerLen, r.stage.first)
	if err != nil {
		return shortHeader(r.stage.buf[r.stage.lo:r.stage.hi], err)
	}
	h, err := parseHeader(first)
	if err != nil {
		return err
	}
	n := h.dataPos() - headerLen
	if n > math.MaxInt {
		return errAt(1, 16, ErrHeader, "too large for this machine")
	}
	r.stage.reserve(int(min(n, stageFull)))
	b, err := r.stage.take(int(n), int(n))
	if err != nil {
		return err
	}
	return r.head.parse(&h, b, o)
}

// parse checks rules 2 to 5; b is the bytes from 64 to the data.
func (hd *head) parse(h *header, b []byte, o *Options) error {
	err := hd.parseParts(h, b, o)
	if err != nil && h.minor > minor {
		sayNewer(err, h)
	}
	return err
}

// sayNewer adds to an error of schema or directory that the file may have what came with
// its version.
func sayNewer(err error, h *header) {
	var e *Error
	if !errors.As(err, &e) || e.Rule != 3 && e.Rule != 4 {
		return
	}
	if e.Detail != "" {
		e.Detail += "; "
	}
	e.Detail += fmt.Sprintf("the file has format %d.%d, this reader knows %d.%d", major, h.minor, major, minor)
}

func (hd *head) parseParts(h *header, b []byte, o *Options) error {
	if o.Check > CheckNone {
		return errAt(0, -1, ErrOptions, fmt.Sprintf("Check: unknown mode %d; it is CheckFull, CheckSums or CheckNone", o.Check))
	}
	if o.MaxBytes < 0 {
		return errAt(0, -1, ErrOptions, fmt.Sprintf("MaxBytes: %d is negative; 0 is the default, math.MaxInt64 no bound", o.MaxBytes))
	}
	hd.h, hd.sums, hd.full = *h, o.Check < CheckNone, o.Check == CheckFull
	if hd.sums && sum(b) != h.headSum {
		return errAt(2, 48, ErrSum, "of schema, metadata and directory")
	}
	at := func(pos uint64) uint64 { return pos - headerLen }
	for _, gap := range [3][2]uint64{
		{headerLen + uint64(h.schemaLen), h.metaPos()},
		{h.metaPos() + uint64(h.metaLen), h.dirPos()},
		{h.dirEnd(), h.dataPos()}} {
		if !isZero(b[at(gap[0]):at(gap[1])]) {
			return errAt(2, int64(gap[0]), ErrPadding, "in front of the data")
		}
	}
	if err := hd.setSchema(b[:h.schemaLen]); err != nil {
		return err
	}
	meta := b[at(h.metaPos()):][:h.metaLen]
	if len(meta) > 0 && hd.full {
		if what := hd.metaCheck.check(meta); what != "" {
			return errAt(3, int64(h.metaPos()), ErrMeta, what)
		}
	}
	hd.meta = append(hd.meta[:0], meta...)
	if err := hd.dir.parse(h, b[at(h.dirPos()):at(h.dirEnd())], hd.plan.schema); err != nil {
		return err
	}
	if hd.dir.raw > o.budget() {
		return errAt(5, int64(h.dirPos()), ErrBudget, fmt.Sprintf("%d decoded; MaxBytes allows %d", hd.dir.raw, o.budget()))
	}
	return nil
}

// setSchema decodes the schema, unless it is one of those that are kept.
func (hd *head) setSchema(b []byte) error {
	if hd.readSchema != nil && bytes.Equal(b, hd.schema) {
		return nil
	}
	for i, known := range hd.past {
		if bytes.Equal(b, known.schema) {
			copy(hd.past[1:], hd.past[:i])
			hd.past[0], hd.readSchema = hd.readSchema, known
			return nil
		}
	}
	rs, err := readSchemas.read(b)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Offset = headerLen
		}
		return err
	}
	if hd.readSchema != nil {
		if len(hd.past) < keptSchemas-1 {
			hd.past = append(hd.past, nil)
		}
		copy(hd.past[1:], hd.past)
		hd.past[0] = hd.readSchema
	}
	hd.readSchema = rs
	return nil
}

// Schema returns the schema of the file, its fixed tables first. Do not modify it: it belongs
// to all readers that have met it. The pointer stays the same as long as Reset meets
// the same few schemas; it is nil before the first Reset of a zero Reader.
func (r *Reader) Schema() *Schema {
	if r.head.readSchema == nil {
		return nil
	}
	return r.head.plan.schema
}

// Chunks returns the directory's chunks, valid until Reset.
func (r *Reader) Chunks() []Chunk { return r.head.dir.chunks }

// Blocks returns the directory's blocks, valid until Reset.
func (r *Reader) Blocks() []BlockInfo { return r.head.dir.blocks }

// Rows returns how many rows a table has in the whole file.
func (r *Reader) Rows(table int) uint32 { return r.head.dir.rows(table) }

// Meta returns the file's metadata, valid until Reset.
func (r *Reader) Meta() Props { return r.head.meta }

// Size returns the length of the file.
func (r *Reader) Size() int64 { return int64(r.head.h.fileLen) }

// Align returns the alignment of the blocks in bytes.
func (r *Reader) Align() int { return 1 << r.head.h.align }

// Whole reports whether the source is known to be at least as long as the file says it
// is, because it can be read at any place or has been read already. Then uncompressed
// blocks can be given memory before they are read. While blocks of a stream are read ahead,
// Whole waits for the one at hand.
func (r *Reader) Whole() bool {
	if r.err != nil && r.err != errLeft {
		return false
	}
	if a := r.ahead; a != nil && a.live { // which may be moving the stage
		a.mu.Lock()
		defer a.mu.Unlock()
	}
	return r.stage.holds(r.Size())
}

// Skip makes Next skip the blocks of a table. They are not checked, and rows of other
// tables are not checked against them. If the source is an io.Seeker, they are not read
// either. Call Skip before the first Next; after it, Skip does nothing.
func (r *Reader) Skip(table int) {
	if r.check.chunk < 0 {
		r.check.pass(table)
	}
}

// Next returns the next block. After the last one it returns io.EOF, if all rules hold
// for the file as a whole and it ends there. After NextInto, it goes on with that Placer.
func (r *Reader) Next() (Block, error) {
	r.placed, r.settled = false, false
	if r.err != nil {
		return Block{}, r.err
	}
	r.err = errLeft // unless advance returns
	b, err := r.advance()
	if r.err = err; err != nil {
		r.halt()
		r.forget()
	}
	return b, err
}

// forget drops the source and the Placer. A reader that is kept for the next file would
// otherwise keep them in memory.
func (r *Reader) forget() {
	r.stage.leaveMemory()
	r.stage.src, r.stage.far = nil, nil
	r.place, r.text = nil, nil
	r.check.strs.letGo()
	if a := r.ahead; a != nil {
		for i := range a.runs {
			a.runs[i].forget()
		}
	}
}

func (r *Reader) advance() (Block, error) {
	blocks := r.head.dir.blocks
	for {
		if r.next == len(blocks) {
			return Block{}, r.finish()
		}
		b := &blocks[r.next]
		if r.next == 0 && r.check.full && r.place == nil {
			r.chooseMemory()
		}
		if err := r.enter(b.Chunk); err != nil {
			return Block{}, err
		}
		if !r.check.skip[b.Table] {
			r.next++
			data, err := r.read(b)
			if err == nil && r.isLast(b) {
				err = r.check.leave() // before its nodes are believed
			}
			return Block{Chunk: b.Chunk, Table: b.Table, First: b.First, Rows: b.Rows, Data: data, Offset: b.Offset,
				Placed: r.placed, Settled: r.settled, Shared: b.Codec == CodecNone && r.stage.memory && !r.placed}, err
		}
		n := int64(0)
		for end := r.next; r.next < len(blocks) && r.check.skip[blocks[r.next].Table] && blocks[r.next].Chunk == blocks[end].Chunk; r.next++ {
			n += r.padded(&blocks[r.next])
		}
		if err := r.stage.pass(n); err != nil {
			return Block{}, err
		}
	}
}

// isLast reports whether b, which has been read, is the last block of its chunk that is
// not skipped.
func (r *Reader) isLast(b *BlockInfo) bool {
	for i := range r.head.dir.blocks[r.next:] {
		if next := &r.head.dir.blocks[r.next+i]; next.Chunk != b.Chunk || !r.check.skip[next.Table] {
			return next.Chunk != b.Chunk
		}
	}
	return true
}

// keepMost is the most bytes of strings that are kept rather than read again. The tests
// of this package set it to 0.
var keepMost uint64 = 128 << 10

// chooseMemory decides where the checker looks strings up: in memory if they are few,
// otherwise in the source if it can be read at any place.
func (r *Reader) chooseMemory() {
	if total := r.check.total; total[TableBytes]+4*total[TableStr]+4*total[TableProp] <= keepMost {
		r.check.strs.expect(r.check.strsWanted(), total)
	} else if r.stage.random() {
		r.back.start(&r.stage, &r.head)
		r.check.back = &r.back
	}
}

func (r *Reader) padded(b *BlockInfo) int64 {
	return int64(pad(uint64(b.Stored), r.head.h.align))
}

// enter leaves the current chunk and begins the ones up to chunk.
func (r *Reader) enter(chunk int) error {
	for r.check.chunk < chunk {
		if r.check.chunk >= 0 {
			if err := r.check.leave(); err != nil {
				return err
			}
		}
		c := r.check.chunk + 1
		if c == chunk {
			r.check.enter(c, r.head.dir.chunkBlocks(c, r.next))
		} else {
			r.check.enter(c, nil) // a chunk without blocks
		}
	}
	return nil
}

var errNoSource = errors.New("the source is nil")

var errNotBegun = errors.New("the reader has no file before the first Reset")

func (r *Reader) finish() error {
	if r.head.readSchema == nil {
		return errAt(0, -1, errNotBegun, "")
	}
	if r.check.chunk >= 0 {
		if err := r.check.leave(); err != nil {
			return err
		}
	}
	if err := r.stage.atEnd(); err != nil {
		return err
	}
	return io.EOF
}

// read reads, decodes and checks a block. The same read of the source brings as many of
// the following blocks as fit into the buffer whole.
func (r *Reader) read(b *BlockInfo) ([]byte, error) {
	if data, err := r.readLong(b); data != nil || err != nil {
		return data, err
	}
	n := int(r.padded(b))
	ahead := n
	if r.stage.hi-r.stage.lo < n {
		blocks := r.head.dir.blocks
		for i, end := r.next, r.aheadAt(); i < end && !r.check.skip[blocks[i].Table]; i++ {
			k := int(r.padded(&blocks[i]))
			if ahead+k > r.stage.ahead {
				break
			}
			ahead += k
		}
		r.stage.reserve(min(ahead, stageFull))
	}
	stored, err := r.stage.take(n, ahead)
	if err != nil {
		return nil, err
	}
	data, err := r.head.open(b, stored, &r.codec)
	if err != nil {
		return nil, err
	}
	if b.Table == TableBytes && r.text != nil {
		n := copy(r.text[b.First:], data)
		data, r.placed = r.text[b.First:][:n], true
	}
	return data, r.check.check(b, data, nil)
}

// open checks rule 6 on a block's stored bytes with their padding, and decodes them.
func (hd *head) open(b *BlockInfo, stored []byte, dec *decoder) ([]byte, error) {
	body := stored[:b.Stored]
	if hd.sums && sum(body) != b.Sum {
		return nil, hd.blockError(b, 0, ErrSum, "of a block")
	}
	if !isZero(stored[b.Stored:]) {
		return nil, hd.blockError(b, int64(b.Stored), ErrPadding, "after a block")
	}
	if b.Codec == CodecNone {
		return body, nil
	}
	data, err := dec.decode(b.Codec, body, b.Raw)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			return nil, hd.blockError(b, 0, e.Err, e.Detail)
		}
		return nil, hd.blockError(b, 0, err, "")
	}
	return data, nil
}

// blockError returns an error of rule 6, at an offset within a block.
func (hd *head) blockError(b *BlockInfo, off int64, err error, detail string) error {
	return &Error{Rule: 6, Offset: b.Offset + off, Table: hd.plan.schema.Tables[b.Table].Name, Row: int64(b.First), Err: err, Detail: detail}
}

// isZero is also for the padding of tables that begin on pages, which may be most of a
// file.
func isZero(b []byte) bool {
	for le := binary.LittleEndian; len(b) >= 32; b = b[32:] {
		if le.Uint64(b)|le.Uint64(b[8:])|le.Uint64(b[16:])|le.Uint64(b[24:]) != 0 {
			return false
		}
	}
	acc := byte(0)
	for _, x := range b {
		acc |= x
	}
	return acc == 0
}

// Verify reads a whole file and checks rules 1 to 9, which are all that a file
// can break, whatever o.Check says.
//
// If src is also an io.ReaderAt and an io.Seeker, as a file and a bytes.Reader
// are, Verify needs memory for the tables, the directory, and buffers of one
// block each. What the rules need to know again of strings and properties, it
// reads again, unless that is less than 128 KiB.
//
// From a plain stream it also keeps these things. If the file has ids, it keeps
// the strings (their bytes and 4 bytes each); otherwise the strings of a chunk,
// from the first block outside ASCII on. It keeps 4 bytes for each row of $prop
// of a chunk. BenchmarkVerify shows both cases.
func Verify(src io.Reader, o Options) error {
	o.Check = CheckFull
	r, err := NewReader(src, o)
	if err != nil {
		return err
	}
	for {
		if _, err := r.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
