package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"os/signal"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// interruption is why a context ended: a signal came.
type interruption struct{ os.Signal }

func (i interruption) Error() string { return i.Signal.String() }

// untilInterrupted is a context that ends with the first signal of endings; a
// second one ends the process at once.
func untilInterrupted() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 1)
	signal.Notify(came, endings()...)
	go func() {
		select {
		case sig := <-came:
			signal.Stop(came)
			cancel(interruption{sig})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}

// An interrupt does not end the process by itself, so that nothing is left
// behind. It ends what is read or written through these, which is where work on
// a large level spends its time.

// awaitedReader reads what may have nothing to read for a long time: a terminal, a
// pipe. Read ends with the context, and what it waited for is left to wait.
type awaitedReader struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte // what is read to, as nobody else's memory may be written to later
	done chan awaitedRead
}

type awaitedRead struct {
	n   int
	err error
}

func awaited(ctx context.Context, r io.Reader) *awaitedReader {
	return &awaitedReader{ctx: ctx, r: r, done: make(chan awaitedRead, 1)}
}

func (a *awaitedReader) Read(p []byte) (int, error) {
	if a.ctx.Err() != nil {
		return 0, errInterrupted
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
		return 0, errInterrupted
	}
}

// openSource opens a source. A pipe may have nobody at its other end, and is
// waited for no longer than until an interrupt.
func openSource(ctx context.Context, path string) (*source.File, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeCharDevice) == 0 {
		return source.Open(path)
	}
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
		if o.err != nil {
			return nil, o.err
		}
		defer o.f.Close()
		return source.Spool(awaited(ctx, o.f), path)
	case <-ctx.Done():
		return nil, errInterrupted
	}
}

type interruptReader struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptReader) Read(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.r.Read(p)
}

type interruptWriter struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptWriter) Write(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.Write(p)
}

type interruptWriterAt struct {
	ctx context.Context
	w   io.WriterAt
}

func (i interruptWriterAt) WriteAt(p []byte, off int64) (int, error) {
	if i.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return i.w.WriteAt(p, off)
}
