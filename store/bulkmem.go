package store

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"os"
	"slices"
	"strconv"
)

// memory is what a Bulk has from the system: four reservations that grow together, or
// slabs. A geometric store has slabs for its large blocks, and reservations for its
// bits and cells, so that none of these is ever copied.
type memory struct {
	rows, gens, live, free, cells reservation

	all tract // the mapping of those reservations that were taken together

	pad   int // bytes in front of the row of slot 0; see reserveMemory and meetPages
	slabs slabs

	starter bool // see starter.go
}

// bits returns how many slots have bits in live and in free.
func (m *memory) bits() int { return 8 * max(0, min(m.live.ready, m.free.ready-freePad)) }

// words returns the words of live and of free that have memory.
func (m *memory) words() (live, free []uint64) {
	n := m.bits() / 8
	return as[uint64](m.live.bytes(0, n)), as[uint64](m.free.bytes(freePad, freePad+n))
}

// touched is touched of the reservations of a store whose first n slots have been in use.
func (m *memory) touched(size, n int) {
	m.rows.touched(m.pad + n*size)
	if !m.starts(uint32(n)) {
		m.gens.touched(genPad + 4*n)
		m.live.touched(bitBytes(uint32(n)))
		m.free.touched(freePad + bitBytes(uint32(n)))
	}
}

func (m *memory) close() error {
	err := m.slabs.close()
	// In the order of reserveParts, by which a shelf knows them again.
	parts := []*reservation{&m.cells, &m.rows, &m.gens, &m.live, &m.free}
	if !m.all.isNil() {
		parts = slices.DeleteFunc(parts, func(r *reservation) bool { return !r.taken() })
		err = cmp.Or(err, unreserve(m.all, parts...))
	}
	for _, r := range parts {
		err = cmp.Or(err, r.close())
	}
	*m = memory{}
	return err
}

// The first block of a geometric store has 16 rows, and so has each of its cells. So a
// block is a whole number of cells.
const (
	geometricShift = 4
	geometricFirst = 1 << geometricShift

	shortTables = 1 << 14 // slots whose cells and bits take 20 KiB
)

// mapMemory sets up the backing. There is no memory yet.
func (s *slots) mapMemory() {
	s.end = s.opt.limit + 1
	if s.opt.backing == Reserved {
		if s.reserveMemory() == nil {
			return
		}
		// No address space, as under ulimit -v. Blocks need less at once.
		s.mem.close()
		s.opt.backing = Blocks
	}
	s.shift = min(blockShift(s.opt.blockBytes, s.size), uint8(bits.Len32(s.opt.limit))) // and the header
	if s.opt.backing == Geometric {
		s.shift = geometricShift
		s.reserveTables()
	}
	s.mask = 1<<s.shift - 1
	s.scale = 1 << (32 - s.shift)
	s.mem.slabs.most = slabsMost(s.opt.limit, s.mask, s.size)
}

// reserveTables reserves memory for what a geometric store has for each of its many
// cells. If the system refuses, slices take its place, which are copied as they grow; so
// do they where the limit keeps them short, which spares system calls.
func (s *slots) reserveTables() {
	if !canMap || strconv.IntSize < 64 {
		return
	}
	first, n := s.piece(s.end - 1)
	slots := uint64(first) + n
	if slots <= shortTables {
		return
	}
	cells, bits := int(slots>>s.shift), int((slots+63)/64)*8
	m := &s.mem
	var err error
	if m.all, err = reserveParts(want{&m.cells, cells * sizeOf[cell]()}, want{&m.live, bits}, want{&m.free, freePad + bits}); err != nil {
		m.close()
		return
	}
	m.cells.small, m.live.small, m.free.small = true, true, true
}

func (s *slots) reserveMemory() error {
	size := s.size
	slots := uint64(s.opt.limit) + 1
	if s.opt.limit == maxRows {
		slots = min(slots, uint64(reserveBytes)/uint64(size))
		s.end = uint32(slots)
	}
	if slots > uint64((math.MaxInt-2*hugeBytes)/max(size, 4)) { // a generation has 4 bytes
		return fmt.Errorf("%w: %d rows of %v", ErrMemory, slots, s.record)
	}
	n := int(slots)
	words := (n + 63) / 64
	s.mem.pad = rowsPad(size, os.Getpagesize())
	bytes := s.mem.pad + n*size
	if bytes >= hugeBytes {
		bytes += hugeBytes // see meetPages
	}
	m, gens := &s.mem, genPad+n*4
	var err error
	if m.all, err = reserveParts(want{&m.rows, bytes}, want{&m.gens, gens}, want{&m.live, words * 8}, want{&m.free, freePad + words*8}); err != nil {
		return err
	}
	s.one.setRows(s.mem.rows.bytes(s.mem.pad, s.mem.rows.size()))
	s.enterStarter()
	return nil
}

