package loader

import (
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// rangeSet lists the rows that a level takes, and what its Level has to know of them.
// There may be thousands of levels and thousands of tables, of which each level has a
// few, so only tables with rows are listed. An unloaded level leaves its rangeSet to
// the next one of its size.
type rangeSet struct {
	nodes    []nodeRange // in the order of their reservation, as are the lists below
	elements []ownRange
	strings  store.StringRange
	ids      levelIDs
	mapped   int64 // bytes

	more        []ownRange // what reloads have added
	moreStrings []store.StringRange
}

// nodeRange is the rows of one kind. The nodes of a level are counted kind by kind, in
// the order of the file's tables; below is how many come before this kind.
type nodeRange struct {
	ownRange
	below uint32
}

// ownRange is a range of one of the Binding's stores.
type ownRange struct {
	store int
	store.Range
}

// maxFreeSets is how many sets of unloaded levels wait for the next ones.
const maxFreeSets = 8

// setSize is how much a level asks of its rangeSet.
type setSize struct{ nodes, elements, ids int }

// slack is the room in a list that a level may have without needing it.
const slack = 16

// small reports whether a list with this capacity is no waste for n entries.
func small(capacity, n int) bool { return capacity <= 2*n+slack }

// fits reports whether a level of this size may keep the set's lists for as long as it is
// loaded.
func (n setSize) fits(set *rangeSet) bool {
	return small(cap(set.nodes), n.nodes) && small(cap(set.elements), n.elements) && small(cap(set.ids.rows), n.ids)
}

// setSize returns what the file that the lane has opened asks for.
func (ln *lane) setSize() setSize {
	n := setSize{ids: int(ln.reader.Rows(format.TableIDs))}
	for t := range ln.plan.tables {
		switch {
		case ln.plan.tables[t].store < 0 || ln.reader.Rows(t) == 0:
		case ln.plan.schema.Tables[t].Class == format.ClassNode:
			n.nodes++
		default:
			n.elements++
		}
	}
	return n
}

// takeSet returns an empty set for a level of this size. Of the free ones it takes the
// one with the most room for ids, so that levels of several sizes in turns each find
// theirs; what is too large for the level stays for larger ones.
func (b *Binding) takeSet(n setSize) *rangeSet {
	b.mu.Lock()
	defer b.mu.Unlock()
	free, best := b.sets, -1
	for i, set := range free {
		if n.fits(set) && (best < 0 || cap(set.ids.rows) > cap(free[best].ids.rows)) {
			best = i
		}
	}
	if best < 0 {
		if len(free) < maxFreeSets {
			return new(rangeSet)
		}
		best = 0 // sizes have changed: the oldest makes room
	}
	set := free[best]
	b.sets = slices.Delete(free, best, best+1)
	set.empty(n)
	return set
}

// empty removes all entries, and the lists that are too large for a level of this size.
func (s *rangeSet) empty(n setSize) {
	s.nodes, s.elements = emptied(s.nodes, n.nodes), emptied(s.elements, n.elements)
	s.ids = levelIDs{rows: emptied(s.ids.rows, n.ids)}
	s.more, s.moreStrings = emptied(s.more, 0), emptied(s.moreStrings, 0)
	s.strings, s.mapped = store.StringRange{}, 0
}

// emptied returns s without entries, or nil if it has far more room than n.
func emptied[T any](s []T, n int) []T {
	if !small(cap(s), n) {
		return nil
	}
	return s[:0]
}

// giveSet leaves the set of an unloaded level to the next one, if there are not enough
// already. The caller holds mu.
func (b *Binding) giveSet(set *rangeSet) {
	if len(b.sets) < maxFreeSets && !b.closed.Load() {
		b.sets = append(b.sets, set)
	}
}

// release gives the rows of a level back in the reverse order of their reservation, so
// that stores shrink to what they were. The caller holds mu.
func (b *Binding) release(set *rangeSet) {
	b.releaseAll(set.more)
	for i := len(set.moreStrings) - 1; i >= 0; i-- {
		b.strings.Release(set.moreStrings[i])
	}
	if hasStrings(set.strings) {
		b.strings.Release(set.strings)
	}
	b.releaseAll(set.elements)
	for i := len(set.nodes) - 1; i >= 0; i-- {
		n := &set.nodes[i]
		b.stores[n.store].Release(n.Range)
	}
	b.giveSet(set)
}

func (b *Binding) releaseAll(ranges []ownRange) {
	for i := len(ranges) - 1; i >= 0; i-- {
		b.stores[ranges[i].store].Release(ranges[i].Range)
	}
}
