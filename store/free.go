package store

import "math/bits"

// The free slots of a Bulk are in one of two places. A slot that Remove freed under
// LIFO or FIFO is on the list (freelist.go). All others are bits in free: slots of
// ranges that were given back and, with Lowest, of removals. If a range is wanted,
// sweep turns the whole list into bits, without following it.

// take returns a slot to insert into.
func (b *slots) take() (uint32, error) {
	if b.listed > 0 {
		return b.pop(), nil
	}
	if b.loose > 0 || b.idle.total > 0 {
		if i, err := b.takeLoose(); i != 0 || err != nil {
			return i, err
		}
	}
	if b.top >= b.fresh {
		if err := b.grow(b.top); err != nil {
			return 0, err
		}
	}
	i := b.top
	b.top++
	b.known = max(b.known, b.top)
	return i, nil
}

// put makes the dead slot i free.
func (b *slots) put(i uint32) {
	switch {
	case b.opt.policy == Lowest && b.opt.skipper == Bitmap:
		if b.loose == 0 {
			b.hint.word = i >> 6 // nothing is free below it either
		}
		b.free[i>>6] |= 1 << (i & 63)
		b.loose++
		b.hint.set(i >> 6)
		if i+1 == b.top {
			b.shrink()
		}
	case b.opt.skipper == RunLength:
		b.loosen(i, i+1)
		if i+1 == b.top {
			b.shrink()
		}
	case b.opt.policy == FIFO:
		b.enqueue(i)
	default:
		b.push(i)
	}
}

// takeLoose returns a slot that is set in free or idle, or 0 if there is none. It is
// the lowest, unless there is a list of runs. A slot of an idle range may need memory
// first.
func (b *slots) takeLoose() (uint32, error) {
	i := uint32(0)
	switch {
	case b.loose == 0:
	case b.opt.skipper == RunLength && b.opt.policy != Lowest:
		i = b.hole(0).get(runNext)
	default:
		i = b.lowest()
	}
	if b.idle.total > 0 {
		if first := b.idle.first(); i == 0 || first < i {
			return b.takeIdle(first)
		}
	}
	if b.opt.skipper == RunLength {
		b.tighten(i, i+1)
	} else {
		b.free[i>>6] &^= 1 << (i & 63)
		b.loose--
	}
	if b.table != nil && !b.backedCell(i) {
		// Trim gave the memory of the block back.
		fresh := b.fresh
		err := b.grow(i)
		b.fresh = fresh
		if err != nil {
			b.loosen(i, i+1)
			return 0, err
		}
	}
	return i, nil
}

func (b *slots) takeIdle(i uint32) (uint32, error) {
	fresh := b.fresh
	err := b.grow(i)
	b.fresh = max(fresh, b.committed())
	if err != nil {
		return 0, err
	}
	b.idle.cut(i, 1)
	b.known = max(b.known, i+1)
	return i, nil
}

// lowest returns the lowest slot that is set in free. There must be one.
func (b *slots) lowest() uint32 {
	w := b.hint.word
	if b.free[w] == 0 {
		w = b.seek()
	}
	return w<<6 + uint32(bits.TrailingZeros64(b.free[w]))
}

// seek finds the lowest word of free that has bits.
func (b *slots) seek() uint32 {
	w := b.hint.next()
	for b.free[w] == 0 {
		b.hint.unset(w)
		w = b.hint.next()
	}
	b.hint.word = w
	b.prefetch(w + 1)
	return w
}

// prefetch prefetches the slots of a word, which will be filled once those of the word
// before are: after a mass removal, an insertion there writes to memory that no near
// cache has, and that takes longer to arrive than an insertion. It is called for words
// with enough free slots that most of the memory is needed (BenchmarkRefill).
func (b *slots) prefetch(w uint32) {
	if !canPrefetch || b.table != nil || w >= uint32(len(b.free)) || b.size > prefetchMost || uint64(b.top)*uint64(b.size) < prefetchFrom {
		return
	}
	if free := bits.OnesCount64(b.free[w]); 3*free*max(b.size, 64) >= 64*b.size {
		b.one.prefetch(w<<6, 64, b.size)
	}
}

const (
	prefetchFrom = 1 << 20 // bytes of records that a near cache may hold
	prefetchMost = 256     // bytes of a record: 64 of them have to fit the nearest cache
)

// freeRun finds the lowest n consecutive slots that are set in free and returns the
// first, or 0. Until the next removal, it starts where the last search ended, unless
// that was for more slots.
func (b *slots) freeRun(n uint32) uint32 {
	from := uint32(0)
	if b.runs.gone == b.gone && b.runs.n <= n {
		from = b.runs.from
	}
	first := b.freeRunFrom(from, n)
	if b.runs.gone != b.gone || b.runs.n >= n || b.runs.from == 0 {
		b.runs = noRuns{n: n, from: first, gone: b.gone}
		if first == 0 {
			b.runs.from = b.top - min(n, b.top) // slots that are set behind it later may belong to a longer run
		}
	}
	return first
}

// noRuns says that no n consecutive slots that are set in free begin below from, as
// long as no more are set there.
type noRuns struct {
	n, from uint32
	gone    uint // slots.gone when that was so
}

// freeRunFrom is freeRun if it is known that no such slots begin below from.
func (b *slots) freeRunFrom(from, n uint32) uint32 {
	words := min(wordsFor(b.top), uint32(len(b.free)))
	run := uint32(0) // consecutive slots at the end of the words before
	for w := from >> 6; w < words; w++ {
		v := b.free[w]
		if w == from>>6 {
			v &= ^uint64(0) << (from & 63)
		}
		if v == 0 {
			run = 0
			continue
		}
		low := uint32(bits.TrailingZeros64(^v))
		if run+low >= n {
			return w<<6 - run
		}
		if low == 64 {
			run += 64
			continue
		}
		if in := runsOf(v, n); in != 0 {
			return w<<6 + uint32(bits.TrailingZeros64(in))
		}
		run = uint32(bits.LeadingZeros64(^v))
	}
	return 0
}

