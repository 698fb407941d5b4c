package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// resetAndWrite is writeLevel with a writer that may have been used, and with
// properties, positions and elements that come out of order.
func resetAndWrite(t testing.TB, w *Writer, n int, chunked bool, o WriterOptions) []byte {
	require.NoError(t, w.Reset(testSchema(), o))
	fillWithExtras(t, w, n, chunked)
	var out buf
	_, err := w.Finish(&out)
	require.NoError(t, err)
	return out.b
}

func fillWithExtras(t testing.TB, w *Writer, n int, chunked bool) {
	fillLevel(t, w, n, chunked)
	l := &levelFiller{t: t, w: w}
	file := l.str("level.xml")
	for row := uint32(0); row < w.tables[tBody].rows; row += 3 {
		l.ok(w.Src(tBody, row, file, row, 1))
		l.ok(w.Prop(tBody, row, Props{0x81, 0xa1, 'k', byte(row & 0x7f)}))
	}
}

func TestResetBeginsAFileLikeThatOfANewWriter(t *testing.T) {
	spool := func() (Spool, error) { return new(buf), nil }
	rng := rand.New(rand.NewPCG(3, 4))
	w := new(Writer)
	for i, n := range []int{300, 0, 3000, 1, 40} {
		for _, o := range []WriterOptions{
			{},
			{BlockBytes: 4096},
			{BlockBytes: 256, Memory: 1, Spool: spool},
			{Memory: 1 << 16, Spool: spool, Align: 4096, Meta: Props{0x81, 0xa1, 'k', 1}},
			{Codec: CodecLZ4},
			{Codec: CodecLZ4, Small: true},
			{Codec: CodecZstd, BlockBytes: 1 << 14},
		} {
			if canEncode(o.Codec) != nil {
				continue
			}
			chunked := rng.IntN(2) == 0
			want := resetAndWrite(t, new(Writer), n, chunked, o)
			require.True(t, bytes.Equal(want, resetAndWrite(t, w, n, chunked, o)), "level %d of %d, %+v", i, n, o)
			if rng.IntN(4) == 0 { // the next one follows a file that failed
				require.NoError(t, w.Reset(testSchema(), o))
				fillWithExtras(t, w, 1500, true)
				full := errors.New("the disk is full")
				_, err := w.Finish(&failing{full})
				require.ErrorIs(t, err, full)
			}
		}
	}
}

// A row that nobody puts stands in memory that has been the last file's.
func TestRowsOfTheLastFileAreNotTakenForOnesOfThis(t *testing.T) {
	w := new(Writer)
	resetAndWrite(t, w, 100, false, WriterOptions{})
	require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
	for range 100 {
		_, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
	}
	for row := range uint32(99) {
		require.NoError(t, w.Put(tBody, row, make([]byte, 72)))
	}
	_, err := w.Finish(new(buf))
	require.ErrorContains(t, err, "row 99 of body was reserved by Node and never Put")
	resetAndWrite(t, w, 100, false, WriterOptions{})
	require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
	require.ErrorIs(t, w.Chunk(1), ErrWriter, "a string of the last file")
	require.ErrorIs(t, w.Put(tBody, 0, make([]byte, 72)), ErrWriter, "a row of it")
	_, err = w.Node(tBody, 1, 0)
	require.ErrorIs(t, err, ErrWriter, "a depth after one of it")
	_, err = w.Node(tBody, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(tBody, 0, make([]byte, 72)))
	require.NoError(t, w.PatchRef(tBody, 0, 52, 50, -1))
	_, err = w.Finish(new(buf))
	require.ErrorIs(t, err, ErrRange, "a reference to a row of it")
}

