package store

import (
	"fmt"
	"io"
)

// Save writes a snapshot of the store, without ranges that are reserved and not
// committed. It writes in large pieces; w needs no buffer.
func (b *Bulk[T]) Save(w io.Writer) error {
	if b.slots.state == unused {
		var e Bulk[T]
		e.SetKind(b.Kind())
		return saveUnused(w, &e, e.Init(Backed(Heap), b.slots.tell()))
	}
	if err := b.ready(); err != nil {
		return err
	}
	return b.slots.save(w)
}

// tell makes other slots start at the generation at which b will.
func (b *slots) tell() Option {
	b.told.CompareAndSwap(0, randomGeneration())
	return generations(b.told.Load(), lastGeneration)
}

func (b *slots) save(w io.Writer) error {
	h := headOf(b.record, snapshotBulk)
	h.slots, h.count, h.born, h.last, h.kind = b.known, uint32(b.count), b.opt.born, b.opt.last, uint32(b.kind)
	s, err := startSnapshot(w, &h)
	if err != nil {
		return err
	}
	for at := uint32(0); at < b.known; {
		// A cell that never had generations stands for zeros.
		gens, k := b.gensFrom(at)
		n := b.known - at
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		if err := s.write(asBytes(gens.slice(k, n))); err != nil {
			return err
		}
		at += n
	}
	if err := s.end(); err != nil {
		return err
	}
	for _, rows := range b.runBytes() {
		if err := s.write(rows); err != nil {
			return err
		}
	}
	return s.end()
}

// Load fills a store from a snapshot. Nothing but Init may have been called on the
// store. Its options, including the limit, are kept, and generations continue as the
// snapshot says. If the bytes are not an undamaged snapshot of records like T, Load
// returns an error that wraps ErrSnapshot, and the store is as before. It takes memory
// only for what has arrived, not for what the bytes declare.
func (b *Bulk[T]) Load(r io.Reader) error {
	if err := b.ready(); err != nil {
		return err
	}
	return b.slots.load(r)
}

func (b *slots) load(r io.Reader) error {
	if b.top != 1 || b.known != 1 {
		return ErrInUse
	}
	var h snapshotHead
	if err := h.read(r, snapshotBulk, b.record); err != nil {
		return err
	}
	if err := h.checkLives(); err != nil {
		return err
	}
	if h.slots == 0 || h.slots > b.end {
		return fmt.Errorf("%w: a snapshot of %d slots", ErrFull, h.slots)
	}
	before := b.opt
	b.opt.born, b.opt.last = h.born, h.last
	err := b.loadRows(&h, newSumReader(r))
	if err != nil {
		b.unload(before)
		return err
	}
	b.kind = uint16(h.kind)
	b.sweep()
	b.shrink()
	return nil
}

// loadRows reads generations and records. It takes memory as it goes.
func (b *slots) loadRows(h *snapshotHead, s *sumReader) error {
	s.begin(4 * uint64(h.slots))
	for at := uint32(0); at < h.slots; {
		if at >= b.fresh { // a piece of a large geometric block has thousands of cells
			if err := b.grow(at); err != nil {
				return err
			}
		}
		c, k := b.cell(at)
		n := min(h.slots-at, b.fresh-at, blockBytes)
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		b.top, b.known = at+n, at+n
		gens := gensOf(c).slice(k, n)
		if err := s.read(asBytes(gens)); err != nil {
			return err
		}
		for j, g := range gens {
			i := at + uint32(j)
			if g != 0 {
				b.peak = max(b.peak, g-1|1)
			}
			switch {
			case g != 0 && (g < h.born || g > h.last+1) || i == 0 && g != 0:
				return badSnapshot("slot %d has the generation %#x", i, g)
			case g > h.last:
				b.retired++
			case g&1 != 0:
				b.live[i>>6] |= 1 << (i & 63)
				b.count++
			}
		}
		at += n
	}
	if err := s.end("generations"); err != nil {
		return err
	}
	if b.count != int(h.count) {
		return badSnapshot("%d live slots, %d declared", b.count, h.count)
	}
	s.begin(uint64(h.count) * uint64(h.size))
	for _, rows := range b.runBytes() {
		if err := s.read(rows); err != nil {
			return err
		}
	}
	return s.end("records")
}

// unload undoes what load did.
func (b *slots) unload(before options) {
	first, _ := b.cell(0)
	for p := range b.parts(0, b.known) {
		if p.cell.backed() {
			b.poison(*p.cell, p.at, p.n)
		}
		clear(p.gens)
	}
	clear(b.live)
	clear(b.free)
	clear(first.bytes(0, 1, b.size))
	b.count, b.retired, b.loose, b.listed, b.recents, b.peak = 0, 0, 0, 0, 0, 0
	b.hint, b.runs = hints{}, noRuns{}
	b.top, b.known = 1, 1
	b.fresh = max(b.committed(), 1)
	b.opt = before
}
