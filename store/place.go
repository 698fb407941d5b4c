package store

// place is where an Array has its elements. A load takes another one, and goes back if it
// fails.
type place struct {
	// What Slice reads. With the backing Reserved, one holds all elements and
	// table is empty; else table has the address of each 1<<shift of them.
	one   raw
	table []raw
	top   uint32 // the first position never taken, or given back
	fresh uint32 // see spans
	end   uint32 // one behind the last position that the limit permits; see setEnd
	used  uint32

	mem    reservation
	pad    int // bytes in front of position 0; see meetPages
	slabs  slabs
	pieces []stretch // with blocks, the positions of each slab
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
	a.place = p
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
