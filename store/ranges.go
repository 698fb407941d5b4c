package store

import (
	"bytes"
	"cmp"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
)

// hold is a range that has been reserved and neither committed nor released.
type hold struct {
	Range
	reused bool   // its slots were set in free
	filled uint32 // rows up to this one may have been written
}

// Reserve takes n consecutive slots for AppendRange or a loader; see Rows. It takes the
// lowest free ones that fit, or new ones behind all others. It takes holes that LIFO or
// FIFO keep in order only if there is no other room; their order is then forgotten, as
// by Trim. Commit forgets it as well where these holes outnumber the records, so that the
// next range can take them. All reserved rows get the same generation when they become alive: Range.Gen.
func (b *Bulk[T]) Reserve(n int) (Range, error) {
	if err := b.slots.ready(reflect.TypeFor[T]()); err != nil {
		return Range{}, err
	}
	return b.slots.reserve(n)
}

func (s *slots) reserve(n int) (Range, error) {
	if n < 0 {
		return Range{}, countError(n)
	}
	if uint64(n) > uint64(s.end-1) {
		return Range{}, s.full(n)
	}
	if n == 0 {
		return Range{}, nil
	}
	r, reused, err := s.takeRange(n)
	if err != nil {
		return Range{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.extend(r.First + r.Len - 1); err != nil {
		s.returnRange(r, reused)
		return Range{}, err
	}
	s.holds = addHold(s.holds, hold{Range: r, reused: reused})
	return r, nil
}

// full says that n slots do not fit behind the others.
func (s *slots) full(n int) error {
	return refused(&s.refusal, fullError{of: s.named, n: n, used: s.top - 1, most: s.end - 1})
}

// takeRange takes n consecutive slots, at most as many as there can be, and reports
// whether they were set in free.
func (s *slots) takeRange(n int) (r Range, reused bool, err error) {
	r.Len = uint32(n)
	r.First, reused = s.takeRun(r.Len)
	if r.First == 0 && s.listed > 0 && uint64(n) > uint64(s.end-s.top) {
		// Slots on the list may be adjacent, or at the tail.
		s.sweep()
		s.shrink()
		r.First, reused = s.takeRun(r.Len)
	}
	if r.First == 0 {
		if uint64(n) > uint64(s.end-s.top) {
			return r, false, s.full(n)
		}
		r.First = s.top
		s.top += r.Len
		s.fresh = max(s.fresh, s.top)
	}
	r.Gen = s.nextCommon(r)
	return r, reused, nil
}

// takeRun takes n slots that were given back and reports whether they were set in free.
// first is 0 if there are none.
func (s *slots) takeRun(n uint32) (first uint32, reused bool) {
	if first, ok := s.idle.take(n); ok {
		return first, false
	}
	if uint64(s.loose) < uint64(n) {
		return 0, false
	}
	if first = s.freeRun(n); first == 0 {
		return 0, false
	}
	for i := first; guarded && i < first+n; i++ {
		s.wake(i)
	}
	s.tighten(first, first+n)
	return first, true
}

// returnRange puts slots that takeRange took back.
func (s *slots) returnRange(r Range, reused bool) {
	if reused {
		s.loosen(r.First, r.First+r.Len)
	} else {
		s.idle.add(r.First, r.Len)
	}
	s.shrink()
}

// nextCommon returns a generation that is new to all slots of r: that which they are
// armed with, or, if that wastes few generations, one that is new to all slots of the
// store, which takes no look at them.
func (s *slots) nextCommon(r Range) uint32 {
	switch {
	case r.First >= s.known:
		return s.opt.born
	case r.First >= s.reach:
		return s.armed
	case s.plenty():
		return s.peak + 2
	}
	gen := s.opt.born
	for p := range s.parts(r.First, min(s.known, r.First+r.Len)) {
		for _, g := range p.gens {
			gen = max(gen, g|1)
		}
	}
	return gen
}

// findHold returns the index of the hold for r.
func findHold(holds []hold, r Range) (int, bool) {
	k, ok := slices.BinarySearchFunc(holds, r.First, func(h hold, first uint32) int {
		return cmp.Compare(h.First, first)
	})
	return k, ok && holds[k].Range == r
}

// fillHold notes that rows of the hold for r, from row on and at most most of them, are
// about to be written. It returns where they are and how many.
func fillHold(holds []hold, r Range, row, most int) (i, n uint32, err error) {
	k, ok := findHold(holds, r)
	if !ok {
		return 0, 0, fmt.Errorf("%w: %d+%d is not reserved", ErrRange, r.First, r.Len)
	}
	if row < 0 || most < 1 || uint64(row) >= uint64(r.Len) {
		return 0, 0, fmt.Errorf("%w: at most %d from %d on, of %d", ErrRange, most, row, r.Len)
	}
	n = uint32(min(uint64(most), uint64(r.Len)-uint64(row)))
	holds[k].fill(row, int(n))
	return r.First + uint32(row), n, nil
}

// fill notes that n rows from row on may be written.
func (h *hold) fill(row, n int) { h.filled = max(h.filled, uint32(row+n)) }

func addHold(holds []hold, h hold) []hold {
	k, _ := findHold(holds, h.Range)
	return slices.Insert(holds, k, h)
}

// Bytes returns the memory of the rows of r from row on; see Rows. With the backing
// Reserved it returns all that max permits, otherwise it stops at the end of a block.
func (b *Bulk[T]) Bytes(r Range, row, max int) ([]byte, error) {
	return b.slots.rangeBytes(r, row, max)
}

func (s *slots) rangeBytes(r Range, row, max int) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, n, err := fillHold(s.holds, r, row, max)
	if err != nil {
		return nil, err
	}
	if s.opt.backing == Reserved {
		if row == 0 {
			s.mem.rows.expect(s.offset(r.First), s.offset(r.First+r.Len))
		}
		if err := s.commitSlots(i, i+n, true); err != nil {
			return nil, err
		}
		return s.one.bytes(i, n, s.size), nil
	}
	first, size := s.block(i)
	n = uint32(min(uint64(n), uint64(first)+size-uint64(i)))
	if err := s.blockRows(i); err != nil {
		return nil, err
	}
	if err := s.commitBits(i + n); err != nil { // here, as Commit cannot fail
		return nil, err
	}
	c, at := s.cell(i)
	return c.bytes(at, n, s.size), nil
}

// Commit makes the rows of r alive; see Rows.
func (b *Bulk[T]) Commit(r Range) { b.slots.commit(r) }

func (s *slots) commit(r Range) {
	if r.Len == 0 {
		return
	}
	if err := s.publishHold(r); err != nil {
		panic(err) // only if Bytes was not called for all rows
	}
	s.revive(r)
	s.gather(0)
}

// gather forgets the order of the holes on the list, as Trim does, if they outnumber the
// records and n more: a range can take them then. Otherwise a store would grow with each
// range of which the records are removed one by one. It is not for Reserve, as a load that
// fails must leave no trace. A sweep costs a pass over the bits, so the removals since the
// last one must have paid for it: at most 16 words of bits for each.
func (s *slots) gather(n int) {
	if s.listed > s.count+n && 16*uint64(s.gone-s.swept) >= uint64(s.top>>6) {
		s.sweep()
		s.shrink()
	}
}

// revive makes the rows of r, which have memory, alive.
func (s *slots) revive(r Range) {
	from, end := r.First, r.First+r.Len
	if from >= s.reach && r.Gen == s.armed {
		from = max(from, min(end, s.known)) // they are armed with it
	}
	s.reachTo(r.First, end)
	s.peak = max(s.peak, r.Gen)
	for p := range s.parts(from, end) {
		fillGens(p.gens, r.Gen)
	}
	wakeBits(s.live, uint64(r.First), uint64(r.First)+uint64(r.Len))
	s.count += int(r.Len)
}

// publishHold ends the hold for r and prepares its rows to become alive. Loads of other
// ranges may be under way.
func (s *slots) publishHold(r Range) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := findHold(s.holds, r)
	if !ok {
		panic(fmt.Sprintf("store: commit of rows %d+%d, which are not reserved", r.First, r.Len))
	}
	s.holds = slices.Delete(s.holds, k, k+1)
	return s.publishRange(r)
}

