package store

import (
	"fmt"
	"math/bits"
	"reflect"
	"sync"
)

// Bulk is bulk data: an array of records with holes. A record never moves, so
// pointers to it stay good until it is removed, and a Handle to it dies with
// it. T must be pointer-free.
//
// The zero Bulk is ready to use with the default options; a Bulk must not be
// copied. One goroutine may change a Bulk, or any number may read it; see the
// package's notes on concurrency.
//
// Invariants (Check holds them):
//   - slot 0 is the header of the free list: its row holds the list's first
//     slot, and the last one points back at it;
//   - a slot is alive if and only if its generation is odd if and only if its
//     bit in live is set; count is how many are;
//   - every dead slot from 1 up to top is just one of: on the list, set in
//     free, part of a hold, part of an idle range, retired;
//   - with RunLength, no slot is on the list of slots, and every maximal run of
//     slots set in free has its length in its first and its last hole and is
//     on the list of runs (runs.go);
//   - slot top-1 is neither set in free nor idle: the tail has been given back;
//   - slots from known on have never had a generation;
//   - bits of live and free from top on are zero.
type Bulk[T any] struct {
	// What Get reads. With the backing Reserved, one holds all slots and table
	// is nil; else table holds cells of 1<<shift slots.
	one   cell
	table *cell
	known uint32
	mask  uint32
	shift uint8

	direct bool // free slots can be taken from free as they come
	state  state
	kind   uint16
	opt    options

	top     uint32 // the first slot never taken, or given back
	fresh   uint32 // the slots from top to fresh have memory
	end     uint32 // one behind the last slot that the limit permits
	tail    uint32 // the list's last slot, with FIFO
	count   int    // alive
	listed  int    // on the list
	loose   int    // set in free
	retired int
	gone    uint   // removals, of one or of many; an iteration looks at it after each record
	swept   uint   // gone at the last sweep
	peak    uint32 // no slot had a higher generation alive; odd, or 0

	live, free []uint64 // one bit for each slot
	hint       hints    // where free has bits

	mem   memory
	cells []cell

	mu    sync.Mutex // holds what Bytes may change beside a reader: mem, cells' rows, holds
	holds []hold     // reserved ranges, by First
	idle  extents    // ranges given back that lie below top and may have no memory
	zeros []uint32   // the generations of cells that have none of their own
	life  *life      // nil but under the tag invariants
}

type state uint8

const (
	unused state = iota
	open
	closed
)

// Init chooses options for a Bulk that has not been used yet. It returns
// ErrPointers, with the path of the field, for a record that holds a pointer,
// and ErrInUse where the Bulk is in use.
func (b *Bulk[T]) Init(opts ...Option) error {
	if b.state != unused {
		return ErrInUse
	}
	o, err := collect(opts)
	if err != nil {
		return err
	}
	if err := checkRecord(reflect.TypeFor[T]()); err != nil {
		return err
	}
	if err := b.fit(&o); err != nil {
		return err
	}
	b.opt = o
	if err := b.mapMemory(); err != nil {
		return err
	}
	b.direct = b.table == nil && b.opt.backing == Reserved && o.skipper == Bitmap
	b.top, b.fresh = 1, 1
	if err := b.grow(0); err != nil {
		b.mem.close()
		return err
	}
	b.known = 1
	b.state = open
	b.life = opened("Bulk", reflect.TypeFor[T](), b)
	return nil
}

// fit holds the options against what a hole of T can keep.
func (b *Bulk[T]) fit(o *options) error {
	size := sizeOf[T]()
	if o.policy != Lowest && size < 4 {
		if o.policySet {
			return fmt.Errorf("store: %v has %d bytes, a hole needs 4 for the policy %v", reflect.TypeFor[T](), size, o.policy)
		}
		o.policy = Lowest
	}
	if need := runBytes(o.policy); o.skipper == RunLength && size < need {
		return fmt.Errorf("store: %v has %d bytes, a hole needs %d for run lengths with the policy %v", reflect.TypeFor[T](), size, need, o.policy)
	}
	return nil
}

