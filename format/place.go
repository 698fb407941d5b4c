package format

// Placer gives the memory in which the rows of a block are to stay.
type Placer interface {
	// Place returns the memory for rows of a table, which are counted over the whole
	// file. It must be all of it and in one piece. With nil, the block is read through
	// the reader's own buffer. $bytes is asked for once and as a whole, because the
	// rules look strings up there: it must not change before io.EOF or Stop.
	Place(table int, first, rows uint32) []byte
	// Settle is called with rows of one block in such memory. They have been checked,
	// except that their spans have not been joined to those of other blocks. Settle may
	// change them. Its result becomes Block.Settled, and must be the same for all rows
	// of a table. Goroutines of the reader call it, for several blocks at once, and for
	// each block from front to back. All calls have returned when Stop returns.
	Settle(table int, rows []byte) bool
}

// Texts is a Placer that keeps all of $bytes, placed or not. The rules look strings up
// there then, and the reader keeps no copy of its own.
type Texts interface {
	Placer
	// Text returns the bytes of the strings of all blocks that NextInto has returned,
	// from the first one of the file on. They must not change before io.EOF or Stop.
	Text() []byte
}

// placeFrom is the least length of a block that is read straight to its place. One read
// of the source brings many shorter blocks, and copying them costs less than a read for
// each. Tests of this package set it to less.
var placeFrom = 64 << 10

// NextInto is Next for a caller that keeps the rows. It reads a long block that is not
// compressed straight into the memory that place gives, which saves the copy. If
// several long blocks follow each other, a goroutine reads the next ones while this one
// is checked and used. Block.Placed and Block.Settled say what has been done. If the
// source is an io.ReaderAt and an io.Seeker, both goroutines read it at the same time.
// If the block or a later one proves bad, the contents of that memory are undefined. A
// caller that stops reading before the end must call Stop. With nil it is Next without a
// Placer.
func (r *Reader) NextInto(place Placer) (Block, error) {
	r.place = place
	if place != nil && r.next == 0 && r.err == nil && r.text == nil {
		if r.placeText(); r.text == nil {
			r.check.strs.texts, _ = place.(Texts)
		}
	}
	return r.Next()
}

// placeFor returns the memory in which a block is to stay, or nil if it is read through
// the buffer.
func (r *Reader) placeFor(b *BlockInfo) []byte {
	if r.place == nil || b.Codec != CodecNone || b.Stored < placeFrom {
		return nil
	}
	if b.Table < FixedTables {
		if b.Table == TableBytes && r.text != nil {
			return r.text[b.First:][:b.Rows:b.Rows]
		}
		return nil
	}
	if dst := r.place.Place(b.Table, b.First, b.Rows); len(dst) == int(b.Stored) {
		return dst
	}
	return nil
}

// placeText asks for the memory of $bytes, if all of it is there.
func (r *Reader) placeText() {
	n := uint64(0)
	for i := range r.head.dir.blocks {
		if b := &r.head.dir.blocks[i]; b.Table == TableBytes {
			if b.Codec != CodecNone {
				return
			}
			n += uint64(b.Rows)
		}
	}
	if n == 0 || r.check.skip[TableBytes] || !r.Whole() {
		return
	}
	if dst := r.place.Place(TableBytes, 0, uint32(n)); uint64(len(dst)) == n {
		r.text, r.check.strs.place = dst, dst
	}
	if r.check.full {
		r.check.strs.expect(r.check.strsWanted(), r.check.total)
	}
}
