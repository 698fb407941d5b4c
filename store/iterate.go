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
	first uint32 // the slot of bit 0 of live[0]
	skip  uint32 // bits of live[0] before the slot at which rows and gens start
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
		for r := b.region(0, end); r.live != nil; r = b.region(r.next, end) {
		words:
			for w := 0; w < len(r.live); w++ {
				word := &r.live[w]
				was := *word
				m := was & r.mask
				dense := m == ^uint64(0)
				for m != 0 {
					i := uint32(w<<6 + bits.TrailingZeros64(m))
					m &= m - 1
					for {
						if !yield(Handle[T]{r.first + i, *r.gens.at(i - r.skip)}, r.rows.at(i-r.skip)) {
							return
						}
						// What the loop's body did to this word is looked at
						// after each record; the rest of the word follows.
						if *word != was {
							r.live = b.liveWords(r.first, len(r.live))
							word = &r.live[w]
							was, dense = *word, false
							m = was & r.mask & (^uint64(1) << (i & 63))
							break
						}
						if !dense {
							break
						}
						// In a full word the next record needs no search.
						if i++; i&63 == 0 {
							continue words
						}
					}
				}
			}
		}
	}
}

// liveWords returns n words of live from that of slot first on.
func (b *Bulk[T]) liveWords(first uint32, n int) []uint64 { return b.live[first>>6:][:n] }

// region returns the first region that starts at slot i or behind it, up to
// end; one without words where there is none.
func (b *Bulk[T]) region(i, end uint32) (r region[T]) {
	for i < end {
		c, k := b.cell(i)
		n := end - i
		if b.table != nil {
			n = min(n, b.mask+1-k)
		}
		if b.table != nil && (gensOf(c) == baseOf(b.zeros) || rowsOf[T](c).isNil()) {
			i += n
			continue
		}
		r.rows, r.gens = rowsOf[T](c), gensOf(c)
		at := i & 63
		r.first = i &^ 63
		r.mask = ^uint64(0)
		words := uint32((uint64(n) + uint64(at) + 63) / 64)
		switch {
		case at <= k:
			// The word's first slot lies in the cell as well.
			r.rows, r.gens = r.rows.from(k-at), r.gens.from(k-at)
			if at+n < 64 {
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
			// The cell starts within the word.
			r.skip = at - k
			words, n = 1, min(n, 64-at)
			r.mask = ^uint64(0) >> (64 - n) << at
		}
		r.live = b.liveWords(r.first, int(words))
		r.next = i + n
		return r
	}
	return region[T]{}
}
