package store

import (
	"fmt"
	"io"
	"reflect"
)

// Save writes a snapshot of the store, without ranges that are reserved and not
// committed. It writes in large pieces; w needs no buffer.
func (b *Bulk[T]) Save(w io.Writer) error { return b.slots.save(reflect.TypeFor[T](), w) }

// tell makes other slots start at the generation at which b will.
func (s *slots) tell() Option {
	s.told.CompareAndSwap(0, randomGeneration())
	return generations(s.told.Load(), lastGeneration)
}

func (s *slots) save(record reflect.Type, w io.Writer) error {
	if s.state == unused {
		e := slots{kind: s.kind}
		return saveUnused(w, e.init(record, []Option{Backed(Heap), s.tell()}), e.saveOpen, e.close)
	}
	if err := s.ready(record); err != nil {
		return err
	}
	return s.saveOpen(w)
}

func (s *slots) saveOpen(w io.Writer) error {
	h := headOf(s.record, snapshotBulk)
	h.slots, h.count, h.born, h.last, h.kind = s.known, uint32(s.count), s.opt.born, s.opt.last, uint32(s.kind)
	out, err := startSnapshot(w, &h)
	if err != nil {
		return err
	}
	for at := uint32(0); at < s.reach; {
		// A cell that never had generations stands for zeros.
		gens, k := s.gensFrom(at)
		n := s.reach - at
		if s.table != nil {
			n = min(n, s.mask+1-k)
		}
		if err := out.write(asBytes(gens.slice(k, n))); err != nil {
			return err
		}
		at += n
	}
	if err := s.saveArmed(out); err != nil {
		return err
	}
	if err := out.end(); err != nil {
		return err
	}
	for _, rows := range s.runBytes {
		if err := out.write(rows); err != nil {
			return err
		}
	}
	return out.end()
}

// saveArmed writes the generations of armed slots as those of ordinary dead ones, which
// a loaded store has.
func (s *slots) saveArmed(out *sumWriter) error {
	if s.armed == 0 {
		return nil
	}
	var dead [1024]uint32
	fillGens(dead[:], s.armed-1)
	for left := s.known - s.reach; left > 0; {
		n := min(left, uint32(len(dead)))
		if err := out.write(asBytes(dead[:n])); err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// Load fills a store from a snapshot. Nothing but Init may have been called on the
// store, or a loader's Bind. Its options, including the limit, are kept; generations
// continue as the snapshot says, and so does Kind where the store has none. If the bytes are
// not an undamaged snapshot of records like T, are of a store of another Kind than this one
// has, or cannot be read, Load returns an error that wraps ErrSnapshot. It returns ErrFull if
// the limit has no room for all slots that were ever used, because dead handles stay dead,
// ErrMemory if the system has no more, and ErrInUse or ErrClosed as Init does. After an
// error the store is as before. Load takes memory only for what has arrived, not for what
// the bytes declare: a record for each generation, also of a dead slot.
func (b *Bulk[T]) Load(r io.Reader) error {
	if err := b.slots.ready(reflect.TypeFor[T]()); err != nil {
		return err
	}
	return b.slots.load(r)
}

func (s *slots) load(r io.Reader) error {
	if s.top != 1 || s.known != 1 {
		return ErrInUse
	}
	var h snapshotHead
	if err := h.read(r, snapshotBulk, s.record); err != nil {
		return err
	}
	if err := h.checkLives(); err != nil {
		return err
	}
	switch {
	case h.slots == 0:
		return badSnapshot("no slots")
	case h.kind != 0 && s.kind != 0 && h.kind != uint32(s.kind): // see Bind of a loader
		return badSnapshot("the kind was %d and is %d here, so AnyHandles from then would name another store; bind the same stores in the same order", h.kind, s.kind)
	}
	if h.slots > s.end {
		return fmt.Errorf("%w: a snapshot of %d slots for %v, with those of dead handles, at most %d; raise the Limit", ErrFull, h.slots-1, s.named, s.end-1)
	}
	before, loaded := s.opt, false
	defer func() {
		if !loaded { // also where r panics
			s.unload(before)
		}
	}()
	s.opt.born, s.opt.last = h.born, h.last
	if err := s.loadRows(&h, newSumReader(r)); err != nil {
		return err
	}
	loaded = true
	if h.kind != 0 {
		s.kind = uint16(h.kind)
	}
	s.sweep()
	s.shrink()
	return nil
}

// loadRows reads generations and records. It takes memory as it goes.
func (s *slots) loadRows(h *snapshotHead, in *sumReader) error {
	in.begin(4 * uint64(h.slots))
	for at := uint32(0); at < h.slots; {
		if at >= s.fresh { // a piece of a large geometric block has thousands of cells
			if err := s.grow(at); err != nil {
				return err
			}
		}
		c, k := s.cell(at)
		n := min(h.slots-at, s.fresh-at, blockBytes)
		if s.table != nil {
			n = min(n, s.mask+1-k)
		}
		s.top, s.reach, s.known = at+n, at+n, at+n
		gens := gensOf(c).slice(k, n)
		if err := in.read(asBytes(gens)); err != nil {
			return err
		}
		for j, g := range gens {
			i := at + uint32(j)
			if g != 0 {
				s.peak = max(s.peak, g-1|1)
			}
			switch {
			case g != 0 && (g < h.born || g > h.last+1) || i == 0 && g != 0:
				return badSnapshot("slot %d has the generation %#x", i, g)
			case g > h.last:
				s.retired++
			case g&1 != 0:
				s.live[i>>6] |= 1 << (i & 63)
				s.count++
			}
		}
		at += n
	}
	if err := in.end("generations"); err != nil {
		return err
	}
	if s.count != int(h.count) {
		return badSnapshot("%d live slots, %d declared", s.count, h.count)
	}
	in.begin(uint64(h.count) * uint64(h.size))
	for _, rows := range s.runBytes {
		if err := in.read(rows); err != nil {
			return err
		}
	}
	return in.end("records")
}

// unload undoes what load did.
func (s *slots) unload(before options) {
	first, _ := s.cell(0)
	for p := range s.parts(0, s.known) {
		if p.cell.hasRows() {
			s.poison(*p.cell, p.at, p.n)
		}
		clear(p.gens)
	}
	clear(s.live)
	clear(s.free)
	clear(first.bytes(0, 1, s.size))
	s.count, s.retired, s.loose, s.listed, s.recents, s.peak = 0, 0, 0, 0, 0, 0
	s.hint = hints{}
	s.top, s.reach, s.known = 1, 1, 1
	s.fresh = max(s.committed(), 1)
	s.opt = before
}
