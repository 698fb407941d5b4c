package store

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// memory is what a Bulk has from the system: four reservations that grow together, or
// slabs. A geometric store has slabs for its large blocks, and reservations for its
// bits and cells, so that none of these is ever copied.
type memory struct {
	rows, gens, live, free, cells reservation

	all []byte // the mapping of those reservations that were taken together

	pad   int // bytes in front of the row of slot 0; see reserveMemory and meetPages
	slabs slabs

	starter bool // see starter.go
}

// bits returns how many slots have bits in live and in free.
func (m *memory) bits() int { return 8 * max(0, min(m.live.ready, m.free.ready-freePad)) }

func (m *memory) close() error {
	first := m.slabs.close()
	for _, r := range []*reservation{&m.rows, &m.gens, &m.live, &m.free, &m.cells} {
		if err := r.close(); err != nil && first == nil {
			first = err
		}
	}
	if m.all != nil {
		if err := unmap(m.all); err != nil && first == nil {
			first = err
		}
	}
	*m = memory{}
	return first
}

// The first block of a geometric store has 16 rows, and so has each of its cells. So a
// block is a whole number of cells.
const (
	geometricShift = 4
	geometricFirst = 1 << geometricShift
)

// mapMemory sets up the backing. There is no memory yet.
func (b *slots) mapMemory() error {
	b.end = b.opt.limit + 1
	if b.opt.backing == Reserved {
		err := b.reserveMemory()
		if err == nil {
			return nil
		}
		// No address space, as under ulimit -v. Blocks need less at once.
		b.mem.close()
		b.opt.backing = Blocks
	}
	b.shift = blockShift(b.opt.blockBytes, b.size)
	if b.opt.backing == Geometric {
		b.shift = geometricShift
		b.reserveTables()
	}
	b.mask = 1<<b.shift - 1
	b.scale = 1 << (32 - b.shift)
	return nil
}

// reserveTables reserves memory for what a geometric store has for each of its many
// cells. If the system refuses, slices take its place, which are copied as they grow.
func (b *slots) reserveTables() {
	if !canMap || strconv.IntSize < 64 {
		return
	}
	first, n := b.piece(b.end - 1)
	slots := uint64(first) + n
	cells, bits := int(slots>>b.shift), int((slots+63)/64)*8
	m := &b.mem
	var err error
	if m.all, err = reserveParts(want{&m.cells, cells * sizeOf[cell]()}, want{&m.live, bits}, want{&m.free, freePad + bits}); err != nil {
		m.close()
	}
}

