package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/format/output"
)

// asSource is what levelc dump --as does.
type asSource struct {
	streams
	as  string
	out string
	o   unparse.Options
}

// asSyntaxes are the values of --as.
var asSyntaxes = map[string]source.Format{"xml": source.XML, "json": source.JSON}

// flags adds what belongs to --as to the flags of dump.
func (d *asSource) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&d.as, "as", "", "write a source that compiles to the same level: `xml or json`")
	f.BoolVar(&d.o.All, "all", false, "with --as: also write fields that have their defaults")
	f.StringVar(&d.o.KindMember, "kind-member", "", "with --as json: the `member` of an object that names its kind, as in levelc build (default type)")
	f.StringVarP(&d.out, "output", "o", "", "with --as: the `file` to write; by default standard output")
}

// check refuses flags that say nothing without --as, or with it.
func (d *asSource) check(head bool) error {
	switch _, known := asSyntaxes[d.as]; {
	case d.as == "" && d.o.All:
		return usageError{errors.New("--all goes with --as")}
	case d.as != "json" && d.o.KindMember != "":
		return usageError{errors.New("--kind-member goes with --as json")}
	case d.as == "" && d.out != "":
		return usageError{errors.New("-o goes with --as")}
	case d.as == "":
		return nil
	case !known:
		return usageError{fmt.Errorf("--as %s: it is xml or json", d.as)}
	case head:
		return usageError{errors.New("--head and --as exclude each other")}
	}
	return nil
}

// run writes the level in name as a source.
func (d *asSource) run(ctx context.Context, name string, maxBytes int64) error {
	if err := notOver(d.out, name); err != nil {
		return err
	}
	l, err := readLevel(ctx, d.streams, name, format.Options{MaxBytes: maxBytes})
	if err != nil {
		return err
	}
	d.o.Syntax = asSyntaxes[d.as]
	if d.out == "" || d.out == "-" {
		if err := unparse.Write(interruptWriter{ctx, d.streams.out}, l, d.o); err != nil {
			return aboutLevel(name, err)
		}
		return nil
	}
	return replace(ctx, d.out, func(out *output.File) error {
		if err := unparse.Write(interruptWriter{ctx, io.NewOffsetWriter(out, 0)}, l, d.o); err != nil {
			return aboutLevel(name, err)
		}
		return nil
	})
}

// aboutLevel names the level that an error is about; an interrupt is about
// none.
func aboutLevel(name string, err error) error {
	if errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return fmt.Errorf("%s: %w", name, err)
}

// readLevel reads and verifies a compiled level; - is standard input.
func readLevel(ctx context.Context, s streams, name string, o format.Options) (*level.Level, error) {
	f, err := openLevel(s, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := level.Read(interruptReader{ctx, f}, o)
	if err != nil {
		return nil, aboutLevel(name, err)
	}
	return l, nil
}

// replace writes a file that is there whole or not at all.
func replace(ctx context.Context, path string, fill func(*output.File) error) (err error) {
	out, err := create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := fill(out); err != nil {
		if pe := (*fs.PathError)(nil); errors.As(err, &pe) && pe.Op == "write" { // nothing else is written
			return cannotWrite(path, err)
		}
		return err
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return commit(path, out)
}
