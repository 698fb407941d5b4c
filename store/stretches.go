package store

import (
	"iter"
	"slices"
)

// stretch is consecutive slots or elements.
type stretch struct{ first, n uint32 }

func (s stretch) end() uint32 { return s.first + s.n }

// stretches is a list of disjoint stretches in ascending order, in leaves. A position is
// found by the ends of the leaves.
//
// Invariants: no leaf is empty; each has the end of its last stretch.
type stretches struct {
	leaves []leaf
	spare  []stretch // of a leaf that was removed, for the next one
}

// leaf is some consecutive stretches, at least one.
type leaf struct {
	s   []stretch
	end uint32 // of the last
}

// mostInLeaf returns the length at which a leaf is split in two. It grows with their number,
// so that neither those behind an insertion in the leaf nor the leaves behind a split are
// many: both are about the root of all.
func (l *stretches) mostInLeaf() int { return max(128, len(l.leaves)/32) }

// find returns the leaf and the place in it of the first stretch that ends behind
// position p, or the end of the last leaf. Both searches are binary and have no branch
// that the processor would have to predict.
func (l *stretches) find(p uint32) (k, i int) {
	for n := len(l.leaves); n > 0; {
		half := (n + 1) / 2
		if l.leaves[k+half-1].end <= p {
			k += half
		}
		n -= half
	}
	if k == len(l.leaves) {
		return k, 0
	}
	s := l.leaves[k].s
	for n := len(s); n > 0; {
		half := (n + 1) / 2
		if s[i+half-1].end() <= p {
			i += half
		}
		n -= half
	}
	return k, i
}

// at returns the stretch at k, i, or an empty one at the end of the last leaf.
func (l *stretches) at(k, i int) stretch {
	if k == len(l.leaves) {
		return stretch{}
	}
	return l.leaves[k].s[i]
}

// behind returns the place behind k, i.
func (l *stretches) behind(k, i int) (int, int) {
	if i+1 < len(l.leaves[k].s) {
		return k, i + 1
	}
	return k + 1, 0
}

// insert puts a stretch in front of the one at k, i. It returns the leaf that it is in or,
// if there is one leaf more for it, the lower one of the two.
func (l *stretches) insert(k, i int, s stretch) int {
	if k == len(l.leaves) {
		if k == 0 {
			l.leaves = append(l.leaves, leaf{s: l.spare})
			l.spare = nil
		} else {
			k--
		}
		i = len(l.leaves[k].s)
	}
	c := &l.leaves[k]
	c.s = slices.Insert(c.s, i, s)
	c.end = max(c.end, s.end())
	if len(c.s) > l.mostInLeaf() {
		l.split(k)
	}
	return k
}

// split makes two leaves of the one at k.
func (l *stretches) split(k int) {
	c := &l.leaves[k]
	half := len(c.s) / 2
	upper := leaf{s: append(l.spare, c.s[half:]...), end: c.end}
	l.spare = nil
	c.s = c.s[:half]
	c.end = c.s[half-1].end()
	l.leaves = slices.Insert(l.leaves, k+1, upper)
}

// remove removes the stretch at k, i and reports whether that removed leaf k.
func (l *stretches) remove(k, i int) bool {
	c := &l.leaves[k]
	c.s = slices.Delete(c.s, i, i+1)
	if len(c.s) == 0 {
		l.spare = c.s
		l.leaves = slices.Delete(l.leaves, k, k+1)
		return true
	}
	c.end = c.s[len(c.s)-1].end()
	return false
}

// replace replaces the stretch at k, i by s, which overlaps it.
func (l *stretches) replace(k, i int, s stretch) {
	c := &l.leaves[k]
	c.s[i] = s
	c.end = c.s[len(c.s)-1].end()
}

// last returns the last stretch, or an empty one.
func (l *stretches) last() stretch {
	if len(l.leaves) == 0 {
		return stretch{}
	}
	s := l.leaves[len(l.leaves)-1].s
	return s[len(s)-1]
}

func (l *stretches) all() iter.Seq[stretch] { return l.from(0) }

// from returns the stretches that end behind position p. The list must not
// change meanwhile.
func (l *stretches) from(p uint32) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		k, i := l.find(p)
		for ; k < len(l.leaves); k, i = k+1, 0 {
			for _, s := range l.leaves[k].s[i:] {
				if !yield(s) {
					return
				}
			}
		}
	}
}
