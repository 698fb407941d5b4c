package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func newTestWriter(t *testing.T) *Writer {
	w, err := NewWriter(testSchema(), WriterOptions{})
	require.NoError(t, err)
	return w
}

func TestWriterRefusesWrongOptions(t *testing.T) {
	for _, o := range []WriterOptions{{Align: 32}, {Align: 96}, {Align: 1 << 17}, {BlockBytes: 63}, {BlockBytes: 1 << 25}, {Memory: -1}, {Codec: 9},
		{Meta: Props{0xc0}}, {Meta: make(Props, 2<<20)}} {
		_, err := NewWriter(testSchema(), o)
		require.Error(t, err, "%+v", o)
	}
	_, err := NewWriter(&Schema{Tables: []Table{{Name: "x", Class: ClassNode}}}, WriterOptions{})
	require.ErrorIs(t, err, ErrSchema)
}

func TestWriterRefusesWrongCalls(t *testing.T) {
	w := newTestWriter(t)
	calls := map[string]func() error{
		"Node of an array":   func() error { _, err := w.Node(tVertex, 0, 0); return err },
		"Node of a fixed":    func() error { _, err := w.Node(TableNode, 0, 0); return err },
		"Node of nothing":    func() error { _, err := w.Node(99, 0, 0); return err },
		"Node too deep":      func() error { _, err := w.Node(tBody, 1, 0); return err },
		"Node at -1":         func() error { _, err := w.Node(tBody, -1, 0); return err },
		"Put unreserved":     func() error { return w.Put(tBody, 0, make([]byte, 72)) },
		"Put of nothing":     func() error { return w.Put(-1, 0, nil) },
		"Append to a kind":   func() error { _, err := w.Append(tBody, 0, make([]byte, 72)); return err },
		"Append, no owner":   func() error { _, err := w.Append(tVertex, 0, make([]byte, 8)); return err },
		"Append of a part":   func() error { _, err := w.Append(tVertex, 0, make([]byte, 7)); return err },
		"ID of no string":    func() error { return w.ID(5, tBody, 0) },
		"Patch of no row":    func() error { return w.PatchRef(tBody, 0, 52, 0, -1) },
		"Prop of no row":     func() error { return w.Prop(tBody, 0, Props{0x80}) },
		"Src of no row":      func() error { return w.Src(tBody, 0, 0, 1, 1) },
		"Chunk of no string": func() error { return w.Chunk(5) },
	}
	for name, call := range calls {
		require.ErrorIs(t, call(), ErrWriter, name)
	}
	_, err := w.String([]byte{0xff})
	require.ErrorIs(t, err, ErrUTF8)
	_, err = w.StringOf("a\xff")
	require.ErrorIs(t, err, ErrUTF8)
	a, err := w.StringOf("a")
	require.NoError(t, err)
	b, err := w.String([]byte("a"))
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Equal(t, "a", string(w.Text(a)), "nothing of what was refused is left")
	_, err = w.Node(tBody, 0, 0)
	require.NoError(t, err)
	require.ErrorIs(t, w.Put(tBody, 0, make([]byte, 71)), ErrWriter)
	require.NoError(t, w.Put(tBody, 0, make([]byte, 72)))
	require.ErrorIs(t, w.Put(tBody, 0, make([]byte, 72)), ErrWriter, "twice")
	require.ErrorIs(t, w.PatchRef(tBody, 0, 53, 0, -1), ErrWriter, "no field begins there")
	require.ErrorIs(t, w.PatchRef(tBody, 0, 52, 0, tBody), ErrWriter, "a ref, not an anyref")
	require.ErrorIs(t, w.PatchRef(tBody, 0, 52, math.MaxUint32, -1), ErrWriter, "row+1 would be null")
	_, err = w.Finish(nil)
	require.ErrorIs(t, err, ErrWriter)
	require.ErrorIs(t, w.Prop(tBody, 0, Props{0xc0}), ErrProps)
	require.NoError(t, w.Close())
	require.NoError(t, w.Close())
	require.ErrorIs(t, w.Put(tBody, 0, nil), ErrWriter)
	_, err = w.StringOf("a")
	require.ErrorIs(t, err, ErrWriter)
	_, err = w.Finish(new(buf))
	require.ErrorIs(t, err, ErrWriter)
}

