package compile

import (
	"context"
	"errors"
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/smallalloc"
)

// Options say how sources are taken.
type Options struct {
	Unknown Policy
	Source  source.Options
	// Places keeps where in its source each node stands ($src).
	Places bool
	// ChunkBy names kinds: each subtree of one is a chunk, labelled with the
	// node's id. Kinds of nodes that stand inside each other's are an error.
	ChunkBy []string
	// Keep is how many diagnostics will be printed; of more than that and than
	// a thousand, only the number is kept. 0 is a thousand.
	Keep int
	// Pool is what a build's stacks and lists spill to when a level is too deep
	// or its rows too many for what the compiler itself has room for; they are
	// back in it behind the build. nil is a small pool of the build's own.
	Pool *smallalloc.Pool
}

// Summary is what a build has found.
type Summary struct {
	Nodes       int
	Diagnostics diag.List // errors and warnings of all sources
	Spills      []spill.Count
}

// ErrLevel: the sources have errors. They are in the Summary's Diagnostics.
var ErrLevel = errors.New("the level has errors")

// Rows compiles sources into the rows of one level: the roots of the sources
// follow one another, and references reach across them. All errors of all
// sources are found. The error is ErrLevel, the context's, or what the sink
// returned. The files stay open; the sink has no rows that can be used unless
// the error is nil.
//
// It allocates for the build, for its strings and ids and for diagnostics, not
// for nodes or values. What the first build had to make for reading, one that
// follows it uses again.
func (p *Plan) Rows(ctx context.Context, files []*source.File, sink Sink, o Options) (*Summary, error) {
	t, err := p.tools(o.Pool)
	if err != nil {
		return nil, err
	}
	c, err := t.begin(p, sink, o.Unknown, o.Keep)
	if err != nil {
		return nil, err
	}
	defer p.giveBack(t, c, o.Pool == nil)
	c.ctx = ctx
	if err := c.wants(o); err != nil {
		return nil, err
	}
	var failed []diag.Diagnostic
	pool, reader := t.pool, &t.reader
	for _, f := range files {
		if f.IsReadAhead(c.reading(f, o)) {
			// The reader gets a pool of its own: a pool is for one goroutine.
			if pool, err = NewPool(1); err != nil {
				return nil, err
			}
			break
		}
	}
	reader.SpillTo(pool)
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.begin(i, f.Format)
		if o.Places {
			if err := c.beginPlaces(f); err != nil {
				return nil, err
			}
		}
		err := f.Read(reader, c, c.reading(f, o))
		switch {
		case c.fatal != nil:
			return nil, c.fatal
		case err != nil:
			c.cut = true
			failed = append(failed, f.Diagnose(err))
		}
	}
	if err := c.resolve(); err != nil {
		return nil, err
	}
	s := &Summary{Nodes: c.nodes, Spills: c.spills(reader.Spills(nil))}
	for _, d := range failed {
		s.Diagnostics.Add(d)
	}
	c.locate(files, &s.Diagnostics)
	if c.problems.errors > 0 || len(failed) > 0 {
		return s, ErrLevel
	}
	return s, nil
}

// Build compiles sources into one level and writes it to out. Nothing is
// written unless the sources are free of errors. The memory of a build serves
// those that follow it, up to what format.Writer.Reset keeps for each that runs at
// the same time; the collector takes it when there are none for a while.
func (p *Plan) Build(ctx context.Context, files []*source.File, out io.WriterAt, w format.WriterOptions, o Options) (s *Summary, size int64, err error) {
	writer, err := p.writer(w)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, p.rest(writer, w.BlockBytes)) }()
	if s, err = p.Rows(ctx, files, writer, o); err != nil {
		return s, 0, err
	}
	size, err = writer.Finish(out)
	if len(o.ChunkBy) > 0 && errors.Is(err, format.ErrManyBlocks) {
		err = &BlocksError{err}
	}
	return s, size, err
}

// locate turns the problems into diagnostics, whose places it looks up.
func (c *compiler) locate(files []*source.File, to *diag.List) {
	errors, warnings := c.problems.errors, c.problems.warnings
	for _, p := range c.problems.sorted() {
		d := diag.Diagnostic{Message: p.msg, Hint: p.hint}
		if p.more != nil && *p.more > 0 {
			d.Message += also(*p.more)
		}
		// A place that cannot be found any more costs the place only.
		_ = files[p.file].Locate(&d, p.pos)
		for _, n := range p.related {
			_ = files[n.file].Relate(&d, n.pos, n.msg)
		}
		if p.warning {
			d.Severity = diag.Warning
			warnings--
		} else {
			errors--
		}
		to.Add(d)
	}
	to.More(diag.Error, errors)
	to.More(diag.Warning, warnings)
}
