package store

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"sync"
)

// spans is an Array without its element type: everything but the few operations that
// handle elements as such. It is compiled once, not once for each T.
//
// Invariants: every position below top is in free, in a hold, or in use; used
// counts the last; free holds none that touches top; with blocks, the last
// position of each slab is in none of them, so that no stretch goes over it; the
// positions from top to fresh, if any, have memory and are in one piece.
type spans struct {
	place
	shift uint8
	mask  uint32

	state state
	wipes bool // what is free again is set to zero
	size  int  // bytes of an element
	elem  reflect.Type
	opt   options
	free  extents

	mu     sync.Mutex // guards what Bytes changes or looks up: memory, table, pieces, and how far holds are filled
	holds  []hold
	ranges stretches // committed and not released

	refusal *fullError
	life    *life // nil but under the tag invariants
}

// init is Init of an Array of elem.
func (a *spans) init(elem reflect.Type, opts []Option) error {
	if err := a.state.begins(); err != nil {
		return err
	}
	o, err := collect(opts)
	if err != nil {
		return err
	}
	if o.policySet || o.skipperSet {
		return errors.New("store: Array and Strings have neither a policy nor a skipper")
	}
	if err := checkRecord(elem); err != nil {
		return err
	}
	a.elem, a.size, a.opt = elem, int(elem.Size()), o
	a.end = o.limit
	if o.backing == Reserved {
		n := uint64(o.limit)
		if n == maxRows {
			n = min(n, uint64(reserveBytes)/uint64(a.size))
		}
		if a.reserveFor(n) == nil {
			a.open()
			return nil
		}
		a.opt.backing = Blocks
	}
	a.shift = min(blockShift(o.blockBytes, a.size), uint8(bits.Len32(o.limit))) // and the last position
	if a.opt.backing == Geometric {
		a.shift = geometricShift
	}
	a.mask = 1<<a.shift - 1
	a.slabs.most = slabsMost(o.limit, a.mask, a.size)
	a.open()
	return nil
}

// ready gives what has not been used yet the default options, as an Array of elem.
func (a *spans) ready(elem reflect.Type) error {
	switch a.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return a.init(elem, nil)
}

// reserveFor makes a reservation for n elements. One that there was is the caller's to
// close.
func (a *spans) reserveFor(n uint64) error {
	if n > uint64(math.MaxInt/a.size) {
		return fmt.Errorf("%w: %d elements of %v", ErrMemory, n, a.elem)
	}
	bytes := int(n) * a.size
	if bytes >= hugeBytes && bytes <= math.MaxInt-2*hugeBytes {
		bytes += hugeBytes // see meetPages
	}
	mem, err := reserve(bytes)
	if err != nil {
		return err
	}
	a.mem, a.end, a.one = mem, uint32(n), rawOf(mem.mem.all())
	a.pad, a.fresh = 0, 0 // of the one before
	return nil
}

func (a *spans) open() {
	a.state = open
	a.life = opened("Array", a.elem, a)
}

// locate returns the address of count elements from start on, or nil if they are not
// within the Array or not in one piece.
func (a *spans) locate(start, count uint32) raw {
	if uint64(start)+uint64(count) > uint64(a.top) {
		return raw{}
	}
	if len(a.table) == 0 {
		return a.one.from(start, a.size)
	}
	return a.locateBlocks(start, count)
}

func (a *spans) locateBlocks(start, count uint32) raw {
	first := a.at(start)
	if start&a.mask+count-1 <= a.mask { // in one block
		return first
	}
	last := a.at(start + count - 1)
	// A span that no Append returned might cross from one slab into another.
	if first.isNil() || last.isNil() || !first.leadsTo(last, count-1, a.size) {
		return raw{}
	}
	return first
}

// at returns the address of an element of a block.
func (a *spans) at(i uint32) raw {
	b := a.table[i>>a.shift]
	if b.isNil() {
		return b
	}
	return b.from(i&a.mask, a.size)
}

// next is take where nothing that is free may fit and new positions have memory.
func (a *spans) next(n uint64) (uint32, bool) {
	i := a.top
	if n <= a.free.total || n > uint64(a.fresh) || uint64(i)+n > uint64(a.fresh) {
		return 0, false
	}
	a.top += uint32(n)
	a.used += uint32(n)
	return i, true
}

