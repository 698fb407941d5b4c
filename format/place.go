package format

import (
	"io"
	"runtime"
)

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
// stored as it is goes straight to where place says, which spares the copy, and
// where several such blocks follow each other the next one is read, in a
// goroutine, while this one is checked and used. Block.Placed tells. Where the
// block or one after it proves bad, what stands in that memory is undefined.
// A reader that is left before its end must be told so by Stop.
func (r *Reader) NextInto(place Placer) (Block, error) {
	r.place, r.placed = place, false
	b, err := r.Next()
	b.Placed = r.placed
	r.place = nil
	if err != nil {
		r.Stop()
	}
	return b, err
}

// Stop waits for a read that NextInto has begun and ends its goroutine. After
// it nothing of the source and of the memory of a Placer is touched until the
// next call. Next has no need of it.
func (r *Reader) Stop() {
	if r.ahead == nil {
		return
	}
	if r.ahead.block != nil {
		<-r.ahead.done
	}
	close(r.ahead.jobs)
	r.ahead = nil
}

// readahead is a long block that is being read beside the caller's work.
type readahead struct {
	jobs  chan *BlockInfo
	done  chan error
	block *BlockInfo // under way
	dst   []byte
}

// placeFor is where a block stays, nil where it is read through the buffer.
func (r *Reader) placeFor(b *BlockInfo) []byte {
	if r.place == nil || b.Codec != CodecNone || b.Stored < placeFrom {
		return nil
	}
	if dst := r.place.Place(b.Table, b.First, b.Rows); len(dst) == int(b.Stored) {
		return dst
	}
	return nil
}

// readPlaced reads a block to its place, if it has one; else it returns nil.
func (r *Reader) readPlaced(b *BlockInfo) (dst []byte, err error) {
	if a := r.ahead; a != nil && a.block != nil {
		dst, err = a.dst, <-a.done
		a.block = nil
	} else if r.stage.hi == r.stage.lo {
		if dst = r.placeFor(b); dst == nil {
			return nil, nil
		}
		err = r.fill(b, dst)
	}
	if dst == nil || err != nil {
		return nil, err
	}
	r.readAhead(b)
	r.placed = true
	return dst, r.check.check(b, dst)
}

// readAhead begins to read the block after b, if it is as long.
func (r *Reader) readAhead(b *BlockInfo) {
	blocks := r.head.dir.blocks
	if r.next >= len(blocks) {
		return
	}
	next := &blocks[r.next]
	if next.Chunk != b.Chunk || r.check.skip[next.Table] || r.stage.hi > r.stage.lo {
		return
	}
	dst := r.placeFor(next)
	if dst == nil {
		return
	}
	if r.ahead == nil {
		if runtime.GOMAXPROCS(0) < 2 {
			return
		}
		r.ahead = &readahead{jobs: make(chan *BlockInfo, 1), done: make(chan error, 1)}
		go r.serve(r.ahead)
	}
	r.ahead.block, r.ahead.dst = next, dst
	r.ahead.jobs <- next
}

// serve reads what it is told to. The stage is its own until it says done.
func (r *Reader) serve(a *readahead) {
	for b := range a.jobs {
		a.done <- r.fill(b, a.dst)
	}
}

// fill reads a block to its place, with the padding after it, and checks rule
// 6. The buffer is empty before and after.
func (r *Reader) fill(b *BlockInfo, dst []byte) error {
	if err := r.stage.fill(dst); err != nil {
		return err
	}
	if _, err := r.head.open(b, dst, nil); err != nil {
		return err
	}
	gap := int(r.padded(b)) - len(dst)
	if gap == 0 {
		return nil
	}
	zeros, err := r.stage.take(gap, gap)
	if err := r.stage.realign(err); err != nil {
		return err
	}
	if !isZero(zeros) {
		return r.head.blockError(b, int64(b.Stored), ErrPadding, "after a block")
	}
	return nil
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
