package format

import (
	"bytes"
	"errors"
	"io"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// liar is a source that from a certain call on is honest about what it has read
// no more.
type liar struct {
	io.Reader
	at    io.ReaderAt
	calls atomic.Int32 // honest ones yet to come
	tell  func(asked, read int) (int, error)
}

func newLiar(file []byte, honest int, tell func(asked, read int) (int, error)) *liar {
	src := bytes.NewReader(file)
	l := &liar{Reader: src, at: src, tell: tell}
	l.calls.Store(int32(honest))
	return l
}

func (l *liar) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.calls.Add(-1) < 0 {
		return l.tell(len(p), n)
	}
	return n, err
}

// farLiar is one that can be read at any place.
type farLiar struct{ *liar }

func (l farLiar) ReadAt(p []byte, at int64) (int, error) {
	n, err := l.at.ReadAt(p, at)
	if l.calls.Add(-1) < 0 {
		return l.tell(len(p), n)
	}
	return n, err
}

func (l farLiar) Seek(off int64, from int) (int64, error) { return l.at.(io.Seeker).Seek(off, from) }

func TestASourceThatReadsMoreThanItWasGivenIsRefused(t *testing.T) {
	placeAll(t)
	rows := 6000
	if testing.Short() {
		rows = 2500
	}
	file := writeLevel(t, rows, false, WriterOptions{BlockBytes: 80_000})
	for name, tell := range map[string]func(asked, read int) (int, error){
		"more":         func(asked, _ int) (int, error) { return asked + 1, nil },
		"more and EOF": func(asked, _ int) (int, error) { return asked + 1, io.EOF },
		"less than 0":  func(int, int) (int, error) { return -1, nil },
	} {
		for _, read := range []func(io.Reader) error{
			func(src io.Reader) error { _, err := readFrom(src, Options{}); return err },
			func(src io.Reader) error { _, err := readOnto(src, Options{}); return err },
			func(src io.Reader) error { _, err := readOnto(src, Options{Check: CheckNone}); return err },
		} {
			requireLiesTold(t, name, errCount, file, tell, read, false)
			requireLiesTold(t, name, errCount, file, tell, read, true)
		}
		requireLiesTold(t, name, errCount, file, tell, func(src io.Reader) error { return readByFile(src, int64(len(file))) }, true)
	}
}

// ReadAt of an io.ReaderAt says why it has read less than was asked for.
func TestASourceThatReadsLessWithoutAnErrorIsRefused(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 6000, false, WriterOptions{BlockBytes: 80_000})
	tell := func(asked, _ int) (int, error) { return asked - 1, nil }
	requireLiesTold(t, "", io.ErrUnexpectedEOF, file, tell, func(src io.Reader) error { return readByFile(src, int64(len(file))) }, true)
	met := 0
	for n := 1; ; n++ { // the first looks whether the file is there, and may say no
		l := newLiar(file, n, tell)
		_, err := readOnto(onlyAt{farLiar{l}}, Options{Check: CheckNone})
		if l.calls.Load() >= 0 {
			require.NoError(t, err)
			require.Greater(t, met, 5)
			break
		}
		met++
		require.ErrorIs(t, err, io.ErrUnexpectedEOF, "after %d calls", n)
	}
}

// onlyAt lies in ReadAt alone.
type onlyAt struct{ farLiar }

func (o onlyAt) Read(p []byte) (int, error) { return o.at.(io.Reader).Read(p) }

func readByFile(src io.Reader, size int64) error {
	f, err := OpenFile(src.(io.ReaderAt), size, Options{Check: CheckNone})
	if err != nil {
		return err
	}
	for i := range f.Chunks() {
		r, err := chunkOf(f, i)
		for err == nil {
			_, err = r.Next()
		}
		if err != io.EOF {
			return err
		}
	}
	return nil
}

// requireLiesTold lets a source lie at each of its calls, the last one included,
// which looks for the end of the file.
func requireLiesTold(t *testing.T, how string, want error, file []byte, tell func(asked, read int) (int, error), read func(io.Reader) error, far bool) {
	t.Helper()
	for n := 0; ; n++ {
		l := newLiar(file, n, tell)
		src := io.Reader(l)
		if far {
			src = farLiar{l}
		}
		err := read(src)
		if l.calls.Load() >= 0 {
			require.NoError(t, err)
			require.Positive(t, n)
			return
		}
		require.ErrorIs(t, err, want, "%s after %d calls", how, n)
		var e *Error
		require.True(t, errors.As(err, &e))
		require.NotErrorIs(t, err, ErrTrailing)
		require.NotErrorIs(t, err, ErrTruncated)
		require.LessOrEqual(t, e.Offset, int64(len(file)))
		require.NotEmpty(t, err.Error())
	}
}

// minusOne is a source that fails as a system call does.
type minusOne struct{ err error }

func (m minusOne) Read([]byte) (int, error)          { return -1, m.err }
func (m minusOne) ReadAt([]byte, int64) (int, error) { return -1, m.err }

// Its own error says more than that no Read returns -1.
func TestASourceThatReturnsMinusOneKeepsItsError(t *testing.T) {
	for _, c := range []struct{ err, want error }{{io.ErrClosedPipe, io.ErrClosedPipe}, {io.EOF, errCount}, {nil, errCount}} {
		_, err := NewReader(minusOne{c.err}, Options{})
		require.ErrorIs(t, err, c.want)
		_, err = OpenFile(minusOne{c.err}, 1<<10, Options{})
		require.ErrorIs(t, err, c.want)
	}
}
