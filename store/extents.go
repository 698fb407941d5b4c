package store

import (
	"iter"
	"math/bits"
	"slices"
	"sort"
)

// stretch is consecutive slots or elements.
type stretch struct{ first, n uint32 }

func (s stretch) end() uint32 { return s.first + s.n }

// extents is a set of positions as disjoint stretches that do not touch, in
// ascending order. What it holds depends on the set alone and not on how it
// came to be, so taking a stretch and adding it again changes nothing.
//
// The stretches lie in chunks, each with the length of its longest: finding
// the first that fits looks at one number for each chunk, and an insertion
// moves one chunk's. For each class of sizes, a power of two, low says where
// to start looking, so that a set of many small stretches is not gone through
// again and again for a long one.
type extents struct {
	chunks []chunk
	total  uint64    // positions in the set
	low    [32]int   // no chunk before low[c] has a stretch of 1<<c or more
	spare  []stretch // of the chunk that went last, for the next one
}

// sizeClass is the class that a stretch of n belongs to.
func sizeClass(n uint32) int { return bits.Len32(n) - 1 }

type chunk struct {
	s   []stretch
	max uint32
}

// chunkMost is the length at which a chunk is split in two.
const chunkMost = 256

func (c *chunk) measure() {
	c.max = 0
	for _, s := range c.s {
		c.max = max(c.max, s.n)
	}
}

// find returns the chunk and the place in it of the first stretch that ends
// behind position p, or the end of the last chunk.
func (e *extents) find(p uint32) (k, i int) {
	k = sort.Search(len(e.chunks), func(k int) bool {
		s := e.chunks[k].s
		return s[len(s)-1].end() > p
	})
	if k == len(e.chunks) {
		return k, 0
	}
	s := e.chunks[k].s
	return k, sort.Search(len(s), func(i int) bool { return s[i].end() > p })
}

// insert puts a stretch in front of the one at k, i.
func (e *extents) insert(k, i int, s stretch) {
	if k == len(e.chunks) {
		if k == 0 {
			e.chunks = append(e.chunks, chunk{s: e.spare})
			e.spare = nil
		} else {
			k--
		}
		i = len(e.chunks[k].s)
	}
	c := &e.chunks[k]
	c.s = slices.Insert(c.s, i, s)
	c.max = max(c.max, s.n)
	for class := range sizeClass(s.n) + 1 {
		e.low[class] = min(e.low[class], k)
	}
	if len(c.s) > chunkMost {
		half := chunk{s: slices.Clone(c.s[chunkMost/2:])}
		half.measure()
		c.s = c.s[:chunkMost/2]
		c.measure()
		e.chunks = slices.Insert(e.chunks, k+1, half)
		// A class that starts behind k starts behind both halves.
		e.shift(k, 1)
	}
}

func (e *extents) remove(k, i int) {
	c := &e.chunks[k]
	n := c.s[i].n
	c.s = slices.Delete(c.s, i, i+1)
	if len(c.s) == 0 {
		e.spare = c.s
		e.chunks = slices.Delete(e.chunks, k, k+1)
		e.shift(k, -1)
	} else if n == c.max {
		c.measure()
	}
}

// shift moves the starts behind chunk k as chunks come or go.
func (e *extents) shift(k, by int) {
	for class := range e.low {
		if e.low[class] > k {
			e.low[class] += by
		}
	}
}

// add adds n positions, none of which is in the set.
func (e *extents) add(first, n uint32) {
	if n == 0 {
		return
	}
	e.total += uint64(n)
	s := stretch{first, n}
	k, i := e.find(first)
	if k < len(e.chunks) && e.chunks[k].s[i].first == s.end() {
		s.n += e.chunks[k].s[i].n
		e.remove(k, i)
		k, i = e.find(first)
	}
	if first > 0 {
		// The stretch before, if it touches, is the first that ends behind
		// first-1.
		if pk, pi := e.find(first - 1); pk < len(e.chunks) && e.chunks[pk].s[pi].end() == first {
			s.first, s.n = e.chunks[pk].s[pi].first, s.n+e.chunks[pk].s[pi].n
			e.remove(pk, pi)
			k, i = e.find(s.first)
		}
	}
	e.insert(k, i, s)
}

// take removes the lowest n positions that lie together and returns the first.
func (e *extents) take(n uint32) (uint32, bool) {
	if n == 0 || e.total < uint64(n) {
		return 0, false
	}
	class := sizeClass(n)
	for low := &e.low[class]; *low < len(e.chunks) && e.chunks[*low].max < 1<<class; {
		*low++
	}
	for k := e.low[class]; k < len(e.chunks); k++ {
		if e.chunks[k].max < n {
			continue
		}
		for _, s := range e.chunks[k].s {
			if s.n >= n {
				e.cut(s.first, n)
				return s.first, true
			}
		}
	}
	return 0, false
}

// cut removes n positions, all of which are in one stretch of the set.
func (e *extents) cut(first, n uint32) {
	k, i := e.find(first)
	s := e.chunks[k].s[i]
	e.total -= uint64(n)
	before := stretch{s.first, first - s.first}
	after := stretch{first + n, s.end() - (first + n)}
	switch {
	case before.n > 0 && after.n > 0:
		e.replace(k, i, before)
		e.insert(k, i+1, after)
	case before.n > 0:
		e.replace(k, i, before)
	case after.n > 0:
		e.replace(k, i, after)
	default:
		e.remove(k, i)
	}
}

// replace puts a shorter stretch in the place of one.
func (e *extents) replace(k, i int, s stretch) {
	c := &e.chunks[k]
	old := c.s[i].n
	c.s[i] = s
	if old == c.max {
		c.measure()
	}
}

// has returns how many of the n positions from first on are in the set.
func (e *extents) has(first, n uint32) (in uint32) {
	for s := range e.from(first) {
		if s.first >= first+n {
			break
		}
		in += min(s.end(), first+n) - max(s.first, first)
	}
	return in
}

// first returns the lowest position; the set must not be empty.
func (e *extents) first() uint32 { return e.chunks[0].s[0].first }

// last returns the last stretch, or an empty one.
func (e *extents) last() stretch {
	if len(e.chunks) == 0 {
		return stretch{}
	}
	s := e.chunks[len(e.chunks)-1].s
	return s[len(s)-1]
}

func (e *extents) all() iter.Seq[stretch] { return e.from(0) }

// from returns the stretches that end behind position p. The set must not
// change meanwhile.
func (e *extents) from(p uint32) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		k, i := e.find(p)
		for ; k < len(e.chunks); k, i = k+1, 0 {
			for _, s := range e.chunks[k].s[i:] {
				if !yield(s) {
					return
				}
			}
		}
	}
}
