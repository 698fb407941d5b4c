package format

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// aheadMost is how many blocks of a run may be under way at once: enough that the
	// goroutine has work while the caller checks the format's own tables, because
	// waking the goroutine up takes longer than a block does.
	aheadMost = 96
	// aheadOwn is how many of them may be in buffers of the reader.
	aheadOwn = 4
)

// aheadFrom is the least number of bytes for which a second goroutine gains more than
// waking it up costs. Tests of this package set it to less.
var aheadFrom int64 = 1 << 20

// readahead reads long blocks with two goroutines, the caller's and one more. Each
// takes the next block, reads it, and does all that can be done with this block alone,
// so that its rows stay in one core's cache; then it takes the next. The caller does
// what needs several blocks, when their turn comes.
//
// The format's own tables come before the rows, and the caller checks them. To give the
// goroutine work meanwhile, a source that can be read at any place is read in two runs:
// one at the reader's place, and one where the rows of the chunk begin. The second
// leaves short blocks out.
//
// Invariants: the blocks of a run follow each other in the file and are of one chunk,
// and none is before the reader's next block; the second run is behind the first. While
// any blocks are under way, the source and the stage belong to the goroutine that holds
// mu. If the source can be read at any place, what such reads use of them does not
// change.
type readahead struct {
	runs  [2]aheadRun
	spare [][]byte  // buffers for blocks that have no place of their own
	owned int       // blocks under way that are in one of those
	last  []byte    // the buffer of the block that the caller has, or had last
	live  bool      // the goroutine runs
	wake  chan bool // there are blocks; false ends the goroutine
	ended chan struct{}
	ready chan struct{} // a block has become ready
	scan  rowScan       // the goroutine's
	mu    sync.Mutex    // guards the queues of the runs, and err
	err   error         // of a read; there are no more reads after it
	far   bool          // both goroutines may read at once
	quit  atomic.Bool   // nothing more is wanted
}

// aheadRun is blocks that follow each other in the file. Block i of the file is in
// ring[i%len(ring)]. The ring has room for one more block than can be under way: the
// one that the caller has.
type aheadRun struct {
	ring        [aheadMost + 1]aheadBlock
	first, next int // blocks under way, as the caller sees it
	take, end   int // those of them that have not been taken; guarded by readahead.mu
	from, to    int // blocks that the ring has, or had, since forget
}

func (u *aheadRun) n() int { return u.next - u.first }

func (u *aheadRun) at(i int) *aheadBlock { return &u.ring[i%len(u.ring)] }

// forget lets go of memory that the ring's blocks are in.
func (u *aheadRun) forget() {
	for i := max(u.from, u.to-len(u.ring)); i < u.to; i++ {
		at := u.at(i)
		at.dst, at.place = nil, nil
	}
	u.from, u.to = 0, 0
}

// aheadBlock is a block that is under way.
type aheadBlock struct {
	info    *BlockInfo
	dst     []byte
	place   Placer // whose memory dst is; nil for own, and for the file in memory
	own     []byte // the buffer that dst is in
	err     error
	out     bool        // the run leaves it out
	ready   atomic.Bool // the other fields may be read
	looked  bool        // found is about this block
	found   scanResult
	settled bool
}

// Stop ends the reading of a file before its end. It waits for the reads that NextInto
// has begun, ends the goroutine, and lets go of the source and of the memory of a
// Placer. After it, Next returns an error until Reset. A reader that has returned an
// error, such as io.EOF, has stopped already.
func (r *Reader) Stop() {
	r.halt()
	if r.err == nil {
		r.err = errAt(0, -1, errStopped, "")
	}
	r.forget()
}

// halt ends all that is under way.
func (r *Reader) halt() {
	a := r.ahead
	if a == nil || !a.live {
		return
	}
	a.quit.Store(true)
	for i := range a.runs {
		for u := &a.runs[i]; u.n() > 0; u.first++ {
			at := u.at(u.first)
			r.await(at)
			a.giveOwn(at)
		}
	}
	a.wake <- false
	<-a.ended
	a.live = false
}

