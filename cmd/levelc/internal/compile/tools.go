package compile

import (
	"context"
	"errors"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// tools is what a build needs whatever its sources are. For a small level it is nearly
// all the memory that reading takes, so builds that follow one another use it again.
//
// No method of Plan names tools or compiler: each package that has a Plan would compile
// all of their containers again.
type tools struct {
	pool   *smallalloc.Pool
	reader source.Reader

	compiler *compiler // zero; nil until there was a build
	perTable []perTable

	// Of the compiler:
	shapes  *shapes // nil until there was a source of XML
	ids     ids
	pending shelf[pending]
}

// perTable is what a compiler has for a table of the schema.
type perTable struct {
	fresh     []byte // its row before a source has set any field
	open      opened
	elements  elements
	grouping  grouping
	nextIndex uint64 // of the next node of an indexed kind, in this source
}

// begin begins a build. After an error the tools cannot be used any more.
func (t *tools) begin(ctx context.Context, p *Plan, sink Sink, o *Options) (*compiler, error) {
	if t.compiler == nil {
		t.compiler, t.perTable = new(compiler), make([]perTable, len(p.tables))
	}
	c := t.compiler
	c.perTable, c.shapes, c.ids, c.pending = t.perTable, t.shapes, t.ids, t.pending
	return c, c.start(ctx, p, sink, o, t.pool)
}

// toolsOf returns tools that no other build uses. pool may be nil.
func toolsOf(p *Plan, pool *smallalloc.Pool) (*tools, error) {
	if pool != nil {
		return &tools{pool: pool}, nil
	}
	if t, ok := p.idle.Get().(*tools); ok {
		return t, nil
	}
	pool, err := NewPool(1)
	return &tools{pool: pool}, err
}

// end ends the build of c. Tools with a pool of the caller are not kept.
func (t *tools) end(p *Plan, c *compiler, own bool) {
	c.free()
	if own {
		t.shapes, t.ids, t.pending = c.shapes, c.ids, c.pending
		clear(t.perTable)
		*c = compiler{} // let go of everything of the level
		t.ids.rest()
		t.pending.rest()
		p.idle.Put(t)
	}
}

// writer returns a writer that no other build uses.
func (p *Plan) writer(o format.WriterOptions) (*format.Writer, error) {
	w, ok := p.writers.Get().(*format.Writer)
	if !ok {
		return format.NewWriter(p.schema, o)
	}
	return w, w.Reset(p.schema, o)
}

// rest ends a build's use of a writer, however far that came. The spool is closed, and
// the writer holds nothing any more that the build gave it.
func (p *Plan) rest(w *format.Writer, o *format.WriterOptions) error {
	if err := w.Reset(p.schema, format.WriterOptions{BlockBytes: o.BlockBytes, Memory: o.Memory}); err != nil {
		return errors.Join(err, w.Close())
	}
	p.writers.Put(w)
	return nil
}
