package smallalloc

// tally counts requests and frees that belong to no class.
type tally struct {
	large      uint64 // requests larger than the largest class
	largeBytes uint64
	doubles    uint64
	interiors  uint64
	foreigns   uint64
}

// large serves a request that no class fits.
func (p *Pool) large(n int, heap bool) []byte {
	if n < 0 {
		return nil
	}
	p.tally.large++
	p.tally.largeBytes += uint64(n)
	if !heap {
		return nil
	}
	return make([]byte, n)
}

// miss serves a request whose class is full. The block's capacity is that of
// a slot, by which foreign counts its free.
func (p *Pool) miss(n int, heap bool) []byte {
	c := p.classOf(n)
	c.misses++
	if !heap {
		c.refused++
		return nil
	}
	c.outside++
	c.demand = max(c.demand, c.slots+c.outside)
	return make([]byte, n, c.size)
}

// foreign handles the free of an address outside the slots. c is the capacity of the
// slice.
func (p *Pool) foreign(off uintptr, c int) (bool, error) {
	if off < uintptr(p.region.Len()) {
		p.tally.interiors++
		return false, &FreeError{Offset: int(off), Err: ErrInterior}
	}
	p.discount(c)
	return false, nil
}

// discount counts the free of a foreign slice of capacity c. While blocks of the Go
// heap are in use, any slice of that class counts as one of them. That may mislead the
// statistics, but nothing else.
func (p *Pool) discount(c int) {
	p.tally.foreigns++
	if c < len(p.bins) {
		if k := p.classOf(c); k.outside > 0 {
			k.outside--
		}
	}
}

// wrong counts and describes a free that is an error.
func (p *Pool) wrong(off uintptr, s *section, err error) error {
	if err == ErrDoubleFree {
		p.tally.doubles++
	} else {
		p.tally.interiors++
	}
	return &FreeError{Offset: int(off), Size: int(s.size), Err: err}
}
