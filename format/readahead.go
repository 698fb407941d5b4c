package format

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// aheadMost is how many blocks are under way at once: enough that the
	// goroutine has work while the caller is held up by one of the format's own
	// tables, which it checks in one piece.
	aheadMost = 12
	// aheadOwn is how many of them may lie in buffers of the reader.
	aheadOwn = 4
	// aheadFrom is from how many bytes on a second goroutine gains more than
	// waking it up costs.
	aheadFrom = 1 << 20
)

// readahead reads long blocks with two goroutines, the caller's and one more.
// Each takes the next block, reads it, and does with it all that can be done
// with a block alone, so that its rows stay in one core's cache; then it takes
// the next. What joins the blocks the caller does when their turn comes.
//
// Invariants: the blocks under way follow each other in the file, are of one
// chunk and stand before the reader's next one in their order; while there are
// any, the source and the stage belong to who holds mu, or, where the source can
// be read at any place, do not change.
type readahead struct {
	ring   [aheadMost + 1]aheadBlock // one more: the caller has one
	head   int                       // in ring: the oldest under way
	n      int                       // under way
	owned  int                       // of them, in own
	next   int                       // block of the file that follows those under way
	live   bool                      // the goroutine runs
	wake   chan bool                 // there are blocks; false ends the goroutine
	ended  chan struct{}
	ready  chan struct{} // a block has become ready
	scan   rowScan       // the goroutine's
	mu     sync.Mutex
	queue  [aheadMost + 1]*aheadBlock // not yet taken
	queued int
	err    error       // of a read; there are no more reads after it
	far    bool        // both may read at once
	quit   atomic.Bool // nothing more is wanted
}

// aheadBlock is a block on its way.
type aheadBlock struct {
	info    *BlockInfo
	dst     []byte
	place   Placer // whose dst is; nil for own, and for the file in memory
	own     []byte
	gap     [64]byte // read after dst
	err     error
	ready   atomic.Bool // the rest may be looked at
	looked  bool        // found is about this block
	found   scanResult
	settled bool
}

// Stop waits for the reads that NextInto has begun and ends its goroutine.
// After it nothing of the source and of the memory of a Placer is touched until
// the next call. Next has no need of it.
func (r *Reader) Stop() {
	a := r.ahead
	if a == nil || !a.live {
		return
	}
	a.quit.Store(true)
	for a.owned = 0; a.n > 0; a.n-- {
		r.await(&a.ring[a.head])
		a.head = (a.head + 1) % len(a.ring)
	}
	a.wake <- false
	<-a.ended
	a.live = false
}

// readLong reads a block that is long enough for a read of its own; nil if it
// is not, or if the buffer has the beginning of it.
func (r *Reader) readLong(b *BlockInfo) ([]byte, error) {
	if r.ahead == nil || r.ahead.n == 0 {
		if r.stage.hi > r.stage.lo && !r.stage.memory || !r.isLong(b) {
			return nil, nil
		}
		r.beginAhead(b)
	}
	a := r.ahead
	r.topUp(b.Chunk)
	if a.n == 0 {
		return nil, nil // too long to be kept here
	}
	at := &a.ring[a.head]
	a.head, a.n = (a.head+1)%len(a.ring), a.n-1
	if at.place == nil && !r.stage.memory {
		a.owned--
	}
	if err := r.await(at); err != nil {
		return nil, err
	}
	if a.far {
		r.stage.skipTo(b.Offset + r.padded(b))
	}
	r.placed, r.settled = at.place != nil, at.settled
	var held *scanResult
	if at.looked {
		held = &at.found
	}
	return at.dst, r.check.check(b, at.dst, held)
}

// await works on what is under way until at is ready.
func (r *Reader) await(at *aheadBlock) error {
	for !at.ready.Load() {
		if !r.takeOne(&r.check.scan) && !at.ready.Load() {
			<-r.ahead.ready
		}
	}
	return at.err
}

// isLong says whether a block can be read past the buffer.
func (r *Reader) isLong(b *BlockInfo) bool {
	return r.place != nil && b.Codec == CodecNone && b.Stored >= placeFrom && !r.check.skip[b.Table]
}

// beginAhead prepares for reading b, and starts the goroutine if the block after it
// is long too, enough follows and there is a processor for it.
func (r *Reader) beginAhead(b *BlockInfo) {
	if r.ahead == nil {
		r.ahead = &readahead{wake: make(chan bool, aheadMost+2), ended: make(chan struct{}, 1), ready: make(chan struct{}, 1)}
	}
	a, blocks := r.ahead, r.head.dir.blocks
	a.next, a.err, a.far = r.next-1, nil, r.stage.random()
	a.quit.Store(false)
	if !a.live && r.next < len(blocks) && blocks[r.next].Chunk == b.Chunk && r.isLong(&blocks[r.next]) &&
		r.Size()-b.Offset >= aheadFrom && runtime.GOMAXPROCS(0) > 1 {
		a.live = true
		go r.serve(a)
	}
}

