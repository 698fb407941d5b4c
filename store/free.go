package store

import "math/bits"

// The free slots of a Bulk are in one of two places. A slot that Remove freed under
// LIFO or FIFO is on the list (freelist.go). All others are bits in free: slots of
// ranges that were given back and, with Lowest, of removals. If a range is wanted,
// sweep turns the whole list into bits, without following it.

// take returns a slot to insert into.
func (s *slots) take() (uint32, error) {
	if s.listed > 0 {
		return s.pop(), nil
	}
	if s.loose > 0 || s.idle.total > 0 {
		if i, err := s.takeLoose(); i != 0 || err != nil {
			return i, err
		}
	}
	if s.top >= s.fresh {
		if err := s.grow(s.top); err != nil {
			return 0, err
		}
	}
	i := s.top
	s.top++
	s.reachTo(i, s.top)
	return i, nil
}

// put makes the dead slot i free.
func (s *slots) put(i uint32) {
	switch {
	case !s.opt.policy.keepsOrder() && s.opt.skipper == Bitmap:
		if i+1 == s.top && s.idle.total == 0 && s.free[(i-1)>>6]>>((i-1)&63)&1 == 0 {
			// It is the whole free tail, and given back as such.
			s.fresh = s.nextBacked(i, s.top)
			s.top = i
			return
		}
		if s.loose == 0 {
			s.hint.word = i >> 6 // nothing is free below it either
		}
		s.free[i>>6] |= 1 << (i & 63)
		s.loose++
		s.hint.set(i >> 6)
		if i+1 == s.top {
			s.shrink()
		}
	case s.opt.skipper == RunLength:
		s.loosen(i, i+1)
		if i+1 == s.top {
			s.shrink()
		}
	case s.opt.policy == FIFO:
		s.enqueue(i)
	default:
		s.push(i)
	}
}

// takeLoose returns a slot that is set in free or idle, or 0 if there is none. It is
// the lowest, unless there is a list of runs. A slot of an idle range may need memory
// first.
func (s *slots) takeLoose() (uint32, error) {
	i := uint32(0)
	switch {
	case s.loose == 0:
	case s.opt.skipper == RunLength && s.opt.policy.keepsOrder():
		i = s.hole(0).get(runNext)
	default:
		i = s.lowest()
	}
	if s.idle.total > 0 {
		if first := s.idle.first(); i == 0 || first < i {
			return s.takeIdle(first)
		}
	}
	if s.opt.skipper == RunLength {
		s.tighten(i, i+1)
	} else {
		s.free[i>>6] &^= 1 << (i & 63)
		s.loose--
	}
	if s.table != nil && !s.backedCell(i) {
		// Trim gave the memory of the block back.
		fresh := s.fresh
		err := s.grow(i)
		s.fresh = fresh
		if err != nil {
			s.loosen(i, i+1)
			return 0, err
		}
	}
	return i, nil
}

func (s *slots) takeIdle(i uint32) (uint32, error) {
	fresh := s.fresh
	err := s.grow(i)
	s.fresh = max(fresh, s.committed())
	if err != nil {
		return 0, err
	}
	s.idle.cut(i, 1)
	s.reachTo(i, i+1)
	return i, nil
}

// lowest returns the lowest slot that is set in free. There must be one.
func (s *slots) lowest() uint32 {
	w := s.hint.word
	if s.free[w] == 0 {
		w = s.seek()
	}
	return w<<6 + uint32(bits.TrailingZeros64(s.free[w]))
}

// seek finds the lowest word of free that has bits.
func (s *slots) seek() uint32 {
	w := s.hint.next()
	for s.free[w] == 0 {
		s.hint.unset(w)
		w = s.hint.next()
	}
	s.hint.word = w
	s.prefetch(w + 1)
	return w
}

// prefetch prefetches the slots of a word, which will be filled once those of the word
// before are: after a mass removal, an insertion there writes to memory that no near
// cache has, and that takes longer to arrive than an insertion. It is called for words
// with enough free slots that most of the memory is needed (BenchmarkRefill).
func (s *slots) prefetch(w uint32) {
	if !canPrefetch || s.table != nil || w >= uint32(len(s.free)) || s.size > prefetchMost || uint64(s.top)*uint64(s.size) < prefetchFrom {
		return
	}
	if free := bits.OnesCount64(s.free[w]); 3*free*max(s.size, 64) >= 64*s.size {
		s.one.prefetch(w<<6, 64, s.size)
	}
}

const (
	prefetchFrom = 1 << 20 // bytes of records that a near cache may hold
	prefetchMost = 256     // bytes of a record: 64 of them have to fit the nearest cache
)

// loosen sets the slots from lo up to hi in free. They are dead and neither free nor
// held.
func (s *slots) loosen(lo, hi uint32) {
	s.loose += fillBits(s.free, uint64(lo), uint64(hi), true)
	s.hint.setRange(lo>>6, wordsFor(hi))
	if s.opt.skipper == RunLength {
		s.addRun(lo, hi)
	}
}

