package loader

// pairEnds pairs the nodes without ids at the beginning and at the end of both families while
// they are alike, and returns what is left: nodes outside of it have a match. In most
// reloads it does nearly everything. Taking the nodes of all kinds in turn, it pairs none
// that pairGroup would not pair, but without lists, and nodes and all below them in one go.
func (r *reload) pairEnds(old, new family) (oldLeft, newLeft family) {
	i, j := old, new
	old.first, new.first = -1, -1
	for {
		i.first = r.old.toNameless(i, &old.first)
		j.first = r.new.toNameless(j, &new.first)
		if i.first >= i.end || j.first >= j.end || r.old.nodes[i.first].kind != r.new.nodes[j.first].kind {
			break
		}
		x, y := i.first, j.first
		if i.first, j.first = r.pairHead(i, j); i.first == x && !r.pairIfAlike(x, y) {
			if !r.hashedBoth(x, y) {
				old.end, new.end = r.pairTail(i, j)
			}
			break
		} else if i.first == x {
			i.first, j.first = r.old.end[x], r.new.end[y]
		}
	}
	if old.first < 0 {
		old.first = i.first
	}
	if new.first < 0 {
		new.first = j.first
	}
	return old, new
}

// toNameless returns the first node of a family that has neither id nor match. It notes the
// first one that it passes which has no match, if none is noted.
func (s *side) toNameless(f family, passed *int32) int32 {
	for f.first < f.end && (s.other[f.first] >= 0 || s.id(f.first) != 0) {
		if s.other[f.first] < 0 && *passed < 0 {
			*passed = f.first
		}
		f.first = s.end[f.first]
	}
	return f.first
}

// pairHead pairs the nodes at the beginning of two families while they are alike and none of
// them or below them has an id. It returns the first ones that it has not paired.
func (r *reload) pairHead(old, new family) (i, j int32) {
	if r.hashedBoth(old.first, new.first) {
		return old.first, new.first
	}
	n, _ := r.alikeNodes(old.first, new.first, min(old.end-old.first, new.end-new.first))
	i, j = old.first, new.first
	for end := i + n; i < end && r.old.end[i] <= end && r.old.end[i]-i == r.new.end[j]-j; {
		i, j = r.old.end[i], r.new.end[j]
	}
	r.pairAll(old.first, new.first, i-old.first)
	return i, j
}

// pairTail pairs nodes at the end of two families, whose first nodes are of one kind and not
// alike. It stops at a node of another kind, or if it comes to these, and returns where the
// first ones are that it has paired.
func (r *reload) pairTail(old, new family) (oldEnd, newEnd int32) {
	first, second := r.old.nodes[old.first], r.new.nodes[new.first]
	n := min(old.end-old.first, new.end-new.first)
	if k := old.end - r.old.end[old.first]; k == new.end-r.new.end[new.first] {
		n = k
	}
	oldEnd, newEnd = old.end, new.end
	for k := int32(1); k <= n; k++ {
		i, j := old.end-k, new.end-k
		a, b := &r.old.nodes[i], &r.new.nodes[j]
		if a.kind != b.kind || a.name != b.name || a.depth-first.depth != b.depth-second.depth || r.old.id(i) != 0 || r.new.id(j) != 0 ||
			a.depth == first.depth && a.kind != first.kind || !r.alikeRows(int(a.kind), a.row, b.row) {
			break
		}
		if a.depth == first.depth {
			oldEnd, newEnd = i, j
		}
	}
	r.pairAll(oldEnd, newEnd, old.end-oldEnd)
	return oldEnd, newEnd
}

// pairAll pairs n nodes, which are alike and have no ids.
func (r *reload) pairAll(i, j, n int32) {
	for k := range n {
		r.pair(i+k, j+k)
		r.alike[j+k] = true
	}
}

func (r *reload) hashedBoth(i, j int32) bool {
	return r.old.hashed != nil && r.new.hashed != nil && r.old.hashed[i] && r.new.hashed[j]
}
