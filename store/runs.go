package store

import "math/bits"

// With RunLength, the holes keep what the source describes: the free list and
// the length of each run of holes, in memory that holes do not need. A run is
// free slots that follow one another. Its first hole holds the run's length,
// from which an iteration jumps over it; its last hole holds it too, from which
// a removal right behind finds the run that it lengthens. With LIFO and FIFO
// the first hole also links the run into a circular list through slot 0, in
// both directions, as a run that is joined to its neighbour leaves the list.
//
// Only a run's ends say anything: what stands in the holes between is stale,
// and an iteration must never ask them. It can land between the ends where the
// loop's body removed records; then the bitmap tells the way.
const (
	runFirst = iota // words of a hole
	runLast
	runNext
	runPrev
)

// runBytes is the size that a hole needs to keep a run.
func runBytes(p Policy) int {
	if p == Lowest {
		return 8
	}
	return 16
}

func (b *Bulk[T]) isFree(i uint32) bool {
	return int(i>>6) < len(b.free) && b.free[i>>6]>>(i&63)&1 != 0
}

// addRun makes the slots from lo up to hi, set in free, a run, joined with the
// runs on both sides.
func (b *Bulk[T]) addRun(lo, hi uint32) {
	if b.isFree(lo - 1) {
		n := holeAt(b.row(lo - 1)).get(runLast)
		b.unlink(lo - n)
		lo -= n
	}
	if b.isFree(hi) {
		b.unlink(hi)
		hi += holeAt(b.row(hi)).get(runFirst)
	}
	b.setRun(lo, hi)
	b.link(lo)
}

func (b *Bulk[T]) setRun(lo, hi uint32) {
	holeAt(b.row(lo)).set(runFirst, hi-lo)
	holeAt(b.row(hi-1)).set(runLast, hi-lo)
}

// cutRun takes the slots from lo up to hi off the start of a run.
func (b *Bulk[T]) cutRun(lo, hi uint32) {
	first := holeAt(b.row(lo))
	end := lo + first.get(runFirst)
	if hi == end {
		b.unlink(lo)
		return
	}
	b.setRun(hi, end)
	if b.opt.policy != Lowest {
		// The rest keeps the run's place in the list.
		next, prev := first.get(runNext), first.get(runPrev)
		h := holeAt(b.row(hi))
		h.set(runNext, next)
		h.set(runPrev, prev)
		holeAt(b.row(next)).set(runPrev, hi)
		holeAt(b.row(prev)).set(runNext, hi)
	}
}

// link puts the run that starts at i on the list: in front, or with FIFO at
// the end.
func (b *Bulk[T]) link(i uint32) {
	if b.opt.policy == Lowest {
		return
	}
	h, head := holeAt(b.row(i)), holeAt(b.row(0))
	next, prev := head.get(runNext), uint32(0)
	if b.opt.policy == FIFO {
		next, prev = 0, head.get(runPrev)
	}
	h.set(runNext, next)
	h.set(runPrev, prev)
	holeAt(b.row(next)).set(runPrev, i)
	holeAt(b.row(prev)).set(runNext, i)
}

func (b *Bulk[T]) unlink(i uint32) {
	if b.opt.policy == Lowest {
		return
	}
	h := holeAt(b.row(i))
	next, prev := h.get(runNext), h.get(runPrev)
	holeAt(b.row(next)).set(runPrev, prev)
	holeAt(b.row(prev)).set(runNext, next)
}

// listRuns makes all runs anew from the bits of free.
func (b *Bulk[T]) listRuns() {
	if b.opt.policy != Lowest {
		head := holeAt(b.row(0))
		head.set(runNext, 0)
		head.set(runPrev, 0)
	}
	for lo, hi := b.nextFree(1); lo < hi; lo, hi = b.nextFree(hi) {
		b.setRun(lo, hi)
		b.link(lo)
	}
}

// nextFree returns the first maximal run of bits in free from slot i on; an
// empty one where there is none.
func (b *Bulk[T]) nextFree(i uint32) (lo, hi uint32) {
	end := min(b.top, uint32(min(uint64(len(b.free))*64, maxRows)))
	lo = nextBit(b.free, i, end, 0)
	return lo, nextBit(b.free, lo, end, ^uint64(0))
}

// nextBit returns the first bit from i up to end that is not as in flip.
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

// liveRun returns the first run of live slots from i on, as far as it lies in
// one word of slots; i == end where there is none. Whether a slot lives is
// read from its generation, and how many holes follow from the first of them.
func (b *Bulk[T]) liveRun(i, end uint32) (lo, hi uint32) {
	for i < end {
		if b.gen(i)&1 != 0 {
			break
		}
		if i == 0 {
			i++
			continue
		}
		if b.isFree(i) && !b.isFree(i-1) {
			i += holeAt(b.row(i)).get(runFirst)
			continue
		}
		// Not a run's first hole: retired, or held, or freed in the loop.
		i = nextBit(b.live, i, end, 0)
	}
	if i >= end {
		return end, end
	}
	hi = i + 1
	for stop := min(end, i|63+1); hi < stop && b.gen(hi)&1 != 0; {
		hi++
	}
	return i, hi
}

// checkRuns holds the runs against the bits of free.
func (b *Bulk[T]) checkRuns() error {
	runs := map[uint32]bool{}
	for lo, hi := b.nextFree(1); lo < hi; lo, hi = b.nextFree(hi) {
		first, last := holeAt(b.row(lo)).get(runFirst), holeAt(b.row(hi-1)).get(runLast)
		if first != hi-lo || last != hi-lo {
			return corrupt("the run of slots %d to %d says %d and %d", lo, hi, first, last)
		}
		runs[lo] = true
	}
	if b.opt.policy == Lowest {
		return nil
	}
	prev := uint32(0)
	for i := holeAt(b.row(0)).get(runNext); ; i = holeAt(b.row(i)).get(runNext) {
		if p := holeAt(b.row(i)).get(runPrev); p != prev {
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
