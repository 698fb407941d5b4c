package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/interrupt"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
	"github.com/levelc/levelc/format"
)

// differ is one call of levelc diff.
type differ struct {
	streams
	max      int
	json     bool
	quiet    bool
	schema   bool
	maxBytes int64
}

func newDiff(s streams) *cobra.Command {
	d := &differ{streams: s}
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "show how two levels differ",
		Long: "diff compares two compiled levels: their schemas, their nodes, and the fields\n" +
			"of each node. Nodes are matched by kind and id, or, if they have no id, by\n" +
			"their place under their parent. A node of which only the id is another has been\n" +
			"renamed. Differences in compression, alignment and source positions do not\n" +
			"count.\n\n" +
			"diff needs only the two files. Either may be - for standard input. If one of\n" +
			"them is a schema file, or with --schema, only the schemas are compared. How a\n" +
			"source writes references, with none=, form= and index, is in schema files only.\n\n" +
			"Both levels are held in memory.\n\n" +
			"The exit code is 0 if nothing differs and 1 if something does. It is 2 if diff\n" +
			"cannot tell, because a file cannot be read or breaks a rule of the format.",
		Example: "  levelc diff old.lvl new.lvl\n" +
			"  levelc diff --json --max 0 old.lvl new.lvl",
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := d.run(cmd.Context(), args[0], args[1])
			if err != nil && !errors.Is(err, errReported) && !errors.Is(err, fault.ErrInterrupted) {
				return fault.Usage(err) // as in diff(1), trouble is 2
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(&d.max, "max", 100, "how many differences to print; 0 means all")
	f.BoolVarP(&d.quiet, "quiet", "q", false, "print nothing; the exit code tells")
	f.BoolVar(&d.json, "json", false, "print JSON")
	f.BoolVar(&d.schema, "schema", false, "compare the schemas only")
	maxBytes(cmd, &d.maxBytes)
	return cmd
}

// run returns errReported if something differs.
func (d *differ) run(ctx context.Context, a, b string) error {
	if d.max < 0 {
		return errors.New("--max takes a number from 0 on")
	}
	if d.quiet && d.json {
		return errors.New("--quiet and --json exclude each other")
	}
	if err := operand.OnceStandardInput("", []string{a, b}); err != nil {
		return err
	}
	x, err := d.open(ctx, a)
	if err != nil {
		return err
	}
	y, err := d.open(ctx, b)
	if err != nil {
		return err
	}
	out := io.Writer(interrupt.Writer(ctx, d.out))
	if d.quiet {
		out = io.Discard
	}
	p := diff.NewPrinter(out, d.max, d.json)
	var s diff.Summary
	if x.level == nil || y.level == nil {
		if x.stored != y.stored { // one of them has less to tell
			x.schema, y.schema = diff.Stored(x.schema), diff.Stored(y.schema)
		}
		s.Schema = diff.Schemas(x.schema, y.schema, p.Print)
	} else {
		err := interrupt.Run(ctx, func() error {
			s = diff.Levels(x.level, y.level, p.Print)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if err := p.Finish(s); err != nil {
		return err
	}
	if !s.Same() {
		return errReported
	}
	return nil
}

// compared is a level, or only a schema.
type compared struct {
	schema *format.Schema
	stored bool // in a level
	level  *level.Level
}

// unread returns a reader of what was read, and of what follows it. It is r itself if that
// can go back.
func unread(r io.Reader, b []byte) io.Reader {
	if s, ok := r.(io.Seeker); ok {
		if _, err := s.Seek(-int64(len(b)), io.SeekCurrent); err == nil {
			return r
		}
	}
	return io.MultiReader(bytes.NewReader(b), r)
}

// open reads a level or a schema file.
func (d *differ) open(ctx context.Context, name string) (compared, error) {
	f, err := openLevel(ctx, d.streams, name)
	if err != nil {
		return compared{}, err
	}
	defer f.Close()
	var head [8]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return compared{}, fmt.Errorf("%s: %w", operand.Name(name), err)
	}
	in := unread(f, head[:n])
	if d.schema || !format.IsLevel(head[:n]) {
		s, _, err := schemaof.ReadFrom(in, name)
		return compared{schema: s, stored: format.IsLevel(head[:n])}, err
	}
	l, err := level.Read(interrupt.Reader(ctx, in), format.Options{MaxBytes: d.maxBytes})
	if err != nil {
		return compared{}, aboutLevel(name, err)
	}
	return compared{schema: l.Schema, stored: true, level: l}, nil
}
