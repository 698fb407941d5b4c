package source

import "io"

// braces stands between a file and the JSON decoder. It reads what the decoder
// reads, a window at a time, and notes where each object begins and, once seen,
// ends. So the reader knows, when it comes to an object, whether all of it is
// already at hand, and it knows the offset of every object inside of one that
// is then parsed at once. Each byte is looked at once.
//
// It knows nothing of the grammar but strings and brackets. That is enough: up
// to the first error of a text the two agree on what is a string and a bracket,
// and behind it nobody reads.
type braces struct {
	r     io.Reader
	off   int64 // of the next byte to be read
	objs  []brace
	first int   // number, since the beginning, of objs[0]
	cur   int   // index in objs of the next object that the reader will come to
	open  []int // numbers of the objects that are not closed yet
	depth int   // brackets of both kinds

	inString, escaped bool

	max  int   // of depth
	deep int64 // offset of the first bracket beyond it, or none
	mark int64 // where the token begins that the decoder is at
	most int   // bytes of it
	err  error // what ended the reading
}

// brace is an object: from at to end, or not closed yet, if end is 0.
type brace struct{ at, end int64 }

const nowhere = int64(1)<<62 - 1

func (s *braces) reset(r io.Reader, off int64, l Limits) {
	*s = braces{r: r, off: off, objs: s.objs[:0], open: s.open[:0], max: l.Depth, deep: nowhere, mark: off, most: l.Token}
}

// Read fills p as far as the file goes, so that the window is large whatever
// the reader below gives at a time.
func (s *braces) Read(p []byte) (int, error) {
	if s.off-s.mark > int64(s.most)+int64(len(p)) {
		return 0, limit(s.mark, "a value of more than %d bytes", s.most)
	}
	n := 0
	for idle := 0; n < len(p) && s.err == nil; {
		m, err := s.r.Read(p[n:])
		n += m
		s.err = err
		if m > 0 {
			idle = 0
		} else if idle++; idle > 100 && err == nil {
			s.err = io.ErrNoProgress
		}
	}
	if n == 0 && len(p) > 0 {
		return 0, s.err
	}
	s.scan(p[:n])
	s.off += int64(n)
	return n, nil
}

// next returns the next object, which the reader is at.
func (s *braces) next() brace {
	if s.cur >= len(s.objs) {
		return brace{}
	}
	return s.objs[s.cur]
}

// pass goes on to the object behind the next one (which may be inside of it).
func (s *braces) pass() {
	s.cur++
	if s.cur == len(s.objs) {
		s.first += s.cur
		s.cur, s.objs = 0, s.objs[:0]
	}
}

// whole reports whether the next object is at hand up to its end, is not larger
// than size, and not nested too deep.
func (s *braces) whole(size int) bool {
	b := s.next()
	return b.end != 0 && b.end-b.at <= int64(size) && b.end <= s.deep
}

// structural bytes outside of strings.
var structural = [256]uint8{'"': 1, '{': 2, '}': 3, '[': 4, ']': 5}

func (s *braces) scan(p []byte) {
	i := 0
	if s.inString {
		i = s.str(p, 0)
	}
	for {
		for i < len(p) && structural[p[i]] == 0 {
			i++
		}
		if i >= len(p) {
			return
		}
		switch structural[p[i]] {
		case 1:
			s.inString = true
			i = s.str(p, i+1)
			continue
		case 2:
			s.begin(s.off + int64(i))
		case 3:
			s.end(s.off + int64(i) + 1)
		case 4:
			s.deeper(s.off + int64(i))
		case 5:
			s.depth--
		}
		i++
	}
}

// str passes the rest of a string.
func (s *braces) str(p []byte, i int) int {
	for ; i < len(p); i++ {
		switch {
		case s.escaped:
			s.escaped = false
		case p[i] == '"':
			s.inString = false
			return i + 1
		case p[i] == '\\':
			s.escaped = true
		}
	}
	return i
}

func (s *braces) begin(at int64) {
	s.deeper(at)
	if s.deep != nowhere {
		return // nothing from here on is read, so nothing needs to be remembered
	}
	s.open = append(s.open, s.first+len(s.objs))
	s.objs = append(s.objs, brace{at: at})
}

func (s *braces) end(end int64) {
	s.depth--
	n := len(s.open)
	if n == 0 || s.deep != nowhere {
		return
	}
	if i := s.open[n-1] - s.first; i >= 0 {
		s.objs[i].end = end
	}
	s.open = s.open[:n-1]
}

func (s *braces) deeper(at int64) {
	s.depth++
	if s.depth > s.max && s.deep == nowhere {
		s.deep = at
	}
}
