package store

// When the last rows of a store are removed as a range, or all rows by Clear, their slots
// get generations anyway. They get those of their next records at once, so that a range
// that is appended there, such as the next level, has none to write: see revive. Until
// then the slots are armed. They are dead although their generations are odd, because they
// are out of reach: Get compares the index with reach before it looks.

// armTail is release of a committed range that ends the store and has all its records. It
// reports whether r is one. It refuses a range in front of slots that are armed already,
// with another generation: that was shorter than one before it, and the next one will not
// find the same generation everywhere.
func (s *slots) armTail(r Range) bool {
	gen, end := r.Gen+2, r.First+r.Len
	if end != s.top || end != s.reach || gen > s.opt.last || s.armed != 0 && s.armed != gen || !s.allHave(r.Gen, r.First, end) {
		return false
	}
	for p := range s.parts(r.First, end) {
		s.poison(*p.cell, p.at, p.n)
	}
	fillBits(s.live, uint64(r.First), uint64(end), false)
	s.count -= int(r.Len)
	s.gone++
	s.top = r.First
	s.fresh = s.nextBacked(s.top, end)
	s.arm(r.First, end, gen)
	s.shrink()
	// Ranges that were released before this one are free, too. Each slot is looked at once,
	// when it stops being below top.
	if s.allHave(gen-1, s.top, s.reach) {
		s.arm(s.top, s.reach, gen)
	}
	return true
}

// armAll arms all slots of a store in which nothing is held, so that its tail will be all of
// it. It reports whether it did: not if that might use up generations early, of which there
// are plenty as long as no slot is retired, or if there are cells without any, or if most of
// the slots are armed already: a store that was large once must not write all their
// generations again for each few records since. The live bits are the caller's.
func (s *slots) armAll() bool {
	if s.armed != 0 && s.reach < s.known/armAgain || len(s.holds) > 0 || s.known == 1 || !s.plenty() || s.withGens(1, s.known) != s.known-1 {
		return false
	}
	gen, end := s.peak+2, s.known
	if s.armed == gen {
		end = s.reach
	}
	s.arm(1, end, gen)
	return true
}

// armAgain is how many generations armAll may write for each slot that has been within
// reach since they were written last.
const armAgain = 8

// arm sets reach to lo and arms the slots from there up to hi, behind which all are armed
// with gen or unknown.
func (s *slots) arm(lo, hi, gen uint32) {
	for p := range s.parts(lo, hi) {
		fillGens(p.gens, gen)
	}
	s.reach, s.armed = lo, gen
}

// reachTo brings the slots from first up to end, which are about to come alive, within
// reach. Armed slots that are passed over become ordinary dead ones.
func (s *slots) reachTo(first, end uint32) {
	if end <= s.reach {
		return
	}
	if s.armed != 0 {
		for p := range s.parts(s.reach, min(first, s.known)) {
			fillGens(p.gens, s.armed-1)
		}
		if end >= s.known {
			s.armed = 0
		}
	}
	s.reach, s.known = end, max(s.known, end)
}

// allHave reports whether all slots from lo up to hi have generation gen.
func (s *slots) allHave(gen, lo, hi uint32) bool {
	for p := range s.parts(lo, hi) {
		if !uniform(p.gens, gen) {
			return false
		}
	}
	return s.withGens(lo, hi) == hi-lo
}

// withGens returns how many of the slots from lo up to hi are in cells with generations.
func (s *slots) withGens(lo, hi uint32) (n uint32) {
	for p := range s.parts(lo, hi) {
		n += p.n
	}
	return n
}

// plenty reports whether a generation that is new to the whole store wastes few.
func (s *slots) plenty() bool {
	return s.peak-s.opt.born < (s.opt.last-s.opt.born)/256
}
