package compile

import (
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// tools is what a build needs whatever its sources are, and leaves as it found
// it. Of a small level it is nearly all the memory that reading takes, so of
// many levels one after the other all but the first use it again.
type tools struct {
	pool   *smallalloc.Pool
	reader source.Reader

	// Of the compiler:
	known   *[source.MaxShapes]known // nil until there was a source of XML
	ids     ids
	pending shelf[pending]
}

// tools returns tools that no other build has. pool may be nil.
func (p *Plan) tools(pool *smallalloc.Pool) (*tools, error) {
	if pool != nil {
		return &tools{pool: pool}, nil
	}
	if t, ok := p.idle.Get().(*tools); ok {
		return t, nil
	}
	pool, err := NewPool(1)
	return &tools{pool: pool}, err
}

// giveBack ends the build of c. Tools with a pool of the caller's are not kept.
func (p *Plan) giveBack(t *tools, c *compiler, own bool) {
	c.free()
	if own {
		t.known, t.ids, t.pending = c.known, c.ids, c.pending
		t.ids.rest()
		t.pending.rest()
		p.idle.Put(t)
	}
}

// writer is a writer that no other build has.
func (p *Plan) writer(o format.WriterOptions) (*format.Writer, error) {
	w, ok := p.writers.Get().(*format.Writer)
	if !ok {
		return format.NewWriter(p.schema, o)
	}
	return w, w.Reset(p.schema, o)
}

// rest ends a build's use of a writer, however far that came: the spool is
// closed, and it holds nothing any more that the build gave it.
func (p *Plan) rest(w *format.Writer, blockBytes int) error {
	if err := w.Reset(p.schema, format.WriterOptions{BlockBytes: blockBytes}); err != nil {
		return errors.Join(err, w.Close())
	}
	p.writers.Put(w)
	return nil
}
