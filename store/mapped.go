package store

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
)

// Mapper is a store whose rows can be the pages of a file, which saves reading
// and copying them. A page comes when it is touched, from what the system keeps
// of the file anyway. The pages are private: what is written to a row is the
// store's own and never reaches the file.
//
// Bulk and Array are Mappers. They map with the backing Reserved, on Linux,
// macOS, the BSDs, and Windows 10 from version 1803 on. A Bulk with RunLength
// does not map, because it writes into holes as they come to be. Elsewhere
// ReservePages is Reserve and Map maps nothing.
//
// The file must keep its length and its bytes while its pages are mapped. A page
// that was not touched yet shows what is written to the file later, and touching
// a page behind the file's end ends the program. Windows refuses to cut, replace
// or remove the file meanwhile. Release puts ordinary memory in the place of the
// pages, and so does Trim of a Bulk where none of their rows is left; Close unmaps them.
type Mapper interface {
	Rows
	// ReservePages is Reserve for rows at off in a file. If this store maps, the first
	// row begins a page; slots that are skipped for that stay free. In an empty store,
	// rows also fit the huge pages in which the system may keep a long file, so that
	// these can be mapped as they are.
	ReservePages(n int, off int64) (Range, error)
	// Map maps n rows of a reserved range, from row on, from a file. The bytes at off
	// must be the rows as this machine has them. It maps whole pages from the first row
	// on and returns how many bytes they are. These must not be written through Bytes
	// any more; the others of the n rows must still be. It returns 0 if the store does
	// not map, if row or off is not at the beginning of a page, or if the stores of the
	// process have 16,384 mappings already. After an error, read
	// the rows as usual, unless the error wraps ErrMemory: then the rows have no
	// memory.
	Map(r Range, row, n int, f *os.File, off int64) (int, error)
}

// fileRange is bytes of a reservation that are mapped from a file.
type fileRange struct{ lo, hi int }

// mappingsMost is how many mappings of files the stores of a process may have together.
// Each may split a reservation, which makes two regions of memory more. Linux gives a
// process 65,530 of those, unless it is told otherwise, and Go's heap ends the program
// when it needs one more and gets none.
const mappingsMost = 1 << 14

// mappings is the budget of all stores.
var mappings = budget{most: mappingsMost}

// mapFile maps the whole pages among n bytes from lo on from a file and returns how
// many bytes they are.
func (r *reservation) mapFile(lo, n int, f *os.File, off int64) (int, error) {
	if f == nil {
		return 0, fmt.Errorf("store: mapping %d bytes of no file: %w", n, os.ErrInvalid)
	}
	page := os.Getpagesize()
	if n &^= page - 1; n <= 0 || lo&(page-1) != 0 || off&int64(page-1) != 0 {
		return 0, nil
	}
	if err := r.commit(lo + n); err != nil {
		return 0, err
	}
	if mappings.take(1) != nil {
		return 0, nil
	}
	conn, err := f.SyscallConn()
	if err == nil {
		var failed error
		err = conn.Control(func(fd uintptr) {
			mem := r.bytes(lo, lo+n)
			if failed = system.pages(mem, fd, off); failed == nil {
				mapReady(mem, fd, off)
			}
		})
		if err == nil {
			err = failed
		}
	}
	if err == nil || errors.Is(err, ErrMemory) { // also without memory: Release tries once more to give it some
		had := len(r.files)
		r.files = slices.DeleteFunc(r.files, func(m fileRange) bool { return m.lo >= lo && m.hi <= lo+n })
		mappings.giveBack(had - len(r.files)) // of rows that Clear removed; the new one has taken their place
		r.files = append(r.files, fileRange{lo, lo + n})
	} else {
		mappings.giveBack(1)
	}
	if err != nil {
		return 0, fmt.Errorf("store: mapping %d bytes of %s: %w", n, f.Name(), err)
	}
	r.warm = max(r.warm, lo+n)
	return n, nil
}

// meet finds how many bytes to leave in front, so that huge pages of a file can become
// huge pages of the reservation. n is the length of the rows, off their offset in the
// file, and front the bytes that must come before them. It returns false if there is no
// huge page among them, or if the reservation has no room for pad bytes in front of
// size others.
func (r *reservation) meet(n, front, size int, off int64) (pad int, ok bool) {
	if n < 2*hugeBytes || off < 0 || off&int64(os.Getpagesize()-1) != 0 {
		return 0, false
	}
	pad = int((uint64(off) - uint64(front) - uint64(addressOf(r.mem.all()))) & (hugeBytes - 1))
	return pad, pad <= r.size()-size
}

