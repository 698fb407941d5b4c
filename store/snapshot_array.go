package store

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
)

// Save writes a snapshot; see Bulk.Save. Spans and committed ranges stay valid across
// it.
func (a *Array[T]) Save(w io.Writer) error { return a.spans.save(reflect.TypeFor[T](), w) }

func (a *spans) save(elem reflect.Type, w io.Writer) error {
	if a.state == unused {
		var e spans
		return saveUnused(w, e.init(elem, []Option{Backed(Heap)}), e.saveOpen, e.close)
	}
	if err := a.ready(elem); err != nil {
		return err
	}
	return a.saveOpen(w)
}

func (a *spans) saveOpen(w io.Writer) error {
	free, top := a.unused()
	ranges := slices.Collect(a.ranges.all())
	h := headOf(a.elem, snapshotArray)
	h.slots, h.count, h.parts, h.ranges = top, a.used, uint32(len(free)), uint32(len(ranges))
	s, err := startSnapshot(w, &h)
	if err != nil {
		return err
	}
	if err := s.write(asBytes(append(slices.Clone(free), ranges...))); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	at := uint32(0)
	for _, f := range append(free, stretch{first: top}) {
		if err := a.saveUsed(s, at, f.first); err != nil {
			return err
		}
		// The contents of free elements are of no use.
		if err := writeZeros(s, uint64(f.n)*uint64(a.size)); err != nil {
			return err
		}
		at = f.end()
	}
	return s.end()
}

// saveUsed writes the elements from lo up to hi, by blocks.
func (a *spans) saveUsed(s *sumWriter, lo, hi uint32) error {
	for lo < hi {
		n := hi - lo
		if len(a.table) > 0 {
			n = min(n, a.mask+1-lo&a.mask)
		}
		if err := s.write(a.bytes(lo, n)); err != nil {
			return err
		}
		lo += n
	}
	return nil
}

func writeZeros(s *sumWriter, n uint64) error {
	var zeros [4096]byte
	for n > 0 {
		k := min(n, uint64(len(zeros)))
		if err := s.write(zeros[:k]); err != nil {
			return err
		}
		n -= k
	}
	return nil
}

// unused returns the stretches below the last element in use that are not in use: free,
// held, or the gap at the end of a slab. It also returns the end of the elements in
// use.
func (a *spans) unused() (all []stretch, top uint32) {
	all = a.held(slices.Collect(a.free.all()))
	for _, p := range a.pieces[:max(len(a.pieces)-1, 0)] {
		all = append(all, stretch{p.end() - 1, 1})
	}
	slices.SortFunc(all, func(s, t stretch) int { return cmp.Compare(s.first, t.first) })
	joined := all[:0]
	for _, s := range all {
		if k := len(joined) - 1; k >= 0 && joined[k].end() == s.first {
			joined[k].n += s.n
			continue
		}
		joined = append(joined, s)
	}
	top = a.top
	if k := len(joined) - 1; k >= 0 && joined[k].end() == top {
		top = joined[k].first
		joined = joined[:k]
	}
	return joined, top
}

// Load fills an Array that has not been used yet from a snapshot; see Bulk.Load. With
// blocks, all of it becomes one slab, and loading takes twice that memory.
func (a *Array[T]) Load(r io.Reader) error { return a.spans.loadUnused(reflect.TypeFor[T](), r) }

func (a *spans) loadUnused(elem reflect.Type, r io.Reader) error {
	if err := a.ready(elem); err != nil {
		return err
	}
	if a.top > 0 || len(a.pieces) > 0 || len(a.holds) > 0 {
		return ErrInUse
	}
	before, loaded := a.place, false
	defer func() {
		if !loaded { // also where r panics
			a.goBack(before)
		}
	}()
	if err := a.load(r); err != nil {
		return err
	}
	loaded = true
	return a.moveFrom(before)
}

// load fills an empty Array. It may move it; who calls it has taken its place before.
func (a *spans) load(r io.Reader) error {
	var h snapshotHead
	if err := h.read(r, snapshotArray, a.elem); err != nil {
		return err
	}
	if err := a.admit(&h); err != nil {
		return err
	}
	s := newSumReader(r)
	free, ranges, err := loadLists(&h, s)
	if err != nil {
		return err
	}
	loaded := false
	defer func() {
		if !loaded {
			a.bury(0, h.slots)
		}
	}()
	s.begin(uint64(h.slots) * uint64(h.size))
	if a.opt.backing == Reserved {
		err = a.loadInPlace(&h, s)
	} else {
		err = a.loadSlab(&h, s)
	}
	if err != nil {
		return err
	}
	loaded = true
	a.top, a.used = h.slots, h.count
	for _, f := range free {
		a.free.add(f.first, f.n)
		a.bury(f.first, f.n)
	}
	for _, r := range ranges {
		a.ranges.insert(len(a.ranges.leaves), 0, r)
	}
	return nil
}