// topUp says what can be read on: with a goroutine several blocks, else one.
func (r *Reader) topUp(chunk int) {
	a, blocks := r.ahead, r.head.dir.blocks
	most := 1
	if a.live {
		most = aheadMost
	}
	for a.n < most && a.next < len(blocks) {
		b := &blocks[a.next]
		if b.Chunk != chunk || !r.isLong(b) {
			return
		}
		at := &a.ring[(a.head+a.n)%len(a.ring)]
		at.info, at.dst, at.place, at.looked, at.settled = b, r.placeFor(b), r.place, false, false
		at.ready.Store(false)
		if at.dst == nil && r.stage.memory {
			at.dst, at.place = r.stage.buf[b.Offset:][:b.Stored:b.Stored], nil
		} else if at.dst == nil {
			if b.Stored > stageFull || a.owned == aheadOwn {
				return
			}
			a.owned++
			if at.own == nil {
				at.own = make([]byte, stageFull)
			}
			at.dst, at.place = at.own[:b.Stored], nil
		}
		a.mu.Lock()
		a.queue[a.queued] = at
		a.queued++
		a.mu.Unlock()
		a.next, a.n = a.next+1, a.n+1
		if a.live {
			select {
			case a.wake <- true:
			default: // it has enough to wake up for
			}
		}
	}
}

// serve takes blocks until it is told to end.
func (r *Reader) serve(a *readahead) {
	for <-a.wake {
		r.takeOne(&a.scan)
	}
	a.ended <- struct{}{}
}

// takeOne reads the next block under way that nobody has taken and does with it
// what needs no other; false if there is none. A source that cannot be read at
// any place has one reader at a time, and gets to see them in order.
func (r *Reader) takeOne(scan *rowScan) bool {
	a := r.ahead
	a.mu.Lock()
	if a.queued == 0 {
		a.mu.Unlock()
		return false
	}
	at := a.queue[0]
	copy(a.queue[:], a.queue[1:a.queued])
	a.queued--
	if a.far {
		a.mu.Unlock()
		err := errStopped
		if !a.quit.Load() {
			err = r.fillAt(at)
		}
		r.deliver(at, err, scan)
		return true
	}
	if a.err == nil && !a.quit.Load() {
		a.err = r.fill(at)
	}
	err := a.err
	a.mu.Unlock()
	r.deliver(at, err, scan)
	return true
}

// errStopped is for blocks that nobody is going to ask for.
var errStopped = errors.New("lvl: the reader has been stopped")

func (r *Reader) deliver(at *aheadBlock, err error, scan *rowScan) {
	if err == nil && !r.ahead.quit.Load() {
		r.finishAlone(at, scan)
	}
	at.err = err
	at.ready.Store(true)
	select {
	case r.ahead.ready <- struct{}{}:
	default: // the caller has yet to see the last one
	}
}

// fill reads a block to its place, with the padding after it, and checks rule
// 6. The stage is empty before and after.
func (r *Reader) fill(at *aheadBlock) error {
	if err := r.stage.fill(at.dst); err != nil {
		return err
	}
	if _, err := r.head.open(at.info, at.dst, nil); err != nil {
		return err
	}
	gap := int(r.padded(at.info)) - len(at.dst)
	if gap == 0 {
		return nil
	}
	zeros, err := r.stage.take(gap, gap)
	if err := r.stage.realign(err); err != nil {
		return err
	}
	return r.checkGap(at.info, zeros)
}

// fillAt is fill for a source that can be read at any place.
func (r *Reader) fillAt(at *aheadBlock) error {
	pos := at.info.Offset
	if at.place != nil || !r.stage.memory { // else dst is where it stands in the file
		if err := r.stage.fillAt(at.dst, pos); err != nil {
			return err
		}
	}
	if _, err := r.head.open(at.info, at.dst, nil); err != nil {
		return err
	}
	for done, end := int64(len(at.dst)), r.padded(at.info); done < end; {
		part := at.gap[:min(int64(len(at.gap)), end-done)]
		if err := r.stage.fillAt(part, pos+done); err != nil {
			return err
		}
		if err := r.checkGap(at.info, part); err != nil {
			return err
		}
		done += int64(len(part))
	}
	return nil
}

func (r *Reader) checkGap(b *BlockInfo, gap []byte) error {
	if !isZero(gap) {
		return r.head.blockError(b, int64(b.Stored), ErrPadding, "after a block")
	}
	return nil
}

// finishAlone checks the rows of a block, as far as they go, and settles them.
func (r *Reader) finishAlone(at *aheadBlock, scan *rowScan) {
	if r.head.plan.schema.Tables[at.info.Table].Class == ClassFixed {
		return
	}
	if r.check.full {
		scan.look(&r.check, at.info, at.dst)
		at.looked = true
		at.found.ok = scan.ok
		at.found.spans = append(at.found.spans[:0], scan.spans...)
		if !scan.ok {
			return
		}
	}
	if at.place != nil {
		at.settled = at.place.Settle(at.info.Table, at.dst)
	}
}