// permits reports whether n elements more are within the limit, beside those in use and
// those of holds. There may be places for more, where lost ones were loaded as free ones.
func (a *spans) permits(n uint32) bool {
	all := uint64(a.used) + uint64(n)
	for k := range a.holds {
		all += uint64(a.holds[k].Len)
	}
	return all <= uint64(a.opt.limit)
}

// take finds n positions and their memory, and counts them as used. room is that of find.
func (a *spans) take(n, room uint32) (uint32, error) {
	if !a.permits(n) {
		return 0, a.full(int(n))
	}
	a.mu.Lock()
	i, err := a.find(n, room)
	if err == nil {
		if err = a.back(i, n, false); err != nil {
			a.giveBack(i, n)
		}
		a.fresh = a.backedTo()
	}
	a.mu.Unlock()
	if err != nil && room > 0 {
		return a.take(n, 0) // there may be memory for that
	}
	if err != nil {
		return 0, err
	}
	a.used += n
	return i, nil
}

// make is Array.Make. room is that of find.
func (a *spans) make(elem reflect.Type, n int, room uint32) (stretch, error) {
	if i, ok := a.next(uint64(n)); ok {
		a.wake(i, uint32(n))
		return stretch{i, uint32(n)}, nil
	}
	return a.makeSlow(elem, n, room)
}

// makeSlow is make with all that may stand against it.
func (a *spans) makeSlow(elem reflect.Type, n int, room uint32) (stretch, error) {
	if n < 0 {
		return stretch{}, countError(n)
	}
	if uint64(n) > maxRows {
		return stretch{}, &fullError{of: elem, n: n, used: a.top, most: maxRows}
	}
	if n == 0 {
		return stretch{}, nil
	}
	if err := a.ready(elem); err != nil {
		return stretch{}, err
	}
	i, err := a.take(uint32(n), room)
	if err != nil {
		return stretch{}, err
	}
	a.wake(i, uint32(n))
	return stretch{i, uint32(n)}, nil
}

// extendSpan is Array.Extend by n elements, given as bytes.
func (a *spans) extendSpan(elem reflect.Type, s stretch, elems []byte, n int) (stretch, error) {
	if n == 0 {
		return s, nil
	}
	if s.n > 0 && (!a.inUse(s.first, s.n) || !a.isOwn(s.first, s.n)) {
		return s, notInUse(s.first, s.n)
	}
	more := uint32(min(uint64(n), maxRows))
	if s.n > 0 && !a.inRange(s.first) && a.stretchTo(s.end(), more) {
		copy(a.bytes(s.end(), more), elems)
		return stretch{s.first, s.n + more}, nil
	}
	// With room, a span that grows bit by bit in slabs of its own takes memory and time by its
	// length, not by the square.
	all, err := a.make(elem, int(s.n)+n, s.n/2)
	if err != nil {
		return s, err
	}
	dst := a.bytes(all.first, all.n)
	if s.n == 0 {
		copyRows(dst, elems)
		return all, nil
	}
	copy(dst[copy(dst, a.bytes(s.first, s.n)):], elems)
	return all, a.freeSpan(s.first, s.n)
}

// stretchTo takes the n positions from end on, if they are free or new.
func (a *spans) stretchTo(end, n uint32) bool {
	if !a.permits(n) {
		return false
	}
	if end == a.top {
		most := a.end
		if a.opt.backing != Reserved {
			most = min(most, a.edge())
		}
		if uint64(end)+uint64(n) > uint64(most) {
			return false
		}
	} else if uint64(end)+uint64(n) > uint64(a.top) || a.free.has(end, n) != n {
		return false
	}
	a.mu.Lock()
	err := a.back(end, n, false) // what is free may be of a range that was not filled
	a.mu.Unlock()
	if err != nil {
		return false
	}
	if end == a.top {
		a.top += n
	} else {
		a.free.cut(end, n)
	}
	a.used += n
	a.wake(end, n)
	return true
}