// tighten clears the slots from lo up to hi, the first of a run, in free.
func (s *slots) tighten(lo, hi uint32) {
	if s.opt.skipper == RunLength {
		s.cutRun(lo, hi)
	}
	s.loose -= fillBits(s.free, uint64(lo), uint64(hi), false)
}

// shrink gives the free tail back: it lowers top to behind the last slot that is
// neither set in free nor idle.
func (s *slots) shrink() {
	for old := uint32(0); old != s.top; {
		old = s.top
		for s.loose > 0 {
			i := s.top - 1
			if int(i>>6) >= len(s.free) {
				break // a hold without memory
			}
			v := s.free[i>>6] << (63 - i&63)
			n := uint32(bits.LeadingZeros64(^v))
			if n == 0 {
				break
			}
			if s.opt.skipper == RunLength {
				n = s.hole(i).get(runLast)
			}
			s.tighten(s.top-n, s.top)
			s.top -= n
			s.fresh = s.nextBacked(s.top, s.top+n)
		}
		if last := s.idle.last(); last.n > 0 && last.first+last.n == s.top {
			s.idle.cut(last.first, last.n)
			s.top = last.first
			s.fresh = s.committed()
		}
	}
}

// backedCell reports whether the cell of slot i has memory. If there are reserved
// ranges, Bytes may be about to give it some.
func (s *slots) backedCell(i uint32) bool {
	if len(s.holds) > 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.cells[i>>(s.shift&31)].hasRows()
}

// nextBacked returns what fresh becomes when top is lowered from old to i: Trim may have
// taken blocks between the two. If there are holds it does not look, because Bytes may
// be giving blocks memory.
func (s *slots) nextBacked(i, old uint32) uint32 {
	if s.table == nil {
		return s.fresh
	}
	if len(s.holds) > 0 {
		return i
	}
	for at := uint64(i); at < uint64(old); at = at&^uint64(s.mask) + uint64(s.mask) + 1 {
		if !s.cells[at>>s.shift].hasRows() {
			return min(s.fresh, uint32(at))
		}
	}
	return s.fresh
}

// sweep drops the list and sets all free slots in free instead. It costs a pass over
// the bits, and over the generations if slots were retired.
func (s *slots) sweep() {
	if s.listed > 0 {
		s.wipeList()
		s.hole(0).set(0, 0)
	}
	if s.opt.skipper == RunLength {
		s.wipeRuns()
	}
	s.listed, s.recents, s.swept = 0, 0, s.gone
	known := min(s.known, s.top)
	words := wordsFor(known)
	for w := range words {
		s.free[w] = ^s.live[w]
	}
	fillBits(s.free, 0, 1, false)
	fillBits(s.free, uint64(known), uint64(words)<<6, false)
	for k := range s.holds {
		h := &s.holds[k] // not a copy: Bytes may be changing how far it is filled
		fillBits(s.free, uint64(h.First), uint64(min(h.First+h.Len, known)), false)
	}
	for r := range s.idle.all() {
		fillBits(s.free, uint64(r.first), uint64(min(r.first+r.n, known)), false)
	}
	if s.retired > 0 {
		for p := range s.parts(1, known) {
			for j, g := range p.gens {
				if g > s.opt.last {
					i := p.first + uint32(j)
					s.free[i>>6] &^= 1 << (i & 63)
				}
			}
		}
	}
	s.loose = 0
	for _, v := range s.free[:words] {
		s.loose += bits.OnesCount64(v)
	}
	s.hint.setRange(0, words)
	if s.opt.skipper == RunLength {
		s.listRuns()
	}
}

// hints has one bit for each word of free, set if the word may have bits. It also has a
// place in these bits below which none is set, and a word of free below which none has
// bits. What else it has is where in free many slots are set together (freeruns.go).
type hints struct {
	words []uint64
	low   uint32
	word  uint32

	news []uint64 // one bit for each of words, set if bits of free were set there since meetNews
	most maxima   // a number for each of words, or for the first ones
}

func (h *hints) set(w uint32) {
	k := w >> 6
	if k >= uint32(len(h.words)) {
		h.grow(k)
	}
	h.words[k] |= 1 << (w & 63)
	h.news[k>>6] |= 1 << (k & 63)
	h.low = min(h.low, k)
	h.word = min(h.word, w)
}

func (h *hints) grow(k uint32) {
	for uint32(len(h.words)) <= k {
		h.words = append(h.words, 0)
	}
	for uint32(len(h.news)) <= k>>6 {
		h.news = append(h.news, 0)
	}
}

func (h *hints) setRange(lo, hi uint32) {
	if lo >= hi {
		return
	}
	h.set(hi - 1)
	fillBits(h.words, uint64(lo), uint64(hi), true)
	fillBits(h.news, uint64(lo>>6), uint64(hi-1)>>6+1, true)
	h.low = min(h.low, lo>>6)
	h.word = min(h.word, lo)
}

func (h *hints) isNews(k uint32) bool { return h.news[k>>6]>>(k&63)&1 != 0 }

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
