package store

import (
	"iter"
	"math/bits"
)

// region is a stretch of whole words of live, or one word of which mask names
// the slots to visit, whose rows lie in one piece of memory.
type region[T any] struct {
	live  []uint64
	mask  uint64
	full  uint64 // what a word is in which all slots are to be visited; 0 with a mask
	first uint32 // the slot at which rows and gens start
	skip  uint32 // how far that is behind the slot of bit 0 of live[0]
	rows  base[T]
	gens  base[uint32]
	next  uint32 // the slot behind the region
}

// All iterates over the records in the order of their slots. Records may be
// removed, inserted and released in the loop: one that was removed before its
// turn is not visited, one that was inserted may or may not be. It does not
// allocate and inlines into the loop.
func (b *Bulk[T]) All() iter.Seq2[Handle[T], *T] {
	return func(yield func(Handle[T], *T) bool) {
		end := b.known
	regions:
		for r := b.region(0, end); ; r = b.region(r.next, end) {
			rows := r.rows
		words:
			for w := range r.live {
				word := &r.live[w]
				was := *word
				at := uint32(w)<<6 - r.skip
				for m := was & r.mask; m != 0; {
					i := at + uint32(bits.TrailingZeros64(m))
					m &= m - 1
					for {
						if !yield(Handle[T]{r.first + i, *r.gens.at(i)}, rows.at(i)) {
							return
						}
						// What the loop's body did to this word is looked at
						// after each record; the rest of the word follows. An
						// empty word may be one that live has moved away from.
						if now := *word; now != was {
							if now == 0 {
								r.next = r.first + i + 1
								continue regions
							}
							was = now
							m = was & r.mask & (^uint64(1) << ((i + r.skip) & 63))
							break
						}
						if was != r.full {
							break
						}
						// In a full word the next record needs no search.
						if i++; i&63 == 0 {
							continue words
						}
					}
				}
			}
			if r.next >= end {
				return
			}
		}
	}
}

// liveWords returns n words of live from that of slot first on.
func (b *Bulk[T]) liveWords(first uint32, n int) []uint64 { return b.live[first>>6:][:n] }

// region returns the first region that starts at slot i or behind it, up to
// end; one without words where there is none.
func (b *Bulk[T]) region(i, end uint32) (r region[T]) {
	runs := b.opt.skipper == RunLength
	for i < end {
		stop := end
		if runs {
			if i, stop = b.liveRun(i, end); i >= end {
				break
			}
		}
		c, k := b.cell(i)
		n := stop - i
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		if b.table != nil && (gensOf(c) == baseOf(b.zeros) || rowsOf[T](c).isNil()) {
			i += n
			continue
		}
		r.rows, r.gens = rowsOf[T](c), gensOf(c)
		at := i & 63
		word := i &^ 63
		r.mask, r.full = ^uint64(0), ^uint64(0)
		words := uint32((uint64(n) + uint64(at) + 63) / 64)
		switch {
		case at <= k && !runs:
			// The word's first slot lies in the cell as well.
			r.rows, r.gens = r.rows.from(k-at), r.gens.from(k-at)
			if uint64(at)+uint64(n) < 64 {
				r.mask = ^uint64(0) >> (64 - n - at)
			} else if tail := (at + n) & 63; tail != 0 && b.table != nil {
				// The last word has slots of the next cell: another region.
				words--
				n -= tail
			}
			if at != 0 {
				r.mask &= ^uint64(0) << at
				if words > 1 {
					words, n = 1, 64-at
				}
			}
		default:
			// The cell starts within the word, or the region is one run.
			if at <= k {
				r.rows, r.gens = r.rows.from(k-at), r.gens.from(k-at)
			} else {
				r.skip = at - k
			}
			words, n = 1, min(n, 64-at)
			r.mask = ^uint64(0) >> (64 - n) << at
		}
		if r.mask != ^uint64(0) {
			r.full = 0
		}
		r.first = word + r.skip
		r.live = b.liveWords(word, int(words))
		r.next = i + n
		return r
	}
	return region[T]{next: end}
}

// Runs iterates over the stretches of live slots whose records lie together,
// as the first slot and a slice of the records. With the backing Reserved a
// store without holes is one slice; with random holes All is faster. What the
// loop's body removes from the slice in hand stays in it; the rest is as with
// All. It does not allocate.
func (b *Bulk[T]) Runs() iter.Seq2[uint32, []T] {
	return func(yield func(uint32, []T) bool) {
		end := b.known
		for i, rows := b.run(1, end); rows != nil; i, rows = b.run(i+uint32(len(rows)), end) {
			if !yield(i, rows) {
				return
			}
		}
	}
}

// run returns the first stretch of live slots from i on.
func (b *Bulk[T]) run(i, end uint32) (uint32, []T) {
	if i = nextBit(b.live, i, end, 0); i >= end {
		return end, nil
	}
	c, k := b.cell(i)
	if b.table != nil {
		end = min(end, i+(b.mask+1-k))
	}
	n := nextBit(b.live, i, end, ^uint64(0)) - i
	return i, rowsOf[T](c).slice(k, n)[:n:n]
}

// Cursor walks over the records of a Bulk, some now and some later: a walk may
// be spread over frames, and the store may change between two steps with the
// same effect as in the body of a loop over All. It does not allocate.
type Cursor[T any] struct {
	b                      *Bulk[T]
	m                      uint64  // slots of the word that are to come
	word                   *uint64 // of live
	i                      uint32  // the record at hand, counted from first
	first, skip, next, end uint32
	rows                   base[T]
	gens                   base[uint32]
}

// Cursor returns a cursor in front of the first record. It stops at the
// records that there are now.
func (b *Bulk[T]) Cursor() Cursor[T] {
	return Cursor[T]{b: b, word: new(uint64), end: b.known}
}

// Next steps to the next record and reports whether there is one.
func (c *Cursor[T]) Next() bool {
	if m := c.m & *c.word; m != 0 {
		c.i = uint32(bits.TrailingZeros64(m))
		c.m = m & (m - 1)
		return true
	}
	return c.refill()
}

// Row returns the record at hand.
func (c *Cursor[T]) Row() *T { return c.rows.at(c.i - c.skip) }

// Handle returns the handle of the record at hand.
func (c *Cursor[T]) Handle() Handle[T] {
	return Handle[T]{c.first + c.i - c.skip, *c.gens.at(c.i - c.skip)}
}

// refill steps to the next word that has records.
func (c *Cursor[T]) refill() bool {
	if c.m != 0 {
		// Either the rest of the word died, or live has moved.
		if word := &c.b.live[(c.first-c.skip)>>6]; word != c.word {
			c.word = word
			return c.Next()
		}
	}
	for c.next < c.end {
		r := c.b.region(c.next, min(c.end, c.next|63+1))
		if r.live == nil {
			c.next = c.next | 63 + 1
			continue
		}
		c.first, c.skip, c.rows, c.gens = r.first, r.skip, r.rows, r.gens
		c.next = r.next
		c.word = &r.live[0]
		if c.m = *c.word & r.mask; c.m != 0 {
			return c.Next()
		}
	}
	c.m = 0
	return false
}
