package store

// Stats is what a store consists of.
type Stats struct {
	Live      int // records, or elements
	Holes     int // free slots among them
	Reserved  int // slots of ranges that are neither committed nor released
	Retired   int // slots whose generations are used up
	Committed int // bytes that count against the system's limit, touched or not
	Longest   int // slots of the longest run without a record
}

// Stats counts what the store consists of. It costs a pass over the bits.
func (b *Bulk[T]) Stats() Stats { return b.slots.stats() }

func (s *slots) stats() Stats {
	st := Stats{Live: s.count, Holes: s.listed + s.loose + int(s.idle.total), Retired: s.retired}
	if s.state != open {
		return st
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.holds {
		st.Reserved += int(h.Len)
	}
	st.Committed = s.bytesTakenLocked()
	end := min(s.top, s.reach)
	for i := uint32(1); i < end; {
		at := nextBit(s.live, i, end, 0)
		st.Longest = max(st.Longest, int(at-i))
		i = nextBit(s.live, at, end, ^uint64(0))
	}
	return st
}

// bytesTaken is Stats.Committed, which costs a look at each block.
func (s *slots) bytesTaken() int {
	if s.state != open {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytesTakenLocked()
}

// bytesTakenLocked is bytesTaken for callers that have locked mu.
func (s *slots) bytesTakenLocked() int {
	m := &s.mem
	n := m.rows.ready + m.gens.ready + m.live.ready + m.free.ready
	if s.table != nil {
		n += m.slabs.size() + m.cells.ready
		if !m.cells.taken() {
			n += 8*(cap(s.live)+cap(s.free)) + sizeOf[cell]()*cap(s.cells)
		}
		for _, c := range s.cells {
			if gensOf(c) != uint32sOf(s.zeros) {
				n += 4 * len(s.zeros)
			}
		}
		_, heap := s.backedSlots()
		n += s.size * int(heap)
	}
	return n
}

// Stats counts what the Packed consists of. Holes and Longest are those of the table of
// ids; the records have none.
func (p *Packed[T]) Stats() Stats {
	s := p.ids.Stats()
	s.Committed = p.bytesTaken()
	return s
}

func (p *Packed[T]) bytesTaken() int {
	return p.ids.slots.bytesTaken() + p.rows.committed() + p.owner.committed()
}

// Stats counts what the Groups consists of. Holes and Longest are those of the table of
// ids; the groups have none.
func (g *Groups[T]) Stats() Stats {
	s := g.ids.Stats()
	s.Committed = g.bytesTaken()
	return s
}

func (g *Groups[T]) bytesTaken() int {
	return g.ids.slots.bytesTaken() + g.mem.committed() + g.owner.committed()
}

// committed returns the number of bytes that the column has taken.
func (c *column[E]) committed() int {
	if c.mem.taken() {
		return c.mem.ready
	}
	return cap(c.s) * sizeOf[E]()
}

// Stats counts what the Arena consists of. It costs a pass over the slots.
func (a *Arena[T]) Stats() Stats {
	s := Stats{Live: a.count, Committed: a.bytesTaken()}
	run := 0
	for i := range len(a.rows) {
		used := i < int(a.used)
		switch g := a.slots[i+1].gen; {
		case g&1 != 0:
			run = 0
			continue
		case g > a.last:
			s.Retired++
		case used:
			s.Holes++
		}
		if used {
			run++
			s.Longest = max(s.Longest, run)
		}
	}
	return s
}

func (a *Arena[T]) bytesTaken() int {
	return len(a.rows)*sizeOf[T]() + len(a.slots)*sizeOf[arenaSlot]()
}

// Stats counts what the Array consists of. Longest is how many elements can be added
// together without new memory.
func (a *Array[T]) Stats() Stats { return a.spans.stats() }

func (a *spans) stats() Stats {
	s := Stats{Live: int(a.used), Holes: int(a.free.total)}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, h := range a.holds {
		s.Reserved += int(h.Len)
	}
	for f := range a.free.all() {
		s.Longest = max(s.Longest, int(f.n))
	}
	s.Committed = a.bytesTakenLocked()
	return s
}

// bytesTaken is Stats.Committed, which costs a look at each slab.
func (a *spans) bytesTaken() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bytesTakenLocked()
}

// bytesTakenLocked is bytesTaken for callers that have locked mu.
func (a *spans) bytesTakenLocked() int {
	n := a.mem.ready + a.slabs.size() + sizeOf[raw]()*cap(a.table)
	if a.onHeap() {
		for _, p := range a.pieces {
			if !a.table[p.first>>a.shift].isNil() {
				n += int(p.n) * a.size
			}
		}
	}
	return n
}

// Stats counts the strings and their bytes.
func (s *Strings) Stats() (strs, text Stats) {
	strs, text = s.entries.stats(), s.text.stats()
	strs.Live = s.Len()
	strs.Committed += s.index.bytes()
	return strs, text
}

func (s *Strings) bytesTaken() int {
	return s.entries.bytesTaken() + s.text.bytesTaken() + s.index.bytes()
}
