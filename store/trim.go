package store

// Grow makes sure that n more records can be inserted one by one without a system call.
// It returns ErrFull or ErrMemory if they cannot.
func (b *Bulk[T]) Grow(n int) error {
	if err := b.ready(); err != nil {
		return err
	}
	return b.slots.growBy(n)
}

func (b *slots) growBy(n int) error {
	n -= b.listed // those have memory
	if n <= 0 {
		return nil
	}
	if err := b.backFree(uint32(min(uint64(n), uint64(b.end)))); err != nil {
		return err
	}
	if uint64(n) <= uint64(b.loose)+b.idle.total {
		return nil
	}
	n -= b.loose + int(b.idle.total)
	if uint64(n) > uint64(b.end-b.top) {
		return b.grow(b.end)
	}
	// With blocks, fresh counts those that follow top; it grows one by one.
	for want := b.top + uint32(n); b.fresh < want; {
		at := b.fresh
		if b.opt.backing == Reserved {
			at = want - 1
		}
		if err := b.grow(at); err != nil {
			return err
		}
	}
	return nil
}

// backFree gives memory to the n lowest slots that are set in free or idle: Trim may
// have taken it, or they never had any.
func (b *slots) backFree(n uint32) error {
	fresh := b.fresh
	defer func() { b.fresh = fresh }()
	left := n
	for lo, hi := b.nextFree(1); b.table != nil && lo < hi && left > 0; lo, hi = b.nextFree(hi) {
		k := min(hi-lo, left)
		left -= k
		if err := b.backPieces(lo, lo+k, false); err != nil {
			return err
		}
	}
	left = n
	for s := range b.idle.all() {
		if left == 0 {
			break
		}
		k := min(s.n, left)
		left -= k
		if err := b.backPieces(s.first, s.first+k, true); err != nil {
			return err
		}
	}
	return nil
}

// backPieces gives memory to the slots from lo up to hi. With gens, they may also lack
// memory for their generations.
func (b *slots) backPieces(lo, hi uint32, gens bool) error {
	if b.table == nil {
		return b.grow(hi - 1)
	}
	for i := uint64(lo); i < uint64(hi); {
		if gens || !b.backedCell(uint32(i)) {
			if err := b.grow(uint32(i)); err != nil {
				return err
			}
		}
		first, n := b.piece(uint32(i))
		i = uint64(first) + n
	}
	return nil
}

// Trim gives the memory of free rows back to the system, in whole pages, or with
// Heap in whole blocks. It returns how many bytes that was. Generations stay, so
// stale handles stay dead; slots that come back to use take memory again. With
// RunLength, Heap and Geometric keep the blocks below the last record. Trim
// forgets the order in which slots were freed: from then on they are filled
// lowest first. If the system does not take memory back, because it is locked,
// for example, Trim stops and returns what it gave back before, and the error.
func (b *Bulk[T]) Trim() (int, error) { return b.slots.trim() }

func (b *slots) trim() (int, error) {
	if b.state != open {
		return 0, nil
	}
	b.sweep()
	b.shrink()
	b.mu.Lock()
	defer b.mu.Unlock()
	defer func() { b.fresh = b.committed() }()
	total := 0
	give := func(lo, hi uint32) error {
		n, err := b.discard(lo, hi)
		total += n
		return err
	}
	for lo, hi := b.nextFree(1); lo < hi; lo, hi = b.nextFree(hi) {
		from, to := lo, hi
		if b.opt.skipper == RunLength {
			// The ends keep the run's length, and a block without memory could
			// not become an end later.
			if from, to = lo+1, hi-1; from >= to || !b.mapped() {
				continue
			}
		}
		if err := give(from, to); err != nil {
			return total, err
		}
	}
	for s := range b.idle.all() {
		if err := give(s.first, s.end()); err != nil {
			return total, err
		}
	}
	err := give(b.top, b.end)
	return total, err
}

// mapped reports whether rows lie in memory that the system lends.
func (b *slots) mapped() bool {
	return b.opt.backing == Reserved || b.opt.backing == Blocks
}

// discard gives the memory of the slots from lo to hi back, as far as whole
// pages or blocks lie between.
func (b *slots) discard(lo, hi uint32) (total int, err error) {
	if b.opt.backing == Reserved {
		return b.mem.rows.discard(b.offset(lo), b.offset(hi))
	}
	hi = uint32(min(uint64(hi), uint64(len(b.cells))<<b.shift))
	for i := uint64(lo); i < uint64(hi); {
		first, n := b.block(uint32(i))
		k := int(first >> b.shift)
		end := min(uint64(first)+n, uint64(hi))
		cells := min(uint64(first)+n, uint64(len(b.cells))<<b.shift)
		c := b.cells[k]
		whole := i == uint64(first) && end == cells
		switch {
		case !c.backed():
		case !b.onHeap(n):
			given, err := discardPages(c.bytes(uint32(i)-first, uint32(end-i), b.size))
			if total += given; err != nil {
				return total, err
			}
		case whole:
			for at := uint64(first); at < cells; at += uint64(b.mask) + 1 {
				b.cells[k].setRows(nil)
				k++
			}
			b.keepBlock(first, nil)
			total += int(n) * b.size
		}
		i = end
	}
	return total, nil
}