// admit refuses a snapshot that is too large. One of a store with blocks has places that
// were lost between slabs, in the worst case one for each element. They did not count
// there, nor do they here: a reservation that has no room for them is replaced.
func (a *spans) admit(h *snapshotHead) error {
	if h.count > a.most() || h.slots > a.most() && (a.opt.limit == maxRows || h.slots/2 > a.opt.limit) {
		return fmt.Errorf("%w: a snapshot of %d %v in %d places, at most %d", ErrFull, h.count, a.elem, h.slots, a.most())
	}
	if a.opt.backing != Reserved || h.slots <= a.end {
		return nil
	}
	return a.reserveFor(uint64(h.slots))
}

// loadLists reads the free stretches and the committed ranges, and checks them against
// each other.
func loadLists(h *snapshotHead, s *sumReader) (free, ranges []stretch, err error) {
	s.begin(8 * (uint64(h.parts) + uint64(h.ranges)))
	if free, err = growing[stretch](s, uint64(h.parts)); err == nil {
		ranges, err = growing[stretch](s, uint64(h.ranges))
	}
	if err == nil {
		err = s.end("lists")
	}
	if err != nil {
		return nil, nil, err
	}
	var set extents
	at := uint64(0)
	for k, f := range free {
		// Stretches that touch would be one.
		if f.n == 0 || k > 0 && uint64(f.first) <= at || uint64(f.first)+uint64(f.n) >= uint64(h.slots) {
			return nil, nil, badSnapshot("free elements %d+%d of %d", f.first, f.n, h.slots)
		}
		at = uint64(f.first) + uint64(f.n)
		set.add(f.first, f.n)
	}
	if set.total+uint64(h.count) != uint64(h.slots) {
		return nil, nil, badSnapshot("%d elements of %d in use and %d free", h.count, h.slots, set.total)
	}
	at = 0
	for _, r := range ranges {
		if r.n == 0 || uint64(r.first) < at || uint64(r.first)+uint64(r.n) > uint64(h.slots) || set.has(r.first, r.n) > 0 {
			return nil, nil, badSnapshot("committed elements %d+%d of %d", r.first, r.n, h.slots)
		}
		at = uint64(r.first) + uint64(r.n)
	}
	return free, ranges, nil
}

func (a *spans) loadInPlace(h *snapshotHead, s *sumReader) error {
	step := max(sumBuffer/uint32(a.size), 1)
	for at := uint32(0); at < h.slots; {
		n := min(step, h.slots-at)
		if err := a.back(at, n, false); err != nil {
			return err
		}
		if err := s.read(a.one.bytes(at, n, a.size)); err != nil {
			return err
		}
		at += n
	}
	return s.end("elements")
}

func (a *spans) loadSlab(h *snapshotHead, s *sumReader) error {
	elems, err := growing[byte](s, uint64(h.slots)*uint64(a.size))
	if err == nil {
		err = s.end("elements")
	}
	if err != nil || len(elems) == 0 {
		return err
	}
	block := uint64(a.mask) + 1
	size := (uint64(h.slots) + block) &^ (block - 1)
	if size > 1<<32-1 {
		return a.full(int(h.slots))
	}
	a.pieces = []stretch{{0, uint32(size)}}
	a.table = make([]raw, size/block)
	a.setEnd()
	if err := a.back(0, h.slots, false); err != nil {
		a.pieces, a.table = nil, nil
		return err
	}
	copy(a.bytes(0, h.slots), elems)
	return nil
}

// Save writes a snapshot; see Bulk.Save. Strs stay valid across it. If EntryBytes was filled
// with an entry of text that is not there, which no Load would take, it writes nothing and
// returns an error that wraps ErrRange.
func (s *Strings) Save(w io.Writer) error {
	if s.entries.state == unused {
		var e Strings
		return saveUnused(w, e.Init(Backed(Heap)), e.Save, e.Close)
	}
	if err := s.ready(); err != nil {
		return err
	}
	if err := s.whole(); err != nil {
		return err
	}
	return s.saveOpen(w)
}