func TestFinishRefusesWhatNoReaderWouldTake(t *testing.T) {
	le := binary.LittleEndian
	cases := map[string]struct {
		err error
		do  func(w *Writer, row []byte) error
	}{
		"a bool of 2":       {ErrRange, func(w *Writer, row []byte) error { row[33] = 2; return nil }},
		"a gap":             {ErrGap, func(w *Writer, row []byte) error { row[61] = 2; return nil }},
		"a symbol":          {ErrRange, func(w *Writer, row []byte) error { row[32] = 9; return nil }},
		"a NaN":             {ErrFinite, func(w *Writer, row []byte) error { le.PutUint32(row[4:], 0x7fc00000); return nil }},
		"no such string":    {ErrWriter, func(w *Writer, row []byte) error { le.PutUint32(row, 9); return nil }},
		"a ref too far":     {ErrRange, func(w *Writer, row []byte) error { return w.PatchRef(tBody, 0, 52, 1, -1) }},
		"a span of nothing": {ErrSpan, func(w *Writer, row []byte) error { le.PutUint32(row[40:], 1); return nil }},
		"elements uncounted": {ErrSpan, func(w *Writer, row []byte) error {
			_, err := w.Append(tVertex, 0, make([]byte, 16))
			le.PutUint32(row[40:], 1)
			return err
		}},
		"an id twice": {ErrWriter, func(w *Writer, row []byte) error {
			s, _ := w.String([]byte("x"))
			return errors.Join(w.ID(s, tBody, 0), w.ID(s, tBody, 0))
		}},
		"properties twice": {ErrWriter, func(w *Writer, row []byte) error {
			return errors.Join(w.Prop(tBody, 0, Props{0x80}), w.Prop(tBody, 0, Props{0x80}))
		}},
		"positions twice": {ErrWriter, func(w *Writer, row []byte) error {
			return errors.Join(w.Src(tBody, 0, 0, 1, 1), w.Src(tBody, 0, 0, 1, 1))
		}},
	}
	for name, c := range cases {
		w := newTestWriter(t)
		_, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
		row := make([]byte, 72)
		require.NoError(t, c.do(w, row), name)
		require.NoError(t, w.Put(tBody, 0, row))
		_, err = w.Finish(new(buf))
		require.ErrorIs(t, err, c.err, name)
		require.NoError(t, w.Close())
	}
	w := newTestWriter(t)
	_, err := w.Node(tBody, 0, 0)
	require.NoError(t, err)
	_, err = w.Finish(new(buf))
	require.ErrorContains(t, err, "never Put")
}

type failing struct{ err error }

func (f failing) WriteAt([]byte, int64) (int, error) { return 0, f.err }

func TestWriterPassesOnErrorsOfItsFiles(t *testing.T) {
	full := errors.New("the disk is full")
	w := newTestWriter(t)
	_, err := w.Finish(failing{full})
	require.ErrorIs(t, err, full)
	w, err = NewWriter(testSchema(), WriterOptions{Memory: 1, BlockBytes: 64, Spool: func() (Spool, error) { return nil, full }})
	require.NoError(t, err)
	for err == nil {
		_, err = w.Node(tJoint, 0, 0)
		if err == nil {
			err = w.Put(tJoint, w.tables[tJoint].rows-1, make([]byte, 20))
		}
	}
	require.ErrorIs(t, err, full)
}

// endingSpool says io.EOF together with its last bytes, as an io.ReaderAt may.
type endingSpool struct{ buf }

func (s *endingSpool) ReadAt(p []byte, off int64) (int, error) {
	n := copy(p, s.b[off:])
	if n == len(s.b)-int(off) {
		return n, io.EOF
	}
	return n, nil
}

func TestASpoolMayEndWithItsLastBytes(t *testing.T) {
	o := WriterOptions{BlockBytes: 1024}
	want := testLevel(t, 3000, o)
	spool := new(endingSpool)
	o.Memory, o.Spool = 1, func() (Spool, error) { return spool, nil }
	require.True(t, bytes.Equal(want, testLevel(t, 3000, o)))
	require.NotEmpty(t, spool.b)
}

// lazy takes one byte less than it is given, once it has been called some times, and says
// nothing.
type lazy struct {
	buf
	calls int
}

