package interrupt

import (
	"context"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// Grace is how long a reader has to take what is written after the context has ended.
const Grace = 500 * time.Millisecond

// Pipe returns a writer that writes to w and does not wait for ever for a reader that reads
// no more: a Write that is under way when the context ends, or begins after that, has Grace
// to end. If it does not, it is abandoned, and it and all later ones fail with
// fault.ErrInterrupted. Several goroutines may write at once. A w that nobody can hold up is
// returned as it is, so terminals and files stay what they are.
func Pipe(ctx context.Context, w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok {
		return w
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) == 0 {
		return w
	}
	return &pipe{ctx: ctx, w: w, done: make(chan written, 1)}
}

type pipe struct {
	ctx  context.Context
	mu   sync.Mutex // held while a Write is under way
	w    io.Writer
	buf  []byte // its own buffer, because an abandoned write may read from it later
	done chan written
	gone bool // a write was abandoned
}

type written struct {
	n   int
	err error
}

func (p *pipe) Write(b []byte) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.buf == nil {
		p.buf = make([]byte, 64<<10)
	}
	for err == nil && n < len(b) {
		now := p.write(p.buf[:copy(p.buf, b[n:])])
		n, err = n+now.n, now.err
	}
	return n, err
}

func (p *pipe) write(b []byte) written {
	if p.gone {
		return written{0, fault.ErrInterrupted}
	}
	go func() {
		n, err := p.w.Write(b)
		p.done <- written{n, err}
	}()
	select {
	case end := <-p.done:
		return end
	case <-p.ctx.Done():
	}
	select {
	case end := <-p.done:
		return end
	case <-time.After(Grace):
		p.gone = true
		return written{0, fault.ErrInterrupted}
	}
}
