package infer

import "math/bits"

// nesting is what was seen of the shape of JSON's lists in lists. The outermost list has
// depth 1.
type nesting struct {
	values  uint32                 // bit d: there are values in lists of depth d
	deepest int                    // depth of any list, even an empty one
	lengths [mostNesting + 1]int32 // of the lists without lists, by depth: 0 if there were none, -1 if they differ
}

// mostNesting is the greatest depth of values that are told apart.
const mostNesting = 4

// value notes a value in lists of a depth.
func (n *nesting) value(depth int) { n.values |= 1 << min(depth, mostNesting) }

// row counts a list of values.
func (n *nesting) row(depth, length int) {
	if length > 0 {
		n.value(depth)
	}
	depth = min(depth, mostNesting)
	n.deepest = max(n.deepest, depth)
	n.lengths[depth] = sameLength(n.lengths[depth], int32(length))
}

// sameLength returns the length that lists have, one of which has n values, or -1 if
// they differ or are empty.
func sameLength(all, n int32) int32 {
	if all != 0 && all != n || n == 0 {
		return -1
	}
	return n
}

func (n *nesting) merge(o *nesting) {
	n.values |= o.values
	n.deepest = max(n.deepest, o.deepest)
	for d, length := range o.lengths {
		if length != 0 {
			n.lengths[d] = sameLength(n.lengths[d], length)
		}
	}
}

// isNested reports whether there are lists in lists.
func (n *nesting) isNested() bool { return n.deepest > 1 }

// depth returns the depth of all values, or 0 if they differ in that, or if there are
// lists where others have values.
func (n *nesting) depth() int {
	if d := bits.TrailingZeros32(n.values); n.values == 1<<d && d == n.deepest {
		return d
	}
	return 0
}
