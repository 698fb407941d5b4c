package format

// Placer knows where the rows of a block are to stay.
type Placer interface {
	// Place returns the memory for rows of a table, counted over the whole
	// file, all of it and in one piece; nil sends the block through the
	// reader's own buffer. $bytes is asked for once and whole, as what the rules
	// want to know of the strings is looked up where it stays: it must not change
	// before io.EOF or Stop.
	Place(table int, first, rows uint32) []byte
	// Settle is told rows of one block that stand in such memory and have been
	// checked, but for their place among the spans of other blocks. It may change
	// them; Block.Settled is what it returns, the same for all rows of a table. It
	// is called for several blocks at once, from goroutines of the reader, for each
	// block from front to back; all calls have returned when Stop has.
	Settle(table int, rows []byte) bool
}

// placeFrom is the length from which a block is read to its place directly.
// Shorter ones are many to one read of the source; copying them costs less
// than a read each. Tests of this package set it to less.
var placeFrom = 64 << 10

// NextInto is Next for a caller that keeps the rows. A long block that is stored
// as it is goes straight to where place says, which saves the copy. If several
// long blocks follow each other, a goroutine reads the next ones while this one
// is checked and used. Block.Placed and Block.Settled tell what has been done. If
// the source is an io.ReaderAt and an io.Seeker, both goroutines read it at the
// same time. If the block or one after it proves bad, the contents of that memory
// are undefined. A caller that stops reading before the end must call Stop.
func (r *Reader) NextInto(place Placer) (Block, error) {
	r.place = place
	if r.next == 0 && r.err == nil && r.text == nil {
		r.placeText()
	}
	b, err := r.Next()
	b.Placed, b.Settled = r.placed, r.settled
	return b, err
}

// placeFor is where a block stays, nil where it is read through the buffer.
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

// placeText asks where $bytes stays, if all of it is there.
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
