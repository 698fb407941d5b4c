package loader

import "bytes"

// unlike is what is known of two nodes that are not alike: n nodes from old and from new on
// are, one by one. So to go on with their children is not to begin again.
type unlike struct{ old, new, n int32 }

// pairIfAlike pairs two nodes without ids and without matches if they are equal in all but
// their ids, and if their children are. It reports whether it has. Children without ids are
// paired with them, as each is then the one at its place.
func (r *reload) pairIfAlike(i, j int32) bool {
	n := r.old.end[i] - i
	if n != r.new.end[j]-j {
		return false
	}
	named := r.hashedBoth(i, j)
	if !named {
		k := int32(0)
		if k, named = r.alikeNodes(i, j, n); k == n {
			r.pairAll(i, j, n)
			return true
		}
	}
	if !named || r.hash(r.old, i) != r.hash(r.new, j) { // hashes are kept: the level below does not look again
		return false
	}
	r.pair(i, j)
	return true
}

// alikeNodes returns how many nodes from i and from j on, at most n, are alike, beside their
// children. It stops at an id but that of the first, and says so.
func (r *reload) alikeNodes(i, j, n int32) (k int32, named bool) {
	if u := r.unlike; i-u.old == j-u.new && i >= u.old && i-u.old < u.n {
		k = min(n, u.n-(i-u.old))
	}
	old, new := r.old.nodes[i:i+n], r.new.nodes[j:j+n]
	anyIDs := r.old.named != nil || r.new.named != nil
	for ; k < n; k++ {
		a, b := &old[k], &new[k]
		if k > 0 && anyIDs && (r.old.id(i+k) != 0 || r.new.id(j+k) != 0) {
			return k, true
		}
		if a.kind != b.kind || a.name != b.name || a.depth-old[0].depth != b.depth-new[0].depth ||
			!r.alikeRows(int(a.kind), a.row, b.row) {
			r.unlike = unlike{i, j, k}
			return k, false
		}
	}
	return k, false
}

// alikeRows compares what two nodes hold beside their ids and children.
func (r *reload) alikeRows(kind int, was, now uint32) bool {
	if !r.commonOf(kind).has(was, now, 1) && !r.sameFields(kind, r.old.row(kind, was), r.new.row(kind, now), true) {
		return false
	}
	if len(r.old.props) == 0 && len(r.new.props) == 0 {
		return true
	}
	p, q := r.old.propsOf(kind, was), r.new.propsOf(kind, now)
	return (p == nil) == (q == nil) && bytes.Equal(p, q)
}
