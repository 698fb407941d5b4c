package diff

import "slices"

// This file finds the fewest nodes that have to be removed from two lists of siblings
// so that the rest is the same, as E. W. Myers does in "An O(ND) Difference Algorithm
// and Its Variations" (1986).

// mostEdits is the most nodes for which that is tried: the time grows with their
// number, and the memory with its square.
const mostEdits = 256

// edit matches the equal nodes that need not be removed. It reports false if too many
// would have to be.
func (e *engine) edit(as, bs []int32, hash hashes) bool {
	same := pairsOf(e.keys(e.a, as, hash), e.keys(e.b, bs, hash))
	if same == nil {
		return false
	}
	for _, x := range same {
		i, j := as[x.a], bs[x.b]
		if e.a.free(i) && e.b.free(j) {
			e.pair(i, j)
		}
	}
	return true
}

// keys returns numbers that are equal if nodes are: that of the pair for matched nodes,
// a hash for nodes without an id.
func (e *engine) keys(s *side, list []int32, hash hashes) []uint64 {
	out := make([]uint64, len(list))
	for k, node := range list {
		switch other := s.other[node]; {
		case s.free(node):
			out[k] = hash(s, node)
		case other < 0 && s.second:
			out[k] = 3<<62 | uint64(uint32(node)) // nothing is equal to it
		case other < 0:
			out[k] = 1<<62 | uint64(uint32(node))
		case s.second:
			out[k] = uint64(uint32(node))
		default:
			out[k] = uint64(uint32(other))
		}
	}
	return out
}

// pairsOf finds a longest sequence that is part of both lists. It returns nil if and
// only if more than mostEdits nodes would be left out.
func pairsOf(a, b []uint64) []anchor {
	limit := min(len(a)+len(b), mostEdits)
	ends := make([]int32, 2*limit+3) // by diagonal, a's place less b's: how far in a one gets
	mid := limit + 1
	var trace [][]int32 // of ends, before each number of edits
	for d := 0; d <= limit; d++ {
		trace = append(trace, slices.Clone(ends[mid-d:mid+d+1]))
		for k := -d; k <= d; k += 2 {
			x := int(ends[mid+k+1])
			if k != -d && (k == d || ends[mid+k-1] >= ends[mid+k+1]) {
				x = int(ends[mid+k-1]) + 1
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			ends[mid+k] = int32(x)
			if x >= len(a) && x-k >= len(b) {
				return wayBack(trace, len(a), len(b))
			}
		}
	}
	return nil
}

// wayBack follows the trace from the ends of both lists to their beginnings, and
// returns the equal nodes on the way.
func wayBack(trace [][]int32, x, y int) []anchor {
	out := make([]anchor, 0, min(x, y))
	for d := len(trace) - 1; d > 0; d-- {
		ends, k := trace[d], x-y // the middle of ends is at d
		from := k + 1
		if k != -d && (k == d || ends[d+k-1] >= ends[d+k+1]) {
			from = k - 1
		}
		fromX := int(ends[d+from])
		start := fromX
		if from < k {
			start++ // one of a was left out
		}
		for x > start {
			x, y = x-1, y-1
			out = append(out, anchor{x, y})
		}
		x, y = fromX, fromX-from
	}
	for x > 0 {
		x, y = x-1, y-1
		out = append(out, anchor{x, y})
	}
	slices.Reverse(out)
	return out
}
