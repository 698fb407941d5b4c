package infer

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Result is a schema, and notes about what it does not say.
type Result struct {
	Schema *format.Schema // without the fixed tables; attributes and documentation included
	Notes  []Note
}

// Options say how sources are read and what they are.
type Options struct {
	Source source.Options
	// OneLevel says that the sources are parts of one level: an id is unique in
	// all of them, and a reference may name what stands in another one.
	OneLevel bool

	// look overrides leastLook; if it is negative, each round reads the sources. For
	// tests.
	look int64
}

// ReadError is a source that could not be read, or has nothing to infer from. Err is what
// its Diagnose takes.
type ReadError struct {
	File *source.File
	Err  error
}

func (e *ReadError) Error() string { return e.File.Name + ": " + e.Err.Error() }

// Unwrap returns the reader's error.
func (e *ReadError) Unwrap() error { return e.Err }

// ReadErrors are the sources that could not be read, at least one.
type ReadErrors []*ReadError

func (e ReadErrors) Error() string {
	if len(e) == 1 {
		return e[0].Error()
	}
	return fmt.Sprintf("%v, and %d more", e[0], len(e)-1)
}

// Unwrap returns them all.
func (e ReadErrors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

// Files infers the schema of sources, each of which is a level of its own unless the
// options say otherwise. It reads them once, and looks at the beginning of JSON before,
// to guess which of its types name kinds. It reads JSON again if that was wrong. The files
// stay open. The error is the context's, or ReadErrors: of the sources that could not be
// read, or of all of them, which wrap ErrNothing then.
//
// It takes about as long as a build of the same sources. Memory is bounded, see
// the package's documentation.
func Files(ctx context.Context, files []*source.File, o Options) (*Result, error) {
	r := rounds{files: files, o: o, holders: map[string]*holder{}, never: map[string]bool{}}
	m, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	res, err := m.result()
	if errors.Is(err, ErrNothing) {
		err = nothingIn(files, o.Source)
	}
	return res, err
}

// read gives the sources to a taker.
func read(ctx context.Context, files []*source.File, to taker, o Options) error {
	o.Source.Numbers, o.Source.Rows = source.LongList, true
	var reader source.Reader
	var failed ReadErrors
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Source.Parts, o.Source.Limits.Text = source.PartSize, mostText; f.Format == source.JSON {
			o.Source.Parts, o.Source.ListParts = mostText/4, cmp.Or(o.Source.ListParts, source.ManyItems)
		}
		to.begin(f.Format == source.JSON)
		err := f.Read(&reader, to, o.Source)
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		if errors.Is(err, source.ErrStopped) {
			return err
		}
		if err != nil {
			failed = append(failed, &ReadError{f, err})
		}
		if !o.OneLevel {
			to.endLevel()
		}
	}
	if len(failed) > 0 {
		return failed
	}
	if o.OneLevel {
		to.endLevel()
	}
	return nil
}

func (m *modeler) result() (*Result, error) {
	r := &Result{}
	for _, k := range m.kinds {
		k.doc = fmt.Sprintf("Seen %s.", times(k.at.count))
	}
	s, err := m.schema()
	if err != nil {
		return nil, err
	}
	r.Schema = s
	if m.g.usage.lost {
		m.notes.add(true, "", "the sources have more than %d elements or %d attributes of different names and places; the rest is left out", mostElements, mostFields)
	}
	r.Notes = m.notes.list
	if m.notes.more > 0 {
		r.Notes = append(r.Notes, Note{Msg: fmt.Sprintf("and %d more of the kind", m.notes.more), Lost: true})
	}
	return r, nil
}
