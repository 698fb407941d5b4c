package store

import "math/bits"

// Where in free many slots are set together is found by most: for each 64 words of free, a
// zone, an upper bound of how many consecutive slots that are set begin there. It is
// raised by the next search, not at once, since that spares those who set bits a look at
// what is beside them: they only note the zone in news. It is lowered when a search in the
// zone has failed. Lengths from mostRun on are not told apart.

const (
	zoneShift = 12 // slots of a zone
	mostRun   = 1 << 16
	fewZones  = 4 // so few are looked at without their bounds
)

// freeRun finds the lowest n consecutive slots that are set in free and returns the
// first, or 0. It costs a few steps, a look at one zone or two, and at those where bits
// were set since the last search (BenchmarkFreeRun). Only for n above mostRun, whose
// records take longer to copy, it is a pass over the bits from the first zone on that may
// do.
func (s *slots) freeRun(n uint32) uint32 {
	if len(s.hint.words) <= fewZones {
		for k := range s.hint.words {
			if i := s.runIn(uint32(k), n); i != 0 {
				return i
			}
		}
		return 0
	}
	s.meetNews()
	most := &s.hint.most
	for {
		k, ok := most.first(min(n, mostRun))
		if !ok {
			return 0
		}
		if n > mostRun {
			return s.longRun(uint32(k)<<(zoneShift-6), n)
		}
		if i := s.runIn(uint32(k), n); i != 0 {
			return i
		}
		longest, _ := s.runsIn(uint32(k), s.runAt(uint32(k)+1))
		most.set(k, longest)
	}
}

// meetNews brings most up to date. It goes downwards, so that what begins in one zone and
// goes on in the next is not looked at twice.
func (s *slots) meetNews() {
	h := &s.hint
	for h.most.n < len(h.words) {
		h.most.insert(h.most.n, 0)
	}
	known, ahead := uint32(0), uint32(0) // the slots that are set from the start of a zone
	for i := len(h.news) - 1; i >= 0; i-- {
		for h.news[i] != 0 {
			k := uint32(i)<<6 + uint32(bits.Len64(h.news[i])) - 1
			h.news[i] &^= 1 << (k & 63)
			if known != k+1 {
				ahead = s.runAt(k + 1)
			}
			var longest uint32
			longest, ahead = s.runsIn(k, ahead)
			known = k
			h.most.set(int(k), longest)
			s.tellBefore(k, ahead)
		}
	}
}

// tellBefore raises the bounds of zones from which slots that are set go on into zone k,
// n of them there. Those that were mostRun or more before k have known as much.
func (s *slots) tellBefore(k, n uint32) {
	if n == 0 {
		return
	}
	for back := uint32(0); back < mostRun && k > 0 && !s.hint.isNews(k-1); k-- {
		ones := s.runBefore(k)
		if back += ones; ones > 0 {
			s.hint.most.raise(int(k)-1, min(back+n, mostRun))
		}
		if ones < 1<<zoneShift {
			return
		}
	}
}

// runBefore returns how many slots of the zone before zone k are set in free at its end.
func (s *slots) runBefore(k uint32) (n uint32) {
	for w := k << (zoneShift - 6); n < 1<<zoneShift; w-- {
		ones := uint32(bits.LeadingZeros64(^s.free[w-1]))
		if n += ones; ones < 64 {
			break
		}
	}
	return n
}

// runAt returns how many consecutive slots from the start of zone k on are set in free,
// at most mostRun.
func (s *slots) runAt(k uint32) (n uint32) {
	for w := k << (zoneShift - 6); w < uint32(len(s.free)) && n < mostRun; w++ {
		ones := uint32(bits.TrailingZeros64(^s.free[w]))
		if n += ones; ones < 64 {
			break
		}
	}
	return n
}

// runsIn returns how many consecutive slots that are set in free begin in zone k, and how
// many of them at its start. ahead is what runAt returns for the next zone.
func (s *slots) runsIn(k, ahead uint32) (longest, start uint32) {
	if s.hint.words[k] == 0 {
		return 0, 0
	}
	from := k << (zoneShift - 6)
	run, broken := uint32(0), false
	for _, v := range s.free[from:min(from+64, uint32(len(s.free)))] {
		low := uint32(bits.TrailingZeros64(^v))
		run += low
		if low == 64 {
			continue
		}
		if !broken {
			broken, start = true, run
		}
		longest = max(longest, run)
		for in := runsOf(v, longest+1); in != 0; in &= v >> longest {
			longest++
		}
		run = uint32(bits.LeadingZeros64(^v))
	}
	if run > 0 {
		run += ahead
	}
	if !broken {
		start = run
	}
	return min(max(longest, run), mostRun), min(start, mostRun)
}

// runIn returns the first of the lowest n consecutive slots that are set in free and begin
// in zone k, or 0. n is at most mostRun.
func (s *slots) runIn(k, n uint32) uint32 {
	run := uint32(0) // slots at the end of the words before
	next := k << (zoneShift - 6)
	for left := s.hint.words[k]; left != 0; left &= left - 1 {
		w := k<<(zoneShift-6) + uint32(bits.TrailingZeros64(left))
		if w != next {
			run = 0
		}
		next = w + 1
		v := s.free[w]
		low := uint32(bits.TrailingZeros64(^v))
		if run+low >= n {
			return w<<6 - run
		}
		if low == 64 {
			run += 64
			continue
		}
		if v == 0 {
			s.hint.unset(w)
		}
		if in := runsOf(v, n); in != 0 {
			return w<<6 + uint32(bits.TrailingZeros64(in))
		}
		run = uint32(bits.LeadingZeros64(^v))
	}
	if k++; run > 0 && next == k<<(zoneShift-6) && run+s.runAt(k) >= n {
		return k<<zoneShift - run
	}
	return 0
}

// longRun returns the first of the lowest n consecutive slots that are set in free and
// begin in word w or behind, or 0. n is more than 64.
func (s *slots) longRun(w, n uint32) uint32 {
	run := uint32(0) // slots at the end of the words before
	for words := min(wordsFor(s.top), uint32(len(s.free))); w < words; w++ {
		v := s.free[w]
		low := uint32(bits.TrailingZeros64(^v))
		if run+low >= n {
			return w<<6 - run
		}
		if run += low; low < 64 {
			run = uint32(bits.LeadingZeros64(^v))
		}
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
