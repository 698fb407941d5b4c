package store

// extents is a set of positions, as disjoint stretches in ascending order that do not
// touch. Its representation depends on the set alone and not on how it came to be, so
// taking a stretch and adding it again changes nothing.
//
// The first stretch that fits is found by most, an upper bound of the lengths in each
// leaf: it is raised at once, and lowered when a search in the leaf has failed.
//
// Invariants: between two stretches there is a position that is not in the set; total is
// the sum of their lengths; most has a number for each leaf, and no stretch in the leaf
// is longer.
type extents struct {
	stretches
	most  maxima
	total uint64
}

// insert puts a stretch in front of the one at k, i.
func (e *extents) insert(k, i int, s stretch) {
	before := len(e.leaves)
	k = e.stretches.insert(k, i, s)
	switch {
	case len(e.leaves) == before:
		e.most.raise(k, s.n)
	case before == 0:
		e.most.insert(k, s.n)
	default: // it was split
		e.most.set(k, longest(e.leaves[k].s))
		e.most.insert(k+1, longest(e.leaves[k+1].s))
	}
}

// remove removes the stretch at k, i.
func (e *extents) remove(k, i int) {
	if e.stretches.remove(k, i) {
		e.most.remove(k)
	}
}

// replace replaces the stretch at k, i by s, which overlaps it.
func (e *extents) replace(k, i int, s stretch) {
	e.stretches.replace(k, i, s)
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
		s := e.leaves[k].s
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
	s := e.leaves[k].s[i]
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
func (e *extents) first() uint32 { return e.leaves[0].s[0].first }