// ready makes the zero Bulk one with the default options.
func (b *Bulk[T]) ready() error {
	switch b.state {
	case open:
		return nil
	case closed:
		return ErrClosed
	}
	return b.Init()
}

// Insert adds a record and returns its handle. It returns ErrFull at the
// limit and ErrMemory where the system has no more; the Bulk is as before
// then. It allocates nothing but, now and then, the next block.
func (b *Bulk[T]) Insert(v T) (Handle[T], error) {
	i := b.top
	if b.listed|b.loose == 0 && b.idle.total == 0 && i < b.fresh {
		b.top = i + 1
		b.known = max(b.known, i+1)
	} else if w := b.hint.word; b.listed == 0 && b.direct && b.idle.total == 0 && w < uint32(len(b.free)) && b.free[w] != 0 {
		v := b.free[w]
		b.free[w] = v & (v - 1)
		b.loose--
		i = w<<6 + uint32(bits.TrailingZeros64(v))
	} else {
		var err error
		if i, err = b.take(); err != nil {
			return Handle[T]{}, err
		}
	}
	b.wake(i)
	c, k := b.cell(i)
	*rowsOf[T](c).at(k) = v
	p := gensOf(c).at(k)
	g := b.nextGen(*p)
	*p = g
	b.peak = max(b.peak, g)
	b.live[i>>6] |= 1 << (i & 63)
	b.count++
	return Handle[T]{i, g}, nil
}

// Remove removes the record that h refers to and reports whether there was
// one. All handles to it are dead from then on.
func (b *Bulk[T]) Remove(h Handle[T]) bool {
	i := h.index
	if i >= b.known || h.gen&1 == 0 {
		return false
	}
	c, k := b.cell(i)
	g := gensOf(c).at(k)
	if *g != h.gen {
		return false
	}
	b.live[i>>6] &^= 1 << (i & 63)
	b.count--
	b.gone++
	b.poison(rowsOf[T](c).slice(k, 1))
	if *g++; *g > b.opt.last {
		b.retired++
		return true
	}
	b.put(i)
	return true
}

// At returns the record in slot i and true where one is alive there.
func (b *Bulk[T]) At(i uint32) (*T, bool) {
	if i >= b.known || b.live[i>>6]>>(i&63)&1 == 0 {
		return nil, false
	}
	c, k := b.cell(i)
	return rowsOf[T](c).at(k), true
}

// HandleAt returns the handle of the record in slot i, nil where none is
// alive there.
func (b *Bulk[T]) HandleAt(i uint32) Handle[T] {
	if i >= b.known || b.live[i>>6]>>(i&63)&1 == 0 {
		return Handle[T]{}
	}
	return Handle[T]{i, b.gen(i)}
}

// Explain says why h does not resolve: ErrNil, ErrPending, ErrDead or
// ErrForeign; nil where it does. Foreign is what no record of this store ever had: an index
// out of reach or a generation out of order.
func (b *Bulk[T]) Explain(h Handle[T]) error {
	if h.IsNil() {
		return ErrNil
	}
	if h.Pending() {
		return ErrPending
	}
	if h.index == 0 || h.index >= b.known || h.gen&1 == 0 || h.gen < b.opt.born {
		return ErrForeign
	}
	switch g := b.gen(h.index); {
	case g == h.gen:
		return nil
	case g > h.gen:
		return ErrDead
	}
	return ErrForeign
}

// Any returns h as an AnyHandle of this store's kind.
func (b *Bulk[T]) Any(h Handle[T]) AnyHandle {
	return AnyHandle{index: h.index, gen: h.gen, kind: b.kind}
}

// FromAny returns a as a Handle of this store and true, or nil and false where
// a is nil or of another kind. It does not ask whether the record lives.
func (b *Bulk[T]) FromAny(a AnyHandle) (Handle[T], bool) {
	if a.IsNil() || a.kind != b.kind {
		return Handle[T]{}, false
	}
	return Handle[T]{a.index, a.gen}, true
}

