package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// finished is the file of a level of 2000 bodies, in many blocks, as one core or two write
// it. edit may spoil rows of it.
func finished(t *testing.T, cores int, o WriterOptions, out io.WriterAt, edit func(i int, row []byte)) error {
	t.Helper()
	if canEncode(o.Codec) != nil {
		t.Skipf("%v is not built in", o.Codec)
	}
	from, procs := behindFrom, runtime.GOMAXPROCS(cores)
	behindFrom = 0
	defer func() {
		behindFrom = from
		runtime.GOMAXPROCS(procs)
	}()
	if runtime.GOMAXPROCS(0) != cores {
		t.Skipf("Go has no %d cores on %s", cores, runtime.GOARCH)
	}
	o.BlockBytes = 1 << 10
	w, err := NewWriter(testSchema(), o)
	require.NoError(t, err)
	defer w.Close()
	l := &levelFiller{t: t, w: w}
	b := make([]byte, 72)
	for i := range 2000 {
		row, err := w.Node(tBody, 0, 0)
		l.ok(err)
		name := l.str("body-%d", i*i)
		l.ok(w.ID(name, tBody, row))
		binary.LittleEndian.PutUint32(b, name)
		binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(i%7)))
		if edit != nil {
			edit(i, b)
		}
		l.ok(w.Put(tBody, row, b))
	}
	w.fin.Writer = w
	require.Equal(t, cores > 1 && o.Codec != CodecNone, w.fin.forTwo())
	_, err = w.Finish(out)
	return err
}

func TestTwoCoresWriteTheSameFile(t *testing.T) {
	for _, codec := range []Codec{CodecLZ4, CodecZstd} {
		for _, memory := range []int64{0, 1} {
			o := WriterOptions{Codec: codec, Memory: memory, Spool: func() (Spool, error) { return new(buf), nil }}
			var one, two Buffer
			require.NoError(t, finished(t, 1, o, &one, nil))
			require.NoError(t, finished(t, 2, o, &two, nil))
			require.NoError(t, Verify(bytes.NewReader(two), Options{}))
			require.True(t, bytes.Equal(one, two), "%v, memory %d", codec, memory)
		}
	}
}

// stuckSpool cannot be closed.
type stuckSpool struct{ *buf }

func (stuckSpool) Close() error { return errStuck }

var errStuck = errors.New("stuck")

func TestASpoolThatCannotBeClosedIsAnError(t *testing.T) {
	w, err := NewWriter(testSchema(), WriterOptions{BlockBytes: 1 << 10, Memory: 1, Spool: func() (Spool, error) { return stuckSpool{new(buf)}, nil }})
	require.NoError(t, err)
	fillLevel(t, w, 3000, true)
	require.ErrorIs(t, w.Close(), errStuck)
	require.NoError(t, w.Close(), "it is closed")
}

func TestASpoolThatIsNilIsAnError(t *testing.T) {
	w, err := NewWriter(testSchema(), WriterOptions{BlockBytes: 1 << 10, Memory: 1, Spool: func() (Spool, error) { return nil, nil }})
	require.NoError(t, err)
	for range 2000 {
		if _, err = w.Node(tBody, 0, 0); err != nil {
			break
		}
	}
	if err == nil {
		_, err = w.Finish(new(Buffer))
	}
	require.ErrorIs(t, err, ErrNoSpool)
	require.NoError(t, w.Close())
}

// failsAt fails at a call.
type failsAt struct {
	Buffer
	call int
}

var errFull = errors.New("the disk is full")

func (f *failsAt) WriteAt(p []byte, off int64) (int, error) {
	if f.call--; f.call == 0 {
		return 0, errFull
	}
	return f.Buffer.WriteAt(p, off)
}

func TestTwoCoresFailLikeOne(t *testing.T) {
	nan := func(i int, row []byte) {
		if i == 1500 {
			binary.LittleEndian.PutUint32(row[4:], math.Float32bits(float32(math.NaN())))
		}
	}
	var all failsAt
	require.NoError(t, finished(t, 1, WriterOptions{}, &all, nil))
	file, err := OpenFile(bytes.NewReader(all.Buffer), int64(len(all.Buffer)), Options{})
	require.NoError(t, err)
	calls := -all.call
	for name, c := range map[string]struct {
		call int
		edit func(int, []byte)
		want error
	}{
		"the first block":           {1, nil, errFull},
		"a block":                   {40, nil, errFull},
		"the head":                  {calls, nil, errFull},
		"a row":                     {math.MaxInt, nan, ErrFinite},
		"a block in front of a row": {2, nan, errFull},
	} {
		for _, codec := range []Codec{CodecNone, CodecLZ4, CodecZstd} {
			o := WriterOptions{Codec: codec}
			one := finished(t, 1, o, &failsAt{call: c.call}, c.edit)
			two := finished(t, 2, o, &failsAt{call: c.call}, c.edit)
			require.ErrorIs(t, one, c.want, name)
			require.EqualError(t, two, one.Error(), name)
			if e := (*Error)(nil); codec == CodecNone && errors.As(two, &e) && e.Row == 1500 {
				b := file.Blocks()[slices.IndexFunc(file.Blocks(), func(b BlockInfo) bool { return b.Table == tBody && b.First+b.Rows > 1500 })]
				require.Equal(t, b.Offset+int64(1500-b.First)*72+4, e.Offset)
			}
		}
	}
}

// panics panics at a call.
type panics struct{ failsAt }

func (p *panics) WriteAt(b []byte, off int64) (int, error) {
	if n, err := p.failsAt.WriteAt(b, off); err == nil {
		return n, nil
	}
	panic("no such file")
}

// A panic on the other goroutine would end the program, whatever the caller recovers.
func TestAPanicOfTheFileComesToTheCaller(t *testing.T) {
	for cores := range 2 {
		require.PanicsWithValue(t, "no such file", func() {
			_ = finished(t, 1+cores, WriterOptions{Codec: CodecLZ4}, &panics{failsAt{call: 2}}, nil)
		})
	}
}