func (l *lazy) WriteAt(p []byte, off int64) (int, error) {
	if l.calls--; l.calls < 0 {
		p = p[1:]
	}
	return l.buf.WriteAt(p, off)
}

func TestAFileThatTakesLessWithoutAnErrorIsRefused(t *testing.T) {
	for calls := 0; ; calls++ {
		w := newTestWriter(t)
		_, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
		require.NoError(t, w.Put(tBody, 0, make([]byte, 72)))
		out := &lazy{calls: calls}
		if _, err = w.Finish(out); out.calls >= 0 {
			require.NoError(t, err)
			require.Greater(t, calls, 2)
			break
		}
		require.ErrorIs(t, err, io.ErrShortWrite)
	}
	m := memory{open: func() (Spool, error) { return new(lazy), nil }}
	s := rowStore{stride: 4, perBlock: 4}
	require.NoError(t, s.append(&m, make([]byte, 16)))
	require.ErrorIs(t, s.append(&m, make([]byte, 4)), io.ErrShortWrite)
}

// TestBytesDoNotDependOnTheOrderOfCalls writes two levels that are alike but
// for the order in which strings, rows, elements and ids come.
func TestBytesDoNotDependOnTheOrderOfCalls(t *testing.T) {
	le := binary.LittleEndian
	write := func(backwards bool) []byte {
		w := newTestWriter(t)
		if backwards {
			for _, s := range []string{"unused", "z", "b", "a"} {
				_, err := w.String([]byte(s))
				require.NoError(t, err)
			}
		}
		order := []uint32{0, 1, 2}
		for range order {
			_, err := w.Node(tBody, 0, 0)
			require.NoError(t, err)
		}
		if backwards {
			order = []uint32{2, 1, 0}
		}
		for _, row := range order {
			name, err := w.String([]byte{byte('a' + row)})
			require.NoError(t, err)
			require.NoError(t, w.ID(name, tBody, row))
			b := make([]byte, 72)
			le.PutUint32(b, name)
			le.PutUint32(b[40:], row)
			if row > 0 {
				v := make([]byte, 8*row)
				v[0] = byte(row)
				_, err = w.Append(tVertex, row, v)
				require.NoError(t, err)
			}
			require.NoError(t, w.Put(tBody, row, b))
			require.NoError(t, w.PatchRef(tBody, row, 52, (row+1)%3, -1))
			require.NoError(t, w.Prop(tBody, row, Props{0x81, 0xa1, 'k', byte(row)}))
			require.NoError(t, w.Src(tBody, row, name, row, row))
		}
		var out buf
		_, err := w.Finish(&out)
		require.NoError(t, err)
		return out.b
	}
	a, b := write(false), write(true)
	require.NoError(t, Verify(bytes.NewReader(a), Options{}))
	require.True(t, bytes.Equal(a, b))
}

func TestMemoryOfAWriterIsBoundedByItsLimit(t *testing.T) {
	const limit = 1 << 20
	w, err := NewWriter(testSchema(), WriterOptions{Memory: limit, BlockBytes: 1 << 14, Spool: func() (Spool, error) { return new(buf), nil }})
	require.NoError(t, err)
	row := make([]byte, 72)
	l := &levelFiller{t: t, w: w}
	for range 100_000 { // 7.2 MB
		at, err := w.Node(tBody, 0, 0)
		l.ok(err)
		l.ok(w.Put(tBody, at, row))
		if w.mem.used >= limit+1<<16 {
			require.Less(t, w.mem.used, int64(limit+1<<16))
		}
	}
	require.Greater(t, w.mem.end, int64(6<<20))
	var out buf
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, Verify(bytes.NewReader(out.b), Options{}))
}

func TestLongStringsAndLongPropertiesSpanBlocks(t *testing.T) {
	w, err := NewWriter(testSchema(), WriterOptions{BlockBytes: 64})
	require.NoError(t, err)
	long := bytes.Repeat([]byte("日本"), 500)
	var p PropBuilder
	for i := range 5 {
		row, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
		s, err := w.String(append(long[:len(long)-6*i], byte('0'+i)))
		require.NoError(t, err)
		b := make([]byte, 72)
		binary.LittleEndian.PutUint32(b, s)
		require.NoError(t, w.Put(tBody, row, b))
		require.NoError(t, w.ID(s, tBody, row))
		p.Reset()
		p.Key("x")
		p.Bytes(make([]byte, 50*i))
		props, err := p.Finish()
		require.NoError(t, err)
		require.NoError(t, w.Prop(tBody, row, props))
	}
	var out buf
	_, err = w.Finish(&out)
	require.NoError(t, err)
	require.NoError(t, Verify(bytes.NewReader(out.b), Options{}))
	got, err := readChunks(out.b, Options{})
	require.NoError(t, err)
	require.Equal(t, allRows(t, out.b), got)
}