// Elements of elements are placed by the order of their owners, which is a
// file's own.
func TestTheOrderOfElementsIsForgotten(t *testing.T) {
	le := binary.LittleEndian
	write := func(w *Writer, owners ...uint32) []byte {
		require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
		for row := range uint32(len(owners)) {
			_, err := w.Node(tBody, 0, 0)
			require.NoError(t, err)
			body := make([]byte, 72)
			le.PutUint32(body[48:], 1)
			require.NoError(t, w.Put(tBody, row, body))
		}
		for _, owner := range owners {
			part, err := w.Append(tPart, owner, []byte{8: 1, 11: 0})
			require.NoError(t, err)
			tag, err := w.String([]byte{'a' + byte(owner)})
			require.NoError(t, err)
			_, err = w.Append(tTag, part, le.AppendUint32(nil, tag))
			require.NoError(t, err)
			require.NoError(t, w.Prop(tPart, part, Props{0x81, 0xa1, 'k', byte(owner)}))
		}
		var out buf
		_, err := w.Finish(&out)
		require.NoError(t, err)
		return out.b
	}
	want := write(new(Writer), 0, 1, 2, 3)
	w := new(Writer)
	for _, owners := range [][]uint32{{3, 1, 2, 0}, {0, 1, 2, 3}, {2, 3, 0, 1}, {0, 1, 2, 3}} {
		require.Equal(t, want, write(w, owners...), "%v", owners)
	}
}

func TestAWriterWhoseResetFailedTakesNothing(t *testing.T) {
	w := new(Writer)
	_, err := w.Finish(new(buf))
	require.ErrorIs(t, err, ErrWriter, "before the first Reset")
	resetAndWrite(t, w, 100, true, WriterOptions{})
	require.ErrorIs(t, w.Reset(testSchema(), WriterOptions{Align: 3}), ErrWriter)
	refuses := func() {
		_, err = w.Node(tBody, 0, 0)
		require.ErrorIs(t, err, ErrWriter)
		require.ErrorIs(t, w.Put(tBody, 0, make([]byte, 72)), ErrWriter)
		require.ErrorIs(t, w.Chunk(0), ErrWriter)
		require.ErrorIs(t, w.Src(tBody, 0, 0, 1, 1), ErrWriter)
		_, err = w.Finish(new(buf))
		require.ErrorIs(t, err, ErrWriter)
	}
	refuses()
	require.ErrorIs(t, w.Reset(&Schema{Tables: []Table{{Name: "x", Class: ClassNode}}}, WriterOptions{}), ErrSchema)
	refuses()

	bad := errors.New("the spool cannot be closed")
	o := WriterOptions{BlockBytes: 64, Memory: 1, Spool: func() (Spool, error) { return &unclosed{err: bad}, nil }}
	resetAndWrite(t, w, 100, true, o)
	require.ErrorIs(t, w.Reset(testSchema(), WriterOptions{}), bad)
	refuses()
	require.Equal(t, resetAndWrite(t, new(Writer), 9, true, WriterOptions{}), resetAndWrite(t, w, 9, true, WriterOptions{}))
}

// Numbers above 2^31 are negative where an int has 32 bits.
func TestAWriterRefusesNumbersOfNothing(t *testing.T) {
	for _, n := range []uint32{1000, 1 << 31, 1<<32 - 1} {
		w := new(Writer)
		require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
		row, err := w.Node(tBody, 0, 0)
		require.NoError(t, err)
		require.Nil(t, w.Text(n))
		require.ErrorIs(t, w.ID(n, tBody, row), ErrWriter)
		require.ErrorIs(t, w.ID(0, tBody, n), ErrWriter)
		require.ErrorIs(t, w.Src(tBody, row, n, 1, 1), ErrWriter)
		require.ErrorIs(t, w.Chunk(n), ErrWriter)
		require.ErrorIs(t, w.Label(n), ErrWriter)
		body := make([]byte, 72)
		binary.LittleEndian.PutUint32(body[0:], n)
		require.NoError(t, w.Put(tBody, row, body))
		_, err = w.Finish(new(buf))
		require.ErrorIs(t, err, ErrWriter)
	}
}

// unclosed is a spool that cannot be closed.
type unclosed struct {
	buf
	err error
}

func (u *unclosed) Close() error { return u.err }

