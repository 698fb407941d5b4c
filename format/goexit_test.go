package format

import (
	"bytes"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// apart runs f on a goroutine of its own and reports whether it returned. It may also have
// ended with the goroutine; it must not hang.
func apart(t *testing.T, f func()) (returned bool) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
		returned = true
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		require.FailNow(t, "it hangs")
	}
	return returned
}

// leaving is a source that ends the goroutine that reads it after some reads.
type leaving struct {
	*bytes.Reader
	left atomic.Int64
}

func (s *leaving) spend() {
	time.Sleep(time.Microsecond) // for the other goroutine to take its share
	if s.left.Add(-1) < 0 {
		runtime.Goexit()
	}
}

func (s *leaving) Read(p []byte) (int, error) {
	s.spend()
	return s.Reader.Read(p)
}

func (s *leaving) ReadAt(p []byte, off int64) (int, error) {
	s.spend()
	return s.Reader.ReadAt(p, off)
}

// forward is a source that is read in order.
type forward struct{ io.Reader }

// A test's FailNow in a source ends the goroutine. If that is the caller's, its deferred
// calls stop the reader; if it is the reader's own, the caller gets an error.
func TestASourceThatEndsTheGoroutineDoesNotHang(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 12000, false, WriterOptions{BlockBytes: 16 << 10})
	require.Greater(t, len(file), stageWhole, "more than one read")
	r := new(Reader)
	told := runtime.GOMAXPROCS(0) == 1 // whether the reader's goroutine has met the end: that is up to the scheduler
	for round := 0; round < 2 || !told && round < 100; round++ {
		for n := int64(0); ; n += 1 + n/4 {
			src := &leaving{Reader: bytes.NewReader(file)}
			src.left.Store(n)
			var err error
			returned := apart(t, func() {
				var in io.Reader = src
				if round%2 == 1 {
					in = forward{src}
				}
				if err = r.Reset(in, Options{}); err == nil {
					_, err = readAllOnto(r)
				}
			})
			if returned && err == nil {
				require.Greater(t, n, int64(10))
				break
			}
			if returned {
				require.ErrorIs(t, err, errSourceExit)
				told = true
			}
		}
		s, err := readOnto(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		require.NoError(t, r.Reset(bytes.NewReader(file), Options{}), "the reader is as good as new")
		same, err := readAllOnto(r)
		require.NoError(t, err)
		require.Equal(t, s.rows, same.rows)
	}
	require.True(t, told, "the reader's goroutine has met the end")
}

// leaves is a file that ends the goroutine that writes it at a call.
type leaves struct{ failsAt }

func (f *leaves) WriteAt(p []byte, off int64) (int, error) {
	n, err := f.failsAt.WriteAt(p, off)
	if err != nil {
		runtime.Goexit()
	}
	return n, err
}

func TestAFileThatEndsTheGoroutineDoesNotHang(t *testing.T) {
	o := WriterOptions{Codec: CodecLZ4}
	require.NoError(t, finished(t, 2, o, new(Buffer), nil)) // or the test is skipped
	for _, call := range []int{1, 2, 40} {
		var err error
		returned := apart(t, func() { err = finished(t, 2, o, &leaves{failsAt{call: call}}, nil) })
		require.True(t, returned, "the writer has a goroutine of its own for the file")
		require.ErrorIs(t, err, errSinkExit)
		require.False(t, apart(t, func() { _ = finished(t, 1, o, &leaves{failsAt{call: call}}, nil) }), "the caller writes")
	}
}

// A spool is used by the caller's goroutine, while the other one writes the file.
func TestASpoolThatEndsTheGoroutineDoesNotHang(t *testing.T) {
	for cores := range 2 {
		left := -1
		o := WriterOptions{Codec: CodecLZ4, Memory: 1, Spool: func() (Spool, error) { return &leavingSpool{left: &left}, nil }}
		require.NoError(t, finished(t, 1+cores, o, new(Buffer), nil)) // or the test is skipped
		for call := 1; ; call += 31 {
			left = call
			if apart(t, func() { require.NoError(t, finished(t, 1+cores, o, new(Buffer), nil)) }) {
				require.Greater(t, call, 1)
				break
			}
		}
	}
}

// leavingSpool ends the goroutine at a call of one of the spools.
type leavingSpool struct {
	buf
	left *int
}

func (s *leavingSpool) spend() {
	if *s.left--; *s.left == 0 {
		runtime.Goexit()
	}
}

func (s *leavingSpool) WriteAt(p []byte, off int64) (int, error) {
	s.spend()
	return s.buf.WriteAt(p, off)
}

func (s *leavingSpool) ReadAt(p []byte, off int64) (int, error) {
	s.spend()
	return s.buf.ReadAt(p, off)
}

// bursting is a source that panics at one of its calls, and at no other.
type bursting struct {
	*bytes.Reader
	left atomic.Int64
}

func (s *bursting) spend() {
	if s.left.Add(-1) == 0 {
		panic("burst")
	}
}

func (s *bursting) Read(p []byte) (int, error) {
	s.spend()
	return s.Reader.Read(p)
}

func (s *bursting) ReadAt(p []byte, off int64) (int, error) {
	s.spend()
	return s.Reader.ReadAt(p, off)
}

// A call that a panic of the source has ended may have lost a block. Who goes on all the
// same must not get the blocks behind it.
func TestAfterAPanicOfTheSourceNothingIsRead(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 3000, true, WriterOptions{BlockBytes: 16 << 10})
	o := Options{Check: CheckNone}
	var r Reader
	defer r.Stop()
	var place *shelf
	var f *File
	var c ChunkReader
	var chunk int
	next := func() error { _, err := r.Next(); return err }
	for name, way := range map[string]struct{ begin, next func(*bursting) error }{
		"in order": {func(src *bursting) error { return r.Reset(forward{src}, o) }, func(*bursting) error { return next() }},
		"anywhere": {func(src *bursting) error { return r.Reset(src, o) }, func(*bursting) error { return next() }},
		"to places": {func(src *bursting) error {
			n := src.left.Swap(-1) // the first call looks whether the file is whole
			require.NoError(t, r.Reset(src, o))
			place = newShelf(&r)
			_, err := r.NextInto(place)
			src.left.Store(n)
			return err
		}, func(*bursting) error { _, err := r.NextInto(place); return err }},
		"by chunks": {func(src *bursting) (err error) {
			n := src.left.Swap(-1)
			f, err = OpenFile(src, int64(len(file)), o)
			require.NoError(t, err)
			src.left.Store(n)
			chunk = 0
			return c.Reset(f, chunk)
		}, func(*bursting) error {
			_, err := c.Next()
			if err == io.EOF && chunk+1 < len(f.Chunks()) {
				chunk++
				err = c.Reset(f, chunk)
			}
			return err
		}},
	} {
		met := 0
		for n := int64(1); ; n += 1 + n/4 {
			src := &bursting{Reader: bytes.NewReader(file)}
			src.left.Store(n)
			err, burst := bursts(way.begin, src)
			for err == nil && !burst {
				err, burst = bursts(way.next, src)
			}
			if !burst {
				require.ErrorIs(t, err, io.EOF, name)
				break
			}
			met++
			require.ErrorIs(t, way.next(src), errSourceLeft, "%s, call %d", name, n)
		}
		require.Greater(t, met, 1, name)
	}
}

// bursts reports whether a call panics as the source does, or returns its error.
func bursts(call func(*bursting) error, src *bursting) (err error, burst bool) {
	defer func() { burst = recover() == "burst" }()
	return call(src), false
}
