package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// shelf keeps the rows of $bytes and of all tables but the fixed ones, each in
// one piece.
type shelf struct {
	rows   [][]byte
	stride []int
	placed int
	text   bool         // it was asked where $bytes stays
	seen   atomic.Int64 // bytes
}

// Settle makes something else of the rows, which nothing must look at any more.
func (s *shelf) Settle(_ int, rows []byte) bool {
	s.seen.Add(int64(len(rows)))
	invert(rows)
	return true
}

func invert(rows []byte) {
	for i := range rows {
		rows[i] ^= 0xff
	}
}

// placeAll has blocks of any length read to their place, and by two goroutines.
func placeAll(t testing.TB) {
	from, ahead, procs := placeFrom, aheadFrom, runtime.GOMAXPROCS(2)
	placeFrom, aheadFrom = 1, 0
	t.Cleanup(func() {
		placeFrom, aheadFrom = from, ahead
		runtime.GOMAXPROCS(procs)
	})
}

func (s *shelf) Place(table int, first, rows uint32) []byte {
	switch {
	case table == TableBytes:
		s.text = true
		return s.rows[table][first : first+rows]
	case table < FixedTables:
		return nil
	}
	s.placed++
	at, n := int(first)*s.stride[table], int(rows)*s.stride[table]
	return s.rows[table][at : at+n]
}

// readOnto reads a file by NextInto.
func readOnto(src io.Reader, o Options) (s *shelf, err error) {
	r, err := NewReader(src, o)
	if err != nil {
		return nil, err
	}
	return readAllOnto(r)
}

func newShelf(r *Reader) *shelf {
	s := new(shelf)
	for i := range r.Schema().Tables {
		stride := int(r.Schema().Tables[i].Stride)
		s.stride = append(s.stride, stride)
		var rows []byte // nil for none, as the other ways of reading have it
		if n := int(r.Rows(i)); n > 0 {
			rows = make([]byte, stride*n)
		}
		s.rows = append(s.rows, rows)
	}
	return s
}

func readAllOnto(r *Reader) (s *shelf, err error) {
	defer r.Stop()
	s = newShelf(r)
	for {
		b, err := r.NextInto(s)
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		if b.Shared == b.Placed && r.stage.memory {
			return nil, errors.New("a block is in the file's memory, or in its place")
		}
		s.take(b)
	}
}

// take keeps the rows of a block as they are in the file.
func (s *shelf) take(b Block) {
	if b.Settled {
		invert(b.Data)
	}
	if !b.Placed {
		copy(s.rows[b.Table][int(b.First)*s.stride[b.Table]:], b.Data)
	}
}

func TestPlacedRowsAreThoseOfTheBuffer(t *testing.T) {
	for _, o := range []WriterOptions{{}, {BlockBytes: 80_000}, {Align: 4096}} {
		file := writeLevel(t, 6000, false, o)
		want := allRows(t, file)
		for _, src := range []io.Reader{bytes.NewReader(file), iotest.HalfReader(bytes.NewReader(file)), iotest.DataErrReader(bytes.NewReader(file))} {
			s, err := readOnto(src, Options{})
			require.NoError(t, err)
			_, whole := src.(*bytes.Reader)
			require.Equal(t, whole, s.text)
			if whole {
				require.Positive(t, s.placed)
				require.Positive(t, s.seen.Load())
			}
			for i := range want {
				require.True(t, bytes.Equal(want[i], s.rows[i]), "table %d", i)
			}
		}
	}
}

// While the format's own tables are looked at, the rows behind them are read
// already, short blocks among them left out; what comes is the same.
func TestRowsAreReadBesideTheFormatsTables(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skipf("%s has one thread: nothing is read beside anything", runtime.GOOS)
	}
	for _, o := range []WriterOptions{{}, {BlockBytes: 70_000}} {
		file := writeLevel(t, 30_000, false, o)
		want := allRows(t, file)
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		short := 0
		for _, b := range r.Blocks() {
			if b.Table >= FixedTables && b.Stored < placeFrom {
				short++
			}
		}
		require.Positive(t, short)
		s := newShelf(r)
		for {
			b, err := r.NextInto(s)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			if b.Table == TableNode {
				require.Positive(t, s.placed, "nothing is under way")
			}
			s.take(b)
		}
		r.Stop()
		for i := range want {
			require.True(t, bytes.Equal(want[i], s.rows[i]), "table %d", i)
		}
	}
}

// someShelf has no place for the rows of some tables, as a loader has none for rows
// that it converts.
type someShelf struct {
	*shelf
	none map[int]bool
}

func (s someShelf) Place(table int, first, rows uint32) []byte {
	if s.none[table] {
		return nil
	}
	return s.shelf.Place(table, first, rows)
}