func TestBlocksOfTheGreatestSizeAreRead(t *testing.T) {
	for _, codec := range []Codec{CodecNone, CodecLZ4, CodecZstd} {
		if canEncode(codec) != nil || testing.Short() && codec == CodecZstd { // the longer run has it
			continue
		}
		w, err := NewWriter(testSchema(), WriterOptions{BlockBytes: maxRaw, Codec: codec})
		require.NoError(t, err)
		row := make([]byte, 20)
		for range maxRaw/20 + 10 {
			at, err := w.Node(tJoint, 0, 0)
			if err != nil || w.Put(tJoint, at, row) != nil {
				t.Fatal(err)
			}
		}
		var out buf
		_, err = w.Finish(&out)
		require.NoError(t, err)
		r, err := NewReader(bytes.NewReader(out.b), Options{})
		require.NoError(t, err)
		largest := 0
		for {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			largest = max(largest, len(b.Data))
		}
		require.Equal(t, maxRaw/20/16*16*20, largest, codec) // 16 rows are five cache lines
	}
}

// So that rows which are read to where they stay begin a cache line in each block.
func TestBlocksAreWholeLines(t *testing.T) {
	for _, bytesOf := range []int{0, 4 << 10, 1 << 10} {
		rows := 30000
		if testing.Short() && bytesOf > 0 {
			rows = 3000
		}
		file := writeLevel(t, rows, false, WriterOptions{BlockBytes: bytesOf})
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		blocks := r.Blocks()
		odd := 0
		for i := range blocks[1:] {
			b := &blocks[i]
			if stride := int(r.Schema().Tables[b.Table].Stride); b.Table == blocks[i+1].Table && stride > 1 { // $bytes ends with a string
				require.Zero(t, b.Stored%64, "%d bytes of rows of %d", b.Stored, stride)
				require.Positive(t, b.Stored)
				if stride%64 != 0 && 64%stride != 0 {
					odd++
				}
			}
		}
		require.Positive(t, odd)
	}
	o := WriterOptions{BlockBytes: 100} // has no 16 rows of 20 bytes
	require.Equal(t, 5, o.perBlock(20))
}

// So that a table that is mapped is one mapping.
func TestBlocksThatBeginPagesAreWholePages(t *testing.T) {
	for _, align := range []int{4 << 10, 16 << 10, 64 << 10} {
		if testing.Short() && align != 16<<10 { // the longer run has all
			continue
		}
		file := writeLevel(t, 30000, false, WriterOptions{Align: align})
		require.NoError(t, Verify(bytes.NewReader(file), Options{}))
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		blocks := r.Blocks()
		long := 0
		for i := range blocks[1:] {
			if blocks[i].Table == blocks[i+1].Table {
				require.Zero(t, blocks[i].Stored%align)
				require.Equal(t, blocks[i].Offset+int64(blocks[i].Stored), blocks[i+1].Offset)
				long++
			}
		}
		require.Positive(t, long)
	}
}

// moody is a spool that fails now and then.
type moody struct {
	buf
	calls int
}

var errMood = errors.New("not now")

func (m *moody) WriteAt(b []byte, off int64) (int, error) {
	if m.calls++; m.calls%3 == 0 {
		return 0, errMood
	}
	return m.buf.WriteAt(b, off)
}