// Kind returns the number that tells this store's records apart in an
// AnyHandle.
func (b *Bulk[T]) Kind() uint16 { return b.kind }

// SetKind sets what Kind returns. AnyHandles made before keep the old number.
func (b *Bulk[T]) SetKind(k uint16) { b.kind = k }

// Record returns the type T.
func (b *Bulk[T]) Record() reflect.Type { return reflect.TypeFor[T]() }

// Len returns the number of records.
func (b *Bulk[T]) Len() int { return b.count }

// Cap returns how many records fit into the memory that the store has taken
// from the system.
func (b *Bulk[T]) Cap() int {
	if b.state != open {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	slots := uint64(b.committed())
	if b.table != nil {
		slots, _ = b.backedSlots()
	}
	return int(min(slots, uint64(b.end))) - 1 - b.retired
}

// Clear removes all records; their handles are dead from then on. Memory stays
// with the store, ranges that are reserved stay reserved. It costs one pass
// over the generations.
func (b *Bulk[T]) Clear() {
	if b.state != open {
		return
	}
	b.retired = 0
	for p := range b.parts(1, b.known) {
		for j, g := range p.gens {
			if guarded && g&1 != 0 {
				b.poison(p.rows.slice(uint32(j), 1))
			}
			if g += g & 1; g > b.opt.last {
				b.retired++
			}
			p.gens[j] = g
		}
	}
	clear(b.live)
	b.count = 0
	b.gone++
	b.sweep()
	b.shrink()
}

// Close gives all memory back to the system. Pointers into the store must not
// be used any more, nor may an iteration be under way; handles resolve nowhere.
// Closing twice is harmless.
func (b *Bulk[T]) Close() error {
	if b.state == closed {
		return nil
	}
	mem := b.mem
	b.life.end()
	*b = Bulk[T]{state: closed, kind: b.kind, gone: b.gone + 1}
	return mem.close()
}

// cell returns the cell of slot i and i's place in it. The slot must be known
// or have memory.
func (b *Bulk[T]) cell(i uint32) (cell, uint32) {
	if b.table == nil {
		return b.one, i
	}
	return b.cells[i>>(b.shift&31)], i & b.mask
}

func (b *Bulk[T]) row(i uint32) *T {
	c, k := b.cell(i)
	return rowsOf[T](c).at(k)
}

func (b *Bulk[T]) gen(i uint32) uint32 {
	c, k := b.cell(i)
	return *gensOf(c).at(k)
}

// nextGen is the generation of a slot that comes alive after g.
func (b *Bulk[T]) nextGen(g uint32) uint32 {
	if g == 0 {
		return b.opt.born
	}
	return g + 1
}

// fillBits sets, or clears, the bits from lo up to hi and returns how many it
// changed.
func fillBits(words []uint64, lo, hi uint64, set bool) (changed int) {
	if lo >= hi {
		return 0
	}
	first, last := lo>>6, (hi-1)>>6
	head, tail := ^uint64(0)<<(lo&63), ^uint64(0)>>(-hi&63)
	if first == last {
		return fillWord(&words[first], head&tail, set)
	}
	changed = fillWord(&words[first], head, set) + fillWord(&words[last], tail, set)
	between := words[first+1 : last]
	if set {
		for k, w := range between {
			changed += bits.OnesCount64(^w)
			between[k] = ^uint64(0)
		}
		return changed
	}
	for k, w := range between {
		changed += bits.OnesCount64(w)
		between[k] = 0
	}
	return changed
}

// fillWord is fillBits for the bits of m in one word.
func fillWord(w *uint64, m uint64, set bool) (changed int) {
	if set {
		changed = bits.OnesCount64(m &^ *w)
		*w |= m
	} else {
		changed = bits.OnesCount64(m & *w)
		*w &^= m
	}
	return changed
}
