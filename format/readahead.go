package format

import (
	"runtime"
	"sync/atomic"
)

// aheadMost is how many blocks are under way at once: enough that neither side
// waits for the other at each block, and few enough to stay in the cache.
const aheadMost = 4

// readahead reads long blocks in a goroutine, beside the caller's work, and
// does the part of their checks that looks at no other block.
//
// Invariants: the blocks under way follow each other in the file, are of one
// chunk and stand before the reader's next one in their order; while there are
// any, the source, the stage and cols belong to the goroutine.
type readahead struct {
	todo chan *aheadBlock // nil ends the goroutine
	done chan *aheadBlock
	ring [aheadMost + 1]aheadBlock // one more: the caller has one
	head int                       // in ring: the oldest under way
	n    int                       // under way
	live bool                      // the goroutine runs
	next int                       // block of the file that follows those under way
	quit atomic.Bool               // nothing more is wanted
	cols columnCheck
}

// aheadBlock is a block on its way.
type aheadBlock struct {
	info   *BlockInfo
	dst    []byte
	placed bool   // dst is the Placer's
	own    []byte // else this holds it
	err    error
	held   bool // its columns hold
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
	for ; a.n > 0; a.n-- {
		<-a.done
	}
	a.todo <- nil
	<-a.done
	a.live = false
}

// readLong reads a block that is long enough for a read of its own; nil if it
// is not, or the buffer has the beginning of it.
func (r *Reader) readLong(b *BlockInfo) ([]byte, error) {
	a := r.ahead
	if a == nil || a.n == 0 {
		if r.stage.hi > r.stage.lo || !r.isLong(b) {
			return nil, nil
		}
		if !r.sendAhead(b) {
			dst := r.placeFor(b)
			if dst == nil {
				return nil, nil
			}
			if err := r.fill(b, dst); err != nil {
				return nil, err
			}
			r.placed = true
			return dst, r.check.check(b, dst, false)
		}
		a = r.ahead
	}
	r.topUp(b.Chunk)
	at := <-a.done
	a.head, a.n = (a.head+1)%len(a.ring), a.n-1
	if at.err != nil {
		return nil, at.err
	}
	r.placed = at.placed
	return at.dst, r.check.check(b, at.dst, at.held)
}

// isLong says whether a block can be read past the buffer.
func (r *Reader) isLong(b *BlockInfo) bool {
	return r.place != nil && b.Codec == CodecNone && b.Stored >= placeFrom
}

// sendAhead begins to read b in the goroutine, if the block after it is long
// too and there is a processor for it.
func (r *Reader) sendAhead(b *BlockInfo) bool {
	blocks := r.head.dir.blocks
	if r.next >= len(blocks) || blocks[r.next].Chunk != b.Chunk || !r.isLong(&blocks[r.next]) || r.check.skip[blocks[r.next].Table] {
		return false
	}
	if runtime.GOMAXPROCS(0) < 2 {
		return false
	}
	if r.ahead == nil {
		r.ahead = &readahead{todo: make(chan *aheadBlock, aheadMost), done: make(chan *aheadBlock, aheadMost)}
	}
	a := r.ahead
	a.next = r.next - 1
	if !a.live {
		a.live = true
		a.quit.Store(false)
		go r.serve(a)
	}
	r.topUp(b.Chunk)
	return a.n > 0
}

// topUp sends the goroutine what it can read on.
func (r *Reader) topUp(chunk int) {
	a, blocks := r.ahead, r.head.dir.blocks
	for a.n < aheadMost && a.next < len(blocks) {
		b := &blocks[a.next]
		if b.Chunk != chunk || r.check.skip[b.Table] || !r.isLong(b) {
			return
		}
		at := &a.ring[(a.head+a.n)%len(a.ring)]
		at.info, at.dst, at.err, at.held = b, r.placeFor(b), nil, false
		if at.placed = at.dst != nil; !at.placed {
			if b.Stored > stageFull {
				return
			}
			if at.own == nil {
				at.own = make([]byte, stageFull)
			}
			at.dst = at.own[:b.Stored]
		}
		a.next, a.n = a.next+1, a.n+1
		a.todo <- at
	}
}

// serve reads what it is told to. After an error it reads no more.
func (r *Reader) serve(a *readahead) {
	var err error
	for at := range a.todo {
		if at == nil {
			a.done <- nil
			return
		}
		if err == nil && !a.quit.Load() {
			err = r.fill(at.info, at.dst)
			at.held = err == nil && r.check.columnsHold(&a.cols, at.info, at.dst)
		}
		at.err = err
		a.done <- at
	}
}
