package source

import (
	"encoding/binary"
	"io"
	"math/bits"
)

// sieve is between a file and the JSON decoder, and holds back the objects that are
// small enough to be read in one step. The decoder sees null in their place, so it
// reads only what is large, down to the nodes:
//
//	file     {"name":"a","children":[{"type":"body","x":1},{"type":"body","x":2}]}
//	decoder  {"name":"a","children":[null,null]}
//
// It does so with long lists of numbers, too: see jsonrun.go.
//
// To know which objects are small, the sieve looks ahead in a window, for strings and
// brackets. It notes where every object begins and ends, for the walk. It checks the
// strings on the way. The decoder checks everything else; inside held back objects,
// fastjson and the walk do. At the first string that is wrong, and at the first bracket
// that is nested too deep, it goes blind: everything from there on, and from the
// beginnings of the objects around it, goes to the decoder, which will fail there.
//
// Invariant: win.pos <= scan <= win.end. The window does not slide while the queue has
// something that has not been taken.
type sieve struct {
	win   window // pos is behind what has been given away
	base  int64  // offset where the text begins
	scan  int    // index behind what has been scanned
	small int    // size up to which an object is small

	objs  []brace
	first int   // number, since the beginning, of objs[0]
	cur   int   // index in objs of the next object that the reader will come to
	give  int   // index in objs of the next object to give away or hold back
	open  []int // numbers of the open objects
	depth int   // open brackets of both kinds
	max   int   // of depth
	blind bool
	long  bool // within a string longer than the window

	runs  []int64 // where arrays begin that may begin with a run, see jsonrun.go
	atRun int     // index in runs of the next one

	queue []held
	taken int
	null  string // the part of a null that the decoder has not got yet
	given int64  // bytes that the decoder has got
	shift int64  // bytes held back so far, less the nulls for them

	mark int64 // where the decoder's current token begins, counted like given
	most int   // its most bytes
}

// brace is an object: from at to end, or not closed yet, if end is 0. inner
// objects are in it, at any depth.
type brace struct {
	at, end int64
	inner   int
}

// held is an object or a run of numbers that is held back, as indices into the window.
type held struct {
	given      int64 // offset of its null in what the decoder gets
	start, end int
	nums       int // how many numbers; 0 for an object
}

const null = "null"

func (s *sieve) reset(r io.Reader, off int64, small int, l Limits) {
	size := windowSize
	if small != smallSize {
		size = max(64, 2*small)
	}
	s.win.reset(r, size)
	s.win.base = off
	*s = sieve{win: s.win, base: off, small: small, objs: s.objs[:0], open: s.open[:0], runs: s.runs[:0], queue: s.queue[:0], max: l.Depth, most: l.Token}
}

// Read gives the decoder its bytes.
func (s *sieve) Read(p []byte) (int, error) {
	if s.given-s.mark > int64(s.most)+int64(len(p)) {
		return 0, limit(s.base+s.mark+s.shift, "a value of more than %d bytes", s.most)
	}
	for len(p) > 0 {
		s.check()
		if n := s.sift(p); n > 0 {
			s.given += int64(n)
			return n, nil
		}
		if s.taken < len(s.queue) {
			return 0, io.ErrNoProgress // the decoder reads on before the reader took the object
		}
		s.queue, s.taken = s.queue[:0], 0
		scanned := s.scan - s.win.pos
		ok := s.win.more()
		s.scan = s.win.pos + scanned
		if !ok && s.win.pos == s.win.end {
			return 0, s.win.err
		}
		if s.look(); !ok {
			s.blind = true // the file ends within an object or a string
		}
		if s.blind {
			s.scan = s.win.end
		}
	}
	return 0, nil
}

// sift gives away what it can, and holds back small objects.
func (s *sieve) sift(p []byte) int {
	n := copy(p, s.null)
	s.null = s.null[n:]
	w := &s.win
	for n < len(p) {
		at := s.scan
		if s.give < len(s.objs) {
			at = int(s.objs[s.give].at - w.base)
		}
		run := -1
		if len(s.runs) > 0 {
			run = s.nextRun()
		}
		if run > at {
			run = -1
		} else if run >= 0 {
			at = run
		}
		k := copy(p[n:], w.buf[w.pos:at])
		n += k
		w.pos += k
		switch {
		case w.pos < at:
			return n
		case run >= 0:
			if n == len(p) || !s.holdRun(p, &n) {
				return n
			}
			continue
		case s.give == len(s.objs):
			return n
		}
		b := s.objs[s.give]
		switch end := int(b.end - w.base); {
		case b.end != 0 && end-at <= s.small:
			n = s.hold(p, n, end, 0)
			s.give += 1 + b.inner
		case b.end != 0 || s.blind || w.end-at > s.small:
			s.give++ // a large one: its members come next
		default:
			return n
		}
		s.drop()
	}
	return n
}