// Long blocks are read ahead even where they have no place, into memory that serves
// one after the other.
func TestRowsWithoutAPlaceAreReadAheadToo(t *testing.T) {
	placeAll(t)
	for _, none := range []map[int]bool{{tBody: true}, {tVertex: true, tJoint: true}, {tBody: true, tJoint: true, tTrigger: true, tVertex: true, tPart: true, tTag: true}} {
		for _, o := range []WriterOptions{{BlockBytes: 8000}, {BlockBytes: 200_000}} {
			file := writeLevel(t, 6000, false, o)
			want := allRows(t, file)
			r, err := NewReader(bytes.NewReader(file), Options{})
			require.NoError(t, err)
			s := newShelf(r)
			for {
				b, err := r.NextInto(someShelf{s, none})
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				require.False(t, b.Placed && none[b.Table])
				s.take(b)
			}
			r.Stop()
			for i := range want {
				require.True(t, bytes.Equal(want[i], s.rows[i]), "table %d", i)
			}
		}
	}
}

func TestPlacedRowsOfAFileInMemory(t *testing.T) {
	for _, o := range []WriterOptions{{}, {BlockBytes: 80_000}, {Align: 4096}} {
		file := writeLevel(t, 6000, false, o)
		want, clean := allRows(t, file), bytes.Clone(file)
		var r Reader
		for range 2 {
			require.NoError(t, r.ResetBytes(file, Options{}))
			s, err := readAllOnto(&r)
			require.NoError(t, err)
			require.True(t, s.text)
			require.Positive(t, s.placed)
			require.Positive(t, s.seen.Load())
			for i := range want {
				require.True(t, bytes.Equal(want[i], s.rows[i]), "table %d", i)
			}
		}
		require.True(t, bytes.Equal(clean, file), "the file has been written to")
		file[len(file)/2] ^= 1
		require.NoError(t, r.ResetBytes(file, Options{}))
		_, err := readAllOnto(&r)
		require.Error(t, err)
	}
}

func TestDamageIsFoundInPlacedBlocksToo(t *testing.T) {
	file := writeLevel(t, 6000, false, WriterOptions{BlockBytes: 80_000})
	var e *Error
	step := 7919
	if testing.Short() {
		step *= 10
	}
	for at := 0; at < len(file); at += step {
		file[at] ^= 4
		_, err := readOnto(bytes.NewReader(file), Options{})
		require.ErrorAs(t, err, &e, "byte %d", at)
		file[at] ^= 4
		_, err = readOnto(bytes.NewReader(file[:at]), Options{})
		require.ErrorIs(t, err, ErrTruncated, "cut to %d", at)
		gone := errors.New("gone")
		_, err = readOnto(io.MultiReader(bytes.NewReader(file[:at]), iotest.ErrReader(gone)), Options{})
		require.ErrorIs(t, err, gone, "cut to %d", at)
	}
	_, err := readOnto(bytes.NewReader(append(file, 1)), Options{})
	require.ErrorIs(t, err, ErrTrailing)
}

// A file that is not all there is asked no memory for the strings that it claims
// to have, and strings that came compressed take the reader's way.
func TestStringsAreReadToTheirPlaceIfTheyAreThere(t *testing.T) {
	file := writeLevel(t, 6000, false, WriterOptions{})
	cut := file[:len(file)-1]
	for _, src := range []io.Reader{bytes.NewReader(cut), bytes.NewBuffer(file)} {
		r, err := NewReader(src, Options{})
		require.NoError(t, err)
		s := newShelf(r)
		_, err = r.NextInto(s)
		require.NoError(t, err)
		require.False(t, s.text)
		r.Stop()
	}
	if canEncode(CodecLZ4) != nil {
		t.Skip("built without LZ4: strings that came compressed are not tried")
	}
	want := allRows(t, file)
	small := writeLevel(t, 6000, false, WriterOptions{Codec: CodecLZ4})
	s, err := readOnto(bytes.NewReader(small), Options{})
	require.NoError(t, err)
	require.False(t, s.text)
	require.True(t, bytes.Equal(want[TableBytes], s.rows[TableBytes]))
}

// Of the strings that are read to their place one must not begin within a rune,
// and ids must ascend, in whichever block that shows.
func TestPlacedStringsAreChecked(t *testing.T) {
	file := writeLevel(t, 6000, false, WriterOptions{})
	for at := range 4 {
		bad := bytes.Clone(file)
		r, err := NewReader(bytes.NewReader(bad), Options{})
		require.NoError(t, err)
		for _, b := range r.Blocks() {
			data := bad[b.Offset:][:b.Stored]
			switch {
			case at == 0 && b.Table == TableBytes: // two bytes that are one rune, over a border of strings
				copy(data, bytes.Repeat([]byte("\xc3\xa9"), len(data)/2))
			case at == 1 && b.Table == TableBytes:
				data[len(data)-1] = 0xff
			case at == 2 && b.Table == TableIDs:
				copy(data[12:24], data[:12])
			case at == 3 && b.Table == TableStr:
				data[12]++ // the length of string 1
			}
		}
		bad = repair(bad)
		_, err = readOnto(bytes.NewReader(bad), Options{})
		require.ErrorIs(t, err, []error{ErrUTF8, ErrUTF8, ErrOrder, ErrSpan}[at], "%d", at)
		require.Equal(t, Verify(bytes.NewReader(bad), Options{}).Error(), err.Error())
	}
}

