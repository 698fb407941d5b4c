package format

import (
	"errors"
	"io"
)

// stage is the buffer through which a file is read. A piece that fits is read into it
// once and used in place, so the buffer stays in the second-level cache and nothing is
// copied. It grows only as bytes arrive. Pieces begin at multiples of 64 bytes of the
// file, and so of the buffer.
//
// For a file in memory, the buffer is the whole file.
type stage struct {
	src    io.Reader
	buf    []byte
	lo, hi int   // the bytes that have been read and not taken
	pos    int64 // in the file, of lo
	memory bool  // buf is the file
	own    []byte

	first int // how much the first read of a file asks for
	ahead int // how much a later read may ask for

	far    io.ReaderAt // src, if it can be read at any place
	origin int64       // of the file, in far
	asked  bool        // far is known
	behind bool        // src must first be moved to pos
	last   [1]byte     // for holds; it is here because what is passed to a source escapes
}

const (
	stageFirst = 32 << 10  // enough for the head of most files; larger ones of Go's allocations are page-aligned
	stageCold  = 64 << 10  // what one read asks for while the buffer is new: fresh memory costs more than a system call (BenchmarkLoad of loader, how=load-cold)
	stageFull  = 256 << 10 // what one read asks for
	stageWhole = 512 << 10 // a file up to this long comes by one read, see expect
)

func (s *stage) start(src io.Reader) {
	s.leaveMemory()
	if s.ahead = stageFull; s.buf == nil {
		s.buf, s.first, s.ahead = make([]byte, stageFirst), stageFirst, stageCold
	}
	if s.first > stageFirst {
		s.reserve(s.first)
		s.first = len(s.buf)
	}
	s.src, s.lo, s.hi, s.pos = src, 0, 0, 0
	s.far, s.asked, s.behind = nil, false, false
}

// startMemory begins a file in memory, which is aligned as rows are.
func (s *stage) startMemory(file []byte) {
	s.leaveMemory()
	s.src, s.own, s.buf, s.memory = nil, s.buf, file, true
	s.lo, s.hi, s.pos = 0, len(file), 0
	s.far, s.asked, s.behind = nil, false, false
}

// leaveMemory puts the buffer back in place of a file in memory.
func (s *stage) leaveMemory() {
	if s.memory {
		s.buf, s.own, s.memory = s.own, nil, false
		s.lo, s.hi = 0, 0
	}
}

// reserve makes the buffer at least n bytes long. n is at most stageWhole.
func (s *stage) reserve(n int) {
	switch {
	case n <= len(s.buf) || s.memory:
	case n <= s.ahead:
		s.resize(s.ahead)
	case n <= stageFull:
		s.resize(stageFull)
	default:
		s.resize(stageWhole)
	}
}

// expect notes how long the file is, because the next one is likely to be as long. A
// short next file will be read at once: a system call costs as much as copying tens of
// kilobytes. This file is read in parts, because fresh memory costs more than that.
func (s *stage) expect(size int64) {
	if s.first = stageFirst; size <= stageWhole {
		s.first = max(int(size), stageFirst)
	}
}

// room makes room for n bytes from lo on. The bytes that are there move to the front
// or, if they fill the buffer, into one of twice its size. So the buffer is never
// longer than twice what has really been read.
func (s *stage) room(n int) {
	switch {
	case s.lo+n <= len(s.buf):
	case s.hi-s.lo < len(s.buf):
		copy(s.buf, s.buf[s.lo:s.hi])
		s.lo, s.hi = 0, s.hi-s.lo
	default:
		s.resize(max(2*len(s.buf), stageFull))
	}
}

func (s *stage) resize(n int) {
	to := make([]byte, n)
	copy(to, s.buf[s.lo:s.hi])
	s.buf, s.lo, s.hi = to, 0, s.hi-s.lo
}

// take returns the next n bytes, which stay valid until the next call. If they have not
// been read yet, it reads up to ahead bytes at once.
func (s *stage) take(n, ahead int) ([]byte, error) {
	for s.hi-s.lo < n {
		if s.memory {
			return nil, errAt(1, s.pos+int64(s.hi-s.lo), ErrTruncated, "")
		}
		if err := s.catchUp(); err != nil {
			return nil, err
		}
		s.room(n)
		end := min(len(s.buf), s.lo+max(n, ahead))
		m, err := readSome(s.src, s.buf[s.hi:end])
		s.hi += m
		if s.hi-s.lo >= n {
			break
		}
		if err != nil {
			return nil, readError(s.pos+int64(s.hi-s.lo), err)
		}
	}
	b := s.buf[s.lo : s.lo+n : s.lo+n]
	s.lo += n
	s.pos += int64(n)
	return b, nil
}

// errCount is the error for a source that breaks the contract of Read.
var errCount = errors.New("a Read of more than it was given")

