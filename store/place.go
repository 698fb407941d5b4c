package store

// place is where an Array has its elements. A load takes it, and goes back to it if it
// fails.
type place struct {
	mem    reservation
	pad    int
	one    raw
	slabs  slabs
	pieces []stretch
	table  []raw

	top, fresh, end, used uint32
}

func (a *spans) place() place {
	return place{
		mem: a.mem, pad: a.pad, one: a.one, slabs: a.slabs, pieces: a.pieces, table: a.table,
		top: a.top, fresh: a.fresh, end: a.end, used: a.used,
	}
}

// goBack puts an Array that is empty, but for what it had in p, back to where it was, and
// gives back the memory that it has taken since.
func (a *spans) goBack(p place) {
	if a.mem.mem == p.mem.mem {
		p.mem = a.mem // of which more is usable now
	} else {
		_ = a.mem.close() // the error of the load says more
	}
	taken := slabs{all: a.slabs.all[len(p.slabs.all):]}
	_ = taken.close()
	a.mem, a.pad, a.one, a.slabs, a.pieces, a.table = p.mem, p.pad, p.one, p.slabs, p.pieces, p.table
	a.top, a.fresh, a.end, a.used = p.top, p.fresh, p.end, p.used
}

// moveFrom gives back the reservation of p, if the Array has another one now.
func (a *spans) moveFrom(p place) error {
	if a.mem.mem == p.mem.mem {
		return nil
	}
	return p.mem.close()
}

// forget empties an Array.
func (a *spans) forget() {
	a.bury(0, a.top)
	a.ranges, a.free, a.used, a.top, a.fresh = stretches{}, extents{}, 0, 0, 0
	a.pieces, a.table = nil, nil
	a.setEnd()
}
