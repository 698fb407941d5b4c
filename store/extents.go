package store

import (
	"iter"
	"slices"
)

// stretch is consecutive slots or elements.
type stretch struct{ first, n uint32 }

func (s stretch) end() uint32 { return s.first + s.n }

// extents is a set of positions, as disjoint stretches in ascending order that do not
// touch. Its representation depends on the set alone and not on how it came to be, so
// taking a stretch and adding it again changes nothing.
//
// A position is found by the ends of the chunks. The first stretch that fits is found
// by most, an upper bound of the lengths in each chunk: it is raised at once, and
// lowered when a search in the chunk has failed.
//
// Invariants: no chunk is empty, and none has more than chunkMost stretches; between
// two stretches there is a position that is not in the set; total is the sum of their
// lengths; most has a number for each chunk, and no stretch in the chunk is longer.
type extents struct {
	chunks []chunk
	most   maxima
	total  uint64
	spare  []stretch // of a chunk that was removed, for the next one
}

// chunk is some consecutive stretches, at least one.
type chunk struct {
	s   []stretch
	end uint32 // of the last
}

// chunkMost is the length at which a chunk is split in two.
const chunkMost = 128

// find returns the chunk and the place in it of the first stretch that ends behind
// position p, or the end of the last chunk. Both searches are binary and have no branch
// that the processor would have to predict.
func (e *extents) find(p uint32) (k, i int) {
	for n := len(e.chunks); n > 0; {
		half := (n + 1) / 2
		if e.chunks[k+half-1].end <= p {
			k += half
		}
		n -= half
	}
	if k == len(e.chunks) {
		return k, 0
	}
	s := e.chunks[k].s
	for n := len(s); n > 0; {
		half := (n + 1) / 2
		if s[i+half-1].end() <= p {
			i += half
		}
		n -= half
	}
	return k, i
}

// at returns the stretch at k, i, or an empty one at the end of the last chunk.
func (e *extents) at(k, i int) stretch {
	if k == len(e.chunks) {
		return stretch{}
	}
	return e.chunks[k].s[i]
}

// behind returns the place behind k, i.
func (e *extents) behind(k, i int) (int, int) {
	if i+1 < len(e.chunks[k].s) {
		return k, i + 1
	}
	return k + 1, 0
}

// insert puts a stretch in front of the one at k, i.
func (e *extents) insert(k, i int, s stretch) {
	if k == len(e.chunks) {
		if k == 0 {
			e.chunks = append(e.chunks, chunk{s: e.spare})
			e.spare = nil
			e.most.insert(0, 0)
		} else {
			k--
		}
		i = len(e.chunks[k].s)
	}
	c := &e.chunks[k]
	c.s = slices.Insert(c.s, i, s)
	c.end = max(c.end, s.end())
	e.most.raise(k, s.n)
	if len(c.s) > chunkMost {
		e.split(k)
	}
}

// split makes two chunks of the one at k.
func (e *extents) split(k int) {
	c := &e.chunks[k]
	upper := chunk{s: append(e.spare, c.s[chunkMost/2:]...), end: c.end}
	e.spare = nil
	c.s = c.s[:chunkMost/2]
	c.end = c.s[len(c.s)-1].end()
	e.most.set(k, longest(c.s))
	e.most.insert(k+1, longest(upper.s))
	e.chunks = slices.Insert(e.chunks, k+1, upper)
}

// remove removes the stretch at k, i.
func (e *extents) remove(k, i int) {
	c := &e.chunks[k]
	c.s = slices.Delete(c.s, i, i+1)
	if len(c.s) == 0 {
		e.spare = c.s
		e.chunks = slices.Delete(e.chunks, k, k+1)
		e.most.remove(k)
		return
	}
	c.end = c.s[len(c.s)-1].end()
}

// replace replaces the stretch at k, i by s, which overlaps it.
func (e *extents) replace(k, i int, s stretch) {
	c := &e.chunks[k]
	c.s[i] = s
	c.end = c.s[len(c.s)-1].end()
	e.most.raise(k, s.n)
}

func longest(s []stretch) (n uint32) {
	for i := range s {
		n = max(n, s[i].n)
	}
	return n
}

// add adds n positions. If one of them is in the set already, it changes nothing and
// reports false.
func (e *extents) add(first, n uint32) bool {
	if n == 0 {
		return true
	}
	s := stretch{first, n}
	k, i := e.find(max(first, 1) - 1)
	before, nk, ni := e.at(k, i), k, i
	touches := before.n > 0 && before.end() == first
	if touches {
		s = stretch{before.first, before.n + n}
		nk, ni = e.behind(k, i)
	}
	after := e.at(nk, ni)
	if after.n > 0 && after.first < s.end() {
		return false
	}
	e.total += uint64(n)
	joins := after.n > 0 && after.first == s.end()
	if joins {
		s.n += after.n
	}
	switch {
	case touches && joins:
		e.replace(k, i, s)
		e.remove(nk, ni)
	case touches || joins:
		e.replace(k, i, s)
	default:
		e.insert(k, i, s)
	}
	return true
}

// take removes the lowest n contiguous positions and returns the first.
func (e *extents) take(n uint32) (uint32, bool) {
	if n == 0 || e.total < uint64(n) {
		return 0, false
	}
	for {
		k, ok := e.most.first(n)
		if !ok {
			return 0, false
		}
		s := e.chunks[k].s
		for i := range s {
			if s[i].n >= n {
				first := s[i].first
				e.cutAt(k, i, first, n)
				return first, true
			}
		}
		e.most.set(k, longest(s))
	}
}

// cut removes n positions, all of them from one stretch of the set.
func (e *extents) cut(first, n uint32) {
	k, i := e.find(first)
	e.cutAt(k, i, first, n)
}

// cutAt is cut for the stretch at k, i.
func (e *extents) cutAt(k, i int, first, n uint32) {
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