// runsOf returns the bits of v at which n bits that are set begin.
func runsOf(v uint64, n uint32) uint64 {
	for have := uint32(1); have < n && v != 0; {
		more := min(have, n-have)
		v &= v >> more
		have += more
	}
	return v
}

// loosen sets the slots from lo up to hi in free. They are dead and neither free nor
// held.
func (b *slots) loosen(lo, hi uint32) {
	b.loose += fillBits(b.free, uint64(lo), uint64(hi), true)
	b.runs = noRuns{}
	b.hint.setRange(lo>>6, wordsFor(hi))
	if b.opt.skipper == RunLength {
		b.addRun(lo, hi)
	}
}

// tighten clears the slots from lo up to hi, the first of a run, in free.
func (b *slots) tighten(lo, hi uint32) {
	if b.opt.skipper == RunLength {
		b.cutRun(lo, hi)
	}
	b.loose -= fillBits(b.free, uint64(lo), uint64(hi), false)
}

// shrink gives the free tail back: it lowers top to behind the last slot that is
// neither set in free nor idle.
func (b *slots) shrink() {
	for old := uint32(0); old != b.top; {
		old = b.top
		for b.loose > 0 {
			i := b.top - 1
			if int(i>>6) >= len(b.free) {
				break // a hold without memory
			}
			v := b.free[i>>6] << (63 - i&63)
			n := uint32(bits.LeadingZeros64(^v))
			if n == 0 {
				break
			}
			if b.opt.skipper == RunLength {
				n = b.hole(i).get(runLast)
			}
			b.tighten(b.top-n, b.top)
			b.top -= n
			b.fresh = b.backed(b.top, b.top+n)
		}
		if last := b.idle.last(); last.n > 0 && last.first+last.n == b.top {
			b.idle.cut(last.first, last.n)
			b.top = last.first
			b.fresh = b.committed()
		}
	}
}

// backedCell reports whether the cell of slot i has memory. If there are reserved
// ranges, Bytes may be about to give it some.
func (b *slots) backedCell(i uint32) bool {
	if len(b.holds) > 0 {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	return b.cells[i>>(b.shift&31)].backed()
}

// backed returns what fresh becomes when top is lowered from old to i: Trim may have
// taken blocks between the two. If there are holds it does not look, because Bytes may
// be giving blocks memory.
func (b *slots) backed(i, old uint32) uint32 {
	if b.table == nil {
		return b.fresh
	}
	if len(b.holds) > 0 {
		return i
	}
	for at := uint64(i); at < uint64(old); at = at&^uint64(b.mask) + uint64(b.mask) + 1 {
		if !b.cells[at>>b.shift].backed() {
			return min(b.fresh, uint32(at))
		}
	}
	return b.fresh
}

// sweep drops the list and sets all free slots in free instead. It costs a pass over
// the bits, and over the generations if slots were retired.
func (b *slots) sweep() {
	if b.listed > 0 {
		b.wipeList()
		b.hole(0).set(0, 0)
	}
	b.listed, b.recents, b.swept, b.runs = 0, 0, b.gone, noRuns{}
	known := min(b.known, b.top)
	words := wordsFor(known)
	for w := range words {
		b.free[w] = ^b.live[w]
	}
	fillBits(b.free, 0, 1, false)
	fillBits(b.free, uint64(known), uint64(words)<<6, false)
	for k := range b.holds {
		h := &b.holds[k] // not a copy: Bytes may be changing how far it is filled
		fillBits(b.free, uint64(h.First), uint64(min(h.First+h.Len, known)), false)
	}
	for r := range b.idle.all() {
		fillBits(b.free, uint64(r.first), uint64(min(r.first+r.n, known)), false)
	}
	if b.retired > 0 {
		for p := range b.parts(1, known) {
			for j, g := range p.gens {
				if g > b.opt.last {
					i := p.first + uint32(j)
					b.free[i>>6] &^= 1 << (i & 63)
				}
			}
		}
	}
	b.loose = 0
	for _, v := range b.free[:words] {
		b.loose += bits.OnesCount64(v)
	}
	b.hint.setRange(0, words)
	if b.opt.skipper == RunLength {
		b.listRuns()
	}
}

// hints has one bit for each word of free, set if the word may have bits. It also has a
// place in these bits below which none is set, and a word of free below which none has
// bits.
type hints struct {
	words []uint64
	low   uint32
	word  uint32
}

func (h *hints) set(w uint32) {
	k := w >> 6
	for uint32(len(h.words)) <= k {
		h.words = append(h.words, 0)
	}
	h.words[k] |= 1 << (w & 63)
	h.low = min(h.low, k)
	h.word = min(h.word, w)
}

func (h *hints) setRange(lo, hi uint32) {
	if lo >= hi {
		return
	}
	h.set(hi - 1)
	fillBits(h.words, uint64(lo), uint64(hi), true)
	h.low = min(h.low, lo>>6)
	h.word = min(h.word, lo)
}

func (h *hints) unset(w uint32) { h.words[w>>6] &^= 1 << (w & 63) }

// next returns the lowest word that may have bits. There must be one.
func (h *hints) next() uint32 {
	for h.words[h.low] == 0 {
		h.low++
	}
	return h.low<<6 + uint32(bits.TrailingZeros64(h.words[h.low]))
}

// wordsFor returns the number of words that hold n bits.
func wordsFor(n uint32) uint32 { return uint32((uint64(n) + 63) / 64) }
