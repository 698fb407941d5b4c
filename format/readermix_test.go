package format

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

var mixSeeds = flag.Int("readermix.files", 400, "files that TestAReaderOfManyFiles reads")

var errMixed = errors.New("the source fails")

// mixedSource begins somewhere in its bytes, gives less than it is asked for, and fails or
// panics at a byte.
type mixedSource struct {
	data     []byte
	at       int64
	fail     int64 // -1 for never
	panics   bool
	seekable int // how many calls of Seek succeed; -1 for all
	rng      *rand.Rand
}

func (s *mixedSource) read(p []byte, at int64) (int, error) {
	n := max(0, min(int64(len(p)), int64(len(s.data))-at))
	if s.fail >= 0 && at+n > s.fail {
		n = max(0, s.fail-at)
		if s.panics && n == 0 {
			panic(errMixed)
		}
		return copy(p, s.data[at:at+n]), errMixed
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return copy(p, s.data[at:at+n]), nil
}

func (s *mixedSource) Read(p []byte) (int, error) {
	if len(p) > 1 && s.at%3 == 0 {
		p = p[:(len(p)+1)/2]
	}
	n, err := s.read(p, s.at)
	s.at += int64(n)
	return n, err
}

func (s *mixedSource) Seek(off int64, whence int) (int64, error) {
	if s.seekable == 0 {
		return 0, errMixed
	}
	s.seekable--
	if whence == io.SeekCurrent {
		off += s.at
	}
	s.at = off
	return off, nil
}

func (s *mixedSource) ReadAt(p []byte, at int64) (int, error) {
	n, err := s.read(p, at)
	if n < len(p) && err == nil {
		err = io.EOF
	}
	return n, err
}

type seekingOnly struct{ io.ReadSeeker }

// One Reader reads files of all kinds, from sources of all kinds, by Next and NextInto with
// several Placers. It skips tables, is stopped or just left, and its sources fail and panic.
// Whatever was before, a file has the rows that it has.
func TestAReaderOfManyFiles(t *testing.T) {
	placeAll(t)
	defer func(k uint64) { keepMost = k }(keepMost)
	var files [][]byte
	var rows [][][]byte
	add := func(file []byte) {
		files, rows = append(files, file), append(rows, allRows(t, file))
	}
	add(fullLevelIn(t, 3000, false, WriterOptions{BlockBytes: 80_000}))
	require.Greater(t, len(files[0]), stageWhole, "or it comes by one read")
	for _, o := range []WriterOptions{{}, {BlockBytes: 512}, {BlockBytes: 80_000}, {Align: 4096, BlockBytes: 4096}, {Codec: CodecLZ4, BlockBytes: 1024}} {
		if canEncode(o.Codec) != nil {
			continue
		}
		for _, n := range []int{0, 1, 40, 700} {
			for _, chunked := range []bool{false, true} {
				add(fullLevelIn(t, n, chunked, o))
			}
		}
	}
	var r Reader
	for seed := range uint64(*mixSeeds) {
		rng := rand.New(rand.NewPCG(seed, 3))
		k := rng.IntN(len(files))
		if rng.IntN(4) == 0 {
			k = 0
		}
		m := &readerMix{t: t, rng: rng, r: &r, file: files[k], rows: rows[k], seed: seed}
		r.halt() // what follows is not for a goroutine that reads
		placeFrom, aheadFrom = []int{1, 600, 64 << 10}[rng.IntN(3)], []int64{0, 1 << 20}[rng.IntN(2)]
		keepMost = []uint64{0, 2000, 128 << 10}[rng.IntN(3)]
		m.run()
	}
	r.Stop()
}

type readerMix struct {
	t     *testing.T
	rng   *rand.Rand
	r     *Reader
	file  []byte
	rows  [][]byte
	seed  uint64
	fails bool
}

func (m *readerMix) run() {
	src := &mixedSource{data: m.file, fail: -1, seekable: -1, rng: m.rng}
	defer func() {
		if p := recover(); p != nil && (!src.panics || p != any(errMixed)) {
			panic(p)
		}
	}()
	if m.rng.IntN(3) == 0 {
		src.fail, src.panics = m.rng.Int64N(int64(len(m.file))), m.rng.IntN(3) == 0
	}
	if m.rng.IntN(8) == 0 {
		src.seekable = m.rng.IntN(4)
	}
	m.fails = src.fail >= 0 || src.seekable >= 0
	err := m.begin(src)
	if err == nil {
		err = m.read()
	}
	if err != nil && err != errStopped {
		require.True(m.t, m.fails, "file %d: %v", m.seed, err)
		_, again := m.r.Next()
		require.Equal(m.t, err, again)
	}
}

// begin gives the reader the file.
func (m *readerMix) begin(src *mixedSource) error {
	o := Options{Check: Mode(m.rng.IntN(3))}
	switch m.rng.IntN(7) {
	case 0, 5:
		m.fails = m.rng.IntN(6) == 0
		if m.fails {
			return m.r.ResetBytes(m.file[:m.rng.IntN(len(m.file))], o)
		}
		return m.r.ResetBytes(m.file, o)
	case 1:
		m.fails = false
		return m.r.ResetBytes(append(make([]byte, 1, len(m.file)+1), m.file...)[1:], o)
	case 2:
		return m.r.Reset(forward{src}, o)
	case 3:
		return m.r.Reset(seekingOnly{src}, o)
	case 4: // the file is behind something else
		src.at = 1 + m.rng.Int64N(1000)
		src.data = append(make([]byte, src.at), m.file...)
		if src.fail >= 0 {
			src.fail += src.at
		}
	}
	return m.r.Reset(src, o)
}

// read reads the file to its end or to some block, and returns errStopped there.
func (m *readerMix) read() error {
	skip := make([]bool, len(m.rows))
	for range m.rng.IntN(4) * m.rng.IntN(2) {
		k := m.rng.IntN(len(skip))
		skip[k] = true
		m.r.Skip(k)
	}
	s := newShelf(m.r)
	none := map[int]bool{m.rng.IntN(len(skip)): true, m.rng.IntN(len(skip)): true}
	placers := []Placer{s, someShelf{s, none}, nil}[:1+m.rng.IntN(3)]
	into, stop := m.rng.IntN(4), -1
	if m.rng.IntN(2) == 0 {
		stop = m.rng.IntN(len(m.r.Blocks()) + 2)
	}
	for i := 0; i != stop; i++ {
		var b Block
		var err error
		if m.rng.IntN(3) < into {
			b, err = m.r.NextInto(placers[m.rng.IntN(len(placers))])
		} else {
			b, err = m.r.Next()
		}
		if err == io.EOF {
			for k := range skip {
				require.True(m.t, skip[k] || bytes.Equal(m.rows[k], s.rows[k]), "file %d, table %d", m.seed, k)
			}
			return nil
		}
		if err != nil {
			return err
		}
		require.False(m.t, skip[b.Table] || b.Settled && !b.Placed || b.Shared && b.Placed, "file %d", m.seed)
		s.take(b)
		if m.rng.IntN(5) == 0 {
			m.r.Whole()
			m.r.Skip(m.rng.IntN(len(skip)))
		}
	}
	if m.rng.IntN(3) > 0 {
		m.r.Stop()
		_, err := m.r.Next()
		require.ErrorIs(m.t, err, errStopped)
	}
	return errStopped
}