// unmapFiles replaces mappings between lo and hi by ordinary memory, which has their
// contents if keep is set, and zeros otherwise. A mapping that reaches beyond belongs
// to rows that were cleared, and stays.
func (r *reservation) unmapFiles(lo, hi int, keep bool) {
	left, fresh := r.files[:0], r.warm
	for _, m := range r.files {
		if m.lo < lo || m.hi > hi || !r.unmapFile(m, keep) {
			left = append(left, m)
		} else if !keep {
			fresh = min(fresh, m.lo)
		}
	}
	mappings.giveBack(len(r.files) - len(left))
	r.files = left
	if fresh < r.warm && hi >= r.warm { // what comes there next has to get its pages together again
		r.warm, r.huge = fresh, min(r.huge, fresh&^(hugeBytes-1))
		r.paged = min(r.paged, fresh&^(os.Getpagesize()-1))
	}
}

func (r *reservation) unmapFile(m fileRange, keep bool) bool {
	if !keep {
		return system.zeros(r.bytes(m.lo, m.hi)) == nil
	}
	var piece []byte
	step := mapPiece(m.hi - m.lo)
	for at := m.lo; at < m.hi; at += step {
		mem := r.bytes(at, min(at+step, m.hi))
		piece = append(piece[:0], mem...)
		if system.zeros(mem) != nil {
			return false // it stays mapped, which is as good except for the file
		}
		copy(mem, piece)
	}
	return true
}

// perPages returns the least number of rows of a size that are whole pages.
func perPages(size int) uint32 { return uint32(perPagesOf(os.Getpagesize(), size)) }

// perPagesOf is perPages for pages of any size.
func perPagesOf(page, size int) int {
	n := page
	for n > 1 && size&1 == 0 {
		n, size = n>>1, size>>1
	}
	return n
}

// alignUp returns the first multiple of unit from i on.
func alignUp(i, unit uint32) uint64 {
	return (uint64(i) + uint64(unit) - 1) / uint64(unit) * uint64(unit)
}

// pageSlot returns the first slot from i on whose row begins a page. Of any unit
// consecutive slots, one does.
func (s *slots) pageSlot(i, unit uint32) uint64 {
	at, size, page := uint64(i), uint64(s.size), uint64(os.Getpagesize())
	for at < uint64(i)+uint64(unit) && (uint64(s.mem.pad)+at*size)&(page-1) != 0 {
		at++
	}
	return at
}

func (s *slots) mapsFiles() bool {
	return canMapFiles() && s.opt.backing == Reserved && s.opt.skipper == Bitmap
}

// ReservePages reserves rows for Map; see Mapper.
func (b *Bulk[T]) ReservePages(n int, off int64) (Range, error) {
	if err := b.slots.ready(reflect.TypeFor[T]()); err != nil {
		return Range{}, err
	}
	return b.slots.reservePages(n, off)
}

// meetPages moves the rows of an empty store, so that the row of slot 1 can begin a
// mapping of n rows at off. If the system cannot give the moved slot 0 memory, they
// stay where they are.
func (s *slots) meetPages(n int, off int64) {
	if s.top > 1 || len(s.holds) > 0 || len(s.mem.rows.files) > 0 || guarded && s.known > 1 { // the guard knows where rows died
		return
	}
	pad, ok := s.mem.rows.meet(n*s.size, s.size, int(s.end)*s.size, off)
	if !ok || uint64(n) < starterSlots || s.commitSlots(0, starterSlots+1, false) != nil || s.mem.rows.commit(pad+s.size) != nil {
		return
	}
	s.publish(starterSlots + 1) // since the rows would cover what is in front of them
	head := s.one.bytes(0, 1, s.size)
	s.mem.pad = pad
	s.one.setRows(s.mem.rows.bytes(pad, s.mem.rows.size()))
	copy(s.one.bytes(0, 1, s.size), head)
	s.fresh = s.top
}

func (s *slots) reservePages(n int, off int64) (Range, error) {
	if n < 1 || !s.mapsFiles() || uint64(n) > uint64(s.end-1) {
		return s.reserve(n)
	}
	s.meetPages(n, off)
	unit := perPages(s.size)
	first := s.pageSlot(s.top, unit)
	r := Range{Len: uint32(n)}
	reused := s.loose >= n && s.freePages(&r, unit)
	if !reused {
		if first+uint64(n) > uint64(s.end) {
			return s.reserve(n)
		}
		gap := s.top
		r.First = uint32(first)
		s.top = r.First + r.Len
		s.fresh = max(s.fresh, s.top)
		s.idle.add(gap, r.First-gap)
	}
	r.Gen = s.nextCommon(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds = addHold(s.holds, hold{Range: r, reused: reused})
	return r, nil
}

// freePages takes r.Len free slots from the beginning of a page on. It succeeds if the
// lowest slots that fit begin a page, as those of an unloaded level do, or if a run is
// so long that its place does not matter.
func (s *slots) freePages(r *Range, unit uint32) bool {
	first := s.freeRun(r.Len)
	if first == 0 || s.pageSlot(first, unit) != uint64(first) {
		if uint64(r.Len)+uint64(unit) > uint64(s.loose) {
			return false
		}
		if first = s.freeRun(r.Len + unit - 1); first == 0 {
			return false
		}
		first = uint32(s.pageSlot(first, unit))
	}
	for i := first; guarded && i < first+r.Len; i++ {
		s.wake(i)
	}
	s.tighten(first, first+r.Len)
	r.First = first
	return true
}

// Map maps rows of r from a file; see Mapper.
func (b *Bulk[T]) Map(r Range, row, n int, f *os.File, off int64) (int, error) {
	return b.slots.mapRows(r, row, n, f, off)
}

func (s *slots) mapRows(r Range, row, n int, f *os.File, off int64) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := findHold(s.holds, r)
	if !ok || !within(r, row, n) {
		return 0, fmt.Errorf("%w: rows %d+%d of %d+%d", ErrRange, row, n, r.First, r.Len)
	}
	if !s.mapsFiles() {
		return 0, nil
	}
	i := r.First + uint32(row)
	if err := s.commitSlots(i, i+uint32(n), false); err != nil {
		return 0, err
	}
	bytes, err := s.mem.rows.mapFile(s.offset(i), n*s.size, f, off)
	if bytes > 0 {
		s.holds[k].fill(row, n)
	}
	return bytes, err
}

