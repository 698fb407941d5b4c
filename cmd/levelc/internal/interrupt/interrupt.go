package interrupt

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// awaitedReader reads from something that may have nothing to read for a long time: a
// terminal, a pipe. Read ends with the context; the read that it waited for is
// abandoned.
type awaitedReader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte // its own buffer, because an abandoned read may write to it later
	done chan awaitedRead
}

type awaitedRead struct {
	n   int
	err error
}

// Awaited returns a reader that reads from r and ends with the context, also while r has
// nothing to read.
func Awaited(ctx context.Context, r io.Reader) io.Reader {
	return &awaitedReader{ctx: ctx, r: r, done: make(chan awaitedRead, 1)}
}

func (a *awaitedReader) Read(p []byte) (int, error) {
	if a.ctx.Err() != nil {
		return 0, fault.ErrInterrupted
	}
	if a.buf == nil {
		a.buf = make([]byte, 64<<10)
	}
	b := a.buf[:min(len(p), len(a.buf))]
	go func() {
		n, err := a.r.Read(b)
		a.done <- awaitedRead{n, err}
	}()
	select {
	case got := <-a.done:
		return copy(p, b[:got.n]), got.err
	case <-a.ctx.Done():
		return 0, fault.ErrInterrupted
	}
}

// OpenSource opens a source, which is read whole before if it has to be waited for, as a
// pipe has. The error is that of package source, or fault.ErrInterrupted.
func OpenSource(ctx context.Context, path string) (*source.File, error) {
	if !mayWait(path) {
		return source.Open(path)
	}
	f, err := openAwaited(ctx, path)
	switch {
	case errors.Is(err, fault.ErrInterrupted):
		return nil, err
	case err != nil:
		return nil, source.CannotOpen(path, err)
	}
	defer f.Close()
	return source.Spool(Awaited(ctx, f), path)
}

// mayWait reports whether to open a path, or to read from it, may take for ever: a pipe
// may have nobody at its other end.
func mayWait(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0
}

// openAwaited opens a file for which it may have to wait. It stops waiting at an interrupt.
func openAwaited(ctx context.Context, path string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.f, o.err
	case <-ctx.Done():
		return nil, fault.ErrInterrupted
	}
}

// Run runs f, which does not look at the context. If that ends first, Run returns
// fault.ErrInterrupted at once. f then goes on until the process ends, so it must not use
// what the caller closes or removes.
func Run(ctx context.Context, f func() error) error {
	if ctx.Err() != nil {
		return fault.ErrInterrupted
	}
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fault.ErrInterrupted
	}
}

// Reader returns a reader that ends with the context. It reads at any place if r
// does, because package format then reads faster.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	if f, ok := r.(randomReader); ok {
		return interruptFile{interruptReader{ctx, r}, f, f}
	}
	return interruptReader{ctx, r}
}

type randomReader interface {
	io.ReadSeeker
	io.ReaderAt
}

type interruptFile struct {
	interruptReader
	io.Seeker
	at io.ReaderAt
}

func (i interruptFile) ReadAt(p []byte, off int64) (int, error) {
	if i.ctx.Err() != nil {
		return 0, fault.ErrInterrupted
	}
	return i.at.ReadAt(p, off)
}

type interruptReader struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptReader) Read(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, fault.ErrInterrupted
	}
	return i.r.Read(p)
}

// Writer returns a writer that writes to w until the context ends.
func Writer(ctx context.Context, w io.Writer) io.Writer { return writer{ctx, w} }

type writer struct {
	ctx context.Context
	w   io.Writer
}

func (i writer) Write(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, fault.ErrInterrupted
	}
	return i.w.Write(p)
}

// WriterAt returns a writer that writes to w until the context ends.
func WriterAt(ctx context.Context, w io.WriterAt) io.WriterAt {
	return writerAt{ctx, w}
}

type writerAt struct {
	ctx context.Context
	w   io.WriterAt
}

func (i writerAt) WriteAt(p []byte, off int64) (int, error) {
	if i.ctx.Err() != nil {
		return 0, fault.ErrInterrupted
	}
	return i.w.WriteAt(p, off)
}
