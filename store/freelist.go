package store

// The list of free slots is circular through slot 0: the first four bytes of a
// hole hold the next slot of the list, those of the last one point back at slot
// 0, whose row is the header.
//
// A list of single holes is slow where it is long: each insertion waits for a
// cache line that only the insertion before can name. So with LIFO a hole on the
// list also notes, behind its link, the slots that were freed before it, as many
// as fit its first cache line. Those that no hole notes yet are in recent: most
// insertions and removals touch nothing else of the list.
//
//	recent  9 5          freed last, first 9, then 5
//	slot 0  -> 7         freed before those
//	slot 7  -> 4, 8 2 6  a hole that notes 8, 2 and 6, freed before it in this order
//	slot 4  -> 0, 1 3 11 the last one
//
// That is how it looks with records of 16 bytes. BenchmarkChurn and BenchmarkRefill
// measure it.

// mostNotes is how many slots a hole notes at most: with its link, a cache line.
const mostNotes = cacheLine/4 - 1

// notesOf is how many slots each hole on the list notes.
func (s *slots) notesOf(o *options) uint32 {
	if o.policy != LIFO || o.skipper != Bitmap {
		return 0
	}
	return uint32(min(s.size/4-1, mostNotes))
}

// enqueue puts the dead slot i at the end of the list.
func (s *slots) enqueue(i uint32) {
	s.hole(i).set(0, 0)
	after := uint32(0)
	if s.listed > 0 {
		after = s.tail
	}
	s.hole(after).set(0, i)
	s.tail = i
	s.listed++
}

// push puts the dead slot i at the start of the list.
func (s *slots) push(i uint32) {
	s.listed++
	if n := s.recents; n < s.notes {
		s.recent[n], s.recents = i, n+1
		return
	}
	head, h := s.hole(0), s.hole(i)
	h.set(0, head.get(0))
	for k, r := range s.recent[:s.notes] {
		h.set(1+uintptr(k), r)
	}
	head.set(0, i)
	s.recents = 0
}

// enter makes the dead slot i, which is not free any more, alive and returns its generation.
func (s *slots) enter(i uint32) uint32 {
	gens, k := s.gensFrom(i)
	p := gens.at(k)
	g := s.nextGen(*p)
	*p = g
	s.peak = max(s.peak, g)
	s.live[i>>6] |= 1 << (i & 63)
	s.count++
	return g
}

// leave makes slot i, which is alive, dead and, with LIFO, puts it on the list.
func (s *slots) leave(i uint32) {
	s.live[i>>6] &^= 1 << (i & 63)
	s.count--
	s.gone++
	if guarded {
		c, k := s.cell(i)
		s.poison(c, k, 1)
	}
	gens, k := s.gensFrom(i)
	g := gens.at(k)
	if *g++; *g > s.opt.last {
		s.retired++
		return
	}
	s.push(i)
}

// pop takes the slot at the start of the list; there is one.
func (s *slots) pop() uint32 {
	s.listed--
	if n := s.recents; n > 0 {
		s.recents = n - 1
		return s.recent[n-1]
	}
	head := s.hole(0)
	i := head.get(0)
	h := s.hole(i)
	head.set(0, h.get(0))
	for k := range s.recent[:s.notes] {
		s.recent[k] = h.get(1 + uintptr(k))
	}
	s.recents = s.notes
	s.wipeLinks(i)
	return i
}