func TestResetMakesTheSamePlanOnlyOnce(t *testing.T) {
	s := testSchema().Complete()
	w, err := NewWriter(s, WriterOptions{})
	require.NoError(t, err)
	plan := w.plan
	require.NoError(t, w.Reset(s, WriterOptions{}))
	require.Same(t, plan, w.plan, "the same schema")
	require.NoError(t, w.Reset(testSchema(), WriterOptions{}))
	require.Same(t, plan, w.plan, "one that is equal")
	require.Same(t, s, w.Schema())
	other := testSchema()
	other.Tables[0].Attr.Doc = "a body that is not rigid"
	require.NoError(t, w.Reset(other, WriterOptions{}))
	require.NotSame(t, plan, w.plan, "one that differs in what is no part of the rows")
	require.Zero(t, testing.AllocsPerRun(10, func() {
		if w.Reset(other, WriterOptions{}) != nil {
			t.Fatal("Reset")
		}
	}))
}

// TestASecondFileAllocatesNextToNothing: what is left does not depend on the
// number of rows: a word here and there that escapes.
func TestASecondFileAllocatesNextToNothing(t *testing.T) {
	most := 8000
	if testing.Short() {
		most = 1500
	}
	for _, n := range []int{100, most} {
		for _, o := range []WriterOptions{{}, {Codec: CodecLZ4}, {Codec: CodecLZ4, Small: true}} {
			if canEncode(o.Codec) != nil {
				continue
			}
			s := testSchema()
			w, err := NewWriter(s, o)
			require.NoError(t, err)
			var out Buffer
			rows := make([]byte, 72)
			name, props := make([]byte, 0, 16), Props{0x81, 0xa1, 'k', 1}
			write := func() {
				if err := w.Reset(s, o); err != nil {
					t.Fatal(err)
				}
				for i := range n {
					row, _ := w.Node(tBody, 0, 0)
					name = strconv.AppendInt(append(name[:0], "body "...), int64(n-i), 10)
					id, _ := w.String(name)
					_ = w.ID(id, tBody, row)
					_ = w.Src(tBody, row, id, 1, 1)
					_ = w.PatchRef(tBody, row, 52, uint32(n-1-i), -1)
					_ = w.Prop(tBody, row, props)
					rows[40] = 2
					_, _ = w.Append(tVertex, row, rows[56:])
					if err := w.Put(tBody, row, rows); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := w.Finish(&out); err != nil {
					t.Fatal(err)
				}
			}
			write()
			require.LessOrEqual(t, testing.AllocsPerRun(3, write), 8.0, "%d bodies, %+v", n, o)
		}
	}
}

// TestAWriterKeepsABoundedPartOfAHugeFile weighs the heap with a writer that has
// been reset against one without it.
func TestAWriterKeepsABoundedPartOfAHugeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it makes huge files")
	}
	live := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, o := range []WriterOptions{
		{Memory: 16 << 20}, {Memory: 2 << 20}, {Memory: 4 << 20, Codec: CodecLZ4, BlockBytes: maxRaw, Small: true},
		{Memory: 8 << 20, Codec: CodecLZ4, Align: 1 << maxAlign}, {Memory: 8 << 20, Codec: CodecZstd}, {Memory: 8 << 20, BlockBytes: 64},
	} {
		if canEncode(o.Codec) != nil {
			continue
		}
		s := testSchema()
		w, err := NewWriter(s, o)
		require.NoError(t, err)
		fillWithExtras(t, w, 50_000, o.BlockBytes != 64)
		_, err = w.Finish(discard{})
		require.NoError(t, err)
		before := live()
		require.NoError(t, w.Reset(s, o))
		kept := live()
		require.NoError(t, w.Close())
		none := live()
		runtime.KeepAlive(w)
		t.Logf("%+v: %d KiB, %d kept", o, (before-none)>>10, (kept-none)>>10)
		require.LessOrEqual(t, kept-none, o.Memory+keepBesideRows+1<<20, "%+v", o)
		require.Greater(t, kept-none, int64(1<<20), "%+v", o)
	}
}
