package format

import (
	"errors"
	"io"
	"slices"
)

// Spool takes the rows that exceed a Writer's memory: it is a temporary file.
// Writer.Close closes it; the caller removes the file.
type Spool interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// rowStore holds the rows of one table in the order of their arrival, in blocks that go
// to the spool when they are complete.
type rowStore struct {
	name     string // of the table, for errors
	stride   int
	perBlock int // rows
	rows     uint32
	last     uint32 // the first row of the last block
	blocks   []rowBlock
	first    []byte // memory for the first block, left by an earlier file
}

// rowBlock is perBlock rows, or fewer in the last block of a table.
type rowBlock struct {
	buf  []byte // nil if it is in the spool
	at   int64  // in the spool
	open int    // rows that are reserved and have not come
}

// memory is what all rowStores of a writer share.
type memory struct {
	limit int64
	used  int64
	full  []fullBlock // complete and in memory, oldest first
	free  [][]byte    // buffers of spooled blocks, and of an earlier file
	open  func() (Spool, error)
	spool Spool
	end   int64 // of what is in the spool
}

type fullBlock struct {
	store *rowStore
	block int
}

// Go's allocations of more than paged bytes are whole pages.
const (
	paged   = 32 << 10
	pageLog = 13
)

var errRows = errors.New("a table of more than 2^32-2 rows")

// extend appends at most n rows, as many as fit one block, and returns their memory.
// The rows count as open until done is called for them.
func (s *rowStore) extend(m *memory, n int) ([]byte, error) {
	if uint64(s.rows)+uint64(n) > maxRows {
		return nil, s.failed(errRows)
	}
	in := int(s.rows - s.last)
	if in == s.perBlock || len(s.blocks) == 0 {
		if err := m.spill(); err != nil {
			return nil, s.failed(err)
		}
		s.blocks = append(s.blocks, rowBlock{})
		s.last, in = s.rows, 0
	}
	b := &s.blocks[len(s.blocks)-1]
	n = min(n, s.perBlock-in)
	from, to := in*s.stride, (in+n)*s.stride
	if b.buf == nil && len(s.blocks) == 1 && to <= cap(s.first) {
		b.buf, s.first = s.first, nil
		m.used += int64(cap(b.buf))
	}
	if to > cap(b.buf) {
		least := to
		if len(s.blocks) > 1 {
			least = s.perBlock * s.stride
		}
		b.buf = m.grow(b.buf, least, s.perBlock*s.stride)
	}
	b.buf = b.buf[:to]
	b.open += n
	s.rows += uint32(n)
	return b.buf[from:to], nil
}

// failed returns an error that names the table.
func (s *rowStore) failed(err error) error { return errTable(0, s.name, "", err, "") }

// done notes that n rows of a block have come.
func (s *rowStore) done(m *memory, block, n int) {
	b := &s.blocks[block]
	b.open -= n
	if b.open == 0 && len(b.buf) == s.perBlock*s.stride {
		m.full = append(m.full, fullBlock{s, block})
	}
}

// append appends whole rows.
func (s *rowStore) append(m *memory, data []byte) error {
	for len(data) > 0 {
		to, err := s.extend(m, len(data)/s.stride)
		if err != nil {
			return err
		}
		n := copy(to, data)
		data = data[n:]
		s.done(m, len(s.blocks)-1, n/s.stride)
	}
	return nil
}

// row returns the memory of a row that is open.
func (s *rowStore) row(row uint32) (b []byte, block int) {
	block = len(s.blocks) - 1
	in := int(row - s.last)
	if row < s.last {
		block, in = int(row)/s.perBlock, int(row)%s.perBlock
	}
	at := in * s.stride
	return s.blocks[block].buf[at : at+s.stride], block
}

// read copies rows into to, which has room for a whole number of them.
func (s *rowStore) read(m *memory, to []byte, first uint32) error {
	for row := int(first); len(to) > 0; {
		b := &s.blocks[row/s.perBlock]
		at := row % s.perBlock * s.stride
		n := min(len(to), s.perBlock*s.stride-at)
		if b.buf != nil {
			copy(to[:n], b.buf[at:])
		} else if _, err := readAt(m.spool, to[:n], b.at+int64(at)); err != nil {
			return s.failed(err)
		}
		to, row = to[n:], row+n/s.stride
	}
	return nil
}

// grow returns a buffer for at least n bytes of a block that never has more than limit. The
// first block of a table starts small, because most tables are small.
func (m *memory) grow(b []byte, n, limit int) []byte {
	const first = 4 << 10
	want := min(limit, max(first, n, 4*cap(b)))
	want = int(pad(uint64(want), minAlign)) // Finish pads it in place
	var to []byte
	if want > paged {
		want = int(pad(uint64(want), pageLog)) // it takes that much anyway, and can then serve other tables
	}
	if want > limit/2 {
		to = m.take(want)
	}
	if to == nil {
		to = make([]byte, len(b), want)
	}
	to = to[:len(b)]
	m.used += int64(cap(to) - cap(b))
	copy(to, b)
	return to
}

// take returns a free buffer of at least n bytes, or nil.
func (m *memory) take(n int) []byte {
	for i := len(m.free) - 1; i >= 0; i-- {
		if b := m.free[i]; cap(b) >= n {
			m.free = slices.Delete(m.free, i, i+1)
			return b
		}
	}
	return nil
}

// spill moves complete blocks to the spool while the memory is over its limit.
func (m *memory) spill() error {
	if m.used <= m.limit || m.open == nil {
		return nil
	}
	k := 0
	defer func() { m.full = append(m.full[:0], m.full[k:]...) }() // also if a write fails: those are in the spool
	for ; k < len(m.full) && m.used > m.limit/2; k++ {
		if m.spool == nil {
			s, err := m.open()
			if err == nil && s == nil {
				err = ErrNoSpool
			}
			if err != nil {
				return err
			}
			m.spool = s
		}
		f := m.full[k]
		b := &f.store.blocks[f.block]
		if err := writeAt(m.spool, b.buf, m.end); err != nil {
			return err
		}
		b.at = m.end
		m.end += int64(len(b.buf))
		m.used -= int64(cap(b.buf))
		if len(m.free) < 16 {
			m.free = append(m.free, b.buf[:0])
		}
		b.buf = nil
	}
	return nil
}

// close closes the spool.
func (m *memory) close() error {
	if m.spool == nil {
		return nil
	}
	s := m.spool
	m.spool, m.open = nil, nil
	return s.Close()
}
