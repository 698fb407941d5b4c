package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// find takes n positions that lie together: the lowest free ones, or new ones. They
// have no memory yet. A new slab has room for that many more behind them, where it can.
func (a *spans) find(n, room uint32) (uint32, error) {
	if i, ok := a.free.take(n); ok {
		return i, nil
	}
	return a.extend(n, room)
}

// extend takes n new positions.
func (a *spans) extend(n, room uint32) (uint32, error) {
	if a.opt.backing != Reserved && uint64(a.top)+uint64(n) > uint64(a.edge()) {
		return a.findSlab(n, room)
	}
	if uint64(a.top)+uint64(n) > uint64(a.end) {
		return 0, a.full(int(n))
	}
	i := a.top
	a.top += n
	return i, nil
}

func (a *spans) full(n int) error {
	return refused(&a.refusal, fullError{of: a.elem, n: n, used: a.top - a.lost(), most: a.most()})
}

// most returns how many elements the limit permits.
func (a *spans) most() uint32 { return min(a.opt.limit, a.end) }

// lost returns how many positions the edges of slabs take that are not the last.
func (a *spans) lost() uint32 { return uint32(max(len(a.pieces)-1, 0)) }

// setEnd is called when pieces has changed.
func (a *spans) setEnd() { a.end = a.endOf() }

// endOf returns what end must be: lost positions do not count as elements.
func (a *spans) endOf() uint32 {
	if a.opt.backing == Reserved {
		return a.end
	}
	return uint32(min(uint64(a.opt.limit)+uint64(a.lost()), maxRows))
}

// edge returns the last position of the last slab. It is left out, so that free
// stretches of neighbouring slabs do not touch.
func (a *spans) edge() uint32 {
	if len(a.pieces) == 0 {
		return 0
	}
	return a.pieces[len(a.pieces)-1].end() - 1
}

// findSlab takes n positions at the start of a new slab.
func (a *spans) findSlab(n, room uint32) (uint32, error) {
	block := uint64(a.mask) + 1
	first, end := uint64(0), uint64(a.end)
	if len(a.pieces) > 0 {
		first, end = uint64(a.edge())+1, min(end+1, maxRows)
	}
	if first+uint64(n) > end {
		return 0, a.full(int(n))
	}
	size := block
	switch a.opt.backing {
	case Blocks:
		size = max(block, slabBytes/uint64(a.size)&^uint64(a.mask))
	case Geometric:
		size = block << len(a.pieces)
	}
	most := uint64(math.MaxInt - slabBytes) // carve rounds it up
	if a.onHeap() {
		most = min(most, mostHeap)
	}
	most /= uint64(a.size)
	least := (uint64(n) + block) &^ (block - 1)
	if room > 0 {
		size = max(size, min(most, uint64(n)+uint64(room)+block)&^(block-1))
	}
	size = max(least, min(size, (end-first+block)&^(block-1))) // no more than the limit leaves
	if first+size > 1<<32-1 {
		size = least
	}
	if first+size > 1<<32-1 {
		return 0, a.full(int(n))
	}
	if size > most {
		return 0, fmt.Errorf("%w: %d elements of %v", ErrMemory, size, a.elem)
	}
	if edge := a.edge(); edge > a.top {
		a.free.add(a.top, edge-a.top)
	}
	a.pieces = append(a.pieces, stretch{uint32(first), uint32(size)})
	a.table = append(a.table, make([]raw, size/block)...)
	a.setEnd()
	a.top = uint32(first) + n
	return uint32(first), nil
}

// onHeap reports whether slabs come from Go's heap.
func (a *spans) onHeap() bool { return a.opt.backing == Heap || a.opt.backing == Geometric }

// offset returns where position i lies in the reservation.
func (a *spans) offset(i uint32) int { return a.pad + int(i)*a.size }

// back gives n positions from i on memory. The caller has locked mu.
func (a *spans) back(i, n uint32, bulk bool) error {
	if a.opt.backing == Reserved {
		if bulk {
			return a.mem.commitBulk(a.offset(i), a.offset(i+n))
		}
		return a.mem.commit(a.offset(i + n))
	}
	if !a.table[i>>a.shift].isNil() {
		return nil
	}
	p := a.pieces[a.piece(i)]
	var mem []byte
	if a.onHeap() {
		mem = heapBytes(int(p.n) * a.size)
	} else {
		var err error
		if mem, err = a.slabs.carve(int(p.n) * a.size); err != nil {
			return err
		}
	}
	for at, base := uint32(0), rawOf(mem); at < p.n; at += a.mask + 1 {
		a.table[(p.first+at)>>a.shift] = base.from(at, a.size)
	}
	return nil
}

// backedTo returns what fresh may be. The caller has locked mu.
func (a *spans) backedTo() uint32 {
	if a.opt.backing == Reserved {
		return uint32(min(uint64(max(a.mem.ready-a.pad, 0)/a.size), uint64(a.most()))) // end may be more, see admit
	}
	if k := len(a.pieces) - 1; k >= 0 && !a.table[a.pieces[k].first>>a.shift].isNil() {
		return min(a.edge(), a.end)
	}
	return 0
}

// piece returns which slab position i lies in.
func (a *spans) piece(i uint32) int {
	k, _ := slices.BinarySearchFunc(a.pieces, i, func(s stretch, i uint32) int { return cmp.Compare(s.end()-1, i) })
	return k
}

// giveBack makes n positions free again.
func (a *spans) giveBack(i, n uint32) {
	a.free.add(i, n)
	a.sink()
}

// sink gives back the free positions at the tail, and the slabs there that never had
// memory. A slab that has memory keeps its positions.
func (a *spans) sink() {
	for {
		if last := a.free.last(); last.n > 0 && last.end() == a.top {
			a.free.cut(last.first, last.n)
			a.top = last.first
			continue
		}
		k := len(a.pieces) - 1
		if k < 0 || a.top != a.pieces[k].first || !a.table[a.top>>a.shift].isNil() {
			return
		}
		a.table = a.table[:a.top>>a.shift]
		a.pieces = a.pieces[:k]
		a.setEnd()
		a.top = a.edge()
	}
}

// keepOnly frees all positions but those of keep, which ascends.
func (a *spans) keepOnly(keep []stretch) {
	pieces := a.pieces
	if a.opt.backing == Reserved {
		pieces = []stretch{{0, a.top + 1}}
	}
	if len(pieces) == 0 {
		return
	}
	a.free = extents{}
	a.top = pieces[len(pieces)-1].first
	if len(keep) > 0 {
		a.top = max(a.top, keep[len(keep)-1].end())
	}
	for _, p := range pieces {
		at, end := p.first, min(p.end()-1, a.top)
		for ; len(keep) > 0 && keep[0].first < p.end(); keep = keep[1:] {
			a.free.add(at, keep[0].first-at)
			at = keep[0].end()
		}
		if at < end {
			a.free.add(at, end-at)
		}
	}
	a.sink()
}
