package store

import (
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

// slots is a Bulk without its record type: everything but the few operations that
// handle records as such. It is compiled once, not once for each T.
//
// Invariants (Check holds them):
//   - slot 0 is the header of the free list: its row holds the list's first
//     slot, and the last one points back at it; each hole on it notes that many
//     more, and recent holds fewer than one notes or as many (freelist.go);
//   - a slot below reach is alive if and only if its generation is odd if and only
//     if its bit in live is set; count is how many are;
//   - slots from reach on are dead: those up to known are armed (armed.go), which
//     is to say that they have the generation armed, an odd one that no record there
//     ever had; if armed is 0, there are none of them;
//   - slots from reach up to top are part of a hold or of an idle range;
//   - every dead slot from 1 up to top is just one of: on the list, set in
//     free, part of a hold, part of an idle range, retired;
//   - with RunLength, no slot is on the list of slots, and every maximal run of
//     slots set in free has its length in its first and its last hole and is
//     on the list of runs (runs.go);
//   - slot top-1 is neither set in free nor idle: the tail has been given back;
//   - slots from known on have never had a generation;
//   - bits of live and free from top on are zero.
type slots struct {
	// What Get reads. With the backing Reserved, one holds all slots and table
	// is nil; else table holds cells of 1<<shift slots. Get multiplies by scale,
	// 1<<(32-shift), as shifting by a variable takes a register from its loop.
	one   cell
	table *cell
	reach uint32
	mask  uint32
	scale uint64
	shift uint8

	direct bool // what is set in free can be taken at once: it has memory and is in no run
	state  state
	kind   uint16
	size   int // bytes of a record
	record reflect.Type
	named  reflect.Type // the type in errors: not record in the table of ids of another store
	opt    options
	told   atomic.Uint32 // the first generation, where a snapshot has told it before init

	known   uint32 // see above; so is armed
	armed   uint32
	top     uint32 // the first slot never taken, or given back
	fresh   uint32 // the slots from top to fresh have memory
	end     uint32 // one behind the last slot that the limit permits
	tail    uint32 // the list's last slot, with FIFO
	count   int    // alive
	listed  int    // on the list, with what holes note and what is recent
	loose   int    // set in free
	retired int
	gone    uint   // removals, of one or of many; an iteration looks at it after each record
	swept   uint   // gone at the last sweep
	peak    uint32 // no slot had a higher generation alive; odd, or 0

	recent  [mostNotes]uint32 // the slots freed last, with LIFO
	recents uint32            // how many of recent there are
	notes   uint32            // how many a hole on the list notes

	live, free []uint64 // one bit for each slot
	hint       hints    // where free has bits

	mem   memory
	cells []cell

	mu    sync.Mutex // holds what Bytes may change beside a reader: mem, cells' rows, holds
	holds []hold     // reserved ranges, by First
	idle  extents    // ranges given back that lie below top and may have no memory
	zeros []uint32   // the generations of cells that have none of their own

	// What cells outside Go's heap name of it, so that the collector sees it:
	// blocks by their number, and generations.
	kept     []raw
	keptGens []uint32s

	refusal *fullError
	life    *life // nil but under the tag invariants
}

type state uint8

const (
	unused state = iota
	open
	closed
)

// begins returns an error for a store that Init comes too late for.
func (s state) begins() error {
	switch s {
	case open:
		return ErrInUse
	case closed:
		return fmt.Errorf("%w: a store does not open again", ErrClosed)
	}
	return nil
}

// init is Init of a Bulk of record.
func (s *slots) init(record reflect.Type, opts []Option) error {
	if err := s.state.begins(); err != nil {
		return err
	}
	o, err := collect(opts)
	if err != nil {
		return err
	}
	if err := checkRecord(record); err != nil {
		return err
	}
	if g := s.told.Load(); g != 0 {
		o.born = g
	}
	s.record, s.named, s.size = record, record, int(record.Size())
	if err := s.fit(&o); err != nil {
		return err
	}
	s.opt = o
	s.notes = s.notesOf(&o)
	s.mapMemory()
	s.direct = s.opt.backing == Reserved && o.skipper == Bitmap
	s.top, s.fresh = 1, 1
	if err := s.grow(0); err != nil {
		mem, told := s.mem, s.told.Load()
		*s = slots{kind: s.kind}
		s.told.Store(told)
		mem.close()
		return err
	}
	s.known, s.reach = 1, 1
	s.state = open
	s.life = opened("Bulk", record, s)
	return nil
}

// ready gives what has not been used yet the default options, as a Bulk of record.
func (s *slots) ready(record reflect.Type) error {
	switch s.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return s.init(record, nil)
}

// fit holds the options against what a hole can keep.
func (s *slots) fit(o *options) error {
	if o.policy.keepsOrder() && s.size < 4 {
		if o.policySet {
			return fmt.Errorf("store: %v has %d bytes, a hole needs 4 for the policy %v", s.record, s.size, o.policy)
		}
		o.policy = Lowest
	}
	if need := runBytes(o.policy); o.skipper == RunLength && s.size < need {
		return fmt.Errorf("store: %v has %d bytes, a hole needs %d for run lengths with the policy %v", s.record, s.size, need, o.policy)
	}
	return nil
}

// explain is Explain of the handle with that index and generation.
func (s *slots) explain(index, gen uint32) error {
	if index == 0 && gen == 0 {
		return ErrNil
	}
	if pending(index, gen) {
		return ErrPending
	}
	if s.state == closed {
		return ErrClosed
	}
	if index == 0 || index >= s.known || gen&1 == 0 || gen < s.opt.born {
		return ErrForeign
	}
	switch g := s.gen(index); {
	case g > gen:
		return ErrDead
	case g < gen || index >= s.reach:
		return ErrForeign
	}
	return nil
}

func (s *slots) capacity() int {
	if s.state != open {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	slots := uint64(s.committed())
	if s.table != nil {
		slots, _ = s.backedSlots()
	}
	return int(min(slots, uint64(s.end))) - 1 - s.retired
}

func (s *slots) clear() {
	if s.state != open {
		return
	}
	end := min(s.top, s.reach) // all others are dead, and none is retired
	for i, n := s.run(1, end); guarded && n > 0; i, n = s.run(i+n, end) {
		c, k := s.cell(i)
		s.poison(c, k, n)
	}
	if !s.armAll() {
		s.retired = 0
		for p := range s.parts(1, end) {
			s.retired += endGens(p.gens, s.opt.last, s.peak)
		}
	}
	clear(s.live[:wordsFor(end)])
	s.count = 0
	s.gone++
	s.sweep()
	s.shrink()
}

// endGens ends the generations that are alive, none of which is higher than peak, and
// returns how many of gens are used up, which is to say higher than last. Ranges have the
// same generation, and comparing and filling many is faster than a look at each.
func endGens(gens []uint32, last, peak uint32) (retired int) {
	for left := gens; len(left) > 0; {
		piece := left[:min(len(left), gensPiece)]
		left = left[len(piece):]
		if g := piece[0]; uniform(piece, g) {
			fillGens(piece, g+g&1)
			continue
		}
		for j, g := range piece {
			piece[j] = g + g&1
		}
	}
	for j := 0; peak >= last && j < len(gens); j++ {
		if gens[j] > last {
			retired++
		}
	}
	return retired
}

func (s *slots) close() error {
	if s.state == closed {
		return nil
	}
	mem, held := s.mem, len(s.holds) > 0
	mem.touched(s.size, int(s.known))
	if !held {
		s.bury()
	}
	s.life.end()
	*s = slots{state: closed, kind: s.kind, gone: s.gone + 1}
	if held { // somebody may be writing to it, and it must not become another store's; pages of files go
		mem.rows.unmapFiles(0, mem.rows.size(), false)
		return nil
	}
	return mem.close()
}

// cell returns the cell of slot i and i's place in it. The slot must be known
// or have memory.
func (s *slots) cell(i uint32) (cell, uint32) {
	if s.table == nil {
		return s.one, i
	}
	return s.cells[i>>(s.shift&31)], i & s.mask
}

// hole returns what the row of slot i, a dead one, is taken for.
func (s *slots) hole(i uint32) hole {
	c, k := s.cell(i)
	return c.hole(k, s.size)
}

func (s *slots) gen(i uint32) uint32 {
	gens, k := s.gensFrom(i)
	return *gens.at(k)
}

// gensFrom returns the generations of slot i's cell, and i's place in it. It does
// not look at the cell's memory, which Bytes may just be taking.
func (s *slots) gensFrom(i uint32) (uint32s, uint32) {
	if s.table == nil {
		return gensOf(s.one), i
	}
	return uint32s{s.cells[i>>(s.shift&31)].gens}, i & s.mask
}

// nextGen returns the generation of a slot that comes alive after g, which is odd only
// if the slot is armed.
func (s *slots) nextGen(g uint32) uint32 {
	if g == 0 {
		return s.opt.born
	}
	return g | 1
}

// fillBits sets, or clears, the bits from lo up to hi and returns how many it
// changed.
func fillBits(words []uint64, lo, hi uint64, set bool) (changed int) {
	if lo >= hi {
		return 0
	}
	first, last := lo>>6, (hi-1)>>6
	head, tail := ^uint64(0)<<(lo&63), ^uint64(0)>>(-hi&63)
	if first == last {
		return fillWord(&words[first], head&tail, set)
	}
	changed = fillWord(&words[first], head, set) + fillWord(&words[last], tail, set)
	between := words[first+1 : last]
	changed += 64 * len(between)
	from, to := ^uint64(0), uint64(0)
	if set {
		from, to = to, from
	}
	for ; len(between) >= 4; between = between[4:] {
		p := (*[4]uint64)(between)
		if p[0]&p[1]&p[2]&p[3] != from || p[0]|p[1]|p[2]|p[3] != from { // rarely
			for _, w := range p {
				changed -= bits.OnesCount64(w ^ from)
			}
		}
		p[0], p[1], p[2], p[3] = to, to, to, to
	}
	for k, w := range between {
		changed -= bits.OnesCount64(w ^ from)
		between[k] = to
	}
	return changed
}

// wakeBits sets the bits from lo up to hi, all of which are clear, lo < hi. It does not
// look at those in whole words.
func wakeBits(words []uint64, lo, hi uint64) {
	first, last := lo>>6, (hi-1)>>6
	head, tail := ^uint64(0)<<(lo&63), ^uint64(0)>>(-hi&63)
	if first == last {
		words[first] |= head & tail
		return
	}
	words[first] |= head
	words[last] |= tail
	for between := words[first+1 : last]; len(between) > 0; {
		between = between[copy(between, allSet[:]):]
	}
}

var allSet = [64]uint64(slices.Repeat([]uint64{^uint64(0)}, 64))

// fillWord is fillBits for the bits of m in one word.
func fillWord(w *uint64, m uint64, set bool) (changed int) {
	if set {
		changed = bits.OnesCount64(m &^ *w)
		*w |= m
	} else {
		changed = bits.OnesCount64(m & *w)
		*w &^= m
	}
	return changed
}