func (b *slots) reserveMemory() error {
	size := b.size
	slots := uint64(b.opt.limit) + 1
	if b.opt.limit == maxRows {
		slots = min(slots, uint64(reserveBytes)/uint64(size))
		b.end = uint32(slots)
	}
	if slots > uint64((math.MaxInt-2*hugeBytes)/max(size, 4)) { // a generation has 4 bytes
		return fmt.Errorf("%w: %d rows of %v", ErrMemory, slots, b.record)
	}
	n := int(slots)
	words := (n + 63) / 64
	// Slot 1 is where the first level of a store goes. It begins a cache line: copying
	// to any other place takes up to an eighth longer. And it is some lines into its
	// page: if the destination of a copy is one or two lines behind its source, counted
	// within pages, each load waits for a store to the same place in another page.
	// Sources mostly begin a page.
	b.mem.pad = starterBytes + -size&(256-1)
	bytes := b.mem.pad + n*size
	if bytes >= hugeBytes {
		bytes += hugeBytes // see meetPages
	}
	m, gens := &b.mem, genPad+n*4
	var err error
	if m.all, err = reserveParts(want{&m.rows, bytes}, want{&m.gens, gens}, want{&m.live, words * 8}, want{&m.free, freePad + words*8}); err != nil {
		return err
	}
	b.one.setRows(b.mem.rows.mem[b.mem.pad:])
	b.enterStarter()
	return nil
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
func (b *slots) offset(i uint32) int { return b.mem.pad + int(i)*b.size }

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
func (b *slots) block(i uint32) (first uint32, n uint64) {
	switch {
	case b.opt.backing == Reserved:
		return 0, uint64(b.end)
	case b.opt.backing == Geometric:
		k := bits.Len64(uint64(i)+geometricFirst) - 1
		return uint32(1<<k - geometricFirst), 1 << k
	}
	return i &^ b.mask, uint64(b.mask) + 1
}

// piece returns the part of a block that is set up at once: a large geometric block has
// so many cells that nobody should wait for all of them. The first cell of a block says
// whether the block has memory.
func (b *slots) piece(i uint32) (first uint32, n uint64) {
	const most = 1 << 16
	first, n = b.block(i)
	if b.opt.backing == Geometric && n > most {
		first, n = first+(i-first)&^(most-1), most
	}
	return first, n
}

// grow gives slot i memory, and moves fresh behind the slots that got memory with it.
func (b *slots) grow(i uint32) error {
	if i >= b.end {
		return fmt.Errorf("%w: %d records of %v", ErrFull, b.end-1, b.record)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opt.backing == Reserved {
		if err := b.commitSlots(i, i+1, false); err != nil {
			return err
		}
		b.publish(i + 1)
		n := b.committed()
		b.publish(n)
		b.mem.rows.prepare(b.offset(i))
		b.mem.gens.prepare(genPad + int(i)*4)
		// Up to the next place where prepare has something to do.
		next := uint64(max(b.mem.rows.warm, prepareBytes, b.mem.pad)-b.mem.pad) / uint64(b.size)
		b.fresh = max(i+1, uint32(min(uint64(n), next)))
		return nil
	}
	first, n := b.piece(i)
	if err := b.extend(i); err != nil {
		return err
	}
	if err := b.blockRows(i); err != nil {
		return err
	}
	last := uint32(min(uint64(first)+n, uint64(b.end)))
	if err := b.publishCells(first, last); err != nil {
		return err
	}
	b.fresh = last
	return nil
}

// committed returns a slot below which all slots that are not taken have memory. With
// blocks, that is only known up to top.
func (b *slots) committed() uint32 {
	if b.opt.backing != Reserved {
		return b.top
	}
	n := min((b.mem.rows.ready-b.mem.pad)/b.size, int(b.end))
	if b.mem.starter {
		return uint32(min(n, starterSlots))
	}
	return uint32(min(n, (b.mem.gens.ready-genPad)/4, b.mem.bits()))
}

// warmTo reports whether all memory of the slots below hi has been in use before.
func (b *slots) warmTo(hi uint32) bool {
	return b.offset(hi) <= b.mem.rows.warm && (b.mem.starts(hi) || genPad+int(hi)*4 <= b.mem.gens.warm && int(hi) <= b.mem.bits())
}

// commitSlots commits the reservations for the slots from lo to hi.
func (b *slots) commitSlots(lo, hi uint32, bulk bool) error {
	if !b.mem.starts(hi) {
		gens := &b.mem.gens
		step := min(gens.ready/8, commitMost)
		if bulk {
			step = min(gens.ready, commitMost)
		}
		if err := gens.commitBy(genPad+int(hi)*4, step); err != nil {
			return err
		}
		if err := b.commitBits(hi); err != nil {
			return err
		}
	}
	rows, from := &b.mem.rows, b.offset(lo)
	if !bulk {
		return rows.commit(b.offset(hi))
	}
	if b.mem.starter && rows.warm == 0 && lo == 1 {
		from = 0 // with everything in front of the first rows
	}
	return rows.commitBulk(from, b.offset(hi))
}

// commitGens is commitSlots for the generations and bits of the slots from lo to hi,
// which are about to be filled.
func (b *slots) commitGens(lo, hi uint32) error {
	if b.mem.starts(hi) {
		return nil
	}
	if err := b.mem.gens.commitBulk(genPad+int(lo)*4, genPad+int(hi)*4); err != nil {
		return err
	}
	return b.mem.live.commitBulk(int(lo)/64*8, bitBytes(hi))
}

// publish makes the bits of the slots below n, which are committed, reachable. Bytes
// must not call it, since that runs beside readers.
func (b *slots) publish(n uint32) {
	words := (int(n) + 63) / 64
	if b.mem.starts(n) {
		return
	}
	if b.mem.starter {
		b.leaveStarter()
	}
	if b.mem.live.mem != nil {
		if n := b.mem.bits() / 8; n > 8*len(b.live) {
			b.live = as[uint64](b.mem.live.mem[:n])
			b.free = as[uint64](b.mem.free.mem[freePad:][:n])
		}
		return
	}
	if more := words - len(b.live); more > 0 {
		// An iteration under way may have the old words. It gets the new ones when
		// something is removed, and need not see what is inserted.
		b.live = append(b.live, make([]uint64, more)...)
		b.free = append(b.free, make([]uint64, more)...)
	}
}

// extend makes the table of cells reach slot i. Cells that have no generations yet
// share one array of zeros, so that Get may look into any cell.
func (b *slots) extend(i uint32) error {
	if b.opt.backing == Reserved {
		return nil
	}
	first, n := b.piece(i)
	last := (uint64(first) + n - 1) >> b.shift
	if last < uint64(len(b.cells)) {
		return nil
	}
	if b.zeros == nil {
		b.zeros = make([]uint32, 1<<b.shift)
	}
	var none cell
	none.setGens(b.zeros)
	old := len(b.cells)
	if table := &b.mem.cells; table.mem != nil {
		if err := table.commit((int(last) + 1) * sizeOf[cell]()); err != nil {
			return err
		}
		b.cells = cellsIn(table.mem[:table.ready])[:last+1]
	} else {
		b.cells = slices.Grow(b.cells, int(last)+1-old)[:last+1]
	}
	for k := old; k < len(b.cells); k++ {
		b.cells[k] = none
	}
	b.table = tableOf(b.cells)
	return nil
}

// blockRows gives the piece of slot i memory for its rows, unless it has it.
func (b *slots) blockRows(i uint32) error {
	first, n := b.piece(i)
	lo, hi := first>>b.shift, uint32((uint64(first)+n)>>b.shift)
	if b.cells[lo].backed() {
		if lo++; lo == hi || b.cells[lo].backed() {
			return nil
		}
		// The first piece of a block that got its memory with another piece.
		lo--
	}
	block, size := b.block(i)
	head := &b.cells[block>>b.shift]
	if !head.backed() {
		rows, err := b.mapBlock(int(size))
		if err != nil {
			return err
		}
		head.setRows(rows)
		b.keepBlock(block, rows)
	}
	for k := lo; k < hi; k++ {
		b.cells[k].setRows(head.bytes(k<<b.shift-block, 1, b.size))
	}
	return nil
}

// keepBlock remembers the memory of the block that starts at slot i, or forgets it if
// rows is nil. It is for tables of cells that the collector does not see.
func (b *slots) keepBlock(i uint32, rows []byte) {
	if b.mem.cells.mem == nil {
		return
	}
	k := bits.Len32(i>>b.shift+1) - 1
	for len(b.kept) <= k {
		b.kept = append(b.kept, nil)
	}
	b.kept[k] = rows
}

// backedSlots counts the slots of blocks that have memory, and how many of these are on
// Go's heap.
func (b *slots) backedSlots() (all, heap uint64) {
	for i := uint64(0); i < uint64(len(b.cells))<<b.shift; {
		first, n := b.block(uint32(i))
		if b.cells[first>>b.shift].backed() {
			all += n
			if b.onHeap(n) {
				heap += n
			}
		}
		i = uint64(first) + n
	}
	return all, heap
}

// onHeap reports whether a block of n rows comes from Go's heap. Go clears a large one
// first, and somebody waits for that.
func (b *slots) onHeap(n uint64) bool {
	if b.opt.backing == Geometric {
		return !canMap || n*uint64(b.size) < slabBytes
	}
	return b.opt.backing == Heap
}

// mapBlock takes memory for a block of n rows.
func (b *slots) mapBlock(n int) ([]byte, error) {
	if n > (math.MaxInt-slabBytes)/b.size { // carve rounds it up
		return nil, fmt.Errorf("%w: a block of %d %v", ErrMemory, n, b.record)
	}
	if b.onHeap(uint64(n)) {
		return heapBytes(n * b.size), nil
	}
	return b.mem.slabs.carve(n * b.size)
}

// commitBits makes the bits of the slots below n usable, if bits have a reservation.
func (b *slots) commitBits(n uint32) error {
	if b.mem.live.mem == nil {
		return nil
	}
	bytes := bitBytes(n)
	if err := b.mem.live.commit(bytes); err != nil {
		return err
	}
	return b.mem.free.commit(freePad + bytes)
}

// bitBytes returns the bytes of one bit for each slot below n.
func bitBytes(n uint32) int { return (int(n) + 63) / 64 * 8 }

// publishCells gives the cells of the slots from first to last generations of their
// own, and bits.
func (b *slots) publishCells(first, last uint32) error {
	if err := b.commitBits(last); err != nil {
		return err
	}
	lo, hi := int(first>>b.shift), int((uint64(last)+uint64(b.mask))>>b.shift)
	need := 0
	for _, c := range b.cells[lo:hi] {
		if gensOf(c) == baseOf(b.zeros) {
			need += len(b.zeros)
		}
	}
	gens := make([]uint32, need)
	if need > 0 && b.mem.cells.mem != nil {
		b.keptGens = append(b.keptGens, gens)
	}
	for k := range b.cells[lo:hi] {
		if c := &b.cells[lo+k]; gensOf(*c) == baseOf(b.zeros) {
			c.setGens(gens[:len(b.zeros)])
			gens = gens[len(b.zeros):]
		}
	}
	b.publish(last)
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
func (b *slots) parts(lo, hi uint32) iter.Seq[part] {
	return func(yield func(part) bool) {
		for lo < hi {
			c, n := &b.one, hi-lo
			gens, k := b.gensFrom(lo)
			if b.table != nil {
				c = &b.cells[lo>>(b.shift&31)]
				n = min(n, b.mask+1-k)
			}
			if b.table == nil || gens != baseOf(b.zeros) {
				if !yield(part{first: lo, n: n, gens: gens.slice(k, n), cell: c, at: k}) {
					return
				}
			}
			lo += n
		}
	}
}