// publishRange makes sure that all of r has memory, generations and bits.
func (s *slots) publishRange(r Range) error {
	end := r.First + r.Len
	if s.opt.backing == Reserved {
		if !s.warmTo(end) {
			if err := s.commitGens(r.First, end); err != nil {
				return err
			}
			if err := s.commitSlots(r.First, end, true); err != nil {
				return err
			}
		}
		s.publish(end)
		return nil
	}
	for i := uint64(r.First); i < uint64(end); {
		if err := s.blockRows(uint32(i)); err != nil {
			return err
		}
		first, n := s.piece(uint32(i))
		i = uint64(first) + n
	}
	return s.publishCells(r.First, end)
}

// fillGens sets all of gens to g: first a few, then by copies that double up to what
// fits the nearest cache.
func fillGens(gens []uint32, g uint32) {
	const few, piece = 32, gensPiece
	for i := range gens[:min(len(gens), few)] {
		gens[i] = g
	}
	for n := few; n < len(gens); n += min(n, piece) {
		copy(gens[n:], gens[:min(n, piece)])
	}
}

// gensPiece is how many generations fit the nearest cache, beside others.
const gensPiece = 2048

// uniform reports whether all of gens are g.
func uniform(gens []uint32, g uint32) bool {
	n := len(gens)
	return n == 0 || gens[0] == g && bytes.Equal(asBytes(gens[1:]), asBytes(gens[:n-1]))
}

