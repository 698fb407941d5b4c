package store

import "math/bits"

// With RunLength, the holes keep what the source describes: the free list and the
// length of each run of holes, in memory that holes do not need. A run is consecutive
// free slots. Its first hole holds the run's length, by which an iteration jumps over
// it. Its last hole holds it too, so that a removal right behind finds the run that it
// extends. With LIFO and FIFO the first hole also links the run into a circular list
// through slot 0, in both directions, because a run that is joined to its neighbour
// leaves the list.
//
// Only the ends of a run mean anything. What is in the holes between is stale, and an
// iteration must never read it. An iteration can land between the ends if the loop's
// body removed records; then the bitmap shows the way.
const (
	runFirst = iota // words of a hole
	runLast
	runNext
	runPrev
)

// runBytes returns the size that a hole needs to keep a run.
func runBytes(p Policy) int {
	if p == Lowest {
		return 8
	}
	return 16
}

func (s *slots) isFree(i uint32) bool {
	return int(i>>6) < len(s.free) && s.free[i>>6]>>(i&63)&1 != 0
}

// addRun makes the slots from lo up to hi, which are set in free, a run, joined with
// the runs on both sides.
func (s *slots) addRun(lo, hi uint32) {
	if s.isFree(lo - 1) {
		n := s.hole(lo - 1).get(runLast)
		s.unlink(lo - n)
		lo -= n
	}
	if s.isFree(hi) {
		s.unlink(hi)
		hi += s.hole(hi).get(runFirst)
	}
	s.setRun(lo, hi)
	s.link(lo)
}

func (s *slots) setRun(lo, hi uint32) {
	s.hole(lo).set(runFirst, hi-lo)
	s.hole(hi-1).set(runLast, hi-lo)
}

// cutRun removes the slots from lo up to hi from the start of a run.
func (s *slots) cutRun(lo, hi uint32) {
	first := s.hole(lo)
	end := lo + first.get(runFirst)
	if hi == end {
		s.unlink(lo)
		return
	}
	s.setRun(hi, end)
	if s.opt.policy != Lowest {
		// The rest keeps the run's place in the list.
		s.linkBetween(hi, first.get(runPrev), first.get(runNext))
	}
}

// link puts the run that starts at i on the list: in front, or with FIFO at
// the end.
func (s *slots) link(i uint32) {
	if s.opt.policy == Lowest {
		return
	}
	if head := s.hole(0); s.opt.policy == FIFO {
		s.linkBetween(i, head.get(runPrev), 0)
	} else {
		s.linkBetween(i, 0, head.get(runNext))
	}
}

func (s *slots) linkBetween(i, prev, next uint32) {
	h := s.hole(i)
	h.set(runPrev, prev)
	h.set(runNext, next)
	s.hole(prev).set(runNext, i)
	s.hole(next).set(runPrev, i)
}

func (s *slots) unlink(i uint32) {
	if s.opt.policy == Lowest {
		return
	}
	h := s.hole(i)
	next, prev := h.get(runNext), h.get(runPrev)
	s.hole(next).set(runPrev, prev)
	s.hole(prev).set(runNext, next)
}

// listRuns builds all runs from the bits of free.
func (s *slots) listRuns() {
	if s.opt.policy != Lowest {
		head := s.hole(0)
		head.set(runNext, 0)
		head.set(runPrev, 0)
	}
	for lo, hi := s.nextFree(1); lo < hi; lo, hi = s.nextFree(hi) {
		s.setRun(lo, hi)
		s.link(lo)
	}
}

// nextFree returns the first maximal run of bits in free from slot i on, or an empty
// one.
func (s *slots) nextFree(i uint32) (lo, hi uint32) {
	end := min(s.top, uint32(min(uint64(len(s.free))*64, maxRows)))
	lo = nextBit(s.free, i, end, 0)
	return lo, nextBit(s.free, lo, end, ^uint64(0))
}

// nextBit returns the first bit from i up to end that differs from flip.
func nextBit(words []uint64, i, end uint32, flip uint64) uint32 {
	for i < end {
		if v := (words[i>>6] ^ flip) >> (i & 63); v != 0 {
			return min(end, i+uint32(bits.TrailingZeros64(v)))
		}
		if i |= 63; i == ^uint32(0) {
			break
		}
		i++
	}
	return end
}

// liveRun returns the first run of live slots from i on, as far as it is in one word of
// slots, or i == end if there is none. It reads from a slot's generation whether it is
// alive, and from the first hole of a run how many follow.
func (s *slots) liveRun(i, end uint32) (lo, hi uint32) {
	for i < end {
		if s.gen(i)&1 != 0 {
			break
		}
		if i == 0 {
			i++
			continue
		}
		if s.isFree(i) && !s.isFree(i-1) {
			i += s.hole(i).get(runFirst)
			continue
		}
		// Not a run's first hole: retired, or held, or freed in the loop.
		i = nextBit(s.live, i, end, 0)
	}
	if i >= end {
		return end, end
	}
	hi = i + 1
	for stop := min(end, i|63+1); hi < stop && s.gen(hi)&1 != 0; {
		hi++
	}
	return i, hi
}

// checkRuns checks the runs against the bits of free.
func (s *slots) checkRuns() error {
	runs := map[uint32]bool{}
	for lo, hi := s.nextFree(1); lo < hi; lo, hi = s.nextFree(hi) {
		first, last := s.hole(lo).get(runFirst), s.hole(hi-1).get(runLast)
		if first != hi-lo || last != hi-lo {
			return corrupt("the run of slots %d to %d says %d and %d", lo, hi, first, last)
		}
		runs[lo] = true
	}
	if s.opt.policy == Lowest {
		return nil
	}
	prev := uint32(0)
	for i := s.hole(0).get(runNext); ; i = s.hole(i).get(runNext) {
		if p := s.hole(i).get(runPrev); p != prev {
			return corrupt("the run at %d comes after %d, not %d", i, prev, p)
		}
		if prev = i; i == 0 {
			break
		}
		if !runs[i] {
			return corrupt("no run starts at %d, or it is on the list twice", i)
		}
		delete(runs, i)
	}
	if len(runs) > 0 {
		return corrupt("%d runs are not on the list", len(runs))
	}
	return nil
}
