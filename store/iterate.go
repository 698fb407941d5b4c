package store

import (
	"iter"
	"math"
	"math/bits"
)

// region is live slots whose rows are in one cell, as an iteration meets them: either a
// run, or words with holes. Slots are counted from first, the start of the cell.
type region struct {
	live  []uint64 // the words; for a run, only the one that it starts in
	mask  uint64   // the bits of the first word that count; for a run, only its first slot
	at    uint     // the slot of the first word's bit 0; wraps if the cell starts within the word
	last  uint     // for a run, its last slot; otherwise 0
	first uint32
	next  uint32 // the slot behind the region's words, or behind the run; not counted from first
	end   uint32 // the slot behind all regions
	cell  cell
}

// scanMost is about how many slots a run has at most. A region is looked for again
// after each removal, which so stays cheap.
const scanMost = 1024

// All iterates over the records in the order of their slots. Records may be removed,
// inserted and released in the loop: one that is removed before its turn is not
// visited, one that is inserted may or may not be, and none is visited twice. All does
// not allocate, and inlines into the loop.
func (b *Bulk[T]) All() iter.Seq2[Handle[T], *T] {
	return func(yield func(Handle[T], *T) bool) {
		r := region{next: 1, end: b.slots.reach}
	regions:
		for r.next < r.end && b.slots.region(&r) {
			rows, gens, gone := r.cell.rows, gensOf(r.cell), b.slots.gone
			words, at := r.live, r.at-1
			m := words[0] & r.mask
			for w := 0; ; {
				if m == ^uint64(0) {
					// Without holes there is nothing to search for.
					r.next = r.first + uint32(at) + 1
					continue regions
				}
				if m != 0 {
					// Here and below, the lowest bit is found and cleared right behind
					// a comparison of m with 0. So the compiler knows that there is
					// one, and needs no instructions for the other case
					// (BenchmarkIterate).
					i := at + uint(bits.TrailingZeros64(m))
					m &= m - 1
					for {
						for {
							// This must be on one line: otherwise the inlined code
							// leaves NOPs behind.
							if i++; !yield(Handle[T]{r.first + uint32(i), *gens.at(uint32(i))}, elemAt[T](rows, uint32(i))) {
								return
							}
							if b.slots.gone != gone {
								// The body of the loop removed something: look again.
								r.next = r.first + uint32(i) + 1
								continue regions
							}
							if i >= r.last {
								break
							}
						}
						if m == 0 {
							break
						}
						i = at + uint(bits.TrailingZeros64(m))
						m &= m - 1
					}
				}
				for { // a short loop: after a mass removal most words have no records
					if w++; w >= len(words) {
						continue regions
					}
					at += 64
					if m = words[w]; m != 0 {
						break
					}
				}
			}
		}
	}
}

// region sets r to the first region at or behind r.next, up to r.end, and reports
// whether there is one.
func (s *slots) region(r *region) bool {
	i, end := r.next, min(r.end, s.reach, s.top) // Clear leaves reach far behind top
	if i >= end {
		return false
	}
	word, words := i>>6, wordsFor(end)
	m := s.live[word] >> (i & 63) << (i & 63)
	if m == 0 {
		if word = s.liveWord(word+1, words); word == words {
			return false
		}
		m = s.live[word]
	}
	bit := uint32(bits.TrailingZeros64(m))
	if i = word<<6 + bit; i >= end {
		return false
	}
	c, k := s.cell(i)
	r.cell, r.first = c, i-k
	behind := uint64(words) << 6
	if s.opt.skipper == RunLength {
		behind = min(behind, uint64(word|(longHole-1)+1)<<6) // a region with a long hole would not see it
	}
	if s.table != nil {
		behind = min(behind, uint64(r.first)+uint64(s.mask)+1)
	}
	r.live, r.mask = s.live[word:max(word+1, uint32(behind>>6))], ^uint64(0)<<bit
	r.at, r.last = uint(word)<<6-uint(r.first), 0
	// This may be behind end. All reads a word when it comes to it, with the bits of slots
	// that its loop has taken behind end since: next must not be one of these.
	r.next = uint32(min(behind&^63, math.MaxUint32))
	if behind < uint64(word+1)<<6 {
		// The cell ends within the word.
		r.mask &= 1<<(behind&63) - 1
		r.next = uint32(behind)
	} else if m>>bit == ^uint64(0)>>bit {
		s.runRegion(r, i, fullUntil(r.live)+word<<6)
	}
	return true
}

// runRegion makes r the run of slots from lo up to hi.
func (s *slots) runRegion(r *region, lo, hi uint32) {
	r.live, r.mask = s.live[lo>>6:][:1], 1<<(lo&63)
	r.at, r.last, r.next = uint(lo&^63)-uint(r.first), uint(hi-1-r.first), hi
	s.readAhead(hi, hi-lo)
}

// readAhead prefetches the beginnings of the pages of n slots from i on, which an
// iteration is about to read: the processor's own prefetching may stop at the end of
// each page. It does nothing if the records may be in a near cache. It also does
// nothing for records of less than a cache line: a page has so many of them that
// prefetching only costs.
func (s *slots) readAhead(i, n uint32) {
	if canPrefetch && s.table == nil && s.size >= cacheLine && uint64(s.top)*uint64(s.size) >= readAheadFrom {
		s.one.prefetchPages(i, n, s.size)
	}
}

