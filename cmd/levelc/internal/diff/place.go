package diff

// This file matches equal siblings without ids by their place: between the same
// neighbours. Only the neighbours, of whatever kind, can tell which of several equal
// nodes was removed or moved.

// inPlace matches equal nodes among the children of two matched nodes. Any node that it
// leaves has no equal between the same neighbours. Nodes are equal if their hashes are.
func (e *engine) inPlace(as, bs []int32, hash hashes) {
	as, bs = e.trim(as, bs, hash)
	if len(as) == 0 || len(bs) == 0 || e.edit(as, bs, hash) {
		return
	}
	e.between(as, bs, hash, func(as, bs []int32) { e.gap(as, bs, hash) })
}

// between matches the anchors, and calls gap for what stands between the same two of them.
func (e *engine) between(as, bs []int32, hash hashes, gap func(as, bs []int32)) {
	fromA, fromB := 0, 0
	for _, x := range e.anchors(as, bs, hash) {
		gap(as[fromA:x.a], bs[fromB:x.b])
		if e.a.other[as[x.a]] < 0 {
			e.pair(as[x.a], bs[x.b])
		}
		fromA, fromB = x.a+1, x.b+1
	}
	gap(as[fromA:], bs[fromB:])
}

// hashes returns a number for the contents of a node: hash, or rowHash.
type hashes func(s *side, node int32) uint64

// trim matches equal nodes at both ends and returns what is between them.
func (e *engine) trim(as, bs []int32, hash hashes) (restA, restB []int32) {
	for len(as) > 0 && len(bs) > 0 && e.alike(as[0], bs[0], hash) {
		as, bs = as[1:], bs[1:]
	}
	for len(as) > 0 && len(bs) > 0 && e.alike(as[len(as)-1], bs[len(bs)-1], hash) {
		as, bs = as[:len(as)-1], bs[:len(bs)-1]
	}
	return as, bs
}

// alike reports whether two nodes match. It matches them if they are equal and have no
// id.
func (e *engine) alike(i, j int32, hash hashes) bool {
	if e.a.other[i] >= 0 || e.b.other[j] >= 0 {
		return e.a.other[i] == j
	}
	if !e.a.free(i) || !e.b.free(j) || hash(e.a, i) != hash(e.b, j) {
		return false
	}
	e.pair(i, j)
	return true
}

// free reports whether a node may be matched by its contents alone.
func (s *side) free(node int32) bool {
	_, named := s.id(node)
	return s.other[node] < 0 && !named && s.plan(node) != nil
}

// anchor is a node, by its places in the two lists of siblings.
type anchor struct{ a, b int }

// anchors returns the nodes that differ from all others in the two lists and whose
// order is the same in both: those with an id, and those whose equal exists only once.
func (e *engine) anchors(as, bs []int32, hash hashes) []anchor {
	places := make(map[int32]int, len(bs)) // of those that match
	seen := make(map[uint64]anchor)        // of the others, once each; -1 is not yet, -2 twice
	for k, j := range bs {
		if e.b.other[j] >= 0 {
			places[j] = k
		} else if e.b.free(j) {
			h := hash(e.b, j)
			if _, again := seen[h]; again {
				k = -2
			}
			seen[h] = anchor{-1, k}
		}
	}
	for k, i := range as {
		if e.a.free(i) {
			h := hash(e.a, i)
			if x, ok := seen[h]; ok {
				if x.a != -1 {
					k = -2
				}
				seen[h] = anchor{k, x.b}
			}
		}
	}
	var list []anchor
	var seq []int32
	for k, i := range as {
		at, ok := places[e.a.other[i]]
		if !ok && e.a.free(i) {
			x, there := seen[hash(e.a, i)]
			at, ok = x.b, there && x.a == k && x.b >= 0
		}
		if ok {
			list, seq = append(list, anchor{k, at}), append(seq, int32(at))
		}
	}
	out, aside := list[:0], outOfOrder(seq)
	for k, x := range list {
		if len(aside) > 0 && aside[0] == k {
			aside = aside[1:]
			continue
		}
		out = append(out, x)
	}
	return out
}

// gap matches equal nodes between the same two neighbours: first at the ends, then in
// their order.
func (e *engine) gap(as, bs []int32, hash hashes) {
	as, bs = e.trim(as, bs, hash)
	if len(as) == 0 || len(bs) == 0 {
		return
	}
	e.inOrder(as, bs, func(s *side, node int32) (uint64, bool) {
		if !s.free(node) {
			return 0, false
		}
		return hash(s, node), true
	})
}
