package store

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrCorrupt is what Check returns for a store whose parts contradict each other.
// Either this package has a bug, or the program wrote through a pointer to a record
// that it had removed.
var ErrCorrupt = errors.New("store: corrupt")

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// Check checks the store's invariants. It costs some passes over the slots, and is
// meant for tests and for finding stray pointers.
func (b *Bulk[T]) Check() error { return b.slots.check() }

func (s *slots) check() error {
	if s.state != open {
		return nil
	}
	if s.top < 1 || s.top > s.end || s.reach < 1 || s.reach > s.known || s.fresh > s.end {
		return corrupt("top %d, reach %d, known %d, fresh %d, end %d", s.top, s.reach, s.known, s.fresh, s.end)
	}
	if err := s.checkArmed(); err != nil {
		return err
	}
	if err := s.checkMemory(); err != nil {
		return err
	}
	t := make(taken, wordsFor(max(s.top, s.known)))
	if err := t.mark("header", 0, 1); err != nil {
		return err
	}
	if err := s.checkLives(t); err != nil {
		return err
	}
	for k := range s.holds {
		h := s.holds[k].Range
		if k > 0 && s.holds[k-1].First >= h.First || h.First+h.Len > s.top {
			return corrupt("held range %d+%d out of place", h.First, h.Len)
		}
		if err := t.mark("hold", uint64(h.First), uint64(h.First)+uint64(h.Len)); err != nil {
			return err
		}
	}
	if err := s.idle.check(s.top); err != nil {
		return err
	}
	for x := range s.idle.all() {
		if err := t.mark("idle", uint64(x.first), uint64(x.end())); err != nil {
			return err
		}
	}
	if err := s.checkFree(t); err != nil {
		return err
	}
	if err := s.checkDead(); err != nil {
		return err
	}
	for i := range uint64(s.top) {
		if t[i>>6]>>(i&63)&1 == 0 {
			return corrupt("slot %d is nothing", i)
		}
	}
	return nil
}

// taken is what Check has counted as something, one bit for each slot. A slot is one
// thing only.
type taken []uint64

func (t taken) mark(what string, lo, hi uint64) error {
	if n := fillBits(t, lo, hi, true); uint64(n) != hi-lo {
		return corrupt("%s of slots %d to %d are something else too", what, lo, hi)
	}
	return nil
}

// checkLives checks the generations, and marks what lives or is retired.
func (s *slots) checkLives(t taken) error {
	live, retired := 0, 0
	for p := range s.parts(0, s.reach) {
		for j, g := range p.gens {
			i := p.first + uint32(j)
			alive := s.live[i>>6]>>(i&63)&1 != 0
			switch {
			case alive != (g&1 != 0):
				return corrupt("slot %d: generation %#x, live bit %v", i, g, alive)
			case g != 0 && (g < s.opt.born || g > s.opt.last+1 || (g-1)|1 > s.peak):
				return corrupt("slot %d: generation %#x is not within %#x to %#x", i, g, s.opt.born, s.opt.last)
			case alive && (i >= s.top || !p.cell.hasRows()):
				return corrupt("slot %d lives behind top %d or without memory", i, s.top)
			case alive:
				live++
			case g > s.opt.last:
				retired++
			default:
				continue
			}
			if err := t.mark("life", uint64(i), uint64(i)+1); err != nil {
				return err
			}
		}
	}
	if live != s.count || retired != s.retired {
		return corrupt("%d live of %d, %d retired of %d", live, s.count, retired, s.retired)
	}
	return nil
}

// checkArmed checks the slots from reach on.
func (s *slots) checkArmed() error {
	armed := uint32(0)
	for p := range s.parts(s.reach, s.known) {
		for j, g := range p.gens {
			if g != s.armed {
				return corrupt("slot %d: generation %#x, armed with %#x", p.first+uint32(j), g, s.armed)
			}
		}
		armed += p.n
	}
	if armed != s.known-s.reach || (armed > 0) != (s.armed&1 != 0) || s.armed > s.opt.last {
		return corrupt("%d slots of %d armed with %#x", armed, s.known-s.reach, s.armed)
	}
	end := uint32(min(64*uint64(len(s.live)), maxRows))
	if i := nextBit(s.live, s.reach, end, 0); i < end {
		return corrupt("slot %d lives out of reach, which is %d", i, s.reach)
	}
	return nil
}