// readSome calls Read once, or again while it returns nothing, but not for ever.
func readSome(src io.Reader, b []byte) (n int, err error) {
	for range 100 {
		n, err = src.Read(b)
		if n < 0 || n > len(b) {
			return 0, noCount(err)
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// pass skips n bytes. If the source can seek, it seeks to the last of them, and reads
// that to see that it is there.
func (s *stage) pass(n int64) error {
	if err := s.catchUp(); err != nil {
		return err
	}
	if have := int64(s.hi - s.lo); n > have+stageFull {
		if sk, ok := s.src.(io.Seeker); ok {
			if _, err := sk.Seek(n-have-1, io.SeekCurrent); err == nil {
				s.pos += n - 1
				s.lo, s.hi = 0, 0
				_, err := s.take(1, 1)
				s.lo, s.hi = 0, 0 // the next piece is aligned again
				return err
			}
		}
	}
	for n > 0 {
		k := int(min(n, stageFull/2))
		if _, err := s.take(k, k); err != nil {
			return err
		}
		n -= int64(k)
	}
	return nil
}

// atEnd checks that the source ends here.
func (s *stage) atEnd() error {
	if s.hi > s.lo {
		return errAt(1, s.pos, ErrTrailing, "")
	}
	if s.memory {
		return nil
	}
	s.lo, s.hi = 0, 0
	if err := s.catchUp(); err != nil {
		return err
	}
	switch m, err := readSome(s.src, s.buf[:1]); {
	case m > 0:
		return errAt(1, s.pos, ErrTrailing, "")
	case err == io.EOF:
		return nil
	default:
		return errAt(0, s.pos, err, "")
	}
}

// fill reads all of dst without the buffer, which is empty.
func (s *stage) fill(dst []byte) error {
	for len(dst) > 0 {
		n, err := readSome(s.src, dst)
		s.pos += int64(n)
		if dst = dst[n:]; err != nil && len(dst) > 0 {
			return readError(s.pos, err)
		}
	}
	return nil
}

// fillAt is fill for any place of the file, if random allows it. It does not change s.
func (s *stage) fillAt(dst []byte, pos int64) error {
	if s.memory {
		copy(dst, s.buf[pos:])
		return nil
	}
	n, err := readAt(s.far, dst, s.origin+pos)
	if err != nil {
		return readError(pos+int64(n), err)
	}
	return nil
}

// readAt calls ReadAt of the source. The error is nil if and only if it filled b.
func readAt(src io.ReaderAt, b []byte, at int64) (n int, err error) {
	switch n, err = src.ReadAt(b, at); {
	case n < 0 || n > len(b):
		return 0, noCount(err)
	case n == len(b):
		return n, nil
	case err == nil: // a ReaderAt must say why it stops
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

// noCount returns the error for a source that has read a number of bytes that cannot be. If
// it has failed as well, as a system call does that returns -1, its own error says more.
func noCount(err error) error {
	if err == nil || err == io.EOF {
		return errCount
	}
	return err
}

// readError returns the error for a source that failed, or ended, before a byte that the
// file should have.
func readError(pos int64, err error) error {
	if err == io.EOF {
		return errAt(1, pos, ErrTruncated, "")
	}
	return errAt(0, pos, err, "")
}

// random reports whether the source can be read at any place.
func (s *stage) random() bool {
	if s.memory {
		return true
	}
	if !s.asked {
		s.asked = true
		if at, ok := s.src.(io.ReaderAt); ok {
			if sk, ok := s.src.(io.Seeker); ok {
				if here, err := sk.Seek(0, io.SeekCurrent); err == nil {
					s.far, s.origin = at, here-s.pos-int64(s.hi-s.lo)
				}
			}
		}
	}
	return s.far != nil
}

// holds reports whether n bytes of the file are there: in the buffer, or in a source
// that can be read at any place.
func (s *stage) holds(n int64) bool {
	if s.memory {
		return n <= int64(len(s.buf))
	}
	if n <= s.pos+int64(s.hi-s.lo) {
		return true
	}
	if !s.random() {
		return false
	}
	k, _ := s.far.ReadAt(s.last[:], s.origin+n-1)
	return k == 1
}

// skipTo notes that fillAt has read everything up to pos.
func (s *stage) skipTo(pos int64) {
	if s.memory {
		s.lo += int(pos - s.pos)
	}
	s.pos, s.behind = pos, !s.memory
}

// catchUp moves the source to where the stage is.
func (s *stage) catchUp() error {
	if !s.behind {
		return nil
	}
	s.behind = false
	if _, err := s.src.(io.Seeker).Seek(s.origin+s.pos, io.SeekStart); err != nil {
		return errAt(0, s.pos, err, "")
	}
	return nil
}