// Blocks that are plain ASCII are not asked again where their strings begin, the
// ones behind them are: one block after the other is given a rune that goes over
// a border of strings.
func TestRunesOverStringBordersAreFoundInAnyBlock(t *testing.T) {
	file := writeLevel(t, 300, false, WriterOptions{BlockBytes: 256})
	r, err := NewReader(bytes.NewReader(file), Options{})
	require.NoError(t, err)
	strs := allRows(t, file)[TableStr]
	blocks := 0
	for _, b := range r.Blocks() {
		if b.Table != TableBytes {
			continue
		}
		for row := 1; row < len(strs)/8; row++ {
			start := binary.LittleEndian.Uint32(strs[8*row:])
			if start <= b.First || start >= b.First+b.Rows {
				continue
			}
			bad := bytes.Clone(file)
			copy(bad[b.Offset+int64(start-b.First)-1:], "\xc3\xa9")
			bad = repair(bad)
			var e *Error
			for way, read := range map[string]func() error{
				"file":   func() error { return Verify(bytes.NewReader(bad), Options{}) },
				"stream": func() error { return Verify(bytes.NewBuffer(bad), Options{}) },
				"placed": func() error { _, err := readOnto(bytes.NewReader(bad), Options{}); return err },
			} {
				err := read()
				require.ErrorIs(t, err, ErrUTF8, "string %d, %s", row, way)
				require.ErrorAs(t, err, &e)
				require.EqualValues(t, row, e.Row, way)
			}
			blocks++
			break
		}
	}
	require.Greater(t, blocks, 5)
}

// countedReads counts the reads of a source that can only be read.
type countedReads struct {
	io.Reader
	n int
}

func (c *countedReads) Read(b []byte) (int, error) {
	c.n++
	return c.Reader.Read(b)
}

// A read of a file is a call of the system. A reader that has seen a short file
// takes the next one by one read, and needs one more to see that it ends there.
func TestAShortFileComesByOneRead(t *testing.T) {
	file := writeLevel(t, 3000, false, WriterOptions{})
	require.Less(t, len(file), stageWhole)
	require.Greater(t, len(file), stageFull, "a window has all of it anyway")
	want := allRows(t, file)
	var r Reader
	for turn := range 3 {
		src := &countedReads{Reader: bytes.NewReader(file)}
		require.NoError(t, r.Reset(src, Options{}))
		s, err := readAllOnto(&r)
		require.NoError(t, err)
		require.Equal(t, want, s.rows)
		if turn > 0 {
			require.Equal(t, 2, src.n, "turn %d", turn)
		}
	}
}

// A reader that is kept for the next file must not keep the memory of the last one.
func TestAReaderForgetsThePlacesOfItsBlocks(t *testing.T) {
	placeAll(t)
	for _, o := range []WriterOptions{{}, {BlockBytes: 512}} {
		file := writeLevel(t, 8000, false, o)
		require.Greater(t, len(file), stageWhole, "or it comes by one read")
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		for _, stop := range []int{1, 5, len(r.Blocks()) + 1} {
			require.NoError(t, r.Reset(bytes.NewReader(file), Options{}))
			s, held := newShelf(r), 0
			for range stop {
				b, err := r.NextInto(s)
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				s.take(b)
				if b.Placed && b.Table >= FixedTables {
					held++
				}
			}
			require.True(t, stop < 6 || held > 0 && r.ahead != nil)
			r.Stop()
			if r.ahead == nil {
				continue
			}
			for i := range r.ahead.runs {
				for k := range r.ahead.runs[i].ring {
					at := &r.ahead.runs[i].ring[k]
					require.True(t, at.dst == nil && at.place == nil, "run %d, block %d, after %d blocks", i, k, stop)
				}
			}
		}
	}
}

// callsAt counts the reads of a source that can be read at any place.
type callsAt struct {
	*bytes.Reader
	reads atomic.Int32
}

func (c *callsAt) ReadAt(p []byte, at int64) (int, error) {
	c.reads.Add(1)
	return c.Reader.ReadAt(p, at)
}

// Where blocks begin on pages, the padding behind one may be as long as the block.
func TestPaddingComesByOneRead(t *testing.T) {
	placeAll(t)
	src := &callsAt{Reader: bytes.NewReader(writeLevel(t, 200, false, WriterOptions{Align: 1 << 14}))}
	r, err := NewReader(src, Options{})
	require.NoError(t, err)
	_, err = readAllOnto(r)
	require.NoError(t, err)
	require.Less(t, int(src.reads.Load()), 3*len(r.Blocks()))
}

// Next goes on with the Placer of NextInto, and says what it has done.
func TestNextAfterNextInto(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 3000, false, WriterOptions{BlockBytes: 4096})
	want := allRows(t, file)
	for n := range 5 {
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		s := newShelf(r)
		for i := 0; ; i++ {
			var b Block
			if i%5 <= n {
				b, err = r.NextInto(s)
			} else {
				b, err = r.Next()
			}
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			s.take(b)
		}
		require.Equal(t, want, s.rows, "%d of 5 calls", n+1)
	}
}
