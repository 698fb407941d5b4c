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
// iteration must never read it. The bits of free tell where a run begins.
const (
	runFirst = iota // words of a hole
	runLast
	runNext
	runPrev
)

// runBytes returns the size that a hole needs to keep a run.
func runBytes(p Policy) int {
	if p.keepsOrder() {
		return 16
	}
	return 8
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
		s.wipeLast(lo - 1)
		lo -= n
	}
	if s.isFree(hi) {
		s.unlink(hi)
		n := s.hole(hi).get(runFirst)
		s.wipeFirst(hi)
		hi += n
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
		s.wipeFirst(lo)
		s.wipeLast(hi - 1)
		return
	}
	s.wake(hi) // before the run's length is written to it
	s.setRun(hi, end)
	if s.opt.policy.keepsOrder() {
		// The rest keeps the run's place in the list.
		s.linkBetween(hi, first.get(runPrev), first.get(runNext))
	}
	s.wipeFirst(lo)
}

// link puts the run that starts at i on the list: in front, or with FIFO at
// the end.
func (s *slots) link(i uint32) {
	if !s.opt.policy.keepsOrder() {
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
	if !s.opt.policy.keepsOrder() {
		return
	}
	h := s.hole(i)
	next, prev := h.get(runNext), h.get(runPrev)
	s.hole(next).set(runPrev, prev)
	s.hole(prev).set(runNext, next)
}

// listRuns builds all runs from the bits of free.
func (s *slots) listRuns() {
	if s.opt.policy.keepsOrder() {
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

// longHole is how many words without a live slot an iteration reads before it looks for
// the length of the hole. The length is in a row, which is likely not in the cache: to
// wait for it takes longer than to read so few words.
const longHole = 16

// liveWord returns the first word from word up to words that has a live slot, or words.
func (s *slots) liveWord(word, words uint32) uint32 {
	for n := 1; word < words && s.live[word] == 0; n++ {
		word++
		if n%longHole == 0 && s.opt.skipper == RunLength && word < words {
			word = max(word, s.holeEnd(word)>>6)
		}
	}
	return min(word, words)
}

// holeEnd returns the end of the run of holes that the word is in and that begins no more
// than some words before, or the word's first slot if there is none.
func (s *slots) holeEnd(word uint32) uint32 {
	i := word << 6
	if !s.isFree(i) {
		return i // retired, or held
	}
	for k := word; k > 0 && k+2*longHole >= word; {
		k--
		if used := ^s.free[k]; used != 0 {
			first := k<<6 + uint32(bits.Len64(used))
			return first + s.hole(first).get(runFirst)
		}
	}
	return i // the loop's body removed records behind it
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
	if !s.opt.policy.keepsOrder() {
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
