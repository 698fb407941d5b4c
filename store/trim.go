package store

// Trim gives the memory of free rows back to the system, in whole pages, or with
// Heap in whole blocks. It returns how many bytes that was. Generations stay, so
// stale handles stay dead; slots that come back to use take memory again. With
// RunLength, Heap and Geometric keep the blocks below the last record. Trim
// forgets the order in which slots were freed: from then on they are filled
// lowest first, and it ends mappings of files all of whose rows are free (see
// Mapper). If the system does not take memory back, because it is locked,
// for example, Trim stops and returns what it gave back before, and the error.
func (b *Bulk[T]) Trim() (int, error) { return b.slots.trim() }

func (s *slots) trim() (int, error) {
	if s.state != open {
		return 0, nil
	}
	s.sweep()
	s.shrink()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.fresh = s.committed() }()
	total := 0
	give := func(lo, hi uint32) error {
		n, err := s.discard(lo, hi)
		total += n
		return err
	}
	for lo, hi := s.nextFree(1); lo < hi; lo, hi = s.nextFree(hi) {
		from, to := lo, hi
		if s.opt.skipper == RunLength {
			// The ends keep the run's length, and a block without memory could
			// not become an end later.
			if from, to = lo+1, hi-1; from >= to || !s.mapped() {
				continue
			}
		}
		if err := give(from, to); err != nil {
			return total, err
		}
	}
	for x := range s.idle.all() {
		if err := give(x.first, x.end()); err != nil {
			return total, err
		}
	}
	err := give(s.top, s.end)
	return total, err
}

// mapped reports whether rows lie in memory that the system lends.
func (s *slots) mapped() bool {
	return s.opt.backing == Reserved || s.opt.backing == Blocks
}

// discard gives the memory of the slots from lo to hi back, as far as whole
// pages or blocks lie between.
func (s *slots) discard(lo, hi uint32) (total int, err error) {
	if s.opt.backing == Reserved {
		rows := &s.mem.rows
		total, err = rows.discard(s.offset(lo), s.offset(hi))
		if total > 0 && len(rows.files) > 0 { // of rows that Clear or Remove removed
			rows.unmapFiles(s.offset(lo), s.offset(hi), false)
		}
		s.poisonMapped(lo, hi)
		return total, err
	}
	hi = uint32(min(uint64(hi), uint64(len(s.cells))<<s.shift))
	for i := uint64(lo); i < uint64(hi); {
		first, n := s.block(uint32(i))
		k := int(first >> s.shift)
		end := min(uint64(first)+n, uint64(hi))
		cells := min(uint64(first)+n, uint64(len(s.cells))<<s.shift)
		c := s.cells[k]
		whole := i == uint64(first) && end == cells
		switch {
		case !c.hasRows():
		case !s.onHeap(n):
			given, err := discardPages(c.bytes(uint32(i)-first, uint32(end-i), s.size))
			if total += given; err != nil {
				return total, err
			}
		case whole:
			for at := uint64(first); at < cells; at += uint64(s.mask) + 1 {
				s.cells[k].setRows(nil)
				k++
			}
			s.keepBlock(first, nil)
			total += int(n) * s.size
		}
		i = end
	}
	return total, nil
}
