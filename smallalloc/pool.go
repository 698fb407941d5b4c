package smallalloc

import (
	"fmt"
	"math/bits"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Bitmap is how a pool finds its lowest free slot. It is [Tree] or [Flat].
type Bitmap uint8

const (
	// Tree is the bits with two levels of summary above them. A search reads three
	// words, whatever the pool holds.
	Tree Bitmap = iota
	// Flat is the bits alone, and the index of the lowest word that may have a free
	// one. It is the least work if slots are freed in the reverse order of their
	// allocation, and otherwise searches through all words.
	Flat
)

// Options is what a pool is made of. The zero value is the default classes in
// memory of the Go heap, with the tree.
type Options struct {
	Classes []Class
	Bitmap  Bitmap
	// Memory, if not nil, holds the slots and their bits instead of memory of
	// the Go heap. It must have Footprint(Classes) bytes from its first 8-byte
	// boundary on, for NewShared SharedFootprint(n, Classes), and belongs to the
	// pool from then on. It must not be memory that anyone unmaps.
	Memory []byte
}

// ordered returns the classes in ascending order, or what is wrong with the options.
func (o *Options) ordered() ([]Class, error) {
	if o.Bitmap > Flat {
		return nil, fmt.Errorf("unknown bitmap %d; it is Tree or Flat", o.Bitmap)
	}
	return ordered(o.Classes)
}

// Pool hands out small pieces of one region of memory. A pool belongs to one
// goroutine at a time; [Shared] is for several. The zero Pool has no slots: Alloc takes
// all from the Go heap.
type Pool struct {
	region mem.Region
	used   uintptr // bytes of the region that hold slots
	shift  uint8
	flat   bool
	where  [256]uint16 // section that the first byte of each 1<<shift bytes lies in
	bins   []bin       // by size of request, from 0 to the largest class
	known  []verdict   // about types that were asked for lately

	sections []section
	classes  []class
	tally    tally
}

// bin is what is known about requests of one size, in one cache line.
type bin struct {
	requests uint64
	section  *section // the first of the smallest class that fits
}

// class is the sections of one size, and what happened to requests that did not fit
// into them.
type class struct {
	size    int
	slots   int
	misses  uint64 // including refused ones
	refused uint64 // misses of TryAlloc
	outside int    // blocks of the Go heap in use
	demand  int    // the most slots and blocks outside at one time; 0 before the first miss
}

// New makes a pool. It fails with ErrClass or ErrMemory, or if o.Bitmap is not
// one of the Bitmaps.
func New(o Options) (*Pool, error) {
	sorted, err := o.ordered()
	if err != nil {
		return nil, fmt.Errorf("smallalloc: %w", err)
	}
	need := total(sorted)
	p := &Pool{flat: o.Bitmap == Flat}
	if o.Memory == nil {
		p.region = mem.Make(need)
	} else {
		p.region = mem.Over(o.Memory)
	}
	if have := p.region.Len(); have < need {
		return nil, fmt.Errorf("smallalloc: %w: %d of %d bytes", ErrMemory, have, need)
	}
	p.layOut(sorted)
	return p, nil
}

// layOut divides the region: all slots by ascending size, then the whole words
// of all sections' bits, then their tails.
func (p *Pool) layOut(sorted []Class) {
	n := 0
	for _, c := range sorted {
		n += (c.Slots + sectionSlots - 1) / sectionSlots
	}
	p.sections = make([]section, 0, n)
	p.classes = make([]class, len(sorted))
	p.bins = make([]bin, sorted[len(sorted)-1].Size+1)
	var off uintptr
	size := 0
	for ci, c := range sorted {
		first := len(p.sections)
		for left := c.Slots; left > 0; left -= sectionSlots {
			s := section{slots: min(left, sectionSlots), start: off, size: uintptr(c.Size), class: ci}
			s.recip = ^uint64(0)/uint64(c.Size) + 1
			off += uintptr(s.slots) * s.size
			s.end = off
			p.sections = append(p.sections, s)
			if i := len(p.sections) - 1; i > first {
				p.sections[i-1].next = &p.sections[i]
			}
		}
		p.classes[ci] = class{size: c.Size, slots: c.Slots}
		for ; size <= c.Size; size++ {
			p.bins[size].section = &p.sections[first]
		}
	}
	p.used = off
	p.layOutBits(off)
	p.shift = uint8(bits.Len64(uint64(off-1) >> 8))
	for i, s := 0, 0; i < len(p.where); i++ {
		for s < len(p.sections)-1 && p.sections[s].end <= uintptr(i)<<p.shift {
			s++
		}
		p.where[i] = uint16(s)
	}
	if checked {
		p.poisonAll()
	}
}

func (p *Pool) layOutBits(off uintptr) {
	for i := range p.sections {
		s := &p.sections[i]
		s.leaf = p.region.Words(off, bitBytes(s.slots)/8)
		off += uintptr(len(s.leaf)) * 8
	}
	for i := range p.sections {
		s := &p.sections[i]
		n := bitBytes(s.slots) % 8
		if n > 0 {
			s.tail = p.region.Bytes(off, n, n)
			off += uintptr(n)
		}
		s.reset()
	}
}

// Alloc returns n bytes: the lowest free slot of the smallest class that holds them, or
// memory of the Go heap if that class is full or n is larger than every class. Stats
// counts how often that was. The capacity is that of the slot. The contents of a slot
// are what its last owner left there. A negative n gets nil.
//
// A block of the Go heap lives as long as the Go pointers to it: one that is
// known only by a [Ref] or by its address is lost. Use TryAlloc for those.
//
// Cost: three words read; no Go allocation on a hit.
func (p *Pool) Alloc(n int) []byte { return p.alloc(n, true) }

// TryAlloc is Alloc without the Go heap: it returns nil and false if Alloc would use
// that. Such a refusal is counted as a miss too.
func (p *Pool) TryAlloc(n int) ([]byte, bool) {
	b := p.alloc(n, false)
	return b, b != nil
}

// alloc finds the lowest free slot. Its two halves do the same with and without the
// summary. They are in one function because another call would cost as much as the
// summary.
func (p *Pool) alloc(n int, heap bool) []byte {
	if uint(n) >= uint(len(p.bins)) {
		return p.large(n, heap)
	}
	b := &p.bins[n]
	b.requests++
	s := b.section
	var i int
	if !p.flat {
		if s.top == 0 {
			if s = s.roomy(); s == nil {
				return p.miss(n, heap)
			}
		}
		t := bits.TrailingZeros64(s.top) & 63
		m := s.sum[t]
		k := t<<6 | bits.TrailingZeros64(m)&63
		if uint(k) >= uint(len(s.leaf)) {
			i = s.takeTail()
		} else {
			w := s.leaf[k]
			i = k<<6 | bits.TrailingZeros64(w)&63
			w &= w - 1
			s.leaf[k] = w
			if w == 0 {
				m &= m - 1
				s.sum[t] = m
				if m == 0 {
					s.top &= s.top - 1
				}
			}
		}
	} else {
		k := s.hint
		if uint(k) < uint(len(s.leaf)) && s.leaf[k] != 0 {
			w := s.leaf[k]
			i = k<<6 | bits.TrailingZeros64(w)
			s.leaf[k] = w & (w - 1)
		} else if s, i = s.search(); s == nil {
			return p.miss(n, heap)
		}
	}
	s.live++
	if s.live > s.peak {
		s.peak = s.live
	}
	if checked {
		p.issue(s, i)
	}
	return p.region.Bytes(s.offset(i), n, int(s.size))
}

// Free gives back a slot. It reports true if b began at a slot in use, which is free
// from then on.
//
// It reports false and no error if b is not in the pool, like a block that Alloc took
// from the Go heap: then nothing needs to be done. It fails with a [*FreeError]
// wrapping ErrDoubleFree or ErrInterior if b is in the pool but cannot be freed; the
// pool is unharmed. Only the address of b's first byte counts, not its length and
// capacity.
func (p *Pool) Free(b []byte) (bool, error) { return p.free(mem.Addr(b), cap(b)) }

func (p *Pool) free(addr uintptr, c int) (bool, error) {
	off := p.region.Offset(addr)
	if off >= p.used {
		return p.foreign(off, c)
	}
	s := p.sectionAt(off)
	q, _ := bits.Mul64(uint64(off-s.start), s.recip)
	i := uintptr(q)
	if i*s.size != off-s.start {
		return false, p.wrong(off, s, ErrInterior)
	}
	k, bit := i>>6, uint64(1)<<(i&63)
	if k < uintptr(len(s.leaf)) {
		w := s.leaf[k]
		if w&bit != 0 {
			return false, p.wrong(off, s, ErrDoubleFree)
		}
		s.leaf[k] = w | bit
	} else if !s.putTail(bit) {
		return false, p.wrong(off, s, ErrDoubleFree)
	}
	if !p.flat {
		s.sum[k>>6&63] |= 1 << (k & 63)
		s.top |= 1 << (k >> 6 & 63)
	} else if int(k) < s.hint {
		s.hint = int(k)
	}
	s.live--
	if checked {
		p.retire(s, int(i))
	}
	return true, nil
}

// Owns reports whether b begins in one of the pool's slots, in use or not.
func (p *Pool) Owns(b []byte) bool { return p.region.Offset(mem.Addr(b)) < p.used }

// Reset frees all slots at once, as at the unloading of a level. Slices, typed
// pointers and refs from before are dead; using one is an error that goes
// unnoticed outside of builds with the tag invariants. The counts of requests and
// the peaks stay. Cost: one pass over the bits.
func (p *Pool) Reset() {
	for i := range p.sections {
		p.sections[i].reset()
	}
	for i := range p.classes {
		p.classes[i].outside = 0
	}
	if checked {
		p.poisonAll()
	}
}

// sectionAt returns the section that a slot at off lies in.
func (p *Pool) sectionAt(off uintptr) *section {
	i := int(p.where[uint8(off>>(p.shift&63))])
	s := &p.sections[i]
	for off >= s.end {
		i++
		s = &p.sections[i]
	}
	return s
}

// classOf returns the class that serves n bytes, which some class does.
func (p *Pool) classOf(n int) *class { return &p.classes[p.bins[n].section.class] }