// hold holds back what stands at the window's position: an object, or a run of so many
// numbers. It gives a null in its place, as far as p has room, and returns the new n.
func (s *sieve) hold(p []byte, n, end, nums int) int {
	w := &s.win
	s.queue = append(s.queue, held{given: s.given + int64(n), start: w.pos, end: end, nums: nums})
	w.pos = end
	k := copy(p[n:], null)
	s.null = null[k:]
	return n + k
}

// drop removes the objects that both the sieve and the reader have passed.
func (s *sieve) drop() {
	if n := min(s.give, s.cur); n == len(s.objs) || n > 1<<12 {
		s.objs = s.objs[:copy(s.objs, s.objs[n:])]
		s.first += n
		s.give -= n
		s.cur -= n
	}
}

// pass goes on to the next object (which may be inside this one).
func (s *sieve) pass() { s.cur++ }

// holds returns what is held back in the place of the decoder's next token, a null at
// offset given, or nil.
func (s *sieve) holds(given int64) *held {
	if s.taken < len(s.queue) && s.queue[s.taken].given == given {
		return &s.queue[s.taken]
	}
	return nil
}

// take returns what has been held back for the null that the decoder has read: its bytes
// and, of a run, how many numbers they are. They are valid until the decoder reads on.
func (s *sieve) take() (raw []byte, nums int) {
	h := s.queue[s.taken]
	s.taken++
	s.shift += int64(h.end - h.start - len(null))
	return s.win.buf[h.start:h.end], h.nums
}

// passAll goes on behind the next object, and returns its braces and those of the objects
// in it, which are valid until the decoder reads on.
func (s *sieve) passAll() []brace {
	braces := s.objs[s.cur:][:1+s.objs[s.cur].inner]
	s.cur += len(braces)
	return braces
}

// look scans what is new in the window.
func (s *sieve) look() {
	b := s.win.buf[:s.win.end]
	i := s.scan
	if s.long {
		i = s.passLong(b, i)
	}
	for !s.blind && !s.long {
		if i = s.blocks(b, i); s.blind {
			break
		}
		if i = structureRun(b, i); i == len(b) {
			break
		}
		switch b[i] {
		case '"':
			if i+9 <= len(b) { // most strings are short and plain
				x := binary.LittleEndian.Uint64(b[i+1:])
				m := odd(x) | zero(x^'"'*ones) | zero(x^'\\'*ones)
				if n := i + 1 + bits.TrailingZeros64(m)>>3; m != 0 && b[n] == '"' {
					i = n + 1
					continue
				}
			}
			end, st := jsonString(b, i+1)
			if st != done {
				if st == short && (i > s.win.pos || len(b) < len(s.win.buf)) {
					s.scan = i // until the window has moved on
					return
				}
				s.blind = st == badChar
				s.long = st == short
				end = s.passLong(b, i+1)
			}
			i = end
			continue
		default:
			s.bracket(b, i)
		}
		i++
	}
	s.scan = i
}

// passLong goes to the end of a string that is longer than the window. Such a string
// cannot be held back, so it need not be checked. An escape at the end of the window is
// left for the next time.
func (s *sieve) passLong(b []byte, i int) int {
	for i < len(b) {
		switch b[i] {
		case '"':
			s.long = false
			return i + 1
		case '\\':
			if i+1 == len(b) {
				return i
			}
			i++
		}
		i++
	}
	return i
}

func (s *sieve) deeper() {
	if s.depth++; s.depth > s.max {
		s.blind = true
	}
}

func (s *sieve) begin(at int64) {
	if s.deeper(); !s.blind {
		s.open = append(s.open, s.first+len(s.objs))
		s.objs = append(s.objs, brace{at: at})
	}
}

func (s *sieve) end(end int64) {
	s.depth--
	n := len(s.open)
	if n == 0 {
		return
	}
	if i := s.open[n-1] - s.first; i >= 0 {
		s.objs[i].end = end
		s.objs[i].inner = len(s.objs) - 1 - i
	}
	s.open = s.open[:n-1]
}