// whole returns an error for a string in use with text that is not, behind all that is.
func (s *Strings) whole() error {
	free, top := s.entries.unused()
	_, texts := s.text.unused()
	at := uint32(0)
	for _, f := range append(free, stretch{first: top}) {
		if id, e := s.broken(at, f.first, texts); e != nil {
			return fmt.Errorf("%w: string %d has the bytes %d+%d of %d", ErrRange, id, e.first, e.n, texts)
		}
		at = f.end()
	}
	return nil
}

// broken returns the first string from lo up to hi that has text behind the first texts
// bytes, or nil.
func (s *Strings) broken(lo, hi, texts uint32) (id uint32, e *stretch) {
	for id := lo; id < hi; id++ {
		if e := s.entry(id); e != nil && e.n > 0 && uint64(e.first)+uint64(e.n) > uint64(texts) {
			return id, e
		}
	}
	return 0, nil
}

func (s *Strings) saveOpen(w io.Writer) error {
	ids := make([]uint32, 0, s.index.n)
	for _, x := range s.index.slots {
		if x.id != 0 {
			ids = append(ids, x.id)
		}
	}
	slices.Sort(ids)
	h := headOf(reflect.TypeFor[Str](), snapshotStrings)
	h.slots, h.count, h.ranges = s.entries.used, uint32(len(ids)), uint32(len(ids))
	sw, err := startSnapshot(w, &h)
	if err == nil {
		err = s.entries.saveOpen(w)
	}
	if err == nil {
		err = s.text.saveOpen(w)
	}
	if err == nil {
		err = sw.write(asBytes(ids))
	}
	if err != nil {
		return err
	}
	return sw.end()
}

// Load fills a Strings that has not been used yet from a snapshot; see
// Bulk.Load.
func (s *Strings) Load(r io.Reader) error {
	if err := s.ready(); err != nil {
		return err
	}
	if s.entries.top > 1 || s.text.top > 0 || len(s.text.pieces) > 0 || len(s.entries.holds)+len(s.text.holds) > 0 {
		return ErrInUse
	}
	var h snapshotHead
	if err := h.read(r, snapshotStrings, reflect.TypeFor[Str]()); err != nil {
		return err
	}
	// The entry of "" comes with the snapshot. With blocks its slab stays
	// unused until Close, unless the load fails.
	entries, text := &s.entries, &s.text
	oldEntries, oldText := entries.place, text.place
	loaded := false
	defer func() {
		if !loaded { // also where r panics
			entries.forget() // which makes entry 0 that of "" again
			text.forget()
			s.index = index{seed: s.index.seed}
			entries.goBack(oldEntries)
			text.goBack(oldText)
		}
	}()
	entries.forget()
	err := entries.load(r)
	if err == nil {
		err = text.load(r)
	}
	if err == nil {
		// It would get some by the next Reserve, which gives no memory yet.
		if id, e := s.broken(0, entries.top, text.top); e != nil {
			err = badSnapshot("string %d has the bytes %d+%d of %d", id, e.first, e.n, s.text.top)
		}
	}
	if err == nil {
		err = s.loadIndex(&h, newSumReader(r))
	}
	if err != nil {
		return err
	}
	loaded = true
	return cmp.Or(entries.moveFrom(oldEntries), text.moveFrom(oldText))
}

// loadIndex reads the interned ids and indexes them.
func (s *Strings) loadIndex(h *snapshotHead, r *sumReader) error {
	r.begin(4 * uint64(h.ranges))
	ids, err := growing[uint32](r, uint64(h.ranges))
	if err == nil {
		err = r.end("ids")
	}
	if err != nil {
		return err
	}
	if h.slots != s.entries.used || h.count != h.ranges {
		return badSnapshot("%d strings, %d of them interned", h.slots, h.count)
	}
	if !s.emptyStays() {
		return badSnapshot("string 0 is not empty, or not to stay")
	}
	for _, id := range ids {
		if !s.stays(id) {
			return badSnapshot("interned string %d is not to stay", id)
		}
		text := s.Get(Str{id})
		if _, ok := s.Find(text); ok {
			return badSnapshot("interned string %d is there twice", id)
		}
		s.index.add(s.index.hash(text), id)
	}
	return nil
}