// checkFree checks the list and the free bits.
func (s *slots) checkFree(t taken) error {
	loose := 0
	for w, v := range s.free {
		if v == 0 {
			continue
		}
		loose += bits.OnesCount64(v)
		if w>>6 >= len(s.hint.words) || s.hint.words[w>>6]>>(w&63)&1 == 0 || uint32(w>>6) < s.hint.low || uint32(w) < s.hint.word {
			return corrupt("free word %d is not hinted", w)
		}
		for ; v != 0; v &= v - 1 {
			i := uint64(w<<6 + bits.TrailingZeros64(v))
			if i >= uint64(min(s.top, s.reach)) {
				return corrupt("free slot %d behind top %d or out of reach, %d", i, s.top, s.reach)
			}
			if err := t.mark("free bit", i, i+1); err != nil {
				return err
			}
			if !s.clean(uint32(i), false) {
				return corrupt("slot %d was written to after it was removed", i)
			}
		}
	}
	if loose != s.loose {
		return corrupt("%d loose of %d", loose, s.loose)
	}
	if err := s.checkMost(); err != nil {
		return err
	}
	if i := s.top - 1; i > 0 && int(i>>6) < len(s.free) && s.free[i>>6]>>(i&63)&1 != 0 {
		return corrupt("the tail at %d is free", i)
	}
	runs := s.opt.skipper == RunLength
	if (runs || !s.opt.policy.keepsOrder()) && (s.listed != 0 || s.recents != 0) {
		return corrupt("%d slots on a list, %d of them recent; there is none with %v and %v", s.listed, s.recents, s.opt.policy, s.opt.skipper)
	}
	if runs {
		return s.checkRuns()
	}
	if !s.opt.policy.keepsOrder() {
		return nil
	}
	return s.checkList(t)
}

// checkMemory holds what insertions take to have memory, and the generations of cells
// that have none of their own to be zero.
func (s *slots) checkMemory() error {
	s.mu.Lock() // Bytes may be taking memory
	defer s.mu.Unlock()
	backed := s.fresh
	if s.opt.backing == Reserved {
		backed = s.committed()
	}
	for i := uint64(s.top); s.table != nil && i < uint64(s.fresh); i = i | uint64(s.mask) + 1 {
		if k := i >> s.shift; k >= uint64(len(s.cells)) || !s.cells[k].hasRows() {
			backed = uint32(i)
			break
		}
	}
	if s.fresh > max(s.top, backed) {
		return corrupt("slots %d to %d have memory up to %d", s.top, s.fresh, backed)
	}
	for _, g := range s.zeros {
		if g != 0 {
			return corrupt("a slot that never was has the generation %#x", g)
		}
	}
	return nil
}

// checkDead looks at dead rows that are neither on the list nor set in free: those behind
// top, and those of idle ranges. It does so under the tag invariants only.
func (s *slots) checkDead() error {
	if !guarded {
		return nil
	}
	s.mu.Lock() // Bytes may be giving blocks memory
	defer s.mu.Unlock()
	check := func(first, end uint32) error {
		if s.opt.backing == Reserved {
			end = min(end, max(s.committed(), s.known))
		}
		for i := first; i < end; i++ {
			if !s.clean(i, false) {
				return corrupt("slot %d was written to after it was removed", i)
			}
		}
		return nil
	}
	for x := range s.idle.all() {
		if err := check(x.first, x.end()); err != nil {
			return err
		}
	}
	return check(s.top, s.known)
}

// checkMost holds the bounds of the zones of free, as far as there is no news.
func (s *slots) checkMost() error {
	h := &s.hint
	if h.most.n > len(h.words) || len(h.news) != (len(h.words)+63)/64 {
		return corrupt("bounds of %d zones, news of %d, hints of %d", h.most.n, 64*len(h.news), len(h.words))
	}
	ahead := uint32(0)
	for k := uint32(len(h.words)); k > 0; {
		k--
		longest, start := s.runsIn(k, ahead)
		if ahead = start; h.isNews(k) {
			ahead = 0
		} else if int(k) >= h.most.n && longest > 0 || int(k) < h.most.n && longest > h.most.numbers()[k] {
			return corrupt("%d slots are free from one of zone %d on, there were to be fewer", longest, k)
		}
	}
	return h.most.check()
}

// checkList holds the list of free slots.
func (s *slots) checkList(t taken) error {
	n := 0
	visit := func(i uint32, linked bool) error {
		if i == 0 || i >= s.top || n >= s.listed {
			return corrupt("the list goes to %d after %d slots of %d", i, n, s.listed)
		}
		if err := t.mark("list", uint64(i), uint64(i)+1); err != nil {
			return err
		}
		if !s.clean(i, linked) {
			return corrupt("slot %d was written to after it was removed", i)
		}
		n++
		return nil
	}
	if s.recents > s.notes {
		return corrupt("%d slots are recent, a hole notes %d", s.recents, s.notes)
	}
	for _, i := range s.recent[:s.recents] {
		if err := visit(i, false); err != nil {
			return err
		}
	}
	for i := s.hole(0).get(0); i != 0; i = s.hole(i).get(0) {
		if err := visit(i, true); err != nil {
			return err
		}
		if n == s.listed && s.opt.policy == FIFO && i != s.tail {
			return corrupt("the list ends at %d, not at %d", i, s.tail)
		}
		for k := range s.notes {
			if err := visit(s.hole(i).get(1+uintptr(k)), false); err != nil {
				return err
			}
		}
	}
	if n != s.listed {
		return corrupt("%d slots on the list of %d", n, s.listed)
	}
	return nil
}

