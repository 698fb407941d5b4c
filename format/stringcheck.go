package format

import (
	"math"
	"unicode/utf8"
)

// stringCheck is the part of rules 7 and 9 that looks into strings. $bytes comes before
// $str, which says where in it the strings begin. So if the checker cannot look back,
// it keeps some of $bytes: from the chunk's first block that is not plain ASCII on, and
// all of it as long as rows of $id are to come, because they are ordered by these
// bytes. For a file without ids whose strings are ASCII, nothing is kept.
type stringCheck struct {
	valid  bool     // all strings are known to be UTF-8
	keep   bool     // ids are to come: keep all bytes and starts
	all    []byte   // bytes of the chunk, or of all chunks if keep, from position from on
	from   uint64   // not known yet if len(all) == 0
	odd    uint64   // position of the first block so far that is not plain ASCII
	own    []byte   // all, unless place or texts is
	place  []byte   // where a Placer keeps the bytes of all strings, or nil
	texts  Texts    // who keeps those that have come, or nil
	total  uint64   // of $bytes
	strs   uint64   // of $str
	starts []uint32 // if keep: where in $bytes each string begins, and where the last one ends
}

func (s *stringCheck) start() {
	s.valid, s.keep, s.from, s.starts, s.place, s.texts = false, false, 0, s.starts[:0], nil, nil
	s.clear()
}

// letGo forgets memory of others.
func (s *stringCheck) letGo() {
	if s.place != nil || s.texts != nil {
		s.all, s.place, s.texts = nil, nil, nil
	}
}

func (s *stringCheck) clear() {
	s.own, s.odd = s.own[:0], math.MaxUint64
	s.all = s.own
}

// expect takes the memory for all strings at once, if ids are to come. The caller must
// know that there are as many as the directory says.
func (s *stringCheck) expect(ids bool, total []uint64) {
	if !ids {
		return
	}
	if n := total[TableBytes]; s.place == nil && uint64(cap(s.own)) < n {
		s.own = make([]byte, 0, n)
	}
	if n := total[TableStr] + 1; uint64(cap(s.starts)) < n {
		s.starts = make([]uint32, 0, n)
	}
}

func (s *stringCheck) enter(keep bool) {
	if s.keep && keep {
		return
	}
	s.keep, s.starts = keep, s.starts[:0]
	s.clear()
}

// checkBytes checks that each block of $bytes is valid UTF-8 by itself.
func (c *checker) checkBytes(b *BlockInfo, data []byte) error {
	s := &c.strs
	ascii, ok := false, true
	if s.valid {
		ascii = asciiEnd(data) == len(data)
	} else {
		ascii, ok = checkText(data)
	}
	if !ok {
		at := 0
		for at < len(data) {
			r, n := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		return c.fail(b, nil, at, ErrUTF8, "")
	}
	if !ascii {
		s.odd = min(s.odd, uint64(b.First))
	}
	if c.back != nil {
		c.back.add(b)
		return nil
	}
	switch {
	case s.texts != nil: // they are looked up there
	case s.place != nil:
		s.all, s.from = s.place[:uint64(b.First)+uint64(b.Rows)], 0
	case s.keep || len(s.all) > 0 || !ascii:
		if len(s.all) == 0 {
			s.from = uint64(b.First)
		}
		s.own = append(room(s.own, len(data), s.total-s.from), data...)
		s.all = s.own
	}
	return nil
}

// look makes all what has come of $bytes, if somebody else keeps it.
func (s *stringCheck) look() {
	if s.texts != nil {
		s.all, s.from = s.texts.Text(), 0
	}
}

// checkStrs checks that string 0 is empty and that every string begins on a rune. That
// they cover $bytes without gaps has been checked before.
func (c *checker) checkStrs(b *BlockInfo, data []byte) error {
	s := &c.strs
	rows := FixedRows[StrRow](data)
	if b.First == 0 && rows[0].Len() != 0 {
		return c.fail(b, nil, 0, ErrRange, "string 0 is not empty")
	}
	if c.back != nil {
		return c.lookAtRunes(b, rows)
	}
	for i := range rows {
		if s.splits(uint64(rows[i].Start())) {
			return c.fail(b, nil, i*len(rows[i]), ErrUTF8, "the string starts within a rune")
		}
	}
	return nil
}

// passStrs does the work of checkRows and checkStrs in one pass, and keeps where the
// strings begin. If it returns false, those functions find out what is wrong.
func (c *checker) passStrs(b *BlockInfo, data []byte) bool {
	s := &c.strs
	s.look()
	if !s.keep || c.back != nil {
		return false
	}
	op := &c.plan.rows[TableStr].ops[0]
	n := len(s.starts)
	end, ok := s.follow(c.scan.words(data, 8), c.cursor[op.span])
	if !ok || end > c.have[op.target] || b.First == 0 && s.starts[1] > 0 {
		s.starts = s.starts[:n]
		return false
	}
	c.cursor[op.span] = end
	return true
}

// follow keeps where the strings of a block of $str begin. It returns where the last
// one ends, and whether each begins where the one before it ended, on a rune.
func (s *stringCheck) follow(w []uint32, end uint64) (uint64, bool) {
	n := max(len(s.starts)-1, 0) // the end of the last string is the beginning of the next
	s.starts = room(s.starts[:n], len(w)/2+1, s.strs+1)[:n+len(w)/2+1]
	to := s.starts[n:]
	gaps := uint64(0)
	i, odd := uint(1), s.odd
	for ; i < uint(len(w)) && end < odd; i += 2 {
		to[i/2] = w[i-1]
		gaps |= uint64(w[i-1]) ^ end
		end += uint64(w[i])
	}
	for ; i < uint(len(w)); i += 2 {
		to[i/2] = w[i-1]
		gaps |= uint64(w[i-1]) ^ end
		if s.splits(end) {
			return end, false
		}
		end += uint64(w[i])
	}
	to[len(to)-1] = uint32(end)
	return end, gaps == 0
}

// splits reports whether a string that begins at a position of $bytes begins within a
// rune. One that begins before the kept bytes does not, because those bytes are plain
// ASCII.
func (s *stringCheck) splits(at uint64) bool {
	if at < s.odd {
		return false
	}
	at -= s.from
	return at < uint64(len(s.all)) && s.all[at]&0xc0 == 0x80
}

// text returns a string that is kept, or nil.
func (s *stringCheck) text(id uint32) []byte {
	at := uint(id)
	if at+1 >= uint(len(s.starts)) {
		return nil
	}
	start, end := uint64(s.starts[at])-s.from, uint64(s.starts[at+1])-s.from
	if start > end || end > uint64(len(s.all)) {
		return nil
	}
	return s.all[start:end]
}

// lookAtRunes is the last part of checkStrs, for strings that are looked up again.
func (c *checker) lookAtRunes(b *BlockInfo, rows []StrRow) error {
	l := c.back
	l.add(b)
	for i := range rows {
		start := uint64(rows[i].Start())
		if start < c.strs.odd {
			continue
		}
		if at := l.read(&l.here, TableBytes, start); len(at) > 0 && at[0]&0xc0 == 0x80 {
			return c.fail(b, nil, i*len(rows[i]), ErrUTF8, "the string starts within a rune")
		}
	}
	return l.err
}