func within(r Range, row, n int) bool {
	return row >= 0 && n > 0 && uint64(row)+uint64(n) <= uint64(r.Len)
}

// unmapRange ends the mappings of a range whose rows have died. Bytes and Map of other
// ranges look at the same reservation.
func (s *slots) unmapRange(r Range, keep bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if files := &s.mem.rows; len(files.files) > 0 {
		files.unmapFiles(s.offset(r.First), s.offset(r.First+r.Len), keep)
	}
}

// ReservePages reserves elements for Map; see Mapper.
func (a *Array[T]) ReservePages(n int, off int64) (Range, error) {
	if err := a.spans.ready(reflect.TypeFor[T]()); err != nil {
		return Range{}, err
	}
	return a.spans.reservePages(n, off)
}

// meetPages is meetPages of slots, for elements.
func (a *spans) meetPages(n int, off int64) {
	if a.top > 0 || len(a.holds) > 0 || len(a.mem.files) > 0 {
		return
	}
	if pad, ok := a.mem.meet(n*a.size, 0, int(a.end)*a.size, off); ok {
		a.pad, a.one = pad, rawOf(a.mem.bytes(pad, a.mem.size()))
		a.fresh = 0
	}
}

func (a *spans) reservePages(n int, off int64) (Range, error) {
	if n < 1 || !canMapFiles() || a.opt.backing != Reserved || uint64(n) > uint64(a.end) || !a.permits(uint32(n)) {
		return a.reserve(n)
	}
	a.meetPages(n, off)
	first, ok := a.findPages(uint32(n), perPages(a.size))
	if !ok {
		return a.reserve(n)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	r := Range{First: first, Len: uint32(n)}
	a.holds = addHold(a.holds, hold{Range: r})
	return r, nil
}

// findPages takes n positions from the beginning of a page on.
func (a *spans) findPages(n, unit uint32) (uint32, bool) {
	for s := range a.free.all() {
		if at := alignUp(s.first, unit); at+uint64(n) <= uint64(s.end()) {
			a.wake(uint32(at), n)
			a.free.cut(uint32(at), n)
			return uint32(at), true
		}
	}
	at := alignUp(a.top, unit)
	if at+uint64(n) > uint64(a.end) {
		return 0, false
	}
	a.free.add(a.top, uint32(at)-a.top)
	a.top = uint32(at) + n
	return uint32(at), true
}

// Map maps elements of r from a file; see Mapper.
func (a *Array[T]) Map(r Range, row, n int, f *os.File, off int64) (int, error) {
	return a.spans.mapElems(r, row, n, f, off)
}

func (a *spans) mapElems(r Range, row, n int, f *os.File, off int64) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k, ok := findHold(a.holds, r)
	if !ok || !within(r, row, n) {
		return 0, fmt.Errorf("%w: elements %d+%d of %d+%d", ErrRange, row, n, r.First, r.Len)
	}
	if !canMapFiles() || a.opt.backing != Reserved {
		return 0, nil
	}
	bytes, err := a.mem.mapFile(a.offset(r.First+uint32(row)), n*a.size, f, off)
	if bytes > 0 {
		a.holds[k].fill(row, n)
	}
	return bytes, err
}

// unmapFree ends the mappings of everything free, up to the former top.
func (a *spans) unmapFree(top uint32) {
	if len(a.mem.files) == 0 {
		return
	}
	for s := range a.free.all() {
		a.mem.unmapFiles(a.offset(s.first), a.offset(s.end()), false)
	}
	if a.top < top {
		a.mem.unmapFiles(a.offset(a.top), a.offset(top), false)
	}
}

// unmapRange ends the mappings of a range that is free again.
func (a *spans) unmapRange(r Range) {
	a.mem.unmapFiles(a.offset(r.First), a.offset(r.First+r.Len), false)
}
