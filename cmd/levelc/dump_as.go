package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
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

// check refuses flags that do not go with --as, or that need it.
func (d *asSource) check(head bool) error {
	switch _, known := asSyntaxes[d.as]; {
	case d.as == "" && d.o.All:
		return fault.Usage(errors.New("--all goes with --as"))
	case d.as != "json" && d.o.KindMember != "":
		return fault.Usage(errors.New("--kind-member goes with --as json"))
	case d.as == "" && d.out != "":
		return fault.Usage(errors.New("-o goes with --as"))
	case d.as == "":
		return nil
	case !known:
		return fault.Usage(fmt.Errorf("--as %s: it is xml or json", d.as))
	case head:
		return fault.Usage(errors.New("--head and --as exclude each other"))
	}
	return nil
}

// run writes the level in name as a source.
func (d *asSource) run(ctx context.Context, name string, maxBytes int64) error {
	if err := outfile.NotOver(d.out, name); err != nil {
		return err
	}
	l, err := readLevel(ctx, d.streams, name, format.Options{MaxBytes: maxBytes})
	if err != nil {
		return err
	}
	d.o.Syntax = asSyntaxes[d.as]
	if d.out == "" || d.out == "-" {
		if err := unparse.Write(interrupt.Writer(ctx, d.streams.out), l, d.o); err != nil {
			return aboutLevel(name, err)
		}
		return nil
	}
	return outfile.Replace(ctx, d.out, func(out *output.File) error {
		if err := unparse.Write(interrupt.Writer(ctx, io.NewOffsetWriter(out, 0)), l, d.o); err != nil {
			return aboutLevel(name, err)
		}
		return nil
	})
}