// freeSpan gives elements back; see Array.Free.
func (a *spans) freeSpan(start, count uint32) error {
	if a.state != open || !a.within(start, count) || !a.isOwn(start, count) {
		return notInUse(start, count)
	}
	if !guarded && !a.inRange(start) {
		if !a.free.add(start, count) {
			return notInUse(start, count)
		}
		a.used -= count
		if a.free.last().end() == a.top { // only sink changes what Bytes looks at
			a.mu.Lock()
			defer a.mu.Unlock()
			a.sink()
		}
		return nil
	}
	if a.free.has(start, count) > 0 {
		return notInUse(start, count)
	}
	if a.inRange(start) {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used -= count
	a.bury(start, count)
	a.giveBack(start, count)
	return nil
}

func notInUse(start, count uint32) error {
	return fmt.Errorf("%w: span %d+%d", ErrRange, start, count)
}

func (a *spans) clear() {
	if a.state != open {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ranges, a.used = stretches{}, 0
	keep := a.held(nil)
	top := a.top
	a.keepOnly(keep)
	a.unmapFree(top)
	a.buryFree(top)
}

func (a *spans) close() error {
	if a.state == closed {
		return nil
	}
	mem, slabs, held := a.mem, a.slabs, len(a.holds) > 0
	mem.touched(a.pad + int(a.top)*a.size)
	if !held {
		a.buryAll()
	}
	a.life.end()
	*a = spans{state: closed}
	if held { // as in slots
		mem.unmapFiles(0, mem.size(), false)
		return nil
	}
	return cmp.Or(mem.close(), slabs.close())
}

// inUse reports whether a span is in one piece, and neither free nor held.
func (a *spans) inUse(start, count uint32) bool {
	return a.within(start, count) && a.free.has(start, count) == 0
}

// within reports whether a span is in one piece, not held, and without the last position
// of a slab.
func (a *spans) within(start, count uint32) bool {
	if count == 0 || a.locate(start, count).isNil() {
		return false
	}
	if len(a.pieces) > 0 && start+count >= a.pieces[a.piece(start)].end() {
		return false
	}
	for k := range a.holds {
		if h := &a.holds[k]; h.First < start+count && start < h.First+h.Len {
			return false
		}
	}
	return true
}

// isOwn reports whether a span that is in use may be one that a method returned: it is in
// a committed range, or it touches none.
func (a *spans) isOwn(start, count uint32) bool {
	r := a.ranges.at(a.ranges.find(start))
	return r.n == 0 || start+count <= r.first || r.first <= start && start+count <= r.end()
}

// isAlone reports whether a span is in use and no committed range touches it, so that
// nothing but Free or Clear takes it back.
func (a *spans) isAlone(start, count uint32) bool {
	r := a.ranges.at(a.ranges.find(start))
	return a.inUse(start, count) && (r.n == 0 || start+count <= r.first)
}

// held appends the reserved stretches, in order. It does not look at what Bytes writes
// to a hold, perhaps at this moment.
func (a *spans) held(to []stretch) []stretch {
	for k := range a.holds {
		h := &a.holds[k]
		to = append(to, stretch{h.First, h.Len})
	}
	return to
}

// inRange reports whether position i belongs to a committed range.
func (a *spans) inRange(i uint32) bool {
	r := a.ranges.at(a.ranges.find(i))
	return r.n > 0 && r.first <= i
}

// eachBacked calls f for the memory of n elements, as far as they have any.
func (a *spans) eachBacked(first, n uint32, f func(mem []byte)) {
	if len(a.table) == 0 {
		if end := min(uint64(first)+uint64(n), uint64(max(a.mem.ready-a.pad, 0)/a.size)); a.opt.backing == Reserved && uint64(first) < end {
			f(a.one.bytes(first, uint32(end)-first, a.size))
		}
		return
	}
	for end := min(uint64(first)+uint64(n), uint64(len(a.table))<<a.shift); uint64(first) < end; {
		k := min(uint32(end)-first, a.mask+1-first&a.mask)
		if p := a.at(first); !p.isNil() {
			f(p.bytes(0, k, a.size))
		}
		first += k
	}
}

// bury is called for elements that are free again.
func (a *spans) bury(first, n uint32) {
	if a.wipes {
		a.eachBacked(first, n, func(mem []byte) { clear(mem) })
		return
	}
	a.poison(first, n)
}

// buryFree is bury for all that is free, up to what was the top.
func (a *spans) buryFree(top uint32) {
	if !guarded && !a.wipes {
		return
	}
	for s := range a.free.all() {
		a.bury(s.first, s.n)
	}
	if a.top < top {
		a.bury(a.top, top-a.top)
	}
}