const readAheadFrom = 8 << 20 // bytes of records

// fullUntil returns the bit up to which there are no holes, from the second word on.
func fullUntil(words []uint64) uint32 {
	n := uint32(64)
	for _, v := range words[1:min(len(words), scanMost/64)] {
		if v&(v+1) != 0 {
			break
		}
		n += uint32(bits.Len64(v))
		if v != ^uint64(0) {
			break
		}
	}
	return n
}

// Runs iterates over the stretches of live slots whose records are contiguous. It
// yields the first slot and a slice of the records. With the backing Reserved, a store
// without holes is one slice; with random holes All is faster. A record of the current
// slice that the loop removes stays in the slice; otherwise the rules of All apply.
// Runs does not allocate.
func (b *Bulk[T]) Runs() iter.Seq2[uint32, []T] {
	return func(yield func(uint32, []T) bool) {
		end := b.slots.reach
		for i, n := b.slots.run(1, end); n > 0; i, n = b.slots.run(i+n, end) {
			c, k := b.slots.cell(i)
			if !yield(i, elemsOf[T](c.rows, k, n)[:n:n]) {
				return
			}
		}
	}
}

// run returns the first stretch of live slots in one cell from i up to end, and its
// length, which is 0 if there is none.
func (s *slots) run(i, end uint32) (lo, n uint32) {
	end = min(end, s.reach, s.top) // the loop may have closed the store
	if i >= end {
		return end, 0
	}
	lo = i
	if word := i >> 6; s.live[word]>>(i&63) == 0 {
		if word = s.liveWord(word+1, wordsFor(end)); word == wordsFor(end) {
			return end, 0
		}
		lo = word << 6
	}
	if lo = nextBit(s.live, lo, end, 0); lo >= end {
		return end, 0
	}
	if _, k := s.cell(lo); s.table != nil {
		end = uint32(min(uint64(end), uint64(lo-k)+uint64(s.mask)+1)) // the last cell ends behind all indices
	}
	return lo, nextBit(s.live, lo, end, ^uint64(0)) - lo
}

// Cursor walks over the records of a Bulk, some now and some later: a walk may
// be spread over frames, and the store may change between two steps with the
// same effect as in the body of a loop over All. It does not allocate. The zero Cursor
// is of no store, and its Next panics: Bulk.Cursor makes one.
//
//	c := b.Cursor() // in front of the loop: one of for's own is copied for each turn
//	for c.Next() {
//		c.Row().Health--
//	}
type Cursor[T any] struct {
	s    *slots
	i    uint // the current record, counted from the start of its cell
	stop uint // all slots up to here are alive
	gone uint
	rows raw
	gens uint32s

	first, next, end uint32 // as in region
	at               uint
	m                uint64
}

// Cursor returns a cursor in front of the first record. It stops behind the last of the
// records that there are now.
func (b *Bulk[T]) Cursor() Cursor[T] {
	return Cursor[T]{s: &b.slots, gone: b.slots.gone, next: 1, end: b.slots.reach}
}

// Next steps to the next record and reports whether there is one.
func (c *Cursor[T]) Next() bool {
	if c.i++; c.i < c.stop && c.gone == c.s.gone {
		return true
	}
	return c.step()
}

// Row returns the current record, or nil in front of the first and behind the last.
func (c *Cursor[T]) Row() *T {
	if c.rows.isNil() { // checked here: the compiler assumes that an address with an offset is never nil
		return nil
	}
	return elemNth[T](c.rows, c.i)
}

// Handle returns the handle of the current record. There must be one.
func (c *Cursor[T]) Handle() Handle[T] { return Handle[T]{c.first + uint32(c.i), *c.gens.nth(c.i)} }

// step goes on at the end of a run, or when a record was removed. It takes the words
// one by one, because they may have moved.
func (c *Cursor[T]) step() bool {
	if c.s == nil {
		panic("store: Next of a zero Cursor, which is of no store; Bulk.Cursor makes one")
	}
	if c.gone != c.s.gone {
		c.gone = c.s.gone
		c.m = 0
		c.next = uint32(min(uint64(c.next), uint64(c.first)+uint64(c.i))) // behind the last slot of all, the sum would wrap
	}
	if m := c.m; m != 0 {
		c.i = c.at + uint(bits.TrailingZeros64(m))
		c.m = m & (m - 1)
		c.stop = c.i + 1
		return true
	}
	r := region{next: c.next, end: c.end}
	if !c.s.region(&r) {
		c.first, c.i, c.stop, c.next = c.end, 0, 0, c.end
		c.rows, c.gens = raw{}, uint32s{} // otherwise Row would be the header
		return false
	}
	m := r.live[0] & r.mask
	c.i = r.at + uint(bits.TrailingZeros64(m))
	c.stop, c.m, c.at, c.first, c.next = max(r.last, c.i)+1, m&(m-1), r.at, r.first, r.next
	if len(r.live) > 1 {
		c.next = r.first + uint32(r.at) + 64
	}
	c.rows, c.gens = r.cell.rows, gensOf(r.cell)
	return true
}
