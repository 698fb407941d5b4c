package schemaof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/layout"
)

// Load reads a world type, as schema.Load does in the current folder, and refuses one that
// no source could fill.
func Load(ctx context.Context, spec string) (*layout.World, error) {
	w, err := schema.Load(ctx, spec, schema.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := compile.NewPlan(w.Schema); err != nil {
		return nil, refused(spec, w, err)
	}
	return w, nil
}

// refused says where in the Go types the mistakes are that compile.NewPlan has found.
func refused(types string, w *layout.World, err error) error {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	found := make([]error, len(all))
	for i, one := range all {
		var of *compile.Error
		if errors.As(one, &of) {
			if at, ok := w.Place(of.Table, of.Field); ok {
				one = &layout.Error{Where: at.Where, Pos: at.Pos, Msg: of.Msg}
			}
		}
		found[i] = one
	}
	e := schema.NoLevel(types, errors.Join(found...))
	e.Err = err
	return e
}

// Read reads the schema from a compiled level or from a schema file; - is
// standard input.
func Read(ctx context.Context, in io.Reader, path string) (*format.Schema, error) {
	s, _, err := ReadOf(ctx, in, path)
	return s, err
}

// File is what a schema was read from.
type File struct {
	Level bool // and not a schema file
	Props bool // a level with dynamic properties
}

// ReadOf is Read. It also says what the file is.
func ReadOf(ctx context.Context, in io.Reader, path string) (*format.Schema, File, error) {
	if path != "-" {
		f, err := interrupt.Open(ctx, path)
		if err != nil {
			return nil, File{}, err
		}
		defer f.Close()
		in = f
	}
	return ReadFrom(in, path)
}

// ReadFrom is ReadOf for a file that is open.
func ReadFrom(in io.Reader, path string) (*format.Schema, File, error) {
	name := operand.Name(path)
	r := bufio.NewReader(in)
	// If it is too short, its reader will say so.
	head, _ := r.Peek(1024)
	if export.IsFile(head) {
		s, err := export.ReadFile(r)
		if at := (*export.FileError)(nil); errors.As(err, &at) {
			name = fmt.Sprintf("%s:%d:%d", name, at.Line, at.Col)
		}
		if err != nil {
			return nil, File{}, fmt.Errorf("%s: %w", name, err)
		}
		return s, File{}, nil
	}
	level, err := format.NewReader(r, format.Options{})
	if err != nil {
		return nil, File{}, fmt.Errorf("%s is neither a schema file nor a level: %w", name, err)
	}
	return level.Schema(), File{Level: true, Props: level.Rows(format.TableProp) > 0}, nil
}
