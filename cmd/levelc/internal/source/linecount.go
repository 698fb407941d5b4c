package source

// LineCounter turns ascending offsets into lines and columns like those of Position, in
// one more pass over the file. It is for callers that need the place of every node.
type LineCounter struct {
	f     *File
	buf   []byte
	n     int   // bytes in buf
	bufAt int64 // offset of buf
	pos   int64 // lines are counted up to here
	line  int
	begin int64 // where the line begins
}

// Lines returns a LineCounter at the beginning.
func (s *File) Lines() (*LineCounter, error) {
	if err := s.openText(); err != nil {
		return nil, err
	}
	c := &LineCounter{f: s, buf: make([]byte, lineStep)}
	c.rewind()
	return c, nil
}

func (c *LineCounter) rewind() {
	c.pos, c.line, c.begin = 0, 1, c.f.markSize()
}

// At returns the line and the column of an offset, both from 1 on, the column in bytes.
// For an offset before the last one, it starts again from the beginning.
func (c *LineCounter) At(off int64) (line, col int, err error) {
	if off < c.pos {
		c.rewind()
	}
	for c.pos < off {
		if c.pos < c.bufAt || c.pos >= c.bufAt+int64(c.n) {
			b, err := c.f.fill(c.buf, c.pos)
			if err != nil {
				return 0, 0, err
			}
			if c.n, c.bufAt = len(b), c.pos; c.n == 0 {
				break // the file is shorter now, which its reader will find out
			}
		}
		b := c.buf[c.pos-c.bufAt : min(int64(c.n), off-c.bufAt)]
		n, begin := lineEnds(b, c.pos, c.begin)
		c.line, c.begin = c.line+n, begin
		c.pos += int64(len(b))
	}
	return c.line, int(max(off, c.begin)-c.begin) + 1, nil
}
