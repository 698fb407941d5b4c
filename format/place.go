package format

import "io"

// Placer knows where the rows of a block are to stay.
type Placer interface {
	// Place returns the memory for rows of a table, counted over the whole
	// file, all of it and in one piece; nil sends the block through the
	// reader's own buffer.
	Place(table int, first, rows uint32) []byte
}

// placeFrom is the length from which a block is read to its place directly.
// Shorter ones are many to one read of the source; copying them costs less
// than a read each.
const placeFrom = 64 << 10

// NextInto is Next for a caller that keeps the rows: a long block that is
// stored as it is goes straight to where place says, which spares the copy.
// Block.Placed tells. Where the block or one after it proves bad, what stands
// in that memory is undefined.
func (r *Reader) NextInto(place Placer) (Block, error) {
	r.place, r.placed = place, false
	b, err := r.Next()
	b.Placed = r.placed
	r.place = nil
	return b, err
}

// readPlaced reads a block to its place, if it has one; else it returns nil.
func (r *Reader) readPlaced(b *BlockInfo) ([]byte, error) {
	if r.place == nil || b.Codec != CodecNone || b.Stored < placeFrom || r.stage.hi > r.stage.lo {
		return nil, nil
	}
	dst := r.place.Place(b.Table, b.First, b.Rows)
	if len(dst) != int(b.Stored) {
		return nil, nil
	}
	if err := r.stage.fill(dst); err != nil {
		return nil, err
	}
	if _, err := r.head.open(b, dst, nil); err != nil {
		return nil, err
	}
	if gap := int(r.padded(b)) - len(dst); gap > 0 {
		zeros, err := r.stage.take(gap, gap)
		if err := r.stage.realign(err); err != nil {
			return nil, err
		}
		if !isZero(zeros) {
			return nil, r.head.blockError(b, int64(b.Stored), ErrPadding, "after a block")
		}
	}
	r.placed = true
	return dst, r.check.check(b, dst)
}

// fill reads all of dst past the buffer, which is empty.
func (s *stage) fill(dst []byte) error {
	n, err := io.ReadFull(s.src, dst)
	s.pos += int64(n)
	switch err {
	case nil:
		return nil
	case io.EOF, io.ErrUnexpectedEOF:
		return errAt(1, s.pos, ErrTruncated, "")
	}
	return errAt(0, s.pos, err, "")
}