// readLong reads a block that is long enough for a read of its own. It returns nil if
// the block is not, or if its beginning is in the buffer.
func (r *Reader) readLong(b *BlockInfo) ([]byte, error) {
	u := r.runAt(r.next - 1)
	if u == nil {
		if r.stage.hi > r.stage.lo && !r.stage.memory || !r.isLong(b) {
			return nil, nil
		}
		u = r.beginAhead(b)
	}
	a := r.ahead
	if a.last != nil {
		a.spare, a.last = append(a.spare, a.last), nil
	}
	r.topUp(u, b.Chunk)
	if u == &a.runs[0] && a.runs[1].n() > 0 {
		r.topUp(&a.runs[1], b.Chunk)
	}
	if u.n() == 0 {
		return nil, nil // too long to be kept here
	}
	at := u.at(u.first)
	u.first++
	if at.own != nil {
		a.last, at.own = at.own, nil
		a.owned--
	}
	switch err := r.await(at).(type) {
	case nil:
	case *foreignPanic:
		panic(err.value)
	default:
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

// await works on blocks under way until at is ready.
func (r *Reader) await(at *aheadBlock) error {
	for !at.ready.Load() {
		if !r.takeOne(&r.check.scan) && !at.ready.Load() {
			<-r.ahead.ready
		}
	}
	return at.err
}

// isLong reports whether a block can be read without the buffer.
func (r *Reader) isLong(b *BlockInfo) bool {
	return r.place != nil && b.Codec == CodecNone && b.Stored >= placeFrom && !r.check.skip[b.Table]
}

// runAt returns the run that has block i of the file, the reader's next one, under way,
// or nil.
func (r *Reader) runAt(i int) *aheadRun {
	if r.ahead == nil {
		return nil
	}
	for k := range r.ahead.runs {
		u := &r.ahead.runs[k]
		for u.n() > 0 && u.first < i {
			u.first++ // it was left out
		}
		if u.n() > 0 && u.first == i && !u.at(i).out {
			return u
		}
	}
	return nil
}

// aheadAt returns the first block of the file that is under way, or the number of all
// blocks. The buffer must not read that far.
func (r *Reader) aheadAt() int {
	if r.ahead != nil {
		u := &r.ahead.runs[1]
		for i := u.first; i < u.next; i++ {
			if !u.at(i).out {
				return i
			}
		}
	}
	return len(r.head.dir.blocks)
}

// beginAhead begins the first run with b, the reader's next block. It starts the
// goroutine if the next block is long too, if enough blocks follow, and if there is a
// processor for it.
func (r *Reader) beginAhead(b *BlockInfo) *aheadRun {
	if r.ahead == nil {
		r.ahead = &readahead{wake: make(chan bool, 2), ended: make(chan struct{}, 1), ready: make(chan struct{}, 1)}
	}
	a, blocks := r.ahead, r.head.dir.blocks
	u := &a.runs[0]
	r.beginRun(u, r.next-1)
	if a.runs[1].n() > 0 {
		return u // the rest is as it was
	}
	a.err, a.far = nil, r.stage.random()
	a.quit.Store(false)
	if !a.live && r.next < len(blocks) && blocks[r.next].Chunk == b.Chunk && r.isLong(&blocks[r.next]) &&
		r.Size()-b.Offset >= aheadFrom && runtime.GOMAXPROCS(0) > 1 {
		a.live = true
		go r.serve(a)
	}
	if a.live && a.far && r.isOwn(b) {
		r.beginRows(b.Chunk)
	}
	return u
}

// beginRun begins a run at block i. Nothing must be under way in it.
func (r *Reader) beginRun(u *aheadRun, i int) {
	r.ahead.mu.Lock()
	defer r.ahead.mu.Unlock()
	u.first, u.next, u.take, u.end = i, i, i, i
}

// isOwn reports whether a block is one of the format's own tables.
func (r *Reader) isOwn(b *BlockInfo) bool {
	return r.head.plan.schema.Tables[b.Table].Class == ClassFixed
}

// beginRows begins the second run, at the first rows of the chunk.
func (r *Reader) beginRows(chunk int) {
	blocks := r.head.dir.blocks
	i := r.next
	for i < len(blocks) && blocks[i].Chunk == chunk && r.isOwn(&blocks[i]) {
		i++
	}
	r.beginRun(&r.ahead.runs[1], i)
	r.topUp(&r.ahead.runs[1], chunk)
}

// topUp adds blocks to a run: several if the goroutine runs, otherwise one. The first
// run ends where the second has a block, and at a block that is not long. The second
// run leaves such blocks out, and blocks that have no place of their own.
func (r *Reader) topUp(u *aheadRun, chunk int) {
	a, blocks := r.ahead, r.head.dir.blocks
	second := u == &a.runs[1]
	most, end := 1, len(blocks)
	if a.live {
		most = aheadMost
	}
	if !second {
		end = r.aheadAt()
	}
	for u.n() < most && u.next < end && blocks[u.next].Chunk == chunk {
		at := u.at(u.next)
		if u.from == u.to {
			u.from = u.next
		}
		u.to = u.next + 1
		if at.out = !r.prepare(at, &blocks[u.next], !second); at.out && !second {
			return
		}
		at.ready.Store(at.out)
		a.mu.Lock()
		u.end++
		a.mu.Unlock()
		u.next++
		if a.live && !at.out {
			select {
			case a.wake <- true:
			default: // it has enough to wake up for
			}
		}
	}
}

// prepare finds memory for a block that can be read without the buffer. own says
// whether that may be memory of the reader. It may not for the format's own tables:
// those are done with as soon as they are checked, and fresh memory costs more than
// reading them ahead gains.
func (r *Reader) prepare(at *aheadBlock, b *BlockInfo, own bool) bool {
	at.info, at.err, at.looked, at.settled = b, nil, false, false
	if !r.isLong(b) {
		return false
	}
	a := r.ahead
	at.dst, at.place = r.placeFor(b), r.place
	switch {
	case at.dst != nil:
	case r.stage.memory:
		at.dst, at.place = r.stage.buf[b.Offset:][:b.Stored:b.Stored], nil
	case !own || r.isOwn(b) || b.Stored > stageFull || a.owned == aheadOwn:
		return false
	default:
		at.own = a.takeOwn()
		at.dst, at.place = at.own[:b.Stored], nil
	}
	return true
}

func (a *readahead) takeOwn() []byte {
	a.owned++
	if k := len(a.spare) - 1; k >= 0 {
		own := a.spare[k]
		a.spare = a.spare[:k]
		return own
	}
	return make([]byte, stageFull)
}

// giveOwn takes back the memory that takeOwn gave for a block, if any.
func (a *readahead) giveOwn(at *aheadBlock) {
	if at.own != nil {
		a.spare, at.own = append(a.spare, at.own), nil
		a.owned--
	}
}

// serve takes blocks until it is told to stop. If the source ends the goroutine, another
// one goes on, because the caller still relies on one.
func (r *Reader) serve(a *readahead) {
	told := false
	defer func() {
		if told {
			a.ended <- struct{}{}
		} else {
			go r.serve(a)
		}
	}()
	for <-a.wake {
		for r.takeOne(&a.scan) {
		}
	}
	told = true
}

// takeOne reads the next block that nobody has taken, and does all that needs no other
// block. It returns false if there is none. A source that cannot be read at any place
// is read by one goroutine at a time, in order.
func (r *Reader) takeOne(scan *rowScan) bool {
	a := r.ahead
	a.mu.Lock()
	at := a.runs[0].pop()
	if at == nil {
		at = a.runs[1].pop()
	}
	if at == nil {
		a.mu.Unlock()
		return false
	}
	err, back := errStopped, false
	defer func() { // even if the source or the Placer panics: Stop waits for the block
		if scan == &a.scan && !back { // the goroutine passes it on to the caller
			if p := recover(); p != nil {
				err = &foreignPanic{"source or the Placer", p}
			} else {
				err = errAt(0, at.info.Offset, errSourceExit, "")
			}
		}
		r.deliver(at, err)
	}()
	filled := r.fillTaken(at, scan)
	if filled == nil && !a.quit.Load() {
		r.finishAlone(at, scan)
	}
	err, back = filled, true
	return true
}

// fillTaken is fill for a caller that holds mu, which it gives back.
func (r *Reader) fillTaken(at *aheadBlock, scan *rowScan) error {
	a := r.ahead
	if a.far {
		a.mu.Unlock()
		if a.quit.Load() {
			return errStopped
		}
		return r.fill(at, scan)
	}
	defer a.mu.Unlock()
	if a.err == nil && !a.quit.Load() {
		a.err = errStopped // unless fill returns
		a.err = r.fill(at, scan)
	}
	return a.err
}

// pop takes the next block of the run, or returns nil. The caller holds mu.
func (u *aheadRun) pop() *aheadBlock {
	for u.take < u.end {
		at := u.at(u.take)
		if u.take++; !at.out {
			return at
		}
	}
	return nil
}

// errStopped is the error of blocks that nobody will ask for.
var errStopped = errors.New("the reader has been stopped")

func (r *Reader) deliver(at *aheadBlock, err error) {
	at.err = err
	at.ready.Store(true)
	select {
	case r.ahead.ready <- struct{}{}:
	default: // the caller has not seen the last one yet
	}
}

// fill reads a block to its place, with the padding behind it, and checks rule 6. The
// padding has room in scan.
func (r *Reader) fill(at *aheadBlock, scan *rowScan) error {
	if at.place != nil || !r.stage.memory { // otherwise dst is the file's own memory
		if err := r.readTo(at.dst, at.info.Offset); err != nil {
			return err
		}
	}
	if _, err := r.head.open(at.info, at.dst, nil); err != nil {
		return err
	}
	gap := int(r.padded(at.info)) - len(at.dst)
	if gap == 0 {
		return nil
	}
	scan.gap = sized(scan.gap, gap)
	if err := r.readTo(scan.gap, at.info.Offset+int64(len(at.dst))); err != nil {
		return err
	}
	if !isZero(scan.gap) {
		return r.head.blockError(at.info, int64(at.info.Stored), ErrPadding, "after a block")
	}
	return nil
}

// readTo fills dst with bytes of the file from pos on, without the stage's buffer. If the
// source cannot be read at any place, it has come to pos, and the buffer is empty.
func (r *Reader) readTo(dst []byte, pos int64) error {
	if r.ahead.far {
		return r.stage.fillAt(dst, pos)
	}
	return r.stage.fill(dst)
}

// finishAlone checks the rows of a block as far as they can be checked alone, and
// settles them.
func (r *Reader) finishAlone(at *aheadBlock, scan *rowScan) {
	if r.head.plan.schema.Tables[at.info.Table].Class == ClassFixed {
		return
	}
	if r.check.full {
		scan.look(&r.check, at.info, at.dst, at.place)
		at.looked, at.settled = true, scan.settled
		spans := append(at.found.spans[:0], scan.spans...)
		at.found = scan.scanResult
		at.found.spans = spans
		return
	}
	if at.place != nil {
		at.settled = at.place.Settle(at.info.Table, at.dst)
	}
}