// check checks the order of the stretches and the ends of the leaves.
func (l *stretches) check() error {
	at := uint64(0)
	for _, c := range l.leaves {
		for _, s := range c.s {
			if s.n == 0 || uint64(s.first) < at {
				return corrupt("stretch %d+%d behind %d", s.first, s.n, at)
			}
			at = uint64(s.first) + uint64(s.n)
		}
		if len(c.s) == 0 || uint64(c.end) != at {
			return corrupt("a leaf of %d stretches up to %d", len(c.s), c.end)
		}
	}
	return nil
}

// check checks the order of the stretches and their sums.
func (e *extents) check(top uint32) error {
	if err := e.stretches.check(); err != nil {
		return err
	}
	if e.most.n != len(e.leaves) {
		return corrupt("lengths of %d leaves, there are %d", e.most.n, len(e.leaves))
	}
	total, at := uint64(0), uint64(0)
	for k, c := range e.leaves {
		for i, s := range c.s {
			if k+i > 0 && uint64(s.first) == at {
				return corrupt("stretch %d+%d touches the one before", s.first, s.n)
			}
			total, at = total+uint64(s.n), uint64(s.first)+uint64(s.n)
		}
		if most := e.most.numbers()[k]; longest(c.s) > most {
			return corrupt("a leaf of %d stretches up to %d, none longer than %d", len(c.s), c.end, most)
		}
	}
	if err := e.most.check(); err != nil {
		return err
	}
	if total != e.total || len(e.leaves) > 0 && at >= uint64(top) {
		return corrupt("%d positions of %d up to %d of %d", total, e.total, at, top)
	}
	return nil
}

// check checks that each element is the larger one of two.
func (m *maxima) check() error {
	for i, n := range m.tree[:len(m.tree)/2] {
		if i > 0 && n != max(m.tree[2*i], m.tree[2*i+1]) {
			return corrupt("%d of %d lengths is not the larger one of two", i, len(m.tree))
		}
	}
	return nil
}

// checkOwners checks that the table of ids of a Packed or Groups has the place of each
// record.
func checkOwners(ids *Bulk[uint32], owner []uint32) error {
	for i, slot := range owner {
		if at, ok := ids.At(slot); !ok || *at != uint32(i) {
			return corrupt("the record at %d is not where slot %d says", i, slot)
		}
	}
	return nil
}

// Check checks the Array's invariants.
func (a *Array[T]) Check() error { return a.spans.check() }

func (a *spans) check() error {
	if a.state != open {
		return nil
	}
	if err := a.free.check(a.top); err != nil {
		return err
	}
	total := uint64(a.used) + a.free.total
	for _, h := range a.held(nil) {
		if a.free.has(h.first, h.n) > 0 || h.end() > a.top {
			return corrupt("held elements %d+%d are free too", h.first, h.n)
		}
		total += uint64(h.n)
	}
	if err := a.ranges.check(); err != nil {
		return err
	}
	for r := range a.ranges.all() {
		if a.free.has(r.first, r.n) > 0 || r.end() > a.top {
			return corrupt("committed elements %d+%d are free too", r.first, r.n)
		}
	}
	if end := a.endOf(); a.end != end {
		return corrupt("positions end at %d, not %d", a.end, end)
	}
	// The last position of each slab is not counted, except in the slab that top is in.
	gaps := uint64(max(len(a.pieces)-1, 0))
	if total+gaps != uint64(a.top) {
		return corrupt("%d elements and %d gaps up to %d", total, gaps, a.top)
	}
	a.mu.Lock()
	backed := a.backedTo()
	a.mu.Unlock()
	if a.top < a.fresh && a.fresh > backed {
		return corrupt("elements %d to %d have memory up to %d", a.top, a.fresh, backed)
	}
	return nil
}

// Check checks the invariants of both parts and of the index.
func (s *Strings) Check() error {
	if err := s.entries.check(); err != nil {
		return err
	}
	if err := s.text.check(); err != nil {
		return err
	}
	if s.entries.state != open {
		return nil
	}
	if !s.emptyStays() {
		return corrupt("string 0 is not empty, or free, or in a range")
	}
	n := 0
	for _, x := range s.index.slots {
		if x.id == 0 {
			continue
		}
		n++
		if !s.stays(x.id) {
			return corrupt("interned string %d or its text is free, or in a range", x.id)
		}
		if got, ok := s.Find(s.Get(Str{x.id})); !ok || got.id != x.id {
			return corrupt("interned string %d is not found", x.id)
		}
	}
	if n != s.index.n {
		return corrupt("%d ids of %d in the index", n, s.index.n)
	}
	return nil
}