// Release gives the rows of r back; see Rows.
func (b *Bulk[T]) Release(r Range) { b.slots.release(r) }

func (s *slots) release(r Range) {
	if r.Len == 0 || s.state != open {
		return
	}
	if s.drop(r) {
		return
	}
	if uint64(r.First)+uint64(r.Len) > uint64(s.known) || r.First == 0 || r.Gen&1 == 0 {
		return
	}
	mixed := !s.armTail(r) && s.killRange(r)
	s.unmapRange(r, mixed)
	// If some of the rows were removed one by one before, they are on the list and cut
	// the range into pieces, which the next level of the same size would not fit. A
	// sweep costs a pass over the bits, so it is done only when this range and the
	// removals since the last sweep have paid for it.
	if mixed && s.listed > 0 && uint64(r.Len)+16*uint64(s.gone-s.swept) >= uint64(s.top>>6) {
		s.sweep()
	}
	s.shrink()
}

// drop gives a hold back to where Reserve took it from.
func (s *slots) drop(r Range) bool {
	s.mu.Lock()
	k, ok := findHold(s.holds, r)
	if !ok {
		s.mu.Unlock()
		return false
	}
	h := s.holds[k]
	s.holds = slices.Delete(s.holds, k, k+1)
	s.mu.Unlock()
	s.unmapRange(h.Range, false)
	s.poisonHold(h)
	s.returnRange(h.Range, h.reused)
	return true
}

// poisonHold overwrites what was written to a range that is given back.
func (s *slots) poisonHold(h hold) {
	if !guarded || h.filled == 0 {
		return
	}
	for i := h.First; i < h.First+h.filled; i++ {
		c, k := s.cell(i)
		if c.hasRows() && (s.table != nil || s.offset(i+1) <= s.mem.rows.ready) {
			s.poison(c, k, 1)
		}
	}
}

