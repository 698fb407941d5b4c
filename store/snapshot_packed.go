package store

import (
	"fmt"
	"io"
	"reflect"
	"slices"
)

// Save writes a snapshot; see Bulk.Save.
func (p *Packed[T]) Save(w io.Writer) error {
	if p.ids.slots.state == unused {
		var e Packed[T]
		return saveUnused(w, e.Init(Backed(Heap), p.ids.slots.tell()), e.Save, e.Close)
	}
	if err := p.ready(); err != nil {
		return err
	}
	return savePacked[T](w, p.packed(), p.rows.s, nil)
}

// Load fills a Packed from a snapshot; see Bulk.Load. Its Limit must have room for as many
// ids as were ever in use at once, because dead handles stay dead.
func (p *Packed[T]) Load(r io.Reader) error {
	if err := p.ready(); err != nil {
		return err
	}
	return loadPacked[T](r, p.packed(), func(s *sumReader, h *snapshotHead) error {
		return loadColumn(s, &p.rows, uint64(h.count))
	}, func() { p.rows.cut(0) })
}

// Save writes a snapshot; see Bulk.Save.
func (g *Groups[T]) Save(w io.Writer) error {
	if g.ids.slots.state == unused {
		var e Groups[T]
		return saveUnused(w, e.Init(0, Backed(Heap), g.ids.slots.tell()), e.Save, e.Close)
	}
	if err := g.ready(); err != nil {
		return err
	}
	last, n := g.rest()
	full := g.mem.s[:len(g.mem.s)-len(last)]
	if last = slices.Clone(last); n > 0 { // others may be reading the group itself
		g.fill(last, n)
	}
	return savePacked[T](w, g.packed(), full, last)
}

// Load fills a Groups from a snapshot of groups of the same size; see
// Bulk.Load.
func (g *Groups[T]) Load(r io.Reader) error {
	if err := g.ready(); err != nil {
		return err
	}
	return loadPacked[T](r, g.packed(), func(s *sumReader, h *snapshotHead) error {
		if h.parts != uint32(g.size) {
			return badSnapshot("groups of %d, not %d", h.parts, g.size)
		}
		groups := (uint64(h.count) + uint64(g.size) - 1) / uint64(g.size)
		if err := loadColumn(s, &g.mem, groups*uint64(g.size*g.words)); err != nil {
			return err
		}
		if n := int(h.count); n%g.size != 0 {
			// All writes to these lanes, so their contents in the snapshot are ignored.
			g.owner.s = g.owner.s[:n]
			g.heal()
		}
		return nil
	}, func() { g.mem.cut(0) })
}

// packed is what Packed and Groups have in common for their snapshots.
type packed struct {
	what  uint32
	lanes uint32 // of a group
	ids   *Bulk[uint32]
	owner *column[uint32]
}

func (p *Packed[T]) packed() packed { return packed{snapshotPacked, 0, &p.ids, &p.owner} }

func (g *Groups[T]) packed() packed {
	return packed{snapshotGroups, uint32(g.size), &g.ids, &g.owner}
}

// savePacked writes a header, the table of ids, and the memory of the records, in two
// parts. The owners of places follow from the table.
func savePacked[T, E any](w io.Writer, p packed, mem, last []E) error {
	h := headOf(reflect.TypeFor[T](), p.what)
	h.slots, h.count, h.parts = uint32(p.ids.Len()), uint32(p.ids.Len()), p.lanes
	s, err := startSnapshot(w, &h)
	if err == nil {
		err = p.ids.Save(w)
	}
	if err == nil {
		err = s.write(asBytes(mem))
	}
	if err == nil {
		err = s.write(asBytes(last))
	}
	if err != nil {
		return err
	}
	return s.end()
}

// loadPacked reads it back: records reads the records, drop forgets them.
func loadPacked[T any](r io.Reader, p packed, records func(*sumReader, *snapshotHead) error, drop func()) error {
	var h snapshotHead
	if err := h.read(r, p.what, reflect.TypeFor[T]()); err != nil {
		return err
	}
	before, kind := p.ids.slots.opt, p.ids.Kind()
	if err := p.ids.Load(r); err != nil {
		return err
	}
	loaded := false
	defer func() {
		if !loaded { // also where r panics
			p.ids.slots.unload(before)
			p.ids.SetKind(kind)
			p.owner.cut(0)
			drop()
		}
	}()
	s := newSumReader(r)
	err := loadOwners(p.ids, p.owner, h.count, h.slots)
	if err == nil {
		err = records(s, &h)
	}
	if err == nil {
		err = s.end("records")
	}
	loaded = err == nil
	return err
}

// loadOwners finds the owners of the places from the table of ids, which must name each
// place once.
func loadOwners(ids *Bulk[uint32], owner *column[uint32], count, slots uint32) error {
	if uint64(ids.Len()) != uint64(count) || count != slots {
		return badSnapshot("%d ids of %d records in %d places", ids.Len(), count, slots)
	}
	if err := owner.push(int(count)); err != nil {
		return err
	}
	clear(owner.s)
	for h, at := range ids.All() {
		if *at >= count || owner.s[*at] != 0 {
			return badSnapshot("slot %d names place %d of %d", h.index, *at, count)
		}
		owner.s[*at] = h.index
	}
	return nil
}

// loadColumn reads n elements into c, which takes memory as they arrive.
func loadColumn[E any](s *sumReader, c *column[E], n uint64) error {
	if n > uint64(c.limit) {
		return fmt.Errorf("%w: %d elements", ErrFull, n)
	}
	s.begin(n * uint64(sizeOf[E]()))
	for step := max(sumBuffer/sizeOf[E](), 1); uint64(len(c.s)) < n; {
		at := len(c.s)
		if err := c.push(int(min(uint64(step), n-uint64(at)))); err != nil {
			return err
		}
		if err := s.read(asBytes(c.s[at:])); err != nil {
			return err
		}
	}
	return nil
}
