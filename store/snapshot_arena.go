package store

import (
	"fmt"
	"io"
	"math"
	"reflect"
)

// Save writes a snapshot; see Bulk.Save. It returns ErrPointers if T has pointers.
func (a *Arena[T]) Save(w io.Writer) error {
	if err := checkRecord(reflect.TypeFor[T]()); err != nil {
		return err
	}
	used := uint32(len(a.rows)) // ever: their handles must stay dead
	for used > 0 && a.slots[used].gen == 0 {
		used--
	}
	h := headOf(reflect.TypeFor[T](), snapshotArena)
	h.slots, h.count, h.born, h.last = used, uint32(a.count), a.born, a.last
	h.parts = uint32(len(a.rows))
	if a.born == 0 {
		h.born, h.last = 1, lastGeneration
	}
	s, err := startSnapshot(w, &h)
	if err != nil {
		return err
	}
	gens := make([]uint32, used)
	for i := range gens {
		gens[i] = a.slots[i+1].gen
	}
	if err := s.write(asBytes(gens)); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	for h := range a.All() {
		if err := s.write(asBytes(a.rows[h.index-1 : h.index])); err != nil {
			return err
		}
	}
	return s.end()
}

// arenaRoom is how many bytes of room Load makes because a snapshot declares it.
const arenaRoom = 1 << 20

// Load fills an Arena that has not been used yet from a snapshot; see Bulk.Load. It makes
// as much room as there was at the Save, but no more than four times what the used slots
// take, and 1 MiB: a file that declares more is not believed. Where that is too little,
// Grow before or after.
func (a *Arena[T]) Load(r io.Reader) error {
	if err := checkRecord(reflect.TypeFor[T]()); err != nil {
		return err
	}
	if len(a.rows) > 0 && a.slots[1].gen != 0 {
		return ErrInUse
	}
	var h snapshotHead
	if err := h.read(r, snapshotArena, reflect.TypeFor[T]()); err != nil {
		return err
	}
	if err := h.checkLives(); err != nil {
		return err
	}
	if h.slots > maxRows {
		return fmt.Errorf("%w: a snapshot of %d slots for %v, with those of dead handles, at most %d", ErrFull, h.slots, reflect.TypeFor[T](), uint32(maxRows))
	}
	if h.parts < h.slots {
		return badSnapshot("%d slots in an arena of %d", h.slots, h.parts)
	}
	room := min(uint64(h.parts), 4*uint64(h.slots)+arenaRoom/(uint64(h.size)+8), maxRows, math.MaxInt)
	var b Arena[T]
	if err := b.load(&h, newSumReader(r), max(len(a.rows), int(room))); err != nil {
		return err
	}
	*a = b
	return nil
}

// load reads into an empty arena, with room for least records or more.
func (a *Arena[T]) load(h *snapshotHead, s *sumReader, least int) error {
	s.begin(4 * uint64(h.slots))
	gens, err := growing[uint32](s, uint64(h.slots))
	if err == nil {
		err = s.end("generations")
	}
	if err != nil {
		return err
	}
	live := uint32(0)
	for i, g := range gens {
		if g < h.born || g > h.last+1 {
			return badSnapshot("slot %d has the generation %#x", i+1, g)
		}
		live += g & 1
	}
	if live != h.count {
		return badSnapshot("%d live slots, %d declared", live, h.count)
	}
	a.born, a.last = h.born, h.last
	if err := a.Grow(max(len(gens), least)); err != nil {
		return err
	}
	if a.count = int(h.count); a.count > 0 {
		a.used = h.slots
	}
	s.begin(uint64(h.count) * uint64(h.size))
	for k := len(gens); k > 0; k-- {
		// From its end, so that the list comes out in order.
		slot := &a.slots[k]
		if slot.gen = gens[k-1]; a.used > 0 && slot.gen&1 == 0 && slot.gen <= a.last {
			slot.next, a.slots[0].next = a.slots[0].next, uint32(k)
		}
	}
	for hd := range a.All() {
		if err := s.read(asBytes(a.rows[hd.index-1 : hd.index])); err != nil {
			return err
		}
	}
	return s.end("records")
}
