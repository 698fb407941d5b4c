package loader

// crossSort collects the references out of a chunk and puts those into one chunk
// together. It does that in pieces, since there may be as many as the chunk has rows, and
// moves each only once.
type crossSort struct {
	blocks [][]crossRef // as they were found; all but the last are full
	spare  []crossRef   // a block of an earlier chunk
	leads  []int32      // the chunks that they lead into, as they were found
	counts []uint32     // by chunk of the file: how many lead there, then where the next goes; else zero
	n      int
	out    []crossRef // in their new order; nil before the first piece
}

// crossBlock is how many references are moved in one piece. It takes no longer than a
// block of rows.
const crossBlock = 4096

// add takes a reference. chunks is how many there are in the file.
func (s *crossSort) add(x crossRef, chunks int) {
	k := len(s.blocks) - 1
	if k < 0 || len(s.blocks[k]) == crossBlock {
		s.grow(chunks)
		k++
	}
	s.blocks[k] = append(s.blocks[k], x)
	if s.counts[x.chunk] == 0 {
		s.leads = append(s.leads, x.chunk)
	}
	s.counts[x.chunk]++
	s.n++
}

func (s *crossSort) grow(chunks int) {
	if s.counts == nil {
		s.counts = make([]uint32, chunks)
	}
	b := s.spare
	s.spare = nil
	if s.n > 0 && cap(b) < crossBlock { // there are many: no more small blocks
		b = make([]crossRef, 0, crossBlock)
	}
	s.blocks = append(s.blocks, b[:0])
}

// piece moves a block of references to their places in c. It reports whether all are there.
func (s *crossSort) piece(c *loadedChunk) (done bool) {
	if s.n == 0 {
		return true
	}
	if s.out == nil {
		s.begin(c)
		return false
	}
	for _, x := range s.blocks[0] {
		at := &s.counts[x.chunk]
		s.out[*at] = x
		*at++
	}
	s.spare = s.blocks[0]
	s.blocks[0] = nil
	if s.blocks = s.blocks[1:]; len(s.blocks) > 0 {
		return false
	}
	c.out = s.out
	s.reset()
	return true
}

// begin makes room, and the ties of c.
func (s *crossSort) begin(c *loadedChunk) {
	s.out, c.ties = make([]crossRef, s.n), make([]tie, len(s.leads))
	at := uint32(0)
	for i, to := range s.leads {
		n := s.counts[to]
		c.ties[i] = tie{from: c, first: int(at)}
		s.counts[to] = at
		at += n
	}
}

// reset drops what is left of a chunk. The next one finds the memory.
func (s *crossSort) reset() {
	for _, to := range s.leads {
		s.counts[to] = 0
	}
	s.leads, s.blocks, s.out, s.n = s.leads[:0], nil, nil, 0
}
