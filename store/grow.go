package store

import "reflect"

// Grow makes sure that n more records can be inserted one by one without a system call.
// It returns ErrFull or ErrMemory if they cannot, and an error that wraps ErrRange for a
// negative n.
func (b *Bulk[T]) Grow(n int) error {
	if err := b.slots.ready(reflect.TypeFor[T]()); err != nil {
		return err
	}
	if n < 0 {
		return countError(n)
	}
	return b.slots.growBy(n)
}

func (s *slots) growBy(n int) error {
	n -= s.listed // those have memory
	if n <= 0 {
		return nil
	}
	if err := s.backFree(uint32(min(uint64(n), uint64(s.end)))); err != nil {
		return err
	}
	if uint64(n) <= uint64(s.loose)+s.idle.total {
		return nil
	}
	n -= s.loose + int(s.idle.total)
	if uint64(n) > uint64(s.end-s.top) {
		return s.grow(s.end)
	}
	// With blocks, fresh counts those that follow top; it grows one by one.
	for want := s.top + uint32(n); s.fresh < want; {
		at := s.fresh
		if s.opt.backing == Reserved {
			at = want - 1
		}
		if err := s.grow(at); err != nil {
			return err
		}
	}
	return nil
}

// backFree gives memory to the n lowest slots that are set in free or idle: Trim may
// have taken it, or they never had any.
func (s *slots) backFree(n uint32) error {
	fresh := s.fresh
	defer func() { s.fresh = fresh }()
	left := n
	for lo, hi := s.nextFree(1); s.table != nil && lo < hi && left > 0; lo, hi = s.nextFree(hi) {
		k := min(hi-lo, left)
		left -= k
		if err := s.backPieces(lo, lo+k, false); err != nil {
			return err
		}
	}
	left = n
	for x := range s.idle.all() {
		if left == 0 {
			break
		}
		k := min(x.n, left)
		left -= k
		if err := s.backPieces(x.first, x.first+k, true); err != nil {
			return err
		}
	}
	return nil
}

// backPieces gives memory to the slots from lo up to hi. With gens, they may also lack
// memory for their generations.
func (s *slots) backPieces(lo, hi uint32, gens bool) error {
	if s.table == nil {
		return s.grow(hi - 1)
	}
	for i := uint64(lo); i < uint64(hi); {
		if gens || !s.backedCell(uint32(i)) {
			if err := s.grow(uint32(i)); err != nil {
				return err
			}
		}
		first, n := s.piece(uint32(i))
		i = uint64(first) + n
	}
	return nil
}
