package source

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// lines remembers, for every lineStep bytes, how many line ends there are before, and
// where the line at that place begins. So a place costs no more than one such step,
// even if all of the file is one line with thousands of mistakes.
type lines struct {
	before []int
	begin  []int64
	buf    []byte
	step   int // the step that buf has, if n is not 0: mistakes are often close together
	n      int
	near   [2 * excerpt]byte // what is cut out
}

const lineStep = 64 << 10

// excerpt is how much of a long line is shown on each side.
const excerpt = 200

// place counts lines up to off and cuts out the line there.
func (s *File) place(off int64) (Place, error) {
	l := &s.lines
	if l.buf == nil {
		l.buf = make([]byte, lineStep)
		l.before, l.begin = []int{0}, []int64{s.markSize()}
	}
	for int64(len(l.before))*lineStep <= off {
		k := len(l.before) - 1
		b, err := s.step(k)
		if err != nil {
			return Place{}, err
		}
		n, begin := lineEnds(b, int64(k)*lineStep, l.begin[k])
		l.before, l.begin = append(l.before, l.before[k]+n), append(l.begin, begin)
	}
	k := int(off / lineStep)
	start := int64(k) * lineStep
	b, err := s.step(k)
	if err != nil {
		return Place{}, err
	}
	b = b[:min(int64(len(b)), off-start)]
	n, begin := lineEnds(b, start, l.begin[k])
	begin = min(begin, off)
	p := Place{Line: 1 + l.before[k] + n, Col: int(off-begin) + 1}
	s.cut(&p, begin, off)
	return p, nil
}

// step returns the text of a step.
func (s *File) step(k int) ([]byte, error) {
	l := &s.lines
	if l.n == 0 || l.step != k {
		b, err := s.fill(l.buf, int64(k)*lineStep)
		if err != nil {
			l.n = 0
			return nil, err
		}
		l.step, l.n = k, len(b)
	}
	return l.buf[:l.n], nil
}

// markSize returns the length of the text's byte order mark, which belongs to no line.
func (s *File) markSize() int64 {
	if string(s.piece(0, len(utf8Mark))) != utf8Mark {
		return 0
	}
	return int64(len(utf8Mark))
}

// fill reads the text from off on into p. It is no error if the text is shorter than
// before.
func (s *File) fill(p []byte, off int64) ([]byte, error) {
	n, err := s.text.ReadAt(p, off)
	if err != nil && err != io.EOF {
		return nil, readError(off, err)
	}
	return p[:n], nil
}

// lineEnds counts the line ends in b, which is at start, and returns where the last
// line begins. before is where the line begins that b begins in.
func lineEnds(b []byte, start, before int64) (n int, begin int64) {
	if n = bytes.Count(b, []byte{'\n'}); n == 0 {
		return 0, before
	}
	return n, start + int64(bytes.LastIndexByte(b, '\n')) + 1
}

// cut puts the line, or what is near off of it, into p.
func (s *File) cut(p *Place, begin, off int64) {
	from := max(begin, off-excerpt)
	b, _ := s.fill(s.lines.near[:min(int64(off-from)+excerpt, max(s.end-from, 0))], from) // without it, only the line is not shown
	at := int(off - from)
	at = min(at, len(b))
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		b = b[:at+i]
		b = bytes.TrimSuffix(b, []byte("\r"))
		at = min(at, len(b))
	} else {
		p.More = off+excerpt < s.end
		for n := 0; p.More && n < utf8.UTFMax-1 && len(b) > at; n++ {
			if r, size := utf8.DecodeLastRune(b); r != utf8.RuneError || size > 1 {
				break
			}
			b = b[:len(b)-1] // of a character that is cut in the middle
		}
	}
	for from > begin && at > 0 && !utf8.RuneStart(b[0]) {
		b, at = b[1:], at-1
	}
	p.Text, p.At = string(b), at
}