// A row that could not be taken because the spool failed can be given again: what
// went there before is where it was.
func TestWriterGoesOnAfterItsSpoolHasFailed(t *testing.T) {
	write := func(o WriterOptions) []byte {
		m := memory{limit: o.Memory, open: o.Spool}
		stores := [2]rowStore{{stride: 4, perBlock: 4}, {stride: 4, perBlock: 4}}
		failed := 0
		for i := range 400 {
			row := []byte{byte(i), byte(i >> 8), 1, 1}
			for {
				if err := stores[i%2].append(&m, row); err == nil {
					break
				}
				failed++
				require.Less(t, failed, 1000)
			}
		}
		require.Equal(t, o.Spool != nil, failed > 0)
		all := make([]byte, 2*4*200)
		require.NoError(t, stores[0].read(&m, all[:800], 0))
		require.NoError(t, stores[1].read(&m, all[800:], 0))
		return all
	}
	want := write(WriterOptions{})
	got := write(WriterOptions{Memory: 1 << 10, Spool: func() (Spool, error) { return new(moody), nil }})
	require.Equal(t, want, got)
}

// After Finish, and before the first Reset, every call says so and changes nothing.
func TestAWriterThatIsNotOpenSaysSo(t *testing.T) {
	finished := newTestWriter(t)
	_, err := finished.Node(tBody, 0, 0)
	require.NoError(t, err)
	require.NoError(t, finished.Put(tBody, 0, make([]byte, 72)))
	_, err = finished.Finish(new(buf))
	require.NoError(t, err)
	closed := newTestWriter(t)
	require.NoError(t, closed.Close())
	for _, w := range []*Writer{finished, closed, new(Writer)} {
		for _, call := range []func() error{
			func() error { _, err := w.Node(tBody, 0, 0); return err },
			func() error { return w.Put(tBody, 0, make([]byte, 72)) },
			func() error { _, err := w.Append(tVertex, 0, make([]byte, 8)); return err },
			func() error { _, err := w.String([]byte("x")); return err },
			func() error { return w.ID(0, tBody, 0) },
			func() error { return w.PatchRef(tBody, 0, 52, 0, -1) },
			func() error { return w.Prop(tBody, 0, Props{0x80}) },
			func() error { return w.Src(tBody, 0, 0, 1, 1) },
			func() error { return w.Chunk(0) },
			func() error { return w.Label(0) },
			func() error { _, err := w.Finish(new(buf)); return err },
		} {
			err := call()
			require.ErrorIs(t, err, ErrWriter)
			require.ErrorContains(t, err, "the writer is finished, closed or not begun")
		}
		require.Nil(t, w.Text(7))
	}
	require.Nil(t, new(Writer).Schema())
}

func TestAReaderWithoutAFileSaysSo(t *testing.T) {
	var r Reader
	for range 2 {
		_, err := r.Next()
		require.ErrorContains(t, err, "before the first Reset")
	}
	r.Stop()
	r.Skip(3)
	require.Nil(t, r.Schema())
	require.Zero(t, r.Rows(0))
	require.NoError(t, r.ResetBytes(testLevel(t, 1, WriterOptions{}), Options{}))
	_, err := r.Next()
	require.NoError(t, err)
}

// An error of the spool names the table and comes once; what was taken in part is never
// finished.
func TestAWriterWhoseSpoolHasFailedTakesNothing(t *testing.T) {
	full := errors.New("the disk is full")
	o := WriterOptions{Memory: 1, BlockBytes: 64, Spool: func() (Spool, error) { return nil, full }}
	for name, add := range map[string]func(w *Writer) error{
		"joint": func(w *Writer) error {
			row, err := w.Node(tJoint, 0, 0)
			if err != nil {
				return err
			}
			return w.Put(tJoint, row, make([]byte, 20))
		},
		"$propbytes": func(w *Writer) error {
			if w.tables[tJoint].rows == 0 {
				if _, err := w.Node(tJoint, 0, 0); err != nil {
					return err
				}
			}
			return w.Prop(tJoint, 0, Props{0x80})
		},
	} {
		w, err := NewWriter(testSchema(), o)
		require.NoError(t, err)
		for err == nil {
			err = add(w)
		}
		require.ErrorIs(t, err, full)
		var e *Error
		require.ErrorAs(t, err, &e)
		if name == "joint" {
			require.Contains(t, []string{name, "$node"}, e.Table)
		} else {
			require.Equal(t, name, e.Table)
		}
		_, err = w.Node(tJoint, 0, 0)
		require.ErrorIs(t, err, ErrWriter)
		require.ErrorContains(t, err, "or has failed")
		_, err = w.Finish(new(buf))
		require.ErrorIs(t, err, ErrWriter)
		require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
		_, err = w.Node(tJoint, 0, 0)
		require.NoError(t, err)
	}
}
