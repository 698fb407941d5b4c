package inline

// Mark is a state of a [Scratch] to go back to. The zero Mark is the empty one.
type Mark struct {
	place
	since uint64 // how often marks had gone stale when it was made
}

// place is how far a Scratch is filled.
type place struct {
	chunk, used int
}

func (p place) before(q place) bool {
	return p.chunk < q.chunk || p.chunk == q.chunk && p.used < q.used
}

// marks knows which marks of a Scratch are stale: those that a Release went back
// behind, even if as much and more has been taken since.
//
// It keeps the returns that made marks stale. One is dropped when a later one goes back
// as far, because that makes the same marks stale. So in nested use there are no more
// returns than levels, and a return to the last mark is not kept at all.
//
// Invariants: returns ascend by place and by since; all marks behind last are stale, and
// no return is behind it.
type marks struct {
	last    place
	stales  uint64 // how often marks went stale
	returns []Mark
}

// at returns a mark of the present place.
func (k *marks) at(p place) Mark {
	k.last = p
	return Mark{p, k.stales}
}

// stale reports whether there was a return behind m since m was made.
func (k *marks) stale(m Mark) bool {
	for i := len(k.returns) - 1; i >= 0 && k.returns[i].since > m.since; i-- {
		if k.returns[i].before(m.place) {
			return true
		}
	}
	return false
}

// goBack makes the marks behind p stale.
func (k *marks) goBack(p place) {
	if !p.before(k.last) {
		return
	}
	n := len(k.returns)
	for n > 0 && !k.returns[n-1].before(p) {
		n--
	}
	k.last = p
	k.stales++
	k.returns = append(k.returns[:n], Mark{p, k.stales})
}
