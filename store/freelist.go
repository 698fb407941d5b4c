package store

// The list of free slots is circular through slot 0: the first four bytes of a
// hole hold the next slot of the list, those of the last one point back at slot
// 0, whose row is the header.
//
// A list of single holes is slow where it is long: each insertion waits for a
// cache line that only the insertion before can name. So with LIFO a hole on the
// list also notes, behind its link, the slots that were freed before it, as many
// as fit its first cache line. Those that no hole notes yet are in recent: most
// insertions and removals touch nothing else of the list.
//
//	recent  9 5          freed last, first 9, then 5
//	slot 0  -> 7         freed before those
//	slot 7  -> 4, 8 2 6  a hole that notes 8, 2 and 6, freed before it in this order
//	slot 4  -> 0, 1 3 11 the last one
//
// That is how it looks with records of 16 bytes. BenchmarkChurn and BenchmarkRefill
// measure it.

// mostNotes is how many slots a hole notes at most: with its link, a cache line.
const mostNotes = cacheLine/4 - 1

// notesOf is how many slots each hole on the list notes.
func (b *slots) notesOf(o *options) uint32 {
	if o.policy != LIFO || o.skipper != Bitmap {
		return 0
	}
	return uint32(min(b.size/4-1, mostNotes))
}

// enqueue puts the dead slot i at the end of the list.
func (b *slots) enqueue(i uint32) {
	b.hole(i).set(0, 0)
	after := uint32(0)
	if b.listed > 0 {
		after = b.tail
	}
	b.hole(after).set(0, i)
	b.tail = i
	b.listed++
}

// push puts the dead slot i at the start of the list.
func (b *slots) push(i uint32) {
	b.listed++
	if n := b.recents; n < b.notes {
		b.recent[n], b.recents = i, n+1
		return
	}
	head, h := b.hole(0), b.hole(i)
	h.set(0, head.get(0))
	for k, r := range b.recent[:b.notes] {
		h.set(1+uintptr(k), r)
	}
	head.set(0, i)
	b.recents = 0
}

// pop takes the slot at the start of the list; there is one.
func (b *slots) pop() uint32 {
	b.listed--
	if n := b.recents; n > 0 {
		b.recents = n - 1
		return b.recent[n-1]
	}
	head := b.hole(0)
	i := head.get(0)
	h := b.hole(i)
	head.set(0, h.get(0))
	for k := range b.recent[:b.notes] {
		b.recent[k] = h.get(1 + uintptr(k))
	}
	b.recents = b.notes
	b.wipeLinks(i)
	return i
}
