package store

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Compact moves the elements of spans together towards the front and sets the
// spans to their new places. The caller hands over pointers to all spans of the
// Array that are in use, as in
//
//	a.Compact(func(yield func(*store.Span[Vertex]) bool) {
//		for _, s := range shapes.All() {
//			if !yield(&s.Outline) {
//				return
//			}
//		}
//	})
//
// Elements that no span names are freed. Spans may overlap and repeat, and they may be in
// elements of this Array, as those of a tree whose nodes have a Span of nodes. Elements of
// reserved or committed ranges stay in place, because their owner relies on that; their
// spans may be among spans or not.
//
// Compact returns the number of elements that moved. If a span is not within the
// elements in use, it changes nothing and returns ErrRange. If there is no memory
// for places that have none yet, it changes nothing and returns ErrMemory. After Close it
// returns ErrClosed.
func (a *Array[T]) Compact(spans iter.Seq[*Span[T]]) (int, error) {
	var all []moving
	for s := range spans {
		if at := stretchOf(s); at.n > 0 && !a.spans.stays(*at) {
			all = append(all, moving{*at, at})
		}
	}
	return a.spans.compact(all)
}

// stays reports whether a span is in one committed range.
func (a *spans) stays(s stretch) bool {
	r := a.ranges.at(a.ranges.find(s.first))
	return r.first <= s.first && uint64(s.first)+uint64(s.n) <= uint64(r.first)+uint64(r.n)
}

// moving is where a span was when Compact began. The span itself is only written to,
// since the caller may name it more than once.
type moving struct {
	stretch
	span *stretch
}

// move is elements and the place that they move to.
type move struct {
	stretch
	to uint32
}

func (a *spans) compact(all []moving) (int, error) {
	if a.state == closed {
		return 0, ErrClosed
	}
	for _, s := range all {
		if !a.inUse(s.first, s.n) || !a.isOwn(s.first, s.n) {
			return 0, fmt.Errorf("%w: span %d+%d", ErrRange, s.first, s.n)
		}
	}
	slices.SortFunc(all, func(s, t moving) int { return cmp.Compare(s.first, t.first) })
	pinned, top := a.pinned(), a.top
	if err := a.backAll(); err != nil {
		return 0, err
	}
	a.mu.Lock()
	a.keepOnly(pinned)
	a.mu.Unlock()
	// All that is not pinned is free, up to what was the top: in an Array that was loaded, that
	// may be further behind than new positions may be.
	if a.top < top {
		a.free.add(a.top, top-a.top)
		a.top = top
	}
	a.used = 0
	for r := range a.ranges.all() {
		a.used += r.n
	}
	// The elements stay where they are until all spans are set, which may be among them.
	var moves []move
	moved := 0
	for len(all) > 0 {
		// Spans that overlap move as one.
		from := all[0].stretch
		n := 1
		for ; n < len(all) && all[n].first < from.end(); n++ {
			from.n = max(from.n, all[n].end()-from.first)
		}
		to := a.settle(from.n)
		if to != from.first {
			moved += int(from.n)
			moves = append(moves, move{from, to})
		}
		for _, s := range all[:n] {
			s.span.first = to + (s.first - from.first)
		}
		all = all[n:]
	}
	for _, m := range moves { // in order, so that none overwrites what has yet to move
		copy(a.bytes(m.to, m.n), a.bytes(m.first, m.n))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sink()
	a.buryFree(top)
	return moved, nil
}

// backAll gives memory to all slabs, some of which may only be reserved. Once spans are
// moving, nothing must fail.
func (a *spans) backAll() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range a.pieces {
		if err := a.back(p.first, 1, false); err != nil {
			return err
		}
	}
	return nil
}

// pinned returns the stretches that must stay, in order.
func (a *spans) pinned() (keep []stretch) {
	keep = a.held(nil)
	keep = slices.AppendSeq(keep, a.ranges.all())
	slices.SortFunc(keep, func(s, t stretch) int { return cmp.Compare(s.first, t.first) })
	return keep
}

// settle gives n elements, whose own place counts as free, the lowest place that fits.
// That is never behind their own, because everything before took no more than its own.
func (a *spans) settle(n uint32) uint32 {
	to, ok := a.free.take(n)
	if !ok {
		panic("store: Compact found no place for elements, not even their own")
	}
	a.used += n
	return to
}

// bytes returns the memory of n contiguous elements, in use or not.
func (a *spans) bytes(i, n uint32) []byte {
	if len(a.table) == 0 {
		return a.one.bytes(i, n, a.size)
	}
	return a.at(i).bytes(0, n, a.size)
}