// rowsPad returns the bytes in front of the row of slot 0.
//
// Slot 1 is where the first level of a store goes. It begins a cache line: copying
// to any other place takes up to an eighth longer. And it is some lines into its
// page: if the destination of a copy is one or two lines behind its source, counted
// within pages, each load waits for a store to the same place in another page.
// Sources mostly begin a page.
//
// Of perPages consecutive rows, one begins a page. So rows of many small pages begin with
// a page, where pages are larger than those.
func rowsPad(size, page int) int {
	if size&(starterBytes-1) == 0 {
		return max(starterBytes, page)
	}
	return starterBytes + -size&(256-1)
}

// genPad is what pad is, for generations, and freePad for the bits of free slots. The
// parts are powers of two apart. Some processors (Zen 4) find a line of the nearest
// cache by a hash of its address, which is the same for such parts. Insert and Remove
// change the same word of live and free. If both were at the same place of their parts,
// they would evict each other each time, which is two and a half times as slow.
const (
	genPad  = cacheLine - 4
	freePad = 33 * cacheLine
)

// offset returns where the row of slot i lies in its reservation.
func (s *slots) offset(i uint32) int { return s.mem.pad + int(i)*s.size }

// blockShift returns the power of two of rows whose size is nearest to want.
func blockShift(want, size int) uint8 {
	s := uint8(0)
	for s < 31 && uint64(size)<<(s+1) <= uint64(want)+uint64(want)/2 {
		s++
	}
	return s
}

// block returns the first slot of the block that holds slot i, and the number
// of its slots.
func (s *slots) block(i uint32) (first uint32, n uint64) {
	switch {
	case s.opt.backing == Reserved:
		return 0, uint64(s.end)
	case s.opt.backing == Geometric:
		k := bits.Len64(uint64(i)+geometricFirst) - 1
		return uint32(1<<k - geometricFirst), 1 << k
	}
	return i &^ s.mask, uint64(s.mask) + 1
}

// piece returns the part of a block that is set up at once: a large geometric block has
// so many cells that nobody should wait for all of them. The first cell of a block says
// whether the block has memory.
func (s *slots) piece(i uint32) (first uint32, n uint64) {
	const most = 1 << 16
	first, n = s.block(i)
	if s.opt.backing == Geometric && n > most {
		first, n = first+(i-first)&^(most-1), most
	}
	return first, n
}

