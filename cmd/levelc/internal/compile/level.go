package compile

import (
	"context"
	"errors"
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/format"
)

// Summary is the result of a build.
type Summary struct {
	Nodes       int
	Diagnostics diag.List     // errors and warnings of all sources
	Spills      []spill.Count // where it was too deep or too long for its own storage; with Options.Pool only
}

// ErrLevel says that the sources have errors. They are in the Summary's Diagnostics.
var ErrLevel = errors.New("the level has errors")

// Rows compiles sources into the rows of one level: the roots of the sources follow one
// another, and references may lead from one to another. It finds all errors of all
// sources. The error is ErrLevel, the context's, or what the sink returned. The files
// stay open. Unless the error is nil, the rows in the sink must not be used.
//
// It allocates for the build, for strings and ids and for diagnostics, but not for
// nodes or values. The memory that the first build needed for reading serves those that
// follow.
func (p *Plan) Rows(ctx context.Context, files []*source.File, sink Sink, o Options) (*Summary, error) {
	t, err := toolsOf(p, o.Pool)
	if err != nil {
		return nil, err
	}
	c, err := t.begin(ctx, p, sink, &o)
	if err != nil {
		return nil, err
	}
	defer t.end(p, c, o.Pool == nil)
	s := new(Summary)
	pool, reader := t.pool, &t.reader
	for _, f := range files {
		if f.IsReadAhead(c.reading(f, o)) {
			// The reader gets a pool of its own, because a pool is for one goroutine.
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
		err := c.read(f, reader, o)
		switch {
		case c.fatal != nil:
			return nil, c.fatal
		case err != nil:
			c.cut = true
			if broken, ok := errors.AsType[*source.Error](err); ok && broken.Off >= 0 {
				c.problems.dropFrom(i, broken.Off)
			}
			s.Diagnostics.Add(f.Diagnose(err))
		}
	}
	if err := c.resolve(); err != nil {
		return nil, err
	}
	s.Nodes = c.nodes
	if o.Pool != nil {
		s.Spills = c.spills(reader.Spills(nil))
	}
	c.locate(files, &s.Diagnostics)
	if c.problems.errors > 0 || c.cut {
		return s, ErrLevel
	}
	return s, nil
}

// read reads a source, after what its places need.
func (c *compiler) read(f *source.File, r *source.Reader, o Options) error {
	if o.Places {
		if err := c.beginPlaces(f); err != nil {
			return err
		}
	}
	return f.Read(r, c, c.reading(f, o))
}

// Build compiles sources into one level and writes it to out. It writes nothing unless
// the sources are free of errors. The memory of a build serves later ones, up to what
// format.Writer.Reset keeps for each that runs at the same time. The collector frees it
// if there are no builds for a while.
func (p *Plan) Build(ctx context.Context, files []*source.File, out io.WriterAt, w format.WriterOptions, o Options) (s *Summary, size int64, err error) {
	writer, err := p.writer(w)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, p.rest(writer, &w)) }()
	if s, err = p.Rows(ctx, files, writer, o); err != nil {
		return s, 0, err
	}
	size, err = writer.Finish(out)
	if len(o.ChunkBy) > 0 && errors.Is(err, format.ErrManyBlocks) {
		err = &BlocksError{err}
	}
	return s, size, err
}

// locate turns problems into diagnostics, and looks up their places.
func (c *compiler) locate(files []*source.File, to *diag.List) {
	problems := c.problems.sorted()
	for _, p := range problems {
		files[p.file].Expect(p.pos)
		for _, n := range p.related {
			files[n.file].Expect(n.pos)
		}
	}
	for _, p := range problems {
		d := diag.Diagnostic{Message: p.msg, Hint: p.hint}
		if p.more != nil && *p.more > 0 {
			d.Message += also(*p.more)
		}
		// If the place cannot be found any more, the diagnostic has none.
		_ = files[p.file].Locate(&d, p.pos)
		for _, n := range p.related {
			_ = files[n.file].Relate(&d, n.pos, n.msg)
		}
		if p.warning {
			d.Severity = diag.Warning
		}
		to.Add(d)
	}
	to.More(diag.Error, c.problems.errors-(len(problems)-c.problems.keptWarnings))
	to.More(diag.Warning, c.problems.warnings-c.problems.keptWarnings)
}