// killRange removes the rows of r that still have its generation, and reports whether
// there were others among them. Those out of reach are dead: a range that was in their
// place since has been released.
func (s *slots) killRange(r Range) (mixed bool) {
	end := min(r.First+r.Len, s.reach)
	mixed = end < r.First+r.Len
	for p := range s.parts(r.First, end) {
		if r.Gen < s.opt.last && uniform(p.gens, r.Gen) {
			fillGens(p.gens, r.Gen+1)
			s.gone++
			s.count -= fillBits(s.live, uint64(p.first), uint64(p.first)+uint64(p.n), false)
			s.poison(*p.cell, p.at, p.n)
			s.loosen(p.first, p.first+p.n)
			continue
		}
		for j := 0; j < len(p.gens); {
			if p.gens[j] != r.Gen {
				mixed = true
				j++
				continue
			}
			k := j
			for k < len(p.gens) && p.gens[k] == r.Gen {
				k++
			}
			s.kill(p, uint32(j), uint32(k))
			j = k
		}
	}
	return mixed
}

// kill removes the records of p from lo up to hi, all of which are alive.
func (s *slots) kill(p part, lo, hi uint32) {
	if lo == hi {
		return
	}
	first, end := p.first+lo, p.first+hi
	s.gone++
	s.count -= fillBits(s.live, uint64(first), uint64(end), false)
	s.poison(*p.cell, p.at+lo, hi-lo)
	gens := p.gens[lo:hi]
	for j := range gens {
		gens[j]++
	}
	at := first
	for j := lo; s.peak >= s.opt.last && j < hi; j++ {
		if p.gens[j] > s.opt.last {
			s.retired++
			if i := p.first + j; at < i {
				s.loosen(at, i)
			}
			at = p.first + j + 1
		}
	}
	if at < end {
		s.loosen(at, end)
	}
}

// AppendRange inserts the records of rows into consecutive slots and returns these.
// HandleIn returns the handle of each, Release removes them all. It costs a copy of the
// rows, and one pass over the generations unless the rows take the place of a range that
// was the last one when it was released, or of all records before Clear. If more holes
// than records are kept in order, as LIFO and FIFO do, AppendRange may take them too; the
// order is then forgotten, as by Trim, in a pass over the bits that the removals have
// paid for.
func (b *Bulk[T]) AppendRange(rows []T) (Range, error) {
	if err := b.slots.ready(reflect.TypeFor[T]()); err != nil {
		return Range{}, err
	}
	return b.slots.appendRange(asBytes(rows), len(rows))
}

// appendRange is AppendRange for n records, given as bytes.
func (s *slots) appendRange(rows []byte, n int) (Range, error) {
	s.gather(n)
	if s.opt.backing == Reserved && n > 0 && uint64(n) < uint64(s.end) {
		return s.appendPiece(rows, n)
	}
	r, err := s.reserve(n)
	if err != nil || r.Len == 0 {
		return r, err
	}
	for row := 0; row < n; {
		dst, err := s.rangeBytes(r, row, n-row)
		if err != nil {
			s.release(r)
			return Range{}, err
		}
		copyRows(dst, rows[row*s.size:])
		row += len(dst) / s.size
	}
	s.commit(r)
	return r, nil
}

// appendPiece is appendRange for rows in one piece. Nothing is visible before it is
// done, so it needs no hold.
func (s *slots) appendPiece(rows []byte, n int) (Range, error) {
	r, reused, err := s.takeRange(n)
	if err != nil {
		return Range{}, err
	}
	s.mu.Lock()
	err = s.publishRange(r)
	s.mu.Unlock()
	if err != nil {
		s.returnRange(r, reused)
		return Range{}, err
	}
	copyRows(s.one.bytes(r.First, r.Len, s.size), rows)
	s.revive(r)
	return r, nil
}

// HandleIn returns the handle of row i of a committed range.
func (b *Bulk[T]) HandleIn(r Range, i int) Handle[T] {
	return Handle[T]{r.slot(i), r.Gen}
}

// slot returns the slot of row i.
func (r Range) slot(i int) uint32 {
	if uint64(i) >= uint64(r.Len) {
		panic(fmt.Sprintf("store: row %d of a range of %d", i, r.Len))
	}
	return r.First + uint32(i)
}