// grow gives slot i memory, and moves fresh behind the slots that got memory with it.
func (s *slots) grow(i uint32) error {
	if i >= s.end {
		return refused(&s.refusal, fullError{of: s.named, most: s.end - 1})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opt.backing == Reserved {
		if err := s.commitSlots(i, i+1, false); err != nil {
			return err
		}
		s.publish(i + 1)
		n := s.committed()
		s.publish(n)
		s.mem.rows.prepare(s.offset(i))
		s.mem.gens.prepare(genPad + int(i)*4)
		// Up to the next place where prepare has something to do.
		next := uint64(max(s.mem.rows.warm, prepareBytes, s.mem.pad)-s.mem.pad) / uint64(s.size)
		s.fresh = max(i+1, uint32(min(uint64(n), next)))
		return nil
	}
	first, n := s.piece(i)
	if err := s.extend(i); err != nil {
		return err
	}
	if err := s.blockRows(i); err != nil {
		return err
	}
	last := uint32(min(uint64(first)+n, uint64(s.end)))
	if err := s.publishCells(first, last); err != nil {
		return err
	}
	s.fresh = last
	return nil
}

// committed returns a slot below which all slots that are not taken have memory. With
// blocks, that is only known up to top.
func (s *slots) committed() uint32 {
	if s.opt.backing != Reserved {
		return s.top
	}
	n := min((s.mem.rows.ready-s.mem.pad)/s.size, int(s.end))
	if s.mem.starter {
		return uint32(min(n, starterSlots))
	}
	return uint32(min(n, (s.mem.gens.ready-genPad)/4, s.mem.bits()))
}

// warmTo reports whether all memory of the slots below hi has been in use before.
func (s *slots) warmTo(hi uint32) bool {
	return s.offset(hi) <= s.mem.rows.warm && (s.mem.starts(hi) || genPad+int(hi)*4 <= s.mem.gens.warm && int(hi) <= s.mem.bits())
}

// commitSlots commits the reservations for the slots from lo to hi.
func (s *slots) commitSlots(lo, hi uint32, bulk bool) error {
	if !s.mem.starts(hi) {
		gens := &s.mem.gens
		step := min(gens.ready/8, commitMost)
		if bulk {
			step = min(gens.ready, commitMost)
		}
		if err := gens.commitBy(genPad+int(hi)*4, step); err != nil {
			return err
		}
		if err := s.commitBits(hi); err != nil {
			return err
		}
	}
	rows, from := &s.mem.rows, s.offset(lo)
	if !bulk {
		return rows.commit(s.offset(hi))
	}
	if s.mem.starter && rows.warm == 0 && lo == 1 {
		from = 0 // with everything in front of the first rows
	}
	return rows.commitBulk(from, s.offset(hi))
}

// commitGens is commitSlots for the generations and bits of the slots from lo to hi,
// which are about to be filled.
func (s *slots) commitGens(lo, hi uint32) error {
	if s.mem.starts(hi) {
		return nil
	}
	gens, from, to := &s.mem.gens, genPad+int(lo)*4, genPad+int(hi)*4
	if s.mem.rows.huge > 0 {
		gens.follow(from, to, followLeast/s.size*4, 0) // little, beside the rows
	}
	if err := gens.commitBulk(from, to); err != nil {
		return err
	}
	return s.mem.live.commitBulk(int(lo)/64*8, bitBytes(hi))
}

// publish makes the bits of the slots below n, which are committed, reachable. Bytes
// must not call it, since that runs beside readers.
func (s *slots) publish(n uint32) {
	if s.mem.starts(n) {
		return
	}
	if s.mem.starter {
		s.leaveStarter()
	}
	if s.mem.live.taken() {
		if s.mem.bits() > 64*len(s.live) {
			s.live, s.free = s.mem.words()
		}
		return
	}
	if more := int(wordsFor(n)) - len(s.live); more > 0 {
		// An iteration under way may have the old words. It gets the new ones when
		// something is removed, and need not see what is inserted.
		s.live = append(s.live, make([]uint64, more)...)
		s.free = append(s.free, make([]uint64, more)...)
	}
}

// extend makes the table of cells reach slot i. Cells that have no generations yet
// share one array of zeros, so that Get may look into any cell.
func (s *slots) extend(i uint32) error {
	if s.opt.backing == Reserved {
		return nil
	}
	first, n := s.piece(i)
	last := (uint64(first) + n - 1) >> s.shift
	if last < uint64(len(s.cells)) {
		return nil
	}
	if s.zeros == nil {
		s.zeros = make([]uint32, 1<<s.shift)
	}
	var none cell
	none.setGens(s.zeros)
	old := len(s.cells)
	if table := &s.mem.cells; table.taken() {
		if err := table.commit((int(last) + 1) * sizeOf[cell]()); err != nil {
			return err
		}
		s.cells = cellsIn(table.bytes(0, table.ready))[:last+1]
	} else {
		s.cells = slices.Grow(s.cells, int(last)+1-old)[:last+1]
	}
	for k := old; k < len(s.cells); k++ {
		s.cells[k] = none
	}
	s.table = tableOf(s.cells)
	return nil
}

// blockRows gives the piece of slot i memory for its rows, unless it has it.
func (s *slots) blockRows(i uint32) error {
	first, n := s.piece(i)
	lo, hi := first>>s.shift, uint32((uint64(first)+n)>>s.shift)
	if s.cells[lo].hasRows() {
		if lo++; lo == hi || s.cells[lo].hasRows() {
			return nil
		}
		// The first piece of a block that got its memory with another piece.
		lo--
	}
	block, size := s.block(i)
	head := &s.cells[block>>s.shift]
	if !head.hasRows() {
		rows, err := s.mapBlock(int(size))
		if err != nil {
			return err
		}
		head.setRows(rows)
		s.keepBlock(block, rows)
	}
	for k := lo; k < hi; k++ {
		s.cells[k].setRows(head.bytes(k<<s.shift-block, 1, s.size))
	}
	return nil
}

// keepBlock remembers the memory of the block that starts at slot i, or forgets it if
// rows is nil. It is for tables of cells that the collector does not see.
func (s *slots) keepBlock(i uint32, rows []byte) {
	if !s.mem.cells.taken() {
		return
	}
	k := bits.Len32(i>>s.shift+1) - 1
	for len(s.kept) <= k {
		s.kept = append(s.kept, raw{})
	}
	s.kept[k] = rawOf(rows)
}

// backedSlots counts the slots of blocks that have memory, and how many of these are on
// Go's heap.
func (s *slots) backedSlots() (all, heap uint64) {
	for i := uint64(0); i < uint64(len(s.cells))<<s.shift; {
		first, n := s.block(uint32(i))
		if s.cells[first>>s.shift].hasRows() {
			all += n
			if s.onHeap(n) {
				heap += n
			}
		}
		i = uint64(first) + n
	}
	return all, heap
}

// onHeap reports whether a block of n rows comes from Go's heap. Go clears a large one
// first, and somebody waits for that.
func (s *slots) onHeap(n uint64) bool {
	if s.opt.backing == Geometric {
		return !canMap || n*uint64(s.size) < slabBytes
	}
	return s.opt.backing == Heap
}

// mapBlock takes memory for a block of n rows.
func (s *slots) mapBlock(n int) ([]byte, error) {
	heap, most := s.onHeap(uint64(n)), uint64(math.MaxInt-slabBytes) // carve rounds it up
	if heap {
		most = min(most, mostHeap)
	}
	if uint64(n) > most/uint64(s.size) {
		return nil, fmt.Errorf("%w: a block of %d %v", ErrMemory, n, s.record)
	}
	if heap {
		return heapBytes(n * s.size), nil
	}
	return s.mem.slabs.carve(n * s.size)
}

// commitBits makes the bits of the slots below n usable, if bits have a reservation.
func (s *slots) commitBits(n uint32) error {
	if !s.mem.live.taken() {
		return nil
	}
	bytes := bitBytes(n)
	if err := s.mem.live.commit(bytes); err != nil {
		return err
	}
	return s.mem.free.commit(freePad + bytes)
}

// bitBytes returns the bytes of one bit for each slot below n.
func bitBytes(n uint32) int { return int(wordsFor(n)) * 8 }

// publishCells gives the cells of the slots from first to last generations of their
// own, and bits.
func (s *slots) publishCells(first, last uint32) error {
	if err := s.commitBits(last); err != nil {
		return err
	}
	lo, hi := int(first>>s.shift), int((uint64(last)+uint64(s.mask))>>s.shift)
	need := 0
	for _, c := range s.cells[lo:hi] {
		if gensOf(c) == uint32sOf(s.zeros) {
			need += len(s.zeros)
		}
	}
	gens := make([]uint32, need)
	if need > 0 && s.mem.cells.taken() {
		s.keptGens = append(s.keptGens, uint32sOf(gens))
	}
	for k := range s.cells[lo:hi] {
		if c := &s.cells[lo+k]; gensOf(*c) == uint32sOf(s.zeros) {
			c.setGens(gens[:len(s.zeros)])
			gens = gens[len(s.zeros):]
		}
	}
	s.publish(last)
	return nil
}

// part is a stretch of slots in one cell.
type part struct {
	first uint32
	n     uint32
	gens  []uint32
	cell  *cell  // without rows if the block has no memory
	at    uint32 // the place of first in cell
}

// parts returns the stretches between slots lo and hi, one cell at a time. It leaves
// out cells that never had a generation.
func (s *slots) parts(lo, hi uint32) iter.Seq[part] {
	return func(yield func(part) bool) {
		for lo < hi {
			c, n := &s.one, hi-lo
			gens, k := s.gensFrom(lo)
			if s.table != nil {
				c = &s.cells[lo>>(s.shift&31)]
				n = min(n, s.mask+1-k)
			}
			if s.table == nil || gens != uint32sOf(s.zeros) {
				if !yield(part{first: lo, n: n, gens: gens.slice(k, n), cell: c, at: k}) {
					return
				}
			}
			lo += n
		}
	}
}