// InsertRange inserts the records of rows into free slots, wherever they are, and
// appends their handles to handles. If it fails, the records before the failing one are
// in. For records that are removed together, AppendRange is better.
func (b *Bulk[T]) InsertRange(handles []Handle[T], rows []T) ([]Handle[T], error) {
	s := &b.slots
	for len(rows) > 0 {
		n := len(handles)
		switch plain := s.listed == 0 && s.idle.total == 0; {
		case plain && s.loose == 0 && s.top < s.fresh:
			handles = insertTail(s, handles, rows)
			rows = rows[len(handles)-n:]
			continue
		case plain && s.loose > 0 && s.direct:
			handles = insertWord(s, handles, rows)
			rows = rows[len(handles)-n:]
			continue
		}
		h, err := b.Insert(rows[0])
		if err != nil {
			return handles, err
		}
		handles = append(handles, h)
		rows = rows[1:]
	}
	return handles, nil
}

// insertTail inserts the first of rows into the slots from top on, as many as have memory and
// lie in one cell, and appends their handles.
func insertTail[T any](s *slots, handles []Handle[T], rows []T) []Handle[T] {
	first, room := s.top, s.fresh-s.top
	c, k := s.cell(first)
	if s.table != nil {
		room = min(room, s.mask+1-k)
	}
	n := min(len(rows), int(room))
	end := first + uint32(n)
	s.top = end
	s.reachTo(first, end)
	for i := first; guarded && i < end; i++ {
		s.wake(i)
	}
	copy(elemsOf[T](c.rows, k, uint32(n)), rows)
	at := len(handles)
	handles = slices.Grow(handles, n)[:at+n]
	peak := s.peak
	gens := gensOf(c).slice(k, uint32(n))
	for i := range gens {
		g := s.nextGen(gens[i])
		gens[i] = g
		handles[at+i] = Handle[T]{first + uint32(i), g}
		peak = max(peak, g)
	}
	wakeBits(s.live, uint64(first), uint64(end))
	s.peak = peak
	s.count += n
	return handles
}

// insertWord inserts the first of rows into the free slots of the lowest word that has
// any, as many as fit, and appends their handles. It updates the store's counters once
// for all of them.
func insertWord[T any](s *slots, handles []Handle[T], rows []T) []Handle[T] {
	w := s.lowest() >> 6
	free := s.free[w]
	dst, gens := s.one.rows, gensOf(s.one)
	peak, left := s.peak, free
	n := min(bits.OnesCount64(free), len(rows))
	at := len(handles)
	handles = slices.Grow(handles, n)[:at+n]
	for k := range handles[at:] {
		i := w<<6 + uint32(bits.TrailingZeros64(left))
		left &= left - 1
		s.wake(i)
		*elemAt[T](dst, i) = rows[k]
		p := gens.at(i)
		g := s.nextGen(*p)
		*p = g
		peak = max(peak, g)
		handles[at+k] = Handle[T]{i, g}
	}
	s.free[w] = left
	s.live[w] |= free &^ left
	s.loose -= n
	s.count += n
	s.peak = peak
	return handles
}

// RemoveRange removes all records in the slots from lo up to but not including
// hi, and returns how many there were. It costs a pass over the generations. With LIFO
// and FIFO, the slots are taken again when no single one that was removed is left; see
// [Policy].
func (b *Bulk[T]) RemoveRange(lo, hi uint32) int { return b.slots.removeRange(lo, hi) }

func (s *slots) removeRange(lo, hi uint32) int {
	lo, hi = max(lo, 1), min(hi, s.reach, s.top)
	if lo >= hi {
		return 0
	}
	before := s.count
	for p := range s.parts(lo, hi) {
		for j := uint32(0); j < p.n; {
			i := p.first + j
			at := nextBit(s.live, i, p.first+p.n, 0)
			end := nextBit(s.live, at, p.first+p.n, ^uint64(0))
			s.kill(p, at-p.first, end-p.first)
			j = end - p.first
		}
	}
	s.shrink()
	return before - s.count
}
